# shellcheck shell=bash
DESCRIPTION="in each ALUA state tur, alua and sysfs tell what the array says"
LIMIT=180
REQUIRES=stock

# told STATE VERDICT PRIORITY NAME: of path 2, whose group is put into the state
told() {
	group_state 2 "$1"
	probe tur 2
	assert_match "tur, $1" "^sd[a-z]+ $2 " "$SAID"
	probe alua 2
	assert_match "alua, $1" " up [0-9]+ priority=$3 .*alua: $4, target port group 2\$" "$SAID"
	probe tur 1
	assert_match "tur of the other path" " up " "$SAID"
}

# The array is 3 s on its way to another state.
transition() {
	local group
	group=$(backstore_of 2)/alua/group2
	echo 3000 >"$group/trans_delay_msecs"
	echo "${ALUA[optimized]}" >"$group/alua_access_state" &
	sleep 0.5
	probe tur 2
	assert_match "tur while the state changes" " transitioning " "$SAID"
	wait
}

scenario() {
	array_up lio paths=2 groups=1,2 size=16
	probe_ready
	group_state 1 optimized
	told optimized up 50 active/optimized
	told nonoptimized up 10 active/non-optimized
	told standby ghost 1 standby
	told unavailable down 0 unavailable
	transition

	probe alua 1
	assert_match "alua of path 1" " up [0-9]+ priority=50 .*target port group 1\$" "$SAID"
	probe const 1
	assert_match "const" " up [0-9]+ priority=1 " "$SAID"
}
