//! Core special function registers that only hold what is written to them (TC27x user's manual, CPU chapter).

use serde::{Deserialize, Serialize};

/// DCX: where RFM finds its context.
pub const DCX: u32 = 0xfd44;
/// DBGTCR.
pub const DBGTCR: u32 = 0xfd48;
/// COMPAT.
pub const COMPAT: u32 = 0x9400;
/// COMPAT.RM, set by reset: RET restores PSW.RM, as a TriCore 1.3 does.
pub const COMPAT_RM: u32 = 1 << 3;

/// A register that only holds what is written to it.
struct Holds {
    off: u32,
    reset: u32,
    /// Bits that can be written.
    mask: u32,
    /// How many there are.
    count: u32,
    /// Bytes from one to the next.
    step: u32,
}

const fn one(off: u32, mask: u32) -> Holds {
    Holds {
        off,
        reset: 0,
        mask,
        count: 1,
        step: 4,
    }
}

/// By number. Those of the debug system have no effect but what [`crate::watched`] makes of them.
const HOLDS: &[Holds] = &[
    Holds {
        reset: 0x1f,
        ..one(0x8004, 0x1f)
    },
    one(0x9020, 0),
    one(0x9024, 0),
    one(0x9210, 0),
    one(0x9214, 0),
    Holds {
        reset: !0,
        ..one(COMPAT, 0x18)
    },
    Holds {
        count: 8,
        step: 8,
        ..one(0xf000, 0x181f_b0ff)
    },
    Holds {
        count: 8,
        step: 8,
        ..one(0xf004, !0)
    },
    one(0xfd08, 0xff),
    one(0xfd0c, 0xff),
    one(0xfd10, 0xff),
    one(0xfd30, 0),
    one(0xfd40, !1),
    one(DCX, !0x3f),
    Holds {
        reset: 1,
        ..one(DBGTCR, 1)
    },
    one(0xfe50, 0),
];

/// Values of the registers that only hold one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimpleCsfrs(Vec<u32>);

impl Default for SimpleCsfrs {
    fn default() -> SimpleCsfrs {
        let all = HOLDS.iter().flat_map(|h| (0..h.count).map(|_| h.reset));
        SimpleCsfrs(all.collect())
    }
}

impl SimpleCsfrs {
    /// Index of register `off`, and its kind.
    fn find(off: u32) -> Option<(usize, &'static Holds)> {
        let mut first = 0;
        for h in HOLDS {
            let i = off.wrapping_sub(h.off);
            if i.is_multiple_of(h.step) && i / h.step < h.count {
                return Some((first + (i / h.step) as usize, h));
            }
            first += h.count as usize;
        }
        None
    }

    /// The value of register `off`.
    pub(crate) fn get(&self, off: u32) -> Option<u32> {
        self.0.get(SimpleCsfrs::find(off)?.0).copied()
    }

    /// Writes register `off`; false when there is none.
    pub(crate) fn set(&mut self, off: u32, v: u32) -> bool {
        let Some((i, h)) = SimpleCsfrs::find(off) else {
            return false;
        };
        if let Some(r) = self.0.get_mut(i) {
            *r = *r & !h.mask | v & h.mask;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_register_that_holds_has_a_place_of_its_own() {
        let mut plain = SimpleCsfrs::default();
        let mut seen = Vec::new();
        for h in HOLDS {
            for i in 0..h.count {
                let off = h.off + i * h.step;
                let (at, found) = SimpleCsfrs::find(off).expect("it is in the table");
                assert_eq!(found.off, h.off, "{off:#x}");
                assert!(!seen.contains(&at));
                seen.push(at);
            }
        }
        assert_eq!(seen.len(), plain.0.len());
        assert_eq!(plain.get(0x9400), Some(!0));
        assert!(plain.set(0xf00c, 7));
        assert_eq!((plain.get(0xf00c), plain.get(0xf004)), (Some(7), Some(0)));
        assert_eq!(plain.get(0xf040), None);
        assert!(!plain.set(0xf002, 1));
    }
}
