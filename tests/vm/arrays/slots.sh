# shellcheck shell=bash
# slots: an array with S servers that each take the same time for a request.
# Any number of requests is accepted, S are served at a time, whatever path they
# came through: the array for questions of fairness.
#
#	slots=8  service=4000 (us)  size=64 (MiB)  and the options of target.sh

# shellcheck source=tests/vm/arrays/loopback.sh
. /lab/tests/vm/arrays/loopback.sh

slots_up() {
	local nanoseconds
	array_options "$TARGET_OPTIONS backstore=iblock slots=8 service=4000 size=64" "$@"
	nanoseconds=$((OPTION[service] * 1000))
	loopback_up "$(store_make slots memory_backed=1 "size=${OPTION[size]}" irqmode=2 \
		"completion_nsec=$nanoseconds" submit_queues=1 "hw_queue_depth=${OPTION[slots]}")"
}

slots_down() {
	loopback_down
}
