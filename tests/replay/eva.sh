# shellcheck shell=bash
# The EVA of the bug, replayed: AIM7's shared mix on ext4 on many LUNs of four
# paths, barriers on and off, fairpath beside dm-multipath. `make replay-eva` plays
# it; docs/replay.md tells what it shows. Settings, as KEY=VALUE:
#
#	luns=56  loads=1,101,201
#	cpu=1000     jobs that use no disk do that many times less
#	disk=32      disk jobs handle that many times less
#	cases=acefb  see cases.sh; b last: there the paths have to be told what the LUNs
#	             do not say, and would not forget it
#	commands=1 jobs=3  how many per cent barrier on may differ from barrier off

# shellcheck source=tests/replay/cases.sh
. /lab/tests/replay/cases.sh

set -eEo pipefail
trap 'fail "status $? of: $BASH_COMMAND"' ERR
settings "${@:2}"
of_cases
