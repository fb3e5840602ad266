# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathctl shows paths, fails and reinstates one, reloads, and says clearly what it may not do"
LIMIT=180
REQUIRES=stock

scenario() {
	local path map reloads
	# Nobody is there yet.
	status_is 3 "fairpathd is not running" fairpathctl show topology
	array_up lio size=16
	path=${PATHS[1]#/dev/}
	daemon_start
	wait_until 40 "a map of four paths" has_lines 4 " active +ready +running"
	map=$(daemon_map)
	assert_match "the first line" "^$map dm-[0-9]+ LIO-ORG,FAIRPATH$" \
		"$(fairpathctl show topology | head -n 1)"

	fairpathctl fail "$path"
	wait_until 40 "the path is failed" map_paths_are "$map" F 1
	assert_match "the failed path" " $path +[0-9:]+ +failed +faulty +running" \
		"$(fairpathctl show topology "$map")"
	sleep 3
	# It answers, and is not taken back all the same.
	map_paths_are "$map" F 1 || fail "the path came back by itself"
	fairpathctl reinstate "$path"
	wait_until 40 "the path is back" map_paths_are "$map" F 0

	reloads=$(reloads)
	fairpathctl reload "$map"
	wait_until 40 "the reload is done" reloads_are $((reloads + 1))
	fairpathctl reconfigure
	assert_match "the configuration" 'polling_interval "1"' "$(fairpathctl show config)"
	echo 'defaults { }' >"$STATE/fairpath.conf"
	status_is 1 "fairpath.conf:1" fairpathctl reconfigure
	assert_match "the status" "not in force: .*fairpath.conf:1" "$(fairpathctl show status)"

	status_is 1 "there is no path 'sdzz'" fairpathctl fail sdzz
	status_is 2 "there is no command 'show everything'" fairpathctl show everything
	# Anybody may look, and no more.
	chmod 755 /run /run/fairpath
	nobody show topology >/dev/null
	status_is 4 "fail: only root may" nobody fail "$path"
	daemon_stop
	remove "$map"
}

# status_is STATUS "words" COMMAND...
status_is() {
	local rc=0
	OUTPUT=$("${@:3}" 2>&1) || rc=$?
	assert_eq "exit status of ${*:3}" "$1" "$rc"
	assert_match "what ${*:3} says" "$2" "$OUTPUT"
}

nobody() {
	setpriv --reuid=65534 --regid=65534 --clear-groups \
		"/lab/$PROGRAMS/bin/fairpathctl" "$@"
}

# has_lines N REGEX: of the topology
has_lines() {
	(($({ fairpathctl show topology 2>/dev/null || true; } | awk -v words="$2" '$0 ~ words' | wc -l) == $1))
}

# How often a table was loaded into the one map.
reloads() {
	fairpathctl --json show maps | sed -n 's/.*"reloads": *\([0-9]*\).*/\1/p'
}

reloads_are() {
	[[ $(reloads) == "$1" ]]
}
