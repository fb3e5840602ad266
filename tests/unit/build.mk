# SPDX-License-Identifier: GPL-2.0
# Unit tests, into build/unit. Included by the top Makefile, after lib/build.mk.
#
# Each test-*.c is a program. All are built and run twice: plain, as the code
# ships, and sanitized, where a wrong access or an overflow ends the test.

CORE := kernel/dm-fairpath/core

UNIT_CPPFLAGS := -D_GNU_SOURCE -Ilib/include -Ilib -I$(CORE) -Itests/unit -Itests/sim -Itests/replay $(USERSPACE_CPPFLAGS)
UNIT_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

UNIT_CORE  := $(wildcard $(CORE)/*.c $(CORE)/select/*.c)
UNIT_TESTS := $(wildcard tests/unit/test-*.c)
UNIT_SHARED := $(filter-out $(UNIT_TESTS),$(wildcard tests/unit/*.c)) $(wildcard tests/sim/*.c) \
	tests/replay/mix.c tests/replay/figures.c

# What every test program is linked with.
UNIT_SOURCES := $(UNIT_CORE) $(LIB_SOURCES) $(UNIT_SHARED)

# And of the programs, by way of an archive, what it uses. All but main.c; what
# flex and bison wrote is compiled here with this flavour's flags too.
UNIT_ARCHIVED := $(filter-out %/main.c,$(wildcard userspace/*/*.c userspace/*/*/*.c)) \
	$(GENERATED:.h=.c)

comma := ,
# In whose place dm-mock.c puts its own.
DM_MOCK_WRAPS := $(patsubst %,-Wl$(comma)--wrap=%,fpd_claim_lun $(addprefix fairpath_dm_,\
	create load clear resume message remove rename list))

UMOCKDEV_CFLAGS = $(patsubst -I%,-isystem %,$(shell pkg-config --cflags umockdev-1.0))

# unit_flavour NAME,FLAGS: rules for build/unit/NAME
define unit_flavour
$(BUILD)/unit/$(1)/%.o: %.c
	@mkdir -p $$(@D)
	@echo "  CC      $(1) $$<"
	@$$(CC) $$(UNIT_CPPFLAGS) $$(USER_CFLAGS) $(2) -MMD -MP -c -o $$@ $$<

$(UNIT_ARCHIVED:%.c=$(BUILD)/unit/$(1)/%.o) $(UNIT_TESTS:%.c=$(BUILD)/unit/$(1)/%.o): | $(GENERATED) $(EMBEDDED)

$(BUILD)/unit/$(1)/$(BUILD)/%.o: USER_CFLAGS += -Wno-unused-function -Wno-missing-prototypes \
	-Wno-sign-compare

$(BUILD)/unit/$(1)/userspace.a: $(UNIT_ARCHIVED:%.c=$(BUILD)/unit/$(1)/%.o)
	@mkdir -p $$(@D)
	@echo "  AR      $$@"
	@rm -f $$@
	@$$(AR) rcs $$@ $$^

$(BUILD)/unit/$(1)/%: $(BUILD)/unit/$(1)/tests/unit/%.o $(UNIT_SOURCES:%.c=$(BUILD)/unit/$(1)/%.o) \
		$(BUILD)/unit/$(1)/userspace.a
	@echo "  LD      $$@"
	@$$(CC) $(2) $$(UNIT_LDFLAGS) -o $$@ $$^ -lcmocka -lm $$(PROGRAM_LIBS)

$(BUILD)/unit/$(1)/test-config-memory: private UNIT_LDFLAGS := \
	-Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc
$(BUILD)/unit/$(1)/test-daemon-carry: private UNIT_LDFLAGS := $(DM_MOCK_WRAPS)

# umockdev stands before libc, so that its sysfs is seen; LD_PRELOAD would put it before
# the sanitizers too, which they refuse.
$(BUILD)/unit/$(1)/tests/unit/test-daemon-discover.o: private USER_CFLAGS += $(UMOCKDEV_CFLAGS)
$(BUILD)/unit/$(1)/test-daemon-discover: private UNIT_LDFLAGS := $(DM_MOCK_WRAPS) \
	-Wl,--no-as-needed -lumockdev-preload -lumockdev -lgobject-2.0 -lglib-2.0

UNIT_PROGRAMS += $(UNIT_TESTS:tests/unit/%.c=$(BUILD)/unit/$(1)/%)

-include $(UNIT_SOURCES:%.c=$(BUILD)/unit/$(1)/%.d) $(UNIT_ARCHIVED:%.c=$(BUILD)/unit/$(1)/%.d)
-include $(UNIT_TESTS:%.c=$(BUILD)/unit/$(1)/%.d)
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
	@$(CC) $(UNIT_CPPFLAGS) $(USER_CFLAGS) -DFP_TEST_WITHOUT=$* -o $@ $(filter %.c,$^) -lcmocka -lm

.PHONY: unit unit-programs
unit: unit-programs
	@tests/unit/run $(UNIT_PROGRAMS) $(UNIT_WITHOUT)

unit-programs: $(UNIT_PROGRAMS) $(UNIT_WITHOUT)

# Else make takes the objects for intermediate files and deletes them.
.SECONDARY: $(foreach flavour,plain sanitized,\
	$(patsubst %.c,$(BUILD)/unit/$(flavour)/%.o,$(UNIT_SOURCES) $(UNIT_ARCHIVED) $(UNIT_TESTS)))
