//! When an instruction can go on: results that are not there yet, condition codes, the FPU's units
//! (GR740 UM 1.7 p. 51-54, UM 2.9 section 6.10). Costs follow from the timing class of an instruction;
//! values play no part.
//!
//! Times are the core's own cycles.

mod fpu;

pub(crate) use fpu::{FpuTiming, SHAPES, Width, latency};

use crate::isa::Class;
use crate::meters::Meter;
use crate::params::TimingParams;
use serde::{Deserialize, Serialize};

/// In [`Pipeline::hazard`]: the multiplier is producing the registers, not a load. %g0 never makes an
/// instruction wait.
const FROM_MULTIPLIER: u32 = 1;

/// What instructions wait for.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Pipeline {
    /// Integer registers that the instruction before is still producing, one bit each; bit 0
    /// ([`FROM_MULTIPLIER`]) says by which unit.
    pub(crate) hazard: u32,
    /// Cycle in which the condition codes were last set.
    pub(crate) icc_cycle: u64,
    pub fpu: FpuTiming,
}

/// The bit of integer register `rd`; none for %g0 and for [`crate::state::DISCARD`].
#[inline(always)]
fn bit(rd: u8) -> u32 {
    1u32.wrapping_shl(rd.into()) & !1
}

impl Pipeline {
    /// What the next instruction, which reads the integer registers `reads`, waits for, and how long.
    #[inline(always)]
    pub fn interlock(
        &mut self,
        reads: impl FnOnce() -> u32,
        t: &TimingParams,
    ) -> Option<(Meter, u64)> {
        if self.hazard == 0 {
            return None;
        }
        interlock_of(std::mem::take(&mut self.hazard), reads(), t)
    }

    /// An instruction of this class was executed in `cycle` and leaves its result in `rd`.
    #[inline(always)]
    pub fn executed(&mut self, class: Class, rd: u8, cycle: u64, t: &TimingParams) {
        self.codes_set(class, cycle, t);
        if let Some(produced) = produced(class, rd) {
            self.hazard = produced;
        }
    }

    /// An instruction of this class, executed in `cycle`, has set the condition codes if it does so.
    #[inline(always)]
    pub fn codes_set(&mut self, class: Class, cycle: u64, t: &TimingParams) {
        match class {
            Class::AluCc | Class::DivCc => self.icc_cycle = cycle,
            Class::MulCc => {
                // The codes come with the product.
                self.icc_cycle = cycle + u64::from(t.mul_use_cycles);
            }
            _ => {}
        }
    }

    /// What the instruction that was executed last is still producing: see [`produced`].
    #[inline(always)]
    pub fn still_producing(&mut self, produced: u32) {
        self.hazard = produced;
    }

    /// A write of the whole PSR sets the condition codes.
    pub fn codes_written(&mut self, cycle: u64) {
        self.icc_cycle = cycle;
    }

    /// Nothing is being produced for the next instruction any more: time has passed without it.
    pub fn drop_hazard(&mut self) {
        self.hazard = 0;
    }

    /// Cycles until the condition codes are known to an instruction issued in `cycle`.
    #[inline(always)]
    pub fn icc_wait(&self, cycle: u64, t: &TimingParams) -> u64 {
        (self.icc_cycle + 1 + u64::from(t.icc_cycles)).saturating_sub(cycle)
    }

    /// Cycles since the condition codes were set.
    pub fn icc_age(&self, cycle: u64) -> u64 {
        cycle.wrapping_sub(self.icc_cycle)
    }

    /// `cycles` have passed in which what was done is done again.
    pub fn repeated(&mut self, cycles: u64) {
        self.icc_cycle += cycles;
    }

    /// What an instruction without cost must leave as it is. Times of FPU registers it does not set.
    pub fn without_registers(&self) -> (u32, u64, (u64, u64)) {
        (self.hazard, self.icc_cycle, self.fpu.without_registers())
    }

    /// Takes back what [`Pipeline::without_registers`] gave.
    pub fn restore(&mut self, (hazard, icc_cycle, fpu): (u32, u64, (u64, u64))) {
        (self.hazard, self.icc_cycle) = (hazard, icc_cycle);
        self.fpu.restore(fpu);
    }
}

/// The registers that an instruction of this class is still producing for the next one, one bit each,
/// and whether the multiplier does; `None` if it produces none that way.
#[inline(always)]
pub(crate) fn produced(class: Class, rd: u8) -> Option<u32> {
    match class {
        Class::Mul | Class::MulCc => Some(bit(rd) | FROM_MULTIPLIER),
        Class::Load | Class::Atomic => Some(bit(rd)),
        Class::LoadDouble => Some(3u32.wrapping_shl(rd.into()) & !1),
        _ => None,
    }
}

/// What an instruction that reads the registers `reads` waits for when the one before it is still
/// producing `produced`, and how long.
#[inline(always)]
pub(crate) fn interlock_of(produced: u32, reads: u32, t: &TimingParams) -> Option<(Meter, u64)> {
    if produced & reads == 0 {
        None
    } else if produced & FROM_MULTIPLIER != 0 {
        Some((Meter::MulDivStalls, t.mul_use_cycles.into()))
    } else {
        Some((Meter::LoadUseStalls, t.load_use_cycles.into()))
    }
}

/// Cycles that an instruction of this class takes beside the one in which it is issued, the FPU's
/// classes apart.
#[inline(always)]
pub(crate) fn extra_cycles(class: Class, t: &TimingParams) -> u64 {
    match class {
        Class::Div | Class::DivCc => u64::from(t.div_cycles.saturating_sub(1)),
        Class::Jmpl | Class::Rett => u64::from(t.jmpl_cycles.saturating_sub(1)),
        Class::Atomic => u64::from(t.atomic_cycles.saturating_sub(1)),
        Class::Flush => t.flush_cycles.into(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timing() -> TimingParams {
        TimingParams::default()
    }

    #[test]
    fn only_a_reader_of_the_result_waits_and_only_the_next_instruction() {
        let t = timing();
        let mut p = Pipeline::default();
        p.executed(Class::Load, 3, 0, &t);
        assert_eq!(p.interlock(|| 0b110, &t), None);
        p.executed(Class::Load, 3, 0, &t);
        let wait = p.interlock(|| 0b1000, &t);
        assert_eq!(wait, Some((Meter::LoadUseStalls, 1)));
        assert_eq!(p.interlock(|| 0b1000, &t), None);
        p.executed(Class::Mul, 3, 0, &t);
        let wait = p.interlock(|| 0b1000, &t);
        assert_eq!(wait, Some((Meter::MulDivStalls, 1)));
        p.executed(Class::LoadDouble, 4, 0, &t);
        assert!(p.interlock(|| 1 << 5, &t).is_some());
        // A result for %g0 is not waited for.
        p.executed(Class::Load, 0, 0, &t);
        assert_eq!(p.interlock(|| !1, &t), None);
    }

    #[test]
    fn condition_codes_come_later_with_a_product() {
        let t = timing();
        let mut p = Pipeline::default();
        p.executed(Class::AluCc, 1, 100, &t);
        assert_eq!(p.icc_wait(101, &t), 2);
        assert_eq!(p.icc_wait(103, &t), 0);
        p.executed(Class::MulCc, 1, 100, &t);
        assert_eq!(p.icc_wait(101, &t), 3);
        p.executed(Class::Alu, 1, 200, &t);
        assert_eq!(p.icc_age(103), 2);
    }
}
