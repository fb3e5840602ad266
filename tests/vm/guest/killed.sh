# shellcheck shell=bash
# A daemon that is killed again and again, at instants that nobody chose, while it
# changes its map under verified I/O.

# daemon_killed_often TIMES
daemon_killed_often() {
	local i
	array_up lio size=16
	killed_conf multibus
	daemon_start
	wait_until 60 "a map of four paths" daemon_map_of 4
	fio_start "/dev/mapper/$MAP" rate_iops=200 time_based runtime=3600 \
		do_verify=1 verify_backlog=256
	for ((i = 1; i <= $1; i++)); do
		# Each one finds another policy, and so a table to load.
		if ((i % 2)); then killed_conf failover; else killed_conf multibus; fi
		killed_at_random "$i"
		fio_runs || fio_wait
	done
	# The last one has time to come to an end.
	killed_conf failover
	daemon_kill
	daemon_start
	wait_until 60 "the map is up, in four groups" killed_map_is_up
	echo "$1 daemons were killed, $(killed_reloads) reloads begun"
	fio_runs || fio_wait
	fio_stop
	daemon_stop
	remove "$MAP"
}

killed_conf() {
	daemon_conf "overrides {" "path_grouping_policy $1" "no_path_retry 60" "}"
}

# The daemon that runs is killed, and another one is started, and lives for up to two
# seconds, or until a moment after it began a reload. By turns what the first one had
# begun is killed with it, or goes on, as under systemd.
killed_at_random() {
	local reloads
	daemon_runs || fail "fairpathd has ended by itself: $(tail -n 5 "$DAEMON_LOG")"
	if (($1 % 3)); then
		daemon_kill
	else
		daemon_kill_alone
	fi
	reloads=$(killed_reloads)
	daemon_start
	if (($1 % 2)); then
		sleep "$((RANDOM % 2)).$((RANDOM % 10))$((RANDOM % 10))"
	else
		killed_sees_reload "$reloads"
		sleep "0.$((RANDOM % 3))$((RANDOM % 10))"
	fi
}

# How many the daemons have begun so far.
killed_reloads() {
	grep -c ": reload: " "$DAEMON_LOG" || true
}

# killed_sees_reload BEFORE: none comes where the one before got as far as the new table
killed_sees_reload() {
	local i
	for ((i = 0; i < 10; i++)); do
		(($(killed_reloads) == $1)) || return 0
		sleep 0.1
	done
}

killed_map_is_up() {
	[[ $(dmsetup info -c --noheadings -o suspended "$MAP") == Active ]] &&
		map_paths_are "$MAP" A 4 && [[ $(dmsetup table "$MAP") == *" 4 1 service-time "* ]]
}
