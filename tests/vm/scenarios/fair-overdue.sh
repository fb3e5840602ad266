# shellcheck shell=bash disable=SC2034
DESCRIPTION="a thousand requests that all wait longer than their expiry are still let go by weight"
LIMIT=300

scenario() {
	array_up slots slots=4 service=100000
	light_and_heavy 512 fair_read_expiry_msecs 50
	wait_until 60 "a thousand wait" all_wait fp 490 "$LIGHT" "$HEAVY"
	assert_ratio fp "$LIGHT" "$HEAVY" 3
	assert_between "the longest wait, ms" 1000 1000000 $(($(status_key fp fair_worst_wait_usecs) / 1000))
	light_and_heavy_end
}
