# shellcheck shell=bash
# The fair queue: what status and the message show_flows tell of it, and load that waits.

# flow_key NAME ID KEY: of one flow, as "granted"; 0 if nobody of that id has waited
flow_key() {
	dmsetup message "$1" 0 show_flows | gawk -v id="$2" -v key="$3" '
		$2 == id { for (i = 3; i < NF; i += 2) if ($i == key) value = $(i + 1) }
		END { print value + 0 }'
}

# waiting_at_least NAME N: for wait_until
waiting_at_least() {
	(($(status_key "$1" fair_waiting) >= $2))
}

nothing_waits() {
	(($(status_key "$1" fair_waiting) == 0))
}

# granted_at_least NAME ID N: for wait_until
granted_at_least() {
	(($(flow_key "$1" "$2" granted) >= $3))
}

# all_wait NAME N ID...: more than N of each; for wait_until
all_wait() {
	local id
	for id in "${@:3}"; do
		(($(flow_key "$1" "$id" waiting) > $2)) || return
	done
}

# assert_ratio NAME LIGHT HEAVY N: while the lighter one is granted 40 more, the other has N
# times as many, but for one request of each: the law's bound (core/fq.h, Q1)
assert_ratio() {
	local light heavy
	message "$1" reset_counters
	wait_until 60 "flow $2 has had 40" granted_at_least "$1" "$2" 40
	# From one answer, so that they are of the same instant.
	read -r light heavy <<<"$(dmsetup message "$1" 0 show_flows | gawk -v light="$2" -v heavy="$3" '
		{ for (i = 3; i < NF; i += 2) if ($i == "granted") granted[$2] = $(i + 1) }
		END { print granted[light] + 0, granted[heavy] + 0 }')"
	assert_between "granted to flow $3 while $2 had $light" $(($4 * light - $4 - 1)) $(($4 * light + $4 + 1)) "$heavy"
}

# cgroup_make NAME...: cgroups whose submitters can be told apart
cgroup_make() {
	local name
	echo +io >/sys/fs/cgroup/cgroup.subtree_control
	for name; do
		mkdir -p "/sys/fs/cgroup/$name"
	done
}

cgroup_id() {
	stat -c %i "/sys/fs/cgroup/$1"
}

# in_cgroup NAME COMMAND...: it is another process, to be started in the background
in_cgroup() {
	echo "$BASHPID" >"/sys/fs/cgroup/$1/cgroup.procs"
	exec "${@:2}"
}

# flood DEV DEPTH [OPTION...]: fio's command line for random reads until it is killed
flood() {
	FLOOD=(fio --name=flood "--filename=$1" "--iodepth=$2" --ioengine=libaio --direct=1 --bs=4k
		--rw=randread --time_based --runtime=600 --thread --minimal "${@:3}")
}

# light_and_heavy DEPTH [FEATURE...]: a map fp with a window of four, and in two cgroups a
# flood of that depth each; HEAVY weighs three times as much as LIGHT
light_and_heavy() {
	local name
	cgroup_make light heavy
	LIGHT=$(cgroup_id light)
	HEAVY=$(cgroup_id heavy)
	create fp "$(fairpath_table service-time "fair_queue fair_depth 4 ${*:2} fair_weight $HEAVY:300")"
	no_elevator fp
	flood /dev/mapper/fp "$1"
	FLOODS=()
	for name in light heavy; do
		in_cgroup $name "${FLOOD[@]}" >/dev/null 2>&1 &
		FLOODS+=($!)
	done
}

light_and_heavy_end() {
	kill "${FLOODS[@]}"
	wait "${FLOODS[@]}" || true
	rmdir /sys/fs/cgroup/light /sys/fs/cgroup/heavy
	remove fp
}
