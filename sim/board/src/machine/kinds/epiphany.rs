//! Epiphany-III cores.

use super::{
    Built, CheckFacts, CoreInfo, CoreKind, CounterEvent, DebugDescription, Fault, PC_ALONE,
    RuleSources, Runs, Site, as_halted, checked, never_found, no_trap_name,
};
use crate::machine::judge::Units;
use trueboard_core::meter::UnknownMeter;
use trueboard_cpu_epiphany::counters::events::{EVENTS, Event};
use trueboard_cpu_epiphany::meters::METERS;
use trueboard_cpu_epiphany::params::Params;
use trueboard_image::{EM_ADAPTEVA_EPIPHANY, Expected};
use trueboard_judge::Epiphany;

pub(crate) static KIND: CoreKind = CoreKind {
    name: "epiphany",
    runs: Runs::Images(Expected {
        machines: &[EM_ADAPTEVA_EPIPHANY],
        name: "Epiphany",
        big_endian: false,
        entry_bytes: 2,
    }),
    meters: &METERS,
    debug: Some(&DEBUG),
    not_observed: Some(
        "eCore: a load from outside is charged where its value is used; which load it was is not recorded",
    ),
    checks: CHECKS,
    build,
    trap_name: no_trap_name,
    ended: as_halted,
    at_entry: PC_ALONE,
    serves_traps: Some("serve_traps"),
    found_running: never_found,
    counters,
    judged,
};

/// r0 to r63, then special registers in the order of the vendor's GDB, from config to rmeshroute. Exceptions go to
/// handlers, and what stops a core has no number.
static DEBUG: DebugDescription = DebugDescription {
    xml: include_str!("epiphany.xml"),
    in_packet: 106,
    known: 106,
    pc: 66,
    big_endian: false,
    fault: |_| Fault::Other,
};

/// The interrupt vector table: ten branches (Epiphany Architecture Reference, interrupt controller).
const CHECKS: CheckFacts = CheckFacts {
    vectors_end: 0x28,
    sources: RuleSources {
        memory: "Epiphany Architecture Reference, memory architecture",
        registers: "Epiphany Architecture Reference, general purpose registers",
        stack: "Epiphany Architecture Reference, application binary interface: r13 is the stack pointer",
        data_cache: "",
        code_cache: "",
        order: "Epiphany Architecture Reference, memory order model; instructions TESTSET and WAND",
        devices: "Epiphany Architecture Reference, memory-mapped registers",
    },
};

fn build(params: ron::Value, site: Site) -> Built {
    let params = checked(params, Params::check)?;
    Ok(trueboard_cpu_epiphany::cpu(params, site.id, site.clock))
}

fn counters(_: &ron::Value) -> Vec<CounterEvent> {
    let line = |e: &Event| {
        let meters: Vec<&str> = e.meters.iter().map(|m| m.def().name).collect();
        CounterEvent {
            counter: if e.mesh { "MESHEVENT" } else { "CTIMER" },
            code: Some(e.code),
            name: e.name,
            meter: if meters.is_empty() {
                "-".to_owned()
            } else {
                meters.join(" + ")
            },
            doc: e.doc,
        }
    };
    EVENTS.iter().map(line).collect()
}

fn judged(
    units: &mut Units,
    core: u8,
    info: &CoreInfo,
    _: &ron::Value,
) -> Result<(), UnknownMeter> {
    let (name, ticks) = (info.name.clone(), info.clock.ticks_per_cycle());
    units.count(Epiphany::new(core, name, ticks, &METERS)?);
    Ok(())
}
