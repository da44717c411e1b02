//! Compares the firmware's reads of counters and sensors with the truth, access by access.

mod of_board;
mod units;

pub(crate) use units::Units;

use serde::{Deserialize, Serialize};
use trueboard_core::device::DevId;
use trueboard_core::fact::Fact;
use trueboard_core::meter::{Meters, Watch};
use trueboard_core::time::Tick;
use trueboard_judge::{Clocks, Counters, SensorReport, Sensors, WindowReport};

/// Windows and sensor reads that are kept one by one; sums have all.
const KEPT: usize = 100_000;

/// The judges of a board's measuring devices.
#[derive(Clone, Serialize, Deserialize)]
pub struct Judge {
    counters: Counters,
    sensors: Sensors,
    clocks: Clocks,
}

impl Judge {
    /// Judges these units; `skew` is the most by which cores run apart, in cycles.
    pub(crate) fn new(units: Units, skew: u64) -> Judge {
        Judge {
            counters: Counters::new(units.counters, KEPT, skew),
            sensors: Sensors::new(units.sensors, KEPT),
            clocks: Clocks::new(units.clocks),
        }
    }

    /// Continues from the state of a judge of this board.
    pub(crate) fn resume(&mut self, from: Judge) {
        self.counters.resume(from.counters);
        (self.sensors, self.clocks) = (from.sensors, from.clocks);
    }

    /// A core read or wrote a register; `meters` are those the device answered from.
    pub fn access(&mut self, fact: &Fact, meters: &Meters, die_mc: i64) {
        self.counters.access(fact, meters);
        self.sensors.access(fact, die_mc);
    }

    /// A core read or wrote a register of a clock.
    pub fn clock_access(&mut self, fact: &Fact) {
        self.clocks.access(fact);
    }

    /// The clock of a device was switched.
    pub fn clock(&mut self, device: DevId, at: Tick, on: bool, meters: &Meters) {
        self.counters.clock(device, at, on, meters);
    }

    /// What `watch` names happened in consecutive cycles of a device that measures runs.
    pub fn pulse(&mut self, device: DevId, watch: Watch, from: Tick, cycles: u64) {
        self.counters.pulse(device, watch, from, cycles);
    }

    /// The die has this temperature from now on.
    pub fn temperature(&mut self, at: Tick, mc: i64) {
        self.sensors.temperature(at.0, mc);
    }

    /// What was found.
    pub fn report(&self) -> (WindowReport, SensorReport) {
        let windows = WindowReport {
            clocks: self.clocks.report(),
            ..self.counters.report()
        };
        (windows, self.sensors.report())
    }
}
