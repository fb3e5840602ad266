# shellcheck shell=bash disable=SC2034
DESCRIPTION="how long requests waited and took is counted, and a reload loses nothing of a path that stays"
LIMIT=240

FAIR="fair_queue fair_depth 4"

scenario() {
	local before flood
	array_up slots slots=4 service=150000
	create fp "$(fairpath_table service-time "$FAIR")"
	no_elevator fp
	flood /dev/mapper/fp 16
	"${FLOOD[@]}" >/dev/null 2>&1 &
	flood=$!
	wait_until 60 "40 have waited" granted_at_least fp 1 40
	assert_between "requests that ended on path 1" 5 100000 "$(recorded path 1 0 25)"
	# 150 ms each, and 12 before them; the 18th bucket begins at 65 ms.
	assert_eq "requests that took less than 65 ms" 0 "$(recorded path 1 0 16)"
	assert_between "requests that waited for more than 65 ms" 20 100000 "$(recorded flow 1 17 25)"

	before=$(recorded path 1 0 25)
	reload fp "$(fairpath_table service-time "$FAIR" "${PATHS[@]:0:2}")"
	assert_between "requests on path 1 after the reload" "$before" 100000 "$(recorded path 1 0 25)"
	assert_eq "paths that are told of" 2 "$(dmsetup message fp 0 show_latency | grep -c ^path)"
	kill $flood
	wait $flood || true
	message fp reset_counters
	assert_eq "requests that are counted after a reset" 0 \
		"$(($(recorded path 1 0 25) + $(recorded flow 1 0 25)))"
	remove fp
}

# recorded flow|path N FIRST LAST: requests of the N-th line of that kind, in these buckets
recorded() {
	dmsetup message fp 0 show_latency | gawk -v kind="$1" -v n="$2" -v from="$3" -v to="$4" '
		$1 == kind && ++seen == n { for (i = 7 + from; i <= NF && i <= 7 + to; i++) sum += $i }
		END { print sum + 0 }'
}
