# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathd makes maps of 56 LUNs of four paths, and commands answer meanwhile"
LIMIT=400
REQUIRES=stock

scenario() {
	local start
	many_luns 56
	daemon_start
	start=$SECONDS
	wait_until 40 "it answers" is_there
	# A few seconds on a real machine.
	while ! all_are_used; do
		((SECONDS - start < 200)) || fail "not in 200 s: $(fairpathctl show status)"
		sleep 0.5
	done
	echo "all maps are up after $((SECONDS - start)) s"
	many_maps 56 4 || fail "there are other maps: $(fairpathctl show maps)"
	assert_eq "paths that are usable" "paths   224, 224 usable, 0 in no map" \
		"$(fairpathctl show status | grep paths)"
	answers show topology
	answers show paths
	answers show flushes
	answers --json show topology
	daemon_stop
	many_remove
}

# In the tables, and not only found to be good.
all_are_used() {
	answers show topology
	(($(grep -cE ' active +ready +running$' "$STATE/answer" || true) == 224))
}

is_there() {
	fairpathctl show status >"$STATE/answer" 2>&1
}
