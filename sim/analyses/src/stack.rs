//! A core's shadow stack: which functions and handlers it is in, from its calls, returns and traps.
//!
//! Firmware does not always return the way it called, so the stack heals itself. A return goes to
//! the frame whose call site it comes back behind, and ends all frames above (tail calls, long
//! jumps); a return to nowhere known ends one frame (the one that executed it); a trap return ends
//! the newest handler and what lies above it; and a stack that reaches its limit is begun anew, so
//! that frames which never return cannot pile up. Returns inside a handler never end frames below it.
//!
//! A core that runs several tasks has a stack of calls for each (`tasks.rs`).

mod tasks;

pub use tasks::OfTask;

use serde::{Deserialize, Serialize};
use tasks::{Bound, Goes, Resumed, Tasks};
use trueboard_core::fact::FactKind;

/// The longest distance between a call and where its return goes: on SPARC the call, its delay
/// slot and the word that tells the size of a structure result (SPARC V8 manual, appendix D.4).
const RETURN_REACH: u64 = 12;

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FrameKind {
    /// A called function.
    Function,
    /// The handler of a trap of this type.
    Trap(u16),
    /// The handler of an interrupt of this level.
    Interrupt(u8),
}

/// One level of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// What it is.
    pub kind: FrameKind,
    /// Its first instruction.
    pub entry: u64,
    /// Where it was called or interrupted.
    pub site: u64,
}

/// A frame, and what its owner keeps with it.
pub trait Level: Copy + From<Frame> + AsRef<Frame> {}

impl<L: Copy + From<Frame> + AsRef<Frame>> Level for L {}

/// What a fact did to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<L = Frame> {
    /// This level is new on top.
    Enter(L),
    /// This level, the topmost, has ended.
    Leave(L),
    /// Another task goes on, with the frames that it had.
    Switch {
        /// Its number, which is that of its stack; 0 for what the core began with.
        task: u32,
        /// It has no frames yet, and nothing to do with a task of that number before it.
        new: bool,
    },
}

/// A stack of calls as it is kept in a snapshot.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedStack {
    frames: Vec<Frame>,
    tasks: Tasks<Frame>,
}

/// The stack of one core.
#[derive(Clone, Debug)]
pub struct ShadowStack<L = Frame> {
    /// Room for levels, of which the first [`ShadowStack::depth`] are entered; no more than `limit`.
    room: Vec<L>,
    depth: usize,
    limit: usize,
    tasks: Tasks<L>,
    changes: Vec<Change<L>>,
    restarts: u64,
}

impl ShadowStack {
    /// An empty stack of frames; it is cleared when a frame is pushed on `limit` others.
    pub fn new(limit: usize) -> ShadowStack {
        ShadowStack::of_levels(limit)
    }
}

impl<L: Level> ShadowStack<L> {
    /// An empty stack; it is cleared when a level is pushed on `limit` others.
    pub fn of_levels(limit: usize) -> ShadowStack<L> {
        ShadowStack {
            room: Vec::new(),
            depth: 0,
            limit: limit.max(1),
            tasks: Tasks::default(),
            changes: Vec::new(),
            restarts: 0,
        }
    }

    /// The stack as it is, for a snapshot.
    pub fn saved(&self) -> SavedStack {
        SavedStack {
            frames: self.frames().iter().map(|l| *l.as_ref()).collect(),
            tasks: self.tasks.map(&mut |l| *l.as_ref()),
        }
    }

    /// Goes on with a stack that was saved, the frames of which are these levels.
    pub fn resume(&mut self, saved: &SavedStack, mut level: impl FnMut(&Frame) -> L) {
        self.room = saved.frames.iter().map(&mut level).collect();
        self.depth = self.room.len();
        self.tasks = saved.tasks.map(&mut level);
    }

    /// The task under way: 0 for what the core began with.
    pub fn task(&self) -> u32 {
        self.tasks.now()
    }

    /// The frames, outermost first.
    pub fn frames(&self) -> &[L] {
        self.room.get(..self.depth).unwrap_or_default()
    }

    /// The level that the `i`-th change of the last fact has entered: levels are entered last of all.
    pub fn entered_mut(&mut self, i: usize) -> Option<&mut L> {
        let behind = self.changes.len().checked_sub(i)?;
        self.room[..self.depth].get_mut(self.depth.checked_sub(behind)?)
    }

    /// How often the stack was full and cleared.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// What the fact that was taken in last by [`ShadowStack::step`] has changed, in order.
    pub fn changes(&self) -> &[Change<L>] {
        &self.changes
    }

