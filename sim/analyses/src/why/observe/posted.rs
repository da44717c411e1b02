//! The store that a core has posted last: what it waits for, others wait for with it.

use super::rows::{Data, Waited};

/// See the module.
#[derive(Debug, Default)]
pub(super) struct Posted {
    /// The instruction.
    pub pc: u64,
    /// What it stores to.
    pub data: Data,
    waits: Vec<Waited>,
}

impl Posted {
    /// The instruction at `pc` has posted a store to `data`, which waits for this long.
    pub fn new(pc: u64, data: Data, waits: Vec<Waited>) -> Posted {
        Posted { pc, data, waits }
    }

    /// How `cycles` for which others wait for the store divide: had it not waited, it would have been through that
    /// much earlier. So they are those that it waited itself, of each owner in proportion, and only beyond that its
    /// transfer.
    pub fn waits_within(&self, cycles: u64) -> Vec<Waited> {
        let waited: u64 = self.waits.iter().map(|w| w.cycles).sum();
        let within = cycles.min(waited);
        let (mut before, mut given) = (0, 0);
        let part = |w: &Waited| {
            before += w.cycles;
            // Rounded by the sum so far, so that the parts add up to all of them.
            let up_to = (u128::from(within) * u128::from(before) / u128::from(waited)) as u64;
            let cycles = up_to - given;
            given = up_to;
            (cycles != 0).then_some(Waited { cycles, ..*w })
        };
        self.waits
            .iter()
            .filter(|w| w.cycles != 0)
            .filter_map(part)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waited(owner: u8, cycles: u64) -> Waited {
        Waited {
            bus: 0,
            owner,
            pc: 0,
            cycles,
        }
    }

    #[test]
    fn owners_share_what_is_waited_for_their_transfers() {
        let posted = Posted::new(
            0,
            Data::Unknown,
            vec![waited(1, 6), waited(2, 6), waited(3, 12)],
        );
        let shares = |cycles| -> Vec<(u8, u64)> {
            let within = posted.waits_within(cycles);
            within.iter().map(|w| (w.owner, w.cycles)).collect()
        };
        assert_eq!(shares(8), [(1, 2), (2, 2), (3, 4)]);
        assert_eq!(shares(24), [(1, 6), (2, 6), (3, 12)]);
        // The transfer itself is nobody's.
        assert_eq!(shares(30), [(1, 6), (2, 6), (3, 12)]);
        assert_eq!(shares(1), [(3, 1)]);
        assert_eq!(shares(0), []);
    }
}
