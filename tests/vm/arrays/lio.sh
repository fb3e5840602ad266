# shellcheck shell=bash
# lio: the general array. A LUN in memory behind ports of the kernel's target.
#
#	size=64 (MiB)  and the options of target.sh
#	log=off|on     below all paths a log of what was durable when, see store.sh

# shellcheck source=tests/vm/arrays/loopback.sh
. /lab/tests/vm/arrays/loopback.sh

lio_up() {
	local store
	array_options "$TARGET_OPTIONS size=64 log=off" "$@"
	store=$(store_make lio memory_backed=1 "size=${OPTION[size]}")
	if [[ ${OPTION[log]} == on ]]; then
		log_lay "$store"
		loopback_up mapper/array-log
		echo "$store" >"$STATE/below"
	else
		loopback_up "$store"
	fi
}

lio_down() {
	ports_drop
	backstores_drop
	log_drop
	stores_drop
}
