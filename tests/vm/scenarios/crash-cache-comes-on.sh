# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash: a cache comes on under a device that advertised none (S6)"
LIMIT=240
CORE=yes

scenario() {
	crash_case_S6
	crash_check 40
	array_down
	until_confirmed
}

# The promise holds over a reload, until who is above has been told.
until_confirmed() {
	array_up lio log=on paths=2 size=16
	create fp "$(fairpath_table)"
	path_cache 1 on
	path_cache 2 on
	crash_start
	reload fp "$(fairpath_table)" --noflush
	assert_eq "write_cache after the reload" "write back" "$(<"$(queue_of fp)/write_cache")"
	crash_goes_on 20
	crash_stop
	message fp confirm_restacked
	crash_write --count=20
	remove fp
	crash_check 50
}
