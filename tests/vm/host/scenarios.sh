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

# What each says, as FIELD[NAME VARIABLE]: read once, since a shell's start is not free.
declare -A FIELD=()
fields_read() {
	local name variable value
	while IFS=$'\t' read -r name variable value; do
		FIELD["$name $variable"]=$value
	done < <(fields)
}

fields() {
	local file name variable
	for file in "$SCENARIOS"/*.sh; do
		name=${file##*/}
		name=${name%.sh}
		unset DESCRIPTION LIMIT CORE LONG REQUIRES CLOCK VARIANTS
		# shellcheck source=/dev/null
		. "$file"
		for variable in DESCRIPTION LIMIT CORE LONG REQUIRES CLOCK VARIANTS; do
			printf '%s\t%s\t%s\n' "$name" $variable "${!variable:-}"
		done
	done
}

# field NAME VARIABLE: nothing for what is told like a scenario but is none,
# as kmemleak
field() {
	echo "${FIELD["$1 $2"]:-}"
}

# scenarios [PATTERN...]: names, all or those that contain a pattern
scenarios() {
	local file name found=
	for file in "$SCENARIOS"/*.sh; do
		name=${file##*/}
		name=${name%.sh}
		matches "$name" "$@" || continue
		[[ ! $CORE || ${FIELD["$name CORE"]} == yes ]] || continue
		(($#)) || [[ $LONG || ${FIELD["$name LONG"]} != yes ]] || continue
		[[ ${FIELD["$name LIMIT"]} =~ ^[0-9]+$ ]] || die "$file: no LIMIT in seconds"
		[[ ${FIELD["$name DESCRIPTION"]} ]] || die "$file: no DESCRIPTION"
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

# limit NAME: what it may take, in seconds
limit() {
	local seconds
	seconds=$(field "$1" LIMIT)
	echo $((${seconds:-0} * $(patience)))
}

# patience: how many times its LIMIT a scenario may take; the guest is told, too
patience() {
	[[ $KERNEL == debug ]] && echo 3 || echo 1
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

fields_read
