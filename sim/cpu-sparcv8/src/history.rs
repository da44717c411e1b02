//! The last instructions of a core, for crash messages, derived from its last control transfers: between
//! two of them execution is sequential.

use crate::core::Leon;
use trueboard_core::cpu::Past;
use trueboard_engine::history::KEPT;

/// Instructions that crash messages show.
const WANTED: usize = 12;
/// Bytes that execution is believed to go on without a transfer.
const FARTHEST: u32 = 4096;

/// Of the address that a transfer went from: its delay slot was annulled.
pub(crate) const ANNULLED: u32 = 1;
/// Of that address: the instruction there was not completed, for a trap was taken.
const TRAPPED: u32 = 2;
/// Of that address, with [`TRAPPED`]: it was in a delay slot.
const IN_SLOT: u32 = 1;
/// Of the target, after a trap: an interrupt came before the instruction.
const INTERRUPTED: u32 = 1;
/// Of the target: the transfer was itself in a delay slot, as RETT behind JMPL is.
const COUPLED: u32 = 2;
/// No address.
pub(crate) const MARKS: u32 = 3;

impl Leon {
    /// Notes that the RETT at `pc` goes to `target`.
    pub(crate) fn note_return(&mut self, pc: u32, target: u32) {
        self.history.note(pc, target | COUPLED);
    }

    /// Notes a trap that goes to `vector`.
    pub(crate) fn note_trap(&mut self, vector: u32, interrupt: bool) {
        let slot = if self.in_slot() { IN_SLOT } else { 0 };
        let interrupted = if interrupt { INTERRUPTED } else { 0 };
        self.history
            .note(self.state.pc | TRAPPED | slot, vector | interrupted);
    }

    /// The core is at the delay slot of the newest transfer.
    fn in_slot(&self) -> bool {
        let (from, target) = self.history.before(1);
        from == self.state.pc.wrapping_sub(4) && self.state.npc == target & !MARKS
    }

    /// The last instructions, oldest first, up to the core's current one.
    pub(crate) fn executed_before(&self) -> Vec<Past> {
        // Newest first, until the end.
        let mut out: Vec<Past> = Vec::new();
        let mut add = |pc: u32, trapped| {
            let pc = pc.into();
            out.push(Past { pc, trapped });
            out.len() < WANTED
        };
        let mut end = self.state.pc;
        let mut slot = self.in_slot();
        'transfers: for i in 1..=KEPT {
            let (from, target) = self.history.before(i);
            if (from, target) == (0, 0) {
                break;
            }
            let (at, to) = (from & !MARKS, target & !MARKS);
            if !slot && end > to && end - to <= FARTHEST {
                for pc in (to..end).step_by(4).rev() {
                    if !add(pc, false) {
                        break 'transfers;
                    }
                }
            }
            let was_slot = std::mem::replace(&mut slot, false);
            end = at;
            if from & TRAPPED != 0 {
                slot = from & IN_SLOT != 0;
                if target & INTERRUPTED == 0 && !add(at, true) {
                    break;
                }
                continue;
            }
            if target & COUPLED != 0 {
                // Its delay slot is what the transfer before it goes to.
                let (_, first) = self.history.before(i + 1);
                slot = true;
                if !was_slot && !add(first & !MARKS, false) {
                    break;
                }
            } else if !was_slot && from & ANNULLED == 0 && !add(at.wrapping_add(4), false) {
                break;
            }
            if !add(at, false) {
                break;
            }
        }
        out.reverse();
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use trueboard_core::time::Clock;

    fn core(transfers: &[(u32, u32)], pc: u32, npc: u32) -> Leon {
        let mut c = Leon::new(Params::default(), 0, Clock::new(1));
        (c.state.pc, c.state.npc) = (0x1000, 0x1004);
        for &(from, to) in transfers {
            c.history.note(from, to);
        }
        (c.state.pc, c.state.npc) = (pc, npc);
        c
    }

    fn pcs(c: &Leon) -> Vec<u64> {
        c.executed_before().iter().map(|p| p.pc).collect()
    }

    #[test]
    fn a_delay_slot_is_executed_unless_it_was_annulled() {
        let c = core(&[(0x1000, 0x1100), (0x1104, 0x1200)], 0x1204, 0x1208);
        assert_eq!(pcs(&c), [0x1000, 0x1004, 0x1100, 0x1104, 0x1108, 0x1200]);
        let c = core(&[(0x1000 | ANNULLED, 0x1100)], 0x1104, 0x1108);
        assert_eq!(pcs(&c), [0x1000, 0x1100]);
    }

    /// The target of a jump back lies before its delay slot, and was not reached yet.
    #[test]
    fn nothing_is_executed_between_a_transfer_and_its_slot() {
        let c = core(&[(0x1100, 0x1000)], 0x1104, 0x1000);
        assert_eq!(pcs(&c), [0x1100]);
    }

    #[test]
    fn traps_are_marked_and_what_was_interrupted_is_left_out() {
        let mut c = core(&[(0x1000, 0x1100)], 0x1104, 0x1108);
        c.note_trap(0x2a0, false);
        (c.state.pc, c.state.npc) = (0x2a0, 0x2a4);
        let past = c.executed_before();
        assert_eq!(pcs(&c), [0x1000, 0x1004, 0x1100, 0x1104]);
        assert!(past[3].trapped && past.iter().filter(|p| p.trapped).count() == 1);
        c.note_trap(0x180, true);
        (c.state.pc, c.state.npc) = (0x184, 0x188);
        assert_eq!(pcs(&c), [0x1000, 0x1004, 0x1100, 0x1104, 0x180]);
    }

    #[test]
    fn a_trap_in_a_delay_slot_is_listed_once() {
        let mut c = core(&[(0x1100, 0x1000)], 0x1104, 0x1000);
        c.note_trap(0x290, false);
        (c.state.pc, c.state.npc) = (0x290, 0x294);
        let past = c.executed_before();
        assert_eq!(pcs(&c), [0x1100, 0x1104]);
        assert!(past[1].trapped);
    }

    /// `jmp %l1; rett %l2` goes through the instruction at %l1 to the one at %l2.
    #[test]
    fn rett_takes_the_target_of_jmpl_along() {
        let mut c = core(&[(0x2000, 0x1100)], 0x2004, 0x1100);
        c.note_return(0x2004, 0x1104);
        (c.state.pc, c.state.npc) = (0x1108, 0x110c);
        assert_eq!(pcs(&c), [0x2000, 0x2004, 0x1100, 0x1104]);
    }
}
