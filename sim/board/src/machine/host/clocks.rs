//! The true clocks of a run's traces: `truth-clocks.json` (docs/user/howto/synchronisation.md).
//!
//! A tracer on an eCore counts cycles down with CTIMER1 from 0xFFFFFFFF, and its clock is 0 at the start of the
//! counter. The simulator finds this moment from writes to CTIMER1 and CONFIG. Two actions do not restart the clock:
//! the tracer's interrupt handler restarts an exhausted counter and compensates the pause, and a running counter is
//! loaded again. A tracer that restarts its clock stops the counter first. If a tracer resets its clock while it
//! traces, the last start counts.
//!
//! A stub core records the start of its own time stamp counter.

use crate::machine::Machine;
use crate::machine::host::hosted::Hosted;
use crate::machine::host::tracer_clock::TracerClock;
use crate::machine::host::tracers::Followed;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trueboard_analyses::tracers::observe::Shown;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::time::Clock;
use trueboard_cpu_c66x_stub::TSC_BEGAN;

/// Local addresses of the registers (Epiphany Architecture Reference, registers).
const CONFIG: u32 = 0xf0400;
const CTIMER1: u32 = 0xf043c;
/// CONFIG[11:8]: what CTIMER1 counts; 1 is cycles.
const SELECT_SHIFT: u32 = 8;
const SELECT_CYCLES: u32 = 1;

const BILLION: u64 = 1_000_000_000;

/// CTIMER1 of a core, as far as a tracer's clock goes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Counter {
    runs: bool,
    value: u32,
    /// Cycle from which `value` counts.
    from: u64,
    /// Cycle in which the tracer's clock showed 0; before reset, if the counter began lower.
    zero: Option<i64>,
    /// The next start continues from an exhausted counter.
    ran_down: bool,
    /// The cycle in which it ran down, until it is started again.
    stands_since: Option<u64>,
    /// Cycles for which it has stood at 0 since the clock showed 0.
    stood: u64,
}

/// The counters of all cores that have set one.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Counters(BTreeMap<u8, Counter>);

impl Counters {
    /// An eCore with cycles of `clock` read or wrote a register. For a read of the tracer's clock, returns its true
    /// value.
    pub fn access(&mut self, fact: &Fact, clock: Clock) -> Option<Shown> {
        let Source::Core(core) = fact.source else {
            return None;
        };
        let now = clock.cycles_at(fact.at);
        match fact.kind {
            FactKind::RegWrite {
                offset: offset @ (CONFIG | CTIMER1),
                value,
                ..
            } => {
                let counter = self.0.entry(core).or_default();
                // What is written in a cycle holds from the next one on.
                counter.write(offset == CONFIG, value, now + 1);
                None
            }
            FactKind::RegRead {
                offset: CTIMER1, ..
            } => {
                let counter = self.0.get(&core)?;
                Some(Shown {
                    time: u64::try_from(now as i64 - counter.zero?).ok()?,
                    stood: counter.stood,
                })
            }
            _ => None,
        }
    }

    /// The cycle in which the tracer's clock of `core` showed 0.
    fn zero(&self, core: u8) -> Option<i64> {
        self.0.get(&core)?.zero
    }
}

impl Counter {
    fn at(&self, now: u64) -> u32 {
        let passed = if self.runs {
            now - self.from.min(now)
        } else {
            0
        };
        self.value
            .saturating_sub(u32::try_from(passed).unwrap_or(u32::MAX))
    }

