# shellcheck shell=bash
DESCRIPTION="under the virtual clock the same load takes the same time twice"
REQUIRES="virtual stock"
CLOCK=virtual
LIMIT=180

scenario() {
	local first second
	array_up null
	# The first run finds nothing in the guest's caches.
	nanoseconds >/dev/null
	first=$(nanoseconds)
	second=$(nanoseconds)
	assert_between "nanoseconds of an I/O of the second run" $((first * 99 / 100)) \
		$((first * 101 / 100)) "$second"
}

nanoseconds() {
	"$TOOLS/io-time" read 1 2000 "${PATHS[0]}"
}
