//! The judge of a board: its units are found among the cores and devices.

use super::{Judge, Units};
use crate::machine::Machine;
use crate::machine::fabric::Attached;
use crate::machine::models::BoardModel;
use serde::Deserialize;
use trueboard_core::device::DevId;
use trueboard_core::fact::Source;
use trueboard_core::meter::UnknownMeter;
use trueboard_judge::l4stat::CoreTruths;
use trueboard_judge::{ClockKind, ClockUnit, L4stat, SensorUnit};

/// A device of the board.
struct Found<'a> {
    m: &'a Machine,
    id: DevId,
    attached: &'a Attached,
    /// Its parameters in the board file.
    params: Option<&'a ron::Value>,
}

/// Adds to the units what the judge must know of a device.
type Judged = fn(&mut Units, &Found<'_>) -> Result<(), UnknownMeter>;

/// Kinds of devices with judged readings. A core's kind adds its own units.
const JUDGED: &[(&str, Judged)] = &[
    ("gptimer", gptimer),
    ("gr740thsens", sensor),
    ("l4stat", l4stat),
    ("tc27x-stm", stm),
];

impl Judge {
    /// Judges what measures on this board.
    ///
    /// # Errors
    /// When a core lacks the truth of an event.
    pub(crate) fn of(m: &Machine, board: &BoardModel) -> Result<Judge, UnknownMeter> {
        let mut units = Units::default();
        for ((core, info), params) in (0..).zip(&m.info).zip(board.file.core_params()) {
            (info.kind.judged)(&mut units, core, info, params)?;
        }
        for (id, attached) in (0..).map(DevId).zip(&m.fabric.attached) {
            let kind = m.fabric.device_ref(id).kind();
            let entry = board.file.devices.iter().find(|d| d.id == attached.name);
            let params = entry.map(|e| &e.params);
            if let Some((_, judged)) = JUDGED.iter().find(|(k, _)| *k == kind) {
                judged(
                    &mut units,
                    &Found {
                        m,
                        id,
                        attached,
                        params,
                    },
                )?;
            }
        }
        Ok(Judge::new(units, board.file.quantum_cycles))
    }
}

impl Found<'_> {
    fn clock(&self, units: &mut Units, kind: ClockKind) {
        units.clocks.push(ClockUnit {
            source: Source::Device(self.id),
            name: self.attached.name.clone(),
            ticks_per_cycle: self.attached.clock.ticks_per_cycle(),
            kind,
        });
    }

    /// The place in `list` of what a parameter names.
    fn index(&self, list: &[String], field: &str) -> Option<usize> {
        let name = match crate::boardfile::schema::field(self.params?, field)? {
            ron::Value::Option(Some(v)) => &**v,
            v => v,
        };
        match name {
            ron::Value::String(name) => list.iter().position(|x| x == name),
            _ => None,
        }
    }
}

fn stm(units: &mut Units, d: &Found<'_>) -> Result<(), UnknownMeter> {
    d.clock(units, ClockKind::Stm);
    Ok(())
}

fn l4stat(units: &mut Units, d: &Found<'_>) -> Result<(), UnknownMeter> {
    units.count(L4stat {
        device: d.id,
        name: d.attached.name.clone(),
        bus: d.index(&d.m.buses, "bus").unwrap_or(0),
        io_bus: d.index(&d.m.buses, "io_bus"),
        cache: d.index(&d.m.caches, "l2"),
        ticks_per_cycle: d.attached.clock.ticks_per_cycle().max(1),
        clocked: d.attached.clocked,
        cores: CoreTruths::new(&d.m.dictionaries())?,
    });
    Ok(())
}

fn sensor(units: &mut Units, d: &Found<'_>) -> Result<(), UnknownMeter> {
    units.sensors.push(SensorUnit {
        device: d.id,
        name: d.attached.name.clone(),
        ticks_per_cycle: d.attached.clock.ticks_per_cycle(),
    });
    Ok(())
}

fn gptimer(units: &mut Units, d: &Found<'_>) -> Result<(), UnknownMeter> {
    let params: Option<Timers> = d.params.and_then(|p| p.clone().into_rust().ok());
    if let Some(t) = params {
        let (timers, watchdog) = (t.timers, t.watchdog.then_some(t.watchdog_ticks));
        d.clock(units, ClockKind::Gptimer { timers, watchdog });
    }
    Ok(())
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
