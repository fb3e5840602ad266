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
	echo "/sys/class/block/$(dmsetup info -c --noheadings -o blkdevname "$1")/queue"
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
	# shellcheck disable=SC2086 # features are words
	echo 0 "$SECTORS" "$target" "$(wc -w <<<"$features")" $features 0 1 1 \
		"$selector" 0 "${#paths[@]}" 1 "${args[@]}"
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
	status "$1" | grep -oE ' [0-9]+:[0-9]+ [AF] ' | awk -v n="$2" 'NR == n { print $2 }'
}

# status_key NAME KEY: the value of a key in our part of the status
status_key() {
	status "$1" | grep -oE " $2 [^ ]+" | cut -d" " -f3
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
	status "$1" | grep -oE ' [0-9]+:[0-9]+ [AF] [0-9]+' | awk -v n="$2" 'NR == n { print $3 }'
}

# path_is NAME N STATE: for wait_until
path_is() {
	[[ $(path_state "$1" "$2") == "$3" ]]
}

# Mapped devices that are there and not an array's own.
mapped_devices() {
	dmsetup info -c --noheadings -o name 2>/dev/null | grep -vE '^(array-|No devices)' || true
}
