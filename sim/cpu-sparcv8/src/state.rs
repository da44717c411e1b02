//! Architectural state of a SPARC V8 integer unit (The SPARC Architecture Manual, Version 8,
//! chapter 4) with the ancillary registers of LEON.

use crate::decoded::DecodedInsn;
use crate::numbered::PerRegister;
use crate::trap::{self, Exc, Exec};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use trueboard_engine::ops::{Host, Registers};

/// Condition codes, as in PSR bits 23:20.
pub mod icc {
    /// Negative.
    #[cfg(test)]
    pub const N: u8 = 8;
    /// Zero.
    #[cfg(test)]
    pub const Z: u8 = 4;
    /// Overflow.
    pub const V: u8 = 2;
    /// Carry.
    #[cfg(test)]
    pub const C: u8 = 1;
}

/// The processor state register, field by field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Psr {
    /// impl (31:28) and ver (27:24), read-only.
    pub impl_ver: u8,
    /// N Z V C.
    pub icc: u8,
    /// FPU enabled.
    pub ef: bool,
    /// Processor interrupt level.
    pub pil: u8,
    /// Supervisor.
    pub s: bool,
    /// Supervisor before the last trap.
    pub ps: bool,
    /// Traps enabled.
    pub et: bool,
    /// Current window.
    pub cwp: u8,
}

impl Psr {
    /// The register as software reads it.
    pub fn to_bits(self) -> u32 {
        u32::from(self.impl_ver) << 24
            | u32::from(self.icc) << 20
            | u32::from(self.ef) << 12
            | u32::from(self.pil) << 8
            | u32::from(self.s) << 7
            | u32::from(self.ps) << 6
            | u32::from(self.et) << 5
            | u32::from(self.cwp)
    }

    /// Takes the writable fields from `v`. The caller has checked CWP.
    pub fn set_bits(&mut self, v: u32, has_fpu: bool) {
        self.icc = (v >> 20) as u8 & 0xf;
        self.ef = has_fpu && v & (1 << 12) != 0;
        self.pil = (v >> 8) as u8 & 0xf;
        self.s = v & (1 << 7) != 0;
        self.ps = v & (1 << 6) != 0;
        self.et = v & (1 << 5) != 0;
        self.cwp = v as u8 & 0x1f;
    }
}

/// The number of a register that no instruction reads: the destination of results for %g0.
pub const DISCARD: u8 = 32;

/// Register windows that there is room for: SPARC V8 has no more.
const MOST_WINDOWS: usize = 32;

/// The register file: the current window flat, all windows behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Regs {
    /// The 32 visible registers: globals, outs, locals, ins.
    pub r: PerRegister<u32>,
    /// Locals (0..8) and ins (8..16) of each window. The current window's entry, and the ins of
    /// the one below it, are stale while they are visible in `r`.
    windows: Windows,
}

/// Windows by number. There is room for every number, so no access needs a check; only those that there are
/// are state.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Windows {
    all: [[u32; 16]; MOST_WINDOWS],
    /// Number of the last one.
    last: u32,
}

impl Windows {
    /// Locals and ins of window `w`.
    #[inline(always)]
    fn window(&mut self, w: u32) -> &mut [u32; 16] {
        &mut self.all[w as usize & (MOST_WINDOWS - 1)]
    }

    /// The ins of window `w`.
    #[inline(always)]
    fn ins(&mut self, w: u32) -> &mut [u32; 8] {
        let Some(ins) = self.window(w).last_chunk_mut() else {
            unreachable!("a window has more");
        };
        ins
    }
}

impl Serialize for Windows {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.all[..=self.last as usize].serialize(s)
    }
}

impl<'de> Deserialize<'de> for Windows {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let windows = Vec::<[u32; 16]>::deserialize(d)?;
        let mut all = [[0; 16]; MOST_WINDOWS];
        match (all.get_mut(..windows.len()), windows.len().checked_sub(1)) {
            (Some(part), Some(last)) => {
                part.copy_from_slice(&windows);
                let last = last as u32;
                Ok(Windows { all, last })
            }
            _ => Err(D::Error::invalid_length(windows.len(), &"1 to 32 windows")),
        }
    }
}

impl Regs {
    /// All zero.
    pub fn new(windows: u8) -> Regs {
        Regs {
            r: PerRegister::default(),
            windows: Windows {
                all: [[0; 16]; MOST_WINDOWS],
                last: u32::from(windows).clamp(1, MOST_WINDOWS as u32) - 1,
            },
        }
    }

    /// Number of windows.
    pub fn windows(&self) -> u8 {
        self.windows.last as u8 + 1
    }

    /// The window "below" `w`: SAVE enters it, and its ins are the outs of `w`.
    pub fn below(&self, w: u8) -> u8 {
        self.down(w.into()) as u8
    }

