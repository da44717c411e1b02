//! What single steps did to buses and shared caches, by the differences of their meters. Steps do not overlap: what
//! the meters count during one is its doing.

use super::{Access, Behind, Left, Wait};
use crate::meter::{BUS_MASTERS, BusBank, CacheMeter, Meters};

/// What was reported, and room for what is.
#[derive(Default)]
pub(super) struct Shared {
    /// By bus: for each master, the cycles that it waited, and those that it waited for each.
    waited: Vec<([u64; BUS_MASTERS], [[u64; BUS_MASTERS]; BUS_MASTERS])>,
    /// Over all shared caches, look-ups and those of them that missed.
    lookups: (u64, u64),
    waits: Vec<Wait>,
}

impl Shared {
    /// Begins anew with `meters`.
    pub fn stands_at(&mut self, meters: &Meters) {
        let rows = |bank: &BusBank| (bank.waited, bank.waited_for);
        self.waited = meters.buses.iter().map(rows).collect();
        self.lookups = lookups(meters);
    }

    /// What lies behind a step of a core, which has added all to `meters`.
    pub fn behind(&mut self, access: Option<Access>, left: Left, meters: &Meters) -> Behind<'_> {
        self.waits.clear();
        let buses = (0u8..).zip(meters.buses.iter().zip(&mut self.waited));
        for (bus, (bank, (waited, rows))) in buses {
            if bank.waited == *waited {
                continue;
            }
            *waited = bank.waited;
            let rows = bank.waited_for.iter().zip(rows);
            for (master, (now, before)) in (0u8..).zip(rows) {
                for (owner, (&now, before)) in (0u8..).zip(now.iter().zip(before)) {
                    let cycles = now.wrapping_sub(std::mem::replace(before, now));
                    if cycles != 0 {
                        self.waits.push(Wait {
                            bus,
                            master,
                            owner,
                            cycles,
                        });
                    }
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
