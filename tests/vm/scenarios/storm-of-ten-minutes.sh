# shellcheck shell=bash disable=SC2034
DESCRIPTION="ten minutes of verified I/O while paths, groups, tables and ALUA states change, in request and in bio mode"
LIMIT=1800
LONG=yes
REQUIRES=stock

scenario() {
	storm rq 300 "${STORM_EVENTS[@]}"
	storm bio 300 "${STORM_EVENTS[@]}"
}
