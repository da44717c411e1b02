//! PSC, the power and sleep controller of Keystone 2, as far as it releases DSPs: power domains, module
//! clocks, local resets. (SPRUGV4 is TI's guide to it; register and module numbers are those of U-Boot's
//! Keystone port and of Linux's device tree `keystone-k2hk`: C66x CorePac n is module 15 + n in power
//! domain 8 + n.)
//!
//! A DSP runs while its domain is on (PDCTL.NEXT), its module is enabled (MDCTL.NEXT = 3), both carried out by PTCMD,
//! and its local reset is released (MDCTL.LRST, at once). Output pin n, and line 1 of the core of DSP n, are high while
//! it runs.
//!
//! Not modelled: how long a transition takes (PTSTAT is 0 at once), its intermediate states, other
//! modules and domains (their registers store), EMURST, interrupts, memories that sleep.

use crate::BuildEnv;
use crate::params::{check_write, parse};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

/// Power domains and modules of the 66AK2H.
const DOMAINS: usize = 32;
const MODULES: usize = 53;
/// Module and power domain of DSP 0.
const FIRST_MODULE: usize = 15;
const FIRST_DOMAIN: usize = 8;
/// DSPs of the largest chip.
const DSPS: usize = 8;

/// NEXT and STATE of a module: clock off in reset, and on.
const SW_RST_DISABLE: u32 = 0;
const ENABLE: u32 = 3;
/// MDCTL.LRST: the local reset is released.
const LRST: u32 = 1 << 8;
const NEXT: u32 = 0x1f;
/// PDCTL.NEXT and PDSTAT.STATE: the domain is on.
const ON: u32 = 1;
/// MDSTAT: LRSTDONE, MRST, MRSTDONE, MCKOUT.
const LRST_DONE: u32 = 1 << 9;
const MRST: u32 = 1 << 10;
const MRST_DONE: u32 = 1 << 11;
const MCKOUT: u32 = 1 << 12;

trueboard_core::regs! {
    /// Registers (SPRUGV4, "PSC Registers").
    pub enum Reg: MAP {
        PTCMD @ 0x120 = 0, rw !0; "carries out NEXT of power domains, a bit each";
        PTSTAT @ 0x128 = 0, rw 0; "power domains in transition";
        PDSTAT @ 0x200 [32; 4] = 0, rw 0; "state of a power domain: STATE 4:0";
        PDCTL @ 0x300 [32; 4] = 0, rw 1; "power domain: NEXT 0";
        MDSTAT @ 0x800 [53; 4] = 0, rw 0; "state of a module: STATE 5:0, LRST 8, LRSTDONE 9, MRST 10, MRSTDONE 11, MCKOUT 12";
        MDCTL @ 0xa00 [53; 4] = 0, rw 0x8000_111f; "module: FORCE 31, RESETISO 12, LRST 8, NEXT 4:0";
    }
}

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// The cores that are DSP 0, DSP 1, …
    pub dsps: Vec<u8>,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Psc {
    params: Params,
    /// Domains that are on, a bit each, and those that shall be.
    on: u32,
    next_on: u32,
    /// Of each module what it is in, and its MDCTL.
    state: Vec<u32>,
    control: Vec<u32>,
}

impl Psc {
    /// Builds one from a board file's parameters. DSPs are off and in reset, as U-Boot leaves them.
    ///
    /// # Errors
    /// When a parameter is missing or names a core that is not there.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Psc, String> {
        let params: Params = parse("keystone-psc", params)?;
        if params.dsps.len() > DSPS {
            return Err(format!("params: dsps has more than {DSPS} entries"));
        }
        if let Some(c) = params.dsps.iter().find(|&&c| usize::from(c) >= env.cores) {
            return Err(format!(
                "params: there is no core {c}; the board has {}",
                env.cores
            ));
        }
        Ok(Psc {
            params,
            on: 0,
            next_on: 0,
            state: vec![SW_RST_DISABLE; MODULES],
            control: vec![SW_RST_DISABLE; MODULES],
        })
    }

    fn runs(&self, dsp: usize) -> bool {
        let (domain, module) = (FIRST_DOMAIN + dsp, FIRST_MODULE + dsp);
        let released = self.control.get(module).is_some_and(|c| c & LRST != 0);
        self.on >> domain & 1 != 0 && self.state.get(module) == Some(&ENABLE) && released
    }

    /// Does `change`, and signals the DSPs that it starts or stops.
    fn change(&mut self, cx: &mut Cx<'_>, change: impl FnOnce(&mut Psc)) {
        let before: Vec<bool> = (0..DSPS).map(|n| self.runs(n)).collect();
        change(self);
        for (n, before) in before.into_iter().enumerate() {
            let now = self.runs(n);
            if now == before {
                continue;
            }
            cx.line(n as u16, now);
            if let Some(&core) = self.params.dsps.get(n) {
                cx.core(core, CoreSignal::Line { pin: 1, level: now });
            }
        }
    }

    /// Carries out what PDCTL and MDCTL of these domains ask for.
    fn go(&mut self, domains: u32) {
        self.on = self.on & !domains | self.next_on & domains;
        for (module, (state, control)) in self.state.iter_mut().zip(&self.control).enumerate() {
            // Which domain other modules are in is not known here; they follow any command.
            let dsp = module.checked_sub(FIRST_MODULE).filter(|&n| n < DSPS);
            if dsp.is_none_or(|n| domains >> (FIRST_DOMAIN + n) & 1 != 0) {
                *state = control & NEXT;
            }
        }
    }
}

