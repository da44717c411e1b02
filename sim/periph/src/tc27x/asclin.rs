//! ASCLIN, asynchronous serial interface (UM "ASCLIN"), as a UART. The board's console.
//!
//! Output pins: 0 transmit, 1 receive, 2 error service request. Input pin 0xfff0 says whether
//! ENDINIT-protected registers are locked. By default transmitted bytes leave at once; with
//! `instant_tx: false` a byte takes its frame on the line. What is typed arrives at line rate, once
//! receiving is set up. A byte that would not leave the chip, because the module is not set up,
//! leaves all the same, with a warning.
//!
//! Not modelled: SPI and LIN, a line that can go wrong (parity and framing errors), flow control,
//! pins (IOCR, except the loop back), collision detection, moves in single mode by the DMA.

mod regs;
#[cfg(test)]
mod tests;

use super::{CLC_DISR, CLC_RW, Endinit, KernelReset, PIN_ENDINIT};
use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use regs::{MAP, Reg, flag};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Console, Cx, Device, Effect, Input, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::time::Tick;

/// Bytes of each FIFO.
const DEPTH: usize = 16;
/// Output pins.
const TX: u16 = 0;
const RX: u16 = 1;
const ERR: u16 = 2;
/// Events.
const SENT: u32 = 0;
const ARRIVED: u32 = 1;

const LB: u32 = 1 << 28;
const FLUSH: u32 = 1;
/// ENO of TXFIFOCON and ENI of RXFIFOCON.
const ENABLE: u32 = 2;
const CON: u32 = 1 << 31;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Bytes leave at once, instead of at line rate.
    #[serde(default = "yes")]
    pub instant_tx: bool,
    /// Frequency of the crystal in Hz.
    pub osc_hz: u64,
    /// Names of the fast and the slow clock.
    pub fast: String,
    /// See `fast`.
    pub slow: String,
}

