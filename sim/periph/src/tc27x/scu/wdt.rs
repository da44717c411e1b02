//! A watchdog timer and the ENDINIT bit that it guards (UM "Watchdog Timers").
//!
//! The timer is computed when somebody looks; its overflow is scheduled by the SCU.
//!
//! Not modelled: password sequences (CON1.PAR), the check of the timer value at a password access
//! (CON1.TCR), the unlock restriction by the SMU (CON1.UR).

use serde::{Deserialize, Serialize};

const ENDINIT: u32 = 1;
const LCK: u32 = 2;
/// PW as a write names it: bits 15:2.
const PW: u32 = 0xfffc;
/// Bits of PW that a read shows inverted: so that reading does not give the password away.
const PW_INVERTED: u32 = 0xfc;
const REL: u32 = 0xffff_0000;

const DR: u32 = 1 << 3;
/// IR0 and IR1, the input frequency.
const IR: u32 = 1 << 2 | 1 << 5;
/// What SR shows of CON1 once it is in effect: IR0, DR, IR1, UR, PAR, TCR, TCTR.
const SHOWN: u32 = 0xffec;

/// The timer's start value in time-out mode.
const TIME_OUT: u16 = 0xfffc;

/// What an access to CON0 was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// The password was right: the next write may change CON0.
    Unlocked,
    /// CON0 was changed.
    Modified,
    /// Neither: the access error flag is set.
    Error,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wdt {
    endinit: bool,
    locked: bool,
    password: u32,
    reload: u32,
    con1: u32,
    /// The part of CON1 that is in effect.
    active: u32,
    access_error: bool,
    overflow_error: bool,
    time_out: bool,
    /// The timer had the value `start` at cycle `from`.
    start: u16,
    from: u64,
}

impl Wdt {
    /// After a reset at `cycle`: in time-out mode with ENDINIT clear, or disabled.
    pub fn new(cycle: u64, disabled: bool) -> Wdt {
        let con1 = if disabled { DR } else { 0 };
        Wdt {
            endinit: false,
            locked: true,
            password: 0xf0,
            reload: 0xfffc_0000,
            con1,
            active: con1,
            access_error: false,
            overflow_error: false,
            time_out: !disabled,
            start: TIME_OUT,
            from: cycle,
        }
    }

    /// The ENDINIT bit: protected registers are locked.
    pub fn endinit(&self) -> bool {
        self.endinit
    }

    pub fn con0(&self) -> u32 {
        let flags = (u32::from(self.locked) * LCK) | (u32::from(self.endinit) * ENDINIT);
        self.reload | (self.password ^ PW_INVERTED) | flags
    }

    pub fn con1(&self) -> u32 {
        self.con1
    }

    pub fn sr(&self, cycle: u64) -> u32 {
        u32::from(self.timer(cycle)) << 16
            | self.active
            | u32::from(self.time_out) << 4
            | u32::from(self.overflow_error) << 1
            | u32::from(self.access_error)
    }

    fn disabled(&self) -> bool {
        self.active & DR != 0
    }

    /// Cycles of the SPB per step of the timer.
    fn divider(&self) -> u64 {
        match self.active & IR {
            0 => 16384,
            0x4 => 256,
            _ => 64,
        }
    }

    fn timer(&self, cycle: u64) -> u16 {
        if self.disabled() || self.overflow_error {
            return self.start;
        }
        let steps = cycle.saturating_sub(self.from) / self.divider();
        self.start.wrapping_add(steps as u16)
    }

    /// When the timer overflows, if it runs.
    pub fn overflows_at(&self) -> Option<u64> {
        let steps = 0x1_0000 - u64::from(self.start);
        (!self.disabled() && !self.overflow_error)
            .then(|| self.from.saturating_add(steps * self.divider()))
    }

    /// The timer has overflowed.
    pub fn overflow(&mut self) {
        self.overflow_error = true;
        self.start = 0;
    }

    /// Writes CON0.
    pub fn write_con0(&mut self, value: u32, cycle: u64) -> Access {
        if self.locked {
            let right = value & (ENDINIT | LCK) == ENDINIT
                && value & PW == self.password
                && value & REL == self.reload;
            if !right {
                self.access_error = true;
                return Access::Error;
            }
            self.locked = false;
            if !self.disabled() && !self.time_out {
                self.time_out = true;
                self.restart(TIME_OUT, cycle);
            }
            return Access::Unlocked;
        }
        if value & LCK == 0 {
            self.access_error = true;
            return Access::Error;
        }
        self.locked = true;
        self.password = value & PW;
        self.reload = value & REL;
        self.endinit = value & ENDINIT != 0;
        if self.endinit {
            // What CON1 asks for comes into effect, and the timer starts from its reload value.
            self.active = self.con1 & SHOWN;
            self.time_out = false;
            self.access_error = false;
            self.overflow_error = false;
            self.restart((self.reload >> 16) as u16, cycle);
        }
        Access::Modified
    }

