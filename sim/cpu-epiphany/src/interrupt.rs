//! Interrupts: requested by edges, latched in ILAT, lower numbers first (AR, interrupts).

use crate::state::{State, config, irq};
use crate::status::{ACTIVE, GID, KM};

impl State {
    /// The interrupt that would be taken now, if the core does not wait.
    pub fn interrupt(&self) -> Option<u32> {
        let wanted = self.ilat & !self.imask & irq::ALL;
        let takes = wanted != 0
            && self.status & GID == 0
            && wanted.trailing_zeros() < self.ipend.trailing_zeros();
        takes.then(|| wanted.trailing_zeros())
    }

    /// Enters the handler of interrupt `n` before the instruction at `pc`.
    pub fn enter_interrupt(&mut self, n: u32, pc: u32) {
        self.iret = pc;
        self.ipend |= 1 << n;
        self.ilat &= !(1 << n);
        self.status |= GID | ACTIVE;
        if self.config & config::KMEN != 0 {
            self.status |= KM;
        }
    }

    /// RTI.
    pub fn return_from_interrupt(&mut self) {
        self.ipend &= self.ipend.wrapping_sub(1);
        self.status &= !GID;
        if self.config & config::KMEN != 0 {
            self.status &= !KM;
        }
    }
}
