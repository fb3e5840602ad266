# shellcheck shell=bash disable=SC2034
DESCRIPTION="a cache that comes on is advertised by a refresh (S5), and confirmed once nothing above ignores it (S6)"
LIMIT=180
REQUIRES=stock

scenario() {
	local queue
	array_up lio size=16
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	queue=$(queue_of "$MAP")
	assert_eq "cache at first" "write through" "$(<"$queue/write_cache")"
	fio_start "/dev/mapper/$MAP" rate_iops=200 time_based runtime=600 do_verify=1 verify_backlog=256

	# One path's mode page changes; nobody rescans, and no other path is told.
	backstore_cache "$(backstore_of 2)" on off
	wait_until 40 "the device advertises a cache" advertises "write back"
	wait_until 40 "the promise of S6 has ended" status_key_is promised 0

	dm create above --table "0 $SECTORS linear /dev/mapper/$MAP 0"
	backstore_cache "$(backstore_of 2)" off off
	wait_until 40 "the device advertises none" advertises "write through"
	# What is above knows of a cache, so nothing is promised; built anew it does not.
	dm load above --table "0 $SECTORS linear /dev/mapper/$MAP 0"
	dm suspend above
	dm resume above
	backstore_cache "$(backstore_of 2)" on off
	wait_until 40 "the device advertises a cache again" advertises "write back"
	wait_until 40 "the device above is reported" daemon_said "has a write cache now, which dm-"
	assert_eq "promised while it does not know" 1 "$(status_key "$MAP" promised)"
	dm load above --table "0 $SECTORS linear /dev/mapper/$MAP 0"
	dm suspend above
	dm resume above
	wait_until 40 "the promise of S6 has ended" status_key_is promised 0

	fio_runs || fio_wait
	fio_stop
	remove above
	daemon_stop
	remove "$MAP"
}

advertises() {
	[[ $(<"$(queue_of "$MAP")/write_cache") == "$1" ]]
}

status_key_is() {
	[[ $(status_key "$MAP" "$1") == "$2" ]]
}
