//! What probes cost: the cycles inside each call, and what the run lost by it. The two differ, for what a probe
//! leaves behind (full write buffers, evicted lines, another core that comes first) is paid for later, or by waiting
//! that would have been there anyway.
//!
//! What the run lost by a call is measured in a second run, in which the probes cost nothing: it is how much longer
//! the time from that call's entry to the next one's is in the first run. So the losses of a core's calls, with what
//! the runs differ by before the first one, sum up to the difference of the whole runs exactly.

pub mod observe;
pub mod request;

use observe::{Probes, parts};
use serde::Serialize;
use trueboard_core::meter::{CoreBank, CoreMeter, Dictionary};
use trueboard_core::observe::Running;
use trueboard_core::time::Tick;

/// Bins of a histogram, at most.
const BINS: i64 = 12;
/// A value is an outlier that lies outside of the middle half by more than so many times its width.
const FAR: i64 = 3;
/// A part counts as a cause of an outlier from this share of its distance on, in percent.
const SHARE: u64 = 10;

/// A call of a probe in one of the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// The function.
    pub name: String,
    /// Cycles of the core before its entry.
    pub entered: u64,
    /// The parts of the core's CPI stack at that time.
    pub before: Vec<u64>,
    /// Cycles inside, and the parts of the stack that they are; nothing where it did not return.
    pub inside: Option<(u64, Vec<u64>)>,
}

/// The calls of a core in one of the runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// Names of the parts.
    pub parts: Vec<String>,
    /// In order.
    pub calls: Vec<Call>,
    /// Cycles of the core when the run ended, and the parts.
    pub end: (u64, Vec<u64>),
    /// It is the core that ended the run: its time ends with the run, and what it lost after its last call is known.
    pub ends_run: bool,
}

impl Core {
    /// The calls that `probes` saw on the core of index `core`, which has these meters and `ticks_per_cycle`. The run
    /// ended at `end` of the core's time, with its meters in `bank`. `ends_run` is the field of that name.
    #[must_use]
    pub fn observed(
        probes: &Probes,
        (core, dictionary): (u8, &Dictionary),
        ticks_per_cycle: u64,
        (end, bank): (Tick, Option<&CoreBank>),
        ends_run: bool,
    ) -> Core {
        let cycles = |at: Tick| at.0 / ticks_per_cycle;
        let names = probes.names();
        let calls = probes.calls(core).iter().map(|c| Call {
            name: names.get(c.name).cloned().unwrap_or_default(),
            entered: cycles(c.entered),
            before: c.before.clone(),
            inside: c.left.as_ref().map(|(at, parts)| {
                let cycles = cycles(*at).saturating_sub(cycles(c.entered));
                (cycles, parts.clone())
            }),
        });
        let stack = bank.map_or_else(Vec::new, |b| parts(dictionary, &Running::of_bank(b)));
        let name = |m: &CoreMeter| {
            let def = dictionary.defs.get(m.place());
            def.map_or(String::new(), |d| d.name.to_owned())
        };
        Core {
            parts: dictionary.stack.iter().map(name).collect(),
            calls: calls.collect(),
            end: (cycles(end), stack),
            ends_run,
        }
    }
}

/// How a number is distributed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Distribution {
    /// How many there are.
    pub count: u64,
    /// The smallest.
    pub min: i64,
    /// As many are smaller as larger.
    pub median: i64,
    /// 95 of 100 are not larger.
    pub p95: i64,
    /// The largest.
    pub max: i64,
    /// All together.
    pub sum: i64,
    /// How many lie where.
    pub histogram: Vec<Bin>,
}

/// A part of a histogram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The smallest number in it.
    pub from: i64,
    /// The largest number in it.
    pub to: i64,
    /// How many there are.
    pub count: u64,
}

/// What a number is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Of {
    /// Cycles inside.
    Inside,
    /// What the run lost.
    Lost,
}

