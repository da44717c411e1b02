//! Deferred traps: an FPop that fails is queued, and the next floating-point instruction traps
//! (V8 manual, section 4.4 and appendix L; GR740 user manual 1.7, chapter 7).
//!
//! The GRFPU may queue up to eight operations that were still under way. Here an FPop has its
//! result at once, so the queue holds the trap-inducing one only, as in SIS.

use serde::{Deserialize, Serialize};

use super::{FpOutcome, Fpu, Ftt};
use crate::isa::Op;

/// The three states of a V8 floating-point unit with deferred traps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Mode {
    /// fp_execute: normal work.
    #[default]
    Execute,
    /// fp_exception_pending: the next floating-point instruction traps.
    Pending,
    /// fp_exception: the trap was taken, software must empty the queue.
    Exception,
}

/// An FPop in the queue, in the order STDFQ stores it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct QueueEntry {
    /// Address of the instruction: the first word.
    pub address: u32,
    /// The instruction: the second word.
    pub insn: u32,
}

/// What a floating-point instruction is to the trap mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FpKind {
    /// FPop, FBfcc, LDF, LDDF, LDFSR: not allowed while the queue must be emptied.
    Work,
    /// STF, STDF, STFSR: allowed in a trap handler.
    Store,
    /// STDFQ: needs an entry in the queue.
    StoreQueue,
}

/// Whether a floating-point instruction may be executed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub enum Entry {
    /// Execute it.
    Proceed,
    /// Take trap fp_exception instead, with this instruction's PC; it has done nothing.
    Trap,
}

impl Fpu {
    /// Tests whether a floating-point instruction may begin, before any effect.
    ///
    /// A sequence_error traps at the faulty instruction itself; V8 leaves open whether it is
    /// deferred (estimated).
    #[inline(always)]
    pub fn enter(&mut self, kind: FpKind) -> Entry {
        if self.mode == Mode::Execute && kind != FpKind::StoreQueue {
            return Entry::Proceed;
        }
        self.enter_otherwise(kind)
    }

    #[inline(never)]
    fn enter_otherwise(&mut self, kind: FpKind) -> Entry {
        match (self.mode, kind) {
            (Mode::Execute, FpKind::Work | FpKind::Store)
            | (Mode::Exception, FpKind::Store | FpKind::StoreQueue) => Entry::Proceed,
            (Mode::Pending, _) => {
                self.set_mode(Mode::Exception);
                Entry::Trap
            }
            (Mode::Exception, FpKind::Work) | (Mode::Execute, FpKind::StoreQueue) => {
                self.fsr.ftt = Ftt::SequenceError;
                Entry::Trap
            }
        }
    }

    /// Executes the FPop `insn` at `address`, after [`Fpu::enter`] let it proceed. On an exception
    /// it goes to the queue, and the next floating-point instruction will trap.
    #[inline(always)]
    pub fn operate(&mut self, op: Op, regs: (u8, u8, u8), address: u32, insn: u32) -> FpOutcome {
        let (rs1, rs2, rd) = regs;
        let outcome = self.execute(op, rs1, rs2, rd);
        if outcome != FpOutcome::Done {
            self.queue.push(QueueEntry { address, insn });
            self.set_mode(Mode::Pending);
        }
        outcome
    }

    /// Goes to a state of the trap mechanism.
    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.unhindered = self.ordinary && mode == Mode::Execute;
    }

    /// The oldest entry of the queue: what STDFQ stores.
    pub fn queue_front(&self) -> Option<QueueEntry> {
        self.queue.first().copied()
    }

    /// Drops the oldest entry, after STDFQ stored it; normal work continues after the last one.
    pub fn queue_pop(&mut self) {
        if !self.queue.is_empty() {
            self.queue.remove(0);
        }
        if self.queue.is_empty() {
            self.set_mode(Mode::Execute);
        }
    }

    /// FSR.qne: the trap was taken and the queue is not yet empty.
    #[inline]
    pub fn qne(&self) -> bool {
        self.mode == Mode::Exception
    }

    /// The state of the trap mechanism.
    pub fn mode(&self) -> Mode {
        self.mode
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// FSR.tem with DZ enabled.
    const DZM: u32 = 1 << 24;
    const QNE: u32 = 1 << 13;

    fn divided_by_zero() -> Fpu {
        let mut fpu = Fpu::default();
        fpu.ldfsr(DZM);
        fpu.set_single(1, 1f32.to_bits());
        let outcome = fpu.operate(Op::Fdivs, (1, 2, 3), 0x4000_1000, 0x87A0_49A2);
        assert_eq!(outcome, FpOutcome::Exception(Ftt::Ieee754Exception));
        fpu
    }

    #[test]
    fn the_next_instruction_traps_and_the_queue_is_read() {
        for kind in [FpKind::Work, FpKind::Store, FpKind::StoreQueue] {
            let mut fpu = divided_by_zero();
            assert_eq!(fpu.mode(), Mode::Pending);
            assert_eq!(fpu.enter(kind), Entry::Trap);
            assert_eq!(fpu.fsr() & (QNE | 7 << 14 | 0x1F), QNE | 1 << 14 | 2);
            assert_eq!(fpu.enter(FpKind::Store), Entry::Proceed);
            assert_eq!(fpu.enter(FpKind::StoreQueue), Entry::Proceed);
            let entry = QueueEntry {
                address: 0x4000_1000,
                insn: 0x87A0_49A2,
            };
            assert_eq!(fpu.queue_front(), Some(entry));
            fpu.queue_pop();
            assert_eq!(fpu.fsr() & QNE, 0);
            assert_eq!(fpu.enter(FpKind::Work), Entry::Proceed);
        }
    }

    #[test]
    fn sequence_errors() {
        let mut fpu = Fpu::default();
        assert_eq!(fpu.enter(FpKind::StoreQueue), Entry::Trap);
        assert_eq!(fpu.fsr() >> 14 & 7, 4);
        assert_eq!(fpu.enter(FpKind::Work), Entry::Proceed);

        let mut fpu = divided_by_zero();
        assert_eq!(fpu.enter(FpKind::Work), Entry::Trap);
        assert_eq!(fpu.enter(FpKind::Work), Entry::Trap);
        assert_eq!(fpu.fsr() >> 14 & 7, 4);
        assert_ne!(fpu.fsr() & QNE, 0);
    }
}