    fn restart(&mut self, start: u16, cycle: u64) {
        self.start = start;
        self.from = cycle;
    }

    /// Writes CON1, which ENDINIT protects.
    pub fn write_con1(&mut self, value: u32) {
        self.con1 = value & SHOWN;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_that_drivers_write() {
        let mut w = Wdt::new(0, false);
        assert_eq!(w.con0(), 0xfffc_000e);
        // iLLD: PW of the read value, its low six bits inverted.
        let password = (w.con0() >> 2 & 0x3fff) ^ 0x3f;
        assert_eq!(password, 0x3c);
        assert_eq!(w.write_con0(0xfffc_00f1, 0), Access::Unlocked);
        assert_eq!(w.con0(), 0xfffc_000c);
        assert_eq!(w.write_con0(0xfffc_00f3, 0), Access::Modified);
        assert_eq!((w.con0(), w.endinit()), (0xfffc_000f, true));
        assert_eq!(w.write_con0(0xfffc_00f1, 9), Access::Unlocked);
        assert_eq!(w.write_con0(0xfffc_00f2, 9), Access::Modified);
        assert!(!w.endinit());
    }

    #[test]
    fn wrong_words_are_access_errors() {
        for wrong in [0xfffc_00f5, 0xfffb_00f1, 0xfffc_00f0, 0xfffc_00f3] {
            let mut w = Wdt::new(0, false);
            assert_eq!(w.write_con0(wrong, 0), Access::Error, "{wrong:#x}");
            assert_eq!(w.sr(0) & 1, 1);
            assert_eq!(w.con0(), 0xfffc_000e, "nothing else changed");
        }
        let mut w = Wdt::new(0, false);
        w.write_con0(0xfffc_00f1, 0);
        assert_eq!(w.write_con0(0xfffc_00f1, 0), Access::Error);
    }

    #[test]
    fn the_password_changes() {
        let mut w = Wdt::new(0, false);
        w.write_con0(0xfffc_00f1, 0);
        w.write_con0(0xa000_0000 | 0x1234 << 2 | 3, 0);
        assert_eq!(w.write_con0(0xa000_00f1, 0), Access::Error);
        let word = 0xa000_0000 | 0x1234 << 2 | 1;
        assert_eq!(w.write_con0(word, 0), Access::Unlocked);
    }

    #[test]
    fn time_out_then_normal_mode_then_off() {
        let mut w = Wdt::new(100, false);
        assert_eq!(w.sr(100), 0xfffc_0010);
        assert_eq!(w.overflows_at(), Some(100 + 4 * 16384));
        assert_eq!(w.sr(100 + 16384) >> 16, 0xfffd);
        w.write_con0(0xfffc_00f1, 200);
        w.write_con0(0xff00_00f3, 200);
        assert_eq!(w.sr(200), 0xff00_0000);
        assert_eq!(w.overflows_at(), Some(200 + 256 * 16384));
        // Unlocking enters time-out mode again.
        w.write_con0(0xff00_00f1, 300);
        w.write_con0(0xff00_00f2, 300);
        assert_eq!(w.overflows_at(), Some(300 + 4 * 16384));
        w.write_con1(DR);
        assert_eq!(w.sr(300) & DR, 0, "not before ENDINIT is set");
        w.write_con0(0xff00_00f1, 300);
        w.write_con0(0xff00_00f3, 300);
        assert_eq!((w.sr(300) & DR, w.overflows_at()), (DR, None));
    }

    #[test]
    fn faster_clocks() {
        for (con1, divider) in [(0x4, 256), (0x20, 64)] {
            let mut w = Wdt::new(0, false);
            w.write_con0(0xfffc_00f1, 0);
            w.write_con0(0xfffc_00f2, 0);
            w.write_con1(con1);
            w.write_con0(0xfffc_00f1, 0);
            w.write_con0(0xfffc_00f3, 0);
            assert_eq!(w.overflows_at(), Some(4 * divider));
        }
    }
}
