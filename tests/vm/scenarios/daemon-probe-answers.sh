# shellcheck shell=bash
DESCRIPTION="each kind of probe tells what an LIO path is and how it is"
LIMIT=180
REQUIRES=stock

scenario() {
	local wwid
	array_up lio paths=2 groups=1,2 cache=on fua=on size=16
	probe_ready
	group_state 1 optimized
	group_state 2 optimized
	wwid=3$(wwid 1 | sed 's/^naa\.//')

	for kind in tur directio readsector0 none; do
		probe $kind 1
		assert_match "$kind of a healthy path" "^sd[a-z]+ up [0-9]+ " "$SAID"
	done

	probe identity wwid="$wwid" 1 2
	assert_match "identity" "^sd[a-z]+ up [0-9]+ identity: $wwid"$'\n'"sd[a-z]+ up [0-9]+ identity: $wwid\$" "$SAID"
	probe identity wwid=3600508b4000156d70001200000b00000 1
	assert_match "identity of another" " wrong [0-9]+ identity: $wwid answers instead of 3600508b4000156d70001200000b00000\$" "$SAID"

	probe cache 1
	assert_match "cache" " up [0-9]+ cache: write back, takes FUA\$" "$SAID"
	path_cache 1 off
	probe cache 1
	assert_match "cache, when it is off" " up .* cache: write through\$" "$SAID"

	path_fail 1
	probe tur 1
	assert_match "tur of a path that has failed" " (down|pending|timeout) " "$SAID"
	probe directio 1
	assert_match "directio of it" " down " "$SAID"
	probe tur 2
	assert_match "tur of the other path" " up " "$SAID"
	path_restore 1
	probe tur 1
	assert_match "tur when it is back" " up " "$SAID"
}