/// A call that cost unusually much, or little.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outlier {
    /// The function.
    pub probe: String,
    /// The core.
    pub core: u8,
    /// Which of the core's calls of probes, from 0.
    pub call: usize,
    /// Cycles of the core before its entry.
    pub at_cycle: u64,
    /// Which of its numbers.
    pub of: Of,
    /// The number.
    pub cycles: i64,
    /// The median.
    pub usual: i64,
    /// The parts of the CPI stack that make the difference, the largest first: cycles beyond what is usual of the part.
    pub causes: Vec<(String, i64)>,
}

/// What the calls of one function cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Probe {
    /// Its name.
    pub name: String,
    /// Cycles inside.
    pub inside: Distribution,
    /// What the run lost.
    pub lost: Distribution,
}

/// What the probes of a core did to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfCore {
    /// The core.
    pub core: u8,
    /// Calls in the run with probes, and in the run in which they cost nothing.
    pub calls: (usize, usize),
    /// The first call that is another one in the second run: what comes later is not judged.
    pub differs_at: Option<usize>,
    /// Cycles that it lost before its first call.
    pub before_first: i64,
    /// Calls that did not return.
    pub unfinished: usize,
    /// Its last call, of which no end is known.
    pub last_left_out: bool,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Costs {
    /// Cycles of the core that ended the run: with probes, and with probes that cost nothing.
    pub run: Option<(u64, u64)>,
    /// By function.
    pub probes: Vec<Probe>,
    /// By core.
    pub cores: Vec<OfCore>,
    /// Unusual calls, those farthest from the usual first.
    pub outliers: Vec<Outlier>,
}

/// One number of a call, with its parts.
struct Sample {
    core: u8,
    call: usize,
    at: u64,
    cycles: i64,
    parts: Vec<(String, i64)>,
}

/// Holds the calls of a run against those of the run in which they cost nothing, core by core.
#[must_use]
pub fn costs(with: &[Core], without: &[Core]) -> Costs {
    let mut out = Costs::default();
    let mut names: Vec<String> = Vec::new();
    let mut samples: Vec<[Vec<Sample>; 2]> = Vec::new();
    for (number, (a, b)) in (0..).zip(with.iter().zip(without)) {
        if a.ends_run {
            out.run = Some((a.end.0, b.end.0));
        }
        if a.calls.is_empty() && b.calls.is_empty() {
            continue;
        }
        let same = a
            .calls
            .iter()
            .zip(&b.calls)
            .take_while(|(a, b)| a.name == b.name)
            .count();
        let whole = same == a.calls.len() && same == b.calls.len();
        // Without the call that follows, the end of a call is that of the run.
        let judged = if whole && a.ends_run {
            same
        } else {
            same.saturating_sub(1)
        };
        let mut of_core = OfCore {
            core: number,
            calls: (a.calls.len(), b.calls.len()),
            differs_at: (!whole).then_some(same),
            before_first: 0,
            unfinished: 0,
            last_left_out: whole && !a.ends_run,
        };
        if let (Some(a), Some(b)) = (a.calls.first(), b.calls.first()) {
            of_core.before_first = minus(a.entered, b.entered);
        }
        for (i, call) in a.calls.iter().enumerate() {
            let place = names
                .iter()
                .position(|n| *n == call.name)
                .unwrap_or_else(|| {
                    names.push(call.name.clone());
                    samples.push([Vec::new(), Vec::new()]);
                    names.len() - 1
                });
            let sample = |cycles, parts| Sample {
                core: number,
                call: i,
                at: call.entered,
                cycles,
                parts,
            };
            match &call.inside {
                None => of_core.unfinished += 1,
                Some((cycles, parts)) => {
                    let parts = parts.iter().map(|&n| i64::try_from(n).unwrap_or(i64::MAX));
                    let parts = named(&a.parts, parts.collect(), *cycles as i64);
                    samples[place][0].push(sample(*cycles as i64, parts));
                }
            }
            if i < judged {
                let (lost, parts) = lost(a, b, i);
                samples[place][1].push(sample(lost, parts));
            }
        }
        out.cores.push(of_core);
    }
    for (name, [inside, lost]) in names.into_iter().zip(samples) {
        let of = |s: &[Sample]| distribution(s.iter().map(|s| s.cycles).collect());
        out.outliers.extend(outliers(&name, Of::Inside, &inside));
        out.outliers.extend(outliers(&name, Of::Lost, &lost));
        out.probes.push(Probe {
            inside: of(&inside),
            lost: of(&lost),
            name,
        });
    }
    let far = |o: &Outlier| std::cmp::Reverse(o.cycles.abs_diff(o.usual));
    out.outliers.sort_by_key(far);
    out
}

