# shellcheck shell=bash
# The cases of the replay: an array of many LUNs, a map and an ext4 on each, loads
# with barriers on and off. Sourced by the play and by the scenario.
#
# The cases, named as in the plan of the replay:
#	a  fairpath, the array as it is: no cache declared
#	b  fairpath with the policy of 2011
#	c  dm-multipath, the array as it is
#	e  dm-multipath, the cache was switched off after the table was loaded
#	f  fairpath, the same

# shellcheck source=tests/replay/tally.sh
. /lab/tests/replay/tally.sh
# shellcheck source=tests/replay/judge.sh
. /lab/tests/replay/judge.sh

# By how much jobs are scaled, what is run, and by how many per cent barrier on may
# differ from barrier off.
declare -A SET=([luns]=56 [loads]="1,101,201" [cpu]=1000 [disk]=32 [cases]=acefb
	[commands]=1 [jobs]=3)
declare -A TITLE=(
	[a]="fairpath"
	[b]="fairpath, flush_as_in_2011"
	[c]="dm-multipath"
	[e]="dm-multipath, the cache switched off under the live table"
	[f]="fairpath, the cache switched off under the live table"
)
# In memory: while a program comes from the host, the virtual clock runs on.
FPREPLAY=/run/fpreplay
MOUNTS=/run/eva

settings() {
	local word
	for word; do
		[[ -v SET[${word%%=*}] ]] || fail "no setting '${word%%=*}': there are ${!SET[*]}"
		SET[${word%%=*}]=${word#*=}
	done
	[[ ${SET[cases]} =~ ^[acef]*b?$ ]] ||
		fail "cases=${SET[cases]}: of a, c, e, f, and b last"
}

maps_make() {
	local lun target=fairpath features=
	[[ $1 != [ce] ]] || target=multipath
	[[ $1 != b ]] || features=flush_as_in_2011
	for ((lun = 1; lun <= SET[luns]; lun++)); do
		create "eva$lun" "$("${target}_table" service-time "$features" \
			"${PATHS[@]:(lun - 1) * 4:4}")"
	done
}

# Made for the first case, and again when the one before had errors. As an
# installer makes it, but complete: no thread goes on writing after mount.
MADE=no

file_systems_mount() {
	local lun
	for ((lun = 1; lun <= SET[luns]; lun++)); do
		[[ $MADE == yes ]] ||
			mkfs.ext4 -q -F -b 4096 -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 \
				"/dev/mapper/eva$lun"
		mkdir -p "$MOUNTS/$lun"
		mount -t ext4 -o barrier=1 "/dev/mapper/eva$lun" "$MOUNTS/$lun"
	done
	MADE=yes
}

barrier() {
	local lun
	for ((lun = 1; lun <= SET[luns]; lun++)); do
		mount -o "remount,barrier=$1" "$MOUNTS/$lun"
	done
}

# A command that was passed through, as mkfs does, may be a write that is still
# running, so fairpath holds it for owed until the device is suspended. In (e) too,
# so that both had the same.
maps_settle() {
	local lun
	for ((lun = 1; lun <= SET[luns]; lun++)); do
		dm suspend --noflush --nolockfs "eva$lun"
		dm resume "eva$lun"
	done
}

maps_drop() {
	local lun
	for ((lun = 1; lun <= SET[luns]; lun++)); do
		umount "$MOUNTS/$lun"
		remove "eva$lun"
	done
}

# What the array says while the table is loaded, and after it: no cache, but for
# these.
array_before() {
	case $1 in
	[ef])	evas_cache on ;;
	b)	evas_cache on on; evas_told_no_cache ;;
	esac
}

# The cache goes off with a write in it; then what was written under it is made durable, once.
array_after() {
	local lun
	[[ $1 == [ef] ]] || return 0
	maps_settle
	for ((lun = 1; lun <= SET[luns]; lun++)); do
		dd if=/dev/zero of="$MOUNTS/$lun/owed" bs=4k count=1 oflag=direct status=none
	done
	evas_cache off
	tally_start
	for ((lun = 1; lun <= SET[luns]; lun++)); do
		sync -f "$MOUNTS/$lun"
		sync "/dev/mapper/eva$lun"
	done
	tally_stop
	echo "    the cache is off now; the debt of what was written under it: $(tally paths flushes) flushes"
}

# load CASE on|off TASKS
load() {
	local row words
	words=("--tasks=$3" "--disk-scale=${SET[disk]}" "--cpu-scale=${SET[cpu]}" --no-header)
	"$FPREPLAY" "${words[@]}" --prepare "$MOUNTS"/*
	tally_start
	row=$("$FPREPLAY" "${words[@]}" --prepared "$MOUNTS"/* 2>&1) || {
		row="failed: $(tail -n 1 <<<"$row")"
		MADE=no
	}
	tally_stop
	keep "$1" "$2" "$3" "$row"
	printf '%s %s\n' "$row" "$(beside "$1" "$2" "$3")"
}

# Both barriers find what a load leaves behind, on the disks and in the guest's caches:
# the first of all would find file systems that have still to grow, and cold caches.
warm_up() {
	"$FPREPLAY" "--tasks=${SET[loads]##*,}" "--disk-scale=${SET[disk]}" \
		"--cpu-scale=${SET[cpu]}" "$MOUNTS"/* >/dev/null 2>&1 || true
}

loads() {
	local tasks
	echo "    barrier=$([[ $2 == on ]] && echo 1 || echo 0)"
	"$FPREPLAY" --header | tr -d '\n'
	printf ' %9s %8s %6s %14s\n' commands flushes FUA "bug's jobs/min"
	for tasks in ${SET[loads]//,/ }; do
		load "$1" "$2" "$tasks"
	done
}

of_case() {
	echo
	echo "($1) ${TITLE[$1]}"
	array_before "$1"
	maps_make "$1"
	file_systems_mount
	array_after "$1"
	warm_up
	loads "$1" on
	FSYNCS[$1]=$("$FPREPLAY" --fsync=200 "$MOUNTS/1" 2>&1) || FSYNCS[$1]="failed"
	echo "    write and fsync, barrier=1: ${FSYNCS[$1]} per second"
	barrier 0
	loads "$1" off
	maps_drop
}


of_cases() {
	local i
	cp /lab/build/tools/fpreplay "$FPREPLAY"
	array_up evas "luns=${SET[luns]}" >/dev/null
	echo "AIM7, mix shared, on ${SET[luns]} LUNs of an HP EVA with four paths each, an ext4 on each." \
		"Disk jobs handle 1/${SET[disk]} of AIM7's amount, jobs that use no disk do 1/${SET[cpu]};" \
		"I/O sizes, O_SYNC and the numbers of jobs are AIM7's." | fold -s -w 96
	for ((i = 0; i < ${#SET[cases]}; i++)); do
		of_case "${SET[cases]:i:1}"
	done
	ratios
	judge
	array_down
	[[ ! -e $STATE/missed ]] || fail "a figure was missed"
}
