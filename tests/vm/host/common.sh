# shellcheck shell=bash
# What the host's pieces of the lab share: where things are, errors, the cache.
# Sourced.
#
# The cache is outside the tree. An entry is a folder named NAME-KEY, KEY being
# the hash of everything that went into it. It is built beside its place and
# renamed into it when complete, so what is there is good. One that nothing asked
# for in a month is removed when a new one is made.

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
HOST=$SOURCE/tests/vm/host
CACHE=${FAIRPATH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/fairpath}

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

# Progress of what takes long, on stderr: stdout carries results.
say() {
	echo "lab: $*" >&2
}

# hash: of stdin, short enough for a file name
hash() {
	sha256sum | cut -c1-16
}

# cached NAME KEY BUILD [ARG...]: prints the entry's folder, made by
# `BUILD FOLDER ARG...` if it is not there. Two who ask at once build it once.
#
# BUILD runs under `set -e`. Bash forgets that inside `if`, `||` and `&&`, so
# neither this nor what calls it may stand in one: each piece of the lab that
# builds is a program of its own.
cached() {
	local entry=$CACHE/$1-$2
	if [[ ! -d $entry ]]; then
		mkdir -p "$CACHE"
		build_cached "$entry" "${@:3}"
	fi
	[[ -d $entry ]] || die "could not make $entry"
	# When it was last of use.
	touch "$entry"
	echo "$entry"
}

# prune_cache: a new entry takes the place of one that nobody may ever ask for again
CACHE_DAYS=30
prune_cache() {
	# By its name, lest somebody keeps other things there, too.
	find "$CACHE" -mindepth 1 -maxdepth 1 -mtime "+$CACHE_DAYS" -regextype posix-extended \
		-regex '.*/[a-z0-9.-]+-[0-9a-f]{16}(\..*)?' -exec rm -rf --one-file-system {} +
}

build_cached() {
	local entry=$1 temp rc lock_fd
	exec {lock_fd}>"$entry.lock"
	flock "$lock_fd"
	[[ -d $entry ]] && return
	temp=$(mktemp -d "$entry.XXXXXX")
	chmod 755 "$temp"
	# Standard output is the caller's answer: builders talk on stderr.
	(set -e; "$2" "$temp" "${@:3}") >&2 {lock_fd}>&-
	rc=$?
	if ((rc == 0)); then
		mv -T "$temp" "$entry"
	else
		rm -rf --one-file-system "$temp"
	fi
	rm -f "$entry.lock"
	((rc != 0)) || prune_cache
	exec {lock_fd}>&-
}

# make_image TREE IMAGE: an ext4 image, sparse, that is only ever read
make_image() {
	local kib
	kib=$(du -sk --apparent-size "$1" | cut -f1)
	# A quarter more for inodes, block ends and bitmaps.
	mkfs.ext4 -q -F -m 0 -O ^has_journal -d "$1" "$2" $((kib * 5 / 4 + 65536))K
}