    fn write(&mut self, config: bool, value: u32, now: u64) {
        let before = self.at(now);
        let ran = self.runs;
        if ran && before == 0 && self.value != 0 {
            self.stands_since
                .get_or_insert(self.from + u64::from(self.value));
        }
        if config {
            self.value = before;
            self.runs = value >> SELECT_SHIFT & 15 == SELECT_CYCLES;
        } else {
            self.value = value;
            self.ran_down |= self.zero.is_some() && before == 0;
            if value == 0 {
                // Whoever loads a core sets it back.
                (self.zero, self.ran_down) = (None, false);
            }
        }
        self.from = now;
        let goes_on = ran && before != 0 && self.zero.is_some();
        let begins = self.runs && !(config && ran) && self.value != 0 && !goes_on;
        if begins {
            let stands_since = self.stands_since.take();
            if std::mem::take(&mut self.ran_down) {
                self.stood += stands_since.map_or(0, |since| now.saturating_sub(since));
            } else {
                self.zero = Some(now as i64 - i64::from(u32::MAX - self.value));
                self.stood = 0;
            }
        }
    }
}

/// A fraction as the file has it.
fn fraction(num: i128, den: u128) -> Value {
    fn gcd(a: u128, b: u128) -> u128 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    let by = gcd(num.unsigned_abs(), den).max(1);
    let (num, den) = (num / by as i128, den / by);
    match (i64::try_from(num), u64::try_from(den)) {
        (Ok(num), Ok(den)) => json!({ "num": num, "den": den }),
        // To the nanosecond, where the exact one does not fit.
        _ => json!({ "num": (num / den.max(1) as i128) as i64, "den": 1 }),
    }
}

/// One entry of the file.
fn entry(name: &str, hz: u64, zero: Value, tick: Value) -> Value {
    json!({ "name": name, "hz_nominal": hz, "ns_at_zero": zero, "ns_per_tick": tick })
}

/// The entry of the clock of a stub core's tracer, if the core has started it.
fn of_tracer(t: &TracerClock, m: &Machine) -> Option<Value> {
    const MILLION: i128 = 1_000_000;
    let (core, info) = (
        m.cores.get(usize::from(t.core))?,
        m.info.get(usize::from(t.core))?,
    );
    let mut names = core.registers().iter();
    let began = core.get(names.position(|r| r.name == TSC_BEGAN)?);
    let (began, billion) = (i64::try_from(began).ok()?, i128::from(BILLION));
    // It shows `offset` + past + past * ppm / 10^6, `past` cycles after it was started.
    let rate = MILLION + i128::from(t.ppm);
    let den = u128::try_from(i128::from(info.hz) * rate).ok()?;
    let zero = i128::from(began) * rate - i128::from(t.offset) * MILLION;
    Some(entry(
        &t.name,
        info.hz,
        fraction(zero * billion, den),
        fraction(billion * MILLION, den),
    ))
}

/// The file, if there are clocks of tracers.
pub(crate) fn truth(m: &Machine, followed: Option<&Followed>) -> Option<String> {
    let mut clocks: BTreeMap<String, Value> = BTreeMap::new();
    if let Some(host) = &m.host {
        clocks.extend(of_host(m, host, followed));
    }
    for t in &m.tracers {
        clocks.extend(of_tracer(t, m).map(|c| (t.name.clone(), c)));
    }
    let clocks: Vec<Value> = clocks.into_values().collect();
    if clocks.is_empty() {
        return None;
    }
    let file = json!({ "format": "trueboard-truth-clocks/1", "clocks": clocks });
    serde_json::to_string_pretty(&file).ok().map(|t| t + "\n")
}

