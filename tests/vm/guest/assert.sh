# shellcheck shell=bash
# Assertions. One that does not hold ends the scenario, with what was expected
# and what was seen.

# fail "why": where it was called is told too
fail() {
	local i
	echo "FAILED: $*"
	for ((i = 1; i < ${#FUNCNAME[@]} - 1; i++)); do
		echo "    in ${FUNCNAME[i]}, ${BASH_SOURCE[i]##*/}:${BASH_LINENO[i - 1]}"
	done
	# In a subshell, $(count ...), exit ends only that.
	touch "$STATE/failed"
	exit 1
} >&2

# assert_eq WHAT EXPECTED SEEN
assert_eq() {
	[[ $2 == "$3" ]] || fail "$1: expected '$2', saw '$3'"
}

# assert_match WHAT REGEX SEEN
assert_match() {
	[[ $3 =~ $2 ]] || fail "$1: expected a match of '$2', saw '$3'"
}

# assert_between WHAT LEAST MOST SEEN
assert_between() {
	(($2 <= $4 && $4 <= $3)) || fail "$1: expected $2 to $3, saw $4"
}

# assert_fails COMMAND...: it must; its words are kept in $OUTPUT
assert_fails() {
	if OUTPUT=$("$@" 2>&1); then
		fail "expected to fail, but succeeded: $*"
	fi
}

# assert_io_error COMMAND...: it must fail, and with EIO rather than anything else
assert_io_error() {
	assert_fails "$@"
	[[ $OUTPUT == *"Input/output error"* ]] || fail "expected an I/O error, saw: $OUTPUT"
}

# pause SECONDS: without a process, which in an emulated guest would take as long
pause() {
	# A pipe that nobody writes to.
	[[ ${PAUSE:-} ]] || exec {PAUSE}<>/run/lab/pause
	read -rt "$1" -u "$PAUSE" || true
}

# wait_until SECONDS "sentence" COMMAND...: polls, ten times a second. The limit is that of
# a machine with nothing else to do; one that is loaded may take three times as long.
wait_until() {
	local what=$2 limit=$((3 * $1)) deadline=$((SECONDS + 3 * $1))
	shift 2
	until "$@"; do
		((SECONDS < deadline)) || fail "waited $limit s in vain: $what"
		pause 0.1
	done
}
