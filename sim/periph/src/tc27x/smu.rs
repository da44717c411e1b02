//! SMU, safety management unit: alarms, and what it does about them.
//!
//! Registers: iLLD `IfxSmu_reg.h` and `IfxSmu_regdef.h`. Commands, actions, keys, states, and how an alarm is cleared or
//! set: `Smu.h` and `Smu.c` of the vendor's test library for the TC2xx. That an alarm whose bit is set already leads to
//! no action, and when AD takes AG's value: the vendor's note KBA236294.
//!
//! Input pin `32 g + n` is alarm n of group g. Output pins 0 to 2 are its service requests, 3 its request for the trap
//! (SCU_TRAPSTAT.SMUT).
//!
//! Estimated: bit n of IGCS is service request n, bit n of ICS CPU n. Not modelled: the fault signalling protocol's
//! pins and times, recovery timers, port emergency stop, AFCNT, the register monitor (RMCTL: kept), and that the
//! safety watchdog's ENDINIT and ACCEN guard its registers.

use super::untouched::Part;
use crate::BuildEnv;
use crate::params::check_write;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{CoreSignal, Cx, Device, Effect, Input, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        CLC @ 0x000 = 0, rw 0b1101; "clock control; kept";
        ID @ 0x008 = 0, rw 0; "module identification: not modelled";
        CMD @ 0x020 = 0, rw 0xff; "command: ARG 7:4, CMD 3:0 (0 run, 1 and 2 activate and release the FSP, 4 stop recovery, 5 alarm status clear enable, 6 alarm); reads 0";
        STS @ 0x024 = 0, rw 0; "FSP 11:10, ASCE 9, RES 8 (the command failed), ARG 7:4, CMD 3:0";
        FSP @ 0x028 = 0, rw 0xffc0_00ff; "fault signalling protocol; kept";
        AGC @ 0x02c = 0, rw 0x3f07_0777; "EFRST 29, PES 28:24, ICS 18:16, IGCS2 10:8, IGCS1 6:4, IGCS0 2:0";
        RTC @ 0x030 = 0, rw 0xffff_ff03; "recovery timers; kept";
        KEYS @ 0x034 = 0, rw 0xffff; "PERLCK 15:8, CFGLCK 7:0: 0xBC lets the configuration be written";
        DBG @ 0x038 = 0, rw 0; "SSM 1:0: 0 start, 1 run, 2 fault";
        PCTL @ 0x03c = 0, rw 0x83; "port control; kept";
        AFCNT @ 0x040 = 0, rw 0; "counters of alarms and faults: not modelled";
        RTAC @ 0x060 [2; 4] = 0, rw 0xffff_ffff; "alarms of recovery timers; kept";
        AGCF @ 0x100 [21; 4] = 0, rw 0xffff_ffff; "AGCFg_k at index 3 g + k: bit k of each alarm's action: 0 none, 2 to 4 the interrupts of IGCS0 to IGCS2, 5 NMI, 6 reset, 7 idle";
        AGFSP @ 0x180 [7; 4] = 0, rw 0xffff_ffff; "alarms of a group that activate the FSP";
        AG @ 0x1c0 [7; 4] = 0, rw 0xffff_ffff; "alarms of a group; a 1 written clears behind the command ASCE, and sets in the start state";
        AD @ 0x200 [7; 4] = 0, rw 0; "AG when a reset or the FSP was asked for";
        RMCTL @ 0x300 = 0, rw 1; "register monitor; kept";
    }
}

/// Groups of alarms.
const GROUPS: u16 = 7;
/// The group of software's alarms.
const SOFTWARE: u16 = 5;
/// Output pin: the trap.
const PIN_TRAP: u16 = 3;
/// KEYS.CFGLCK that opens the configuration, KEYS.PERLCK that locks it for good.
const OPEN: u32 = 0xbc;
const LOCKED: u32 = 0xff;
/// STS.RES, STS.ASCE, and STS.FSP while the protocol is active (an estimate).
const RES: u32 = 1 << 8;
const ASCE: u32 = 1 << 9;
/// AGC.EFRST: a fault can be left.
const EFRST: u32 = 1 << 29;
/// DBG.SSM.
const START: u32 = 0;
const RUN: u32 = 1;
const FAULT: u32 = 2;

const WHY_RESET: &str =
    "the safety management unit has an alarm whose action is a reset (SMU_AGCF)";

