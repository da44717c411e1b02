//! State registers, FLUSH, watchpoints, power-down (SPARC V8 manual, B.28 to B.32; GR740 UM 1.7
//! p. 60-68).

use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;

impl Leon {
    pub(crate) fn supervisor(&self) -> Exec {
        if self.psr.s {
            Ok(())
        } else {
            Err(Exc::Trap(trap::PRIVILEGED))
        }
    }

    pub(crate) fn rdasr(&mut self, s: &DecodedInsn) -> Exec {
        let v = match s.rs1 {
            0 => self.y,
            16 => {
                self.supervisor()?;
                self.asr16
            }
            17 => self.asr17,
            22 if self.params.up_counter => {
                (self.up_counter() >> 32) as u32 | u32::from(self.up_stopped.is_some()) << 31
            }
            23 if self.params.up_counter => self.up_counter() as u32,
            n @ 24..=31 if self.has_watchpoint(n) => self.watch[usize::from(n - 24)],
            _ => return Err(Exc::Trap(trap::ILLEGAL)),
        };
        self.regs.set(s.rd, v);
        Ok(())
    }

    pub(crate) fn wrasr(&mut self, s: &DecodedInsn) -> Exec {
        let (a, b) = self.operands(s);
        let v = a ^ b;
        match s.rd {
            0 => self.y = v,
            16 => {
                self.supervisor()?;
                self.asr16 = v;
            }
            17 => {
                self.supervisor()?;
                // DBP, DBPM, DWT, SVT (UM 1.7 p. 67).
                const RW: u32 = 1 << 27 | 1 << 25 | 1 << 14 | 1 << 13;
                self.asr17 = (self.asr17 & !RW) | (v & RW);
            }
            19 => {
                self.supervisor()?;
                self.power_down = true;
                self.attention = true;
            }
            22 if self.params.up_counter => {
                self.supervisor()?;
                let count = self.up_counter() & 0xffff_ffff | u64::from(v & 0xff_ffff) << 32;
                self.up_base = self.cycle.wrapping_sub(count);
                self.up_stopped = (v >> 31 != 0).then_some(count);
            }
            23 if self.params.up_counter => {
                self.supervisor()?;
                let count = self.up_counter() & !0xffff_ffff | u64::from(v);
                self.up_base = self.cycle.wrapping_sub(count);
                if self.up_stopped.is_some() {
                    self.up_stopped = Some(count);
                }
            }
            n @ 24..=31 if self.has_watchpoint(n) => {
                self.supervisor()?;
                self.watch[usize::from(n - 24)] = v;
                self.mmu.set_special(self.watching_data());
                self.review_direct();
                self.fetch.forget();
            }
            _ => return Err(Exc::Trap(trap::ILLEGAL)),
        }
        Ok(())
    }

    pub(crate) fn wrpsr(&mut self, s: &DecodedInsn, cx: &mut RunCx<'_>) -> Exec {
        self.supervisor()?;
        let (a, b) = self.operands(s);
        let v = a ^ b;
        if s.rd != 0 {
            // Partial WRPSR (SPARC-V8E): only ET is written.
            self.psr.et = v & 1 << 5 != 0;
        } else {
            let cwp = v as u8 & 0x1f;
            if cwp >= self.regs.windows() {
                return Err(Exc::Trap(trap::ILLEGAL));
            }
            self.regs.switch(self.psr.cwp, cwp);
            let supervisor = v & 1 << 7 != 0;
            self.set_supervisor(supervisor, cx);
            self.psr.set_bits(v, self.params.fpu);
            self.icc_cycle = self.cycle;
        }
        self.review_attention();
        Ok(())
    }

    pub(crate) fn wrwim(&mut self, s: &DecodedInsn) -> Exec {
        self.supervisor()?;
        let (a, b) = self.operands(s);
        let live = u32::MAX >> (32 - u32::from(self.regs.windows()));
        self.wim = (a ^ b) & live;
        Ok(())
    }

    pub(crate) fn wrtbr(&mut self, s: &DecodedInsn) -> Exec {
        self.supervisor()?;
        let (a, b) = self.operands(s);
        self.tbr = (a ^ b) & !0xfff | self.tbr & 0xff0;
        Ok(())
    }

    fn has_watchpoint(&self, asr: u8) -> bool {
        (asr - 24) / 2 < self.params.watchpoints
    }

    /// A watchpoint on instruction fetches is armed (IF).
    pub(crate) fn watching_fetch(&self) -> bool {
        self.watch.chunks(2).any(|w| w[0] & 1 != 0)
    }

    /// A watchpoint on loads or stores is armed (DL, DS).
    pub(crate) fn watching_data(&self) -> bool {
        self.watch.chunks(2).any(|w| w[1] & 3 != 0)
    }

    pub(crate) fn fetch_watched(&self, pc: u32) -> bool {
        self.psr.et
            && self
                .watch
                .chunks(2)
                .any(|w| w[0] & 1 != 0 && (pc ^ w[0]) & w[1] & !3 == 0)
    }

    /// Traps when a watchpoint covers this data access.
    pub(crate) fn check_watch(&self, va: u32, store: bool) -> Exec {
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
