# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathctl top shows who waits for how long and what each path does, as text and as JSON"
LIMIT=240
REQUIRES=stock

scenario() {
	local seen="$STATE/top" flood
	array_up slots slots=4 service=50000
	daemon_conf 'defaults {' 'fair_queue yes' 'features "2 fair_depth 4"' '}'
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	no_elevator "$MAP"
	flood "/dev/mapper/$MAP" 24
	"${FLOOD[@]}" >/dev/null 2>&1 &
	flood=$!
	wait_until 30 "requests wait" waiting_at_least "$MAP" 12

	fairpathctl top --delay 4 --rounds 2 "$MAP" >"$seen"
	cat "$seen"
	assert_eq "rounds" 2 "$(grep -c "^window 4, in flight [0-4], waiting [0-9]*; granted " "$seen")"
	# 80 in a second at most; how many that machine does, the lab cannot know.
	assert_eq "lines of flows that were served" 2 \
		"$(grep -cE "^[0-9]+ +100 +[0-9]+ +[1-9][0-9.]* +0\.[0-9]+ +[1-9][0-9.]* +" "$seen")"
	assert_between "lines of paths that were used" 2 8 \
		"$(grep -cE "^sd[a-z]+ +active +[0-9]+ +[1-9]" "$seen")"
	assert_eq "escape codes where there is no terminal" 0 "$(grep -c $'\033' "$seen" || true)"

	fairpathctl --json top -d 1 -n 3 >"$seen"
	assert_eq "records" 3 "$(grep -cE '^\{"maps":.*"granted_per_second":.*"time":[0-9]+\}$' "$seen")"

	fairpathctl show latency "$MAP" >"$seen"
	assert_eq "lines of flows that waited" 1 "$(grep -cE '^[0-9]+ +100 +[1-9]' "$seen")"
	# None can be quicker than the array.
	assert_eq "lines of paths that took 33 ms or more" 4 \
		"$(grep -cE '^sd[a-z]+ +[1-9][0-9]* +[0-9]{2,}\.[0-9]+ +([3-9][0-9]|[0-9]{3,})\.' "$seen")"

	kill $flood
	wait $flood || true
	daemon_stop
	remove "$MAP"
}
