//! What holds within a slice, and why its execution is interrupted.

use crate::fpu::Mode;
use trueboard_core::cpu::Stop;

/// What holds within one slice, between looks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// What others see may be done before this cycle.
    pub sync: u64,
    /// The flag of instructions that pair, or 0 when instructions are issued one by one.
    pub pairs: u8,
    /// What FPU instructions do, when their results are ready, and which of their flags interrupt.
    pub mode: Mode,
    pub fpu_latency: u64,
    pub fpu_exceptions: u32,
    /// Blocks are possible.
    pub blocks: bool,
    /// What they touch is noted and reported.
    pub notes: bool,
}

impl Limits {
    /// What others see, or what sees others, is done in cycle `t`.
    ///
    /// # Errors
    /// When it is not this core's turn then.
    #[inline(always)]
    pub fn turn(&self, t: u64) -> Result<(), Exit> {
        match t < self.sync {
            true => Ok(()),
            false => Err(Exit::Sync),
        }
    }
}

/// Why the loop was left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Exit {
    /// Look around, and try again.
    Again,
    /// It is not this core's turn.
    Sync,
    /// It waits for what never comes.
    Hang,
    /// The slice ends. In a box, so that the host keeps the usual answers in registers.
    Stop(Box<Stop>),
}
