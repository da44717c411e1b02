//! Which steps are asked about: those of a function with all that it calls, of a window of time, of a core.

use trueboard_core::time::Tick;

/// What is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The steps of this function, of what it calls and of handlers that interrupt it; without one, all steps.
    pub function: Option<String>,
    /// What the function executes itself, without what it calls.
    pub itself: bool,
    /// The intervals between the calls of the function as well, each by itself.
    pub intervals: bool,
    /// The steps of this core only.
    pub core: Option<u8>,
    /// Steps that end behind this moment.
    pub from: Tick,
    /// Steps that end at this moment or before.
    pub to: Option<Tick>,
}

/// Where a core is with respect to the function.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// For each frame of the stack, outermost first: it is one of the function.
    frames: Vec<bool>,
    /// How many are.
    depth: u32,
}

impl Scope {
    /// A frame is entered, which is one of the function if it is a `target`. True when the outermost call begins.
    pub fn enter(&mut self, target: bool) -> bool {
        self.frames.push(target);
        self.depth += u32::from(target);
        target && self.depth == 1
    }

    /// The topmost frame is left. True when the outermost call ends.
    pub fn leave(&mut self) -> bool {
        let target = self.frames.pop() == Some(true);
        self.depth -= u32::from(target);
        target && self.depth == 0
    }

    /// The core is in the function or in what it calls.
    pub fn inside(&self, itself: bool) -> bool {
        match itself {
            true => self.frames.last() == Some(&true),
            false => self.depth > 0,
        }
    }
}

impl Asked {
    /// A step of `core` that ended at `at` is asked about, as far as core and time go.
    pub(super) fn includes(&self, core: u8, at: Tick) -> bool {
        self.core.is_none_or(|c| c == core) && at > self.from && self.to.is_none_or(|to| at <= to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_what_ends_behind_its_beginning_and_not_behind_its_end() {
        let asked = Asked {
            core: Some(1),
            from: Tick(10),
            to: Some(Tick(20)),
            ..Asked::default()
        };
        let included: Vec<u64> = (0..30).filter(|&at| asked.includes(1, Tick(at))).collect();
        assert_eq!(included, Vec::from_iter(11..=20));
        assert!(!asked.includes(0, Tick(15)));
        let all = Asked::default();
        assert!(all.includes(0, Tick(1)) && all.includes(7, Tick(u64::MAX)));
    }

    /// The function, what it calls, itself again, and a way back over all of them.
    #[test]
    fn a_call_within_another_one_is_a_part_of_it() {
        let mut scope = Scope::default();
        let inside = |s: &Scope| (s.inside(false), s.inside(true));
        assert!(!scope.enter(false), "the caller");
        assert_eq!(inside(&scope), (false, false));
        assert!(scope.enter(true), "the outermost call begins");
        assert_eq!(inside(&scope), (true, true));
        assert!(!scope.enter(false));
        assert_eq!(inside(&scope), (true, false));
        assert!(!scope.enter(true), "a call within it");
        assert_eq!(inside(&scope), (true, true));
        let ends = [scope.leave(), scope.leave(), scope.leave()];
        assert_eq!(ends, [false, false, true]);
        assert_eq!(inside(&scope), (false, false));
    }
}
