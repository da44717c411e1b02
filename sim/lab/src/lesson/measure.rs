//! Numbers of a run.

use crate::lab::Lab;
use crate::place;
use erased::Word;
use serde::{Deserialize, Serialize};
use trueboard_board::Report;

/// A number of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Measure {
    /// A number by itself.
    Value(f64),
    /// A meter of a core, as `trueboard events` lists it.
    Meter {
        /// The core.
        core: u8,
        /// The meter.
        name: String,
    },
    /// A meter, summed over all cores.
    Sum(String),
    /// A meter of a bus.
    Bus {
        /// Its name.
        bus: String,
        /// The meter.
        name: String,
    },
    /// A meter of a device.
    Device {
        /// Its name.
        device: String,
        /// The meter.
        name: String,
    },
    /// A register of a core at the end.
    Register {
        /// The core.
        core: u8,
        /// Its name.
        name: String,
    },
    /// A word of memory at the end.
    Memory {
        /// A symbol or an address, as core 0 has it.
        place: String,
    },
    /// What the last read of an event's counter showed.
    Shown {
        /// A part of the event's name.
        event: String,
    },
    /// What had happened then.
    True {
        /// A part of the event's name.
        event: String,
    },
    /// Readings of counters that are `exact`, `explained`, `wrong` or `not_judged`.
    Readings(String),
    /// Readings with this cause, in a word of `report.json`.
    Cause(String),
    /// Microseconds of simulated time.
    Microseconds,
    /// Mean power in milliwatts.
    Milliwatts,
    /// Energy in microjoules.
    Microjoules,
    /// The temperature of the die at the end.
    Celsius,
    /// The number behind a text in the console.
    Console {
        /// The text.
        behind: String,
    },
    /// A quotient.
    Ratio(Box<Measure>, Box<Measure>),
}

impl Measure {
    /// Its value in a run.
    ///
    /// # Errors
    /// Says what the run does not have.
    pub fn value(&self, lab: &Lab, report: &Report) -> Result<f64, String> {
        let windows = &report.windows.windows;
        let named = |event: &str| {
            let last = windows.iter().rfind(|w| w.event_name.contains(event));
            last.ok_or_else(|| format!("no counter of `{event}` was read"))
        };
        match self {
            Measure::Value(n) => Ok(*n),
            Measure::Meter { core, name } => {
                let of = report.cores.iter().find(|c| c.id == *core);
                let of = of.ok_or_else(|| format!("there is no core {core}"))?;
                let found = of.meters.get(name).map(|&n| n as f64);
                found.ok_or_else(|| format!("core {core} has no meter `{name}`"))
            }
            Measure::Sum(name) => {
                let meters = report.cores.iter().filter_map(|c| c.meters.get(name));
                Ok(meters.sum::<u64>() as f64)
            }
            Measure::Bus { bus, name } => {
                let of = report.buses.iter().find(|b| b.name == *bus);
                let found = of.and_then(|b| b.meters.get(name)).map(|&n| n as f64);
                found.ok_or_else(|| format!("there is no meter `{name}` of a bus `{bus}`"))
            }
            Measure::Device { device, name } => {
                let parts = report.devices.iter().chain(&report.caches);
                let of = parts.filter(|d| d.name == *device);
                let found = of.filter_map(|d| d.meters.get(name)).next();
                let found = found.map(|&n| n as f64);
                found.ok_or_else(|| format!("there is no meter `{name}` of a device `{device}`"))
            }
            Measure::Register { core, name } => {
                let m = lab.machine();
                let i = m.registers(*core).iter().position(|r| r.name == name);
                let i = i.ok_or_else(|| format!("core {core} has no register `{name}`"))?;
                Ok(m.register(*core, i) as f64)
            }
            Measure::Memory { place } => {
                let m = lab.machine();
                let (at, _) = place::address(m, 0, place)?;
                let mut bytes = [0; 4];
                if m.look(0, at, &mut bytes) != 4 {
                    return Err(format!("no memory is at {at:#x}"));
                }
                let big = m.core_kind(0).and_then(|k| k.images());
                let big = big.is_some_and(|e| e.big_endian);
                Ok(match big {
                    true => u32::from_be_bytes(bytes),
                    false => u32::from_le_bytes(bytes),
                }
                .into())
            }
            Measure::Shown { event } => Ok(named(event)?.measured.into()),
            Measure::True { event } => {
                let truth = named(event)?.truth;
                let truth = truth.ok_or_else(|| format!("the truth of `{event}` is not known"))?;
                Ok(truth as f64)
            }
            Measure::Readings(verdict) => {
                let such = windows.iter().filter(|w| w.verdict.word() == *verdict);
                Ok(such.count() as f64)
            }
            Measure::Cause(cause) => {
                let has = |c: &trueboard_judge::Cause| c.word() == *cause;
                let such = windows.iter().filter(|w| w.causes.iter().any(has));
                Ok(such.count() as f64)
            }
            Measure::Microseconds => Ok(report.time.seconds * 1e6),
            Measure::Milliwatts => power(report).map(|p| p.mean_mw),
            Measure::Microjoules => power(report).map(|p| p.energy_uj),
            Measure::Celsius => {
                let t = report
                    .temperature
                    .ok_or("the board has no model of temperature")?;
                Ok(t.die_c)
            }
            Measure::Console { behind } => {
                let console = String::from_utf8_lossy(lab.console()).into_owned();
                let rest = console.split_once(behind.as_str()).map(|(_, rest)| rest);
                let rest = rest.ok_or_else(|| format!("the console has no `{behind}`"))?;
                let digits = rest.trim_start().chars();
                let digits: String = digits
                    .take_while(|c| c.is_ascii_digit() || *c == '.')
                    .collect();
                let number = digits.parse().ok();
                number.ok_or_else(|| format!("no number follows `{behind}` in the console"))
            }
            Measure::Ratio(a, b) => {
                let (a, b) = (a.value(lab, report)?, b.value(lab, report)?);
                match b == 0.0 {
                    true => Err("a quotient by 0".to_owned()),
                    false => Ok(a / b),
                }
            }
        }
    }

