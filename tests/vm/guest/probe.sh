# shellcheck shell=bash
# The daemon's probes without the daemon.

# probe_ready: the kernel gives each path an sg node
probe_ready() {
	local n
	modprobe sg
	for ((n = 1; n <= ${#PATHS[@]}; n++)); do
		wait_until 40 "path $n has an sg node" sg_there "$n"
	done
}

sg_there() {
	local nodes=("/sys/block/${PATHS[$1 - 1]#/dev/}/device/scsi_generic/"*)
	[[ -c /dev/${nodes[0]##*/} ]]
}

# probe KIND [KEY=VALUE...] N...: asks paths, its lines into SAID
probe() {
	local kind=$1 word words=()
	shift
	for word; do
		[[ $word == *=* ]] && words+=("$word") || words+=("${PATHS[word - 1]#/dev/}")
	done
	SAID=$(/lab/build/tools/probe "$kind" "${words[@]}") || fail "probe $kind ${words[*]} failed"
	echo "$SAID"
}
