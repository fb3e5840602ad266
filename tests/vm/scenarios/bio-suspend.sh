# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, a suspend with bios waiting for a path does not hang, and none is lost"
LIMIT=600

scenario() {
	in_mode bio target-suspend-with-requests-waiting target-suspend-without-path
}
