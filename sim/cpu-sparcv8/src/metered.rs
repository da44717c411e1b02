//! What an execution of some instructions of a block is metered as, worked out once.

use crate::isa::{Class, Counted};
use crate::meters::Meter;
use crate::tally::{COUNTED, Tally, beyond_hot};

/// Counts and meters of one execution. None occurs twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Metered {
    counted: Vec<(Counted, u64)>,
    meters: Vec<(Meter, u64)>,
    /// As [`Tally::beyond_hot`]: what it is beyond the hot meters.
    beyond: u32,
}

impl Metered {
    /// Counts an instruction.
    pub fn count(&mut self, class: Class) {
        self.beyond |= COUNTED;
        add_to(&mut self.counted, class.counted(), 1);
    }

    /// Adds to a meter.
    pub fn add(&mut self, m: Meter, n: u64) {
        if n != 0 {
            self.beyond |= beyond_hot(m);
            add_to(&mut self.meters, m, n);
        }
    }

    /// What is left when `part` is taken from it; what `part` has more of is below zero, and wraps.
    pub fn without(&self, part: &Metered) -> Metered {
        let mut left = self.clone();
        left.beyond |= part.beyond;
        for &(counted, n) in &part.counted {
            add_to(&mut left.counted, counted, n.wrapping_neg());
        }
        for &(m, n) in &part.meters {
            add_to(&mut left.meters, m, n.wrapping_neg());
        }
        left.counted.retain(|&(_, n)| n != 0);
        left.meters.retain(|&(_, n)| n != 0);
        left
    }

    /// Adds it to `tally` so many times; times and counts wrap.
    #[inline]
    pub fn add_to(&self, tally: &mut Tally, times: u64) {
        tally.beyond_hot |= self.beyond;
        for &(counted, n) in &self.counted {
            tally.count_all(counted, n.wrapping_mul(times));
        }
        for &(m, n) in &self.meters {
            tally.add_any(m, n.wrapping_mul(times));
        }
    }
}

fn add_to<K: PartialEq>(list: &mut Vec<(K, u64)>, key: K, n: u64) {
    match list.iter_mut().find(|(k, _)| *k == key) {
        Some((_, sum)) => *sum = sum.wrapping_add(n),
        None => list.push((key, n)),
    }
}
