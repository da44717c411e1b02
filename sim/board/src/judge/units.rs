//! What measures on a board: the units whose readings are judged.

use super::Judge;
use crate::fabric::Slot;
use crate::machine::Machine;
use crate::models::BoardModel;
use serde::Deserialize;
use trueboard_core::device::DevId;
use trueboard_core::fact::Source;
use trueboard_truth::windows::{
    ClockKind, ClockUnit, EpiphanyUnit, L4statUnit, SensorUnit, TricoreUnit,
};

/// What counts and keeps time in cores, and the devices that keep time.
#[derive(Default)]
pub(crate) struct Units {
    pub tricore: Vec<TricoreUnit>,
    pub epiphany: Vec<EpiphanyUnit>,
    pub clocks: Vec<ClockUnit>,
}

impl Judge {
    /// Judges what measures on this board.
    pub(crate) fn of(m: &Machine, board: &BoardModel) -> Judge {
        let mut units = Units::default();
        for ((core, info), params) in (0..).zip(&m.info).zip(board.file.core_params()) {
            (info.kind.judged)(&mut units, core, info, params);
        }
        units.clocks.extend(clocks(m, board));
        Judge::new(
            l4stats(m, board),
            units,
            sensors(m),
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

/// Devices that keep time for software.
fn clocks(m: &Machine, board: &BoardModel) -> Vec<ClockUnit> {
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
    timers.chain(stms).collect()
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
