# fairpath: everything is reached from here. `make help` lists the targets.
#
# Nothing is written outside build/, out/ (figures, plots) and the cache ($FAIRPATH_CACHE, by default
# ~/.cache/fairpath: kernels, the guest's root, the debug kernel), but for the
# Debian packages that a target installs when they are missing, and `install`.

BUILD  := build
KERNEL ?= 6.1
ARRAY  ?= eva
# Scenarios to run, by a part of their file's name; empty: all.
ONLY   ?=

PREFIX  ?= /usr/local
DESTDIR ?=

VERSION := $(shell awk '/define DMFP_VERSION_(MAJOR|MINOR|PATCH) / { v = v sep $$3; sep = "." } END { print v }' \
	kernel/dm-fairpath/version.h)

.DEFAULT_GOAL := all

# First, so that what compiles is installed before anything is compiled.
unit: deps-unit
fuzz fuzz-short: deps-fuzz

include lib/build.mk
include userspace/build.mk
include tests/unit/build.mk
include tests/sim/build.mk
include tests/fuzz/build.mk

.PHONY: help
help:
	@echo 'fairpath $(VERSION). Targets:'
	@echo
	@echo '  deps       install what all the others need (most also do it themselves)'
	@echo '  all        library, daemon and module (for the lab'\''s kernel)'
	@echo '  module     the kernel module, for KERNEL=6.1 (default) or KERNEL=6.12'
	@echo '  lib        libfairpath'
	@echo '  userspace  fairpathd and fairpathctl'
	@echo '  unit       unit tests of core/ and libfairpath'
	@echo '  fuzz       fuzz the parsers for ten minutes each'
	@echo '  vm         all scenarios on a stock Debian kernel; KERNEL=6.12, ONLY=reload'
	@echo '  vm-long    the same, and those that take minutes'
	@echo '  vm-debug   the same on a kernel with KASAN, lockdep, kmemleak, UBSAN'
	@echo '  vm-shell   a console in the VM with ARRAY=eva (default), lio, scsi_debug, fc ... up'
	@echo '  test       unit tests, short fuzzing, scenarios on 6.1, the core set on 6.12'
	@echo '  demo       the main job on a simulated EVA: four paths, a cable pulled, nothing lost'
	@echo '  replay-eva AIM7 on 56 LUNs of an EVA, beside dm-multipath; takes an hour or more'
	@echo '  bench      instructions per I/O, and I/Os in a second, beside dm-multipath'
	@echo '             and the raw path'
	@echo '  bench-fairness  who gets what of an array beside deep queues; beside dm-multipath'
	@echo '             (CASES=a,j PEERS=none,fairpath: only these; the rest is kept)'
	@echo '  plots      how the fair queue'\''s window behaves, simulated: out/sim-*.svg'
	@echo '  lint       style and static analysis of C and shell'
	@echo '  install    module (by DKMS where it is there), daemon, rules and library, on this host'
	@echo '  uninstall  what install put there'
	@echo '  clean      remove build/'

.PHONY: deps
deps:
	scripts/deps build unit fuzz lint vm debug

.PHONY: deps-%
deps-%:
	@scripts/deps $*

.PHONY: all
all: deps-build lib userspace module

.PHONY: module
module: deps-vm
	tests/vm/host/module.sh $(KERNEL)

.PHONY: vm vm-debug vm-shell
vm: deps-vm
	@scripts/tally 'vm-$(KERNEL)=tests/vm/vm run --kernel $(KERNEL) $(ONLY)'

# Those that take minutes, too.
.PHONY: vm-long
vm-long: deps-vm
	@scripts/tally 'vm-long-$(KERNEL)=tests/vm/vm run --kernel $(KERNEL) --long $(ONLY)'

# Not in parts: two of these guests on two CPUs take three times as long, each.
vm-debug: deps-debug
	@scripts/tally 'vm-debug=tests/vm/vm run --kernel debug $(ONLY)'

vm-shell: deps-vm
	tests/vm/vm shell --kernel $(KERNEL) $(ARRAY)

# What two suites would build is built before them: they run side by side, since
# a guest keeps little more than one CPU busy. The longest first, and in thirds, so that
# the end of one finds another to begin.
.PHONY: test
test: deps-unit deps-fuzz deps-vm
	@$(MAKE) --no-print-directory lib userspace
	@tests/vm/vm prepare --kernel 6.1
	@tests/vm/vm prepare --kernel 6.12
	@scripts/tally -j 2 'vm-6.1-1=tests/vm/vm run --kernel 6.1 --part 1/3' \
		'vm-6.1-2=tests/vm/vm run --kernel 6.1 --part 2/3' \
		'vm-6.1-3=tests/vm/vm run --kernel 6.1 --part 3/3' \
		'vm-6.12-1=tests/vm/vm run --kernel 6.12 --core --part 1/2' \
		'vm-6.12-2=tests/vm/vm run --kernel 6.12 --core --part 2/2' \
		'unit=$(MAKE) --no-print-directory unit' \
		'fuzz=$(MAKE) --no-print-directory fuzz-short'

.PHONY: demo
demo: deps-vm
	@tests/vm/vm play --kernel $(KERNEL) tests/vm/plays/demo.sh

# Settings, see tests/replay/eva.sh: "luns=8 loads=1,16" makes it shorter.
REPLAY ?=

.PHONY: replay-eva
replay-eva: deps-vm
	@tests/replay/run --kernel $(KERNEL) $(REPLAY)

.PHONY: bench
bench: deps-vm
	tests/bench/run instructions --kernel $(KERNEL)
	tests/bench/run iops --kernel $(KERNEL)

.PHONY: bench-fairness
bench-fairness: deps-vm deps-plots
	tests/bench/run fairness --kernel $(KERNEL) $(CASES:%=CASES=%) $(PEERS:%=PEERS=%)

.PHONY: lint
lint: deps-lint deps-unit deps-vm
	scripts/lint

.PHONY: install uninstall
install: deps-build lib userspace
	scripts/install-module install '$(VERSION)' '$(DESTDIR)'
	scripts/install-programs install '$(PREFIX)' '$(DESTDIR)'
	install -d '$(DESTDIR)$(PREFIX)/lib' '$(DESTDIR)$(PREFIX)/include/fairpath'
	install -m 644 lib/include/fairpath/*.h '$(DESTDIR)$(PREFIX)/include/fairpath/'
	install -m 644 $(BUILD)/lib/libfairpath.a '$(DESTDIR)$(PREFIX)/lib/'
	install -m 755 $(BUILD)/lib/$(LIB_SONAME) '$(DESTDIR)$(PREFIX)/lib/'
	ln -sf $(LIB_SONAME) '$(DESTDIR)$(PREFIX)/lib/libfairpath.so'
	$(if $(DESTDIR),,ldconfig)

uninstall:
	scripts/install-programs uninstall '$(PREFIX)' '$(DESTDIR)'
	scripts/install-module uninstall '$(VERSION)' '$(DESTDIR)'
	rm -rf '$(DESTDIR)$(PREFIX)/include/fairpath'
	rm -f '$(DESTDIR)$(PREFIX)'/lib/libfairpath.*
	$(if $(DESTDIR),,ldconfig)

.PHONY: clean
clean:
	rm -rf $(BUILD)
