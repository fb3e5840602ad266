# shellcheck shell=bash
# Counts the commands that arrive: on each path, and on what is below them.
#
#	count_start; ...; count_stop
#	count PATH|below reads|writes|fua|flushes|discards|activations
#
# Exact, because each command is an event in the kernel's trace: for SCSI when
# it is handed to the host adapter, from the bytes of its CDB; for what is below
# and for null_blk when the driver is given the request. A dm clone does not
# appear as a flush in /sys/block/*/stat, so that cannot be used.

TRACE=/sys/kernel/tracing/instances/lab
# Per CPU; an event takes about 100 bytes, so that 160,000 fit.
TRACE_KIB=16384

count_start() {
	mkdir -p "$TRACE"
	echo 0 >"$TRACE/tracing_on"
	echo "$TRACE_KIB" >"$TRACE/buffer_size_kb"
	[[ ! -d $TRACE/events/scsi ]] || echo 1 >"$TRACE/events/scsi/scsi_dispatch_cmd_start/enable"
	echo 1 >"$TRACE/events/block/block_rq_issue/enable"
	echo >"$TRACE/trace"
	echo 1 >"$TRACE/tracing_on"
}

# A line each: DEVICE KIND COUNT. DEVICE is a SCSI address or MAJOR,MINOR.
count_stop() {
	local lost
	echo 0 >"$TRACE/tracing_on"
	lost=$(awk '/^(overrun|commit overrun|dropped events):/ { n += $NF } END { print n }' \
		"$TRACE"/per_cpu/cpu*/stats)
	((lost == 0)) || fail "the trace buffer lost $lost events: count less at a time"
	count_events <"$TRACE/trace" >"$STATE/counts"
	rmdir "$TRACE"
}

count_events() {
	gawk '
	function add(device, kind) { n[device " " kind]++ }

	# host_no=2 channel=0 id=0 lun=0 ... raw=2a 08 00 ...)
	/ scsi_dispatch_cmd_start: / {
		match($0, /host_no=([0-9]+) channel=([0-9]+) id=([0-9]+) lun=([0-9]+)/, at)
		match($0, /raw=([0-9a-f]{2}) ([0-9a-f]{2})/, cdb)
		device = at[1] ":" at[2] ":" at[3] ":" at[4]
		fua = and(strtonum("0x" cdb[2]), 8)
		switch (cdb[1]) {
		case /08|28|a8|88/: add(device, "reads"); break
		case /0a/: add(device, "writes"); break
		case /2a|aa|8a/: add(device, "writes"); if (fua) add(device, "fua"); break
		case /35|91/: add(device, "flushes"); break
		case /41|42|93/: add(device, "discards"); break
		# MAINTENANCE OUT / SET TARGET PORT GROUPS: explicit ALUA
		case /a4/: if (cdb[2] ~ /^.a$/) add(device, "activations"); break
		}
	}

	# block_rq_issue: 252,0 WFS 4096 () ...: F before the letter of the
	# operation is a flush, after it FUA. A flush alone is F or FF.
	/ block_rq_issue: / {
		match($0, /block_rq_issue: ([0-9]+,[0-9]+) ([A-Z]+)/, rq)
		switch (rq[2]) {
		case /^F*R/: add(rq[1], "reads"); break
		case /^F*W/: add(rq[1], "writes"); if (rq[2] ~ /WF/) add(rq[1], "fua"); break
		case /^F/: add(rq[1], "flushes"); break
		case /^D/: add(rq[1], "discards"); break
		}
	}
	END { for (key in n) print key, n[key] }'
}

# count N|DEV|below KIND
count() {
	local device
	case $1 in
	below)	device=$(array_below) ;;
	[1-9]*)	device=$(array_counted "${PATHS[$1 - 1]}") ;;
	*)	device=$(array_counted "$1") ;;
	esac
	awk -v devices=" $device " -v kind="$2" '
		index(devices, " " $1 " ") && $2 == kind { n += $3 } END { print n + 0 }' "$STATE/counts"
}
