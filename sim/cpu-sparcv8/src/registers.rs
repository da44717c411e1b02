//! Registers by name, in the order of the SPARC register numbering that debuggers use: r0 to r31,
//! f0 to f31, y, psr, wim, tbr, pc, npc, fsr, csr; ancillary registers behind.

use crate::core::Leon;
use trueboard_core::cpu::RegName;

macro_rules! names {
    ($($n:literal)*) => { &[ $( RegName { name: $n, bits: 32 }, )* ] };
}

pub(crate) const REGISTERS: &[RegName] = names![
    "g0" "g1" "g2" "g3" "g4" "g5" "g6" "g7" "o0" "o1" "o2" "o3" "o4" "o5" "sp" "o7"
    "l0" "l1" "l2" "l3" "l4" "l5" "l6" "l7" "i0" "i1" "i2" "i3" "i4" "i5" "fp" "i7"
    "f0" "f1" "f2" "f3" "f4" "f5" "f6" "f7" "f8" "f9" "f10" "f11" "f12" "f13" "f14" "f15"
    "f16" "f17" "f18" "f19" "f20" "f21" "f22" "f23" "f24" "f25" "f26" "f27" "f28" "f29" "f30" "f31"
    "y" "psr" "wim" "tbr" "pc" "npc" "fsr" "csr" "asr16" "asr17" "ccr"
];

/// A register behind a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reg {
    R(u8),
    F(u8),
    Y,
    Psr,
    Wim,
    Tbr,
    Pc,
    Npc,
    Fsr,
    Csr,
    Asr16,
    Asr17,
    Ccr,
}

impl Reg {
    pub fn number(i: usize) -> Option<Reg> {
        use Reg::*;
        const LAST: [Reg; 11] = [Y, Psr, Wim, Tbr, Pc, Npc, Fsr, Csr, Asr16, Asr17, Ccr];
        match i {
            0..=31 => Some(R(i as u8)),
            32..=63 => Some(F(i as u8 - 32)),
            _ => LAST.get(i - 64).copied(),
        }
    }
}

impl Leon {
    pub(crate) fn register(&self, r: Reg) -> u32 {
        match r {
            Reg::R(n) => self.state.regs.get(n),
            Reg::F(n) => self.fpu.single(n),
            Reg::Y => self.state.y,
            Reg::Psr => self.state.psr.to_bits(),
            Reg::Wim => self.state.wim,
            Reg::Tbr => self.state.tbr,
            Reg::Pc => self.state.pc,
            Reg::Npc => self.state.npc,
            Reg::Fsr => self.fpu.fsr(),
            Reg::Csr => 0,
            Reg::Asr16 => self.state.asr16,
            Reg::Asr17 => self.state.asr17,
            Reg::Ccr => self.memory.ccr,
        }
    }

    pub(crate) fn set_register(&mut self, r: Reg, v: u32) {
        match r {
            Reg::R(n) => self.state.regs.set(n, v),
            Reg::F(n) => self.fpu.set_single(n, v),
            Reg::Y => self.state.y = v,
            Reg::Psr => {
                let cwp = v as u8 & 0x1f;
                if cwp < self.state.regs.windows() {
                    self.state.regs.switch(self.state.psr.cwp, cwp);
                    self.state.psr.set_bits(v, self.params.fpu);
                    self.recompute_pending();
                }
            }
            Reg::Wim => self.state.wim = v,
            Reg::Tbr => self.state.tbr = v & !0xf,
            Reg::Pc => {
                self.state.pc = v & !3;
                self.state.npc = self.state.pc.wrapping_add(4);
                self.state.annul = false;
                self.in_flight.fetch.invalidate();
            }
            Reg::Npc => self.state.npc = v & !3,
            Reg::Fsr => self.fpu.ldfsr(v),
            Reg::Csr => {}
            Reg::Asr16 => self.state.asr16 = v,
            Reg::Asr17 => self.state.asr17 = v,
            Reg::Ccr => {
                self.memory.ccr = v;
                self.recompute_fast_ram();
                self.in_flight.fetch.invalidate();
                self.memory.dmemo.forget();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_a_register() {
        for (i, n) in REGISTERS.iter().enumerate() {
            assert!(Reg::number(i).is_some(), "{}", n.name);
        }
        assert_eq!(Reg::number(REGISTERS.len()), None);
        assert_eq!(Reg::number(68), Some(Reg::Pc));
        assert_eq!(REGISTERS[68].name, "pc");
    }
}
