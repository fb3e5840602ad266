# shellcheck shell=bash disable=SC2034
DESCRIPTION="every command answers at once while all 80 paths of 20 LUNs hang"
LIMIT=400
REQUIRES=stock

scenario() {
	local path map reader
	many_luns 20
	daemon_start
	wait_until 90 "20 maps of four paths" many_maps 20 4
	map=$(daemon_map)
	path=$(fairpathctl show paths | awk 'NR == 2 { print $2 }')

	many_silent
	read_one "/dev/mapper/$map" &
	reader=$!
	wait_until 40 "a probe hangs" probes_hang
	answers show topology
	answers show topology "$map"
	answers show paths
	answers show maps
	answers show flushes
	answers show status
	answers show config
	answers fail "$path"
	answers reinstate "$path"
	answers reload "$map"
	answers reconfigure
	# And when all of them have been found out.
	wait_until 90 "no path is usable" many_maps 20 0
	answers show topology
	answers reload

	many_answer
	wait_until 90 "all are back" many_maps 20 4
	wait $reader || true
	daemon_stop
	many_remove
}

probes_hang() {
	! fairpathctl show status | grep -q ' 0 hanging$'
}
