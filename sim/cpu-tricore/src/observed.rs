//! Single steps that are reported to observers.

use crate::checked::BeforeInsn;
use crate::core::TriCore;
use trueboard_core::cpu::RunCx;
use trueboard_core::observe::{Left, Stepped};
use trueboard_engine::guest::Step;
use trueboard_engine::steps::Steps;

impl Steps for TriCore {
    /// The program counter.
    type Before = u32;
    type Looked = BeforeInsn;

    fn before(&self, _: &RunCx<'_>) -> u32 {
        self.st.pc
    }

    fn look(&mut self, cx: &RunCx<'_>) -> BeforeInsn {
        self.begin_check(cx)
    }

    fn step(&mut self, cx: &mut RunCx<'_>) -> (Step, bool) {
        self.accessed = (0, 0);
        if self.pending_work {
            return (self.pending(cx), false);
        }
        match TriCore::step(self, cx) {
            Ok(()) => (Step::Next, true),
            Err(e) => (self.fail(e, cx), false),
        }
    }

    fn report(&mut self, looked: BeforeInsn, completed: bool, cx: &mut RunCx<'_>) {
        self.end_check(looked, completed, cx);
    }

    fn stepped(&self, pc: u32, _: &RunCx<'_>) -> Stepped {
        let known = self.code.get(self.mem.physical(pc).into());
        let (address, size) = self.accessed;
        Stepped {
            pc: pc.into(),
            bytes: known.and_then(|e| e.decoded()).map_or(0, |i| i.len),
            next: self.st.pc.into(),
            slot: false,
            uncounted: None,
            access: Some((address.into(), size)),
            left: Left::default(),
        }
    }
}
