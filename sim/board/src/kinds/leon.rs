//! LEON cores: SPARC V8.

use super::{Built, CoreKind, Isa, Runs, Site, checked, no_counters};
use crate::elf::Expected;
use crate::exit;
use crate::judge::Units;
use crate::machine::CoreInfo;
use trueboard_core::fact::Source;
use trueboard_core::meter::UnknownMeter;
use trueboard_cpu_sparcv8::meters::METERS;
use trueboard_cpu_sparcv8::{Leon, params::Params, trap};
use trueboard_truth::windows::{ClockKind, ClockUnit};

pub(super) static KIND: CoreKind = CoreKind {
    name: "leon",
    runs: Runs::Images(
        Isa::SparcV8,
        Expected {
            machines: &[goblin::elf::header::EM_SPARC],
            name: "SPARC V8",
            big_endian: true,
            entry_bytes: 4,
        },
    ),
    meters: &METERS,
    build,
    trap_name: |tt| trap::name(tt as u8),
    ended: exit::ended,
    counters: no_counters,
    judged,
};

fn build(params: ron::Value, site: Site) -> Built {
    let params = checked(params, Params::check)?;
    Ok(Box::new(Leon::new(params, site.id, site.clock)))
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
