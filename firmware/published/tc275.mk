# SPDX-License-Identifier: MIT OR Apache-2.0
# The published programs for the TC275, with GCC for TriCore; run by `make -f tc275.mk`. README.md says more.
#
#   make -f tc275.mk DHRYSTONE_SRC=DIR COREMARK_SRC=DIR [O=2|3] [CPU=0|1|2] [DATA=0|1|2]
#        [CLOCK_HZ=N] [DHRYSTONE_RUNS=N] [COREMARK_RUNS=N] [V=1]
#
# Runs on core CPU with static data in the DSPR of core DATA; stacks are in a core's own DSPR, code in cached
# flash. Images are build/tc275/PROGRAM-O<O>-cpu<CPU>-dspr<DATA>.elf.

SHELL := /bin/sh
CROSS ?= tricore-elf-
CC    := $(CROSS)gcc
LD    := $(CROSS)ld
O     ?= 3
CPU   ?= 1
DATA  ?= 1
Q     := $(if $(V),,@)

# STM0: 100 MHz. CoreMark wants to run for 10 s, or it says that its result is not valid. In a simulator each
# round takes the same: with a CLOCK_HZ that is a hundredth of the true one it is content with 0.1 s.
CLOCK_HZ       ?= 100000000
DHRYSTONE_RUNS ?= 800000
COREMARK_RUNS  ?= 5000

TUNING := -O$(O)
CFLAGS := $(TUNING) -U__UINT32_TYPE__ -D__UINT32_TYPE__=unsigned -U__INT32_TYPE__ -D__INT32_TYPE__=int \
          -mcpu=tc27xx -fno-common -ffp-contract=off -ffunction-sections
OWN    := -std=gnu11 -ffreestanding -fno-tree-loop-distribute-patterns -Wall -Wextra -Werror -Wno-main
PLACE  := -I$(CURDIR)/board -I$(CURDIR)/../tc275/include -I$(CURDIR)/../gr740/include -DCLOCK_HZ=$(CLOCK_HZ)u

G      := ../build/tc275
START  := $(addprefix $(G)/,start.o vectors.o startup.o)
LINK   := --mcpu=tc161 --no-relax -static -n --gc-sections --fatal-warnings --no-warn-rwx-segments \
          --defsym=__home_core=$(DATA) -T ../tc275/start/link.ld

B       := build/tc275
VARIANT := O$(O)-cpu$(CPU)-dspr$(DATA)
OBJ     := $(B)/$(VARIANT)
PROGRAMS := $(if $(DHRYSTONE_SRC),$(B)/dhrystone-$(VARIANT).elf) \
            $(if $(COREMARK_SRC),$(B)/coremark-$(VARIANT).elf)

.PHONY: all FORCE
all: $(PROGRAMS)

$(START) $(G)/libtc275.a: FORCE
	$(Q)$(MAKE) --no-print-directory --silent -C .. -f tc275/Makefile $(@:../%=%)

$(B)/libtc275.a: $(G)/libtc275.a
	@mkdir -p $(B)
	$(Q)$(CROSS)objcopy --weaken-symbol=memcpy $< $@

# As on the other boards: the C library is always GCC -O2.
$(B)/strings.o: strings.c tc275.mk
	@mkdir -p $(B)
	$(Q)$(CC) $(CFLAGS) -O2 $(OWN) -c $< -o $@

# The core that main() runs on is the one whose DSPR has the data; another core is asked to run the program.
$(OBJ)/board.o: board/tc275.c FORCE
	@mkdir -p $(OBJ)
	$(Q)$(CC) $(CFLAGS) $(OWN) $(PLACE) -DRUN_ON=main_cpu$(CPU) -DELSEWHERE=$(if $(filter $(CPU),$(DATA)),0,1) -c $< -o $@

DHRY_HEADERS := -I$(CURDIR)/dhrystone -I$(DHRYSTONE_SRC)/v2.1
DHRY := -std=gnu89 -w -fno-builtin-printf $(DHRY_HEADERS) -DHZ=$(CLOCK_HZ) -Dmain=dhrystone_main
CORE := -std=gnu11 -ffreestanding $(PLACE) -I$(CURDIR)/coremark -I$(COREMARK_SRC) -DRUNS=$(COREMARK_RUNS) \
        -DFLAGS_STR='"$(TUNING)"' -Dmain=coremark_main
CORE_FILES := core_list_join core_main core_matrix core_state core_util

# A port's main is called published_main. Objects are linked at once: `ld -r` of this binutils loses addends.
DHRY_OBJ := $(addprefix $(OBJ)/,dhry_1.o dhry_2.o dhry_port.o)
CORE_OBJ := $(addprefix $(OBJ)/,$(addsuffix .o,$(CORE_FILES) core_portme))
RUNTIME  := $(START) $(OBJ)/board.o $(B)/strings.o $(B)/libtc275.a

$(B)/dhrystone-$(VARIANT).elf: $(RUNTIME) FORCE
	$(Q)for f in dhry_1 dhry_2; do $(CC) $(CFLAGS) $(DHRY) -c $(DHRYSTONE_SRC)/v2.1/$$f.c -o $(OBJ)/$$f.o || exit; done
	$(Q)$(CC) $(CFLAGS) $(OWN) $(PLACE) $(DHRY_HEADERS) -DHZ=$(CLOCK_HZ) -DRUNS=$(DHRYSTONE_RUNS)u -DFLAGS_STR='"$(TUNING)"' -c dhrystone/port.c -o $(OBJ)/dhry_port.o
	$(Q)$(CROSS)objcopy --redefine-sym main=published_main $(OBJ)/dhry_port.o
	$(Q)$(LD) $(LINK) -o $@ $(START) $(DHRY_OBJ) $(OBJ)/board.o $(B)/strings.o $(B)/libtc275.a

$(B)/coremark-$(VARIANT).elf: $(RUNTIME) FORCE
	$(Q)for f in $(CORE_FILES); do $(CC) $(CFLAGS) $(CORE) -w -c $(COREMARK_SRC)/$$f.c -o $(OBJ)/$$f.o || exit; done
	$(Q)$(CC) $(CFLAGS) $(OWN) $(CORE) -c coremark/core_portme.c -o $(OBJ)/core_portme.o
	$(Q)$(CROSS)objcopy --redefine-sym main=published_main $(OBJ)/core_portme.o
	$(Q)$(LD) $(LINK) -o $@ $(START) $(CORE_OBJ) $(OBJ)/board.o $(B)/strings.o $(B)/libtc275.a
