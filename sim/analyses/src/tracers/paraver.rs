//! Paraver traces that tracers in firmware write (Extrae): the calls that their events stand for, their times, and the
//! numbers of events that counters showed.

use super::counts::Counted;
use super::happened::{Side, end_of};
use super::judged::{Noted, Written};
use crate::regions::matches;
use std::collections::{BTreeMap, BTreeSet};

/// Types of events whose value is a function that begins; its name is the value's label.
const FUNCTIONS: [u64; 3] = [60_000_018, 60_000_019, 60_000_023];
/// A call that events of a type and value stand for.
struct Call {
    kind: u64,
    /// 0 for all but 0.
    value: u64,
    /// Which functions (patterns).
    functions: &'static [&'static str],
    /// The value of its end.
    end: u64,
    /// Calls of a group end one at a time, whatever type says it.
    group: u64,
    /// What the call is called, if not by its functions.
    name: Option<&'static str>,
}

const fn call(kind: u64, value: u64, functions: &'static [&'static str]) -> Call {
    Call {
        kind,
        value,
        functions,
        end: 0,
        group: kind,
        name: None,
    }
}

/// Calls that Extrae records alike wherever it runs.
const CALLS: &[Call] = &[
    call(60_000_001, 0, &["__wrap_GOMP_parallel"]),
    call(60_000_005, 0, &["__wrap_GOMP_barrier"]),
    call(60_000_024, 0, &["__wrap_GOMP_task"]),
    call(40_000_040, 1, &["__wrap_malloc"]),
    call(40_000_040, 2, &["__wrap_free"]),
];

/// Those of the tracer of the GR740 (`firmware/gr740/extrae/wrap.c`).
const OWN_CALLS: &[Call] = &[
    call(60_000_001, 1, &["__wrap_GOMP_parallel_loop_*"]),
    call(60_000_001, 2, &["__wrap_GOMP_parallel_sections"]),
    Call {
        name: Some("__wrap_GOMP_parallel"),
        ..call(
            60_000_001,
            3,
            &["__wrap_GOMP_parallel", "__wrap_GOMP_parallel_reductions"],
        )
    },
    call(60_000_005, 1, &["__wrap_GOMP_barrier"]),
    call(60_000_022, 1, &["__wrap_GOMP_taskwait"]),
    call(60_000_024, 0, &["__wrap_GOMP_task"]),
    call(60_000_025, 1, &["__wrap_GOMP_taskgroup_start"]),
    call(60_000_025, 2, &["__wrap_GOMP_taskgroup_end"]),
    call(40_000_040, 1, &["__wrap_malloc"]),
    call(40_000_040, 2, &["__wrap_free"]),
    work(60_000_002, 4, &["__wrap_GOMP_loop_*_start"]),
    work(60_000_002, 5, &["__wrap_GOMP_sections_start"]),
    work(60_000_002, 6, &["__wrap_GOMP_single_start"]),
    work(60_000_011, 1, &["__wrap_GOMP_*_next"]),
    work(
        60_000_016,
        1,
        &["__wrap_GOMP_loop_end*", "__wrap_GOMP_sections_end*"],
    ),
    lock(
        60_000_006,
        &["__wrap_GOMP_critical_name_start", "__wrap_omp_set_lock"],
    ),
    call(
        60_000_006,
        5,
        &["__wrap_GOMP_critical_name_end", "__wrap_omp_unset_lock"],
    ),
    lock(60_000_007, &["__wrap_GOMP_critical_start"]),
    call(60_000_007, 5, &["__wrap_GOMP_critical_end"]),
    lock(60_000_033, &["__wrap_GOMP_ordered_start"]),
    call(60_000_033, 5, &["__wrap_GOMP_ordered_end"]),
];

/// The start of a construct ends with the type of its chunks, and its end with both types.
const fn work(kind: u64, value: u64, functions: &'static [&'static str]) -> Call {
    Call {
        group: 60_000_011,
        ..call(kind, value, functions)
    }
}

