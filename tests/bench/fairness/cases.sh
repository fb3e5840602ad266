# shellcheck shell=bash
# The cases; each measures PEER and ends with its row. Sourced.

# The reader of one request at a time, with nobody beside it: what the others are
# compared with.
alone() {
	local PEER=fairpath-off
	peer_up
	reader shallow 1
	all_end shallow
	PEER=alone row "total=$(iops shallow)" "shallow=$(iops shallow)" \
		"mean_ms=$(mean_ms shallow)" "p99_ms=$(p99_ms shallow)"
	peer_down
}

# Beside the deep ones, which are there already.
shallow_row() {
	row "total=$(all_iops deep1 deep2 deep3 deep4 shallow)" "shallow=$(iops shallow)" \
		"mean_ms=$(mean_ms shallow)" "p99_ms=$(p99_ms shallow)" "$@"
}

window() {
	local window
	window=$(status_key bench fair_window)
	echo "${window:--}"
}

# One reader at depth 1 beside four at depth 64.
case_a() {
	deep_readers
	reader shallow 1
	all_end deep{1..4} shallow
	shallow_row "window=$(window)"
}

# Eight equal readers of depth 1, 2, 4 ... 128. A reader of depth d cannot have more
# than d per latency; where all could use an eighth, that is the ideal.
case_b() {
	local n depth=1 got=()
	for n in 1 2 3 4 5 6 7 8; do
		reader "deep$n" $depth
		depth=$((depth * 2))
	done
	all_end deep{1..8}
	for n in 1 2 3 4 5 6 7 8; do
		got+=("$(iops "deep$n")")
	done
	row "jain=$(jain "${got[@]}")" "total=$(sum "${got[@]}")" "depth1=${got[0]}" \
		"depth2=${got[1]}" "depth8=${got[3]}" "depth32=${got[5]}" "depth128=${got[7]}"
}

# Four readers of depth 64 with weights 1, 2, 4, 8: what each has, in fifteenths. For longer
# than the others: what is in flight when they begin and end is a fortieth of what the
# lightest has in five seconds.
case_c() {
	local n weight=100 all words=()
	for n in 1 2 3 4; do
		weight "deep$n" $weight
		weight=$((weight * 2))
		reader "deep$n" 64 --runtime=20
	done
	all_end deep{1..4}
	all=$(all_iops deep{1..4})
	for n in 1 2 3 4; do
		words+=("w$((1 << (n - 1)))=$(awk -v a="$(iops "deep$n")" -v all="$all" \
			'BEGIN { printf "%.3f", 15 * a / all }')")
	done
	row "total=$all" "${words[@]}"
	for n in 1 2 3 4; do
		[[ $PEER == fairpath* ]] || weight "deep$n" 100
	done
}

# The shape of aio-stress: four threads, 64 KiB random reads, depth 64.
case_d() {
	deep_readers --bs=64k
	all_end deep{1..4}
	row "mb_s=$(megabytes deep{1..4})"
}

# Four readers of random 64 KiB of a file that is mapped: sixteen page faults each.
case_e() {
	local n
	for n in 1 2 3 4; do
		reader "deep$n" 1 --ioengine=mmap --direct=0 --bs=64k "--randseed=$n"
	done
	all_end deep{1..4}
	row "mb_s=$(megabytes deep{1..4})"
}

# A log's writer, 8 KiB O_DSYNC, alone and beside batches of 34 KiB io_submits.
log_writer() {
	reader shallow 1 --ioengine=psync --sync=dsync --bs=8k --rw=write
}

case_f() {
	local alone
	log_writer
	all_end shallow
	alone=$(mean_ms shallow "$WRITES")
	log_writer
	reader deep1 64 --bs=34k --rw=randwrite --size=64m --iodepth_batch_submit=64 \
		--iodepth_batch_complete_min=64
	all_end shallow deep1
	row "alone_ms=$alone" "mean_ms=$(mean_ms shallow "$WRITES")" \
		"p99_ms=$(p99_ms shallow "$WRITES")" "mb_s=$(megabytes deep1 "+$WRITES")"
}

# 256 threads, each reading and writing one block after the other at random places of
# its own, as tiobench has them.
case_g() {
	reader deep1 1 --numjobs=256 --group_reporting --ioengine=psync --rw=randrw \
		--size=256k --offset_increment=256k --ramp_time=2 --runtime=10
	all_end deep1
	row "total=$(sum "$(iops deep1)" "$(iops deep1 "$WRITES")")" "over_2s=$(field deep1 121)" \
		"longest_ms=$(printf '%s\n' "$(field deep1 39)" "$(field deep1 80)" |
			awk '$1 > max { max = $1 } END { printf "%.0f", max / 1000 }')"
}