    /// The window "above" `w`: the one RESTORE goes to.
    pub fn above(&self, w: u8) -> u8 {
        self.up(w.into()) as u8
    }

    /// [`Regs::below`], as the host has numbers.
    #[inline(always)]
    pub fn down(&self, w: u32) -> u32 {
        w.checked_sub(1).unwrap_or(self.windows.last)
    }

    /// [`Regs::above`], as the host has numbers.
    #[inline(always)]
    pub fn up(&self, w: u32) -> u32 {
        if w == self.windows.last { 0 } else { w + 1 }
    }

    /// Makes window `to` visible instead of `from`.
    #[inline]
    pub fn switch(&mut self, from: u8, to: u8) {
        let (from, to) = (u32::from(from), u32::from(to));
        if from != to {
            self.turn(from, to, self.down(from), self.down(to));
        }
    }

    /// Makes the window `to` visible, which is below `from`.
    #[inline(always)]
    pub fn turn_down(&mut self, from: u32, to: u32) {
        self.turn(from, to, to, self.down(to));
    }

    /// Makes the window `to` visible, which is above `from`.
    #[inline(always)]
    pub fn turn_up(&mut self, from: u32, to: u32) {
        self.turn(from, to, self.down(from), from);
    }

    /// Makes window `to` visible instead of `from`, which are different, when those below them are known.
    #[inline(always)]
    fn turn(&mut self, from: u32, to: u32, below_from: u32, below_to: u32) {
        *self.windows.window(from) = *self.r.run_prefix::<16, 16>();
        *self.windows.ins(below_from) = *self.r.run_prefix::<8, 8>();
        *self.r.run_prefix::<16, 16>() = *self.windows.window(to);
        *self.r.run_prefix::<8, 8>() = *self.windows.ins(below_to);
    }

    /// Register `reg` (0..32) of window `w`, while `cwp` is the current one.
    pub fn in_window(&self, cwp: u8, w: u8, reg: usize) -> u32 {
        let mut all = self.clone();
        all.switch(cwp, w);
        all.r[reg & 31]
    }

    /// Writes a visible register; %g0 stays 0.
    #[inline(always)]
    pub fn set(&mut self, rd: u8, v: u32) {
        self.r[usize::from(rd)] = v;
        self.r[0] = 0;
    }

    /// Writes the destination of an instruction, [`DISCARD`] instead of %g0.
    #[inline(always)]
    pub fn put(&mut self, rd: u8, v: u32) {
        self.r[usize::from(rd)] = v;
    }

    /// Reads a visible register.
    #[inline(always)]
    pub fn get(&self, r: u8) -> u32 {
        self.r[usize::from(r)]
    }
}

/// What software sees of the integer unit, time and counters apart.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub regs: Regs,
    pub psr: Psr,
    pub wim: u32,
    pub tbr: u32,
    pub y: u32,
    pub pc: u32,
    pub npc: u32,
    /// The instruction at `pc` is the annulled delay slot of a branch.
    pub annul: bool,
    pub asr16: u32,
    pub asr17: u32,
    /// %asr24 to %asr31: address and mask of each watchpoint.
    pub watch: [u32; 8],
}

/// A register of the integer unit that instructions read or write by operations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum IuReg {
    /// An r register of the current window; [`DISCARD`] for a result that goes to %g0.
    R(u8),
    /// Y.
    Y,
    /// The condition codes: N, Z, V, C from bit 3 on.
    Icc,
    /// The PSR, which operations only read.
    Psr,
    /// WIM.
    Wim,
    /// TBR.
    Tbr,
}

impl Registers for State {
    type Reg = IuReg;
    type Trap = u8;

    #[inline(always)]
    fn get(&self, reg: IuReg) -> u32 {
        match reg {
            IuReg::R(n) => self.regs.get(n),
            IuReg::Y => self.y,
            IuReg::Icc => self.psr.icc.into(),
            IuReg::Psr => self.psr.to_bits(),
            IuReg::Wim => self.wim,
            IuReg::Tbr => self.tbr,
        }
    }

    #[inline(always)]
    fn put(&mut self, reg: IuReg, value: u32) {
        match reg {
            IuReg::R(n) => self.regs.put(n, value),
            IuReg::Y => self.y = value,
            IuReg::Icc => self.psr.icc = value as u8 & 0xf,
            IuReg::Psr => {}
            IuReg::Wim => self.wim = value & u32::MAX >> (32 - u32::from(self.regs.windows())),
            IuReg::Tbr => self.tbr = value,
        }
    }

