# shellcheck shell=bash
# What a scenario may require and what this guest has. A scenario that lacks
# something is skipped with the reason, which have_NAME prints.

have_smp() {
	(($(nproc) > 1)) || { echo "needs two CPUs, this guest has one"; return 1; }
}

have_fc() {
	modprobe -n -q -a fcoe tcm_fc ||
		{ echo "needs Fibre Channel (fcoe, tcm_fc), this kernel has none"; return 1; }
}

have_debug() {
	[[ -e /sys/kernel/debug/kmemleak ]] || { echo "needs the debug kernel"; return 1; }
}

# The debug kernel is User-mode Linux, where each process costs fifty times as much:
# what starts many is not for it. It is there for the target.
have_stock() {
	[[ ! -e /sys/kernel/debug/kmemleak ]] ||
		{ echo "starts too many processes for the debug kernel"; return 1; }
}

have_virtual() {
	[[ $CLOCK == virtual ]] || { echo "needs virtual time"; return 1; }
}

# Started for the scenario.
have_udev() {
	[[ -x /lib/systemd/systemd-udevd ]] || { echo "needs udevd"; return 1; }
}

have_swap() {
	[[ -e /proc/swaps ]] && grep -q '^memory.*1$' /proc/cgroups ||
		{ echo "needs swap and the memory controller, this kernel has not both"; return 1; }
}

# have_module NAME, required as module:NAME
have_module() {
	modprobe -n -q "$1" || { echo "needs the kernel module $1, this kernel has none"; return 1; }
}

# A minimal version, required as kernel:6.12
have_kernel() {
	local release
	release=$(uname -r)
	[[ $(printf '%s\n' "$1" "$release" | sort -V | head -n 1) == "$1" ]] ||
		{ echo "needs kernel $1, this one is $release"; return 1; }
}

# needs NAME: what the scenario asks for. One of virtual time is all figures.
needs() {
	(
		unset CLOCK
		# shellcheck source=/dev/null
		. "/lab/tests/vm/scenarios/$1.sh"
		[[ ${CLOCK:-} != virtual ]] || echo virtual
		echo "${REQUIRES:-}"
	)
}

# lacking NAME: prints why the scenario cannot run here, and then fails
lacking() {
	local need
	for need in $(needs "$1"); do
		if [[ $need == *:* ]]; then
			"have_${need%%:*}" "${need#*:}" || return
		else
			"have_$need" || return
		fi
	done
}
