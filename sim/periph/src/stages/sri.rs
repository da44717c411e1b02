//! A slave port of the SRI crossbar of an AURIX TC27x (UM, chapter On-Chip System Buses, SRI).
//!
//! Each slave has an arbiter of its own, so masters that ask different slaves do not meet: there is
//! one of these stages per slave. A request takes some cycles to the arbiter and the answer some
//! cycles back; in between it has the slave to itself, which is what the port's bus meters count.
//! Each core is two masters: 2n for its data side (DMI) and 2n + 1 for its fetches (PMI).
//!
//! Requests are granted in their order. A master with one request at a time waits for at most one transaction of each
//! other master, as under round robin. A joint request of a core (the two transfers of a dirty miss, posted stores and
//! the load behind them) is granted as a whole. Not modelled: priorities and the starvation counter, which could only
//! change the order among masters that wait together. Firmware can set them (PRIOL and PRIOH of each arbiter, 3 bits a
//! master), but no public source says which arbiter is which slave's, which master has which number, what they are
//! after reset and whether 0 is the highest. Nor address phases that overlap the data phase of the transfer before.

use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, Op, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::meter::Meters;
use trueboard_core::serde_state;
use trueboard_core::time::{Clock, Tick};
use trueboard_periph_ahb::{Ahb, Params as Port};

/// The numbers of a slave port.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The bus to which its meters belong.
    pub bus: String,
    /// Bytes that one beat moves at most.
    pub width_bytes: u16,
    /// Cycles from a request to the earliest address phase.
    pub request_cycles: u64,
    /// Cycles of the address phase.
    pub address_cycles: u64,
    /// Cycles from a beat at the slave to the beat at the master.
    pub return_cycles: u64,
    /// Cycles from the address phase to the answer of a register at the end of the route.
    pub register_cycles: u64,
}

/// How many masters a core is.
const MASTERS: u8 = 2;

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sri {
    /// Ticks of a request's way to the port and of the answer's way back.
    there: u64,
    back: u64,
    /// One owner at a time, and who waits for whom.
    port: Ahb,
}

impl Sri {
    /// An idle port that counts in bus `bus` of the meters.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn new(p: &Params, clock: Clock, bus: usize) -> Result<Sri, String> {
        let port = Port {
            width_bytes: p.width_bytes,
            address_cycles: p.address_cycles,
            handover_cycles: 0,
            register_cycles: p.register_cycles,
        };
        port.check()?;
        Ok(Sri {
            there: clock.ticks(p.request_cycles),
            back: clock.ticks(p.return_cycles),
            port: Ahb::new(port, clock, bus),
        })
    }
}

impl Stage for Sri {
    fn access(&mut self, t: &Txn, at: Tick, below: &mut Below<'_>, meters: &mut Meters) -> Timing {
        let t = Txn {
            master: MASTERS * (t.master & 7) + u8::from(t.op == Op::Fetch),
            ..*t
        };
        let answer = self.port.access(&t, at + self.there, below, meters);
        Timing {
            first: answer.first + self.back,
            done: answer.done + self.back,
            ..answer
        }
    }

    fn masters_of_a_core(&self) -> Option<(usize, u8)> {
        Some((self.port.bus(), MASTERS))
    }

    fn settle(&mut self, now: Tick, meters: &mut Meters) {
        self.port.settle(now, meters);
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

/// The registers of the arbiters are a device of their own (XBAR).
impl Device for Sri {
    fn kind(&self) -> &'static str {
        "sri"
    }

    trueboard_core::no_registers!();

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        self.port.reset(phase, cx);
    }

    serde_state!();
}
