//! Longest runs of cycles: a device that measures them ([`Device::watches`]) gets each event as a pulse. While one is
//! watched, cores execute single instructions, and each advance of a meter in that step is a pulse.
//!
//! The place of the cycles in the step is an approximation. Waiting precedes completion, so a meter of cycles advances
//! from the start of the step, a meter of events in its last cycle.
//!
//! [`Device::watches`]: trueboard_core::device::Device::watches

use trueboard_core::device::DevId;
use trueboard_core::meter::{Dictionary, Meters, Unit, Watch};
use trueboard_core::time::{Clock, Tick};

/// What is being watched, with the meters as of the last look.
#[derive(Default)]
pub(crate) struct Watching {
    entries: Vec<(DevId, Watch, u64)>,
}

/// A pulse to be reported.
pub(crate) struct Pulse {
    pub device: DevId,
    pub watch: Watch,
    pub from: Tick,
    pub cycles: u64,
}

impl Watching {
    pub fn any(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Watches exactly `wanted` from now on.
    pub fn set(&mut self, wanted: Vec<(DevId, Watch)>, meters: &Meters) {
        let same = wanted.len() == self.entries.len()
            && wanted
                .iter()
                .zip(&self.entries)
                .all(|(w, e)| w.0 == e.0 && w.1 == e.1);
        if !same {
            self.entries = wanted
                .into_iter()
                .map(|(d, w)| (d, w, w.total(meters)))
                .collect();
        }
    }

    /// The pulses of a step from `from` to `to`; `dictionary` is that of a core.
    pub fn step(
        &mut self,
        from: Tick,
        to: Tick,
        clock: Clock,
        meters: &Meters,
        dictionary: impl Fn(u8) -> Option<&'static Dictionary>,
    ) -> Vec<Pulse> {
        let mut pulses = Vec::new();
        for (device, watch, last) in &mut self.entries {
            let now = watch.total(meters);
            let n = now.saturating_sub(*last);
            *last = now;
            if n == 0 {
                continue;
            }
            let (from, cycles) = if unit(*watch, &dictionary) == Unit::Cycles {
                (from, n)
            } else {
                (Tick(to.0.saturating_sub(clock.ticks_per_cycle())), 1)
            };
            pulses.push(Pulse {
                device: *device,
                watch: *watch,
                from,
                cycles,
            });
        }
        pulses
    }
}

fn unit(watch: Watch, dictionary: impl Fn(u8) -> Option<&'static Dictionary>) -> Unit {
    match watch {
        Watch::Core { core, meter, .. } => {
            let def = dictionary(core).and_then(|d| d.defs.get(meter.place()));
            def.map_or(Unit::Count, |d| d.unit)
        }
        Watch::Bus { meter, .. } | Watch::BusBy { meter, .. } => meter.def().unit,
        Watch::Cache { meter, .. } => meter.def().unit,
        Watch::Owned { .. } | Watch::Waited { .. } => Unit::Cycles,
    }
}
