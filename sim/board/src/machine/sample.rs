//! Samples of bus use for traces.

use serde::{Deserialize, Serialize};
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{BusMeter, Meters};
use trueboard_core::time::Tick;

/// Takes a sample of every bus at the end of each interval.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Sampler {
    interval: u64,
    next: Tick,
    /// Used and all cycles of each bus at the last sample.
    last: Vec<(u64, u64)>,
}

impl Sampler {
    pub fn new(interval: u64, buses: usize) -> Sampler {
        Sampler {
            interval,
            next: Tick(interval),
            last: vec![(0, 0); buses],
        }
    }

    /// Continues with `saved` if its interval is equal; otherwise the first sample begins at `now`.
    pub fn resume(&mut self, saved: Option<Sampler>, now: Tick, meters: &Meters) {
        match saved {
            Some(s) if s.interval == self.interval => *self = s,
            _ => drop(self.take(now, meters)),
        }
    }

    pub fn next_at(&self) -> Tick {
        self.next
    }

    /// Samples at `now`; the meters are settled.
    pub fn take(&mut self, now: Tick, meters: &Meters) -> Vec<Fact> {
        self.next = Tick((now.0 / self.interval + 1) * self.interval);
        let buses = meters.buses.iter().zip(&mut self.last).enumerate();
        buses
            .map(|(i, (bank, last))| {
                let at = (bank.get(BusMeter::Used), bank.get(BusMeter::Cycles));
                let used = at.0.saturating_sub(last.0);
                let cycles = at.1.saturating_sub(last.1);
                *last = at;
                let kind = FactKind::BusUse { used, cycles };
                Fact {
                    at: now,
                    source: Source::Bus(i as u8),
                    kind,
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::meter::BusBank;

    /// A sample that is late does not move the ones after it, and each has the use since the one before.
    #[test]
    fn samples_stay_on_the_grid() {
        let mut meters = Meters {
            buses: vec![BusBank::new()],
            ..Meters::default()
        };
        let mut sampler = Sampler::new(100, 1);
        let mut sample = |at, used, cycles, meters: &mut Meters| {
            meters.buses[0].add(BusMeter::Used, used);
            meters.buses[0].add(BusMeter::Cycles, cycles);
            let facts = sampler.take(Tick(at), meters);
            (facts[0].kind, sampler.next_at())
        };
        let first = FactKind::BusUse {
            used: 10,
            cycles: 52,
        };
        assert_eq!(sample(105, 10, 52, &mut meters), (first, Tick(200)));
        let second = FactKind::BusUse {
            used: 5,
            cycles: 48,
        };
        assert_eq!(sample(200, 5, 48, &mut meters), (second, Tick(300)));
    }
}
