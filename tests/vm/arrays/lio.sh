# shellcheck shell=bash
# lio: the general array. A LUN in memory behind ports of the kernel's target.
#
#	size=64 (MiB)  and the options of target.sh

# shellcheck source=tests/vm/arrays/loopback.sh
. /lab/tests/vm/arrays/loopback.sh

lio_up() {
	array_options "$TARGET_OPTIONS size=64" "$@"
	loopback_up "$(store_make lio memory_backed=1 "size=${OPTION[size]}")"
}

lio_down() {
	loopback_down
}