/// Clocks of a host and of the cores that it drains.
fn of_host(m: &Machine, host: &Hosted, followed: Option<&Followed>) -> BTreeMap<String, Value> {
    let mut clocks = BTreeMap::new();
    for trace in &host.own_traces {
        let ((zero, zero_den), (tick, tick_den)) = host.clock.truth();
        let name = trace.rsplit('/').next().unwrap_or(trace);
        let (zero, tick) = (fraction(zero, zero_den), fraction(tick, tick_den));
        clocks.insert(name.to_owned(), entry(name, BILLION, zero, tick));
    }
    for &core in host.drained.iter().flat_map(|(_, cores)| cores) {
        let Some(zero) = followed.and_then(|f| f.counters.zero(core)) else {
            continue;
        };
        let Some(info) = m.info.get(usize::from(core)) else {
            continue;
        };
        let (row, col) = host.params.chip.position(core);
        let name = format!("stream-{row}-{col}");
        let hz = u128::from(info.hz);
        let zero = fraction(i128::from(zero) * i128::from(BILLION), hz);
        let tick = fraction(BILLION.into(), hz);
        clocks.insert(name.clone(), entry(&name, info.hz, zero, tick));
    }
    clocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::time::Tick;

    /// What the platform of barectf does: calibrates, begins anew, runs down, goes on.
    #[test]
    fn the_last_beginning_counts_and_running_down_is_none() {
        let mut all = Counters::default();
        let mut set = |offset, value, cycle: u64| {
            let fact = Fact {
                at: Tick(2 * cycle),
                source: Source::Core(3),
                kind: FactKind::RegWrite {
                    core: 3,
                    pc: 0,
                    offset,
                    value,
                },
            };
            all.access(&fact, Clock::new(2));
            all.zero(3)
        };
        let max = u32::MAX;
        set(CONFIG, 0, 5);
        set(CTIMER1, 100, 6);
        set(CONFIG, 0x100, 7);
        // It ran down at 108; the handler goes on.
        set(CONFIG, 0, 130);
        set(CTIMER1, max, 131);
        set(CONFIG, 0x100, 132);
        // The clock is set to 0.
        set(CONFIG, 0, 200);
        set(CTIMER1, max, 201);
        assert_eq!(set(CONFIG, 0x100, 202), Some(203));
        // Another field of CONFIG, the pause of four thousand million cycles, the end.
        assert_eq!(set(CONFIG, 0x8_0100, 300), Some(203));
        let later = 203 + u64::from(max) + 20;
        set(CONFIG, 0, later);
        set(CTIMER1, max, later + 1);
        assert_eq!(set(CONFIG, 0x100, later + 2), Some(203));
        assert_eq!(set(CONFIG, 0, later + 900), Some(203));
        // The tracer's program is loaded anew.
        assert_eq!(set(CTIMER1, 0, later + 1000), None);
    }

    /// A counter that is loaded while it runs does not stand still: what the clock shows goes on.
    #[test]
    fn a_running_counter_that_is_loaded_goes_on() {
        let mut all = Counters::default();
        let mut access = |write: Option<(u32, u32)>, cycle: u64| {
            let (core, pc) = (3, 0);
            let kind = match write {
                Some((offset, value)) => FactKind::RegWrite {
                    core,
                    pc,
                    offset,
                    value,
                },
                None => FactKind::RegRead {
                    core,
                    pc,
                    offset: CTIMER1,
                    value: 0,
                },
            };
            let fact = Fact {
                at: Tick(2 * cycle),
                source: Source::Core(3),
                kind,
            };
            all.access(&fact, Clock::new(2))
        };
        let at = |time| Some(Shown { time, stood: 0 });
        access(Some((CTIMER1, 1000)), 5);
        access(Some((CONFIG, 0x100)), 6);
        let shown = u64::from(u32::MAX - 1000);
        assert_eq!(access(None, 7), at(shown));
        access(Some((CTIMER1, u32::MAX)), 500);
        assert_eq!(access(None, 600), at(shown + 593));
        // Stopped first, it begins anew.
        access(Some((CONFIG, 0)), 700);
        access(Some((CTIMER1, u32::MAX)), 701);
        access(Some((CONFIG, 0x100)), 702);
        assert_eq!(access(None, 703), at(0));
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        assert_eq!(
            fraction(-1_000_000_000, 600_000_000),
            json!({"num": -5, "den": 3})
        );
        assert_eq!(
            fraction(i128::from(u64::MAX) * 7, 5),
            json!({"num": (i128::from(u64::MAX) * 7 / 5) as i64, "den": 1})
        );
    }
}
