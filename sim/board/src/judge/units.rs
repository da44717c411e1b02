//! What measures on a board: the units whose readings are judged.

use super::Judge;
use crate::fabric::Slot;
use crate::machine::{CoreInfo, Machine};
use crate::models::BoardModel;
use crate::schema::CoreGroup;
use serde::Deserialize;
use trueboard_core::device::DevId;
use trueboard_core::fact::Source;
use trueboard_cpu_tricore::params as tricore;
use trueboard_periph::typed;
use trueboard_truth::windows::{
    ClockKind, ClockUnit, CoreType, EpiphanyUnit, L4statUnit, SensorUnit, TricoreUnit,
};

impl Judge {
    /// Judges what measures on this board.
    pub(crate) fn of(m: &Machine, board: &BoardModel) -> Judge {
        Judge::new(
            l4stats(m, board),
            counting_cores(m, board),
            epiphany_cores(m),
            sensors(m),
            clocks(m, board),
            board.file.quantum_cycles,
        )
    }
}

/// The devices of a kind, by index, with their slots.
fn of_kind<'a>(m: &'a Machine, kind: &'static str) -> impl Iterator<Item = (DevId, &'a Slot)> {
    let slots = (0..).map(DevId).zip(&m.fabric.slots);
    slots.filter(move |(id, _)| m.fabric.device_ref(*id).kind() == kind)
}

fn l4stats(m: &Machine, board: &BoardModel) -> Vec<L4statUnit> {
    let unit = |(device, s): (DevId, &Slot)| {
        let entry = board.file.devices.iter().find(|d| d.id == s.name);
        let name = |field: &str| match crate::schema::field(&entry?.params, field) {
            Some(ron::Value::String(n)) => Some(n.clone()),
            Some(ron::Value::Option(Some(v))) => match &**v {
                ron::Value::String(n) => Some(n.clone()),
                _ => None,
            },
            _ => None,
        };
        let index = |list: &[String], field: &str| {
            let n = name(field)?;
            list.iter().position(|x| *x == n)
        };
        L4statUnit {
            device,
            name: s.name.clone(),
            bus: index(&m.buses, "bus").unwrap_or(0),
            io_bus: index(&m.buses, "io_bus"),
            cache: index(&m.caches, "l2"),
            ticks_per_cycle: s.clock.ticks_per_cycle(),
            clocked: s.clocked,
        }
    };
    of_kind(m, "l4stat").map(unit).collect()
}

fn sensors(m: &Machine) -> Vec<SensorUnit> {
    let unit = |(device, s): (DevId, &Slot)| SensorUnit {
        device,
        name: s.name.clone(),
        ticks_per_cycle: s.clock.ticks_per_cycle(),
    };
    of_kind(m, "gr740thsens").map(unit).collect()
}

/// What keeps time for software.
fn clocks(m: &Machine, board: &BoardModel) -> Vec<ClockUnit> {
    let cores = (0..).zip(&m.info).filter(|(_, i)| i.kind == "leon");
    let cores = cores.map(|(core, info)| ClockUnit {
        source: Source::Core(core),
        name: info.name.clone(),
        ticks_per_cycle: info.clock.ticks_per_cycle(),
        kind: ClockKind::UpCounter,
    });
    let unit = |(device, s): (DevId, &Slot), kind| ClockUnit {
        source: Source::Device(device),
        name: s.name.clone(),
        ticks_per_cycle: s.clock.ticks_per_cycle(),
        kind,
    };
    let timers = of_kind(m, "gptimer").filter_map(|(id, s)| {
        let entry = board.file.devices.iter().find(|d| d.id == s.name)?;
        let Timers {
            timers,
            watchdog,
            watchdog_ticks,
        } = entry.params.clone().into_rust().ok()?;
        let watchdog = watchdog.then_some(watchdog_ticks);
        Some(unit((id, s), ClockKind::Gptimer { timers, watchdog }))
    });
    let stms = of_kind(m, "tc27x-stm").map(|d| unit(d, ClockKind::Stm));
    cores.chain(timers).chain(stms).collect()
}

/// What the judge must know of a GPTIMER's parameters.
#[derive(Deserialize)]
struct Timers {
    timers: usize,
    #[serde(default)]
    watchdog: bool,
    #[serde(default = "all_ones")]
    watchdog_ticks: u32,
}

/// The value of the GR740's watchdog after reset (UM 2.9, ch. 20).
fn all_ones() -> u32 {
    0xffff
}

/// Cores with counters of their own.
fn counting_cores(m: &Machine, board: &BoardModel) -> Vec<TricoreUnit> {
    let groups = board.file.cores.iter();
    let kinds = groups.flat_map(|g| {
        let kind = match core_type(g) {
            Some(tricore::CoreType::P) => Some(CoreType::Performance),
            Some(tricore::CoreType::E) => Some(CoreType::Efficiency),
            None => None,
        };
        std::iter::repeat_n(kind, g.count.into())
    });
    let unit = |(core, (info, kind)): (u8, (&CoreInfo, Option<CoreType>))| {
        Some(TricoreUnit {
            core,
            name: info.name.clone(),
            kind: kind?,
        })
    };
    (0..)
        .zip(m.info.iter().zip(kinds))
        .filter_map(unit)
        .collect()
}

/// Epiphany cores, which all have counters.
fn epiphany_cores(m: &Machine) -> Vec<EpiphanyUnit> {
    let cores = (0..).zip(&m.info).filter(|(_, i)| i.kind == "epiphany");
    let unit = |(core, info): (u8, &CoreInfo)| EpiphanyUnit {
        core,
        name: info.name.clone(),
        ticks_per_cycle: info.clock.ticks_per_cycle(),
    };
    cores.map(unit).collect()
}

fn core_type(group: &CoreGroup) -> Option<tricore::CoreType> {
    if group.kind != "tricore" {
        return None;
    }
    let params: Option<tricore::Params> = typed(group.params.clone()).ok();
    params.map(|p| p.core_type)
}
