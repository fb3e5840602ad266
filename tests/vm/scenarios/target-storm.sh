# shellcheck shell=bash disable=SC2034
DESCRIPTION="verified I/O while paths fail and return, tables are reloaded and ALUA states change, in request and in bio mode"
LIMIT=900
REQUIRES=stock

scenario() {
	storm rq 0 outage reload alua
	storm bio 0 cable suspend unavailable
}
