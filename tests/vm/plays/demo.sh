# shellcheck shell=bash
# The main job, told line by line: an EVA with four paths, fairpathd that makes one
# device of them, verified I/O, a cable pulled in the middle and put back. `make demo`
# plays it.

MAP=eva

tell() {
	printf '%s\n' "$@"
}

# show_topology "when"
show_topology() {
	tell "" "  $1: fairpathctl show topology"
	fairpathctl show topology | sed 's/^/    /'
	tell ""
}

present_array() {
	local n dir
	array_up eva
	tell "An HP EVA presents one LUN through four paths. It says that it has no write" \
		"cache, and yet would take 20 ms for each flush that arrives:"
	for n in 1 2 3 4; do
		dir=/sys/class/block/${PATHS[n - 1]#/dev/}
		printf '    path %d  %-8s  %s %s  %s  cache: %s\n' $n "${PATHS[n - 1]#/dev/}" \
			"$(xargs <"$dir/device/vendor")" "$(xargs <"$dir/device/model")" \
			"$(wwid $n)" "$(<"$dir/queue/write_cache")"
	done
}

# What an administrator writes, and nothing of it is about this array: that is in the
# hardware table. The name is for people.
configure() {
	daemon_conf "multipaths {
		multipath {
			wwid $(wwid_of_multipath)
			alias $MAP
		}
	}"
}

# As multipath.conf has it: the designator's type, then its digits.
wwid_of_multipath() {
	echo "3$(wwid 1 | sed 's/^naa\.//')"
}

start_daemon() {
	tell "" "fairpathd is started. It is told nothing but the name of the LUN:"
	configure
	STARTED=${EPOCHREALTIME/./}
	daemon_start
	wait_until 60 "fairpathd has built a device of four paths" map_paths_are $MAP A 4
	DEVICE=/dev/mapper/$MAP
	show_topology "after $(milliseconds_of_daemon) ms"
	printf '    %s advertises: %s\n\n' "$DEVICE" "$(<"$(queue_of $MAP)/write_cache")"
}

milliseconds_of_daemon() {
	echo $(((${EPOCHREALTIME/./} - STARTED) / 1000))
}

# What arrived while I/O ran, on each path and at the array.
show_counts() {
	local n kind
	printf '    %-8s %8s %8s %8s %8s\n' "" reads writes FUA flushes
	for n in 1 2 3 4 below; do
		printf '    %-8s' "${n/#[1-4]/path $n}" | sed 's/below/array/'
		for kind in reads writes fua flushes; do
			printf ' %8d' "$(count $n $kind)"
		done
		echo
	done
}

pull_a_cable() {
	tell "The cable of path 2 is pulled."
	path_fail 2
	wait_until 40 "path 2 is failed" path_is_out
	fio_runs || fail "the I/O has ended already"
	show_topology "with the cable pulled, I/O goes on"
}

put_it_back() {
	tell "The cable is put back. fairpathd asks path 2 whether it answers, and who it is."
	path_restore 2
	wait_until 60 "fairpathd has taken path 2 back" map_paths_are $MAP A 4
	sleep 2
	show_topology "with the cable back"
}

path_is_out() {
	map_paths_are $MAP F 1 && fairpathctl show topology | grep -q faulty
}

play() {
	present_array
	start_daemon

	tell "Verified I/O begins: random writes, an fsync after each fourth, each block read" \
		"back and its checksum compared."
	count_start
	fio_start "$DEVICE" size=4m fsync=4 verify_backlog=64 time_based runtime=600
	sleep 3
	pull_a_cable
	put_it_back
	fio_stop
	count_stop

	tell "The I/O has ended, and every block was as it had been written. What arrived:"
	show_counts
	tell "" "What fairpathd knows of it: fairpathctl show flushes"
	fairpathctl show flushes | sed 's/^/    /'
	daemon_stop
	remove $MAP
	tell "" "Lost: nothing. I/O errors that the application saw: none." \
		"Flushes that arrived at the array: $(number_of "$(flushes_sent)")."
	assert_eq "flushes at an array that declared no cache" 0 "$(flushes_sent)"
}

# On the paths, and what came of them at the array.
flushes_sent() {
	local flushes n
	flushes=$(count below flushes)
	for n in 1 2 3 4; do
		flushes=$((flushes + $(count $n flushes)))
	done
	echo "$flushes"
}

number_of() {
	(($1 == 0)) && echo none || echo "$1"
}

set -eEo pipefail
trap 'fail "status $? of: $BASH_COMMAND"' ERR
play
