# shellcheck shell=bash
DESCRIPTION="slots: eight requests are served at a time, whatever the paths"
LIMIT=180
REQUIRES=stock

# last_to_end: of fio's terse lines, the longest run time of a reader in ms
last_to_end() {
	awk -F';' '/^3;/ && $9 > most { most = $9 } END { print most + 0 }'
}

scenario() {
	local path jobs=() ms
	array_up slots slots=8 service=50000
	for path in "${PATHS[@]}"; do
		jobs+=(--name="reader-${path#/dev/}" --filename="$path")
	done
	# 4 x 16 requests of 50 ms, 8 at a time: 400 ms. One by one they would take
	# 3200, and all at once 50.
	ms=$(fio --rw=randread --bs=4k --direct=1 --ioengine=libaio --iodepth=16 --io_size=64k \
		--size=4m --thread --minimal "${jobs[@]}" | last_to_end)
	assert_between "ms that 64 requests take" 390 3100 "$ms"
}
