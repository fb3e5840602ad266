# shellcheck shell=bash
# slots: an array with S servers that each take the same time for a request.
# Any number of requests is accepted, S are served at a time, whatever path they
# came through: the array for questions of fairness.
#
#	slots=8  service=4000 (us)  size=64 (MiB)  and the options of target.sh

# shellcheck source=tests/vm/arrays/loopback.sh
. /lab/tests/vm/arrays/loopback.sh

slots_up() {
	array_options "$TARGET_OPTIONS backstore=iblock slots=8 service=4000 size=64" "$@"
	loopback_up "$(slots_store slots "${OPTION[service]}")"
}

# slots_store NAME SERVICE: prints the device's name. An elevator would serve them by
# address, and keep most of the servers from writes; so would the throttling of writes that
# the kernel takes for writeback, and who waits for that holds up the reads behind it.
slots_store() {
	local store
	store=$(store_make "$1" memory_backed=1 "size=${OPTION[size]}" irqmode=2 \
		"completion_nsec=$(($2 * 1000))" submit_queues=1 "hw_queue_depth=${OPTION[slots]}")
	echo none >"/sys/block/$store/queue/scheduler"
	[[ ! -e /sys/block/$store/queue/wbt_lat_usec ]] || echo 0 >"/sys/block/$store/queue/wbt_lat_usec"
	echo "$store"
}

slots_down() {
	loopback_down
}
