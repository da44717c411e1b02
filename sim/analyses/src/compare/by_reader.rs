//! Measured beside true by the function that read: reads of counters, among the calls of a trace.

use crate::regions::matches;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use trueboard_judge::{Verdict, Window};

/// An event of a core, as far as calls are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A function is called; so many are open then.
    Call {
        /// The number of open functions, with this one.
        depth: usize,
        /// Its name.
        function: &'a str,
    },
    /// A function returns; so many are open then.
    Return {
        /// The number of open functions.
        depth: usize,
    },
    /// Something else happens.
    Other,
}

/// The open functions of each core, outermost first, by the depths that a trace states.
#[derive(Clone, Debug, Default)]
pub struct OpenFunctions(BTreeMap<u8, Vec<String>>);

impl OpenFunctions {
    /// Those of a core.
    #[must_use]
    pub fn of(&self, core: u8) -> &[String] {
        self.0.get(&core).map_or(&[], Vec::as_slice)
    }

    /// The function that a call at this depth comes from.
    #[must_use]
    pub fn caller(&self, core: u8, depth: usize) -> Option<&str> {
        let open = self.of(core);
        let outer = open.get(..depth.saturating_sub(1)).unwrap_or(open);
        outer.last().map(String::as_str)
    }

    /// Takes an event.
    pub fn step(&mut self, core: u8, step: Step<'_>) {
        let open = self.0.entry(core).or_default();
        match step {
            Step::Call { depth, function } => {
                open.truncate(depth.saturating_sub(1));
                open.push(function.to_owned());
            }
            Step::Return { depth } => open.truncate(depth),
            Step::Other => {}
        }
    }
}

/// Reads by one function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reader {
    /// Its name.
    pub reader: String,
    /// How often it read.
    pub reads: u64,
    /// What it read, in all judged reads.
    pub measured: u64,
    /// What happened.
    #[serde(rename = "true")]
    pub truth: u64,
    /// Reads without a difference.
    pub exact: u64,
    /// Reads with a difference that has causes.
    pub explained: u64,
    /// Reads with one that has none.
    pub wrong: u64,
    /// Reads that were not judged.
    pub not_judged: u64,
}

impl Reader {
    fn add(&mut self, w: &Window) {
        self.reads += 1;
        match w.verdict {
            Verdict::Exact => self.exact += 1,
            Verdict::Explained => self.explained += 1,
            Verdict::Wrong => self.wrong += 1,
            Verdict::NotJudged => self.not_judged += 1,
        }
        if let (Some(truth), true) = (w.truth, w.verdict != Verdict::NotJudged) {
            self.measured = self.measured.saturating_add(w.measured.into());
            self.truth = self.truth.saturating_add(truth);
        }
    }
}

/// The reads of runs, by the function that made them: the outermost open one whose name matches a pattern, or the
/// innermost one.
#[derive(Clone, Debug, Default)]
pub struct ByReader {
    rows: BTreeMap<String, Reader>,
    called: BTreeSet<String>,
}

/// The reads of one run that are still to come, by core.
pub struct Waiting<'a> {
    reads: BTreeMap<u8, VecDeque<&'a Window>>,
    hz: i128,
    open: OpenFunctions,
    pattern: &'a str,
}

impl<'a> Waiting<'a> {
    /// The reads of a run whose time has `hz` ticks in a second.
    #[must_use]
    pub fn new(windows: &'a [Window], hz: u64, pattern: &'a str) -> Waiting<'a> {
        let mut all: Vec<&Window> = windows.iter().collect();
        all.sort_by_key(|w| w.closed_at_tick);
        let mut reads: BTreeMap<u8, VecDeque<&Window>> = BTreeMap::new();
        for w in all {
            reads.entry(w.reader).or_default().push_back(w);
        }
        Waiting {
            reads,
            hz: i128::from(hz.max(1)),
            open: OpenFunctions::default(),
            pattern,
        }
    }

    fn reader(&self, core: u8) -> String {
        let open = self.open.of(core);
        let named = open.iter().find(|f| matches(self.pattern, f));
        named.or(open.last()).map_or("?", String::as_str).to_owned()
    }
}

impl ByReader {
    /// Takes an event of a core at a time in nanoseconds.
    pub fn step(&mut self, run: &mut Waiting<'_>, core: u8, ns: i128, step: Step<'_>) {
        let hz = run.hz;
        let before = |w: &&Window| i128::from(w.closed_at_tick) * 1_000_000_000 / hz < ns;
        while let Some(queue) = run.reads.get_mut(&core)
            && queue.front().is_some_and(before)
            && let Some(w) = queue.pop_front()
        {
            self.add(run.reader(core), w);
        }
        if let Step::Call { function, .. } = step
            && !self.called.contains(function)
        {
            self.called.insert(function.to_owned());
        }
        run.open.step(core, step);
    }

    /// The reads that no event of the trace came after.
    pub fn end(&mut self, run: &Waiting<'_>) {
        for (core, queue) in &run.reads {
            for w in queue {
                self.add(run.reader(*core), w);
            }
        }
    }

    fn add(&mut self, reader: String, w: &Window) {
        let row = self.rows.entry(reader.clone()).or_default();
        row.reader = reader;
        row.add(w);
    }

    /// All functions that were called.
    pub fn called(&self) -> impl Iterator<Item = &str> + Clone {
        self.called.iter().map(String::as_str)
    }

    /// A row for each function that read, by name.
    #[must_use]
    pub fn rows(self) -> Vec<Reader> {
        self.rows.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_comes_from_the_function_below_its_depth() {
        let mut open = OpenFunctions::default();
        let call = |depth, function| Step::Call { depth, function };
        open.step(0, call(1, "main"));
        open.step(0, call(2, "work"));
        assert_eq!(open.caller(0, 3), Some("work"));
        // What a trace leaves out, such as a long jump, closes functions all the same.
        assert_eq!(open.caller(0, 2), Some("main"));
        open.step(0, call(2, "rest"));
        assert_eq!(open.of(0), ["main", "rest"]);
        open.step(0, Step::Return { depth: 1 });
        open.step(0, Step::Other);
        assert_eq!(
            (open.of(0), open.caller(0, 1)),
            (&["main".to_owned()][..], None)
        );
        assert!(open.of(1).is_empty());
    }
}
