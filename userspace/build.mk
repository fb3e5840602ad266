# SPDX-License-Identifier: GPL-2.0
# The daemon and the command line, into build/userspace. Included by the top
# Makefile, after lib/build.mk.
#
# A program is a folder with a main.c. All other files of the folder go into an
# archive, build/userspace/NAME.a, so that unit tests link what they test.

PROGRAM_LIBS := -lsystemd -ludev -ldevmapper -laio -ljson-c -lsgutils2

PROGRAMS := $(patsubst userspace/%/main.c,%,$(wildcard userspace/*/main.c))

USERSPACE_CPPFLAGS = -Iuserspace -I$(BUILD)/userspace -DFAIRPATH_VERSION='"$(VERSION)"'

.PHONY: userspace
userspace: $(PROGRAMS:%=$(BUILD)/userspace/bin/%)

# What flex and bison write goes into build/ and is compiled like the rest, but for
# the warnings that their own code earns.
$(BUILD)/userspace/%.lex.c $(BUILD)/userspace/%.lex.h &: userspace/%.l
	@mkdir -p $(@D)
	@echo "  FLEX    $<"
	@flex --header-file=$(BUILD)/userspace/$*.lex.h -o $(BUILD)/userspace/$*.lex.c $<

$(BUILD)/userspace/%.tab.c $(BUILD)/userspace/%.tab.h &: userspace/%.y
	@mkdir -p $(@D)
	@echo "  BISON   $<"
	@bison -Wall -Werror -d -o $(BUILD)/userspace/$*.tab.c $<

# Data that is compiled in: hardware.conf becomes fpd_hardware_conf, a string.
$(BUILD)/userspace/%.conf.h: userspace/%.conf
	@mkdir -p $(@D)
	@echo "  EMBED   $<"
	@{ echo 'static const char fpd_$(notdir $*)_conf[] ='; \
		sed -e 's/[\\"]/\\&/g' -e 's/.*/"&\\n"/' $<; echo ';'; } >$@

$(BUILD)/userspace/%.lex.o: $(BUILD)/userspace/%.lex.c
	@echo "  CC      $<"
	@$(CC) $(USER_CPPFLAGS) $(USERSPACE_CPPFLAGS) $(USER_CFLAGS) -Wno-unused-function \
		-Wno-missing-prototypes -Wno-sign-compare -MMD -MP -c -o $@ $<

$(BUILD)/userspace/%.tab.o: $(BUILD)/userspace/%.tab.c
	@echo "  CC      $<"
	@$(CC) $(USER_CPPFLAGS) $(USERSPACE_CPPFLAGS) $(USER_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/userspace/%.o: userspace/%.c
	@mkdir -p $(@D)
	@echo "  CC      $<"
	@$(CC) $(USER_CPPFLAGS) $(USERSPACE_CPPFLAGS) $(USER_CFLAGS) -MMD -MP -c -o $@ $<

# objects_of FOLDER: of all that is in it or one folder further down, but main.c
objects_of = $(patsubst userspace/%.c,$(BUILD)/userspace/%.o,\
	$(filter-out %/main.c,$(wildcard userspace/$1/*.c userspace/$1/*/*.c))) \
	$(patsubst userspace/%.l,$(BUILD)/userspace/%.lex.o,$(wildcard userspace/$1/*/*.l)) \
	$(patsubst userspace/%.y,$(BUILD)/userspace/%.tab.o,$(wildcard userspace/$1/*/*.y))

define program_rules
$(BUILD)/userspace/$1.a: $(call objects_of,$1)
	@echo "  AR      $$@"
	@rm -f $$@
	@$$(AR) rcs $$@ $$^

$(BUILD)/userspace/bin/$1: $(BUILD)/userspace/$1/main.o $(BUILD)/userspace/$1.a $(BUILD)/lib/libfairpath.a
	@mkdir -p $$(@D)
	@echo "  LD      $$@"
	@$$(CC) -o $$@ $$^ $$(PROGRAM_LIBS)
endef
$(foreach p,$(PROGRAMS),$(eval $(call program_rules,$p)))

# What is generated must be there before anything that includes it is compiled.
GENERATED := $(patsubst userspace/%.l,$(BUILD)/userspace/%.lex.h,$(wildcard userspace/*/*/*.l)) \
	$(patsubst userspace/%.y,$(BUILD)/userspace/%.tab.h,$(wildcard userspace/*/*/*.y))
EMBEDDED := $(patsubst userspace/%,$(BUILD)/userspace/%.h,$(wildcard userspace/*/*/*.conf))
$(foreach p,$(wildcard userspace/*/),$(call objects_of,$(p:userspace/%/=%))): | $(GENERATED) $(EMBEDDED)

-include $(shell find $(BUILD)/userspace -name '*.d' 2>/dev/null)
