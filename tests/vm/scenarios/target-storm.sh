# shellcheck shell=bash disable=SC2034
DESCRIPTION="a minute of verified I/O while paths fail and return, groups, tables and ALUA states change, in request and in bio mode"
LIMIT=900
REQUIRES=stock

scenario() {
	storm rq 30 1 "${STORM_EVENTS[@]}"
	storm bio 30 2 "${STORM_EVENTS[@]}"
}
