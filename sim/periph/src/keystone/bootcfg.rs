//! The boot configuration module ("device control") as far as processors interrupt each other by it:
//! the KICK protection, DSP boot addresses, IPC generation and acknowledgement registers.
//!
//! A write of 1 to bit 0 of IPCGRn makes an interrupt; bits 4 to 31 are source flags, and stay until this bit of IPCARn
//! is written. The interrupt is an edge: the core keeps it.
//!
//! A DSP reads its boot address when the PSC releases it.
//!
//! Not modelled: everything else in the module, NMI generation among it.

use crate::BuildEnv;
use crate::params::{check_write, parse};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

/// DSPs of the largest chip, and the host behind them.
const TARGETS: usize = 9;

/// SRCS27 to SRCS0.
const SOURCES: u32 = 0xffff_fff0;
/// IPCG.
const GENERATE: u32 = 1;

trueboard_core::regs! {
    /// Registers (SPRS866, table "Device State Control Registers").
    pub enum Reg: MAP {
        KICK0 @ 0x038 = 0, rw !0; "first key of the protection: 0x83E70B13";
        KICK1 @ 0x03c = 0, rw !0; "second key of the protection: 0x95A4F1E0";
        DspBootAddr @ 0x040 [8; 4] = 0, rw 0xffff_fc00; "boot address of a DSP, bits 31:10";
        IPCGR @ 0x240 [9; 4] = 0, rw 0xffff_fff1; "IPC generation, 8 is IPCGRH: SRCS27-0 31:4, IPCG 0";
        IPCAR @ 0x280 [9; 4] = 0, rw 0, w1c 0xffff_fff0; "IPC acknowledgement, 8 is IPCARH: SRCC27-0 31:4";
    }
}

/// The keys, in KICK0 and KICK1.
const KEYS: [u32; 2] = [0x83e7_0b13, 0x95a4_f1e0];

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The cores that IPCGR0, IPCGR1, … interrupt.
    pub dsps: Vec<u8>,
    /// The core that IPCGRH interrupts.
    pub host: u8,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bootcfg {
    params: Params,
    kick: [u32; 2],
    boot: [u32; 8],
    sources: [u32; TARGETS],
    interrupts: u64,
}

impl Bootcfg {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is missing or names a core that is not there.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Bootcfg, String> {
        let params: Params = parse("keystone-bootcfg", params)?;
        if params.dsps.len() >= TARGETS {
            return Err(format!(
                "params: dsps has more than {} entries",
                TARGETS - 1
            ));
        }
        let all = params.dsps.iter().chain([&params.host]);
        if let Some(c) = all.into_iter().find(|&&c| usize::from(c) >= env.cores) {
            return Err(format!(
                "params: there is no core {c}; the board has {}",
                env.cores
            ));
        }
        Ok(Bootcfg {
            params,
            kick: [0; 2],
            boot: [0; 8],
            sources: [0; TARGETS],
            interrupts: 0,
        })
    }

    /// The core that register `i` of IPCGR is for.
    fn target(&self, i: usize) -> Option<u8> {
        if i == TARGETS - 1 {
            return Some(self.params.host);
        }
        self.params.dsps.get(i).copied()
    }

    fn generate(&mut self, i: usize, value: u32, off: u32, cx: &mut Cx<'_>) {
        let Some(core) = self.target(i) else {
            return cx.warn(
                off,
                "IPCGR of a DSP that the board does not have: write lost",
            );
        };
        if let Some(s) = self.sources.get_mut(i) {
            *s |= value & SOURCES;
        }
        if value & GENERATE != 0 {
            self.interrupts += 1;
            cx.pulse(i as u16);
            let signal = CoreSignal::Line {
                pin: 0,
                level: true,
            };
            cx.core(core, signal);
        }
    }
}

