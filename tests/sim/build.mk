# SPDX-License-Identifier: GPL-2.0
# Plots of the simulator, into out/. Included by the top Makefile, after tests/unit's.

.SECONDARY: $(BUILD)/sim/control.data $(BUILD)/sim/windows.data

SIM_PLOTS := control windows
SIM_SOURCES := tests/sim/plots/plots.c $(wildcard tests/sim/*.c) $(UNIT_CORE)

$(BUILD)/sim/plots: $(SIM_SOURCES) $(wildcard tests/sim/*.h $(CORE)/*.h)
	@mkdir -p $(@D)
	@echo "  CC      $@"
	@$(CC) -D_GNU_SOURCE -I$(CORE) -Itests/sim $(USER_CFLAGS) -o $@ $(SIM_SOURCES) -lm

$(BUILD)/sim/%.data: $(BUILD)/sim/plots
	@$< $* >$@.new && mv $@.new $@

out/sim-%.svg: $(BUILD)/sim/%.data tests/sim/plots/%.gp
	@mkdir -p $(@D)
	@echo "  PLOT    $@"
	@gnuplot -e 'data = "$<"' tests/sim/plots/$*.gp >$@.new && mv $@.new $@

.PHONY: plots
plots: deps-build deps-plots $(SIM_PLOTS:%=out/sim-%.svg)
