# shellcheck shell=bash disable=SC2034
DESCRIPTION="ten minutes of verified I/O in each mode, while paths, groups, tables and ALUA states change at random"
LIMIT=3600
LONG=yes
REQUIRES=stock

scenario() {
	storm rq 600 $SRANDOM "${STORM_EVENTS[@]}"
	storm bio 600 $SRANDOM "${STORM_EVENTS[@]}"
}