    /// Takes a fact of this core in; answers what it changed, in order.
    ///
    /// ```
    /// # use trueboard_analyses::stack::ShadowStack;
    /// # use trueboard_core::fact::FactKind;
    /// let mut s = ShadowStack::new(100);
    /// s.step(&FactKind::Call { from: 0x100, to: 0x200 });
    /// assert_eq!(s.frames().len(), 1);
    /// s.step(&FactKind::Return { from: 0x210, to: 0x108 });
    /// assert!(s.frames().is_empty());
    /// ```
    pub fn step(&mut self, kind: &FactKind) -> &[Change<L>] {
        self.changes.clear();
        match *kind {
            FactKind::Return { to, .. } => self.ret(to),
            FactKind::TrapReturn { to } => self.trap_return(to),
            FactKind::Stack { from, to, chained } => self.stack_moved(from, to, chained),
            _ => {
                if let Some(frame) = Frame::entered_by(kind) {
                    self.enter(frame);
                }
            }
        }
        &self.changes
    }

    /// Takes a call or return in that changes the top of the stack only, as most do; answers the change.
    /// None if nothing was taken in: it is for [`ShadowStack::step`].
    #[inline]
    pub fn step_top(&mut self, kind: &FactKind) -> Option<Change<L>> {
        match *kind {
            FactKind::Call { from, to } => {
                let level = L::from(Frame::called(from, to));
                self.push(level).then_some(Change::Enter(level))
            }
            FactKind::Return { to, .. } => self.return_to(to).map(Change::Leave),
            _ => None,
        }
    }

    /// Takes in a level that is entered and changes the top of the stack only, as most do. False if nothing was taken in:
    /// it is for [`ShadowStack::step`].
    #[inline(always)]
    pub fn push(&mut self, level: L) -> bool {
        let place = self.room.get_mut(self.depth);
        if let Some(place) = place {
            *place = level;
            self.depth += 1;
            return true;
        }
        false
    }

    /// Takes a return in that ends the level on top only, as most do; answers that. None if nothing was taken in: it is
    /// for [`ShadowStack::step`].
    #[inline(always)]
    pub fn return_to(&mut self, to: u64) -> Option<L> {
        let above = self.depth.checked_sub(1)?;
        let top = self.room.get(above)?;
        if top.as_ref().is_handler() || !top.as_ref().is_called_before(to) {
            return None;
        }
        self.depth = above;
        Some(*top)
    }

    /// Takes a trap return in that ends the level on top only, as most do; answers that. None if nothing was taken in: it
    /// is for [`ShadowStack::step`].
    #[inline(always)]
    pub fn return_from_handler(&mut self) -> Option<L> {
        let above = self.depth.checked_sub(1)?;
        let top = self.room.get(above)?;
        if !top.as_ref().is_handler() || self.tasks.fresh(self.depth).is_some() {
            return None;
        }
        self.depth = above;
        Some(*top)
    }

    fn enter(&mut self, frame: Frame) {
        if self.depth >= self.limit {
            self.restarts += 1;
            self.tasks.clear();
            self.leave_to(0);
        }
        let level = L::from(frame);
        if !self.push(level) {
            self.room.push(level);
            self.depth += 1;
        }
        self.changes.push(Change::Enter(level));
    }

    fn ret(&mut self, to: u64) {
        let frames = self.frames();
        let floor = frames
            .iter()
            .rposition(|f| f.as_ref().is_handler())
            .map_or(0, |h| h + 1);
        let own = frames.get(floor..).unwrap_or_default();
        let back = own.iter().rposition(|f| f.as_ref().is_called_before(to));
        match (back, self.tasks.fresh(self.depth)) {
            (Some(back), _) => self.leave_to(floor + back),
            (None, Some(bound)) => self.begin_task(bound, to),
            (None, None) if own.is_empty() => {}
            (None, None) => self.leave_to(self.depth - 1),
        }
    }

    fn trap_return(&mut self, to: u64) {
        let frames = self.frames();
        let handler = frames.iter().rposition(|l| l.as_ref().is_handler());
        let back = handler.is_some_and(|h| {
            let site = frames[h].as_ref().site;
            to >= site && to - site <= RETURN_REACH
        });
        match (self.tasks.fresh(self.depth), handler) {
            (Some(bound), _) if !back => self.begin_task(bound, to),
            (_, Some(handler)) => self.leave_to(handler),
            (_, None) => {}
        }
    }

    fn stack_moved(&mut self, from: u64, to: u64, chained: bool) {
        // Start code, which may be the handler of a reset, and may make the pointer in several steps.
        let starts = self.frames().iter().all(|l| l.as_ref().is_handler());
        if self.room.is_empty() || starts && self.tasks.is_unknown(from) {
            return self.tasks.begins(to);
        }
        match self
            .tasks
            .moved(from, to, chained, &self.room[..self.depth])
        {
            Goes::On => {}
            Goes::Back(depth) => self.leave_to(depth),
            Goes::Switch(depth, next) => {
                self.leave_to(depth);
                self.switch_to(next);
            }
        }
    }

