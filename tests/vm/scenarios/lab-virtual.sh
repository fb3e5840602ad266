# shellcheck shell=bash
DESCRIPTION="under the virtual clock the same load takes the same time twice"
REQUIRES="virtual stock"
CLOCK=virtual
LIMIT=120

scenario() {
	local first second
	array_up null
	# The first run finds nothing in the guest's caches.
	nanoseconds >/dev/null
	first=$(nanoseconds)
	second=$(nanoseconds)
	# Repeats of figures agree within 0.35 %; so short a run is less exact.
	assert_between "nanoseconds of the second run" $((first * 97 / 100)) $((first * 103 / 100)) \
		"$second"
}

nanoseconds() {
	local start=${EPOCHREALTIME/./}
	fio --name=virtual --filename="${PATHS[0]}" --ioengine=libaio --direct=1 --bs=4k \
		--rw=randread --iodepth=1 --number_ios=2000 --size=16m --thread --minimal >/dev/null
	echo $(((${EPOCHREALTIME/./} - start) * 1000))
}
