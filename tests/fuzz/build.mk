# SPDX-License-Identifier: GPL-2.0
# Fuzzing, in build/fuzz. Included by the top Makefile.

BUILD ?= build
FUZZ_SECONDS ?= 600

.PHONY: fuzz fuzz-short
fuzz fuzz-short: $(GENERATED) $(EMBEDDED)

fuzz:
	@BUILD=$(BUILD) tests/fuzz/run $(FUZZ_SECONDS)

# As part of the tests of each change.
fuzz-short:
	@BUILD=$(BUILD) tests/fuzz/run --same-way 10
