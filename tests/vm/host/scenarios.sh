# shellcheck shell=bash
# Which scenarios there are, and what each says of itself. A scenario is a file
# of bash:
#	DESCRIPTION="a sentence"
#	LIMIT=seconds
#	CORE=yes            in the set that also runs on 6.12
#	LONG=yes            only where it is named, or with --long
#	REQUIRES="fc smp"   see guest/capabilities.sh
#	CLOCK=virtual       for figures
#	VARIANTS=without-2  other modules that it loads: wrong builds of ours, or
#	                    lab-handler, see module.sh
#	scenario() { ... }

SCENARIOS=$SOURCE/tests/vm/scenarios

# field NAME VARIABLE: nothing for what is told like a scenario but is none,
# as kmemleak
field() {
	[[ -e $SCENARIOS/$1.sh ]] || return 0
	(
		unset "$2"
		# shellcheck source=/dev/null
		. "$SCENARIOS/$1.sh"
		echo "${!2:-}"
	)
}

# scenarios [PATTERN...]: names, all or those that contain a pattern
scenarios() {
	local file name found=
	for file in "$SCENARIOS"/*.sh; do
		name=$(basename "$file" .sh)
		matches "$name" "$@" || continue
		[[ ! $CORE || $(field "$name" CORE) == yes ]] || continue
		(($#)) || [[ $LONG || $(field "$name" LONG) != yes ]] || continue
		[[ $(field "$name" LIMIT) =~ ^[0-9]+$ ]] || die "$file: no LIMIT in seconds"
		[[ $(field "$name" DESCRIPTION) ]] || die "$file: no DESCRIPTION"
		found=yes
		echo "$name"
	done
	[[ $found ]] || die "no scenario matches: $*"
}

matches() {
	local name=$1 pattern
	shift
	(($#)) || return 0
	for pattern; do
		# shellcheck disable=SC2053 # a pattern
		[[ $name == *$pattern* ]] && return
	done
	return 1
}

# limit NAME: what it may take, in seconds; three times as long on the debug kernel
limit() {
	local seconds
	seconds=$(field "$1" LIMIT)
	[[ $KERNEL != debug ]] || ((seconds *= 3))
	echo "${seconds:-0}"
}

# part [PATTERN...]: of these each Nth from the Kth on, where $PART is K/N
part() {
	local names
	names=$(scenarios "$@") || return
	awk -v k="${PART%/*}" -v n="${PART#*/}" '!n || NR % n == k % n' <<<"$names"
}

# of_clock real|virtual NAMES: those that run in such a boot. The debug kernel
# has no virtual clock: there they are in the real one's, to be skipped.
of_clock() {
	local name clock
	for name in $2; do
		clock=${CLOCK:-$(field "$name" CLOCK)}
		[[ $KERNEL != debug ]] || clock=real
		[[ ${clock:-real} != "$1" ]] || echo "$name"
	done
}

# variants NAME...: what these scenarios need of the module
variants() {
	local name
	for name; do
		field "$name" VARIANTS
	done | tr ' ' '\n' | sed '/^$/d' | sort -u
}
