# shellcheck shell=bash
# eva: the HP EVA of the bug that began all this. Its ports declare no write
# cache (WCE=0), and yet a SYNCHRONIZE CACHE that arrives costs 20 ms.
#
#	size=64 (MiB)  flush=20 (ms)  and the options of target.sh

# shellcheck source=tests/vm/arrays/loopback.sh
. /lab/tests/vm/arrays/loopback.sh

eva_up() {
	local store
	array_options "$TARGET_OPTIONS vendor=HP product=HSV200 size=64 flush=20" "$@"
	# 200 us: what a write to the mirrored cache of such an array takes. A
	# cache, or the flushes would end above it.
	store=$(store_make eva memory_backed=1 "size=${OPTION[size]}" "cache_size=${OPTION[size]}" \
		irqmode=2 completion_nsec=200000)
	eva_flush_delay "$store"
	loopback_up mapper/array-flush
	# Counted where the flushes arrive, and they do one by one.
	echo "$store" >"$STATE/below"
}

eva_flush_delay() {
	dm create array-flush --table "0 $(blockdev --getsz "/dev/$1") delay \
		/dev/$1 0 0 /dev/$1 0 0 /dev/$1 0 ${OPTION[flush]}"
}

eva_down() {
	ports_drop
	backstores_drop
	dm remove --retry array-flush
	stores_drop
}