    fn constant(reg: IuReg) -> Option<u32> {
        (reg == IuReg::R(0)).then_some(0)
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

impl State {
    /// The sum of the two operands of an instruction: `rs1`, and `rs2` or the immediate.
    #[inline(always)]
    pub fn address(&self, d: &DecodedInsn) -> u32 {
        let b = self.regs.get(d.rs2).wrapping_add_signed(d.imm);
        self.regs.get(d.rs1).wrapping_add(b)
    }

    /// The address of an access to an alternate space, of which `imm` is the ASI.
    pub fn alternate_address(&self, d: &DecodedInsn) -> u32 {
        self.regs.get(d.rs1).wrapping_add(self.regs.get(d.rs2))
    }

    /// Privileged instructions trap in user mode.
    pub fn supervisor(&self) -> Exec {
        if self.psr.s {
            Ok(())
        } else {
            Err(Exc::Trap(trap::PRIVILEGED))
        }
    }

    /// Makes window `to` the current one.
    #[inline(always)]
    pub fn change_window(&mut self, to: u8) {
        self.regs.switch(self.psr.cwp, to);
        self.psr.cwp = to;
    }

    /// The window below the current one.
    #[inline(always)]
    pub fn window_below(&self) -> u32 {
        self.regs.down(self.psr.cwp.into())
    }

    /// The window above the current one.
    #[inline(always)]
    pub fn window_above(&self) -> u32 {
        self.regs.up(self.psr.cwp.into())
    }

    /// Makes window `to`, the one below the current one, the current one.
    #[inline(always)]
    pub fn turn_down(&mut self, to: u32) {
        self.regs.turn_down(self.psr.cwp.into(), to);
        self.psr.cwp = to as u8;
    }

    /// Makes window `to`, the one above the current one, the current one.
    #[inline(always)]
    pub fn turn_up(&mut self, to: u32) {
        self.regs.turn_up(self.psr.cwp.into(), to);
        self.psr.cwp = to as u8;
    }

    /// The window mask has window `w`.
    #[inline(always)]
    pub fn is_masked(&self, w: u32) -> bool {
        self.wim >> (w & 31) & 1 != 0
    }

    /// A watchpoint on instruction fetches is armed (IF).
    pub fn watches_fetches(&self) -> bool {
        self.watch.chunks(2).any(|w| w[0] & 1 != 0)
    }

    /// A watchpoint on loads or stores is armed (DL, DS).
    pub fn watches_data(&self) -> bool {
        self.watch.chunks(2).any(|w| w[1] & 3 != 0)
    }

    /// A watchpoint covers the instruction at `pc`, and traps are enabled.
    pub fn is_watched_fetch(&self, pc: u32) -> bool {
        self.psr.et
            && self
                .watch
                .chunks(2)
                .any(|w| w[0] & 1 != 0 && (pc ^ w[0]) & w[1] & !3 == 0)
    }

    /// Traps when a watchpoint covers this data access.
    pub fn check_watch(&self, va: u32, store: bool) -> Exec {
        let armed = if store { 1 } else { 2 };
        let hit = self
            .watch
            .chunks(2)
            .any(|w| w[1] & armed != 0 && (va ^ w[0]) & w[1] & !3 == 0);
        if hit && self.psr.et {
            Err(Exc::Trap(trap::WATCHPOINT))
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::snapshot::{from_bytes, to_bytes};

    #[test]
    fn outs_become_ins_around_the_ring() {
        let mut f = Regs::new(8);
        f.r[8] = 11;
        f.r[16] = 22;
        f.r[24] = 33;
        f.switch(0, 7);
        assert_eq!(f.r[24], 11);
        assert_eq!(f.r[16], 0);
        f.r[25] = 44;
        f.switch(7, 0);
        assert_eq!((f.r[8], f.r[9], f.r[16], f.r[24]), (11, 44, 22, 33));
        assert_eq!(f.in_window(0, 7, 24), 11);
        assert_eq!(f.in_window(0, 1, 8), 33);
    }

    #[test]
    fn windows_that_there_are_are_state() {
        let mut f = Regs::new(8);
        f.r[16] = 5;
        f.switch(0, 1);
        let mut all = vec![[0u32; 16]; 8];
        all[0][0] = 5;
        let bytes = to_bytes(&f.windows);
        assert_eq!(bytes, to_bytes(&all));
        assert_eq!(from_bytes::<Windows>(&bytes).unwrap(), f.windows);
        for wrong in [0, MOST_WINDOWS + 1] {
            let bytes = to_bytes(&vec![[0u32; 16]; wrong]);
            assert!(from_bytes::<Windows>(&bytes).is_err());
        }
    }

    #[test]
    fn psr_round_trip() {
        let mut p = Psr {
            impl_ver: 0xf3,
            icc: 0,
            ef: false,
            pil: 0,
            s: true,
            ps: true,
            et: false,
            cwp: 0,
        };
        p.set_bits(0x00f0_1fe7, true);
        assert_eq!(p.to_bits(), 0xf3f0_1fe7);
        p.set_bits(0x0000_1000, false);
        assert_eq!(p.to_bits(), 0xf300_0000);
    }
}
