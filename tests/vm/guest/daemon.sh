# shellcheck shell=bash
# The real daemon: started, stopped, killed; and what it makes of paths.

DAEMON=/lab/$PROGRAMS/bin/fairpathd
DAEMON_LOG=$STATE/fairpathd.log

# daemon_conf LINE...: the configuration of the next daemon; defaults that make a lab's
# second count are put before it
# shellcheck disable=SC2120
daemon_conf() {
	cat >"$STATE/fairpath.conf" <<-EOT
		defaults {
			find_multipaths yes
			polling_interval 1
			max_polling_interval 2
			checker_timeout 2
		}
		$(printf '%s\n' "$@")
	EOT
}

# daemon_start [OPTION...]: in a process group of its own, so that daemon_kill ends its
# children too
daemon_start() {
	# shellcheck disable=SC2119
	fairpath_module
	[[ -x $DAEMON ]] || fail "fairpathd has not been built"
	# shellcheck disable=SC2119
	[[ -e $STATE/fairpath.conf ]] || daemon_conf
	setsid "$DAEMON" --config "$STATE/fairpath.conf" -v "$@" >>"$DAEMON_LOG" 2>&1 &
	DAEMON_PID=$!
	echo "$DAEMON_PID" >"$STATE/daemon"
}

daemon_runs() {
	kill -0 "$DAEMON_PID" 2>/dev/null
}

# daemon_kill: at once, whatever it and its children are doing
daemon_kill() {
	# Its group is not there yet when it was started a moment ago.
	kill -9 -- "$DAEMON_PID" "-$DAEMON_PID" 2>/dev/null || true
	wait "$DAEMON_PID" 2>/dev/null || true
	rm -f "$STATE/daemon"
}

# daemon_kill_alone: the daemon itself; what its children have begun they end
daemon_kill_alone() {
	kill -9 "$DAEMON_PID" 2>/dev/null || true
	wait "$DAEMON_PID" 2>/dev/null || true
	rm -f "$STATE/daemon"
}

# daemon_stop: orderly; it must end well and soon
daemon_stop() {
	local rc=0
	kill -TERM "$DAEMON_PID"
	wait "$DAEMON_PID" || rc=$?
	rm -f "$STATE/daemon"
	((rc == 0)) || fail "fairpathd ended with status $rc: $(tail -n 5 "$DAEMON_LOG")"
}

daemon_said() {
	grep -qE "$1" "$DAEMON_LOG"
}

# map_paths NAME STATE: how many paths of the map are A or F
map_paths() {
	local words i n=0
	# Where there is no device there is no path.
	read -ra words <<<"$(status "$1" 2>/dev/null || true)"
	for ((i = 1; i < ${#words[@]}; i++)); do
		# shellcheck disable=SC2053 # a pattern
		[[ ${words[i]} != $2 || ${words[i - 1]} != [0-9]*:[0-9]* ]] || ((++n))
	done
	echo "$n"
}

# map_paths_are NAME STATE N: for wait_until
map_paths_are() {
	(($(map_paths "$1" "$2") == $3))
}

# The map of the array that is up is called by its WWID.
daemon_map() {
	local name number
	while read -r name number; do
		[[ $number == "("* ]] || continue
		echo "$name"
		break
	done < <(dmsetup ls --target fairpath 2>/dev/null)
}

# daemon_map_of N: for wait_until; a map with N usable paths, whose name is then in MAP
daemon_map_of() {
	MAP=$(daemon_map)
	[[ $MAP ]] && map_paths_are "$MAP" A "$1"
}

# answers ARGUMENT...: fairpathctl does, within what a second is on an emulated machine
# that has more to do, and sooner than anything that waits for a device that is silent;
# whether it can do what it is asked is another question
answers() {
	local start=${EPOCHREALTIME/./} rc=0
	fairpathctl "$@" >"$STATE/answer" 2>&1 || rc=$?
	assert_between "milliseconds of fairpathctl $*" 0 8000 \
		$(((${EPOCHREALTIME/./} - start) / 1000))
	((rc <= 1)) || fail "fairpathctl $* ended with status $rc: $(<"$STATE/answer")"
}

# fairpathctl ARGUMENT...: of the build
fairpathctl() {
	"/lab/$PROGRAMS/bin/fairpathctl" "$@"
}

# path_column N NAME: of the array's path N, what `fairpathctl show paths` says under NAME
path_column() {
	fairpathctl show paths | awk -F '  +' -v name="$2" -v dev="$(basename "${PATHS[$1 - 1]}")" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
		$column["dev"] == dev { print $column[name] }'
}

# path_column_is N NAME VALUE: for wait_until
path_column_is() {
	[[ $(path_column "$1" "$2") == "$3" ]]
}
