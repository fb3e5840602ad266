# shellcheck shell=bash disable=SC2034
DESCRIPTION="two cgroups get what their weights say, and a message changes it under I/O"
LIMIT=300
CORE=yes

scenario() {
	array_up slots slots=4 service=150000
	light_and_heavy 16
	wait_until 30 "both wait" all_wait fp 8 "$LIGHT" "$HEAVY"
	assert_ratio fp "$LIGHT" "$HEAVY" 3
	message fp fair_weight "$LIGHT:300"
	assert_ratio fp "$LIGHT" "$HEAVY" 1
	light_and_heavy_end
}
