# shellcheck shell=bash
DESCRIPTION="eva: its ports declare no cache, and a flush that arrives costs 20 ms"
LIMIT=180
REQUIRES=stock
CORE=yes

cache_of() {
	cat "/sys/class/block/${PATHS[$1 - 1]#/dev/}/queue/write_cache"
}

# What a host that does not look at WCE sends.
synchronize_cache() {
	sg_sync "${PATHS[$1 - 1]}" >/dev/null
}

scenario() {
	array_up eva
	assert_eq "vendor" "HP" "$(tr -d ' ' <"/sys/class/block/${PATHS[0]#/dev/}/device/vendor")"
	assert_eq "model" "HSV200" "$(tr -d ' ' <"/sys/class/block/${PATHS[0]#/dev/}/device/model")"
	assert_eq "cache of path 1" "write through" "$(cache_of 1)"

	count_start
	write_one "${PATHS[0]}"
	flush "${PATHS[0]}"
	synchronize_cache 2
	assert_between "ms for a flush" 20 5000 "$(milliseconds synchronize_cache 2)"
	count_stop
	assert_eq "flushes on path 1" 0 "$(count 1 flushes)"
	assert_eq "flushes on path 2" 2 "$(count 2 flushes)"
	assert_eq "flushes below" 2 "$(count below flushes)"
	assert_eq "writes below" 1 "$(count below writes)"

	path_cache 1 on on
	assert_eq "cache of path 1 when on" "write back" "$(cache_of 1)"
	assert_eq "cache of path 2 meanwhile" "write through" "$(cache_of 2)"
}
