//! Reverse execution: recorded checkpoints, and deterministic replay from one of them.
//!
//! To reach a position again, the run restores the checkpoint before it and replays. Positions are ordered by executed
//! instructions and clocks, which only advance. To go back over one instruction of a core, its instructions since the
//! checkpoint are counted, and all but the last are executed again. To go back to a stop, the stops since the
//! checkpoint are counted, and all but the last are passed again.
//!
//! A watchpoint stops forwards behind the access, backwards in front of it: see [`front`](crate::machine::debug::front).

use crate::machine::Machine;
use crate::machine::debug::front::to_front;
use crate::machine::debug::{Pause, Stops};
use crate::machine::state::Checkpoint;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

/// Checkpoints that are kept; when there are more, every other one goes.
const MOST: usize = 96;
/// Of these, the last ones, which stay: users go back a little more often than a lot.
const LAST: usize = 32;
/// Bytes of checkpoints that are kept, by default.
pub const MEMORY: u64 = 256 << 20;
/// Base ticks between two checkpoints, at most: a step back replays no more than that.
const LONGEST: u64 = 500_000;
/// Base ticks before a position that are replayed in single instructions.
pub(crate) const NEAR: u64 = 8192;
/// Steps of a core between the checkpoints of a stretch that is replayed in single instructions.
const STEPS: u64 = 2048;

/// The recorded checkpoints of a run.
pub(crate) struct Past {
    points: Vec<Point>,
    /// Where recording began, if the machine was changed since.
    origin: Option<Point>,
    /// The stop at which the machine is, if a stop brought it here.
    here: Option<Here>,
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

    /// Where it lies among the positions of its run: by the instructions of all cores, by their clocks, which traps move
    /// as well, and by the board's time. None of these ever falls.
    fn order(&self) -> Order {
        let clocks = self.executed.iter().map(|core| core.1.0).sum();
        let executed = self.executed.iter().map(|core| core.0).sum();
        (executed, clocks, self.now)
    }

    /// A time that the board has not come to, and soon does: slices that had begun before are over then.
    fn later(&self) -> Tick {
        let cores = self.executed.iter().map(|core| core.1);
        let latest = cores.max().unwrap_or_default().max(self.now);
        latest.after(1)
    }

    /// As [`Machine::core_stands_at`].
    fn stands_at(&self, core: u8) -> Tick {
        let of_core = self.executed.get(usize::from(core));
        of_core.map_or(self.now, |c| c.1.max(self.now))
    }
}

/// See [`Position::order`].
type Order = (u64, u64, Tick);

/// A stop.
#[derive(Clone)]
struct Here {
    pause: Pause,
    /// Of the position at which it stops the run forwards.
    order: Order,
    /// The machine is in front of the access that reaches the watchpoint.
    front: bool,
    /// Its place among the stops of this order, if it is known.
    among: Option<usize>,
}

/// What going back came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Back {
    /// There, by a step or at a stop. At a watchpoint that is in front of the access: memory holds what it held
    /// before, and the core that accesses it is about to execute the instruction.
    There(Pause),
    /// At the first recorded position.
    Begin,
}

