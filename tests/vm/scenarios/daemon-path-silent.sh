# shellcheck shell=bash disable=SC2034
DESCRIPTION="fairpathd checks a path that I/O says is silent at once, and shows it, and when that is over"
LIMIT=240
REQUIRES=stock

scenario() {
	local flood silent checks
	array_up slots slots=4 service=50000
	# So rare that no check is due by itself.
	daemon_conf 'defaults {' 'fair_queue yes' 'features "2 fair_depth 16"' \
		'polling_interval 3600' 'max_polling_interval 3600' '}'
	daemon_start
	wait_until 40 "a map of four paths" daemon_map_of 4
	no_elevator "$MAP"
	flood "/dev/mapper/$MAP" 32
	"${FLOOD[@]}" >/dev/null 2>&1 &
	flood=$!
	wait_until 30 "requests wait" waiting_at_least "$MAP" 8
	silent=${PATHS[1]#/dev/}

	checks=$(checks_of "$silent")
	path_silence 2
	wait_until 60 "the daemon tells of it" daemon_said "$silent: silent: I/O is out there"
	wait_until 20 "the path is shown as silent" shown_as_silent "$silent"
	wait_until 20 "it was checked" checked_since "$silent" "$checks"
	path_restore 2
	wait_until 60 "the daemon tells of its end" daemon_said "$silent: silent no longer"
	wait_until 20 "that is shown" shown_as_speaking "$silent"
	kill $flood
	wait $flood || true
	daemon_stop
	remove "$MAP"
}

# checks_of DISK
checks_of() {
	fairpathctl --json show paths | gawk -v dev="$1" '
		/"dev":/ { mine = index($0, "\"" dev "\"") }
		mine && match($0, /"checks": *([0-9]+)/, found) { print found[1] }'
}

# checked_since DISK N: for wait_until
checked_since() {
	(($(checks_of "$1") > $2))
}

shown_as_silent() {
	fairpathctl show paths | grep -E " $1 .* silent; " >/dev/null
}

shown_as_speaking() {
	! shown_as_silent "$1"
}
