# shellcheck shell=bash disable=SC2034
DESCRIPTION="what was fsynced survives a crash: the cache is switched off, and the first fsync or reload pays (S3)"
LIMIT=180

scenario() {
	crash_case_S3
	crash_check 40
	array_down
	reload_pays
}

# A reload stops advertising a cache: the fsync that follows sends nothing.
reload_pays() {
	array_up lio log=on paths=2 size=16 cache=on
	create fp "$(fairpath_table)"
	crash_write --how=later --count=16 --blocks=16
	path_cache 1 off
	path_cache 2 off
	reload fp "$(fairpath_table)" --noflush --nolockfs
	assert_eq "write_cache after the reload" "write through" "$(<"$(queue_of fp)/write_cache")"
	crash_write --how=ack --count=16 --blocks=16
	remove fp
	crash_check 16
}
