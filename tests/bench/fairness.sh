# shellcheck shell=bash
# Who gets what of an array that serves eight requests of 4 ms at a time, and takes
# any number: 2,000 a second at any depth. `make bench-fairness` plays it, under the
# virtual clock, so that figures repeat.
#
#	tests/vm/vm play --clock virtual tests/bench/fairness.sh CASES=a,b PEERS=none,fairpath
#
# fairness/cases.sh has the cases, fairness/peers.sh who is compared.

for part in peers load cases; do
	# shellcheck source=/dev/null
	. "/lab/tests/bench/fairness/$part.sh"
done

CASES=a,b,c,d,e,f,g,h,i,j,k
PEERS=
for word in "${@:2}"; do
	case $word in
	CASES=?*|PEERS=*|SETTLE=?*|RUN=?*) declare "$word" ;;
	*) fail "'$word' is not CASES=a,b.., PEERS=none,fairpath.., SETTLE=SECONDS or RUN=SECONDS" ;;
	esac
done

# peers_of CASE: who can do it
peers_of() {
	case $1 in
	c) echo none bfq-cgroups iocost fairpath fairpath-bio ;;
	k) echo none mq-deadline fairpath fairpath-mq-deadline fairpath-bio ;;
	*) echo "$ALL_PEERS" ;;
	esac
}

# wanted PEER: of those that were asked for, if any were
wanted() {
	[[ ! $PEERS || ,$PEERS, == *,$1,* ]]
}

[[ $CLOCK == virtual ]] || fail "figures that repeat need the virtual clock"
SERVICE_MS=4
rm -f /out/figures /out/timeline
cgroup_make shallow deep{1..8}
for CASE in ${CASES//,/ }; do
	# Ports of one array lead to one queue. Of its own each has one only to fall silent:
	# four queues before the same servers starve each other.
	[[ $CASE == i ]] && shared=off || shared=on
	array_up slots slots=8 service=$((SERVICE_MS * 1000)) size=512 "shared=$shared" >/dev/null
	[[ $CASE != [abhijk] ]] || alone
	for PEER in $(peers_of "$CASE"); do
		wanted "$PEER" || continue
		peer_up
		"case_$CASE"
		peer_down
	done
	array_down
done
