//! Why lines are not in a cache any more: who brought another one in in their place, who wrote to them.

use super::rows::Miss;
use rustc_hash::FxHashMap;
use trueboard_core::observe::{Access, Left};

/// Lines of 32 bytes: what snooping keeps account of, and the lines of all first caches.
const LINE_SHIFT: u32 = 5;

/// A core and one of its instructions.
pub(super) type By = (u8, u64);

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Here,
    Replaced(By),
    Written(By),
}

/// The lines that were ever in one cache.
#[derive(Debug, Default)]
pub(super) struct Lines(FxHashMap<u64, State>);

impl Lines {
    /// Why the line of `address` is not there. Without the lines that left (`known`) it is not known whether one
    /// that was there was replaced.
    pub fn missed(&self, address: u64, known: bool) -> Miss {
        match self.0.get(&(address >> LINE_SHIFT)) {
            None => Miss::First,
            Some(State::Replaced((core, pc))) => Miss::Replaced(*core, *pc),
            Some(State::Written((core, pc))) => Miss::Written(*core, *pc),
            Some(State::Here) if known => Miss::Invalidated,
            Some(State::Here) => Miss::Gone,
        }
    }

    /// The line of `address` is there from now on.
    pub fn fill(&mut self, address: u64) {
        self.0.insert(address >> LINE_SHIFT, State::Here);
    }

    /// The line of `address` has left for another one.
    pub fn replaced(&mut self, address: u64, by: By) {
        self.0.insert(address >> LINE_SHIFT, State::Replaced(by));
    }

    /// Another core has written to `address`: the line is not there any more, if it was.
    pub fn written(&mut self, address: u64, by: By) {
        if let Some(state) = self.0.get_mut(&(address >> LINE_SHIFT))
            && *state == State::Here
        {
            *state = State::Written(by);
        }
    }

    /// What an instruction of the core that has the cache did to it.
    pub fn own(&mut self, access: Option<Access>, left: Left, by: By) {
        if let Some(line) = left.data {
            self.replaced(line, by);
        }
        if let Some(a) = access.filter(|a| a.load && a.missed) {
            self.fill(a.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_gone_for_the_first_reason_that_took_it_away() {
        let (a, b) = ((1, 0x100), (2, 0x200));
        let mut lines = Lines::default();
        assert_eq!(lines.missed(0x40, true), Miss::First);
        lines.written(0x40, a);
        assert_eq!(lines.missed(0x40, true), Miss::First, "it was never there");
        // The last byte of a line and the first one of the next.
        lines.fill(0x5f);
        assert_eq!(lines.missed(0x60, true), Miss::First);
        assert_eq!(lines.missed(0x40, true), Miss::Invalidated);
        assert_eq!(lines.missed(0x40, false), Miss::Gone);
        lines.written(0x44, a);
        lines.written(0x48, b);
        assert_eq!(lines.missed(0x40, true), Miss::Written(1, 0x100));
        lines.fill(0x40);
        lines.replaced(0x40, b);
        lines.written(0x40, a);
        assert_eq!(lines.missed(0x40, true), Miss::Replaced(2, 0x200));
    }
}
