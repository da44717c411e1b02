//! STM, system timer (UM "System Timer"): a 64-bit counter, two compare registers.
//!
//! The counter is computed when somebody looks; only the next compare match that interrupts is
//! scheduled. Output pins: 0 and 1 are the service requests STMIR0 and STMIR1. Input pin 0xfff0
//! says whether ENDINIT-protected registers are locked.
//!
//! Not modelled: OCS (suspend by a debugger: its time stands still for the whole board), ACCEN0
//! and ACCEN1 (which masters may write), resets by a compare match (RSTCON).

#[cfg(test)]
mod tests;

use super::{CLC_DISR, CLC_RW, Endinit, KernelReset, PIN_ENDINIT};
use crate::BuildEnv;
use crate::params::{check_write, parse};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, Input, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::RegDesc;
use trueboard_core::time::{Clock, Tick};

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        CLC @ 0x00 = 0, rw 0x9; "clock control: EDIS 3, DISS 1, DISR 0; ENDINIT-protected";
        ID @ 0x08 = 0x0068_c006, rw 0; "module identification";
        TIM @ 0x10 [7; 4] = 0, rw 0; "TIM0 to TIM6: counter bits 31:0, 35:4, 39:8, 43:12, 47:16, 51:20, 63:32";
        CAP @ 0x2c = 0, rw 0; "counter bits 63:32 at the last read of TIM0 to TIM5";
        CMP @ 0x30 [2; 4] = 0, rw 0xffff_ffff; "compare value";
        CMCON @ 0x38 = 0, rw 0x1f1f_1f1f; "MSTART1 28:24, MSIZE1 20:16, MSTART0 12:8, MSIZE0 4:0";
        ICR @ 0x3c = 0, rw 0x55; "CMP1OS 6, CMP1IR 5, CMP1EN 4, CMP0OS 2, CMP0IR 1, CMP0EN 0";
        ISCR @ 0x40 = 0, rw 0xf; "write 1: CMP1IRS 3, CMP1IRR 2, CMP0IRS 1, CMP0IRR 0; reads 0";
        TIM0SV @ 0x50 = 0, rw 0; "second view of TIM0";
        CAPSV @ 0x54 = 0, rw 0; "counter bits 63:32 at the last read of TIM0SV";
        OCS @ 0xe8 = 0, rw 0x1f00_0000; "SUSSTA 29, SUS_P 28, SUS 27:24";
        KRSTCLR @ 0xec = 0, rw 1; "CLR 0; ENDINIT-protected";
        KRST1 @ 0xf0 = 0, rw 1; "RST 0; ENDINIT-protected";
        KRST0 @ 0xf4 = 0, rw 1; "RSTSTAT 1, RST 0; ENDINIT-protected";
        ACCEN1 @ 0xf8 = 0, rw 0; "access enable: masters 32 to 63";
        ACCEN0 @ 0xfc = 0xffff_ffff, rw 0xffff_ffff; "access enable: masters 0 to 31";
    }
}

/// Parameters in a board file: none.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Stm {
    clock: Clock,
    clc: u32,
    /// Cycle of the device's clock at which the counter was 0.
    zero: u64,
    /// The counter while its clock is off.
    stopped: Option<u64>,
    cap: u32,
    capsv: u32,
    cmp: [u32; 2],
    cmcon: u32,
    icr: u32,
    ocs: u32,
    accen0: u32,
    reset: KernelReset,
    endinit: Endinit,
    /// Matches up to this count have been seen.
    seen: u64,
    next: Option<EventKey>,
    requests: u64,
}

