# shellcheck shell=bash disable=SC2034
DESCRIPTION="each selector chooses by its rule, in status as in the commands that arrive, and where dm-multipath has it shows the same words"
LIMIT=240
REQUIRES=stock
CORE=yes

scenario() {
	array_up lio paths=2 size=16
	by_queue_length
	by_history
	by_cpu
	like_multipath queue-length
	! modprobe -n -q dm-historical-service-time || like_multipath historical-service-time
}

# words_of NAME N: the selector's words of the N-th path in status
words_of() {
	status "$1" | awk -v n="$2" '{
		for (i = 2; i <= NF; i++)
			if ($i ~ /^[AF]$/ && $(i - 1) ~ /^[0-9]+:[0-9]+$/ && --n == 0)
				print $(i + 2), $(i + 3), $(i + 4)
	}'
}

# A path that is silent has the most in flight: the other gets all that follows.
by_queue_length() {
	local reader
	create fp "$(fairpath_table queue-length)"
	path_silence 1
	read_one /dev/mapper/fp &
	reader=$!
	wait_until 40 "the read is in flight" waits_on_path_1
	count_start
	for _ in 1 2 3 4 5 6; do
		read_one /dev/mapper/fp
	done
	count_stop
	assert_eq "reads beside one in flight" "0 6" "$(count 1 reads) $(count 2 reads)"
	path_restore 1
	wait $reader
	assert_eq "in flight when all has ended" "0 0" \
		"$(words_of fp 1 | cut -d' ' -f1) $(words_of fp 2 | cut -d' ' -f1)"
	remove fp
}

waits_on_path_1() {
	[[ $(words_of fp 1) == 1" "* ]]
}

# The path whose commands take longer gets fewer of them.
by_history() {
	create fp "$(fairpath_table historical-service-time)"
	path_slow 1 20
	count_start
	fio_verify /dev/mapper/fp size=1m iodepth=4
	count_stop
	path_restore 1
	assert_between "per cent of the commands on the slow path" 0 40 \
		$((100 * $(count 1 writes) / ($(count 1 writes) + $(count 2 writes))))
	assert_match "its words in the table" " historical-service-time 2 972 0 2 1 " "$(dmsetup table fp)"
	assert_match "service time, in flight and stale after of path 1" \
		'^[0-9]{9,} 0 [0-9]{9,}$' "$(words_of fp 1)"
	remove fp
}

by_cpu() {
	local table="0 $SECTORS fairpath 0 0 1 1 io-affinity 0 1 1 ${PATHS[1]} 1"
	create fp "$table"
	assert_match "the mask" " io-affinity 0 1 1 [0-9:]+ [0,]*1 $" "$(dmsetup table fp)"
	count_start
	taskset 1 dd if=/dev/mapper/fp of=/dev/null bs=4k count=5 iflag=direct status=none
	count_stop
	assert_eq "reads of CPU 0" "0 5" "$(count 1 reads) $(count 2 reads)"
	remove fp

	assert_fails dm create fp --table \
		"0 $SECTORS fairpath 0 0 1 1 io-affinity 0 2 1 ${PATHS[0]} 1 ${PATHS[1]} 1"
	[[ $(dmesg) == *"argument 12 '1': the mask names no CPU of this machine"* ]] ||
		fail "the kernel's log does not say which mask has no CPU left"
}

# like_multipath SELECTOR: the same words in table and status, when idle
like_multipath() {
	local ours theirs
	create fp "$(fairpath_table "$1")"
	create mp "$(multipath_table "$1")"
	theirs=$(dmsetup table mp)
	assert_eq "$1: table" "${theirs/ multipath / fairpath }" "$(dmsetup table fp)"
	theirs=$(status mp) theirs=${theirs/ multipath / fairpath }
	ours=$(status fp)
	assert_eq "$1: status" "$theirs" "${ours:0:${#theirs}}"
	remove fp
	remove mp
}
