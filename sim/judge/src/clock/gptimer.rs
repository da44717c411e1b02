//! A GPTIMER (GR740 UM 2.9, ch. 20). Its prescaler gives a tick each SRELOAD + 1 cycles. Timers count ticks, or the
//! underflows of the previous timer (CH), down to 0. They then restart from their reload value (RS) or stop. The
//! prescaler stands while all timers are off, and a write of SRELOAD restarts it (GRLIB's `gptimer.vhd`).

use super::shown::Shown;
use serde::{Deserialize, Serialize};

const SCALER: u32 = 0x00;
const SRELOAD: u32 = 0x04;
const CONFIG: u32 = 0x08;
/// CONFIG.ES: an interrupt line sets the timers.
const ES: u32 = 1 << 12;

const EN: u32 = 1;
const RS: u32 = 1 << 1;
const LD: u32 = 1 << 2;
const CH: u32 = 1 << 5;

/// A down counter: the prescaler, or a timer.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Down {
    value: u64,
    reload: u64,
    on: bool,
    again: bool,
    chained: bool,
    /// All that it was given to count, on or off.
    ticks: u64,
    presets: u64,
    stops: u64,
}

impl Down {
    /// Counts `n` more; answers how often it went below 0.
    fn pass(&mut self, n: u64) -> u64 {
        self.ticks += n;
        if !self.on {
            self.stops += n;
            return 0;
        }
        if n <= self.value {
            self.value -= n;
            return 0;
        }
        let beyond = n - self.value - 1;
        if !self.again {
            (self.value, self.on) = (u64::from(u32::MAX), false);
            self.stops += beyond + 1;
            return 1;
        }
        let turn = (self.reload + 1).max(1);
        self.value = self.reload - beyond % turn;
        1 + beyond / turn
    }
}

/// What firmware has made of one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Gptimer {
    cycle: u64,
    prescaler: Down,
    timers: Vec<Down>,
    /// An action outside the facts may have set the timers.
    unknown: bool,
}

impl Gptimer {
    pub fn new(timers: usize, watchdog: Option<u32>) -> Gptimer {
        let mut timers = vec![Down::default(); timers];
        if let (Some(value), Some(last)) = (watchdog, timers.last_mut()) {
            (last.value, last.reload, last.on) = (value.into(), value.into(), true);
        }
        Gptimer {
            cycle: 0,
            prescaler: Down {
                value: 0xffff,
                reload: 0xffff,
                on: true,
                again: true,
                ..Down::default()
            },
            timers,
            unknown: false,
        }
    }

    fn settle(&mut self, cycle: u64) {
        // Single ticks only where a timer may stop: the prescaler stops with the last timer.
        while self.cycle < cycle {
            if self.timers.iter().all(|t| !t.on) {
                self.cycle = cycle;
                return;
            }
            let stays = self.timers.iter().any(|t| t.on && t.again);
            let left = cycle - self.cycle;
            let next = if stays {
                left
            } else {
                left.min(self.prescaler.value + 1)
            };
            let ticks = self.prescaler.pass(next);
            self.cycle += next;
            let mut underflows = 0;
            for t in &mut self.timers {
                underflows = t.pass(if t.chained { underflows } else { ticks });
            }
        }
    }

    pub fn write(&mut self, offset: u32, value: u32, cycle: u64) {
        self.settle(cycle);
        let wide = u64::from(value);
        match (offset, self.timers.get_mut(number(offset))) {
            (SCALER, _) => self.prescaler.value = wide & 0xffff,
            (SRELOAD, _) => {
                self.prescaler.reload = wide & 0xffff;
                self.prescaler.value = wide & 0xffff;
            }
            (CONFIG, _) => self.unknown |= value & ES != 0,
            (_, Some(t)) => match offset % 16 {
                0 => (t.value, t.presets) = (wide, t.presets + 1),
                4 => (t.reload, t.presets) = (wide, t.presets + 1),
                8 => {
                    let before = (t.again, t.chained);
                    t.on = value & EN != 0;
                    (t.again, t.chained) = (value & RS != 0, value & CH != 0);
                    t.presets += u64::from(before != (t.again, t.chained));
                    if value & LD != 0 {
                        (t.value, t.presets) = (t.reload, t.presets + 1);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    pub fn read(&mut self, offset: u32, cycle: u64) -> Option<Shown> {
        self.settle(cycle);
        let n = number(offset);
        let t = self.timers.get(n).filter(|_| offset.is_multiple_of(16))?;
        // Without reload it goes from 0 to all ones; a value above the reload value comes only once.
        let turn = match t.again {
            true if t.value <= t.reload => t.reload + 1,
            _ => 1 << 32,
        };
        Some(Shown {
            register: ("TCNTVAL", Some(n + 1)),
            expected: (!self.unknown).then_some(t.value as u32),
            ticks: t.ticks,
            mask: u32::MAX,
            period: turn,
            down: true,
            presets: t.presets,
            stops: t.stops,
        })
    }
}

/// The number of the timer whose register is at `offset`, from 0; none is at offsets below 0x10.
fn number(offset: u32) -> usize {
    (offset as usize / 16).wrapping_sub(1)
}
