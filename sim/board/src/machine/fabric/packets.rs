//! Arrival of packets of a network.

use super::{Fabric, Race};
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::mem::Memory;
use trueboard_core::meter::Meters;
use trueboard_core::net::Packet;
use trueboard_core::time::Tick;

impl Fabric {
    /// The core that a packet for `[pa, pa + bytes)` is for.
    pub(super) fn window(&self, pa: u64, bytes: u64) -> Option<u8> {
        let i = self.windows.partition_point(|w| w.0 <= pa).checked_sub(1)?;
        let (_, end, core) = self.windows[i];
        (pa < end && bytes <= end - pa).then_some(core)
    }

    /// Notes a read that races with an older write of its core, which arrives at `written`.
    #[cold]
    pub(super) fn raced(&mut self, t: &Txn, written: Tick, read: Tick) {
        const KEPT: usize = 1000;
        let place = (t.master, t.pc);
        if self.noted.races.len() >= KEPT && !self.noted.races.contains_key(&place) {
            self.noted.not_kept += u64::from(written > read);
            return;
        }
        let race = self.noted.races.entry(place).or_insert(Race {
            pa: t.pa,
            stale: false,
            times: 0,
        });
        race.stale |= written > read;
        race.times += 1;
    }

    /// Carries out a packet on the board's memories and devices.
    pub(crate) fn packet(
        &mut self,
        p: &Packet,
        at: Tick,
        mem: &mut Memory,
        meters: &mut Meters,
    ) -> Result<u64, BusFault> {
        let t = Txn { at, ..p.txn };
        if mem.find(t.pa, u64::from(t.bytes)).is_some() {
            return mem.packet(p);
        }
        match t.op {
            Op::Write => self.access(&t, Some(p.value), meters).0,
            Op::Read | Op::Fetch => self.access(&t, None, meters).0,
            // TESTSET works on memories on the chip only.
            Op::Rmw => Err(BusFault::Refused),
        }
    }
}
