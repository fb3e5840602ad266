# shellcheck shell=bash
# Device-mapper: creating, looking at and removing mapped devices.

# With udevd running, dmsetup waits for its rules; without, it must make the
# nodes itself.
dm() {
	if [[ -e $STATE/udev ]]; then
		dmsetup "$@"
	else
		DM_DISABLE_UDEV=1 dmsetup "$@"
	fi
}

# fairpath_module [PARAMETER=VALUE...]: loads it, once. VARIANT, if set, is one of
# the deliberately wrong builds that the scenario's VARIANTS name.
# shellcheck disable=SC2120 # scenarios pass parameters
fairpath_module() {
	local module=/lab/build/module/$KERNEL${VARIANT:+-$VARIANT}/dm-fairpath.ko
	[[ -d /sys/module/dm_fairpath ]] && return
	[[ -e $module ]] || fail "no module has been built for kernel $KERNEL"
	# For hardware handlers; modprobe would load it by itself.
	modprobe -q scsi_mod || true
	insmod "$module" "$@" || fail "cannot load $module: $(dmesg | tail -n 3)"
}

# create NAME "TABLE": with the module that the table needs
create() {
	# shellcheck disable=SC2119
	[[ $2 != *" fairpath "* ]] || fairpath_module
	dm create "$1" --table "$2"
}

# reload NAME "TABLE" [SUSPEND_OPTION...]: load, suspend, resume
reload() {
	dm load "$1" --table "$2"
	dm suspend "${@:3}" "$1"
	dm resume "$1"
}

remove() {
	dm remove --retry "$1"
}

# queue_of NAME: its queue's folder in sysfs
queue_of() {
	local device name
	for device in /sys/block/dm-*; do
		read -r name <"$device/dm/name"
		[[ $name != "$1" ]] || echo "$device/queue"
	done
}

# no_elevator NAME: its fair queue is to see all there is. A device of bios has none anyway,
# and newer kernels not even the file.
no_elevator() {
	local file
	file="$(queue_of "$1")/scheduler"
	[[ ! -e $file ]] || echo none >"$file"
}

status() {
	dmsetup status "$1"
}

message() {
	dmsetup message "$1" 0 "${@:2}"
}

# map_table TARGET [SELECTOR [FEATURES [PATH...]]]: a line with one priority
# group over PATHS. FEATURES come without their count, as in "queue_if_no_path".
# MODE, if set, is its queue_mode.
map_table() {
	local target=$1 selector=${2:-round-robin} features=${3:-} paths=("${@:4}") path
	local args=()
	features+=${MODE:+ queue_mode $MODE}
	((${#paths[@]})) || paths=("${PATHS[@]}")
	for path in "${paths[@]}"; do
		args+=("$path" 1)
	done
	# shellcheck disable=SC2046,SC2086 # features are words
	echo 0 "$SECTORS" "$target" $(counted $features) 0 1 1 \
		"$selector" 0 "${#paths[@]}" 1 "${args[@]}"
}

# counted WORD...: how many, and they, as a table has them
counted() {
	echo $# "$@"
}

# fairpath_table [SELECTOR [FEATURES [PATH...]]]
fairpath_table() {
	map_table fairpath "$@"
}

# multipath_table [SELECTOR [FEATURES [PATH...]]]: the peer's
multipath_table() {
	modprobe dm-multipath
	modprobe "dm-${1:-round-robin}"
	map_table multipath "$@"
}

# path_state NAME N: A (active) or F (failed), of the N-th path of the table
path_state() {
	path_word "$1" "$2" 1
}

# path_word NAME N WHICH: of what dm-multipath's part of the status says of a path, 0 its
# numbers, 1 its state, 2 how often it failed
path_word() {
	local words i n=0
	read -ra words <<<"$(status "$1")"
	for ((i = 1; i < ${#words[@]}; i++)); do
		[[ ${words[i]} == [AF] && ${words[i - 1]} == [0-9]*:[0-9]* ]] || continue
		((++n != $2)) || echo "${words[i - 1 + $3]}"
	done
}

# status_key NAME KEY: the value of a key in our part of the status
status_key() {
	local words i
	read -ra words <<<"$(status "$1")"
	for ((i = 1; i < ${#words[@]}; i++)); do
		[[ ${words[i - 1]} != "$2" ]] || echo "${words[i]}"
	done
}

# path_caps NAME N: none, wc or wc+fua, of the N-th path in our part of the status
path_caps() {
	status "$1" | gawk -v n="$2" '{
		for (i = 2; i <= NF; i++)
			if ($i ~ /^(none|wc|wc\+fua)$/ && $(i - 1) ~ /^[0-9]+:[0-9]+$/ && --n == 0)
				print $i
	}'
}

# path_fails NAME N: how often it has failed
path_fails() {
	path_word "$1" "$2" 2
}

# path_is NAME N STATE: for wait_until
path_is() {
	[[ $(path_state "$1" "$2") == "$3" ]]
}

# Mapped devices that are there and not an array's own.
mapped_devices() {
	local names name
	mapfile -t names < <(dmsetup info -c --noheadings -o name 2>/dev/null)
	for name in "${names[@]}"; do
		[[ $name =~ ^(array-|No devices) ]] || echo "$name"
	done
}
