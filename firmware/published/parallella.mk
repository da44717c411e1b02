# SPDX-License-Identifier: MIT OR Apache-2.0
# The published programs for one eCore, with GCC for Epiphany; run by `make -f parallella.mk`. README.md says more.
#
#   make -f parallella.mk DHRYSTONE_SRC=DIR COREMARK_SRC=DIR [O=2|3] [CLOCK_HZ=N] [DHRYSTONE_RUNS=N]
#        [COREMARK_RUNS=N] [V=1]
#
# All that is timed is in the core's own memory. Images are build/parallella/PROGRAM-O<O>.elf.

SHELL := /bin/sh
CROSS ?= epiphany-elf-
CC    := $(CROSS)gcc
LD    := $(CROSS)ld
O     ?= 3
Q     := $(if $(V),,@)

# The event counter: 600 MHz. CoreMark wants to run for 10 s, or it says that its result is not valid; the
# counter stops after seven. With a clock that is said to be a thousandth as fast it is content with 10 ms.
CLOCK_HZ       ?= 600000
DHRYSTONE_RUNS ?= 20000
COREMARK_RUNS  ?= 12

TUNING := -O$(O)
CFLAGS := $(TUNING) -U__UINT32_TYPE__ -D__UINT32_TYPE__=unsigned -U__INT32_TYPE__ -D__INT32_TYPE__=int \
          -mfp-mode=round-nearest -fno-common -ffunction-sections
OWN    := -std=gnu11 -ffreestanding -fno-tree-loop-distribute-patterns -Wall -Wextra -Werror -Wno-main
PLACE  := -I$(CURDIR)/board -I$(CURDIR)/../parallella/include -idirafter $(CURDIR)/../gr740/include \
          -DCLOCK_HZ=$(CLOCK_HZ)u

G      := ../build/parallella
START  := $(G)/start.o
LIBC   := $(shell $(CC) -print-file-name=libc.a)
LIBGCC := $(shell $(CC) -print-libgcc-file-name)
LINK   := -static -n --gc-sections --no-warn-rwx-segments -T ../parallella/start/link.ld
B      := build/parallella
OBJ    := $(B)/O$(O)
PROGRAMS := $(if $(DHRYSTONE_SRC),$(B)/dhrystone-O$(O).elf) $(if $(COREMARK_SRC),$(B)/coremark-O$(O).elf)

.PHONY: all FORCE
all: $(PROGRAMS)

$(START) $(G)/libparallella.a: FORCE
	$(Q)$(MAKE) --no-print-directory --silent -C .. -f parallella/Makefile $(@:../%=%)

$(B)/libparallella.a: $(G)/libparallella.a
	@mkdir -p $(B)
	$(Q)$(CROSS)objcopy --weaken-symbol=_memcpy $< $@

# As on the other boards: what Dhrystone times of the C library is always GCC -O2.
$(B)/strings.o: strings.c parallella.mk
	@mkdir -p $(B)
	$(Q)$(CC) $(CFLAGS) -O2 $(OWN) -c $< -o $@

$(OBJ)/board.o: board/parallella.c FORCE
	@mkdir -p $(OBJ)
	$(Q)$(CC) $(CFLAGS) $(OWN) $(PLACE) -c $< -o $@

DHRY_HEADERS := -I$(CURDIR)/dhrystone -I$(DHRYSTONE_SRC)/v2.1
DHRY := -std=gnu89 -w -fno-builtin-printf $(DHRY_HEADERS) -DHZ=$(CLOCK_HZ) -Dmain=dhrystone_main
CORE := -std=gnu11 -ffreestanding $(PLACE) -I$(CURDIR)/coremark -I$(COREMARK_SRC) -DRUNS=$(COREMARK_RUNS) \
        -DFLAGS_STR='"$(TUNING)"' -Dmain=coremark_main
CORE_FILES := core_list_join core_main core_matrix core_state core_util

# A port's main is called published_main.
DHRY_OBJ := $(addprefix $(OBJ)/,dhry_1.o dhry_2.o dhry_port.o)
CORE_OBJ := $(addprefix $(OBJ)/,$(addsuffix .o,$(CORE_FILES) core_portme))
LIBRARIES := $(OBJ)/board.o $(B)/strings.o --start-group $(B)/libparallella.a $(LIBC) $(LIBGCC) --end-group

$(B)/dhrystone-O$(O).elf: $(START) $(OBJ)/board.o $(B)/strings.o $(B)/libparallella.a FORCE
	$(Q)for f in dhry_1 dhry_2; do $(CC) $(CFLAGS) $(DHRY) -c $(DHRYSTONE_SRC)/v2.1/$$f.c -o $(OBJ)/$$f.o || exit; done
	$(Q)$(CC) $(CFLAGS) $(OWN) $(PLACE) $(DHRY_HEADERS) -DHZ=$(CLOCK_HZ) -DRUNS=$(DHRYSTONE_RUNS)u -DFLAGS_STR='"$(TUNING)"' -c dhrystone/port.c -o $(OBJ)/dhry_port.o
	$(Q)$(CROSS)objcopy --redefine-sym _main=_published_main $(OBJ)/dhry_port.o
	$(Q)$(LD) $(LINK) -o $@ $(START) $(DHRY_OBJ) $(LIBRARIES)

$(B)/coremark-O$(O).elf: $(START) $(OBJ)/board.o $(B)/strings.o $(B)/libparallella.a FORCE
	$(Q)for f in $(CORE_FILES); do $(CC) $(CFLAGS) $(CORE) -w -c $(COREMARK_SRC)/$$f.c -o $(OBJ)/$$f.o || exit; done
	$(Q)$(CC) $(CFLAGS) $(OWN) $(CORE) -c coremark/core_portme.c -o $(OBJ)/core_portme.o
	$(Q)$(CROSS)objcopy --redefine-sym _main=_published_main $(OBJ)/core_portme.o
	$(Q)$(LD) $(LINK) -o $@ $(START) $(CORE_OBJ) $(LIBRARIES)