fn minus(a: u64, b: u64) -> i64 {
    a.wrapping_sub(b) as i64
}

/// What the run lost from call `i` to the next one, and by which parts.
fn lost(a: &Core, b: &Core, i: usize) -> (i64, Vec<(String, i64)>) {
    let span = |c: &Core| {
        let from = &c.calls[i];
        let next = c.calls.get(i + 1).map(|n| (n.entered, &n.before));
        let (to, parts) = next.unwrap_or((c.end.0, &c.end.1));
        let parts = parts
            .iter()
            .zip(&from.before)
            .map(|(&to, &from)| minus(to, from));
        (minus(to, from.entered), parts.collect::<Vec<_>>())
    };
    let ((with, with_parts), (without, without_parts)) = (span(a), span(b));
    let lost = with - without;
    let parts = with_parts.iter().zip(&without_parts).map(|(a, b)| a - b);
    (lost, named(&a.parts, parts.collect(), lost))
}

/// Parts with their names; what they leave of `all` was asleep.
fn named(names: &[String], parts: Vec<i64>, all: i64) -> Vec<(String, i64)> {
    let asleep = all - parts.iter().sum::<i64>();
    let named = names.iter().cloned().zip(parts);
    named.chain([("asleep".to_owned(), asleep)]).collect()
}

/// The number of which `percent` of 100 in `sorted` are not larger.
fn at(sorted: &[i64], percent: usize) -> i64 {
    let place = (sorted.len() * percent).div_ceil(100).max(1) - 1;
    sorted.get(place).copied().unwrap_or(0)
}

/// How `numbers` are distributed.
#[must_use]
pub fn distribution(mut numbers: Vec<i64>) -> Distribution {
    numbers.sort_unstable();
    let (Some(&min), Some(&max)) = (numbers.first(), numbers.last()) else {
        return Distribution::default();
    };
    let width = (max - min) / BINS + 1;
    let mut histogram: Vec<Bin> = Vec::new();
    for &n in &numbers {
        let from = min + (n - min) / width * width;
        match histogram.last_mut().filter(|b| b.from == from) {
            Some(bin) => bin.count += 1,
            None => histogram.push(Bin {
                from,
                to: from + width - 1,
                count: 1,
            }),
        }
    }
    Distribution {
        count: numbers.len() as u64,
        min,
        median: at(&numbers, 50),
        p95: at(&numbers, 95),
        max,
        sum: numbers.iter().sum(),
        histogram,
    }
}

/// The samples far outside of the middle half, each with the parts that make it so.
fn outliers(name: &str, of: Of, samples: &[Sample]) -> Vec<Outlier> {
    let mut sorted: Vec<i64> = samples.iter().map(|s| s.cycles).collect();
    sorted.sort_unstable();
    let (low, median, high) = (at(&sorted, 25), at(&sorted, 50), at(&sorted, 75));
    let reach = FAR * (high - low).max(1);
    let usual = usual_parts(samples);
    let far = samples
        .iter()
        .filter(|s| s.cycles > high + reach || s.cycles < low - reach);
    far.map(|s| {
        let distance = s.cycles.abs_diff(median);
        let beyond = s
            .parts
            .iter()
            .zip(&usual)
            .map(|((n, p), u)| (n.clone(), p - u));
        let large = |c: &(String, i64)| c.1 != 0 && c.1.unsigned_abs() * 100 >= distance * SHARE;
        let mut causes: Vec<_> = beyond.filter(large).collect();
        causes.sort_by_key(|c| std::cmp::Reverse(c.1.unsigned_abs()));
        Outlier {
            probe: name.to_owned(),
            core: s.core,
            call: s.call,
            at_cycle: s.at,
            of,
            cycles: s.cycles,
            usual: median,
            causes,
        }
    })
    .collect()
}

