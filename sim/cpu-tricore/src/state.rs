//! Registers of a core, and what their fields mean (TC1.6 architecture manual, volume 1, "Core
//! registers").

use crate::decoded::{NONE, RegNo};
use crate::memory::Access;
use crate::params::Params;
use crate::trap::{Exc, Trap};
use serde::{Deserialize, Serialize};
use trueboard_engine::ops::{Host, Registers};

/// PSW.V.
pub const PSW_V: u32 = 1 << 30;
/// PSW.SV.
pub const PSW_SV: u32 = 1 << 29;
/// PSW.AV.
pub const PSW_AV: u32 = 1 << 28;
/// PSW.SAV.
pub const PSW_SAV: u32 = 1 << 27;
/// PSW.RM: rounding mode of the FPU.
pub const PSW_RM: u32 = 3 << 24;
/// PSW.S: safe task.
pub const PSW_S: u32 = 1 << 14;
/// PSW.PRS: protection register set.
pub const PSW_PRS: u32 = 3 << 12;
/// PSW.IO: access privilege level.
pub const PSW_IO: u32 = 3 << 10;
/// PSW.IO of supervisor mode.
pub const SUPERVISOR: u32 = 2 << 10;
/// PSW.IS: on the interrupt stack.
pub const PSW_IS: u32 = 1 << 9;
/// PSW.GW: global address registers may be written.
pub const PSW_GW: u32 = 1 << 8;
/// PSW.CDE: call depth counting.
pub const PSW_CDE: u32 = 1 << 7;
/// PSW.CDC: call depth counter.
pub const PSW_CDC: u32 = 0x7f;

/// Segment and offset of a link word (PCXI, FCX, LCX).
pub const LINK: u32 = 0xf_ffff;
/// PCXI.UL: the context that it links to is an upper one.
pub const PCXI_UL: u32 = 1 << 20;
/// PCXI.PIE: ICR.IE before.
pub const PCXI_PIE: u32 = 1 << 21;
/// Lowest bit of PCXI.PCPN: ICR.CCPN before.
pub const PCXI_PCPN_SHIFT: u32 = 22;

/// ICR.IE.
pub const ICR_IE: u32 = 1 << 15;
/// ICR.CCPN as far as this core has it.
pub const ICR_CCPN: u32 = 0xff;
/// Lowest bit of ICR.PIPN.
pub const ICR_PIPN_SHIFT: u32 = 16;

/// SYSCON.FCDSF: a free context list depletion trap was taken.
pub const SYSCON_FCDSF: u32 = 1;
/// SYSCON.PROTEN: memory protection is on.
pub const SYSCON_PROTEN: u32 = 1 << 1;
/// SYSCON.TPROTEN: the temporal protection system is on.
pub const SYSCON_TPROTEN: u32 = 1 << 2;
/// SYSCON.IS: PSW.S of interrupt handlers.
pub const SYSCON_IS: u32 = 1 << 3;
/// SYSCON.IT: PSW.S of trap handlers.
pub const SYSCON_IT: u32 = 1 << 4;

/// A0, A1, A8 and A9, as in [`crate::decoded::DecodedInsn::writes`].
pub const GLOBALS: u32 = 0x0303_0000;

/// Number of the stack pointer among all registers.
pub const A10: usize = 26;
/// Number of the return address register.
pub const A11: usize = 27;
/// Number of A14.
pub const A14: usize = 30;
/// Number of D15, the implicit data register.
pub const D15: usize = 15;

/// General registers: D0 to D15, then A0 to A15. One spare register behind them, so that a pair can be
/// read from any of them.
pub const REGISTERS: usize = 33;
/// Places for them: as many as a byte can number, so that none is out of bounds.
const PLACES: usize = 256;

/// What the program sees of a core, apart from its memories and counters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// D0 to D15 and A0 to A15.
    #[serde(with = "registers")]
    pub r: [u32; PLACES],
    /// Program counter.
    pub pc: u32,
    /// Program status word.
    pub psw: u32,
    /// Previous context information.
    pub pcxi: u32,
    /// Head of the list of free contexts.
    pub fcx: u32,
    /// Limit of that list.
    pub lcx: u32,
    /// Interrupt control; PIPN is the request at the input.
    pub icr: u32,
    /// Base of the interrupt vector table.
    pub biv: u32,
    /// Base of the trap vector table.
    pub btv: u32,
    /// Interrupt stack pointer.
    pub isp: u32,
    /// System configuration.
    pub syscon: u32,
}