fn yes() -> bool {
    true
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Asclin {
    params: Params,
    /// Frequencies that CSR.CLKSEL chooses from: own clock, crystal, fast, slow.
    hz: [u64; 4],
    bank: RegBank,
    flags: u32,
    tx: VecDeque<u8>,
    sending: Option<(u8, EventKey)>,
    rx: VecDeque<u8>,
    /// Bytes on the line to us.
    line: VecDeque<u8>,
    arriving: Option<EventKey>,
    reset: KernelReset,
    endinit: Endinit,
    sent: u64,
    received: u64,
    lost: u64,
}

impl Asclin {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Asclin, String> {
        let p: Params = parse("tc27x-asclin", params)?;
        within("osc_hz", p.osc_hz, 1_000_000..=100_000_000)?;
        let hz = |name: &str| env.hz(name).map_err(|e| format!("params: {e}"));
        let hz = [env.clock_hz, p.osc_hz, hz(&p.fast)?, hz(&p.slow)?];
        Ok(Asclin::new(p, hz))
    }

    fn new(params: Params, hz: [u64; 4]) -> Asclin {
        Asclin {
            params,
            hz,
            bank: RegBank::new(MAP),
            flags: MAP[Reg::FLAGS as usize].reset,
            tx: VecDeque::new(),
            sending: None,
            rx: VecDeque::new(),
            line: VecDeque::new(),
            arriving: None,
            reset: KernelReset::default(),
            endinit: Endinit::default(),
            sent: 0,
            received: 0,
            lost: 0,
        }
    }

    fn get(&self, reg: Reg) -> u32 {
        self.bank.get(reg as usize, 0)
    }

    fn field(&self, reg: Reg, at: u32, bits: u32) -> u64 {
        u64::from(self.get(reg) >> at & ((1 << bits) - 1))
    }

    fn clocked(&self) -> bool {
        self.get(Reg::CLC) & CLC_DISR == 0
    }

    /// Why nothing could leave or arrive on the chip.
    fn not_set_up(&self) -> Option<&'static str> {
        if !self.clocked() {
            Some("the module's clock is off (CLC)")
        } else if self.get(Reg::CSR) & 0x1f == 0 {
            Some("no clock is selected (CSR.CLKSEL)")
        } else if self.field(Reg::FRAMECON, 16, 2) != 1 {
            Some("the mode is not ASC (FRAMECON.MODE)")
        } else {
            None
        }
    }

    /// Cycles of the device's clock that one frame takes on the line.
    fn frame_cycles(&self) -> u64 {
        let start = 1;
        let data = self.field(Reg::DATCON, 0, 4) + 1;
        let parity = self.field(Reg::FRAMECON, 30, 1);
        let bits = start + data + parity + self.field(Reg::FRAMECON, 9, 3);
        let prescaled = self.field(Reg::BITCON, 0, 12) + 1;
        let samples = self.field(Reg::BITCON, 16, 4) + 1;
        let numerator = self.field(Reg::BRG, 16, 12).max(1);
        let denominator = self.field(Reg::BRG, 0, 12).max(1);
        let chosen = match self.get(Reg::CSR) & 0x1f {
            2 => 1,
            4 => 2,
            8 => 3,
            _ => 0,
        };
        let [own, ..] = self.hz;
        let cycles = bits * prescaled * samples * denominator;
        (u128::from(cycles) * u128::from(own) / u128::from(numerator * self.hz[chosen].max(1)))
            .clamp(1, 1 << 40) as u64
    }

    fn value(&self, reg: Reg, i: usize) -> u32 {
        let fill = |fifo: &VecDeque<u8>| (fifo.len() as u32) << 16;
        match reg {
            Reg::CLC => {
                let clc = self.get(reg);
                clc & CLC_RW | (clc & CLC_DISR) << 1
            }
            Reg::TXFIFOCON => self.get(reg) | fill(&self.tx),
            Reg::RXFIFOCON => self.get(reg) | fill(&self.rx),
            Reg::FLAGS => self.flags,
            Reg::RXDATA | Reg::RXDATAD => {
                let n = self.width();
                let bytes = self.rx.iter().take(n).enumerate();
                bytes.fold(0, |v, (k, &b)| v | u32::from(b) << (8 * k))
            }
            Reg::CSR => {
                let csr = self.get(reg);
                csr | if csr & 0x1f != 0 { CON } else { 0 }
            }
            Reg::KRST0 => self.reset.value(0),
            Reg::KRST1 => self.reset.value(1),
            _ => self.bank.get(reg as usize, i),
        }
    }

    /// Bytes that a read of RXDATA takes.
    fn width(&self) -> usize {
        [1, 1, 2, 4][self.field(Reg::RXFIFOCON, 6, 2) as usize]
    }

    /// Sets flags, and requests service for those that are enabled.
    fn raise(&mut self, flags: u32, cx: &mut Cx<'_>) {
        self.flags |= flags;
        let wanted = flags & self.get(Reg::FLAGSENABLE);
        for (pin, of) in [
            (TX, flag::TFL),
            (RX, flag::RFL),
            (ERR, !(flag::TFL | flag::RFL)),
        ] {
            if wanted & of != 0 {
                cx.pulse(pin);
            }
        }
    }

    fn transmit(&mut self, value: u32, cx: &mut Cx<'_>) {
        let n = match self.field(Reg::TXFIFOCON, 6, 2) {
            2 => 2,
            3 => 4,
            _ => 1,
        };
        let inlet = self.field(Reg::TXFIFOCON, 6, 2) == 0;
        let why = self.not_set_up().or_else(|| {
            let off = self.get(Reg::TXFIFOCON) & ENABLE == 0;
            let inlet = inlet.then_some("the transmit FIFO takes nothing (TXFIFOCON.INW)");
            inlet.or(off.then_some("the transmit FIFO's outlet is off (TXFIFOCON.ENO)"))
        });
        if let Some(why) = why {
            let what = format!("TXDATA: on the chip this byte would not leave, for {why}");
            cx.warn(0x44, what);
            return self.leave(value as u8, cx);
        }
        for byte in value.to_le_bytes().into_iter().take(n) {
            if self.tx.len() >= DEPTH {
                self.lost += 1;
                self.raise(flag::TFO, cx);
            } else {
                self.tx.push_back(byte);
            }
        }
        self.feed(cx);
    }

    /// Moves bytes from the FIFO to the shift register and on.
    fn feed(&mut self, cx: &mut Cx<'_>) {
        let ready = self.not_set_up().is_none() && self.get(Reg::TXFIFOCON) & ENABLE != 0;
        while ready && self.sending.is_none() {
            let Some(byte) = self.tx.pop_front() else {
                return;
            };
            if self.tx.len() as u64 == self.field(Reg::TXFIFOCON, 8, 4) || self.tx.is_empty() {
                self.raise(flag::TFL, cx);
            }
            if self.params.instant_tx {
                self.leave(byte, cx);
            } else {
                let at = cx.now.after(cx.clock.ticks(self.frame_cycles()));
                self.sending = Some((byte, cx.schedule(at, SENT)));
            }
        }
    }

    /// The last bit of `byte` is out.
    fn leave(&mut self, byte: u8, cx: &mut Cx<'_>) {
        self.sent += 1;
        if self.get(Reg::IOCR) & LB != 0 {
            self.receive(byte, cx);
        } else {
            cx.effects.push(Effect::Console(byte));
        }
        if self.tx.is_empty() {
            self.raise(flag::TC, cx);
        }
    }

    fn receive(&mut self, byte: u8, cx: &mut Cx<'_>) {
        if self.get(Reg::RXFIFOCON) & ENABLE == 0 {
            self.lost += 1;
        } else if self.rx.len() >= DEPTH {
            self.lost += 1;
            self.raise(flag::RFO, cx);
        } else {
            self.rx.push_back(byte);
            self.received += 1;
            if self.rx.len() as u64 > self.field(Reg::RXFIFOCON, 8, 4) {
                self.raise(flag::RFL, cx);
            }
        }
    }

    /// Lets the line's next byte come.
    fn listen(&mut self, cx: &mut Cx<'_>) {
        let ready = self.not_set_up().is_none() && self.get(Reg::RXFIFOCON) & ENABLE != 0;
        if ready && self.arriving.is_none() && !self.line.is_empty() {
            let at = cx.now.after(cx.clock.ticks(self.frame_cycles()));
            self.arriving = Some(cx.schedule(at, ARRIVED));
        }
    }

    /// Back to the state after a reset, except what is on the line to us.
    fn restart(&mut self, cx: &mut Cx<'_>) {
        let events = [self.sending.map(|s| s.1), self.arriving];
        events.into_iter().flatten().for_each(|key| cx.cancel(key));
        let line = std::mem::take(&mut self.line);
        let meters = (self.sent, self.received, self.lost);
        let (endinit, reset) = (self.endinit, self.reset);
        *self = Asclin::new(self.params.clone(), self.hz);
        self.line = line;
        (self.sent, self.received, self.lost) = meters;
        (self.endinit, self.reset) = (endinit, reset);
    }

    fn store(&mut self, reg: Reg, i: usize, v: u32, cx: &mut Cx<'_>) {
        let desc = &MAP[reg as usize];
        match reg {
            Reg::TXDATA => self.transmit(v, cx),
            Reg::FLAGSSET => self.raise(v & flag::ALL, cx),
            Reg::FLAGSCLEAR => self.flags &= !v,
            Reg::KRST0 | Reg::KRST1 => {
                if self.reset.write(usize::from(reg == Reg::KRST1), v) {
                    let clc = self.get(Reg::CLC);
                    self.restart(cx);
                    self.bank.set(Reg::CLC as usize, 0, clc);
                }
            }
            Reg::KRSTCLR => self.reset.clear(v),
            Reg::TXFIFOCON | Reg::RXFIFOCON => {
                if v & FLUSH != 0 {
                    match reg {
                        Reg::TXFIFOCON => self.tx.clear(),
                        _ => self.rx.clear(),
                    }
                }
                self.bank.write(desc, reg as usize, i, v & !FLUSH);
            }
            Reg::CLC => self.bank.set(reg as usize, i, v & CLC_RW),
            Reg::FRAMECON if matches!(v >> 16 & 3, 2 | 3) => {
                self.bank.write(desc, reg as usize, i, v);
                cx.warn(0x18, "FRAMECON: only ASC is modelled, not SPI and LIN");
            }
            _ => {
                self.bank.write(desc, reg as usize, i, v);
            }
        }
        self.feed(cx);
    }
}