/// See the module.
#[derive(Clone, Debug)]
pub struct Smu {
    part: Part,
}

impl Smu {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When it has no name.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Smu, String> {
        Ok(Smu {
            part: Part::build("tc27x-smu", MAP, params)?,
        })
    }

    fn value(&self, reg: Reg, i: usize) -> u32 {
        self.part.get(reg as usize, i)
    }

    fn set(&mut self, reg: Reg, i: usize, value: u32) {
        self.part.set(reg as usize, i, value);
    }

    /// The action of alarm `n` of group `g`.
    fn action(&self, g: usize, n: u16) -> u32 {
        (0..3)
            .map(|k| (self.value(Reg::AGCF, 3 * g + k) >> n & 1) << k)
            .sum()
    }

    /// AD keeps what AG is.
    fn diagnose(&mut self) {
        for g in 0..usize::from(GROUPS) {
            self.set(Reg::AD, g, self.value(Reg::AG, g));
        }
    }

    /// An alarm is raised.
    fn alarm(&mut self, g: u16, n: u16, cx: &mut Cx<'_>) {
        let g = usize::from(g);
        let alarms = self.value(Reg::AG, g);
        if alarms >> n & 1 != 0 {
            return;
        }
        self.set(Reg::AG, g, alarms | 1 << n);
        if self.value(Reg::DBG, 0) == START {
            return;
        }
        let action = self.action(g, n);
        if self.value(Reg::AGFSP, g) >> n & 1 != 0 {
            self.set(Reg::DBG, 0, FAULT);
            self.diagnose();
        }
        let agc = self.value(Reg::AGC, 0);
        match action {
            2..=4 => {
                let set = agc >> (4 * (action - 2)) & 7;
                for pin in (0..3).filter(|p| set >> p & 1 != 0) {
                    cx.pulse(pin);
                }
            }
            5 => cx.pulse(PIN_TRAP),
            6 => {
                self.diagnose();
                cx.effects.push(Effect::Reset(WHY_RESET));
            }
            7 => {
                for core in (0..3).filter(|c| agc >> (16 + c) & 1 != 0) {
                    cx.core(core, CoreSignal::Sleep);
                }
            }
            _ => {}
        }
    }

    /// Carries a command out; false when it fails.
    fn command(&mut self, command: u32, argument: u16, cx: &mut Cx<'_>) -> bool {
        let state = self.value(Reg::DBG, 0);
        match command {
            0 if state == START => self.set(Reg::DBG, 0, RUN),
            1 if state != START => {
                self.set(Reg::DBG, 0, FAULT);
                self.diagnose();
            }
            2 if state == FAULT && self.value(Reg::AGC, 0) & EFRST != 0 => {
                self.set(Reg::DBG, 0, RUN);
            }
            4 | 5 => {}
            6 => self.alarm(SOFTWARE, argument, cx),
            _ => return false,
        }
        true
    }

    fn write_cmd(&mut self, value: u32, cx: &mut Cx<'_>) {
        let (command, argument) = (value & 15, value >> 4 & 15);
        let done = self.command(command, argument as u16, cx);
        let mut sts = self.value(Reg::STS, 0) & !(RES | 0xff) | value & 0xff;
        if !done {
            sts |= RES;
        }
        if command == 5 {
            sts |= ASCE;
        }
        self.set(Reg::STS, 0, sts);
    }

    fn write_ag(&mut self, g: usize, value: u32, off: u32, cx: &mut Cx<'_>) {
        let (old, sts) = (self.value(Reg::AG, g), self.value(Reg::STS, 0));
        if sts & ASCE != 0 {
            self.set(Reg::STS, 0, sts & !ASCE);
            self.set(Reg::AG, g, old & !value);
        } else if self.value(Reg::DBG, 0) == START {
            self.set(Reg::AG, g, old | value);
        } else {
            cx.warn(
                off,
                "AG: write without effect, for it was not behind the command ASCE",
            );
        }
    }
}

