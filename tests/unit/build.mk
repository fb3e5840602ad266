# SPDX-License-Identifier: GPL-2.0
# Unit tests, into build/unit. Included by the top Makefile, after lib/build.mk.
#
# Each test-*.c is a program. All are built and run twice: plain, as the code
# ships, and sanitized, where a wrong access or an overflow ends the test.

CORE := kernel/dm-fairpath/core

UNIT_CPPFLAGS := -D_GNU_SOURCE -Ilib/include -Ilib -I$(CORE) -Itests/unit
UNIT_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

UNIT_CORE  := $(wildcard $(CORE)/*.c $(CORE)/select/*.c)
UNIT_TESTS := $(wildcard tests/unit/test-*.c)
UNIT_SHARED := $(filter-out $(UNIT_TESTS),$(wildcard tests/unit/*.c))

# What every test program is linked with.
UNIT_SOURCES := $(UNIT_CORE) $(LIB_SOURCES) $(UNIT_SHARED)

# unit_flavour NAME,FLAGS: rules for build/unit/NAME
define unit_flavour
$(BUILD)/unit/$(1)/%.o: %.c
	@mkdir -p $$(@D)
	@echo "  CC      $(1) $$<"
	@$$(CC) $$(UNIT_CPPFLAGS) $$(USER_CFLAGS) $(2) -MMD -MP -c -o $$@ $$<

$(BUILD)/unit/$(1)/%: $(BUILD)/unit/$(1)/tests/unit/%.o $(UNIT_SOURCES:%.c=$(BUILD)/unit/$(1)/%.o)
	@echo "  LD      $$@"
	@$$(CC) $(2) -o $$@ $$^ -lcmocka

UNIT_PROGRAMS += $(UNIT_TESTS:tests/unit/%.c=$(BUILD)/unit/$(1)/%)

-include $(UNIT_SOURCES:%.c=$(BUILD)/unit/$(1)/%.d) $(UNIT_TESTS:%.c=$(BUILD)/unit/$(1)/%.d)
endef

UNIT_PROGRAMS :=
$(eval $(call unit_flavour,plain,))
$(eval $(call unit_flavour,sanitized,$(UNIT_SANITIZE)))

# What a model is worth that does not notice a missing rule is nothing: the model
# of flushes with a law of flushes that knows no S2, S3 or S6 must fail.
UNIT_WITHOUT := $(foreach rule,2 3 6,$(BUILD)/unit/without-$(rule)/test-flush-model)

$(BUILD)/unit/without-%/test-flush-model: tests/unit/test-flush-model.c $(UNIT_CORE) \
		$(wildcard $(CORE)/*.h tests/unit/*.h)
	@mkdir -p $(@D)
	@echo "  CC      without-$* $<"
	@$(CC) $(UNIT_CPPFLAGS) $(USER_CFLAGS) -DFP_TEST_WITHOUT=$* -o $@ $(filter %.c,$^) -lcmocka

.PHONY: unit unit-programs
unit: unit-programs
	@tests/unit/run $(UNIT_PROGRAMS) $(UNIT_WITHOUT)

unit-programs: $(UNIT_PROGRAMS) $(UNIT_WITHOUT)

# Else make takes the objects for intermediate files and deletes them.
.SECONDARY: $(foreach flavour,plain sanitized,\
	$(patsubst %.c,$(BUILD)/unit/$(flavour)/%.o,$(UNIT_SOURCES) $(UNIT_TESTS)))
