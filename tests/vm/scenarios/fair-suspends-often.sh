# shellcheck shell=bash disable=SC2034
DESCRIPTION="200 suspends and reloads with requests waiting in the fair queue, in each mode, lose nothing"
LIMIT=3600
LONG=yes

# Each has three or four.
ROUNDS=60

scenario() {
	in_mode rq fair-suspends
	in_mode bio fair-suspends
}
