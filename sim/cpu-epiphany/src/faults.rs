//! Exceptions and memory faults: raised, and reported where the program is wrong or nothing serves them.
//!
//! An unaligned access and an undefined encoding are errors in any case. A program may want the other exceptions,
//! unless their interrupt cannot be taken.

use crate::state::{Cause, State, irq};
use crate::status::GID;
use trueboard_core::cpu::RunCx;

impl State {
    /// The instruction `by`, of a core at a program counter, raises an exception that a program may want; `what` names it.
    pub fn exception(
        &mut self,
        cause: Cause,
        what: &str,
        (who, pc): (u8, u64),
        cx: &mut RunCx<'_>,
    ) {
        self.raise(cause);
        if let Some(why) = self.unserved(irq::SOFTWARE) {
            let what = || format!("the exception of {what} is not served: {why}");
            cx.bus.violated(who, pc, &what);
        }
    }

    /// As [`State::exception`], of what is wrong anyhow.
    pub fn wrong(
        &mut self,
        cause: Cause,
        what: &dyn Fn() -> String,
        (who, pc): (u8, u64),
        cx: &mut RunCx<'_>,
    ) {
        self.raise(cause);
        let why = self.unserved(irq::SOFTWARE);
        let what = || {
            let served = why.map_or(String::new(), |why| {
                format!("; its exception is not served: {why}")
            });
            format!("{}{served}", what())
        };
        cx.bus.violated(who, pc, &what);
    }

    /// A write by the instruction at `pc` of core `who` to the read-only page of local `address` is lost.
    pub fn refused_by_page(&self, address: u32, (who, pc): (u8, u64), cx: &mut RunCx<'_>) {
        if let Some(why) = self.unserved(irq::MEMORY) {
            let what = || {
                format!(
                    "write to {:#010x}, in a page that MEMPROTECT makes read-only, is lost, and the memory \
                     fault is not served: {why}",
                    self.base() + u64::from(address)
                )
            };
            cx.bus.violated(who, pc, &what);
        }
    }

    /// Why interrupt `n` is not taken behind the current instruction, if it is not.
    fn unserved(&self, n: u32) -> Option<&'static str> {
        if self.imask >> n & 1 != 0 {
            Some("IMASK has it masked")
        } else if self.status & GID != 0 {
            Some("interrupts are disabled (GID)")
        } else if self.ipend.trailing_zeros() <= n {
            Some("the handler of an interrupt that comes before it is running")
        } else {
            None
        }
    }
}
