//! A core's shadow stack: which functions and handlers it is in, from its calls, returns and traps.
//!
//! Firmware does not always return the way it called, so the stack heals itself. A return goes to
//! the frame whose call site it comes back behind, and ends all frames above (tail calls, long
//! jumps); a return to nowhere known ends one frame (the one that executed it); a trap return ends
//! the newest handler and what lies above it; and a stack that reaches its limit is begun anew, so
//! that frames which never return (context switches, thread starts) cannot pile up. Returns inside
//! a handler never end frames below it.

use serde::{Deserialize, Serialize};
use trueboard_core::defect;
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

/// What a fact did to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// This frame is new on top.
    Enter(Frame),
    /// This frame, the topmost, has ended.
    Leave(Frame),
}

/// The stack of one core.
#[derive(Clone, Debug)]
pub struct ShadowStack {
    frames: Vec<Frame>,
    limit: usize,
    changes: Vec<Change>,
    restarts: u64,
}

impl ShadowStack {
    /// An empty stack that is begun anew when `limit` frames are on it.
    pub fn new(limit: usize) -> ShadowStack {
        ShadowStack {
            frames: Vec::new(),
            limit: limit.max(1),
            changes: Vec::new(),
            restarts: 0,
        }
    }

    /// Goes on with these frames, outermost first.
    pub fn resume(&mut self, frames: Vec<Frame>) {
        self.frames = frames;
    }

    /// The frames, outermost first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// How often the stack was full and begun anew.
    pub fn restarts(&self) -> u64 {
        self.restarts
    }

    /// Takes a fact of this core in; answers what it changed, in order.
    ///
    /// ```
    /// # use trueboard_truth::stack::ShadowStack;
    /// # use trueboard_core::fact::FactKind;
    /// let mut s = ShadowStack::new(100);
    /// s.step(&FactKind::Call { from: 0x100, to: 0x200 });
    /// assert_eq!(s.frames().len(), 1);
    /// s.step(&FactKind::Return { from: 0x210, to: 0x108 });
    /// assert!(s.frames().is_empty());
    /// ```
    pub fn step(&mut self, kind: &FactKind) -> &[Change] {
        self.changes.clear();
        match *kind {
            FactKind::Call { from, to } => self.enter(FrameKind::Function, to, from),
            FactKind::Trap { tt, pc, to } => self.enter(FrameKind::Trap(tt), to, pc),
            FactKind::Interrupt { level, pc, to } => {
                self.enter(FrameKind::Interrupt(level), to, pc);
            }
            FactKind::Return { to, .. } => self.ret(to),
            FactKind::TrapReturn { .. } => {
                if let Some(depth) = self.frames.iter().rposition(Frame::is_handler) {
                    self.leave_to(depth);
                }
            }
            _ => {}
        }
        &self.changes
    }

    /// Takes a call or return in that changes the top of the stack only, as most do; answers the change.
    /// None if nothing was taken in: it is for [`ShadowStack::step`].
    #[inline]
    pub fn step_top(&mut self, kind: &FactKind) -> Option<Change> {
        match *kind {
            FactKind::Call { from, to } if self.call(from, to) => {
                self.frames.last().copied().map(Change::Enter)
            }
            FactKind::Return { to, .. } => {
                let top = self.frames.last().copied()?;
                self.return_to(to).then_some(Change::Leave(top))
            }
            _ => None,
        }
    }

    /// Takes a call in that changes the top of the stack only, as most do. False if nothing was taken in: it is for
    /// [`ShadowStack::step`].
    #[inline]
    pub fn call(&mut self, from: u64, to: u64) -> bool {
        if self.frames.len() >= self.limit {
            return false;
        }
        self.frames.push(Frame {
            kind: FrameKind::Function,
            entry: to,
            site: from,
        });
        true
    }

    /// Takes a return in that ends the frame on top only, as most do. False if nothing was taken in: it is for
    /// [`ShadowStack::step`].
    #[inline]
    pub fn return_to(&mut self, to: u64) -> bool {
        let Some(top) = self.frames.last() else {
            return false;
        };
        if top.is_handler() || !top.is_called_before(to) {
            return false;
        }
        self.frames.pop();
        true
    }

    fn enter(&mut self, kind: FrameKind, entry: u64, site: u64) {
        if self.frames.len() >= self.limit {
            self.restarts += 1;
            self.leave_to(0);
        }
        let frame = Frame { kind, entry, site };
        self.frames.push(frame);
        self.changes.push(Change::Enter(frame));
    }

    fn ret(&mut self, to: u64) {
        let floor = self
            .frames
            .iter()
            .rposition(|f| f.is_handler() && !defect!("stack-trap"))
            .map_or(0, |h| h + 1);
        let own = &self.frames[floor..];
        if own.is_empty() {
            return;
        }
        let back = own.iter().rposition(|f| f.is_called_before(to));
        self.leave_to(floor + back.unwrap_or(own.len() - 1));
    }

    fn leave_to(&mut self, depth: usize) {
        let ended = self.frames.drain(depth..).rev().map(Change::Leave);
        self.changes.extend(ended);
    }
}

impl Frame {
    pub(crate) fn is_handler(&self) -> bool {
        self.kind != FrameKind::Function
    }

    /// Whether a return to `to` goes behind its call.
    fn is_called_before(&self, to: u64) -> bool {
        to > self.site && to - self.site <= defect!("stack-reach", RETURN_REACH, 4)
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
                Change::Enter(_) => 0,
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
