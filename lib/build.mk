# SPDX-License-Identifier: GPL-2.0
# libfairpath, static and shared, into build/lib. Included by the top Makefile.

BUILD ?= build

# For all of userspace. The words of a line are never the format of a printf, no
# warning is ignored, and what is not said in a header is not exported.
USER_CPPFLAGS := -D_GNU_SOURCE -Ilib/include
USER_CFLAGS   := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Wstrict-prototypes \
		 -Wmissing-prototypes -Wshadow

# What the library itself is linked with.
LIB_LIBS := -ldevmapper -ljson-c

# The number goes up when a program built against the library must be built again.
LIB_SONAME := libfairpath.so.0

OBJCOPY ?= objcopy

LIB_SOURCES := $(wildcard lib/*.c)
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o)

.PHONY: lib
lib: $(BUILD)/lib/libfairpath.a $(BUILD)/lib/libfairpath.so

$(BUILD)/lib/%.o: lib/%.c
	@mkdir -p $(@D)
	@echo "  CC      $<"
	@$(CC) $(USER_CPPFLAGS) $(USER_CFLAGS) -fPIC -MMD -MP -c -o $@ $<

# One object, whose only names are the library's own: what its files call in each
# other must not meet a program's.
$(BUILD)/lib/libfairpath.o: $(LIB_OBJECTS)
	@echo "  LD      $@"
	@$(LD) -r -o $@.all $^
	@$(OBJCOPY) --wildcard --keep-global-symbol='fairpath_*' $@.all $@
	@rm $@.all

$(BUILD)/lib/libfairpath.a: $(BUILD)/lib/libfairpath.o
	@echo "  AR      $@"
	@rm -f $@
	@$(AR) rcs $@ $<

$(BUILD)/lib/$(LIB_SONAME): $(LIB_OBJECTS) lib/libfairpath.map
	@echo "  LD      $@"
	@$(CC) -shared -Wl,-soname,$(LIB_SONAME) -Wl,--version-script=lib/libfairpath.map \
		-Wl,--no-undefined -o $@ $(LIB_OBJECTS) $(LIB_LIBS)

$(BUILD)/lib/libfairpath.so: $(BUILD)/lib/$(LIB_SONAME)
	@ln -sf $(LIB_SONAME) $@

-include $(LIB_OBJECTS:.o=.d)
