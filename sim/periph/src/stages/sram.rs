//! An on-chip RAM behind a port of its own: the LMU of an AURIX TC27x, and its cores' scratchpads
//! as other masters see them. It has no state but the count of its accesses: the port serves one
//! request at a time.

use crate::params::within;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::meter::Meters;
use trueboard_core::serde_state;
use trueboard_core::time::{Clock, Tick};

/// The numbers of a RAM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Cycles until the first beat of a data read.
    pub read_cycles: u64,
    /// Cycles until the first beat of an instruction fetch.
    pub fetch_cycles: u64,
    /// Cycles until the first beat of a write is taken.
    pub write_cycles: u64,
    /// Bytes that one beat moves at most; further beats take a cycle each.
    pub width_bytes: u64,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sram {
    params: Params,
    clock: Clock,
    accesses: u64,
}

impl Sram {
    /// A RAM.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn new(params: Params, clock: Clock) -> Result<Sram, String> {
        within("width_bytes", params.width_bytes, 1..=256)?;
        for (name, cycles) in [
            ("read_cycles", params.read_cycles),
            ("fetch_cycles", params.fetch_cycles),
            ("write_cycles", params.write_cycles),
        ] {
            within(name, cycles, 1..=1000)?;
        }
        Ok(Sram {
            params,
            clock,
            accesses: 0,
        })
    }

    /// First and last beat of `t`, which comes at `at`.
    fn beats(&self, t: &Txn, at: Tick) -> (Tick, Tick) {
        let p = &self.params;
        let cycles = match t.op {
            Op::Fetch => p.fetch_cycles,
            Op::Read | Op::Rmw => p.read_cycles,
            Op::Write => p.write_cycles,
        };
        let first = self.clock.edge_at_or_after(at) + self.clock.ticks(cycles);
        let more = (u64::from(t.bytes.max(1)) - 1) / p.width_bytes;
        (first, first + self.clock.ticks(more))
    }
}

impl Stage for Sram {
    fn access(
        &mut self,
        t: &Txn,
        at: Tick,
        _below: &mut Below<'_>,
        _meters: &mut Meters,
    ) -> Timing {
        let (first, done) = self.beats(t, at);
        self.accesses += 1;
        Timing {
            granted: at,
            first,
            done,
            freed: done,
            split: false,
            served_by: Served::Memory,
        }
    }

    fn holds(&self, t: &Txn, at: Tick, _end: bool) -> Option<u64> {
        Some(self.beats(t, at).1.since(at))
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

/// No registers are modelled.
impl Device for Sram {
    fn kind(&self) -> &'static str {
        "sram"
    }

    trueboard_core::no_registers!();

    fn reset(&mut self, _phase: ResetPhase, _cx: &mut Cx<'_>) {}

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("accesses", self.accesses)]
    }

    serde_state!();
}