# Writers flooding beside a reader.
case_h() {
	deep_readers --rw=randwrite
	reader shallow 1
	all_end deep{1..4} shallow
	row "total=$(sum "$(iops shallow)" "$(for n in 1 2 3 4; do iops "deep$n" "$WRITES"; done)")" \
		"shallow=$(iops shallow)" "mean_ms=$(mean_ms shallow)" "p99_ms=$(p99_ms shallow)"
}

# Four deep ones until they are killed: DEEP are their processes.
deep_readers_stay() {
	local n
	DEEP=()
	for n in 1 2 3 4; do
		reader "deep$n" 64 --ramp_time=0 --runtime=600
		DEEP+=($!)
	done
	sleep "$SETTLE"
}

deep_readers_go() {
	kill "${DEEP[@]}"
	wait
}

# One path of four falls silent; two seconds later the shallow reader comes.
case_i() {
	local reads began total
	deep_readers_stay
	path_silence 2
	sleep 2
	reads=$(reads_done)
	began=$(milliseconds_now)
	reader shallow 1 --ramp_time=0
	sleep "$RUN"
	total=$((($(reads_done) - reads) * 1000 / ($(milliseconds_now) - began)))
	sleep 2
	path_restore 2
	deep_readers_go
	row "total=$total" "shallow=$(iops shallow)" "mean_ms=$(mean_ms shallow)" \
		"p99_ms=$(p99_ms shallow)"
}

# all_cables STORE: from now on that is what is behind every path
all_cables() {
	local cable
	for cable in "$STATE"/cable*; do
		cable_swap "${cable##*/cable}" "linear /dev/$1 0"
	done
}

# As a, and the array becomes twice as slow, then fast again: seconds until a whole
# second begins in which the shallow reader's mean is within 1.5 of what it would be alone.
SLOW_FOR=7
case_j() {
	local fast slow slowed fastened log=$STATE/shallow.log
	fast=$(basename "$(<"$STATE/cable1")")
	slow=$(slots_store slow $((SERVICE_MS * 2000)))
	deep_readers_stay
	reader shallow 1 --ramp_time=0 --runtime=600 "--write_lat_log=$STATE/shallow" --log_unix_epoch=1
	sleep 3
	slowed=$(milliseconds_now)
	all_cables "$slow"
	sleep $SLOW_FOR
	fastened=$(milliseconds_now)
	all_cables "$fast"
	sleep $SLOW_FOR
	kill -INT $!
	wait $!
	deep_readers_go
	cat "$STATE"/shallow_lat*.log >"$log"
	row "slow_s=$(well_after "$slowed" $((SERVICE_MS * 2)))" \
		"fast_s=$(well_after "$fastened" "$SERVICE_MS")" \
		"before_ms=$(mean_between $((slowed - 2000)) "$slowed")" \
		"slow_ms=$(mean_between $((fastened - 2000)) "$fastened")" \
		"after_ms=$(mean_between $((fastened + SLOW_FOR * 1000 - 2000)) $((fastened + SLOW_FOR * 1000)))"
	tenths "$slowed"
	rm -f "$STATE"/shallow*.log
	rmdir "$NULLB/slow"
}

milliseconds_now() {
	echo $((${EPOCHREALTIME/./} / 1000))
}

# Of fio's log: the time of an end in ms, and the latency in ns.

# mean_between FROM TO: ms, of what ended then
mean_between() {
	awk -F, -v from="$1" -v to="$2" '$1 >= from && $1 < to { n++; sum += $2 }
		END { if (n) printf "%.2f", sum / n / 1000000; else print "-" }' "$STATE/shallow.log"
}

# well_after FROM SERVICE_MS: seconds
well_after() {
	awk -F, -v from="$1" -v most="$(($2 * 1500000))" -v last="$((SLOW_FOR * 1000 - 1000))" '
		$1 >= from { n++; at[n] = $1 - from; sum[n] = sum[n - 1] + $2 }
		END {
			for (ms = i = j = 0; ms <= last; ms += 20) {
				while (i < n && at[i + 1] < ms) i++
				while (j < n && at[j + 1] < ms + 1000) j++
				if (j > i && sum[j] - sum[i] <= most * (j - i)) {
					printf "%.2f", ms / 1000
					exit
				}
			}
			print "never"
		}' "$STATE/shallow.log"
}

# tenths FROM: for the plot: each tenth of a second, and the mean ms
tenths() {
	awk -F, -v from="$1" -v peer="$PEER" '
		{ t = int(($1 - from) / 100); n[t]++; sum[t] += $2 }
		END { for (t = -20; t < 140; t++) if (t in n)
			printf "%s %.1f %.3f\n", peer, t / 10, sum[t] / n[t] / 1000000 }' \
		"$STATE/shallow.log" >>/out/timeline
}

# One at depth 4096 beside the reader.
case_k() {
	reader deep1 4096
	reader shallow 1
	all_end deep1 shallow
	row "total=$(all_iops deep1 shallow)" "shallow=$(iops shallow)" \
		"mean_ms=$(mean_ms shallow)" "p99_ms=$(p99_ms shallow)"
}