impl Past {
    /// A past that begins now, with a checkpoint every `interval` base ticks, in so many bytes of memory.
    pub fn new(interval: u64, memory: u64) -> Past {
        Past {
            points: Vec::new(),
            origin: None,
            here: None,
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
        self.here = None;
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

    /// The run came back with `pause`.
    pub fn came_to(&mut self, m: &Machine, pause: &Pause) {
        self.here = Some(Here {
            pause: pause.clone(),
            order: Position::of(m).order(),
            front: false,
            among: None,
        });
    }

    /// A user changes the machine: the past does not lead to the present any more.
    pub fn forget(&mut self) {
        self.here = None;
        let mut points = std::mem::take(&mut self.points).into_iter();
        self.origin = self.origin.take().or_else(|| points.next());
    }

    /// Returns `m` to the start of the recording, and drops all changes since. Returns the number of console bytes at
    /// that point, and whether a change was made.
    pub fn begin_anew(&mut self, m: &mut Machine) -> Option<(u64, bool)> {
        self.here = None;
        let changed = self.origin.is_some();
        if let Some(origin) = self.origin.take() {
            self.points = vec![origin];
        }
        (!self.points.is_empty()).then(|| (self.go_to(m, 0), changed))
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

    /// Takes a checkpoint shortly before now, if `core` executes an instruction between it and now; `m` may be at any
    /// position. True if there is one.
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

    /// The times at which `core` stood at the checkpoints, in order.
    pub fn times(&self, core: u8) -> impl Iterator<Item = Tick> {
        self.points.iter().map(move |p| p.position.stands_at(core))
    }

    /// Puts `m` to the last checkpoint at which `core` did not stand behind `to`, or to the first one. Answers how many
    /// console bytes had come out there; none if there are no checkpoints.
    pub fn back_before(&mut self, m: &mut Machine, core: u8, to: Tick) -> Option<u64> {
        self.here = None;
        let before = |p: &Point| p.position.stands_at(core) <= to;
        let i = self.points.iter().rposition(before);
        (!self.points.is_empty()).then(|| self.go_to(m, i.unwrap_or(0)))
    }

    /// A second machine at the last checkpoint not behind `at`, or at the first one.
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
        self.here = None;
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
        let here = self.here.take();
        // Stops at the end of a stretch belong to it; at the start of the way back, those already passed. The end of a
        // run may have moved nothing.
        let mut included = m.ended.is_some();
        for i in (0..self.points.len()).rev() {
            let begin = self.points[i].position.clone();
            if begin == end && !included {
                continue;
            }
            self.go_to(m, i);
            let before = |ties: &[Pause]| match included {
                true => ties.len(),
                false => passed(ties, here.as_ref().filter(|h| h.order == end.order())),
            };
            if let Some((n, stop)) = last_stop(m, stops, &end, before) {
                let mut at = self.go_to(m, i);
                let ahead = n - u64::from(stop.front);
                for _ in 0..ahead {
                    m.run_until_break(end.later(), stops);
                    at += m.take_console().len() as u64;
                }
                if stop.front {
                    at += to_front(m, stops, end.later());
                }
                let pause = stop.pause.clone();
                self.here = Some(stop);
                return (Back::There(pause), at);
            }
            (end, included) = (begin, true);
        }
        (Back::Begin, self.go_to(m, 0))
    }
}

/// How many of `ties`, the stops at the very position where the way back begins, lie before it; `here` is the current
/// one.
fn passed(ties: &[Pause], here: Option<&Here>) -> usize {
    let is_access = |pause: &Pause| matches!(pause, Pause::Watched { .. });
    let found = here.and_then(|h| {
        let place = h
            .among
            .or_else(|| ties.iter().rposition(|p| *p == h.pause))?;
        Some((place, is_access(&h.pause) && !h.front))
    });
    match found {
        Some((place, behind)) => place + usize::from(behind),
        // It is behind each access, and at a breakpoint that it has not passed.
        None => ties.iter().rposition(is_access).map_or(0, |last| last + 1),
    }
}

/// How many stops `m` passes up to `end`, and the last of them, if there is one. `before` says how many of those at the
/// very end lie before it.
fn last_stop(
    m: &mut Machine,
    stops: &Stops,
    end: &Position,
    before: impl Fn(&[Pause]) -> usize,
) -> Option<(u64, Here)> {
    let (mut passed, mut last) = (0, None);
    let mut ties = Vec::new();
    let end_order = end.order();
    loop {
        let pause = m.run_until_break(end.later(), stops);
        drop(m.take_console());
        let order = Position::of(m).order();
        if matches!(pause, Pause::Ended(_)) || order > end_order {
            break;
        }
        if order == end_order {
            ties.push(pause);
            continue;
        }
        passed += 1;
        last = Some((pause, order, None));
    }
    ties.truncate(before(&ties));
    let among = ties.len().checked_sub(1);
    passed += ties.len() as u64;
    let at_end = ties.pop().map(|pause| (pause, end_order, among));
    let (pause, order, among) = at_end.or(last)?;
    let front = matches!(pause, Pause::Watched { .. });
    let stop = Here {
        pause,
        order,
        front,
        among,
    };
    Some((passed, stop))
}
