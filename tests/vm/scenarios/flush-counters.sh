# shellcheck shell=bash disable=SC2034
DESCRIPTION="counters of flushes survive a reload, and a message sets them to 0"
LIMIT=180

scenario() {
	array_up lio size=16 paths=2 cache=on
	create fp "$(fairpath_table)"
	write_one /dev/mapper/fp
	flush /dev/mapper/fp
	assert_eq "flushes sent" 1 "$(status_key fp flushes_sent)"
	reload fp "$(fairpath_table)" --nolockfs
	assert_eq "flushes received, after a reload" 1 "$(status_key fp flushes_received)"
	message fp reset_counters
	assert_eq "flushes received, after a reset" 0 "$(status_key fp flushes_received)"
	remove fp
}
