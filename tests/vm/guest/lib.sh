# shellcheck shell=bash
# What a scenario has: assertions, device-mapper, load, counting, uevents,
# crashes, arrays, hardware handlers, dm-multipath beside us. Sourced by whatever runs in
# the guest.

GUEST=/lab/tests/vm/guest
# What is about one scenario and must outlive its process: the array that is up,
# counts, whether it has failed. Emptied between scenarios.
STATE=/run/lab/state
mkdir -p "$STATE"

for part in array assert count crash daemon dm fair handler killed load many mode peer probe storm udev uevents; do
	# shellcheck source=/dev/null
	. "$GUEST/$part.sh"
done
unset part
