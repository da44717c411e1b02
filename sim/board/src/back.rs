//! Reverse execution: recorded checkpoints, and deterministic replay from one of them.
//!
//! A position of a run is reached again by restoring the checkpoint before it and replaying up to it. Positions are
//! ordered by the instructions that cores have executed and by their clocks, which only ever go on.
//! To go back over one instruction of a core, its instructions since the checkpoint are counted, and executed again but for
//! the last; to go back to a stop, the stops since the checkpoint are counted, and passed again but for the last.

use crate::debug::{Pause, Stops};
use crate::ended::Ended;
use crate::machine::Machine;
use crate::state::Checkpoint;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

/// Checkpoints that are kept; when there are more, every other one goes.
const MOST: usize = 96;
/// Of these, the last ones, which stay: users go back a little more often than a lot.
const LAST: usize = 32;
/// Bytes of checkpoints that are kept, where nothing else is asked for.
pub const MEMORY: u64 = 256 << 20;
/// Base ticks between two checkpoints, at most: a step back replays no more than that.
const LONGEST: u64 = 500_000;
/// Base ticks before a position that are executed anew one instruction at a time.
const NEAR: u64 = 8192;
/// Steps of a core between the checkpoints of a stretch that is executed anew one instruction at a time.
const STEPS: u64 = 2048;

/// The recorded checkpoints of a run.
pub(crate) struct Past {
    points: Vec<Point>,
    /// Base ticks between two of them, at least.
    interval: u64,
    /// Bytes that they may take. The first and the last one stay in any case.
    memory: u64,
}

struct Point {
    position: Position,
    state: Checkpoint,
    /// Bytes that it takes beside the one before it.
    bytes: u64,
    /// Console bytes that had come out.
    printed: u64,
}

/// A position of a run: instructions executed by each core, and its time.
#[derive(Clone, PartialEq, Eq)]
struct Position {
    now: Tick,
    executed: Vec<(u64, Tick)>,
}

impl Position {
    fn of(m: &Machine) -> Position {
        let cores = m.meters.cores.iter().zip(&m.cores);
        Position {
            now: m.now,
            executed: cores
                .map(|(bank, core)| (bank.sum(core.meters().executed), core.now()))
                .collect(),
        }
    }

    /// A time that the board has not come to, and soon does: slices that had begun before are over then.
    fn later(&self) -> Tick {
        let cores = self.executed.iter().map(|core| core.1);
        let latest = cores.max().unwrap_or_default().max(self.now);
        latest.after(1)
    }

    /// What all cores have executed.
    fn all(&self) -> u64 {
        self.executed.iter().map(|core| core.0).sum()
    }
}

/// What going back came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Back {
    /// There, by a step or at a stop.
    There(Pause),
    /// At the first recorded position.
    Begin,
}

impl Past {
    /// A past that begins now, with a checkpoint every `interval` base ticks, in so many bytes of memory.
    pub fn new(interval: u64, memory: u64) -> Past {
        Past {
            points: Vec::new(),
            interval,
            memory,
        }
    }

    /// How many checkpoints there are, and the bytes that they take.
    pub fn size(&self) -> (usize, u64) {
        (self.points.len(), self.points.iter().map(|p| p.bytes).sum())
    }

    /// Takes a checkpoint if the last one is too long ago. `printed` is how many bytes have come out of the
    /// console.
    pub fn note(&mut self, m: &mut Machine, printed: u64) {
        let due = |p: &Point| m.now.0 >= p.position.now.0.saturating_add(self.interval);
        if self.points.last().is_none_or(due) {
            let before = self.points.len();
            self.keep(m, printed);
            // A long run; checkpoints of a replay say nothing about that.
            if self.points.len() < before {
                let longest = LONGEST.max(self.interval);
                self.interval = self.interval.saturating_mul(2).min(longest);
            }
        }
    }

    /// Somebody changed the machine: what was before does not lead to what is now.
    pub fn forget(&mut self) {
        self.points.clear();
    }

    fn keep(&mut self, m: &mut Machine, printed: u64) {
        m.settle();
        let position = Position::of(m);
        if self.points.last().is_some_and(|p| p.position == position) {
            return;
        }
        let state = m.checkpoint();
        let bytes = state.bytes_beside(self.points.last().map(|p| &p.state));
        self.points.push(Point {
            position,
            state,
            bytes,
            printed,
        });
        if self.points.len() > MOST {
            self.thin_out(self.points.len() - LAST);
        }
        // Where memory is short, the last ones go as well, but for the very last.
        while self.size().1 > self.memory && self.points.len() > 2 {
            let old = self.points.len().saturating_sub(LAST);
            self.thin_out(if old > 2 { old } else { self.points.len() - 1 });
        }
    }

    /// Drops every other one of the oldest `old`. The first one stays.
    fn thin_out(&mut self, old: usize) {
        let mut i = 0;
        self.points.retain(|_| {
            i += 1;
            i > old || i % 2 == 1
        });
        for i in 1..self.points.len() {
            if let [before, point] = &mut self.points[i - 1..=i] {
                point.bytes = point.state.bytes_beside(Some(&before.state));
            }
        }
    }

