# shellcheck shell=bash disable=SC2034
DESCRIPTION="bio mode: the fair queue keeps weights, and loses nothing when paths fail and tables change"
LIMIT=600
CORE=yes

scenario() {
	in_mode bio fair-weights fair-path-fails fair-suspends
}
