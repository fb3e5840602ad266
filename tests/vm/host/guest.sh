# shellcheck shell=bash
# Boots guests and watches them run scenarios.
#
# The caller has KERNEL, PROGRAMS (their folder), OUT (the guest's /out) and the functions of tap.sh.

# Seconds until the first scenario of a boot must have begun, and what a
# scenario may take over its own limit: it is the guest that enforces that and
# cleans up, for up to three minutes, unless it is dead.
BOOT_LIMIT=180
GRACE=300
GUEST_PID=
TWICE=
NO_BOOT=

# prepare [SCENARIO...]: the kernel and the guest's root, and the module if there
# is a source of it, with the variants that the scenarios ask for, and the programs.
# One at a time: parts of a run build the same.
prepare() {
	local root=$OUT.root variant lock
	mkdir -p "$(dirname "$OUT")"
	exec {lock}>"$SOURCE/build/vm/.lock"
	flock "$lock"
	"$HOST/guest-root" >"$root" &
	KERNEL_FOLDER=$("$HOST/kernel" "$KERNEL") || die "no kernel $KERNEL to boot"
	wait $! || die "no root for the guest"
	ROOT_FOLDER=$(<"$root")
	rm "$root"
	if [[ -d $SOURCE/kernel/dm-fairpath && -e $SOURCE/kernel/dm-fairpath/Kbuild ]]; then
		"$HOST/module.sh" "$KERNEL" >/dev/null || exit 1
		for variant in $(variants "$@"); do
			"$HOST/module.sh" "--$variant" "$KERNEL" >/dev/null || exit 1
		done
	fi
	"$HOST/tools.sh" || exit 1
	build_programs >&2 || die "the programs do not build"
	exec {lock}>&-
}