impl Device for Bootcfg {
    fn kind(&self) -> &'static str {
        "keystone-bootcfg"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.kick = [0; 2];
            self.boot = [0; 8];
            self.sources = [0; TARGETS];
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "no register is modelled here: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register is modelled here: write lost");
            return Ok(());
        };
        check_write(&MAP[reg as usize], off, value, 0, cx);
        let locked = self.kick != KEYS;
        match reg {
            Reg::KICK0 => self.kick[0] = value,
            Reg::KICK1 => self.kick[1] = value,
            _ if locked => cx.warn(
                off,
                "write lost: the registers are locked by KICK0 and KICK1",
            ),
            Reg::DspBootAddr => {
                if let Some(b) = self.boot.get_mut(i) {
                    *b = value & MAP[reg as usize].rw;
                }
            }
            Reg::IPCGR => self.generate(i, value, off, cx),
            Reg::IPCAR => {
                if let Some(s) = self.sources.get_mut(i) {
                    *s &= !(value & SOURCES);
                }
            }
        }
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        match reg {
            // Keys cannot be read back.
            Reg::KICK0 | Reg::KICK1 => Some(0),
            Reg::DspBootAddr => self.boot.get(i).copied(),
            Reg::IPCGR | Reg::IPCAR => self.sources.get(i).copied(),
        }
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("interrupts", self.interrupts)]
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use trueboard_core::device::Effect;

    fn rig() -> Rig<Bootcfg> {
        let p = ron::from_str("(dsps: [1, 2, 3], host: 0)").unwrap();
        let env = BuildEnv {
            cores: 4,
            ..BuildEnv::default()
        };
        Rig::new(Bootcfg::build(p, &env).unwrap())
    }

    fn unlocked() -> Rig<Bootcfg> {
        let mut r = rig();
        r.write(0x38, KEYS[0]);
        r.write(0x3c, KEYS[1]);
        r
    }

    fn interrupted(r: &mut Rig<Bootcfg>) -> Vec<u8> {
        let effects = std::mem::take(&mut r.effects);
        let cores = effects.into_iter().filter_map(|e| match e {
            Effect::Core { core, signal } => {
                let line = CoreSignal::Line {
                    pin: 0,
                    level: true,
                };
                assert_eq!(signal, line);
                Some(core)
            }
            _ => None,
        });
        cores.collect()
    }

    #[test]
    fn an_interrupt_and_who_asked_for_it() {
        let mut r = unlocked();
        r.check_snapshot();
        r.write(0x244, 1 << 31 | 1);
        assert_eq!(interrupted(&mut r), [2]);
        // Flags gather; without bit 0 no core is interrupted.
        r.write(0x244, 1 << 6);
        assert_eq!(interrupted(&mut r), []);
        assert_eq!(
            (r.read(0x244), r.read(0x284)),
            (1 << 31 | 1 << 6, 1 << 31 | 1 << 6)
        );
        // Zeros have no effect.
        r.write(0x284, 1 << 6);
        assert_eq!(r.read(0x244), 1 << 31);
        r.write(0x260, 1 << 4 | 1);
        assert_eq!((interrupted(&mut r), r.read(0x2a0)), (vec![0], 1 << 4));
        assert_eq!(r.warnings, []);
    }

    #[test]
    fn without_the_keys_writes_are_lost() {
        let mut r = rig();
        r.write(0x240, 1 << 4 | 1);
        assert_eq!((interrupted(&mut r), r.read(0x240)), (vec![], 0));
        assert!(r.warnings[0].what.contains("locked"));
        let mut r = unlocked();
        r.write(0x40, 0x0080_0000);
        r.write(0x38, 0);
        r.write(0x40, 0);
        assert_eq!(r.read(0x40), 0x0080_0000);
    }

    #[test]
    fn a_dsp_that_is_not_there() {
        let mut r = unlocked();
        r.write(0x24c, 1);
        assert_eq!(interrupted(&mut r), []);
        assert!(r.warnings[0].what.contains("does not have"));
        let p = ron::from_str("(dsps: [1, 9], host: 0)").unwrap();
        let env = BuildEnv {
            cores: 4,
            ..BuildEnv::default()
        };
        assert!(Bootcfg::build(p, &env).unwrap_err().contains("core 9"));
    }
}
