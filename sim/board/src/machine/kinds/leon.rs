//! LEON cores: SPARC V8.

use super::{
    Built, CheckFacts, CoreInfo, CoreKind, DebugDescription, Fault, RuleSources, Runs, Site,
    checked, never_found, no_counters,
};
use crate::machine::exit;
use crate::machine::judge::Units;
use trueboard_core::fact::Source;
use trueboard_core::meter::UnknownMeter;
use trueboard_cpu_sparcv8::meters::METERS;
use trueboard_cpu_sparcv8::{params::Params, trap};
use trueboard_image::{EM_SPARC, Expected};
use trueboard_judge::{ClockKind, ClockUnit};

pub(super) static KIND: CoreKind = CoreKind {
    name: "leon",
    runs: Runs::Images(Expected {
        machines: &[EM_SPARC],
        name: "SPARC V8",
        big_endian: true,
        entry_bytes: 4,
    }),
    meters: &METERS,
    debug: Some(&DEBUG),
    not_observed: None,
    checks: CHECKS,
    build,
    trap_name: |tt| trap::name(tt as u8),
    ended: exit::ended,
    at_entry: &[("pc", u64::MAX), ("tbr", !0xfff)],
    serves_traps: None,
    found_running: never_found,
    counters: no_counters,
    judged,
};

/// In a packet: r0 to r31, f0 to f31, y, psr, wim, tbr, pc, npc, fsr, csr; then asr16, asr17 and ccr.
static DEBUG: DebugDescription = DebugDescription {
    xml: include_str!("leon.xml"),
    in_packet: 72,
    known: 75,
    pc: 68,
    big_endian: true,
    fault,
};

/// SPARC V8 manual, table 7-1; SPARC ABI supplement.
fn fault(trap: u16) -> Fault {
    match trap {
        0x01 | 0x09 | 0x2b => Fault::Address,
        0x02 | 0x03 | 0x24 => Fault::Instruction,
        0x07 => Fault::Alignment,
        0x08 | 0x2a => Fault::Arithmetic,
        _ => Fault::Other,
    }
}

/// A trap table is aligned to 4096 bytes, and none of ours is at 0.
const CHECKS: CheckFacts = CheckFacts {
    vectors_end: 0,
    sources: RuleSources {
        memory: "GR740 UM 1.7, chapter 9 (L2 cache: contents are undefined after reset), and that of the memory controller",
        registers: "SPARC V8 manual, chapter 7 (reset trap)",
        stack: "SPARC V8 manual, appendix D (user stack frame: 64 bytes at %sp are for window traps)",
        data_cache: "GR740 UM 1.7, 6.3 (CCR.DS): without snooping software flushes the data cache",
        code_cache: "GR740 UM 1.7, 6.3; SPARC V8 manual, B.32 (FLUSH)",
        order: "SPARC V8 manual, chapter 6 and appendix J: LDSTUB, SWAP, STBAR; GR740 UM 1.7, 6.2 (CASA)",
        devices: "GR740 UM 1.7, register descriptions of the device",
    },
};

fn build(params: ron::Value, site: Site) -> Built {
    let params = checked(params, Params::check)?;
    Ok(trueboard_cpu_sparcv8::cpu(params, site.id, site.clock))
}

/// The up-counter.
fn judged(
    units: &mut Units,
    core: u8,
    info: &CoreInfo,
    _: &ron::Value,
) -> Result<(), UnknownMeter> {
    units.clocks.push(ClockUnit {
        source: Source::Core(core),
        name: info.name.clone(),
        ticks_per_cycle: info.clock.ticks_per_cycle(),
        kind: ClockKind::UpCounter,
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SPARC V8 manual, table 7-1, and what a System V kernel sends for each trap (SPARC ABI supplement).
    #[test]
    fn traps_have_the_signals_of_a_kernel() {
        for (trap, expected) in [
            (0x01, Fault::Address),
            (0x02, Fault::Instruction),
            (0x03, Fault::Instruction),
            (0x07, Fault::Alignment),
            (0x08, Fault::Arithmetic),
            (0x09, Fault::Address),
            (0x24, Fault::Instruction),
            (0x2a, Fault::Arithmetic),
            (0x2b, Fault::Address),
            (0x0a, Fault::Other),
            (0x85, Fault::Other),
        ] {
            assert_eq!(fault(trap), expected, "trap {trap:#x}");
        }
    }
}
