//! GPTIMER, general purpose timer unit: a prescaler and up to seven 32-bit down counters (GR740
//! UM 2.9 ch. 20).
//!
//! Counters are computed on read; only the next visible underflow is scheduled. Output pins: 0..6 the timers'
//! interrupts (a shared interrupt is pin 0 for all), 7 the watchdog output (high while the last timer's interrupt is
//! pending and WS is 0), 8 its non-maskable interrupt, 9 the tick of the last timer: a pulse at each underflow,
//! whatever IE is. Input pins 0..31 are bus interrupt lines that may latch or set the timers (CONFIG.EL, CONFIG.ES).
//!
//! A tick reaches all timers at once. GRLIB's unit serves one timer a cycle, so timer n counts n cycles later. It needs
//! timers + 1 cycles for that: shorter prescalers lose ticks there, and are a warning here. Not modelled: the freeze
//! while a debugger halts the processors (it stops the whole board); the external clock and event inputs, which the
//! GR740 lacks.

mod count;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use count::{CH, EN, IE, IP, LD, RS, Timers, WN, WS};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, Effect, Input, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::RegDesc;
use trueboard_core::time::{Clock, Tick};

trueboard_core::regs! {
    /// Registers; timers and interrupt that a unit lacks read 0.
    pub enum Reg: MAP {
        SCALER @ 0x00 = 0xffff, rw 0xffff; "prescaler value";
        SRELOAD @ 0x04 = 0xffff, rw 0xffff; "prescaler reload value";
        CONFIG @ 0x08 = 0, rw 0x3e00; "EV 13, ES 12, EL 11, EE 10, DF 9, SI 8, IRQ 7:3, TIMERS 2:0";
        LATCHCFG @ 0x0c = 0, rw 0xffff_ffff; "interrupt lines that latch";
        TCNTVAL @ 0x10 [7; 16] = 0, rw 0xffff_ffff; "counter value";
        TRLDVAL @ 0x14 [7; 16] = 0, rw 0xffff_ffff; "reload value";
        TCTRL @ 0x18 [7; 16] = 0, rw 0x1af, w1c 0x10; "WS 8, WN 7, DH 6, CH 5, IP 4, IE 3, LD 2, RS 1, EN 0";
        TLATCH @ 0x1c [7; 16] = 0, rw 0; "latched value";
    }
}

/// Output pins of the last timer: the watchdog, its non-maskable interrupt, and each underflow.
const WATCHDOG_PIN: u16 = 7;
const NMI_PIN: u16 = 8;
const TICK_PIN: u16 = 9;

/// The reason of a reset by the watchdog.
const RESET: &str = "a watchdog fired; stop it, or serve it, in the firmware";

const EV: u32 = 1 << 13;
const ES: u32 = 1 << 12;
const EL: u32 = 1 << 11;
const EE: u32 = 1 << 10;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Timers, 1 to 7.
    pub timers: u8,
    /// The first interrupt, as CONFIG shows it.
    pub base_irq: u8,
    /// Each timer has an interrupt line of its own.
    #[serde(default)]
    pub separate: bool,
    /// The last timer is the system watchdog: it runs after reset and resets the board.
    #[serde(default)]
    pub watchdog: bool,
    /// Value and reload value of the system watchdog after reset.
    #[serde(default = "watchdog_ticks")]
    pub watchdog_ticks: u32,
    /// A listener is wired to output pin 9, the tick of the last timer.
    #[serde(default)]
    pub tick_output: bool,
}