impl Stm {
    /// Builds one.
    ///
    /// # Errors
    /// When there are parameters.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Stm, String> {
        parse::<Params>("tc27x-stm", params)?;
        Ok(Stm::new())
    }

    fn new() -> Stm {
        Stm {
            clock: Clock::new(1),
            clc: 0,
            zero: 0,
            stopped: None,
            cap: 0,
            capsv: 0,
            cmp: [0; 2],
            cmcon: 0,
            icr: 0,
            ocs: 0,
            accen0: u32::MAX,
            reset: KernelReset::default(),
            endinit: Endinit::default(),
            seen: 0,
            next: None,
            requests: 0,
        }
    }

    fn count(&self, cycles: u64) -> u64 {
        self.stopped
            .unwrap_or_else(|| cycles.wrapping_sub(self.zero))
    }

    /// Of comparator `n`: the value that the counter must have in the bits of the mask.
    fn target(&self, n: usize) -> (u64, u64) {
        let field = |at: usize| u64::from(self.cmcon >> (16 * n + at)) & 0x1f;
        let (size, start) = (field(0), field(8));
        let bits = (1 << (size + 1)) - 1;
        ((u64::from(self.cmp[n]) & bits) << start, bits << start)
    }

    fn equal(&self, n: usize, count: u64) -> bool {
        let (value, mask) = self.target(n);
        count & mask == value
    }

    /// The first count after `after` at which comparator `n` begins to match.
    fn match_after(&self, n: usize, after: u64) -> u64 {
        let (value, mask) = self.target(n);
        let period = 1u64 << (64 - mask.leading_zeros());
        let ahead = value.wrapping_sub(after) & (period - 1);
        let ahead = if ahead == 0 { period } else { ahead };
        after.saturating_add(ahead)
    }

    /// Whether comparator `n` has matched, by `count`, since matches were last seen.
    fn matched(&self, n: usize, count: u64) -> bool {
        self.match_after(n, self.seen) <= count
    }

    fn icr_at(&self, count: u64) -> u32 {
        (0..2).fold(self.icr, |icr, n| {
            icr | u32::from(self.matched(n, count)) << (4 * n + 1)
        })
    }

    /// A match of comparator `n`: sets its flag, and requests service when that is enabled.
    fn happened(&mut self, n: usize, cx: &mut Cx<'_>) {
        self.icr |= 0b10 << (4 * n);
        if self.icr >> (4 * n) & 1 != 0 {
            self.requests += 1;
            cx.pulse((self.icr >> (4 * n + 2) & 1) as u16);
        }
    }

    /// Sees all matches up to now.
    fn sync(&mut self, cx: &mut Cx<'_>) {
        let count = self.count(cx.cycles());
        for n in 0..2 {
            if self.matched(n, count) {
                self.happened(n, cx);
            }
        }
        self.seen = count;
    }

    fn reschedule(&mut self, cx: &mut Cx<'_>) {
        if let Some(key) = self.next.take() {
            cx.cancel(key);
        }
        if self.stopped.is_some() {
            return;
        }
        let enabled = (0..2).filter(|n| self.icr >> (4 * n) & 1 != 0);
        let first = enabled.map(|n| self.match_after(n, self.seen)).min();
        self.next = first
            .and_then(|count| count.checked_add(self.zero))
            .and_then(|cycle| cycle.checked_mul(self.clock.ticks_per_cycle()))
            .map(|tick| cx.schedule(Tick(tick), 0));
    }

    fn value(&self, reg: Reg, i: usize, count: u64) -> u32 {
        match reg {
            Reg::CLC => self.clc | (self.clc & CLC_DISR) << 1,
            Reg::ID => MAP[reg as usize].reset,
            Reg::TIM if i == 6 => (count >> 32) as u32,
            Reg::TIM => (count >> (4 * i)) as u32,
            Reg::CAP => self.cap,
            Reg::CMP => self.cmp[i],
            Reg::CMCON => self.cmcon,
            Reg::ICR => self.icr_at(count),
            Reg::TIM0SV => count as u32,
            Reg::CAPSV => self.capsv,
            Reg::OCS => self.ocs,
            Reg::KRST0 => self.reset.value(0),
            Reg::KRST1 => self.reset.value(1),
            Reg::ACCEN0 => self.accen0,
            Reg::ACCEN1 | Reg::ISCR | Reg::KRSTCLR => 0,
        }
    }

    /// Switches the counter's clock.
    fn run(&mut self, on: bool, cx: &mut Cx<'_>) {
        let cycles = cx.cycles();
        match (on, self.stopped) {
            (false, None) => self.stopped = Some(self.count(cycles)),
            (true, Some(count)) => {
                self.zero = cycles.wrapping_sub(count);
                self.stopped = None;
            }
            _ => {}
        }
    }

    /// Changes what a comparator compares; one that begins to match by it, does so now.
    fn compare(&mut self, change: impl FnOnce(&mut Stm), cx: &mut Cx<'_>) {
        let before = [0, 1].map(|n| self.equal(n, self.seen));
        change(self);
        for (n, matched) in before.into_iter().enumerate() {
            if !matched && self.equal(n, self.seen) {
                self.happened(n, cx);
            }
        }
    }

    fn store(&mut self, reg: Reg, i: usize, v: u32, cx: &mut Cx<'_>) {
        match reg {
            Reg::CLC => {
                self.clc = v & CLC_RW;
                self.run(v & CLC_DISR == 0, cx);
            }
            Reg::CMP => self.compare(|s| s.cmp[i] = v, cx),
            Reg::CMCON => self.compare(|s| s.cmcon = v & MAP[reg as usize].rw, cx),
            Reg::ICR => self.icr = (self.icr & 0x22) | (v & 0x55),
            Reg::ISCR => {
                self.icr |= v & 0b10 | (v & 0b1000) << 2;
                self.icr &= !((v & 1) << 1 | (v & 0b100) << 3);
            }
            Reg::OCS => {
                // SUS is written with SUS_P set only.
                if v & 1 << 28 != 0 {
                    self.ocs = v & 0x0f00_0000;
                }
            }
            Reg::KRST0 | Reg::KRST1 => {
                if self.reset.write(usize::from(reg == Reg::KRST1), v) {
                    let (clock, endinit, reset) = (self.clock, self.endinit, self.reset);
                    let (next, requests) = (self.next.take(), self.requests);
                    *self = Stm {
                        clock,
                        endinit,
                        reset,
                        next,
                        requests,
                        zero: cx.cycles(),
                        ..Stm::new()
                    };
                }
            }
            Reg::KRSTCLR => self.reset.clear(v),
            Reg::ACCEN0 => {
                self.accen0 = v;
                if v != u32::MAX {
                    cx.warn(0xfc, "ACCEN0: masters are not kept out");
                }
            }
            Reg::ID | Reg::TIM | Reg::CAP | Reg::TIM0SV | Reg::CAPSV | Reg::ACCEN1 => {}
        }
    }
}

