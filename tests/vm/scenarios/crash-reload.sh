# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash: the table is reloaded in the middle, with noflush"
LIMIT=180

scenario() {
	local i
	array_up lio log=on paths=2 size=16 cache=on fua=on
	create fp "$(fairpath_table)"
	# FUA comes and goes with it.
	crash_start
	for i in off on off on; do
		path_cache 1 on $i
		reload_once
	done
	crash_stop
	# Not so here: until sd hears that a port takes no FUA any more, the port
	# refuses it.
	crash_start --how=fua --round=1000
	for i in 1 2 3 4; do
		reload_once
	done
	crash_stop
	remove fp
	crash_check 60
}

reload_once() {
	reload fp "$(fairpath_table)" --noflush --nolockfs
	crash_goes_on 5
}
