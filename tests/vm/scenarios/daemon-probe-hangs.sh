# shellcheck shell=bash
DESCRIPTION="reads that are not answered end at their limit, and hold nobody up"
LIMIT=180
REQUIRES=stock

# said DISK: how its answers were, one after the other
said() {
	awk -v disk="$1" '$1 == disk { print $2 }' "$STATE/said" | uniq | paste -sd ' '
}

said_is() {
	[[ $(said "$1") == "$2" ]]
}

# longest DISK: of its answers, in ms
longest() {
	awk -v disk="$1" '$1 == disk && $3 + 0 > most { most = $3 } END { print most + 0 }' "$STATE/said"
}

scenario() {
	local asking disks=() path
	array_up lio paths=4 size=16
	probe_ready
	for path in "${PATHS[@]}"; do
		disks+=("${path#/dev/}")
	done
	# As few at once as there are disks that will hang.
	/lab/build/tools/probe directio limit=5000 parallel=2 rounds=1000000 pause=250 \
		"${disks[@]}" >"$STATE/said" 2>&1 &
	asking=$!
	wait_until 40 "path 1 answers" said_is "${disks[0]}" up
	wait_until 40 "path 4 answers" said_is "${disks[3]}" up

	path_silence 2
	path_silence 3
	wait_until 40 "path 2 is told silent" said_is "${disks[1]}" "up timeout"
	wait_until 40 "path 3 is told silent" said_is "${disks[2]}" "up timeout"
	wait_until 40 "it is not asked again" \
		grep -q "^${disks[1]} timeout 0 .*has still not been answered" "$STATE/said"
	sleep 2
	assert_eq "path 1 all the time" up "$(said "${disks[0]}")"
	assert_between "ms, the longest answer of path 1" 0 4500 "$(longest "${disks[0]}")"
	assert_between "ms, the longest answer of path 4" 0 4500 "$(longest "${disks[3]}")"

	path_restore 2
	path_restore 3
	wait_until 40 "path 2 answers again" said_is "${disks[1]}" "up timeout up"
	wait_until 40 "path 3 answers again" said_is "${disks[2]}" "up timeout up"
	kill $asking
	wait $asking || true
}