impl Device for Smu {
    fn kind(&self) -> &'static str {
        "tc27x-smu"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.part.reset();
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        self.part.accesses += 1;
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "SMU: this register is not modelled: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        self.part.accesses += 1;
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "SMU: this register is not modelled: write lost");
            return Ok(());
        };
        let (desc, old) = (&MAP[reg as usize], self.value(reg, i));
        check_write(desc, off, value, old, cx);
        let keys = self.value(Reg::KEYS, 0);
        let locked = keys & 0xff != OPEN || keys >> 8 == LOCKED;
        match reg {
            Reg::CMD => self.write_cmd(value, cx),
            Reg::AG => self.write_ag(i, value, off, cx),
            Reg::KEYS if keys >> 8 == LOCKED => {}
            Reg::KEYS | Reg::CLC => {
                self.part.write(reg as usize, i, value);
            }
            _ if desc.rw == 0 => {}
            _ if locked => {
                let name = desc.name;
                cx.warn(
                    off,
                    format!("{name}: write lost, for KEYS locks the configuration"),
                );
            }
            _ => {
                self.part.write(reg as usize, i, value);
            }
        }
        Ok(())
    }

    fn inputs(&self) -> &'static [Input] {
        const { &[Input::new(0, 32 * GROUPS - 1, "alarms")] }
    }

    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        if level && pin < 32 * GROUPS {
            self.alarm(pin / 32, pin % 32, cx);
        }
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        Some(self.value(reg, i))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("accesses", self.part.accesses)]
    }

    fn save(&self) -> Vec<u8> {
        self.part.save()
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.part.load(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;

    const CMD: u32 = 0x20;
    const STS: u32 = 0x24;
    const AGC: u32 = 0x2c;
    const KEYS: u32 = 0x34;
    const DBG: u32 = 0x38;
    const AGCF: u32 = 0x100;
    const AG0: u32 = 0x1c0;
    const AG5: u32 = 0x1d4;

    fn rig() -> Rig<Smu> {
        let p = ron::from_str(r#"(name: "SMU")"#).unwrap();
        Rig::new(Smu::build(p, &BuildEnv::default()).unwrap())
    }

    /// Alarm 10 of group 0 does this; IGCS1 asks for service requests 0 and 2.
    fn acting(action: u32) -> Rig<Smu> {
        let mut r = rig();
        r.write(KEYS, OPEN);
        r.write(AGC, 0x50);
        for k in 0..3 {
            r.write(AGCF + 4 * k, (action >> k & 1) << 10);
        }
        r.write(KEYS, 0);
        r.write(CMD, 0);
        assert_eq!((r.read(DBG), r.read(STS)), (RUN, 0));
        r.pulse(10);
        assert_eq!(r.read(AG0), 1 << 10);
        r
    }

    #[test]
    fn alarms_lead_to_the_action_that_is_set_up() {
        let mut r = acting(3);
        assert_eq!(r.raised(0), 1);
        let mut r = acting(5);
        assert_eq!(r.raised(PIN_TRAP), 1);
        r.pulse(10);
        assert_eq!(r.raised(PIN_TRAP), 0, "its bit is set already");
        r.check_snapshot();
        let mut r = acting(6);
        assert!(r.took().contains(&Effect::Reset(WHY_RESET)));
        assert_eq!(r.read(0x200), 1 << 10);
        let mut r = acting(0);
        assert_eq!(r.took(), []);
    }

    #[test]
    fn an_alarm_is_cleared_behind_its_command_alone() {
        let mut r = acting(0);
        r.write(AG0, 1 << 10);
        assert_eq!((r.read(AG0), r.warnings.len()), (1 << 10, 1));
        r.write(CMD, 5);
        assert_eq!(r.read(STS), ASCE | 5);
        r.write(AG0, 1 << 10);
        assert_eq!((r.read(AG0), r.read(STS)), (0, 5));
    }

    #[test]
    fn in_the_start_state_nothing_is_done_about_alarms() {
        let mut r = rig();
        r.check_reset_values(&[]);
        r.write(KEYS, OPEN);
        r.write(AGCF, 1 << 10);
        r.write(AGCF + 8, 1 << 10);
        r.took();
        r.pulse(10);
        r.write(AG0, 1);
        assert_eq!((r.read(AG0), r.took()), (1 | 1 << 10, vec![]));
        // Without the key the configuration stays.
        r.write(KEYS, 0);
        r.write(AGCF, 0);
        assert_eq!((r.read(AGCF), r.warnings.len()), (1 << 10, 1));
    }

    #[test]
    fn software_raises_alarms_of_group_5() {
        let mut r = acting(0);
        r.write(CMD, 0x36);
        assert_eq!((r.read(AG5), r.read(STS)), (1 << 3, 0x36));
        r.write(CMD, 0);
        assert_eq!(r.read(STS), RES, "it runs already");
    }
}
