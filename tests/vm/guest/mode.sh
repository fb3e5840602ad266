# shellcheck shell=bash
# One scenario's doings in another mode.

# in_mode MODE SCENARIO...: what those scenarios do, one after the other, with
# every table of map_table's of that queue_mode. Whatever fails in one fails.
in_mode() {
	local name
	for name in "${@:2}"; do
		echo "in mode $1: $name"
		# A subshell, so that they cannot meet; and no "||", which would make it deaf to errors.
		(
			MODE=$1
			# shellcheck source=/dev/null
			. "/lab/tests/vm/scenarios/$name.sh"
			scenario
		)
		array_down
	done
}