/// A lock is taken at the end of its call.
const fn lock(kind: u64, functions: &'static [&'static str]) -> Call {
    Call {
        end: 6,
        ..call(kind, 3, functions)
    }
}

impl Call {
    /// What it is called.
    fn name(&self) -> String {
        self.name
            .map_or_else(|| self.functions.join(" or "), str::to_owned)
    }
}

/// Functions whose caller records them, before it calls them and when they have returned.
const BY_CALLER: [u64; 2] = [60_000_018, 60_000_023];
/// Types of numbers of events: this, and the number of an event of L4STAT.
const COUNTS: std::ops::RangeInclusive<u64> = 72_000_000..=72_000_255;
/// A record that an interrupt handler makes.
const SAMPLE: u64 = 30_000_000;
/// The comment with what the board's clock showed when the trace's time was 0.
const ZERO: &str = "# cycles of the board's clock at 0: ";
/// Picoseconds in a nanosecond, the unit of the trace.
const NS: i64 = 1000;

/// The functions that values of events stand for, and the calls that are recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    names: BTreeMap<u64, String>,
    /// The tracer is that of the GR740.
    own: bool,
}

impl Labels {
    /// Those of a trace with the `.pcf` file beside it.
    #[must_use]
    pub fn of(pcf: &str, prv: &str) -> Labels {
        let mut names = BTreeMap::new();
        let (mut kind, mut values) = (None, false);
        for line in pcf.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), values) {
                (Some("EVENT_TYPE"), _) => (kind, values) = (None, false),
                (Some("VALUES"), _) => values = true,
                (Some(value), true) => {
                    let value = value.parse::<u64>().ok().filter(|v| *v != 0);
                    let name = words.next().map(str::to_owned);
                    if let (true, Some((value, name))) = (kind.is_some(), value.zip(name)) {
                        names.insert(value, name);
                    }
                }
                (Some(_), false) => {
                    let of = words.next().and_then(|w| w.parse().ok());
                    kind = of.filter(|k| FUNCTIONS.contains(k));
                }
                (None, _) => (kind, values) = (None, false),
            }
        }
        let own = prv.lines().take(2).any(|line| line.starts_with(ZERO));
        Labels { names, own }
    }

    fn calls(&self) -> &'static [Call] {
        if self.own { OWN_CALLS } else { CALLS }
    }

    /// What a call by another function is called, if such a trace records it. A call that a wrapper or the runtime makes
    /// for itself is none of the program.
    pub fn wanted(&self) -> impl Fn(&str, &str) -> Option<String> + use<'_> {
        let functions: BTreeSet<&str> = self.names.values().map(String::as_str).collect();
        move |name, caller| {
            if functions.contains(name) {
                return Some(name.to_owned());
            }
            let own = ["__wrap_", "GOMP_"].iter().any(|of| caller.starts_with(of));
            if own || !name.starts_with("__wrap_") {
                return None;
            }
            let is = |c: &&Call| c.functions.iter().any(|f| matches(f, name));
            self.calls().iter().find(is).map(Call::name)
        }
    }

    /// The call that begins with an event: its name and its group.
    fn begun(&self, kind: u64, value: u64) -> Option<(String, u64)> {
        if value == 0 {
            return None;
        }
        if FUNCTIONS.contains(&kind) {
            let name = self.names.get(&value).cloned();
            return Some((name.unwrap_or_else(|| format!("{value:#x}")), kind));
        }
        let is = |c: &&Call| c.kind == kind && [0, value].contains(&c.value);
        self.calls().iter().find(is).map(|c| (c.name(), c.group))
    }

    /// A call of a type, if nothing else is known.
    fn any(&self, kind: u64) -> String {
        let first = self.calls().iter().find(|c| c.kind == kind);
        first.map_or_else(|| format!("a call of type {kind}"), Call::name)
    }

    /// The group of calls of which an event ends one.
    fn ended(&self, kind: u64, value: u64) -> Option<u64> {
        if FUNCTIONS.contains(&kind) && value == 0 {
            return Some(kind);
        }
        let is = |c: &&Call| c.kind == kind && (c.end == value || value == 0);
        self.calls().iter().find(is).map(|c| c.group)
    }
}

