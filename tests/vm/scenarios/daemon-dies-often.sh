# shellcheck shell=bash disable=SC2034
DESCRIPTION="a daemon that reloads its map is killed at 200 random instants under verified I/O, and nothing is lost"
LIMIT=4000
LONG=yes
REQUIRES=stock

scenario() {
	daemon_killed_often 200
}
