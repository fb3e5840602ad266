# shellcheck shell=bash
# What is below an array's ports: a null_blk device, and one cable for each path
# between it and the port, a mapped device that can be silenced and slowed.
# Between the two there may be a log of all that reaches the store. Sourced.

NULLB=/sys/kernel/config/nullb
CABLES=/dev/mapper/array-cable

# store_make NAME KEY=VALUE...: prints the device's name. The keys are
# null_blk's own, in the order in which they are to be set.
store_make() {
	local name=$1 word
	modprobe null_blk nr_devices=0
	mkdir "$NULLB/$name"
	for word in "${@:2}"; do
		echo "${word#*=}" >"$NULLB/$name/${word%%=*}"
	done
	echo 1 >"$NULLB/$name/power"
	# 6.12 names it as the folder, 6.1 by its index.
	if [[ -e /sys/block/$name ]]; then
		echo "$name"
	else
		echo "nullb$(<"$NULLB/$name/index")"
	fi
}

stores_drop() {
	local stores=("$NULLB"/*/)
	[[ ! -d ${stores[0]} ]] || rmdir "${stores[@]}"
}

# cables_lay N DEV: 1 to N
cables_lay() {
	local n size all=()
	size=$(blockdev --getsz "$2")
	for ((n = 1; n <= $1; n++)); do
		all+=("array-cable$n,,,rw,0 $size linear $2 0")
		echo "$2" >"$STATE/cable$n"
	done
	local IFS=";"
	dm create --concise "${all[*]}"
}

# cable_swap N TABLE: without waiting for what is in flight above
cable_swap() {
	local store
	store=$(<"$STATE/cable$1")
	touch "$STATE/bad-cable$1"
	dm load "array-cable$1" --table "0 $(blockdev --getsz "$store") $2"
	dm suspend --noflush --nolockfs "array-cable$1"
	dm resume "array-cable$1"
}

# Whatever comes is kept until the cable is mended.
cable_silence() {
	touch "$STATE/bad-cable$1"
	dm suspend --noflush --nolockfs "array-cable$1"
}

# cable_slow N MS: each read, write and flush
cable_slow() {
	cable_swap "$1" "delay $(<"$STATE/cable$1") 0 $2"
}

# A path may share that of another one.
cable_mend() {
	[[ -e $STATE/bad-cable$1 ]] || return 0
	cable_swap "$1" "linear $(<"$STATE/cable$1") 0"
	rm "$STATE/bad-cable$1"
}

cables_drop() {
	local cables=("$STATE"/cable*)
	[[ -e ${cables[0]} ]] || return 0
	dm remove --retry "${cables[@]/#"$STATE/"/array-}"
	rm -f "$STATE"/cable* "$STATE"/bad-cable*
}

# The log is dm-log-writes': in it a plain write is from the flush on that followed
# its end, a FUA write from its own end on. What precedes a mark is thus what was
# durable when the mark was put, whatever paths it came through; tools/crash-log
# reads it. The device has a volatile cache and takes FUA, so that both arrive.

# log_lay STORE: /dev/mapper/array-log
log_lay() {
	local log
	log=$(store_make log memory_backed=1 size=512)
	modprobe dm-log-writes
	dm create array-log --table "0 $(blockdev --getsz "/dev/$1") log-writes /dev/$1 /dev/$log"
	echo "/dev/$log" >"$STATE/log"
	echo "/dev/$1" >"$STATE/logged"
}

# log_mark TEXT
log_mark() {
	dmsetup message array-log 0 mark "$1"
}

# log_end: no more is logged; prints the device with the log, complete
log_end() {
	local store
	store=$(<"$STATE/logged")
	dm load array-log --table "0 $(blockdev --getsz "$store") linear $store 0"
	dm suspend --nolockfs array-log
	dm resume array-log
	cat "$STATE/log"
}

log_drop() {
	[[ ! -e $STATE/log ]] || dm remove --retry array-log
	rm -f "$STATE/log" "$STATE/logged"
}
