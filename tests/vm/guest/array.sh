# shellcheck shell=bash
# Arrays: a LUN through several paths, the same verbs whatever it is made of.
#
#	array_up NAME KEY=VALUE...   sets PATHS (/dev nodes, in path order), SECTORS
#	array_down
#	path_fail N                  I/O through it ends with a path error
#	path_silence N               I/O through it is not answered
#	path_slow N MS               I/O through it takes MS longer
#	path_remove N                its device goes, PATHS[N-1] is empty
#	path_restore N               undoes any of these
#	path_cache N on|off [on|off] the path's volatile write cache, and its FUA
#	group_state GROUP STATE      of a target port group, see arrays/target.sh
#	group_transition GROUP STATE MS
#	group_is GROUP               its state
#
# N counts from 1. arrays/NAME.sh has the array's functions, NAME_VERB, and
# may name in ARRAY_IS the kinds whose functions do the rest. A verb that an array does
# not have fails the scenario. What is up is written down under $STATE, because
# another process takes it down.

PATHS=()
SECTORS=0

array_load() {
	ARRAY_IS=
	# shellcheck source=/dev/null
	. "/lab/tests/vm/arrays/$1.sh" || fail "there is no array '$1'"
}

array_up() {
	ARRAY=$1
	array_load "$ARRAY"
	echo "$ARRAY" >"$STATE/array"
	mkdir -p "$STATE/path"
	"${ARRAY}_up" "${@:2}"
	array_look
	read -r SECTORS <"/sys/class/block/${PATHS[0]#/dev/}/size"
	echo "array $ARRAY: $SECTORS sectors through ${PATHS[*]}"
}

# Takes down what is up, also in a process that did not bring it up.
array_down() {
	[[ -e $STATE/array ]] || return 0
	ARRAY=$(<"$STATE/array")
	array_load "$ARRAY"
	"${ARRAY}_down"
	rm -rf "$STATE/array" "$STATE/path"
	PATHS=()
}

# array_options "KEY=DEFAULT ..." KEY=VALUE...: into OPTION
array_options() {
	local word
	declare -gA OPTION=()
	for word in $1; do
		OPTION[${word%%=*}]=${word#*=}
	done
	for word in "${@:2}"; do
		[[ -v OPTION[${word%%=*}] ]] ||
			fail "array $ARRAY has no option '${word%%=*}': it has ${!OPTION[*]}"
		OPTION[${word%%=*}]=${word#*=}
	done
}

# array_path N ADDRESS: path N is there (a SCSI address, or a device's name)
array_path() {
	echo "$2" >"$STATE/path/$1"
}

address_of() {
	local address
	[[ -e $STATE/path/$1 ]] || fail "array $ARRAY has no path $1"
	read -r address <"$STATE/path/$1"
	echo "$address"
}

# block_of ADDRESS: the name of its block device, nothing if it has none
block_of() {
	local device
	for device in "/sys/class/scsi_device/$1/device/block/"* "/sys/class/block/$1"; do
		[[ ! -e $device ]] || echo "${device##*/}"
	done
}

# array_look: PATHS as they are now; a path that was removed is empty. After each verb,
# so without a process: in an emulated guest that is what takes time.
array_look() {
	local n address device paths=("$STATE/path/"*)
	PATHS=()
	for ((n = 1; n <= ${#paths[@]}; n++)); do
		read -r address <"$STATE/path/$n"
		PATHS[n - 1]=
		for device in "/sys/class/scsi_device/$address/device/block/"* "/sys/class/block/$address"; do
			[[ ! -e $device ]] || PATHS[n - 1]=/dev/${device##*/}
		done
	done
}

# array_counted DEV: by what name count.sh knows it
array_counted() {
	local name=${1#/dev/} address
	[[ -e /sys/class/block/$name ]] || fail "there is no device '$1' to count on"
	address=$(readlink -f "/sys/class/block/$name/device" 2>/dev/null)
	address=${address##*/}
	if [[ $address == *:*:*:* ]]; then
		echo "$address"
	else
		read -r address <"/sys/class/block/$name/dev"
		echo "${address/:/,}"
	fi
}

# What is below the paths, for count: where an array has nothing there that could
# be counted, what arrives on its paths is what arrives.
array_below() {
	local n
	if [[ -e $STATE/below ]]; then
		array_counted "$(<"$STATE/below")"
	else
		for ((n = 1; n <= ${#PATHS[@]}; n++)); do
			array_counted "${PATHS[n - 1]}"
		done | tr '\n' ' '
	fi
}

# An array does it in its own way, or in that of its kind.
array_verb() {
	local kind
	for kind in "$ARRAY" ${ARRAY_IS:-}; do
		declare -F "${kind}_$1" >/dev/null || continue
		"${kind}_$1" "${@:2}"
		array_look
		return
	done
	fail "array $ARRAY cannot do $1"
}

path_fail() { array_verb path_fail "$@"; }
path_silence() { array_verb path_silence "$@"; }
path_slow() { array_verb path_slow "$@"; }
path_remove() { array_verb path_remove "$@"; }
path_restore() { array_verb path_restore "$@"; }
path_cache() { array_verb path_cache "$@"; }
group_state() { array_verb group_state "$@"; }
group_transition() { array_verb group_transition "$@"; }
group_is() { array_verb group_is "$@"; }
