#!/bin/bash
# Builds what scenarios use beside Debian's tools, for the guest:
#
#	tests/vm/host/tools.sh
#
# tests/vm/tools/NAME.c into build/tools/NAME, tests/replay into build/tools/fpreplay.
# Static, so that the guest's libraries need not be the host's. tests/vm/tools/linked
# has what is linked with the library and the daemon's probes, and so with shared
# libraries, as the daemon is.
set -u
# shellcheck source=tests/vm/host/common.sh
. "$(dirname "$0")/common.sh"

TOOLS=$SOURCE/tests/vm/tools
REPLAY=$SOURCE/tests/replay
PROBE=$SOURCE/userspace/fairpathd/probe
BUILD=$SOURCE/build/tools

# up_to_date PROGRAM FOLDER: nothing in the folder is newer
up_to_date() {
	[[ -e $1 && ! $(find "$2" "${BASH_SOURCE[0]}" -newer "$1") ]]
}

# build PROGRAM FOLDER SOURCE...
build() {
	up_to_date "$1" "$2" ||
		"${CC:-gcc}" -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -static \
			-o "$1" "${@:3}" -lm || die "$1 does not build"
}

# build_linked PROGRAM SOURCE
build_linked() {
	local folder
	for folder in "$TOOLS" "$PROBE" "$SOURCE/lib"; do
		up_to_date "$1" "$folder" && continue
		"${CC:-gcc}" -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -o "$1" \
			-I"$SOURCE/lib/include" -I"$SOURCE/userspace" "$2" "$PROBE"/*.c "$SOURCE"/lib/*.c \
			-lsystemd -laio -ldevmapper -ljson-c || die "$1 does not build"
		return
	done
}

main() {
	local file
	mkdir -p "$BUILD"
	for file in "$TOOLS"/*.c; do
		build "$BUILD/$(basename "$file" .c)" "$TOOLS" "$file"
	done
	for file in "$TOOLS"/linked/*.c; do
		build_linked "$BUILD/$(basename "$file" .c)" "$file"
	done
	build "$BUILD/fpreplay" "$REPLAY" "$REPLAY"/*.c
}

main