impl Device for Psc {
    fn kind(&self) -> &'static str {
        "keystone-psc"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            (self.on, self.next_on) = (0, 0);
            self.state.fill(SW_RST_DISABLE);
            self.control.fill(SW_RST_DISABLE);
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
        match reg {
            Reg::PTCMD => self.change(cx, |p| p.go(value)),
            Reg::PDCTL if i < DOMAINS => {
                self.next_on = self.next_on & !(1 << i) | (value & ON) << i;
            }
            Reg::MDCTL => {
                let value = value & MAP[reg as usize].rw;
                self.change(cx, |p| {
                    if let Some(c) = p.control.get_mut(i) {
                        *c = value;
                    }
                });
            }
            _ => {}
        }
        Ok(())
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        match reg {
            Reg::PTCMD | Reg::PTSTAT => Some(0),
            Reg::PDSTAT => Some(self.on >> i & ON),
            Reg::PDCTL => Some(self.next_on >> i & ON),
            Reg::MDSTAT => {
                let (state, control) = (*self.state.get(i)?, *self.control.get(i)?);
                let clock = if state == ENABLE {
                    MCKOUT | MRST | MRST_DONE
                } else {
                    0
                };
                Some(state | clock | control & LRST | LRST_DONE)
            }
            Reg::MDCTL => self.control.get(i).copied(),
        }
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use trueboard_core::device::Effect;

    fn rig() -> Rig<Psc> {
        let p = ron::from_str("(dsps: [1, 2, 3])").unwrap();
        let env = BuildEnv {
            cores: 4,
            ..BuildEnv::default()
        };
        Rig::new(Psc::build(p, &env).unwrap())
    }

    /// Signals to cores.
    fn signals(r: &mut Rig<Psc>) -> Vec<(u8, bool)> {
        let effects = std::mem::take(&mut r.effects);
        let cores = effects.into_iter().filter_map(|e| match e {
            Effect::Core {
                core,
                signal: CoreSignal::Line { pin: 1, level },
            } => Some((core, level)),
            _ => None,
        });
        cores.collect()
    }

    #[test]
    fn a_dsp_runs_with_power_clock_and_without_reset() {
        let mut r = rig();
        r.check_snapshot();
        let (pdctl, mdctl, mdstat) = (0x300 + 4 * 9, 0xa00 + 4 * 16, 0x800 + 4 * 16);
        r.write(pdctl, 1);
        r.write(mdctl, 0x103);
        assert_eq!((signals(&mut r), r.read(0x200 + 4 * 9)), (vec![], 0));
        // Another domain's command changes nothing; its own does.
        r.write(0x120, 1 << 8);
        assert_eq!(signals(&mut r), []);
        r.write(0x120, 1 << 9);
        assert_eq!(signals(&mut r), [(2, true)]);
        assert_eq!((r.read(0x128), r.read(0x200 + 4 * 9)), (0, 1));
        assert_eq!(r.read(mdstat), 0x1f03);
        // The local reset needs no command.
        r.write(mdctl, 0x003);
        assert_eq!(
            (signals(&mut r), r.read(mdstat)),
            (vec![(2, false)], 0x1e03)
        );
        r.write(mdctl, 0x103);
        assert_eq!(signals(&mut r), [(2, true)]);
        // Neither power nor clock: off.
        r.write(mdctl, 0x100);
        assert_eq!(signals(&mut r), []);
        r.write(0x120, 1 << 9);
        assert_eq!((signals(&mut r), r.read(mdstat)), (vec![(2, false)], 0x300));
        assert_eq!(r.warnings, []);
    }

    #[test]
    fn what_is_not_there_is_told() {
        let mut r = rig();
        r.write(0x100, 1);
        assert!(r.warnings[0].what.contains("write lost"));
        let p = ron::from_str("(dsps: [1, 9])").unwrap();
        let env = BuildEnv {
            cores: 4,
            ..BuildEnv::default()
        };
        assert!(Psc::build(p, &env).unwrap_err().contains("core 9"));
    }

    #[test]
    fn a_command_is_for_the_domains_that_it_names() {
        let mut r = rig();
        r.write(0x300 + 4 * 8, 1);
        r.write(0x300 + 4 * 9, 1);
        r.write(0x120, 1 << 9);
        assert_eq!((r.read(0x200 + 4 * 8), r.read(0x200 + 4 * 9)), (0, 1));
    }
}
