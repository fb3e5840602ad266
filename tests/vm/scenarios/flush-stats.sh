# shellcheck shell=bash disable=SC2034
DESCRIPTION="dm-stats count each write of an application once, also one that was parked to be made durable"
LIMIT=180

scenario() {
	local region
	array_up lio size=16 paths=2
	create fp "$(fairpath_table)"
	region=$(dmsetup message fp 0 @stats_create - /1)
	assert_each_write_counts_once "sent as it came" "$region"

	# Now each write is parked, written and flushed: three bios and requests for one.
	path_cache 1 on
	path_cache 2 on
	assert_each_write_counts_once "parked" "$region"
	assert_eq "writes made durable" 4 "$(status_key fp durable_promised)"
	remove fp
}

# assert_each_write_counts_once WHAT REGION
assert_each_write_counts_once() {
	local i _ writes sectors in_flight
	for i in 1 2 3 4; do
		write_one /dev/mapper/fp
	done
	read -r _ _ _ _ _ writes _ sectors _ in_flight _ \
		< <(dmsetup message fp 0 @stats_print_clear "$2")
	assert_eq "$1: writes" 4 "$writes"
	assert_eq "$1: sectors written" 32 "$sectors"
	assert_eq "$1: in flight" 0 "$in_flight"
}
