//! The AHB/AHB bridge from the processor bus to the slower bus of the peripherals, with the APB
//! bridge behind it (GR740 UM 1.7 p. 285: single reads take 5 cycles more, writes are posted).
//!
//! Reads hold the processor bus until the answer is back. Writes are posted: the bridge takes one
//! and frees the bus, and whoever comes while it is at work waits, with wait states.
//!
//! Not modelled: prefetching and write combining; masters on the far side.

use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::meter::Meters;
use trueboard_core::serde_state;
use trueboard_core::time::{Clock, Tick};

/// The numbers of a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Cycles until the far bus starts.
    pub request_cycles: u64,
    /// Cycles of an access to a device behind the bridge (at the end of the route).
    pub apb_cycles: u64,
    /// Cycles from the end of the far access to the beat on this side.
    pub return_cycles: u64,
    /// Cycles in which an idle bridge accepts a write.
    pub write_accept_cycles: u64,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bridge {
    params: Params,
    clock: Clock,
    busy_until: Tick,
    reads: u64,
    writes: u64,
    busy_cycles: u64,
    wait_cycles: u64,
}

impl Bridge {
    /// An idle bridge in the clock domain of its near side.
    pub fn new(params: Params, clock: Clock) -> Bridge {
        Bridge {
            params,
            clock,
            busy_until: Tick(0),
            reads: 0,
            writes: 0,
            busy_cycles: 0,
            wait_cycles: 0,
        }
    }

    fn start(&self, at: Tick) -> Tick {
        self.clock.edge_at_or_after(at.max(self.busy_until))
    }
}

impl Stage for Bridge {
    fn access(&mut self, t: &Txn, at: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        let p = self.params;
        let start = self.start(at);
        let request = start + self.clock.ticks(p.request_cycles);
        let (far, served_by) = if below.is_end() {
            (request + self.clock.ticks(p.apb_cycles), Served::Device)
        } else {
            let answer = below.access_at(t, request, meters);
            (answer.done, answer.served_by)
        };
        let back = self.clock.edge_at_or_after(far) + self.clock.ticks(p.return_cycles);
        self.wait_cycles += self.clock.cycles(start.since(at));
        self.busy_cycles += self.clock.cycles(back.since(start));
        self.busy_until = back;
        let end = if t.op == Op::Write {
            self.writes += 1;
            start + self.clock.ticks(p.write_accept_cycles)
        } else {
            self.reads += 1;
            back
        };
        Timing {
            granted: start,
            first: end,
            done: end,
            freed: end,
            split: false,
            served_by,
        }
    }

    fn holds(&self, t: &Txn, at: Tick, end: bool) -> Option<u64> {
        let p = self.params;
        let cycles = match t.op {
            Op::Write => p.write_accept_cycles,
            _ if end => p.request_cycles + p.apb_cycles + p.return_cycles,
            _ => return None,
        };
        Some((self.start(at) + self.clock.ticks(cycles)).since(at))
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

/// The bridge has no registers.
impl Device for Bridge {
    fn kind(&self) -> &'static str {
        "bridge"
    }

    trueboard_core::no_registers!();

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.busy_until = self.busy_until.min(cx.now);
        }
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("reads", self.reads),
            ("writes", self.writes),
            ("busy_cycles", self.busy_cycles),
            ("wait_cycles", self.wait_cycles),
        ]
    }

    serde_state!();
}
