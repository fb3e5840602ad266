# shellcheck shell=bash disable=SC2034
DESCRIPTION="an array of two ALUA groups: dm-multipath and fairpath, told the same, show and do the same, but where meant"
LIMIT=600
REQUIRES=stock

scenario() {
	peer_alua implicit alua.txt
	peer_alua explicit alua-explicit.txt
}

# peer_alua KIND FILE
peer_alua() {
	modprobe scsi_dh_alua
	array_up lio size=8 groups=1,1,2,2 shared=on "alua=$1"
	peer_cases "$2"
	array_down
}
