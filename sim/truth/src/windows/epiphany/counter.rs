//! Follows the counters of the cores from the accesses that are made to them.

use super::registers::{Register, happened, name, selected};
use crate::windows::tally::Keeper;
use crate::windows::{Cause, Quantity, Verdict, Window, WindowReport};
use serde::{Deserialize, Serialize};
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{CoreBank, Meters};

/// The event CLK.
const CLK: u8 = 1;

/// A core that counts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EpiphanyUnit {
    /// By which facts and meters name it.
    pub core: u8,
    /// Its name.
    pub name: String,
    /// Base ticks of its cycle.
    pub ticks_per_cycle: u64,
}

/// Judges what is read from the counters of cores.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Epiphany {
    units: Vec<Unit>,
    keeper: Keeper,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Unit {
    info: EpiphanyUnit,
    config: u32,
    meshcfg: u32,
    counters: [Counter; 2],
}

/// One counter, since it was written.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Counter {
    /// What was written.
    preset: u32,
    /// Happened, up to the last settling.
    truth: u64,
    /// What was counted last, or is.
    event: u8,
    /// The sum of the event when counting began or was settled; `None` while it is off.
    since: Option<Option<u64>>,
    opened: (u64, u64),
    started: bool,
    changed: bool,
    /// No truth is known of what it counted.
    unknown: bool,
}

impl Epiphany {
    /// A judge of `units` that keeps at most `limit` windows.
    pub fn new(units: Vec<EpiphanyUnit>, limit: usize) -> Epiphany {
        let unit = |info| Unit {
            info,
            config: 0,
            meshcfg: 0,
            counters: Default::default(),
        };
        Epiphany {
            units: units.into_iter().map(unit).collect(),
            keeper: Keeper::new(limit),
        }
    }

    /// Takes in an access to a register of a core, with the meters of its moment: a read shows what
    /// was before its cycle, a write holds from the next cycle on. Facts about others are not its
    /// business.
    pub fn access(&mut self, fact: &Fact, meters: &Meters) {
        let Source::Core(core) = fact.source else {
            return;
        };
        let unit = self.units.iter_mut().find(|u| u.info.core == core);
        let (Some(unit), Some(bank)) = (unit, meters.cores.get(usize::from(core))) else {
            return;
        };
        match fact.kind {
            FactKind::RegWrite {
                pc, offset, value, ..
            } => unit.write(Register::at(offset), value, (fact.at.0, pc), bank),
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            } => {
                if let Register::Counter(i) = Register::at(offset)
                    && let Some(w) = unit.read(i, value, core, (fact.at.0, pc), bank)
                {
                    self.keeper.keep(w);
                }
            }
            _ => {}
        }
    }

    /// What was found so far.
    pub fn report(&self) -> WindowReport {
        self.keeper.report()
    }
}

impl Unit {
    /// How often `event` has happened before the cycle of `tick`.
    fn sum(&self, event: u8, tick: u64, m: &CoreBank) -> Option<u64> {
        if event == CLK {
            return Some(tick / self.info.ticks_per_cycle.max(1));
        }
        happened(event, self.meshcfg, m)
    }

    fn settle(&mut self, tick: u64, m: &CoreBank) {
        for i in 0..2 {
            let Some(since) = self.counters[i].since else {
                continue;
            };
            let now = self.sum(self.counters[i].event, tick, m);
            let c = &mut self.counters[i];
            match (since, now) {
                (Some(a), Some(b)) => {
                    c.truth += b.saturating_sub(a);
                    c.since = Some(Some(b.max(a)));
                }
                _ => c.unknown = true,
            }
        }
    }

    fn write(&mut self, register: Register, value: u32, at: (u64, u64), m: &CoreBank) {
        // What is written in a cycle holds from the next one on.
        let from = at.0 + self.info.ticks_per_cycle;
        self.settle(from, m);
        match register {
            Register::Config => {
                let before = std::mem::replace(&mut self.config, value);
                for i in 0..2 {
                    let (old, new) = (selected(before, i), selected(value, i));
                    if old != new {
                        self.select(i, new, (from, at.1), m);
                    }
                }
            }
            Register::Meshcfg => {
                self.meshcfg = value;
                for i in 0..2 {
                    if self.counters[i].since.is_some() && self.counters[i].event >= 0xe {
                        self.select(i, self.counters[i].event, (from, at.1), m);
                    }
                }
            }
            Register::Counter(i) => {
                let event = selected(self.config, i);
                self.counters[i] = Counter {
                    preset: value,
                    event,
                    opened: at,
                    started: event != 0,
                    since: (event != 0).then(|| self.sum(event, from, m)),
                    ..Counter::default()
                };
            }
            Register::Other => {}
        }
    }