impl Device for Asclin {
    fn kind(&self) -> &'static str {
        "tc27x-asclin"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.restart(cx);
            self.reset = KernelReset::default();
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: reads as 0");
            return Ok(0);
        };
        let value = self.value(reg, i);
        if reg == Reg::RXDATA {
            let n = self.width();
            if self.rx.len() < n {
                self.raise(flag::RFU, cx);
            }
            self.rx.drain(..n.min(self.rx.len()));
            self.listen(cx);
        }
        Ok(value)
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
        check_write(desc, off, value, self.value(reg, i), cx);
        self.store(reg, i, value, cx);
        self.listen(cx);
        Ok(())
    }

    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        if tag == SENT {
            if let Some((byte, _)) = self.sending.take() {
                self.leave(byte, cx);
                self.feed(cx);
            }
        } else {
            self.arriving = None;
            if let Some(byte) = self.line.pop_front() {
                self.receive(byte, cx);
            }
        }
        self.listen(cx);
    }

    fn inputs(&self) -> &'static [Input] {
        const { &[Input::new(PIN_ENDINIT, PIN_ENDINIT, "ENDINIT of the SCU")] }
    }

    fn line(&mut self, pin: u16, level: bool, _: &mut Cx<'_>) {
        if pin == PIN_ENDINIT {
            self.endinit.set(level);
        }
    }

    fn console(&mut self) -> Option<&mut dyn Console> {
        Some(self)
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, i)| self.value(reg, i))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("bytes_sent", self.sent),
            ("bytes_received", self.received),
            ("bytes_lost", self.lost),
        ]
    }

    trueboard_core::serde_state!();
}

impl Console for Asclin {
    fn typed(&mut self, bytes: &[u8], cx: &mut Cx<'_>) {
        self.line.extend(bytes);
        self.listen(cx);
    }
}
