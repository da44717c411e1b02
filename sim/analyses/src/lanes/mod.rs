//! What viewers of a whole run draw, in bounded memory: of each core what it executed, by function and caller, when
//! it slept, and moments; what came out of the console. However long a run is, time by function and caller, and
//! numbers of calls, stay exact; what is given up is order, within cells of time that grow with the run.

mod bins;
mod marks;
mod track;
mod tree;

pub use bins::Bins;
pub use marks::{Mark, Marks, What};
pub use track::{Segment, Track};
pub use tree::{Doing, Node, Tree};

use crate::stack::{Change, OfTask, ShadowStack};
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::time::Tick;

/// Segments kept of all cores together, at most.
pub const MOST_SEGMENTS: usize = 1 << 20;
/// Lines of the console that are kept.
const CONSOLE_LINES: usize = 4096;
/// Longest line of the console before it is cut.
const CONSOLE_LINE: usize = 256;

/// Follows a run by its facts.
pub struct Lanes {
    begin: u64,
    cores: Vec<Lane>,
    console: Vec<(u64, String)>,
    line: Vec<u8>,
    lines_left_out: u64,
    facts: u64,
    segments: usize,
    end: u64,
}

/// What one core did.
pub struct Lane {
    stack: ShadowStack,
    open: OfTask<Vec<u32>>,
    state: CoreState,
    tree: Tree,
    track: Track,
    marks: Marks,
}

impl Lane {
    fn new(begin: u64, stack_limit: usize) -> Lane {
        let mut lane = Lane {
            stack: ShadowStack::new(stack_limit),
            open: OfTask::default(),
            state: CoreState::Held,
            tree: Tree::default(),
            track: Track::default(),
            marks: Marks::default(),
        };
        lane.goes_on(begin, false);
        lane
    }

    /// Functions and handlers by their callers.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Which of them was on top of the stack when.
    #[must_use]
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// Interrupts, traps and messages.
    #[must_use]
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The context on top, of those that one calls; else the task, or what the core began with.
    fn top(&mut self) -> u32 {
        match (self.open.last(), self.open.task()) {
            (Some(&top), _) => top,
            (None, 0) => 0,
            (None, task) => self.tree.above(0, Doing::Task(task)),
        }
    }

    fn goes_on(&mut self, at: u64, begun: bool) {
        let top = self.top();
        let key = match self.state {
            CoreState::Idle => self.tree.above(top, Doing::Asleep),
            CoreState::Running => top,
            CoreState::Held => self.tree.above(top, Doing::Held),
            CoreState::Error => self.tree.above(top, Doing::Error),
        };
        self.track.push(at, key, begun);
    }

    fn happened(&mut self, at: u64, kind: &FactKind) {
        let what = match *kind {
            FactKind::State(state) => {
                self.state = state;
                return self.goes_on(at, false);
            }
            FactKind::Sent { to, .. } => Some(What::Sent(to)),
            FactKind::Received { from, .. } => Some(What::Received(from)),
            FactKind::Interrupt { level, .. } => Some(What::Interrupt(level)),
            FactKind::Trap { tt, .. } => Some(What::Trap(tt)),
            _ => None,
        };
        if let Some(what) = what {
            self.marks.push(at, what);
        }
        if let Some(change) = self.stack.step_top(kind) {
            return self.changed(at, &change);
        }
        let changes: Vec<Change> = self.stack.step(kind).to_vec();
        changes.iter().for_each(|change| self.changed(at, change));
    }

    fn changed(&mut self, at: u64, change: &Change) {
        match change {
            Change::Enter(frame) => {
                let top = self.top();
                let key = self.tree.above(top, Doing::Frame(frame.kind, frame.entry));
                self.open.push(key);
                self.goes_on(at, true);
            }
            Change::Leave(_) => {
                self.open.pop();
                self.goes_on(at, false);
            }
            Change::Switch { task, new } => {
                self.open.switch(*task, *new);
                self.goes_on(at, false);
            }
        }
    }
}

impl Lanes {
    /// Follows `cores` cores from tick `begin` on, calls up to `stack_limit` deep.
    #[must_use]
    pub fn new(begin: Tick, cores: usize, stack_limit: usize) -> Lanes {
        let lane = || Lane::new(begin.0, stack_limit);
        Lanes {
            begin: begin.0,
            cores: std::iter::repeat_with(lane).take(cores).collect(),
            console: Vec::new(),
            line: Vec::new(),
            lines_left_out: 0,
            facts: 0,
            segments: 0,
            end: begin.0,
        }
    }

