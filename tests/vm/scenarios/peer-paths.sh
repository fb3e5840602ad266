# shellcheck shell=bash disable=SC2034
DESCRIPTION="paths, queueing and wrong tables: dm-multipath and fairpath, told the same, show and do the same, but where meant"
LIMIT=600
REQUIRES=stock
CORE=yes

scenario() {
	array_up scsi_debug size=8
	peer_cases paths.txt
}