    fn switch_to(&mut self, next: Resumed<L>) {
        let (task, new) = (next.task, next.apart);
        self.room = next.frames;
        self.depth = self.room.len();
        self.changes.push(Change::Switch { task, new });
        if new {
            self.depth = next.depth;
            let frames = self.room[..self.depth].iter().copied();
            self.changes.extend(frames.map(Change::Enter));
        } else {
            self.leave_to(next.depth);
        }
    }

    /// A task begins behind `bound` with the function at `entry`, which nobody calls.
    fn begin_task(&mut self, bound: Bound, entry: u64) {
        let depth = self.tasks.begin(bound, &self.room[..self.depth]);
        self.leave_to(depth);
        (self.room, self.depth) = (Vec::new(), 0);
        let (task, new) = (self.tasks.now(), true);
        self.changes.push(Change::Switch { task, new });
        self.enter(Frame::called(u64::MAX, entry));
    }

    fn leave_to(&mut self, depth: usize) {
        let ended = self.room.get(depth..self.depth).unwrap_or_default();
        self.changes
            .extend(ended.iter().rev().copied().map(Change::Leave));
        self.depth = depth;
    }
}

impl AsRef<Frame> for Frame {
    #[inline(always)]
    fn as_ref(&self) -> &Frame {
        self
    }
}

impl Frame {
    /// The frame of the function at `to`, called at `from`.
    #[inline(always)]
    pub(crate) fn called(from: u64, to: u64) -> Frame {
        Frame {
            kind: FrameKind::Function,
            entry: to,
            site: from,
        }
    }

    /// The frame that a call, trap or interrupt enters.
    #[inline(always)]
    pub(crate) fn entered_by(event: &FactKind) -> Option<Frame> {
        Some(match *event {
            FactKind::Call { from, to } => Frame::called(from, to),
            FactKind::Trap { tt, pc, to } => Frame {
                kind: FrameKind::Trap(tt),
                entry: to,
                site: pc,
            },
            FactKind::Interrupt { level, pc, to } => Frame {
                kind: FrameKind::Interrupt(level),
                entry: to,
                site: pc,
            },
            _ => return None,
        })
    }

    #[inline]
    pub(crate) fn is_handler(&self) -> bool {
        self.kind != FrameKind::Function
    }

    /// Whether a return to `to` goes behind its call.
    #[inline]
    fn is_called_before(&self, to: u64) -> bool {
        to > self.site && to - self.site <= RETURN_REACH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(from: u64, to: u64) -> FactKind {
        FactKind::Call { from, to }
    }

    fn ret(to: u64) -> FactKind {
        FactKind::Return { from: 0, to }
    }

    fn depth_after(facts: &[FactKind]) -> usize {
        let mut s = ShadowStack::new(8);
        for f in facts {
            s.step(f);
        }
        s.frames().len()
    }

    #[test]
    fn a_return_that_skips_frames_ends_them_all_innermost_first() {
        let mut s = ShadowStack::new(8);
        s.step(&call(0x100, 0x200));
        s.step(&call(0x204, 0x300));
        s.step(&call(0x304, 0x400));
        let left: Vec<u64> = s
            .step(&ret(0x108))
            .iter()
            .map(|c| match c {
                Change::Leave(f) => f.entry,
                Change::Enter(_) | Change::Switch { .. } => 0,
            })
            .collect();
        assert_eq!(left, [0x400, 0x300, 0x200]);
    }

    #[test]
    fn recursion_ends_one_level_per_return() {
        let f = [
            call(0x100, 0x200),
            call(0x210, 0x200),
            call(0x210, 0x200),
            ret(0x218),
        ];
        assert_eq!(depth_after(&f), 2);
    }

    #[test]
    fn a_return_to_nowhere_ends_one_frame_and_an_empty_stack_ignores_it() {
        assert_eq!(
            depth_after(&[call(0x100, 0x200), call(0x204, 0x300), ret(0x9000)]),
            1
        );
        assert_eq!(depth_after(&[ret(0x9000)]), 0);
    }

    #[test]
    fn returns_in_a_handler_leave_what_was_interrupted() {
        let trap = FactKind::Trap {
            tt: 5,
            pc: 0x204,
            to: 0x50,
        };
        let f = [call(0x100, 0x200), trap, ret(0x108), ret(0x9000)];
        assert_eq!(depth_after(&f), 2);
        let back = FactKind::TrapReturn { to: 0x204 };
        assert_eq!(
            depth_after(&[f[0], trap, call(0x54, 0x900), back, back]),
            1,
            "and a second trap return has nothing to end"
        );
    }

    #[test]
    fn a_full_stack_starts_anew() {
        let mut s = ShadowStack::new(3);
        for i in 0..4 {
            s.step(&call(0x100 * i, 0x100 * (i + 1)));
        }
        assert_eq!((s.frames().len(), s.restarts()), (1, 1));
    }
}
