//! Accesses to the own SRAM: their turn ([`super::touched`]), their bank ([`super::bank_use`]), their time.

use crate::counters::{counts::Counts, events::Counted};
use crate::memory::bank_use::{BankUse, MeshUse, bank, fetched_before, fetched_behind, one_bank};
use crate::memory::map::SRAM;
use crate::memory::touched::Touched;
use crate::pipeline::HotState;
use crate::slice::{Exit, Limits};

/// The banks of the SRAM, and where their use is counted.
pub(crate) struct Banks<'a> {
    /// When the mesh used each, and when loads and stores did.
    pub mesh: &'a mut MeshUse,
    pub own: &'a mut [BankUse; 4],
    pub touched: &'a mut Touched,
    pub counts: &'a mut Counts,
}

impl Banks<'_> {
    /// The turn, bank and time of an access to the SRAM.
    #[inline(always)]
    pub fn local(
        self,
        address: u32,
        t: u64,
        store: bool,
        l: &mut HotState,
        lim: &Limits,
    ) -> Result<(), Exit> {
        let bank = bank(address);
        if self.mesh.at(bank, t) {
            return Err(l.with_copy(|l| lost(l, self.counts)));
        }
        if !self.touched.note(address, t, store, lim.sync) {
            return Err(Exit::Sync);
        }
        self.own[bank].note(t);
        if l.fetches(t) && one_bank(address, fetched_behind(l.pc)) {
            l.lose_line(self.counts);
        }
        Ok(())
    }

    /// The mesh uses the bank of `address` in cycle `t`: the own access of a core at `l`, if it runs, comes later. Before
    /// cycle `safe_until` nothing comes too early for what the core does.
    pub fn reach(
        self,
        address: u32,
        t: u64,
        write: bool,
        l: Option<&mut HotState>,
        safe_until: u64,
    ) {
        self.touched.reach(address, t, write);
        let bank = bank(address);
        self.mesh.note(bank, t);
        let Some(l) = l else {
            return;
        };
        let stands = (safe_until..self.mesh.stalled_until[bank]).contains(&t);
        if t < l.now && (self.own[bank].at(t) || stands) {
            // The core ran ahead: it should have waited then, and waits now.
            l.wait(Counted::BankLost, l.now + 1, self.counts);
            l.line += 1;
            self.mesh.stalled_until[bank] = l.now;
            return;
        }
        if !one_bank(address, fetched_before(l.pc)) {
            return;
        }
        if l.fetches(t) {
            l.lose_line(self.counts);
        } else if l.fetches_target(t) {
            l.lose_target(self.counts);
        } else if t < safe_until {
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

    /// All other users come before the DMA engine, whose cycle `t` is over for the core at `l`.
    pub fn are_busy(self, address: u32, t: u64, l: &HotState) -> bool {
        let bank = bank(address);
        let fetches = l.fetches(t) && one_bank(address, fetched_before(l.pc));
        address < SRAM && (self.mesh.at(bank, t) || self.own[bank].at(t) || fetches)
    }
}

/// Another one used the bank: try again in the next cycle.
#[cold]
fn lost(l: &mut HotState, counts: &mut Counts) -> Exit {
    l.wait(Counted::BankLost, l.first() + 1, counts);
    Exit::Again
}
