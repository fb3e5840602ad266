# shellcheck shell=bash
# The main job, told line by line: an EVA with four paths, one device over them,
# verified I/O, a cable pulled in the middle and put back. `make demo` plays it.

MAP=eva
DEVICE=/dev/mapper/$MAP

tell() {
	printf '%s\n' "$@"
}

# show_status "when": the state of each path, from the device's status line
show_status() {
	local n line
	line=$(status $MAP)
	tell "" "  $1:"
	for n in 1 2 3 4; do
		printf '    path %d  %-8s  %s, failed %s times\n' $n "${PATHS[n - 1]#/dev/}" \
			"$(path_word "$(path_state $MAP $n)")" "$(path_fails $MAP $n)"
	done
	tell "    dmsetup status $MAP: $line" ""
}

path_word() {
	[[ $1 == A ]] && echo active || echo FAILED
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

make_device() {
	local table
	table=$(fairpath_table service-time queue_if_no_path)
	tell "" "One device of them:" "    dmsetup create $MAP --table '$table'"
	create $MAP "$table"
	printf '    %s advertises: %s\n' $DEVICE "$(<"$(queue_of $MAP)/write_cache")"
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
	wait_until 20 "path 2 is failed" path_is $MAP 2 F
	fio_runs || fail "the I/O has ended already"
	show_status "with the cable pulled, I/O goes on"
}

put_it_back() {
	tell "The cable is put back, and the path reinstated."
	path_restore 2
	message $MAP reinstate_path "${PATHS[1]}"
	sleep 2
	show_status "with the cable back"
}

play() {
	present_array
	make_device
	show_status "before"

	tell "Verified I/O begins: random writes, an fsync after each fourth, each block read" \
		"back and its checksum compared."
	count_start
	fio_start $DEVICE size=4m fsync=4 verify_backlog=64 time_based runtime=600
	sleep 3
	pull_a_cable
	put_it_back
	fio_stop
	count_stop

	tell "The I/O has ended, and every block was as it had been written. What arrived:"
	show_counts
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