impl State {
    /// As after reset.
    pub fn new(p: &Params) -> State {
        State {
            r: [0; PLACES],
            pc: p.reset_pc,
            psw: p.reset.psw,
            pcxi: 0,
            fcx: 0,
            lcx: 0,
            icr: 0,
            biv: 0,
            btv: p.reset.btv,
            isp: p.reset.isp,
            syscon: 0,
        }
    }

    /// The general registers, and the spare one behind them.
    pub fn registers(&self) -> &[u32] {
        &self.r[..REGISTERS]
    }

    /// Register number `n` of a insn.
    #[inline(always)]
    pub fn reg(&self, n: u8) -> u32 {
        self.r[usize::from(n)]
    }

    /// Sets register number `n` of a insn.
    #[inline(always)]
    pub fn set_reg(&mut self, n: u8, v: u32) {
        self.r[usize::from(n)] = v;
    }

    /// Register `n` and above it the next one: a pair when `n` is even.
    #[inline(always)]
    pub fn pair(&self, n: u8) -> u64 {
        let n = usize::from(n & 31);
        u64::from(self.r[n + 1]) << 32 | u64::from(self.r[n])
    }

    /// Sets the pair of even register `n`.
    #[inline(always)]
    pub fn set_pair(&mut self, n: u8, v: u64) {
        let n = usize::from(n & 30);
        self.r[n] = v as u32;
        self.r[n + 1] = (v >> 32) as u32;
    }

    /// An access of the instruction at the program counter to the `bytes` at `va`, in `cycle`.
    #[inline(always)]
    pub fn access(&self, va: u32, bytes: u8, cycle: u64) -> Access {
        Access {
            va,
            bytes,
            pc: self.pc,
            cycle,
            psw: self.psw,
        }
    }

    /// True in supervisor mode.
    #[inline(always)]
    pub fn supervisor(&self) -> bool {
        self.psw & PSW_IO == SUPERVISOR
    }

    /// Priority of the interrupt request at the input.
    pub fn pipn(&self) -> u32 {
        self.icr >> ICR_PIPN_SHIFT & ICR_CCPN
    }

    /// True when the request at the input would be taken.
    pub fn interrupt_due(&self) -> bool {
        self.icr & ICR_IE != 0 && self.pipn() > self.icr & ICR_CCPN
    }
}

/// A register that instructions read or write by operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CoreReg {
    /// A general register, as instructions number them; [`NONE`] reads as 0.
    R(RegNo),
    /// The PSW.
    Psw,
}

impl Registers for State {
    type Reg = CoreReg;
    type Trap = Trap;

    #[inline(always)]
    fn get(&self, reg: CoreReg) -> u32 {
        match reg {
            CoreReg::R(n) => self.reg(n),
            CoreReg::Psw => self.psw,
        }
    }

    #[inline(always)]
    fn put(&mut self, reg: CoreReg, value: u32) {
        match reg {
            CoreReg::R(n) => self.set_reg(n, value),
            CoreReg::Psw => self.psw = value,
        }
    }

    fn constant(reg: CoreReg) -> Option<u32> {
        (reg == CoreReg::R(NONE)).then_some(0)
    }
}

impl Host for State {
    type Machine = State;
    type Exit = Exc;

    #[inline(always)]
    fn machine(&mut self) -> &mut State {
        self
    }
}

/// The registers as they are serialised: without the places that none has.
mod registers {
    use super::{PLACES, REGISTERS};
    use serde::{Deserializer, Serializer};
    use serde_big_array::BigArray;

    pub fn serialize<S: Serializer>(r: &[u32; PLACES], to: S) -> Result<S::Ok, S::Error> {
        let kept: [u32; REGISTERS] = std::array::from_fn(|i| r[i]);
        BigArray::serialize(&kept, to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<[u32; PLACES], D::Error> {
        let kept: [u32; REGISTERS] = BigArray::deserialize(from)?;
        Ok(std::array::from_fn(|i| kept.get(i).copied().unwrap_or(0)))
    }
}
