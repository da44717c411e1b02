//! What other implementations do wrong, with the reason for which ours is right.

use trueboard_cpu_tricore::isa::Sem;

/// A difference that stays.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// [`Machine::id`](crate::Machine::id) of the implementation.
    pub who: &'static str,
    /// The instruction.
    pub sem: Sem,
    /// What it does, and why that is wrong.
    pub why: &'static str,
}

/// All of them.
pub const ALL: &[Known] = &[];

/// Whether cases for `who` may hold `sem`.
#[must_use]
pub fn comparable(who: &str, sem: Sem) -> bool {
    !ALL.iter().any(|k| k.who == who && k.sem == sem)
}
