# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, paths fail and return, and nothing is lost: as in request mode"
LIMIT=240
CORE=yes

scenario() {
	in_mode bio target-path-fails target-path-returns target-queues-without-path \
		target-fails-without-path target-queueing-ends target-ioctl
}