    /// Takes a checkpoint a little before now, if `core` executes something between that and now; `m` is anywhere.
    /// True if there is one.
    fn approach(&mut self, m: &mut Machine, i: usize, core: u8, now: (u64, Tick)) -> bool {
        let Some(near) = now.1.0.checked_sub(NEAR).map(Tick) else {
            return false;
        };
        if self.points[i].position.now >= near {
            return false;
        }
        let mut at = self.go_to(m, i);
        m.run_until_break(near, &Stops::default());
        at += m.take_console().len() as u64;
        m.settle();
        let executed = Position::of(m).executed;
        let before = executed.get(usize::from(core)).is_some_and(|c| c.0 < now.0);
        let points = self.points.len();
        if before {
            self.keep(m, at);
        }
        before && self.points.len() > points
    }

    /// Puts `m` to point number `i`; what was after it is forgotten. Answers the console bytes that had come out.
    fn go_to(&mut self, m: &mut Machine, i: usize) -> u64 {
        self.points.truncate(i + 1);
        let Some(point) = self.points.last() else {
            return 0;
        };
        if m.restore(&point.state).is_err() {
            unreachable!("the checkpoint is of this machine");
        }
        point.printed
    }

    /// The times of the checkpoints, in order.
    pub fn times(&self) -> impl Iterator<Item = Tick> {
        self.points.iter().map(|p| p.position.now)
    }

    /// Puts `m` to the last checkpoint not behind `to`, or to the first one. Answers how many console bytes had come
    /// out there; none if there are no checkpoints.
    pub fn back_before(&mut self, m: &mut Machine, to: Tick) -> Option<u64> {
        let i = self.points.iter().rposition(|p| p.position.now <= to);
        (!self.points.is_empty()).then(|| self.go_to(m, i.unwrap_or(0)))
    }

    /// A second machine that stands at the last checkpoint not behind `at`, or at the first one.
    pub fn fork_before(&self, m: &Machine, at: Tick) -> Option<Result<Machine, SnapshotError>> {
        let before = self.points.iter().rfind(|p| p.position.now <= at);
        let point = before.or(self.points.first())?;
        Some(m.fork_at(&point.state))
    }

    /// Goes back over the last instruction of `core`. Answers also how many console bytes had come out there.
    pub fn step_back(&mut self, m: &mut Machine, core: u8, printed: u64) -> (Back, u64) {
        if self.points.is_empty() {
            return (Back::Begin, printed);
        }
        m.settle();
        let of = |position: &Position| position.executed.get(usize::from(core)).copied();
        let now = of(&Position::of(m));
        // What ended the run may have counted nothing.
        let over = m.ended.is_some();
        let before = |p: &Point| of(&p.position) < now || over && of(&p.position) == now;
        let stops = Stops {
            step: Some(core),
            ..Stops::default()
        };
        loop {
            let Some(i) = self.points.iter().rposition(before) else {
                return (Back::Begin, self.go_to(m, 0));
            };
            if let Some(now) = now
                && self.approach(m, i, core, now)
            {
                continue;
            }
            let mut at = self.go_to(m, i);
            let mut steps = 0u64;
            let mut kept = false;
            loop {
                let pause = m.run_until_break(Tick::NEVER, &stops);
                at += m.take_console().len() as u64;
                let there = !over && of(&Position::of(m)) >= now;
                if there || !matches!(pause, Pause::Stepped { .. }) {
                    break;
                }
                steps += 1;
                // So that what is executed again is short.
                if steps.is_multiple_of(STEPS) {
                    self.keep(m, at);
                    kept = true;
                }
            }
            if kept {
                continue;
            }
            let mut at = self.go_to(m, i);
            for _ in 0..steps {
                m.run_until_break(Tick::NEVER, &stops);
                at += m.take_console().len() as u64;
            }
            return (Back::There(Pause::Stepped { core }), at);
        }
    }

    /// Goes back to the last position before now at which one of `stops` stops the run. Answers also how many
    /// console bytes had come out there.
    pub fn run_back(&mut self, m: &mut Machine, stops: &Stops, printed: u64) -> (Back, u64) {
        if self.points.is_empty() {
            return (Back::Begin, printed);
        }
        m.settle();
        let mut end = Position::of(m);
        // What stands at the end of a stretch belongs to it, but not the position from which the way back begins.
        let mut included = false;
        for i in (0..self.points.len()).rev() {
            let begin = self.points[i].position.clone();
            if begin == end && !included {
                continue;
            }
            self.go_to(m, i);
            if let Some(n) = last_stop(m, stops, &end, included) {
                let mut at = self.go_to(m, i);
                let mut pause = Pause::Ended(Ended::Paused);
                for _ in 0..n {
                    pause = m.run_until_break(end.later(), stops);
                    at += m.take_console().len() as u64;
                }
                return (Back::There(pause), at);
            }
            (end, included) = (begin, true);
        }
        (Back::Begin, self.go_to(m, 0))
    }
}

/// How many stops `m` passes up to `end`, if any.
fn last_stop(m: &mut Machine, stops: &Stops, end: &Position, included: bool) -> Option<u64> {
    let mut passed = 0;
    loop {
        let pause = m.run_until_break(end.later(), stops);
        drop(m.take_console());
        let (at, end) = (Position::of(m).all(), end.all());
        let before = at < end || included && at == end;
        if matches!(pause, Pause::Ended(_)) || !before {
            return (passed != 0).then_some(passed);
        }
        passed += 1;
    }
}
