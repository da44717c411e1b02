//! GR740THSENS, the temperature sensor controller of the GR740 (UM 2.9 ch. 29). Register layout
//! and start-up order are those of the public RTEMS and cFE drivers; what the reset values are and
//! how status flags behave is estimated, as the comments say.
//!
//! The sensor needs a clock of 250-500 kHz (DIV), CLKEN, SRSTN and PDN. The first result arrives
//! 1 ms and 25 sensor clocks after these are right, then one every 25 sensor clocks. Conversions
//! are computed on read. Their times are exact; their value is the die temperature that the board
//! last supplied. The board supplies it on a fixed grid, which is coarser than nothing a package
//! with time constants of a tenth of a second and more can show in whole degrees. MIN and MAX see
//! the temperature whenever the device is touched and, with the alarm enabled, at every conversion.
//!
//! Not modelled: an interrupt (none is documented), and DCORRECT, which has no effect unless
//! `st_scheme` is on: then DATA follows other ST sensors, T = DATA + 20 with DCORRECT 16 neutral.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, PIN_CLOCK, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

/// CTRL bit ALEN: alarm enable.
pub const ALEN: u32 = 1 << 8;
/// CTRL bit PDN: 1 = the sensor has power.
pub const PDN: u32 = 1 << 7;
/// CTRL bit SRSTN: 1 = the sensor is out of reset.
pub const SRSTN: u32 = 1 << 1;
/// CTRL bit CLKEN: the sensor has a clock.
pub const CLKEN: u32 = 1;

/// STATUS bit SCLK: level of the sensor clock.
pub const SCLK: u32 = 1 << 15;
/// STATUS bit WE: write enable of the sensor. It follows CLKEN (estimated); writes work always.
pub const WE: u32 = 1 << 10;
/// STATUS bit UPD: DATA is new.
pub const UPD: u32 = 1 << 9;
/// STATUS bit ALACT: DATA is above THRES.
pub const ALACT: u32 = 1 << 8;

/// Sensor clocks of one conversion (estimated from the wait that drivers make).
const CONVERSION_CLOCKS: u64 = 25;
/// From power-up to the first conversion.
const WAKE_US: u64 = 1000;
/// Sensor clock range in Hz.
const SENSOR_HZ: std::ops::RangeInclusive<u64> = 250_000..=500_000;

trueboard_core::regs! {
    /// The registers.
    pub enum Reg: MAP {
        Ctrl @ 0x0 = 0, rw 0x03ff_01ff; "DIV 25:16, ALEN 8, PDN 7, DCORRECT 6:2, SRSTN 1, CLKEN 0";
        Status @ 0x4 = 0x007f_0000, rw 0; "MAX 30:24, MIN 22:16, SCLK 15, WE 10, UPD 9, ALACT 8, DATA 6:0";
        Thres @ 0x8 = 0x7f, rw 0x7f; "alarm threshold, as DATA";
    }
}

/// What a board file says about the sensor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Frequency of the clock that DIV divides, in Hz: the system clock.
    pub clock_hz: u64,
    /// DATA = T - 20 + DCORRECT - 16, as in other ST sensors, instead of DATA = T.
    #[serde(default)]
    pub st_scheme: bool,
}

/// The device. See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TempSensor {
    params: Params,
    clocked: bool,
    ctrl: u32,
    thres: u32,
    data: u32,
    min: u32,
    max: u32,
    upd: bool,
    /// Cycle of the system clock in which the sensor was started; `None` while it cannot convert.
    started: Option<u64>,
    /// Conversions since then whose results are in DATA.
    taken: u64,
    next_alarm: Option<EventKey>,
    conversions: u64,
    reads: u64,
}

impl TempSensor {
    /// A sensor after reset.
    ///
    /// ```
    /// use trueboard_periph_tempsensor::{Params, TempSensor};
    /// let sensor = TempSensor::new(Params { clock_hz: 250_000_000, st_scheme: false });
    /// # let _ = sensor;
    /// ```
    pub fn new(params: Params) -> TempSensor {
        TempSensor {
            params,
            clocked: true,
            ctrl: 0,
            thres: 0x7f,
            data: 0,
            min: 0x7f,
            max: 0,
            upd: false,
            started: None,
            taken: 0,
            next_alarm: None,
            conversions: 0,
            reads: 0,
        }
    }

    fn div(&self) -> u64 {
        u64::from(self.ctrl >> 16 & 0x3ff)
    }

    fn div_fits(&self) -> bool {
        let div = self.div();
        // Compared without division: 250 MHz / 1000 is on the edge and must count as inside.
        div > 0
            && SENSOR_HZ.start() * div <= self.params.clock_hz
            && self.params.clock_hz <= SENSOR_HZ.end() * div
    }

    fn powered(&self) -> bool {
        let needed = PDN | SRSTN | CLKEN;
        self.clocked && self.ctrl & needed == needed
    }

    /// Cycle in which conversion number `n` (from 1) ends.
    fn conversion_end(&self, started: u64, n: u64) -> u64 {
        let wake = (self.params.clock_hz * WAKE_US).div_ceil(1_000_000);
        started + wake + n * CONVERSION_CLOCKS * self.div()
    }

    /// How many conversions have ended at cycle `now`.
    fn ended(&self, now: u64) -> u64 {
        let Some(started) = self.started else {
            return 0;
        };
        let first = self.conversion_end(started, 0);
        now.saturating_sub(first) / (CONVERSION_CLOCKS * self.div())
    }