    /// What it is, in words.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Measure::Value(n) => n.to_string(),
            Measure::Meter { core, name } => format!("{name} of core {core}"),
            Measure::Sum(name) => format!("{name} of all cores"),
            Measure::Bus { bus: part, name } | Measure::Device { device: part, name } => {
                format!("{name} of {part}")
            }
            Measure::Register { core, name } => format!("register {name} of core {core}"),
            Measure::Memory { place } => format!("memory at {place}"),
            Measure::Shown { event } => format!("what the counter of {event} showed"),
            Measure::True { event } => format!("the true number of {event}"),
            Measure::Readings(verdict) => format!("readings that are {verdict}"),
            Measure::Cause(cause) => format!("readings with the cause {cause}"),
            Measure::Microseconds => "simulated microseconds".to_owned(),
            Measure::Milliwatts => "milliwatts on average".to_owned(),
            Measure::Microjoules => "microjoules".to_owned(),
            Measure::Celsius => "degrees of the die".to_owned(),
            Measure::Console { behind } => format!("the number behind `{behind}`"),
            Measure::Ratio(a, b) => format!("{} by {}", a.name(), b.name()),
        }
    }
}

fn power(report: &Report) -> Result<&trueboard_board::report::PowerReport, String> {
    let power = report.power.as_ref();
    power.ok_or_else(|| "the board has no model of power".to_owned())
}

/// Words of the report's enumerations.
mod erased {
    use serde::Serialize;

    /// A value that is a word in JSON.
    pub trait Word {
        /// The word.
        fn word(&self) -> String;
    }

    impl<T: Serialize> Word for T {
        fn word(&self) -> String {
            let value = serde_json::to_value(self).ok();
            let text = value.as_ref().and_then(|v| v.as_str());
            text.unwrap_or_default().to_owned()
        }
    }
}
