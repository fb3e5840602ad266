# shellcheck shell=bash
# What the kernel says that no scenario may cause.

FINDINGS='WARNING:|BUG:|Oops|Call Trace|blocked for more than|general protection|KASAN:|UBSAN:'
FINDINGS+='|possible circular locking|possible recursive locking|inconsistent lock state'
FINDINGS+='|suspicious RCU usage|bad unlock balance|held lock freed|soft lockup|hard LOCKUP'
FINDINGS+='|refcount_t:|list_(add|del) corruption|rcu_.* detected (expedited )?stall|kmemleak: [0-9]'

# kernel_log NAME: since the scenario began
kernel_log() {
	dmesg | sed -n "/lab: scenario $1\$/,\$p"
}

# without_uml_faults: the log less what is User-mode Linux's own fault. Its
# flush_tlb_mm() walks a process's memory without the lock that the walk wants,
# and lockdep says so now and then, when the kernel's asynchronous I/O lets go of
# its ring. The report ends with the first empty line after its trace.
without_uml_faults() {
	[[ $KERNEL == debug ]] || { cat; return; }
	gawk '
		/suspicious RCU usage/ && !held { held = 1; block = ""; theirs = trace = 0 }
		!held { print; next }
		{ block = block $0 "\n" }
		/Call Trace/ { trace = 1 }
		/ flush_tlb_mm\+/ { theirs = 1 }
		trace && /^(\[[ 0-9.]+\] ?)?$/ {
			held = 0
			if (!theirs)
				printf "%s", block
		}
		END { if (held && !theirs) printf "%s", block }'
}

# findings NAME: writes down the kernel's log and fails if anything is in it
findings() {
	kernel_log "$1" >"/out/$1.dmesg"
	! without_uml_faults <"/out/$1.dmesg" | grep -E "$FINDINGS" | sed 's/^/FAILED: the kernel says: /' | head -n 5 | grep .
}

# Memory that nothing points to shows only after a while: one scan for the whole
# boot, told as a scenario of its own. Two, as an object must be seen twice.
findings_at_the_end() {
	local kmemleak=/sys/kernel/debug/kmemleak name=kmemleak verdict=pass start
	[[ -e $kmemleak ]] || return 0
	tell start "$name"
	start=${EPOCHREALTIME/./}
	# A new object is not looked at in its first five seconds.
	sleep 5
	echo scan >"$kmemleak"
	echo scan >"$kmemleak"
	cat "$kmemleak" >"/out/$name.log"
	[[ ! -s /out/$name.log ]] || verdict=fail
	tell "$verdict" "$name" "$(seconds_since "$start")"
}

# lockdep_gave_up: it reports once and then looks no more, until the next boot
lockdep_gave_up() {
	grep -q 'debug_locks: *0' /proc/lockdep_stats 2>/dev/null
}
