//! Reads of the temperature sensor, compared with the temperature of the die (GR740 user's manual, chapter on the
//! temperature sensor controller).
//!
//! The sensor converts repeatedly; a read returns the newest result, in whole degrees. It differs from the truth by
//! rounding and by the change of the die since the conversion. Not judged: the minimum and maximum of the status
//! register.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use trueboard_core::device::DevId;
use trueboard_core::fact::{Fact, FactKind, Source};

/// Register offsets.
const CTRL: u32 = 0x00;
const STATUS: u32 = 0x04;
/// CTRL: powered (7), not in reset (1), clocked (0).
const RUNNING: u32 = 0x83;
/// Sensor clocks per conversion.
const CLOCKS: u64 = 25;
/// Temperatures that are remembered.
const HISTORY: usize = 64;

/// A temperature sensor of the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SensorUnit {
    /// By which facts name it.
    pub device: DevId,
    /// Its id in the board file.
    pub name: String,
    /// Base ticks in a cycle of the clock that it divides.
    pub ticks_per_cycle: u64,
}

/// Why a sensor rightly differs from the temperature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SensorCause {
    /// Whole degrees.
    Rounding,
    /// The die was that warm at the conversion before the read.
    OlderSample,
    /// Not powered, not clocked, or in reset: the register holds what it held.
    NotRunning,
    /// The die is outside of what seven bits hold.
    OutOfRange,
}

/// One read of a sensor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SensorWindow {
    /// The sensor.
    pub device: String,
    /// Tick of the read.
    pub at_tick: u64,
    /// Instruction that read.
    pub pc: u64,
    /// The core that read.
    pub reader: u8,
    /// What firmware saw, in degrees.
    pub measured_c: i64,
    /// The die, in thousandths of a degree.
    pub truth_mc: i64,
    /// Measured minus truth, in thousandths of a degree.
    pub difference_mc: i64,
    /// Why they differ; nothing here means that nothing explains it.
    pub cause: Option<SensorCause>,
}

/// All reads of sensors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SensorReport {
    /// In order, as many as were kept.
    pub reads: Vec<SensorWindow>,
    /// How many more there were.
    pub left_out: u64,
    /// Reads that nothing explains, of all.
    pub wrong: u64,
    /// Largest difference of all reads of a running sensor, by magnitude.
    pub max_difference_mc: i64,
}

/// Judges the reads of all temperature sensors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sensors {
    units: BTreeMap<DevId, (SensorUnit, u32)>,
    /// Recent temperatures and when each began.
    history: VecDeque<(u64, i64)>,
    limit: usize,
    report: SensorReport,
}

impl Sensors {
    /// A judge that keeps at most `limit` reads.
    pub fn new(units: Vec<SensorUnit>, limit: usize) -> Sensors {
        Sensors {
            units: units.into_iter().map(|u| (u.device, (u, 0))).collect(),
            history: VecDeque::new(),
            limit,
            report: SensorReport::default(),
        }
    }

    /// The die has this temperature from now on.
    pub fn temperature(&mut self, at_tick: u64, mc: i64) {
        if self.history.back().is_some_and(|&(_, last)| last == mc) {
            return;
        }
        if self.history.len() == HISTORY {
            self.history.pop_front();
        }
        self.history.push_back((at_tick, mc));
    }

    /// Records an access to a sensor, with the temperature of the die at that moment.
    pub fn access(&mut self, fact: &Fact, die_mc: i64) {
        let Source::Device(device) = fact.source else {
            return;
        };
        if !self.units.contains_key(&device) {
            return;
        }
        self.temperature(fact.at.0, die_mc);
        match fact.kind {
            FactKind::RegWrite {
                offset: CTRL,
                value,
                ..
            } => {
                if let Some((_, ctrl)) = self.units.get_mut(&device) {
                    *ctrl = value;
                }
            }
            FactKind::RegRead {
                core,
                pc,
                offset: STATUS,
                value,
            } => {
                let measured_c = i64::from(value & 0x7f);
                let window = SensorWindow {
                    device: self.units[&device].0.name.clone(),
                    at_tick: fact.at.0,
                    pc,
                    reader: core,
                    measured_c,
                    truth_mc: die_mc,
                    difference_mc: measured_c * 1000 - die_mc,
                    cause: self.cause(device, fact.at.0, measured_c, die_mc),
                };
                self.keep(window);
            }
            _ => {}
        }
    }

    /// What was found so far.
    pub fn report(&self) -> SensorReport {
        self.report.clone()
    }

    fn cause(&self, device: DevId, at: u64, c: i64, mc: i64) -> Option<SensorCause> {
        let (unit, ctrl) = &self.units[&device];
        if ctrl & RUNNING != RUNNING {
            return Some(SensorCause::NotRunning);
        }
        if rounds_to(mc, c) {
            return Some(if !(0..=127_000).contains(&mc) && (mc / 1000 != c) {
                SensorCause::OutOfRange
            } else {
                SensorCause::Rounding
            });
        }
        let divider = u64::from(ctrl >> 16 & 0x3ff).max(1);
        let oldest = at.saturating_sub(CLOCKS * divider * unit.ticks_per_cycle);
        // A temperature counts when it lasted into the time of the last conversion.
        let ends = self.history.iter().skip(1).map(|&(t, _)| t).chain([at]);
        self.history
            .iter()
            .zip(ends)
            .any(|(&(_, mc), end)| end >= oldest && rounds_to(mc, c))
            .then_some(SensorCause::OlderSample)
    }

    fn keep(&mut self, w: SensorWindow) {
        let r = &mut self.report;
        if w.cause.is_none() {
            r.wrong += 1;
        }
        if w.cause != Some(SensorCause::NotRunning)
            && w.difference_mc.abs() > r.max_difference_mc.abs()
        {
            r.max_difference_mc = w.difference_mc;
        }
        if r.reads.len() < self.limit {
            r.reads.push(w);
        } else {
            r.left_out += 1;
        }
    }
}

/// True when `mc`, kept within seven bits, rounds to `c` (halves either way).
fn rounds_to(mc: i64, c: i64) -> bool {
    (c * 1000 - mc.clamp(0, 127_000)).abs() <= 500
}
