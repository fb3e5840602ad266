# shellcheck shell=bash
# Load on a device, and whether what was written is what is read.

# fio_job DEV KEY=VALUE...: the command line, verified by crc32c
fio_job() {
	local device=$1 option words
	shift
	words=(--name=verify --filename="$device" --ioengine=libaio --direct=1 --bs=4k --rw=randwrite
		--iodepth=16 --verify=crc32c --verify_fatal=1 --thread --minimal --size=8m)
	for option; do
		words+=("--$option")
	done
	printf '%s\n' "${words[@]}"
}

# fio_verify DEV KEY=VALUE...: writes, then reads and compares
fio_verify() {
	local job
	mapfile -t job < <(fio_job "$@")
	fio "${job[@]}" >"$STATE/fio" 2>&1 || {
		cat "$STATE/fio"
		fail "fio on $1: an I/O error, or what was read is not what was written"
	}
}

# fio_start DEV KEY=VALUE...: the same in the background
fio_start() {
	local job
	mapfile -t job < <(fio_job "$@")
	fio "${job[@]}" >"$STATE/fio" 2>&1 &
	FIO=$!
}

# Until fio has its handler of SIGINT, a job in the background of a shell ignores it.
fio_hears() {
	! fio_runs || [[ $(<"/proc/$FIO/comm") == fio &&
		$((0x$(awk '/^SigCgt:/ { print $2 }' "/proc/$FIO/status") & 2)) != 0 ]]
}

# fio_wait: until it ends, which must be well
fio_wait() {
	wait "$FIO" || {
		cat "$STATE/fio"
		fail "fio in the background: an I/O error, or what was read is not what was written"
	}
}

# fio_stop: before its time; what it has done so far must have gone well
fio_stop() {
	local rc=0 error
	# Told to stop before it listens, fio would run to its end.
	wait_until 60 "fio listens to signals" fio_hears
	kill -INT "$FIO"
	wait "$FIO" || rc=$?
	error=$(awk -F';' '/^3;fio/ { print $5 }' "$STATE/fio")
	# 128: it was told to stop.
	[[ $rc =~ ^(0|128)$ && $error == 0 ]] || {
		cat "$STATE/fio"
		fail "fio in the background ended with status $rc and error '$error'"
	}
}

# fio_runs: for wait_until, and to be sure that an event met I/O
fio_runs() {
	kill -0 "$FIO" 2>/dev/null
}

# verify_write DEV: 1 MiB of random data, read back past the cache
verify_write() {
	local data=$STATE/data
	head -c 1M /dev/urandom >"$data"
	dd if="$data" of="$1" bs=64k oflag=direct status=none
	dd if="$1" bs=64k count=16 iflag=direct status=none | cmp - "$data" ||
		fail "$1: what was read is not what was written"
}

# read_one DEV: one block, past the cache
read_one() {
	dd if="$1" of=/dev/null bs=4k count=1 iflag=direct status=none
}

# write_one DEV [FLAG...]: one block, past the cache; dsync makes it FUA, or a
# write and a flush
write_one() {
	local device=$1
	local IFS=,
	shift
	dd if=/dev/zero of="$device" bs=4k count=1 oflag="direct${*:+,$*}" conv=notrunc status=none
}

# flush DEV: what fsync sends
flush() {
	sync "$1"
}

# milliseconds COMMAND...: how long it takes
milliseconds() {
	local start=${EPOCHREALTIME/./}
	"$@" >&2
	echo $(((${EPOCHREALTIME/./} - start) / 1000))
}

# in_flight DEV: how many requests its queue has started and not ended
in_flight() {
	local reads writes
	read -r reads writes <"/sys/dev/block/$(stat -Lc %Hr:%Lr "$1")/inflight"
	echo $((reads + writes))
}

# in_flight_is DEV N: for wait_until
in_flight_is() {
	(($(in_flight "$1") == $2))
}
