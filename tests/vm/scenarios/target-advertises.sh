# shellcheck shell=bash disable=SC2034
DESCRIPTION="the device advertises a write cache if a path has one, and FUA only if all those have it"
LIMIT=180
CORE=yes

scenario() {
	array_up scsi_debug size=16 paths=2
	advertises "write back" 1 1
	path_cache 1 off
	advertises "write back" 1 1
	path_cache 2 off
	advertises "write through" 0 0
}

# advertises CACHE FUA: a device made now
advertises() {
	local queue
	create fp "$(fairpath_table)"
	queue=$(queue_of fp)
	assert_eq "the device's write_cache" "$1" "$(<"$queue/write_cache")"
	assert_eq "the device's fua" "$2" "$(<"$queue/fua")"
	remove fp
}
