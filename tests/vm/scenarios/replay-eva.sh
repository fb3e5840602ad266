# shellcheck shell=bash disable=SC2034
DESCRIPTION="AIM7 on LUNs of an EVA: no flush and no FUA by fairpath, also after a cache went off, unlike dm-multipath"
CLOCK=virtual
LIMIT=300

scenario() {
	# shellcheck source=tests/replay/cases.sh
	. /lab/tests/replay/cases.sh
	# So short a run is less exact than the whole replay.
	settings luns=2 loads=3 cases=aef disk=256 cpu=20000 commands=10 jobs=10
	of_cases
	assert_between "flushes that dm-multipath went on sending" 10 100000 "$(total FLUSHES e)"
}
