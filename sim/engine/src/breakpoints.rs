//! Breakpoints of a core: addresses of instructions in front of which it stops.
//!
//! The entry of such an instruction ([`crate::pages`]) is marked when it is decoded. A marked instruction is in no
//! block, and only a single step, which tests this list, reaches it. Code without breakpoints pays nothing.

use trueboard_core::cpu::ArmedStops;

/// The breakpoints of a core. They are set up by a debugger, not by the program, and are no state.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    /// Sorted.
    addresses: Vec<u64>,
}

impl Breakpoints {
    /// Sets the breakpoints at `addresses`, sorted. Returns the addresses whose code must be decoded again.
    pub fn set(&mut self, addresses: &[u64]) -> Vec<u64> {
        let old = std::mem::replace(&mut self.addresses, addresses.to_vec());
        let gone = old.iter().filter(|at| !self.contains(**at));
        let new = addresses.iter().filter(|at| old.binary_search(at).is_err());
        gone.chain(new).copied().collect()
    }

    /// Their addresses.
    pub fn iter(&self) -> impl Iterator<Item = u64> {
        self.addresses.iter().copied()
    }

    /// There are none.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty()
    }

    /// There is one at `pc`.
    #[inline]
    #[must_use]
    pub fn contains(&self, pc: u64) -> bool {
        self.addresses.binary_search(&pc).is_ok()
    }

    /// The core stops here: there is an armed one in front of the instruction that is `next`, if one is.
    #[inline(always)]
    #[must_use]
    pub fn stop(&self, armed: ArmedStops, next: impl FnOnce() -> Option<u64>) -> bool {
        !self.is_empty() && next().is_some_and(|pc| self.contains(pc) && armed.stops_at(pc))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_changed_is_decoded_anew() {
        let mut b = Breakpoints::default();
        assert!(b.is_empty() && !b.contains(0));
        assert_eq!(b.set(&[0x10, 0x20]), [0x10, 0x20]);
        assert!(b.set(&[0x10, 0x20]).is_empty());
        assert_eq!(b.set(&[0x20, 0x30]), [0x10, 0x30]);
        assert!(b.contains(0x30) && !b.contains(0x10));
    }
}
