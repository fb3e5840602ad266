# shellcheck shell=bash disable=SC2034
DESCRIPTION="groups, messages, reloads and handlers: dm-multipath and fairpath, told the same, show and do the same, but where meant"
LIMIT=600
REQUIRES=stock

scenario() {
	array_up scsi_debug size=8
	peer_cases groups.txt
}
