# shellcheck shell=bash
# Counts what arrives at many LUNs, for as long as it takes: the kernel keeps
# sums, not events, so that no buffer ends. Sourced.
#
#	tally_start; ...; tally_stop
#	tally paths|array commands|reads|writes|discards|fua|flushes
#
# The event is that a request is given to a driver: sd for the paths, null_blk for
# the array. A clone's flags become the CDB, and nothing between changes them.

TALLY=/sys/kernel/tracing/events/block/block_rq_issue/trigger
TALLY_KEYS='hist:keys=dev,rwbs:size=65536'

tally_start() {
	echo "$TALLY_KEYS" >"$TALLY"
}

# A line each: paths|array KIND COUNT. In rwbs F before the letter of the operation
# is a flush, after it FUA.
tally_stop() {
	local hist=${TALLY%trigger}hist
	grep -q 'Dropped: 0' "$hist" || fail "more kinds of requests than can be counted"
	gawk -v disks="$(tally_devices 'sd*')" -v stores="$(tally_devices 'nullb*' 'lun*')" '
		match($0, /dev: +([0-9]+), rwbs: ([A-Z]+) .*hitcount: +([0-9]+)/, at) {
			device = " " at[1] " "
			where = index(disks, device) ? "paths" : index(stores, device) ? "array" : ""
			if (!where)
				next
			kind = at[2] ~ /^FF?$/ ? "flushes" : at[2] ~ /^F?W/ ? "writes" :
				at[2] ~ /^F?R/ ? "reads" : at[2] ~ /^D/ ? "discards" : ""
			# What is left is passed through: is the unit ready, and the like.
			if (!kind)
				next
			n[where " " kind] += at[3]
			n[where " commands"] += at[3]
			if (at[2] ~ /[A-Z]F/ && at[2] != "FF")
				n[where " fua"] += at[3]
		}
		END { for (key in n) print key, n[key] }' "$hist" >"$STATE/tally"
	echo "!$TALLY_KEYS" >"$TALLY"
}

# tally_devices PATTERN...: as the trace numbers them, major << 20 | minor
tally_devices() {
	local pattern device major minor
	printf ' '
	for pattern; do
		# shellcheck disable=SC2231 # a pattern
		for device in /sys/block/$pattern/dev; do
			[[ -e $device ]] || continue
			IFS=: read -r major minor <"$device"
			printf '%d ' $((major << 20 | minor))
		done
	done
}

tally() {
	awk -v key="$1 $2" '$1 " " $2 == key { n += $3 } END { print n + 0 }' "$STATE/tally"
}
