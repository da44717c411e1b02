//! Interrupts: requested by edges, latched in ILAT, lower numbers first (AR, interrupts).

use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::state::{config, irq};
use crate::status::{ACTIVE, GID, KM};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_core::observe::Kinds;
use trueboard_engine::guest::Guest;

impl Ecore {
    /// The interrupt that would be taken now.
    pub(crate) fn due(&self) -> Option<u32> {
        let wanted = self.st.ilat & !self.st.imask & irq::ALL;
        let takes = wanted != 0
            && self.st.status & GID == 0
            && wanted.trailing_zeros() < self.st.ipend.trailing_zeros()
            && !self.waits_outside()
            && !self.outside.hangs;
        takes.then(|| wanted.trailing_zeros())
    }

    /// Enters the handler of interrupt `n` before the next instruction.
    pub(crate) fn take_interrupt(&mut self, n: u32, cx: &mut RunCx<'_>) {
        let pc = self.live.pc;
        let vector = 4 * n;
        self.st.iret = pc;
        self.st.ipend |= 1 << n;
        self.st.ilat &= !(1 << n);
        self.st.status |= GID | ACTIVE;
        if self.st.config & config::KMEN != 0 {
            self.st.status |= KM;
        }
        let cycles = u64::from(self.params.timing.interrupt_cycles);
        self.counts.add(Counted::Entry, cycles);
        self.counts.add(Counted::Interrupts, 1);
        self.count_trap();
        self.history.note_interrupt(pc, vector);
        self.fact(
            cx,
            FactKind::Interrupt {
                level: n as u8,
                pc: pc.into(),
                to: vector.into(),
            },
        );
        self.live.go(self.live.now + cycles, vector);
        if cx.facts.wants(Kinds::EXECUTED) {
            self.check_interrupt(pc, vector, cx);
        }
    }

    /// A request: it wakes the core if it will be taken.
    pub(crate) fn request(&mut self, n: u32, at: u64) {
        self.st.ilat |= 1 << n & irq::ALL;
        self.wake_if_due(at);
    }

    /// A sleeping core goes on in cycle `at` when an interrupt is due.
    pub(crate) fn wake_if_due(&mut self, at: u64) {
        let sleeps = matches!(self.activity.state, CoreState::Idle | CoreState::Held);
        if sleeps && self.due().is_some() && !self.halted() && !self.st.in_reset {
            self.skip(at);
            self.st.status |= ACTIVE;
            self.activity.state = CoreState::Running;
        }
        self.pending_work = true;
    }

    /// RTI.
    pub(crate) fn return_from_interrupt(&mut self) {
        self.st.ipend &= self.st.ipend.wrapping_sub(1);
        self.st.status &= !GID;
        if self.st.config & config::KMEN != 0 {
            self.st.status &= !KM;
        }
        self.pending_work = true;
    }
}
