//! Loads, stores and atomics (SPARC V8 manual, B.1 to B.8; CASA from V9).

use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::isa::Counted;
use crate::live::{Live, bit};
use crate::mmu::AccessType;
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;

impl Leon {
    #[inline(always)]
    fn address(&self, s: &DecodedInsn) -> u32 {
        let (a, b) = self.operands(s);
        a.wrapping_add(b)
    }

    #[inline(always)]
    fn loaded(&mut self, l: &mut Live, rd: u8, v: u32) {
        self.regs.put(rd, v);
        self.hazard = bit(rd);
        self.count(l, Counted::Load);
    }

    /// [`Leon::loaded`] off the hot path.
    pub(crate) fn loaded_word(&mut self, rd: u8, v: u32) {
        self.regs.set(rd, v);
        self.hazard = bit(rd);
    }

    #[inline(always)]
    pub(crate) fn ld(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        let v = self.load::<4>(l, cx, self.address(s))?;
        self.loaded(l, s.rd, v as u32);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn ldb(
        &mut self,
        l: &mut Live,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
        signed: bool,
    ) -> Exec {
        let v = self.load::<1>(l, cx, self.address(s))? as u8;
        self.loaded(l, s.rd, if signed { v as i8 as u32 } else { v.into() });
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn ldh(
        &mut self,
        l: &mut Live,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
        signed: bool,
    ) -> Exec {
        let v = self.load::<2>(l, cx, self.address(s))? as u16;
        self.loaded(l, s.rd, if signed { v as i16 as u32 } else { v.into() });
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn ldd(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.even(s.rd)?;
        let v = self.load::<8>(l, cx, self.address(s))?;
        self.load_pair(s.rd, v);
        self.hazard = (3 << s.rd) & !1;
        self.count(l, Counted::Load);
        Ok(())
    }

    pub(crate) fn load_pair(&mut self, rd: u8, v: u64) {
        self.regs.set(rd, (v >> 32) as u32);
        self.regs.set(rd | 1, v as u32);
    }

    /// LDD and STD with an odd register trap as illegal (B.1).
    pub(crate) fn even(&self, rd: u8) -> Exec {
        if rd & 1 != 0 {
            Err(Exc::Trap(trap::ILLEGAL))
        } else {
            Ok(())
        }
    }

    #[inline(always)]
    pub(crate) fn st(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.store(l, cx, self.address(s), self.regs.get(s.rd).to_be_bytes())
    }

    #[inline(always)]
    pub(crate) fn stb(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.store(
            l,
            cx,
            self.address(s),
            (self.regs.get(s.rd) as u8).to_be_bytes(),
        )
    }

    #[inline(always)]
    pub(crate) fn sth(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.store(
            l,
            cx,
            self.address(s),
            (self.regs.get(s.rd) as u16).to_be_bytes(),
        )
    }

    #[inline(always)]
    pub(crate) fn std(&mut self, l: &mut Live, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.even(s.rd)?;
        let v = self.register_pair(s.rd);
        self.store(l, cx, self.address(s), v.to_be_bytes())
    }

    pub(crate) fn register_pair(&self, rd: u8) -> u64 {
        u64::from(self.regs.get(rd)) << 32 | u64::from(self.regs.get(rd | 1))
    }

    pub(crate) fn ldstub(
        &mut self,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
        va: u32,
        alternate: bool,
    ) -> Exec {
        let at = self.atomic_type(s, alternate);
        let old = self.atomic(cx, va, 1, at, |_| Some(0xff))?;
        self.loaded_word(s.rd, old);
        Ok(())
    }

    pub(crate) fn swap(
        &mut self,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
        va: u32,
        alternate: bool,
    ) -> Exec {
        let new = self.regs.get(s.rd);
        let at = self.atomic_type(s, alternate);
        let old = self.atomic(cx, va, 4, at, |_| Some(new))?;
        self.loaded_word(s.rd, old);
        Ok(())
    }

    /// CASA [rs1] asi, rs2, rd: only ASI 0x0A is allowed in user mode (GR740 UM 1.7 p. 66).
    pub(crate) fn casa(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        if !self.psr.s && s.imm != 0x0a {
            return Err(Exc::Trap(trap::PRIVILEGED));
        }
        let expected = self.regs.get(s.rs2);
        let new = self.regs.get(s.rd);
        let va = self.regs.get(s.rs1);
        let old = self.atomic(cx, va, 4, self.atomic_type(s, true), |old| {
            (old == expected).then_some(new)
        })?;
        self.loaded_word(s.rd, old);
        Ok(())
    }

    /// What an atomic is to the MMU, one of an alternate space if it is `alternate`.
    fn atomic_type(&self, s: &DecodedInsn, alternate: bool) -> AccessType {
        match s.imm as u8 {
            asi @ 0x08..=0x0b if alternate => AccessType::space(asi, true),
            _ => AccessType::store(self.psr.s),
        }
    }

    /// The address of an ordinary atomic.
    pub(crate) fn plain_address(&self, s: &DecodedInsn) -> u32 {
        self.address(s)
    }

    /// The address of an alternate-space access, whose `imm` is the ASI.
    pub(crate) fn alternate_address(&self, s: &DecodedInsn) -> u32 {
        self.regs.get(s.rs1).wrapping_add(self.regs.get(s.rs2))
    }
}
