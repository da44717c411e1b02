//! Requests of the core to its side of memory, and refusals.

use crate::trap::{Exc, Trap};
use trueboard_core::cpu::PeerAccess;

/// One data access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Address as the program has it.
    pub va: u32,
    /// 1, 2, 4 or 8.
    pub bytes: u8,
    /// The instruction.
    pub pc: u32,
    /// Cycle of the core's clock in which it reaches memory.
    pub cycle: u64,
    /// PSW: IO and PRS decide what is allowed.
    pub psw: u32,
}

/// Why an access did not happen. Nothing has changed but the registers that describe a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A trap. [`Trap::DAE`] is asynchronous: the instruction completes, and the return address is that
    /// of the next one.
    Trap(Trap),
    /// It is not this core's turn: [`trueboard_core::cpu::Stop::Sync`].
    Sync,
    /// The device reads meters: [`trueboard_core::cpu::Stop::Settle`].
    Settle,
    /// A register of another core: [`trueboard_core::cpu::Stop::Peer`]. Repeating the access takes
    /// the answer from [`RunCx::answer`](trueboard_core::cpu::RunCx::answer).
    Peer(PeerAccess),
}

impl From<Trap> for Fault {
    fn from(trap: Trap) -> Fault {
        Fault::Trap(trap)
    }
}

impl From<Fault> for Exc {
    fn from(f: Fault) -> Exc {
        match f {
            Fault::Trap(trap) => Exc::Trap(trap),
            Fault::Sync => Exc::Sync,
            Fault::Settle => Exc::Settle,
            Fault::Peer(access) => Exc::Peer(access),
        }
    }
}

/// The limits of a slice in cycles of the core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Private work may go on before this.
    pub until: u64,
    /// Transfers over the crossbar may be made before this.
    pub shared: u64,
    /// Devices and atomics may be accessed before this.
    pub sync: u64,
}
