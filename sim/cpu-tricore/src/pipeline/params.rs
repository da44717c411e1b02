//! The numbers of the pipelines, from the board file.

use crate::isa::Class;
use serde::{Deserialize, Serialize};

/// Latencies and costs in cycles of the core.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Up to one instruction per pipe issues in a cycle (TC1.6P); else one in all (TC1.6E).
    pub superscalar: bool,
    /// Instructions that wait between fetch and issue.
    pub queue: u8,
    /// Entries of the branch history, a power of two.
    pub branch_entries: u16,
    /// Cycles that a taken branch, rightly predicted, costs beyond its own.
    pub taken_cycles: u8,
    /// Cycles that a mispredicted branch costs beyond its own.
    pub mispredicted_cycles: u8,
    /// As above, for a branch that the static rule predicted taken and that is not.
    pub fallthrough_cycles: u8,
    /// Cycles of ISYNC beyond its own.
    pub isync_cycles: u8,
    /// Cycles until a result can be used, and between two instructions of one unit.
    pub latency: Latencies,
}

/// For each class of instructions the cycles until another instruction can use the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Latencies {
    /// Saturating and bit-field operations.
    pub alu2: u8,
    /// Multiplications and what takes as long.
    pub mul: u8,
    /// Multiply-accumulate, fractional and saturating multiplications.
    pub mac: u8,
    /// DIV, DIV.U: the longest; (latency, issue interval).
    pub div: (u8, u8),
    /// DVSTEP: (latency, issue interval).
    pub dvstep: (u8, u8),
    /// FPU additions, multiplications, conversions.
    pub fp: u8,
    /// FPU multiply-accumulate.
    pub fp_mac: u8,
    /// FPU division: (latency, issue interval).
    pub fp_div: (u8, u8),
    /// ADDSC.A.
    pub scaled_address: u8,
    /// Loads to data registers.
    pub load_data: u8,
    /// Loads to address registers.
    pub load_address: u8,
    /// LDMST, ST.T: (latency, issue interval).
    pub ldmst: (u8, u8),
    /// SWAP and its kin: (latency, issue interval).
    pub swap: (u8, u8),
    /// LDLCX, LDUCX: (latency, issue interval).
    pub load_context: (u8, u8),
    /// Issue interval of STLCX, STUCX.
    pub store_context: u8,
}

impl Params {
    /// Says what cannot be.
    #[must_use]
    pub fn check(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if !self.branch_entries.is_power_of_two() {
            problems.push("pipe.branch_entries: must be a power of two".to_owned());
        }
        if self.queue == 0 || self.queue > 8 {
            problems.push("pipe.queue: must be 1 to 8".to_owned());
        }
        if self.latency.mac == 0 {
            problems.push("pipe.latency.mac: must be at least 1".to_owned());
        }
        problems
    }

    /// Latency and issue interval of the classes that differ from one cycle.
    pub(super) fn classes(&self) -> [(Class, u8, u8); 15] {
        use Class as C;
        let l = &self.latency;
        [
            (C::Alu2, l.alu2, 1),
            (C::Mul, l.mul, 1),
            (C::Mac, l.mac, 1),
            (C::Div, l.div.0, l.div.1),
            (C::Dvstep, l.dvstep.0, l.dvstep.1),
            (C::Fp, l.fp, 1),
            (C::FpMac, l.fp_mac, 1),
            (C::FpDiv, l.fp_div.0, l.fp_div.1),
            (C::ScaledAddr, l.scaled_address, 1),
            (C::LoadD, l.load_data, 1),
            (C::LoadA, l.load_address, 1),
            (C::Ldmst, l.ldmst.0, l.ldmst.1),
            (C::Swap, l.swap.0, l.swap.1),
            (C::LoadContext, l.load_context.0, l.load_context.1),
            (C::StoreContext, 1, l.store_context),
        ]
    }
}