fn watchdog_ticks() -> u32 {
    0xffff
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gptimer {
    params: Params,
    clock: Clock,
    timers: Timers,
    /// The writable bits of CONFIG.
    config: u32,
    latch_select: u32,
    latched: Vec<u32>,
    next: Option<EventKey>,
    /// Level of the watchdog output.
    barking: bool,
    underflows: u64,
}

impl Gptimer {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Gptimer, String> {
        let p: Params = parse("gptimer", params)?;
        within("timers", p.timers.into(), 1..=7)?;
        within("base_irq", p.base_irq.into(), 0..=31)?;
        Ok(Gptimer::new(p))
    }

    fn new(params: Params) -> Gptimer {
        let n = usize::from(params.timers);
        let mut timers = Timers::new(n);
        if params.watchdog {
            let t = &mut timers.timers[n - 1];
            t.value = params.watchdog_ticks;
            t.reload = params.watchdog_ticks;
            t.ctrl = EN | IE;
        }
        Gptimer {
            clock: Clock::new(1),
            timers,
            config: 0,
            latch_select: 0,
            latched: vec![0; n],
            next: None,
            barking: false,
            underflows: 0,
            params,
        }
    }

    fn last(&self) -> usize {
        usize::from(self.params.timers) - 1
    }

    /// What a register shows when `timers` have been brought up to the present.
    fn value(&self, timers: &Timers, reg: Reg, i: usize) -> u32 {
        let p = &self.params;
        let t = timers.timers.get(i);
        match reg {
            Reg::SCALER => timers.scaler_value(),
            Reg::SRELOAD => timers.scaler_reload(),
            Reg::CONFIG => {
                let fixed = u32::from(p.separate) << 8 | u32::from(p.base_irq) << 3;
                self.config | fixed | u32::from(p.timers)
            }
            Reg::LATCHCFG => self.latch_select,
            Reg::TCNTVAL => t.map_or(0, |t| t.value),
            Reg::TRLDVAL => t.map_or(0, |t| t.reload),
            Reg::TCTRL => t.map_or(0, |t| t.ctrl),
            Reg::TLATCH => self.latched.get(i).copied().unwrap_or(0),
        }
    }

    fn store(&mut self, reg: Reg, i: usize, v: u32, cx: &mut Cx<'_>) {
        match reg {
            Reg::SCALER => self.timers.set_scaler_value(v & 0xffff),
            Reg::SRELOAD => self.timers.set_scaler_reload(v & 0xffff),
            Reg::CONFIG => {
                self.config = v & MAP[reg as usize].rw;
                if v & (EE | EV) != 0 {
                    cx.warn(
                        0x08,
                        "CONFIG: EE and EV select inputs that are not modelled",
                    );
                }
            }
            Reg::LATCHCFG => self.latch_select = v,
            Reg::TLATCH => {}
            Reg::TCNTVAL | Reg::TRLDVAL | Reg::TCTRL => self.store_timer(reg, i, v),
        }
    }

    fn store_timer(&mut self, reg: Reg, i: usize, v: u32) {
        let extras = if self.params.watchdog && i == self.last() {
            WS | WN
        } else {
            0
        };
        let Some(t) = self.timers.timers.get_mut(i) else {
            return;
        };
        match reg {
            Reg::TCNTVAL => t.value = v,
            Reg::TRLDVAL => t.reload = v,
            _ => {
                let pending = t.ctrl & IP & !v;
                t.ctrl = pending | (v & (EN | RS | IE | CH | extras));
                if v & LD != 0 {
                    t.value = t.reload;
                }
            }
        }
    }

    /// Brings the counters up to now and lets their interrupts out.
    fn sync(&mut self, cx: &mut Cx<'_>) {
        let fired = self.timers.advance(cx.cycles());
        for (i, n) in fired.into_iter().enumerate() {
            self.underflows += n;
            if n != 0 && i < self.timers.timers.len() {
                self.underflow(i, cx);
            }
        }
        self.drive_watchdog(cx);
    }

    fn underflow(&mut self, i: usize, cx: &mut Cx<'_>) {
        let ctrl = self.timers.timers[i].ctrl;
        if self.params.tick_output && i == self.last() {
            cx.pulse(TICK_PIN);
        }
        if ctrl & IE == 0 {
            return;
        }
        cx.pulse(if self.params.separate { i as u16 } else { 0 });
        if i == self.last() && ctrl & WN != 0 {
            cx.pulse(NMI_PIN);
        }
    }

    /// The watchdog output follows the pending bit of the last timer. WS holds it low.
    fn drive_watchdog(&mut self, cx: &mut Cx<'_>) {
        let ctrl = self.timers.timers[self.last()].ctrl;
        let barks = ctrl & IP != 0 && ctrl & WS == 0;
        if barks == self.barking {
            return;
        }
        self.barking = barks;
        cx.line(WATCHDOG_PIN, barks);
        if barks && self.params.watchdog {
            cx.effects.push(Effect::Reset(RESET));
        }
    }

    /// Warns of a running unit with too short a prescaler.
    fn check_prescaler(&self, cx: &mut Cx<'_>) {
        let least = u32::from(self.params.timers) + 1;
        let reload = self.timers.scaler_reload();
        let on = self.timers.timers.iter().any(|t| t.ctrl & EN != 0);
        if on && reload < least {
            cx.warn(
                0x04,
                format!(
                    "SRELOAD is {reload}, below {least} (timers + 1): the chip loses ticks, \
                     this model counts each"
                ),
            );
        }
    }

    fn reschedule(&mut self, cx: &mut Cx<'_>) {
        if let Some(key) = self.next.take() {
            cx.cancel(key);
        }
        let heard = self.params.tick_output.then(|| self.last());
        self.next = self
            .timers
            .next_underflow(heard)
            .and_then(|cycle| cycle.checked_mul(self.clock.ticks_per_cycle()))
            .map(|tick| cx.schedule(Tick(tick), 0));
    }
}

impl Device for Gptimer {
    fn kind(&self) -> &'static str {
        "gptimer"
    }

    fn keeps_time(&self) -> bool {
        true
    }

    fn may_reset(&self) -> bool {
        let last = self.timers.timers.get(self.last());
        self.params.watchdog && last.is_some_and(|t| t.ctrl & EN != 0)
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        match phase {
            ResetPhase::Enter => {
                if let Some(key) = self.next.take() {
                    cx.cancel(key);
                }
                let barking = self.barking;
                *self = Gptimer::new(self.params.clone());
                self.barking = barking;
                self.clock = cx.clock;
                self.timers.restart(cx.cycles());
            }
            ResetPhase::Hold => self.drive_watchdog(cx),
            ResetPhase::Exit => self.reschedule(cx),
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: reads as 0");
            return Ok(0);
        };
        self.sync(cx);
        Ok(self.value(&self.timers, reg, i))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        self.sync(cx);
        let reads = self.value(&self.timers, reg, i);
        check_write(&MAP[reg as usize], off, value, reads, cx);
        self.store(reg, i, value, cx);
        self.drive_watchdog(cx);
        self.check_prescaler(cx);
        self.reschedule(cx);
        Ok(())
    }

    fn event(&mut self, _: u32, cx: &mut Cx<'_>) {
        self.next = None;
        self.sync(cx);
        self.reschedule(cx);
    }

    fn inputs(&self) -> &'static [Input] {
        const {
            &[Input::new(
                0,
                31,
                "bus interrupts that latch or set the timers",
            )]
        }
    }

    /// A bus interrupt line: latches or sets the timers where enabled.
    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        let chosen = self.latch_select.checked_shr(pin.into()).unwrap_or(0) & 1 != 0;
        if !level || !chosen || self.config & (EL | ES) == 0 {
            return;
        }
        self.sync(cx);
        if self.config & EL != 0 {
            self.latched = self.timers.timers.iter().map(|t| t.value).collect();
        }
        if self.config & ES != 0 {
            for t in &mut self.timers.timers {
                t.value = t.reload;
            }
        }
        self.config &= !(EL | ES);
        self.reschedule(cx);
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        let mut timers = self.timers.clone();
        timers.advance(self.clock.cycles_at(now));
        Some(self.value(&timers, reg, i))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("underflows", self.underflows)]
    }

    trueboard_core::serde_state!();
}