    /// Takes the next facts, in order of time.
    pub fn take(&mut self, facts: &[Fact]) {
        self.facts += facts.len() as u64;
        for fact in facts {
            self.end = self.end.max(fact.at.0);
            match (fact.kind, fact.source) {
                (FactKind::Console { byte }, _) => self.printed(fact.at.0, byte),
                (_, Source::Core(c)) => {
                    let Some(lane) = self.cores.get_mut(usize::from(c)) else {
                        continue;
                    };
                    let before = lane.track.segments().len();
                    lane.happened(fact.at.0, &fact.kind);
                    self.segments += lane.track.segments().len() - before;
                    if self.segments > MOST_SEGMENTS {
                        self.make_room();
                    }
                }
                _ => {}
            }
        }
    }

    /// The run ends at `end`.
    pub fn finish(&mut self, end: Tick) {
        self.end = self.end.max(end.0);
        if !self.line.is_empty() {
            self.printed(self.end, b'\n');
        }
    }

    /// The core with most segments keeps half of them.
    fn make_room(&mut self) {
        let end = self.end;
        let longest = self
            .cores
            .iter_mut()
            .max_by_key(|c| c.track.segments().len());
        if let Some(lane) = longest {
            lane.track.halve(end);
        }
        let kept = self.cores.iter().map(|c| c.track.segments().len());
        self.segments = kept.sum();
    }

    fn printed(&mut self, at: u64, byte: u8) {
        if byte != b'\n' && self.line.len() < CONSOLE_LINE {
            self.line.push(byte);
        }
        if byte == b'\n' {
            let text = String::from_utf8_lossy(&self.line);
            if self.console.len() < CONSOLE_LINES {
                self.console.push((at, text.trim_end().to_owned()));
            } else {
                self.lines_left_out += 1;
            }
            self.line.clear();
        }
    }

    /// What each core did.
    #[must_use]
    pub fn cores(&self) -> &[Lane] {
        &self.cores
    }

    /// Lines of the console with the tick of their ends, and how many more there were.
    #[must_use]
    pub fn console(&self) -> (&[(u64, String)], u64) {
        (&self.console, self.lines_left_out)
    }

    /// How many facts came.
    #[must_use]
    pub fn facts(&self) -> u64 {
        self.facts
    }

    /// Where the record begins, in base ticks: 0, or where a snapshot was made.
    #[must_use]
    pub fn begin(&self) -> u64 {
        self.begin
    }

    /// The end of the run, in base ticks.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(at: u64, kind: FactKind) -> Fact {
        Fact {
            at: Tick(at),
            source: Source::Core(0),
            kind,
        }
    }

    #[test]
    fn segments_are_bounded_however_many_calls_there_are() {
        let mut lanes = Lanes::new(Tick(0), 1, 16);
        let calls = 1_500_000;
        for i in 0..calls {
            let call = FactKind::Call {
                from: 0x100,
                to: 0x200 + 0x100 * (i % 5),
            };
            let back = FactKind::Return {
                from: 0x208,
                to: 0x108,
            };
            lanes.take(&[fact(10 * i, call), fact(10 * i + 4, back)]);
        }
        lanes.finish(Tick(10 * calls));
        let segments = lanes.cores()[0].track().segments();
        assert!(segments.len() <= MOST_SEGMENTS);
        let begun: u64 = segments.iter().map(|s| u64::from(s.begun)).sum();
        assert_eq!(begun, calls);
    }

    #[test]
    fn contexts_follow_calls_returns_and_sleep() {
        let mut lanes = Lanes::new(Tick(0), 1, 16);
        let call = FactKind::Call {
            from: 0x100,
            to: 0x200,
        };
        lanes.take(&[
            fact(10, FactKind::State(CoreState::Running)),
            fact(20, call),
            fact(30, FactKind::State(CoreState::Idle)),
            fact(40, FactKind::State(CoreState::Running)),
            fact(
                50,
                FactKind::Return {
                    from: 0x208,
                    to: 0x108,
                },
            ),
        ]);
        lanes.finish(Tick(60));
        let lane = &lanes.cores()[0];
        let doing: Vec<(u64, Doing)> = (lane.track().segments().iter())
            .map(|s| (s.at, lane.tree().nodes()[s.key as usize].doing))
            .collect();
        let function = Doing::Frame(crate::stack::FrameKind::Function, 0x200);
        assert_eq!(
            doing,
            [
                (0, Doing::Held),
                (10, Doing::Start),
                (20, function),
                (30, Doing::Asleep),
                (40, function),
                (50, Doing::Start)
            ]
        );
    }
}