/// The median of each part.
fn usual_parts(samples: &[Sample]) -> Vec<i64> {
    let parts = samples.iter().map(|s| s.parts.len()).max().unwrap_or(0);
    let of = |i: usize| {
        let part = |s: &Sample| s.parts.get(i).map_or(0, |p| p.1);
        let mut all: Vec<i64> = samples.iter().map(part).collect();
        all.sort_unstable();
        at(&all, 50)
    };
    (0..parts).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A core that issues for all of its time but for what each call waits.
    fn core(entries: &[(u64, u64)], inside: Option<u64>, end: u64) -> Core {
        let calls = entries.iter().map(|&(entered, waited)| Call {
            name: "probe".to_owned(),
            entered,
            before: vec![entered - waited, waited],
            inside: inside.map(|n| (n, vec![n, 0])),
        });
        let waited = entries.last().map_or(0, |e| e.1);
        Core {
            parts: vec!["issue".to_owned(), "wait".to_owned()],
            calls: calls.collect(),
            end: (end, vec![end - waited, waited]),
            ends_run: true,
        }
    }

    #[test]
    fn losses_sum_up_to_the_difference_of_the_runs() {
        let with = core(&[(110, 0), (230, 0), (350, 0)], Some(15), 480);
        let without = core(&[(100, 0), (200, 0), (301, 0)], None, 400);
        let costs = costs(&[with], &[without]);
        assert_eq!(costs.run, Some((480, 400)));
        let probe = &costs.probes[0];
        assert_eq!((probe.inside.sum, probe.inside.count), (45, 3));
        assert_eq!(costs.cores[0].before_first + probe.lost.sum, 80);
        assert_eq!(
            (probe.lost.min, probe.lost.median, probe.lost.max),
            (19, 20, 31)
        );
    }

    #[test]
    fn calls_that_differ_end_what_is_judged() {
        let with = core(&[(100, 0), (220, 0), (340, 0)], Some(15), 480);
        let mut without = core(&[(100, 0), (200, 0), (300, 0)], None, 400);
        without.calls[2].name = "other".to_owned();
        let costs = costs(&[with], &[without]);
        assert_eq!(costs.cores[0].differs_at, Some(2));
        assert_eq!(costs.probes[0].lost.count, 1);
        assert_eq!(costs.probes[0].inside.count, 3);
    }

    #[test]
    fn an_outlier_has_its_cause() {
        let mut entries: Vec<(u64, u64)> = (0..20).map(|i| (100 * i, 0)).collect();
        for e in &mut entries[11..] {
            *e = (e.0 + 60, 60);
        }
        let with = core(&entries, Some(15), 2060);
        let plain: Vec<(u64, u64)> = (0..20).map(|i| (90 * i, 0)).collect();
        let costs = costs(&[with], &[core(&plain, None, 1800)]);
        assert_eq!(costs.outliers.len(), 1);
        let o = &costs.outliers[0];
        assert_eq!((o.call, o.of, o.cycles, o.usual), (10, Of::Lost, 70, 10));
        assert_eq!(o.causes, [("wait".to_owned(), 60)]);
    }

    #[test]
    fn bins_hold_all() {
        let d = distribution(vec![5, -3, 100, 5, 7]);
        assert_eq!(
            (d.min, d.median, d.p95, d.max, d.sum),
            (-3, 5, 100, 100, 114)
        );
        assert_eq!(d.histogram.iter().map(|b| b.count).sum::<u64>(), 5);
        assert!(d.histogram.len() <= 12);
        assert_eq!(distribution(Vec::new()), Distribution::default());
    }
}