impl Device for Stm {
    fn kind(&self) -> &'static str {
        "tc27x-stm"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            if let Some(key) = self.next.take() {
                cx.cancel(key);
            }
            *self = Stm {
                clock: cx.clock,
                zero: cx.cycles(),
                ..Stm::new()
            };
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: reads as 0");
            return Ok(0);
        };
        let count = self.count(cx.cycles());
        match reg {
            Reg::TIM if i < 6 => self.cap = (count >> 32) as u32,
            Reg::TIM0SV => self.capsv = (count >> 32) as u32,
            _ => {}
        }
        Ok(self.value(reg, i, count))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        let desc = &MAP[reg as usize];
        if matches!(
            reg,
            Reg::CLC | Reg::KRST0 | Reg::KRST1 | Reg::KRSTCLR | Reg::ACCEN0
        ) {
            self.endinit.check(desc.name, off, cx)?;
        }
        self.sync(cx);
        let reads = self.value(reg, i, self.seen);
        check_write(desc, off, value, reads, cx);
        self.store(reg, i, value, cx);
        self.seen = self.count(cx.cycles());
        self.reschedule(cx);
        Ok(())
    }

    fn event(&mut self, _: u32, cx: &mut Cx<'_>) {
        self.next = None;
        self.sync(cx);
        self.reschedule(cx);
    }

    fn inputs(&self) -> &'static [Input] {
        const { &[Input::new(PIN_ENDINIT, PIN_ENDINIT, "ENDINIT of the SCU")] }
    }

    fn line(&mut self, pin: u16, level: bool, _: &mut Cx<'_>) {
        if pin == PIN_ENDINIT {
            self.endinit.set(level);
        }
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        Some(self.value(reg, i, self.count(self.clock.cycles_at(now))))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("requests", self.requests)]
    }

    trueboard_core::serde_state!();
}
