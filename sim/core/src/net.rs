//! Packets: transfers behind a network. A transfer over a bus moves its bytes at once, and the bus only computes its
//! time. A packet is in flight for a while, later packets may overtake it, and its bytes move when it arrives.
//!
//! A core sends by [`crate::bus::CoreBus::send`]; the board's network (a [`crate::bus::Stage`]) returns the times of
//! arrival and of the answer. At that time, with no core behind, the board moves the bytes of memories itself. Packets
//! for a core's own window ([`crate::cpu::Core::window`]) and answers go to the core ([`crate::cpu::Core::receive`]).

use crate::transfer::{BusFault, Txn};
use serde::{Deserialize, Serialize};

/// A packet in a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packet {
    /// Who wants what from where, of at most 8 bytes. `op` is `Read`, `Fetch`, `Write`, or `Rmw` for
    /// TESTSET: write `value` if all bytes are 0, and answer with what was there.
    pub txn: Txn,
    /// What is to be written, right-aligned.
    pub value: u64,
    /// The sender's own name for the answer of what reads.
    pub tag: u32,
}

/// What reaches a core from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delivery {
    /// A packet for the core's window.
    Packet(Packet),
    /// The answer to a packet of the core itself.
    Answer {
        /// As in the packet.
        tag: u32,
        /// What was read, right-aligned.
        value: Result<u64, BusFault>,
    },
    /// The reminder that the core requested by [`crate::bus::CoreBus::remind`].
    Reminder {
        /// As it was given.
        tag: u32,
    },
}
