//! The rule behind each finding, and where it is written.

use trueboard_check::{ORDERS, What};

/// What the rule says, and its source, for a core of `kind` on `board`.
pub(super) fn rule(what: What, kind: &str) -> (&'static str, &'static str) {
    match what {
        What::Memory => (
            "memory holds anything after power-up until it is written",
            match kind {
                "leon" => "GR740 UM 1.7, memory controllers: SDRAM and caches have no reset value",
                "tricore" => {
                    "AURIX TC27x UM, CPU: scratchpads and LMU are not initialised by reset"
                }
                _ => "Epiphany Architecture Reference, memory architecture",
            },
        ),
        What::Register(_) => (
            "a general register holds anything after power-up until it is written",
            match kind {
                "leon" => "The SPARC Architecture Manual, version 8, chapter 4 and 7 (reset)",
                "tricore" => "TriCore TC1.6 Core Architecture, volume 1, general purpose registers",
                _ => "Epiphany Architecture Reference, general purpose registers",
            },
        ),
        What::Overflow => (
            "a stack stays within the memory that is set aside for it",
            match kind {
                "leon" => "SPARC ABI, stack frames: %sp with 96 bytes below the frame for windows",
                "tricore" => "TriCore EABI, stack layout (A10)",
                _ => "Epiphany ABI, stack pointer r13",
            },
        ),
        What::Null => (
            "the first 256 bytes are no data: a null pointer with the offset of a field points there",
            "C11, 6.3.2.3 and 6.5.3.2",
        ),
        What::ReadOnly => (
            "sections of code and constants are not stored to",
            "System V ABI, section attributes (SHF_WRITE)",
        ),
        What::Unclaimed => (
            "an access is to a section, a stack, or the heap behind the last section",
            "System V ABI, sections; linker script of the image",
        ),
        What::OldData => (
            "a line of a data cache that nothing snoops for is as old as when it was brought in",
            match kind {
                "leon" => {
                    "GR740 UM 1.7, 6.3 (CCR.DS): without snooping software flushes the data cache"
                }
                _ => "AURIX TC27x UM, CPU, DMI: no hardware coherence of the data cache",
            },
        ),
        What::OldCode => (
            "an instruction cache is not snooped: code that was written is flushed before it is executed",
            match kind {
                "leon" => "GR740 UM 1.7, 6.3; SPARC V8 manual, FLUSH",
                _ => "AURIX TC27x UM, CPU, PMI: PCON1.PCINV",
            },
        ),
        What::Race => (
            "accesses of several cores to one word, one of which writes, are ordered",
            match kind {
                "leon" => "SPARC V8 manual, chapter 6 and appendix J: LDSTUB, SWAP, CASA, STBAR",
                "tricore" => "TriCore TC1.6 Core Architecture: SWAP.W, CMPSWAP.W, LDMST, DSYNC",
                _ => "Epiphany Architecture Reference, memory order; TESTSET, WAND",
            },
        ),
        What::Masked => (
            "interrupts are off no longer than the bound",
            "--check-irqs-off",
        ),
        What::Waits => (
            "no core waits for what nobody is left to do",
            "all cores wait: Coffman's conditions",
        ),
        What::Device(_) => (
            "registers are accessed as their map says: reserved bits, read-only and protected registers",
            match kind {
                "leon" => "GR740 UM 1.7, register descriptions",
                "tricore" => "AURIX TC27x UM, register descriptions",
                _ => "Epiphany Architecture Reference, memory-mapped registers",
            },
        ),
        What::Order(rule) => match ORDERS.get(usize::from(rule)) {
            Some(rule) => (rule.text, rule.source),
            None => ("", ""),
        },
    }
}