    fn select(&mut self, i: usize, event: u8, at: (u64, u64), m: &CoreBank) {
        let since = (event != 0).then(|| self.sum(event, at.0, m));
        let c = &mut self.counters[i];
        c.since = since;
        if event == 0 {
            return;
        }
        if !c.started {
            c.opened = at;
        }
        c.changed |= c.started && c.event != event && c.truth != 0;
        c.event = event;
        c.started = true;
    }

    fn read(
        &mut self,
        i: usize,
        value: u32,
        reader: u8,
        at: (u64, u64),
        m: &CoreBank,
    ) -> Option<Window> {
        self.settle(at.0, m);
        let c = &self.counters[i & 1];
        // Registers that never counted are not measurements.
        if !c.started {
            return None;
        }
        let measured = c.preset.wrapping_sub(value);
        let mut w = Window {
            device: self.info.name.clone(),
            counter: i as u8,
            quantity: Quantity::Count,
            event: c.event,
            event_name: name(c.event).into(),
            core: Some(self.info.core),
            master: None,
            mode: None,
            opened_at_tick: c.opened.0,
            opened_pc: c.opened.1,
            closed_at_tick: at.0,
            closed_pc: at.1,
            reader,
            measured,
            truth: None,
            expected: None,
            difference: None,
            residual: None,
            causes: Vec::new(),
            verdict: Verdict::NotJudged,
        };
        if c.unknown {
            w.causes.push(Cause::UnknownEvent);
            return Some(w);
        }
        let expected = c.truth.min(c.preset.into());
        if expected < c.truth {
            // It has stopped at 0.
            w.causes.push(Cause::Wrapped);
        }
        if c.changed {
            w.causes.push(Cause::SelectionChanged);
        }
        let difference = i64::from(measured).saturating_sub_unsigned(c.truth);
        let residual = i64::from(measured).saturating_sub_unsigned(expected);
        w.truth = Some(c.truth);
        w.expected = u32::try_from(expected).ok();
        w.difference = Some(difference);
        w.residual = Some(residual);
        w.verdict = match (residual, difference) {
            (0, 0) => Verdict::Exact,
            (0, _) => Verdict::Explained,
            _ => Verdict::Wrong,
        };
        Some(w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::meter::CoreMeter;
    use trueboard_core::time::Tick;

    fn fact(at: u64, write: bool, offset: u32, value: u32) -> Fact {
        let (core, pc) = (0, 0x100);
        Fact {
            at: Tick(at),
            source: Source::Core(0),
            kind: if write {
                FactKind::RegWrite {
                    core,
                    pc,
                    offset,
                    value,
                }
            } else {
                FactKind::RegRead {
                    core,
                    pc,
                    offset,
                    value,
                }
            },
        }
    }

    #[test]
    fn a_counter_that_comes_down_is_held_against_the_meters() {
        let unit = EpiphanyUnit {
            core: 0,
            name: "core0".to_owned(),
            ticks_per_cycle: 2,
        };
        let mut judge = Epiphany::new(vec![unit], 10);
        let mut meters = Meters {
            cores: vec![CoreBank::default()],
            ..Meters::default()
        };
        judge.access(&fact(10, true, 0xf0438, 100), &meters);
        judge.access(&fact(12, true, 0xf043c, 100), &meters);
        judge.access(&fact(20, true, 0xf0400, 0x150), &meters);
        meters.cores[0].add(true, CoreMeter::FpInstructions, 7);
        judge.access(&fact(40, false, 0xf0438, 93), &meters);
        // From cycle 11 to cycle 21.
        judge.access(&fact(42, false, 0xf043c, 90), &meters);
        judge.access(&fact(42, false, 0xf043c, 91), &meters);
        // Off again: the cycle of the write is the last one, number 22.
        judge.access(&fact(44, true, 0xf0400, 0x50), &meters);
        judge.access(&fact(60, false, 0xf043c, 88), &meters);
        meters.cores[0].add(true, CoreMeter::FpInstructions, 200);
        judge.access(&fact(60, false, 0xf0438, 0), &meters);
        let report = judge.report();
        let verdicts: Vec<Verdict> = report.windows.iter().map(|w| w.verdict).collect();
        use Verdict::{Exact, Explained, Wrong};
        assert_eq!(verdicts, [Exact, Exact, Wrong, Exact, Explained]);
        assert_eq!(report.windows[4].truth, Some(207));
    }
}
