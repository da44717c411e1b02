//! What the program sees of a core, apart from its memory, DMA and counters.

use crate::params::Params;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use std::convert::Infallible;
use trueboard_engine::ops::{Host, Registers};

/// SP, the stack pointer, and FP, the frame pointer (AR, table 36: convention of the tools).
pub(crate) const SP: u8 = 13;
pub(crate) const FP: u8 = 11;
/// LR, the link register.
pub(crate) const LR: u8 = 14;

/// CONFIG: rounding, arithmetic mode, control mode of transactions, emulation (AR, CONFIG).
pub(crate) mod config {
    /// RMODE: truncate.
    pub const RMODE: u32 = 1;
    /// IEN, OEN and UEN: exceptions of the FPU.
    pub const INVALID: u32 = 1 << 1;
    /// See [`INVALID`].
    pub const OVERFLOW: u32 = 1 << 2;
    /// See [`INVALID`].
    pub const UNDERFLOW: u32 = 1 << 3;
    /// Lowest bit of CTIMER0CFG; CTIMER1CFG is four bits higher.
    pub const CTIMER_SHIFT: u32 = 4;
    /// Lowest bit of CTRLMODE.
    pub const CTRLMODE_SHIFT: u32 = 12;
    /// CTRLMODE: stores go to all nodes with an equal MULTICAST.
    pub const MULTICAST: u32 = 0x3;
    /// CTRLMODE: stores raise MESSAGE where they arrive.
    pub const MESSAGE: u32 = 0xc;
    /// Force single issue (undocumented).
    pub const SINGLE_ISSUE: u32 = 1 << 21;
    /// MBKPTEN: halts when another core executes MBKPT.
    pub const MBKPTEN: u32 = 1 << 23;
    /// KMEN: kernel and user mode (undocumented; nothing faults).
    pub const KMEN: u32 = 1 << 25;
    /// DBGPAUSE: DMA and counters stop while the core is halted.
    pub const DBGPAUSE: u32 = 1 << 24;
}

/// DEBUGSTATUS.
pub(crate) mod debug {
    /// Halted.
    pub const HALT: u32 = 1;
    /// A transaction to the outside is pending.
    pub const EXT_PEND: u32 = 1 << 1;
    /// Halted by another core.
    pub const MBKPT_FLAG: u32 = 1 << 2;
}

/// Interrupts by number (AR, interrupts).
pub(crate) mod irq {
    /// SYNC: start.
    pub const SYNC: u32 = 0;
    /// Software exception.
    pub const SOFTWARE: u32 = 1;
    /// Memory fault.
    pub const MEMORY: u32 = 2;
    /// CTIMER0; CTIMER1 is the next one.
    pub const CTIMER0: u32 = 3;
    /// Message.
    pub const MESSAGE: u32 = 5;
    /// DMA0; DMA1 is the next one.
    pub const DMA0: u32 = 6;
    /// The wired AND.
    pub const WAND: u32 = 8;
    /// All there are.
    pub const ALL: u32 = 0x3ff;
}

/// Causes of software exceptions in STATUS (AR, EXCAUSE of the Epiphany-III).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// SWI.
    Swi = 1,
    /// Unaligned access.
    Unaligned = 2,
    /// The FPU.
    Fpu = 3,
    /// Unimplemented instruction.
    Unimplemented = 4,
}

/// Lowest bit of STATUS.EXCAUSE.
const EXCAUSE_SHIFT: u32 = 16;

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct State {
    /// General registers.
    #[serde(with = "BigArray")]
    pub r: [u32; 64],
    /// STATUS.
    pub status: u32,
    /// CONFIG.
    pub config: u32,
    /// DEBUGSTATUS.
    pub debug: u32,
    /// Hardware loop.
    pub lc: u32,
    pub ls: u32,
    pub le: u32,
    /// Interrupts.
    pub iret: u32,
    pub imask: u32,
    pub ilat: u32,
    pub ipend: u32,
    /// Memory.
    pub memconfig: u32,
    pub memstatus: u32,
    pub memprotect: u32,
    /// Mesh.
    pub meshcfg: u32,
    pub coreid: u32,
    pub multicast: u32,
    /// CMESHROUTE, XMESHROUTE, RMESHROUTE.
    pub routes: [u32; 3],
    /// RESETCORE is held.
    pub in_reset: bool,
}

impl State {
    /// As after reset (AR, registers; undefined values are 0).
    pub fn new(p: &Params, n: u8) -> State {
        State {
            r: [0; 64],
            status: 0,
            config: 0,
            debug: 0,
            lc: 0,
            ls: 0,
            le: 0,
            iret: 0,
            imask: 0,
            ilat: 0,
            ipend: 0,
            memconfig: 0,
            memstatus: 0,
            memprotect: 0,
            meshcfg: 0,
            coreid: p.core_id(n),
            multicast: 0,
            routes: [0; 3],
            in_reset: false,
        }
    }

    /// First address of the core's window.
    #[inline(always)]
    pub fn base(&self) -> u64 {
        u64::from(self.coreid) << 20
    }

    /// The address that the core's own address `at` has for all.
    pub fn global(&self, at: u32) -> u64 {
        match at >> 20 {
            0 => self.base() | u64::from(at),
            _ => at.into(),
        }
    }

    /// Halted by a debugger or TRAP.
    #[inline]
    pub fn halted(&self) -> bool {
        self.debug & debug::HALT != 0
    }

    /// A core that is halted stops its DMA channels and counters, too.
    pub fn paused(&self) -> bool {
        self.halted() && self.config & config::DBGPAUSE != 0
    }

    /// Register `n`.
    #[inline(always)]
    pub fn reg(&self, n: u8) -> u32 {
        self.r[usize::from(n & 63)]
    }

    /// Sets register `n`.
    #[inline(always)]
    pub fn set_reg(&mut self, n: u8, v: u32) {
        self.r[usize::from(n & 63)] = v;
    }

    /// Notes the cause of a software exception and requests its interrupt.
    pub fn raise(&mut self, cause: Cause) {
        let excause = 0xf << EXCAUSE_SHIFT;
        self.status = self.status & !excause | (cause as u32) << EXCAUSE_SHIFT;
        self.ilat |= 1 << irq::SOFTWARE;
    }
}

/// A register that instructions read or write by operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum CoreReg {
    /// A general register.
    R(u8),
    /// STATUS.
    Status,
}

impl Registers for State {
    type Reg = CoreReg;
    /// What goes wrong is an interrupt: the instruction is executed.
    type Trap = Infallible;

    #[inline(always)]
    fn get(&self, reg: CoreReg) -> u32 {
        match reg {
            CoreReg::R(n) => self.reg(n),
            CoreReg::Status => self.status,
        }
    }

    #[inline(always)]
    fn put(&mut self, reg: CoreReg, value: u32) {
        match reg {
            CoreReg::R(n) => self.set_reg(n, value),
            CoreReg::Status => self.status = value,
        }
    }
}

impl Host for State {
    type Machine = State;
    type Exit = Infallible;

    #[inline(always)]
    fn machine(&mut self) -> &mut State {
        self
    }
}