# With sanitizers, whose libraries the guest's root has not.
build_programs() {
	local arguments=()
	local sanitize="-fsanitize=address,undefined -fno-sanitize-recover=all"
	sanitize+=" -fno-omit-frame-pointer -static-libasan -static-libubsan"
	[[ $PROGRAMS != build/sanitized/* ]] ||
		arguments=(BUILD=build/sanitized "CC=${CC:-gcc} $sanitize")
	make --no-print-directory -C "$SOURCE" "${arguments[@]}" userspace
}

# job VARIABLE=VALUE...: what the guest finds in /out/job
job() {
	local word
	for word in "$@" "KERNEL=$KERNEL" "PROGRAMS=$PROGRAMS" "PATIENCE=$(patience)"; do
		printf '%s=%q\n' "${word%%=*}" "${word#*=}"
	done >"$OUT/job"
}

# boot real|virtual [console]
boot() {
	local lab=boot-qemu
	[[ $KERNEL == debug ]] && lab=boot-uml
	echo "CLOCK=$1" >>"$OUT/job"
	exec "$HOST/$lab" "$KERNEL_FOLDER" "$ROOT_FOLDER" "$OUT" "$@"
}

# lab_name: what boots it
lab_name() {
	[[ $KERNEL == debug ]] && echo "User-mode Linux" || echo QEMU
}

boot_in_background() {
	say "booting Linux $(<"$KERNEL_FOLDER/release") in $(lab_name)"
	boot "$@" </dev/null >"$OUT/boot.log" 2>&1 &
	GUEST_PID=$!
	trap stop EXIT
	trap 'exit 130' INT TERM HUP
}

stop() {
	[[ $GUEST_PID ]] || return
	kill "$GUEST_PID" 2>/dev/null
	wait "$GUEST_PID" 2>/dev/null
	GUEST_PID=
}

# run_all real|virtual NAME...: boots as often as it takes
run_all() {
	local clock=$1
	shift
	PENDING=("$@")
	while ((${#PENDING[@]})); do
		: >"$OUT/results"
		rm -f "$OUT/console"
		job MODE=run SCENARIOS="${PENDING[*]}"
		boot_in_background "$clock"
		watch
		stop
		# What this boot said is not overwritten by the next one.
		cat "$OUT/console" >>"$OUT/consoles" 2>/dev/null
	done
}

# watch: until the guest has ended or must be stopped. RUNNING is the scenario.
watch() {
	local results line part='' deadline=$((SECONDS + BOOT_LIMIT)) before=${#PENDING[@]}
	RUNNING=
	exec {results}<"$OUT/results"
	while true; do
		if read -r -u "$results" line; then
			heard "$part$line" || break
			part=
			deadline=$((SECONDS + BOOT_LIMIT))
			[[ ! $RUNNING ]] || deadline=$((SECONDS + $(limit "$RUNNING") + GRACE))
			continue
		fi
		part+=$line
		guest_runs || break
		((SECONDS < deadline)) || break
		sleep 0.1
	done
	# The last words may have come after the last look.
	while read -r -u "$results" line; do
		heard "$part$line"
		part=
	done
	exec {results}<&-
	if [[ $RUNNING ]]; then
		died
	elif ((${#PENDING[@]} == before)); then
		no_boot
	fi
}

guest_runs() {
	kill -0 "$GUEST_PID" 2>/dev/null
}

# heard LINE: of the guest's results; fails when there will be no more
heard() {
	local word name rest
	read -r word name rest <<<"$1"
	case $word in
	start)	RUNNING=$name ;;
	pass|fail|skip)
		RUNNING=
		forget "$name"
		"tap_$word" "$name" "$rest"
		;;
	end)	return 1 ;;
	esac
}

# forget NAME: it needs not be run any more
forget() {
	local name left=()
	for name in "${PENDING[@]}"; do
		[[ $name == "$1" ]] || left+=("$name")
	done
	PENDING=("${left[@]}")
}

# The guest is gone or does not answer: that is the running scenario's failure, but for
# one fault, of which it has a second try in the next boot.
died() {
	if ! guest_runs && emulator_broke && [[ " $TWICE " != *" $RUNNING "* ]]; then
		TWICE+=" $RUNNING"
		echo "# $RUNNING once more: it died of what no processor does, but the emulator did (docs/lab.md)"
		return
	fi
	if guest_runs; then
		echo "FAILED: the guest hangs" >>"$OUT/$RUNNING.log"
	else
		echo "FAILED: the guest died" >>"$OUT/$RUNNING.log"
	fi
	last_words >"$OUT/$RUNNING.dmesg"
	forget "$RUNNING"
	tap_fail "$RUNNING" "?"
}

# What the console has of this boot, from the first fault on: warnings and worse.
last_words() {
	local words
	words=$(sed -n '/cut here\|BUG: \|Oops: /,$p' "$OUT/console")
	if [[ $words ]]; then head -n 100 <<<"$words"; else tail -n 100 "$OUT/console"; fi
}

emulator_broke() {
	has_impossible_eflags || has_breakpoint_without_one
}

# Bits above the 21st are zero in any processor. The kernel cannot set them.
has_impossible_eflags() {
	grep -Eq ' EFLAGS: ([1-9a-f][0-9a-f]|0[1-9a-f]|00[4-9a-f])' "$OUT/console"
}

# It says where it is, and in front of that is no int3 (cc): the emulator ran what had been there.
has_breakpoint_without_one() {
	sed -n '/int3: 0000 \[#1\]/,/ Code: /p' "$OUT/console" |
		grep -Eq ' Code: .* ([0-9abd-f].|c[0-9abd-f]) <'
}

# Nothing of ours has run by then but the guest's init, so it has one more try.
no_boot() {
	if [[ ! $NO_BOOT ]]; then
		NO_BOOT=yes
		echo "# the guest did not get as far as its first scenario; once more (docs/lab.md)"
		return
	fi
	tail -n 40 "$OUT/boot.log" "$OUT/console" >&2
	die "the guest did not get as far as its first scenario; see $OUT/console"
}
