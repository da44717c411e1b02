//! TriCore cores, TC1.6P and TC1.6E.

use super::{
    Built, CheckFacts, CoreInfo, CoreKind, CounterEvent, DebugDescription, Fault, PC_ALONE,
    RuleSources, Runs, Site, as_halted, checked,
};
use crate::machine::judge::Units;
use trueboard_core::cpu::PeerAccess;
use trueboard_core::meter::UnknownMeter;
use trueboard_cpu_tricore::meters::METERS;
use trueboard_cpu_tricore::params::CoreType as Pipeline;
use trueboard_cpu_tricore::{counters, params::Params, trap};
use trueboard_image::{EM_TRICORE, Expected};
use trueboard_judge::{CoreType, Tricore};
use trueboard_periph::typed;

pub(crate) static KIND: CoreKind = CoreKind {
    name: "tricore",
    runs: Runs::Images(Expected {
        machines: &[EM_TRICORE],
        name: "TriCore",
        big_endian: false,
        entry_bytes: 2,
    }),
    meters: &METERS,
    debug: Some(&DEBUG),
    not_observed: Some("TriCore: which line replaced another one in a cache is not recorded"),
    checks: CHECKS,
    build,
    trap_name: trap::name,
    ended: as_halted,
    at_entry: PC_ALONE,
    serves_traps: None,
    found_running,
    counters,
    judged,
};

/// d0 to d15, a0 to a15, lcx, fcx, pcxi, psw, pc, icr, isp, btv, biv, syscon, pmucon0, dmucon.
static DEBUG: DebugDescription = DebugDescription {
    xml: include_str!("tricore.xml"),
    in_packet: 44,
    known: 44,
    pc: 36,
    big_endian: false,
    fault,
};

/// By class and identification number.
fn fault(trap: u16) -> Fault {
    match trap {
        0x000..=0x106 | 0x400..=0x4ff => Fault::Address,
        0x201..=0x203 => Fault::Instruction,
        0x204 | 0x205 => Fault::Alignment,
        0x500..=0x5ff => Fault::Arithmetic,
        _ => Fault::Other,
    }
}

/// What is at 0 is no memory.
const CHECKS: CheckFacts = CheckFacts {
    vectors_end: 0,
    sources: RuleSources {
        memory: "AURIX TC27x UM, chapter 2 (CPU): scratchpads are not initialised by reset",
        registers: "TriCore TC1.6P and TC1.6E Core Architecture, volume 1, chapter on general purpose and system registers",
        stack: "TriCore EABI, stack (A10)",
        data_cache: "AURIX TC27x UM, chapter 2 (CPU, DMI): no hardware coherence of the data cache",
        code_cache: "AURIX TC27x UM, chapter 2 (CPU, PMI): PCON1.PCINV",
        order: "TriCore TC1.6P and TC1.6E Core Architecture, volume 2: SWAP.W, CMPSWAP.W, LDMST, DSYNC",
        devices: "AURIX TC27x UM, register descriptions of the device",
    },
};

fn build(params: ron::Value, site: Site) -> Built {
    let params = checked(params, Params::check)?;
    Ok(trueboard_cpu_tricore::cpu(params, site.id, site.clock))
}

/// DBGSR.HALT, bit 0 of it: the core is halted.
const HALTED: u32 = 1 << 1;

fn found_running(access: PeerAccess, answer: u32) -> bool {
    access.write.is_none() && access.offset == trueboard_cpu_tricore::DBGSR && answer & HALTED == 0
}

fn pipeline(params: &ron::Value) -> Option<Pipeline> {
    let params: Option<Params> = typed(params.clone()).ok();
    params.map(|p| p.core_type)
}

fn counters(params: &ron::Value) -> Vec<CounterEvent> {
    let line = |e: counters::Event| CounterEvent {
        counter: e.counter,
        code: e.code,
        name: e.name,
        meter: e.meter.def().name.to_owned(),
        doc: e.meter.def().doc,
    };
    let events = pipeline(params).map(counters::events).into_iter().flatten();
    events.map(line).collect()
}

fn judged(
    units: &mut Units,
    core: u8,
    info: &CoreInfo,
    params: &ron::Value,
) -> Result<(), UnknownMeter> {
    let kind = match pipeline(params) {
        Some(Pipeline::P) => CoreType::Performance,
        Some(Pipeline::E) => CoreType::Efficiency,
        None => return Ok(()),
    };
    let name = info.name.clone();
    units.count(Tricore::new(core, name, kind, &METERS)?);
    Ok(())
}
