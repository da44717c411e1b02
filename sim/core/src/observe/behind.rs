//! What single steps did to buses and shared caches, by the differences of their meters. Steps do not overlap: what
//! the meters count during one is its doing.

use super::{Access, Behind, Left, Wait};
use crate::defect;
use crate::meter::{BUS_MASTERS, BusBank, CacheMeter, Meters};

/// What was reported, and room for what is.
#[derive(Default)]
pub(super) struct Shared {
    /// By bus: for each master, the cycles that it waited for each.
    waited_for: Vec<[[u64; BUS_MASTERS]; BUS_MASTERS]>,
    /// Over all shared caches, look-ups and those of them that missed.
    lookups: (u64, u64),
    waits: Vec<Wait>,
}

impl Shared {
    /// Begins anew with `meters`.
    pub fn stands_at(&mut self, meters: &Meters) {
        let rows = |bank: &BusBank| bank.waited_for;
        self.waited_for = meters.buses.iter().map(rows).collect();
        self.lookups = lookups(meters);
    }

    /// What lies behind a step of `core`, which has added all to `meters`.
    pub fn behind(
        &mut self,
        core: u8,
        access: Option<Access>,
        left: Left,
        meters: &Meters,
    ) -> Behind<'_> {
        self.waits.clear();
        let master = usize::from(core) % BUS_MASTERS;
        let buses = (0u8..).zip(meters.buses.iter().zip(&mut self.waited_for));
        for (bus, (bank, before)) in buses {
            let rows = bank.waited_for[master].iter().zip(&mut before[master]);
            for (owner, (&now, before)) in (0u8..).zip(rows) {
                let cycles = now.wrapping_sub(std::mem::replace(before, now));
                let owner = defect!("observers-owner", owner, core);
                if cycles != 0 {
                    self.waits.push(Wait { bus, owner, cycles });
                }
            }
        }
        let (asked, missed) = lookups(meters);
        let before = std::mem::replace(&mut self.lookups, (asked, missed));
        Behind {
            access,
            waits: &self.waits,
            shared: asked != before.0,
            shared_missed: missed != before.1,
            left,
        }
    }
}

fn lookups(meters: &Meters) -> (u64, u64) {
    let sum = |m: CacheMeter| meters.caches.iter().map(|bank| bank.get(m)).sum();
    (sum(CacheMeter::Accesses), sum(CacheMeter::Misses))
}
