//! Accesses to the own SRAM: their turn ([`super::touched`]), their bank ([`super::bank_use`]), their time.

use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::memory::bank_use::{bank, fetched_before, fetched_behind, one_bank};
use crate::memory::map::SRAM;
use crate::pipeline::HotState;
use crate::slice::{Exit, Limits};
use trueboard_core::fact::CoreState;

impl Ecore {
    /// The turn, bank and time of an access to the SRAM.
    #[inline(always)]
    pub(crate) fn local(
        &mut self,
        address: u32,
        t: u64,
        store: bool,
        l: &mut HotState,
        lim: &Limits,
    ) -> Result<(), Exit> {
        let bank = bank(address);
        if self.mesh.at(bank, t) {
            return Err(l.with_copy(|l| self.bank_lost(l)));
        }
        if !self.touched.note(address, t, store, lim.sync) {
            return Err(Exit::Sync);
        }
        self.banks[bank].note(t);
        if l.fetches(t) && one_bank(address, fetched_behind(l.pc)) {
            l.lose_line(&mut self.counts);
        }
        Ok(())
    }

    /// A load or store uses the bank of `address` in cycle `t`.
    #[inline(always)]
    pub(crate) fn use_own_bank(&mut self, address: u32, t: u64) {
        self.banks[bank(address)].note(t);
    }

    /// The mesh uses the bank of `address` in cycle `t`: the core's own access comes later.
    pub(crate) fn use_bank(&mut self, address: u32, t: u64, write: bool) {
        self.touched.reach(address, t, write);
        let bank = bank(address);
        self.mesh.note(bank, t);
        if self.activity.state != CoreState::Running {
            return;
        }
        let l = &mut self.live;
        let stands = (self.safe_until..self.mesh.stalled_until[bank]).contains(&t);
        if t < l.now && (self.banks[bank].at(t) || stands) {
            // The core ran ahead: it should have waited then, and waits now.
            l.wait(Counted::BankLost, l.now + 1, &mut self.counts);
            l.line += 1;
            self.mesh.stalled_until[bank] = l.now;
            return;
        }
        if !one_bank(address, fetched_before(l.pc)) {
            return;
        }
        if l.fetches(t) {
            l.lose_line(&mut self.counts);
        } else if l.fetches_target(t) {
            l.lose_target(&mut self.counts);
        } else if t < self.safe_until {
            self.mesh.defer(t, l.now);
        } else {
            self.mesh.on_time(t);
        }
        if l.line > t + 1 {
            let lost = self.mesh.delay(address, l.line - 1);
            l.line += lost;
            self.counts.add(Counted::FetchLost, lost);
        }
    }

    /// Everybody else comes before the DMA engine, whose cycle `t` is over for the core.
    pub(crate) fn bank_busy(&self, address: u32, t: u64) -> bool {
        let bank = bank(address);
        let fetches = self.live.fetches(t) && one_bank(address, fetched_before(self.live.pc));
        address < SRAM && (self.mesh.at(bank, t) || self.banks[bank].at(t) || fetches)
    }

    /// Another one used the bank: try again in the next cycle.
    #[cold]
    fn bank_lost(&mut self, l: &mut HotState) -> Exit {
        l.wait(Counted::BankLost, l.first() + 1, &mut self.counts);
        Exit::Again
    }
}
