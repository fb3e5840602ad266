# shellcheck shell=bash
# Who is compared: dm-multipath with what the kernel has above it, and fairpath. Sourced.
#
#	none mq-deadline bfq kyber   dm-multipath, and this elevator
#	bfq-cgroups                  the same, and its submitters are in cgroups
#	iocost                       its submitters are in cgroups, and iocost has a model of
#	                             the array that is right
#	iocost-2x                    a model that promises twice as much, and iocost's own
#	                             feedback, which is to correct it
#	fairpath-off                 fairpath without a fair queue
#	fairpath                     with it, in request mode
#	fairpath-bio                 with it, in bio mode
#	fairpath-mq-deadline         with it, in request mode, and this elevator

ALL_PEERS="none mq-deadline bfq bfq-cgroups kyber iocost iocost-2x fairpath-off fairpath fairpath-bio"

# Requests a second. That of 64 KiB takes no longer than one of 4: bytes cost nothing.
ARRAY_IOPS=1850

# peer_up [NAME=VALUE...]: the device. What is given is of a peer's table.
peer_up() {
	case $PEER in
	fairpath-off) peer_create fairpath none "" ;;
	fairpath) peer_create fairpath none fair_queue ;;
	fairpath-mq-deadline) peer_create fairpath mq-deadline fair_queue ;;
	fairpath-bio) MODE=bio peer_create fairpath "" fair_queue ;;
	bfq-cgroups) peer_create multipath bfq "" ;;
	iocost) peer_create multipath none "" && iocost 1 "rpct=0 wpct=0 min=100 max=100" ;;
	iocost-2x) peer_create multipath none "" && iocost 2 ;;
	none|mq-deadline|bfq|kyber) peer_create multipath "$PEER" "" ;;
	*) fail "no peer '$PEER': there are $ALL_PEERS fairpath-mq-deadline" ;;
	esac
	DEVICE=/dev/mapper/bench
}

# peer_create TARGET ELEVATOR FEATURES
peer_create() {
	create bench "$("$1_table" service-time "$3")"
	case $2 in
	bfq) modprobe bfq ;;
	kyber) modprobe kyber-iosched ;;
	esac
	# A device of bios has none.
	[[ ! $2 ]] || echo "$2" >"$(queue_of bench)/scheduler"
}

# iocost TIMES [QOS]: on the device, with a model of so many times what the array does
iocost() {
	local number iops=$((ARRAY_IOPS * $1)) bps=$((ARRAY_IOPS * $1 * 4194304))
	number=$(dmsetup info -c --noheadings -o major,minor --separator : bench)
	echo "$number ctrl=user model=linear rbps=$bps rseqiops=$iops rrandiops=$iops" \
		"wbps=$bps wseqiops=$iops wrandiops=$iops" >/sys/fs/cgroup/io.cost.model
	echo "$number enable=1 ${2:+ctrl=user} ${2:-}" >/sys/fs/cgroup/io.cost.qos
}

peer_down() {
	remove bench
}

# tells_weights: can it be told what a submitter is to get?
tells_weights() {
	[[ $PEER == fairpath || $PEER == fairpath-bio || $PEER == iocost* || $PEER == bfq-cgroups ]]
}

# weight CGROUP N
weight() {
	case $PEER in
	fairpath|fairpath-bio) message bench fair_weight "$(cgroup_id "$1"):$2" ;;
	iocost*) echo "$2" >"/sys/fs/cgroup/$1/io.weight" ;;
	bfq-cgroups) echo "$2" >"/sys/fs/cgroup/$1/io.bfq.weight" ;;
	esac
}

# as CGROUP COMMAND...: to be started in the background. bfq alone is to know nothing of
# cgroups; to the others that do not ask they are nothing.
as() {
	if [[ $PEER == bfq ]]; then
		exec "${@:2}"
	else
		in_cgroup "$@"
	fi
}
