# shellcheck shell=bash disable=SC2034
DESCRIPTION="the policy of 2011, for study: flushes reach an array that declared no cache, and status says why"
LIMIT=180

scenario() {
	array_up eva size=16
	create fp "$(fairpath_table service-time flush_as_in_2011)"
	assert_eq "flush_policy" as_in_2011 "$(status_key fp flush_policy)"
	assert_eq "write_cache" "write back" "$(<"$(queue_of fp)/write_cache")"
	count_start
	for _ in 1 2 3 4; do
		dd if=/dev/zero of=/dev/mapper/fp bs=4k count=1 conv=notrunc,fsync status=none
	done
	count_stop
	assert_between "flushes that arrived at the array" 4 100 "$(count below flushes)"
	remove fp
}
