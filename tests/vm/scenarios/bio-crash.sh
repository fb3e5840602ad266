# shellcheck shell=bash disable=SC2034
DESCRIPTION="in bio mode, what was fsynced survives a crash: paths fail and return in the middle"
LIMIT=600
REQUIRES=stock

scenario() {
	in_mode bio crash-path-fails
}
