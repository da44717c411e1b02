//! The rule behind each finding, and its source.

use crate::machine::kinds::RuleSources;
use trueboard_check::{ORDERS, What};

/// What the rule says, and its source, which for most rules is a manual of the kind of core.
pub(super) fn rule(what: What, manual: &RuleSources) -> (&'static str, &'static str) {
    match what {
        What::Memory => (
            "memory holds anything after power-up until it is written",
            manual.memory,
        ),
        What::Register(_) => (
            "a general register holds anything after power-up until it is written",
            manual.registers,
        ),
        What::Overflow => (
            "a stack stays within the memory that is set aside for it",
            manual.stack,
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
            manual.data_cache,
        ),
        What::OldCode => (
            "an instruction cache is not snooped: code that was written is flushed before it is executed",
            manual.code_cache,
        ),
        What::Race => (
            "accesses of several cores to one word, one of which writes, are ordered",
            manual.order,
        ),
        What::Masked => (
            "interrupts are off no longer than the bound",
            "--check-irqs-off",
        ),
        What::Waits => (
            "no core waits for what no core is left to do",
            "all cores wait: Coffman's conditions",
        ),
        What::Device(_) => (
            "registers are accessed as their map says: reserved bits, read-only and protected registers",
            manual.devices,
        ),
        What::Order(rule) => match ORDERS.get(usize::from(rule)) {
            Some(rule) => (rule.text, rule.source),
            None => ("", ""),
        },
    }
}
