#!/bin/bash
# Builds what scenarios use beside Debian's tools, for the guest:
#
#	tests/vm/host/tools.sh
#
# tests/vm/tools/NAME.c into build/tools/NAME. Static, so that the guest's
# libraries need not be the host's.
set -u
# shellcheck source=tests/vm/host/common.sh
. "$(dirname "$0")/common.sh"

TOOLS=$SOURCE/tests/vm/tools
BUILD=$SOURCE/build/tools

up_to_date() {
	[[ -e $1 && ! $(find "$TOOLS" "${BASH_SOURCE[0]}" -newer "$1") ]]
}

main() {
	local file tool
	mkdir -p "$BUILD"
	for file in "$TOOLS"/*.c; do
		tool=$BUILD/$(basename "$file" .c)
		up_to_date "$tool" ||
			"${CC:-gcc}" -std=gnu11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Werror -static \
				-o "$tool" "$file" || die "$file does not build"
	done
}

main
