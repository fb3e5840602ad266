#!/bin/bash
# Builds the module for a kernel of the lab, out of the source tree.
#
#	tests/vm/host/module.sh [--check|--without-RULE|--lab-handler] 6.1|6.12|debug
#
# into build/module/KERNEL/dm-fairpath.ko, whose path it prints. With --check
# sparse reads every file, and a warning of it or of gcc is an error. With
# --without-2, -3 or -6 it is a wrong module, which knows no rule S2, S3 or S6 of
# the law of flushes, in build/module/KERNEL-without-RULE: what a test is worth
# that such a module passes is nothing. With --lab-handler it is another module,
# the hardware handler of tests/vm/handler, in build/module/KERNEL-lab-handler.
set -u
# shellcheck source=tests/vm/host/common.sh
. "$(dirname "$0")/common.sh"

MODULE=$SOURCE/kernel/dm-fairpath
NAME=dm-fairpath

# kbuild puts its output beside the sources: give it a folder of links to them.
# Links of sources that are gone would be compiled no more, but seen.
link_sources() {
	local build=$1
	mkdir -p "$build"
	find "$build" -xtype l -delete
	cp -rsf --no-target-directory "$MODULE" "$build"
}

main() {
	local kernel folder build log arch=x86_64 check=0 variant='' flags=''
	case ${1-} in
	--check) check=2; shift ;;
	--without-[236])
		variant=-${1#--}
		flags=-DFP_TEST_WITHOUT=${1#--without-}
		shift
		;;
	--lab-handler)
		variant=-lab-handler
		MODULE=$SOURCE/tests/vm/handler
		NAME=scsi_dh_lab
		shift
		;;
	esac
	(($# == 1)) || die "usage: module.sh [--check|--without-2|-3|-6|--lab-handler] 6.1|6.12|debug"
	kernel=$1
	folder=$("$HOST/kernel" "$kernel") || exit 1
	[[ -d $MODULE ]] || die "no module's source in $MODULE"
	[[ $kernel == debug ]] && arch=um

	build=$SOURCE/build/module/$kernel$variant
	log=$build.log
	link_sources "$build" || die "cannot link the module's sources into $build"
	make -C "$folder/build" ARCH=$arch M="$build" C=$check KCFLAGS="$flags" -j2 modules >"$log" 2>&1 || {
		cat "$log" >&2
		die "the module does not build for kernel $kernel ($(cat "$folder/release"))"
	}
	# The compiler's warnings are worth a look even in a build that passes.
	if grep -A5 'warning:' "$log" >&2 && ((check)); then
		exit 1
	fi
	echo "$build/$NAME.ko"
}

main "$@"