    /// The 7-bit number that the sensor gives for a temperature.
    fn digital(&self, die_mc: i64) -> u32 {
        let degrees = (die_mc + 500).div_euclid(1000);
        let shown = if self.params.st_scheme {
            degrees - 20 + i64::from(self.ctrl >> 2 & 0x1f) - 16
        } else {
            degrees
        };
        shown.clamp(0, 127) as u32
    }

    /// Takes the results that have arrived since the device was last touched.
    fn settle(&mut self, cx: &Cx<'_>) {
        let ended = self.ended(cx.cycles());
        if ended > self.taken {
            self.conversions += ended - self.taken;
            self.taken = ended;
            self.data = self.digital(cx.die_mc);
            self.min = self.min.min(self.data);
            self.max = self.max.max(self.data);
            self.upd = true;
        }
    }

    /// Starts or stops the sensor after CTRL or the clock changed.
    fn follow(&mut self, restart: bool, cx: &mut Cx<'_>) {
        let run = self.powered() && self.div_fits();
        if run && (restart || self.started.is_none()) {
            (self.started, self.taken) = (Some(cx.cycles()), 0);
        } else if !run {
            (self.started, self.taken, self.upd) = (None, 0, false);
        }
        self.schedule(cx);
    }

    /// With the alarm on, every conversion is looked at; without it none needs an event.
    fn schedule(&mut self, cx: &mut Cx<'_>) {
        if let Some(key) = self.next_alarm.take() {
            cx.cancel(key);
        }
        let Some(started) = self.started.filter(|_| self.ctrl & ALEN != 0) else {
            return;
        };
        let end = self.conversion_end(started, self.ended(cx.cycles()) + 1);
        self.next_alarm = Some(cx.schedule(Tick(cx.clock.ticks(end)), 0));
    }

    fn write_ctrl(&mut self, value: u32, cx: &mut Cx<'_>) {
        let old = self.ctrl;
        self.ctrl = value & MAP[Reg::Ctrl as usize].rw;
        let changed = old ^ self.ctrl;
        if self.ctrl & SRSTN == 0 {
            // MIN and MAX count from the reset of the sensor (estimated).
            (self.min, self.max) = (0x7f, 0);
        }
        if self.powered() && !self.div_fits() {
            let hz = self.params.clock_hz / self.div().max(1);
            cx.warn(
                0,
                format!(
                    "DIV {} makes a sensor clock of {hz} Hz; it converts at 250-500 kHz only",
                    self.div()
                ),
            );
        }
        self.follow(changed >> 16 != 0, cx);
    }

    fn status(&self, now: u64) -> u32 {
        let above = self.data > self.thres;
        let alarm = self.ctrl & ALEN != 0 && above;
        let div = self.div().max(1);
        let high = self.clocked && self.ctrl & CLKEN != 0 && now % div >= div / 2;
        let flag = |on: bool, bit: u32| if on { bit } else { 0 };
        self.max << 24
            | self.min << 16
            | flag(high, SCLK)
            | flag(self.ctrl & CLKEN != 0, WE)
            | flag(self.upd, UPD)
            | flag(alarm, ALACT)
            | self.data
    }
}

impl Device for TempSensor {
    fn kind(&self) -> &'static str {
        "gr740thsens"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            if let Some(key) = self.next_alarm.take() {
                cx.cancel(key);
            }
            let clocked = self.clocked;
            *self = TempSensor::new(self.params.clone());
            self.clocked = clocked;
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        self.settle(cx);
        self.reads += 1;
        Ok(match Reg::at(off) {
            Some((Reg::Ctrl, _)) => self.ctrl,
            Some((Reg::Status, _)) => {
                let value = self.status(cx.cycles());
                self.upd = false;
                value
            }
            Some((Reg::Thres, _)) => self.thres,
            None => {
                cx.warn(off, "no sensor register here: reads 0");
                0
            }
        })
    }

    /// Drivers write STATUS back after reading it: that must do nothing.
    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        self.settle(cx);
        let reserved = |reg: Reg| value & !MAP[reg as usize].rw;
        match Reg::at(off) {
            Some((Reg::Ctrl, _)) => {
                if reserved(Reg::Ctrl) != 0 {
                    cx.warn(off, "reserved bits of CTRL written as 1");
                }
                self.write_ctrl(value, cx);
            }
            Some((Reg::Status, _)) => {}
            Some((Reg::Thres, _)) => {
                if reserved(Reg::Thres) != 0 {
                    cx.warn(off, "reserved bits of THRES written as 1");
                }
                self.thres = value & 0x7f;
            }
            None => cx.warn(off, "no sensor register here: the write is lost"),
        }
        Ok(())
    }

    fn event(&mut self, _tag: u32, cx: &mut Cx<'_>) {
        self.next_alarm = None;
        self.settle(cx);
        self.schedule(cx);
    }

    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        if pin == PIN_CLOCK && level != self.clocked {
            self.settle(cx);
            self.clocked = level;
            self.follow(false, cx);
        }
    }

    /// STATUS as of the last access: a peek does not know the temperature.
    fn peek(&self, off: u32, _now: Tick) -> Option<u32> {
        Some(match Reg::at(off)?.0 {
            Reg::Ctrl => self.ctrl,
            Reg::Status => self.status(0),
            Reg::Thres => self.thres,
        })
    }

    fn measures(&self) -> bool {
        true
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("conversions", self.conversions), ("reads", self.reads)]
    }

    trueboard_core::serde_state!();
}