/// A file that is no such trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTrace {
    /// Of another format.
    #[error(": no Paraver trace: it begins with no `#Paraver`")]
    Other,
    /// A line, by its number from 1, cannot be read.
    #[error(":{0}: no event record: {1}")]
    Line(usize, String),
}

/// What the trace says, by core. A call ends where its type has the value 0.
///
/// # Errors
/// The text is no Paraver trace, or has a record that cannot be read.
pub fn written(prv: &str, labels: &Labels) -> Result<Written, NoTrace> {
    if !prv.starts_with("#Paraver ") {
        return Err(NoTrace::Other);
    }
    let mut found = Written::default();
    // Calls that have not ended, by core and group.
    let mut open: BTreeMap<(u8, u64), Vec<String>> = BTreeMap::new();
    // The last call that has begun: where a record of a begin is missing, the end is most likely one of its kind.
    let mut last: BTreeMap<(u8, u64), String> = BTreeMap::new();
    for (number, line) in prv.lines().enumerate().skip(1) {
        if let Some(cycles) = line.strip_prefix(ZERO) {
            found.zero_cycles = cycles.trim().parse().ok();
        }
        let Some(fields) = line.strip_prefix("2:") else {
            continue;
        };
        let fields: Option<Vec<u64>> = fields.split(':').map(|f| f.parse().ok()).collect();
        // Processor, application, task, thread, time; then pairs of type and value.
        let core = fields
            .as_ref()
            .and_then(|f| u8::try_from(f.first()?.checked_sub(1)?).ok());
        let at = fields
            .as_ref()
            .and_then(|f| i64::try_from(*f.get(4)?).ok()?.checked_mul(NS));
        let Some(((core, at), fields)) = core
            .zip(at)
            .zip(fields)
            .filter(|(_, f)| f.len() > 5 && f.len() % 2 == 1)
        else {
            return Err(NoTrace::Line(number + 1, line.to_owned()));
        };
        let mut counted = Counted::default();
        let notes = found.thread(core).notes.len();
        let mut ended: Vec<u64> = Vec::new();
        for pair in fields[5..].chunks_exact(2) {
            let [kind, value] = [pair[0], pair[1]];
            counted.sampled |= kind == SAMPLE;
            if COUNTS.contains(&kind) {
                let event = (kind - COUNTS.start()) as u8;
                counted.counts.push((event, value));
                continue;
            }
            let by_caller = BY_CALLER.contains(&kind);
            let (what, side) = if let Some((call, group)) = labels.begun(kind, value) {
                open.entry((core, group)).or_default().push(call.clone());
                last.insert((core, group), call.clone());
                (call, if by_caller { Side::Before } else { Side::After })
            } else if let Some(group) = labels.ended(kind, value) {
                if ended.contains(&group) {
                    continue;
                }
                ended.push(group);
                let call = open.entry((core, group)).or_default().pop();
                let call = call.or_else(|| last.get(&(core, group)).cloned());
                let call = call.unwrap_or_else(|| labels.any(kind));
                (
                    end_of(&call),
                    if by_caller { Side::After } else { Side::Before },
                )
            } else {
                *found.unseen.entry(format!("type {kind}")).or_default() += 1;
                continue;
            };
            found.thread(core).notes.push(Noted { what, at, side });
        }
        if !counted.counts.is_empty() {
            let thread = found.thread(core);
            counted.at = at;
            counted.note = (thread.notes.len() > notes).then_some(notes);
            counted.number = thread.counted.len() + 1;
            thread.counted.push(counted);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PCF: &str = "EVENT_TYPE\n0 60000019 User function\nVALUES\n0 End\n7 work\n\nEVENT_TYPE\n0 5 Other\nVALUES\n1 x\n";

    #[test]
    fn events_stand_for_calls_of_the_program() {
        let labels = Labels::of(PCF, "");
        let prv = "#Paraver (x)\n2:1:1:1:1:10:60000019:7:5:1\n1:2\n2:2:1:1:2:11:40000040:2\n2:1:1:1:1:12:60000019:0\n";
        let found = written(prv, &labels).expect("a trace");
        let of = |core: u8| {
            let notes = found.threads[&core].notes.iter();
            notes
                .map(|n| (n.what.as_str(), n.at, n.side))
                .collect::<Vec<_>>()
        };
        let work = [
            ("work", 10_000, Side::After),
            ("end of work", 12_000, Side::Before),
        ];
        assert_eq!(of(0), work);
        assert_eq!(of(1), [("__wrap_free", 11_000, Side::After)]);
        assert_eq!(found.unseen, BTreeMap::from([("type 5".to_owned(), 1)]));
        let wanted = labels.wanted();
        let recorded = |name, caller| wanted(name, caller).is_some();
        assert!(recorded("work", "GOMP_x") && recorded("__wrap_free", "main"));
        assert!(!recorded("__wrap_free", "__wrap_x") && !recorded("x", "main"));
    }

    #[test]
    fn numbers_of_events_and_the_zero_of_time_are_read() {
        let prv = "#Paraver (x)\n# cycles of the board's clock at 0: 77\n2:1:1:1:1:10:60000018:7:72000017:5:72000008:0\n2:1:1:1:1:20:30000000:1:72000017:3\n";
        let found = written(prv, &Labels::of(PCF, prv)).expect("a trace");
        assert_eq!(found.zero_cycles, Some(77));
        let thread = &found.threads[&0];
        assert_eq!(thread.notes[0].side, Side::Before);
        let counted = |number, at, sampled: bool, counts: &[(u8, u64)]| Counted {
            number,
            at,
            since: 0,
            note: (!sampled).then_some(0),
            sampled,
            counts: counts.to_vec(),
        };
        let expected = [
            counted(1, 10_000, false, &[(17, 5), (8, 0)]),
            counted(2, 20_000, true, &[(17, 3)]),
        ];
        assert_eq!(thread.counted, expected);
    }

    #[test]
    fn constructs_and_locks_end_with_the_types_of_the_tracer() {
        let lines = [
            "60000002:4",
            "60000011:0",
            "60000011:1",
            "60000011:0",
            "60000016:1",
            "60000016:0:60000002:0",
            "60000007:3",
            "60000007:6",
            "60000007:5",
            "60000007:0",
            "60000002:6",
            "60000002:0",
        ];
        let mut prv = format!("#Paraver (x)\n{ZERO}77\n");
        for line in lines {
            prv += &format!("2:1:1:1:1:10:{line}\n");
        }
        let found = written(&prv, &Labels::of("", &prv)).expect("a trace");
        let names: Vec<&str> = found.threads[&0]
            .notes
            .iter()
            .map(|n| n.what.as_str())
            .collect();
        let ends = "__wrap_GOMP_loop_end* or __wrap_GOMP_sections_end*";
        let calls = [
            "__wrap_GOMP_loop_*_start",
            "__wrap_GOMP_*_next",
            ends,
            "__wrap_GOMP_critical_start",
            "__wrap_GOMP_critical_end",
            "__wrap_GOMP_single_start",
        ];
        let expected: Vec<String> = calls
            .iter()
            .flat_map(|c| [(*c).to_owned(), end_of(c)])
            .collect();
        assert_eq!(names, expected);
        let labels = Labels::of("", &prv);
        let wanted = labels.wanted();
        let is = |name| wanted(name, "main");
        assert_eq!(
            is("__wrap_GOMP_loop_guided_start").as_deref(),
            Some(calls[0])
        );
        assert_eq!(is("__wrap_GOMP_sections_end_nowait").as_deref(), Some(ends));
        assert_eq!(is("__wrap_sleep_us"), None);
    }

    #[test]
    fn what_is_no_trace_is_refused() {
        let labels = Labels::default();
        assert_eq!(written("x", &labels), Err(NoTrace::Other));
        let wrong = written("#Paraver (x)\n2:1:1", &labels);
        assert_eq!(wrong, Err(NoTrace::Line(2, "2:1:1".to_owned())));
    }
}
