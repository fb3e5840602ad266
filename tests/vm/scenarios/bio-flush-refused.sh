# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, what a LUN answers to a flush reaches the caller, and what a path answers another path takes (S4)"
LIMIT=600
REQUIRES="kernel:6.12"

scenario() {
	in_mode bio flush-refused
}
