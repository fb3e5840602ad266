# shellcheck shell=bash
# Tells results as TAP while they happen, and what there is to say of a failure.

TAP_COUNT=0
TAP_FAILED=0

# Each takes the scenario's name, and its seconds or the reason to skip it.
tap_pass() {
	echo "ok $((++TAP_COUNT)) - $(described "$1") # $2s"
}

tap_skip() {
	echo "ok $((++TAP_COUNT)) - $(described "$1") # SKIP $2"
}

tap_fail() {
	((++TAP_FAILED))
	echo "not ok $((++TAP_COUNT)) - $(described "$1") # $2s"
	echo "# $1, its log:"
	sed 's/^/#   /' "$OUT/$1.log"
	echo "# the kernel's log:"
	tail -n 100 "$OUT/$1.dmesg" 2>/dev/null | sed 's/^/#   /'
}

described() {
	if [[ $1 == kmemleak ]]; then
		echo "no memory is lost (kmemleak)"
	else
		field "$1" DESCRIPTION
	fi
}

# The plan comes last: only then it is known. Fails if anything did.
tap_end() {
	echo "1..$TAP_COUNT"
	((TAP_FAILED == 0)) || echo "# $TAP_FAILED failed; logs are in $OUT"
	((TAP_FAILED == 0))
}
