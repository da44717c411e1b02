//! Exceptions and memory faults: raised, and reported where the program is wrong or nothing serves them.
//!
//! An unaligned access and an encoding that is no instruction are wrong whatever the handler does; the
//! others are what a program may want, unless their interrupt cannot be taken.

use crate::core::Ecore;
use crate::state::{Cause, irq};
use crate::status::GID;
use trueboard_core::cpu::RunCx;

impl Ecore {
    /// The instruction at the program counter raises an exception that a program may want; `what` names it.
    pub(crate) fn exception(&mut self, cause: Cause, what: &str, cx: &mut RunCx<'_>) {
        self.st.exception(cause);
        if let Some(why) = self.unserved(irq::SOFTWARE) {
            let what = || format!("the exception of {what} is not served: {why}");
            cx.bus.violated(self.common.id, self.live.pc.into(), &what);
        }
    }

    /// The same of what is wrong anyhow.
    pub(crate) fn wrong(&mut self, cause: Cause, what: &dyn Fn() -> String, cx: &mut RunCx<'_>) {
        self.st.exception(cause);
        let why = self.unserved(irq::SOFTWARE);
        let what = || {
            let served = why.map_or(String::new(), |why| {
                format!("; its exception is not served: {why}")
            });
            format!("{}{served}", what())
        };
        cx.bus.violated(self.common.id, self.live.pc.into(), &what);
    }

    /// A write by the instruction at `pc` of core `who` to the read-only page of local `address` is lost.
    pub(crate) fn refused_by_page(
        &mut self,
        address: u32,
        (who, pc): (u8, u64),
        cx: &mut RunCx<'_>,
    ) {
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
        if self.st.imask >> n & 1 != 0 {
            Some("IMASK has it masked")
        } else if self.st.status & GID != 0 {
            Some("interrupts are disabled (GID)")
        } else if self.st.ipend.trailing_zeros() <= n {
            Some("the handler of an interrupt that comes before it is running")
        } else {
            None
        }
    }
}
