//! APBUART, a serial port with FIFOs (GR740 UM 2.9 ch. 23). The board's console.
//!
//! Output pin 0 is the interrupt: pulses for the normal interrupts, a level for the FIFO ones. By
//! default transmitted bytes leave at once and are always out; with `instant_tx: false` a byte
//! takes its ten (with parity eleven) bit times of 8 * (SCALER + 1) clocks. What is typed arrives
//! at line rate, once the receiver is enabled.
//!
//! Not modelled: a line that can go wrong (no break, framing or parity errors), hardware flow
//! control (the other side is always ready), the external clock, and a gated clock's pause in a
//! byte that is on its way.

mod regs;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use regs::{MAP, Reg, ctrl};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Console, Cx, Device, Effect, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

/// STATUS.OV, the only error that happens here.
const OV: u32 = 1 << 4;

/// Events: the byte in the transmitter has left; the next byte of the line is there; nothing
/// has come for a while (CTRL.DI).
const SENT: u32 = 0;
const ARRIVED: u32 = 1;
const DELAYED: u32 = 2;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// Depth of each FIFO.
    pub fifo: u8,
    /// Bytes leave the moment they are written.
    pub instant_tx: bool,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            fifo: 16,
            instant_tx: true,
        }
    }
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Apbuart {
    params: Params,
    ctrl: u32,
    scaler: u32,
    errors: u32,
    tx: VecDeque<u8>,
    /// The byte on its way out, and the event of its end.
    sending: Option<(u8, EventKey)>,
    rx: VecDeque<u8>,
    /// What an empty receiver shows.
    last: u8,
    /// Typed, but still on the line.
    line: VecDeque<u8>,
    arriving: Option<EventKey>,
    delay: Option<EventKey>,
    /// Level of the FIFO interrupts.
    level: bool,
    sent: u64,
    received: u64,
    lost: u64,
}

impl Apbuart {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Apbuart, String> {
        let p: Params = parse("apbuart", params)?;
        within("fifo", p.fifo.into(), 2..=63)?;
        Ok(Apbuart::new(p))
    }

    fn new(params: Params) -> Apbuart {
        Apbuart {
            params,
            ctrl: 0,
            scaler: 0,
            errors: 0,
            tx: VecDeque::new(),
            sending: None,
            rx: VecDeque::new(),
            last: 0,
            line: VecDeque::new(),
            arriving: None,
            delay: None,
            level: false,
            sent: 0,
            received: 0,
            lost: 0,
        }
    }

    fn on(&self, bits: u32) -> bool {
        self.ctrl & bits == bits
    }

    fn depth(&self) -> usize {
        self.params.fifo.into()
    }

    fn status(&self) -> u32 {
        let flags = [
            (0, !self.rx.is_empty()),
            (1, self.sending.is_none()),
            (2, self.tx.is_empty()),
            (7, self.tx_below_half()),
            (8, self.rx_half()),
            (9, self.tx.len() >= self.depth()),
            (10, self.rx.len() >= self.depth()),
        ];
        let bits = flags.iter().fold(0, |s, &(n, on)| s | u32::from(on) << n);
        (self.rx.len() as u32) << 26 | (self.tx.len() as u32) << 20 | self.errors | bits
    }

    fn tx_below_half(&self) -> bool {
        self.tx.len() < self.depth() / 2
    }

    fn rx_half(&self) -> bool {
        self.rx.len() >= self.depth() / 2
    }

    fn value(&self, reg: Reg) -> u32 {
        match reg {
            Reg::DATA => self.rx.front().copied().unwrap_or(self.last).into(),
            Reg::STATUS => self.status(),
            Reg::CTRL => ctrl::FA | self.ctrl,
            Reg::SCALER => self.scaler,
            Reg::FIFO if self.on(ctrl::DB) => self.tx.front().copied().unwrap_or(0).into(),
            Reg::FIFO => 0,
        }
    }

    /// Clocks that `bits` take on the line.
    fn clocks(&self, bits: u64) -> u64 {
        bits * 8 * (u64::from(self.scaler) + 1)
    }

    fn frame_bits(&self) -> u64 {
        10 + u64::from(self.on(ctrl::PE))
    }

    fn after(&self, bits: u64, tag: u32, cx: &mut Cx<'_>) -> EventKey {
        let at = cx.now.after(cx.clock.ticks(self.clocks(bits)));
        cx.schedule(at, tag)
    }

    /// A normal interrupt. While the FIFO interrupt holds the line, it cannot be seen.
    fn interrupt(&self, cx: &mut Cx<'_>) {
        if !self.level {
            cx.pulse(0);
        }
    }

    /// Drives the FIFO interrupt, and lets the line's next byte come.
    fn settle(&mut self, cx: &mut Cx<'_>) {
        let level = self.on(ctrl::TF | ctrl::TE) && self.tx_below_half()
            || self.on(ctrl::RF | ctrl::RE) && self.rx_half();
        if level != self.level {
            self.level = level;
            cx.line(0, level);
        }
        if self.arriving.is_none() && !self.line.is_empty() && self.on(ctrl::RE) {
            self.arriving = Some(self.after(self.frame_bits(), ARRIVED, cx));
        }
    }

    fn transmit(&mut self, byte: u8, cx: &mut Cx<'_>) {
        if !self.on(ctrl::TE) {
            self.lost += 1;
            cx.warn(
                0x00,
                "DATA: written while the transmitter is disabled, byte lost",
            );
        } else if self.tx.len() >= self.depth() {
            self.lost += 1;
            cx.warn(
                0x00,
                "DATA: written while the transmitter FIFO is full, byte lost",
            );
        } else {
            self.tx.push_back(byte);
            self.feed(cx);
        }
    }

    /// Moves bytes from the FIFO to the shift register and on.
    fn feed(&mut self, cx: &mut Cx<'_>) {
        while self.sending.is_none() && self.on(ctrl::TE) {
            let Some(byte) = self.tx.pop_front() else {
                return;
            };
            if self.tx.is_empty() && self.on(ctrl::TI) {
                self.interrupt(cx);
            }
            if self.params.instant_tx {
                self.leave(byte, cx);
            } else {
                let end = self.after(self.frame_bits(), SENT, cx);
                self.sending = Some((byte, end));
            }
        }
    }

    /// The last bit of `byte` is out.
    fn leave(&mut self, byte: u8, cx: &mut Cx<'_>) {
        self.sent += 1;
        if self.on(ctrl::LB) {
            self.receive(byte, cx);
        } else {
            cx.effects.push(Effect::Console(byte));
        }
        if self.tx.is_empty() && self.on(ctrl::SI) {
            self.interrupt(cx);
        }
    }

    fn receive(&mut self, byte: u8, cx: &mut Cx<'_>) {
        if !self.on(ctrl::RE) {
            self.lost += 1;
            return;
        }
        if self.rx.len() >= self.depth() {
            self.errors |= OV;
            self.lost += 1;
        } else {
            self.rx.push_back(byte);
            self.received += 1;
        }
        if let Some(key) = self.delay.take() {
            cx.cancel(key);
        }
        if !self.on(ctrl::RI) {
            return;
        }
        if self.on(ctrl::DI) && !self.rx_half() {
            // Four characters and four bits of silence (table 414, DI).
            self.delay = Some(self.after(4 * self.frame_bits() + 4, DELAYED, cx));
        } else {
            self.interrupt(cx);
        }
    }

    fn store(&mut self, reg: Reg, v: u32, cx: &mut Cx<'_>) {
        match reg {
            Reg::DATA => self.transmit(v as u8, cx),
            Reg::STATUS => self.errors &= v,
            Reg::SCALER => self.scaler = v & MAP[reg as usize].rw,
            Reg::FIFO if self.on(ctrl::DB) => self.receive(v as u8, cx),
            Reg::FIFO => {}
            Reg::CTRL => {
                self.ctrl = v & MAP[reg as usize].rw;
                if self.on(ctrl::EC) {
                    cx.warn(0x08, "CTRL: EC selects an external clock that there is not");
                }
                if !self.on(ctrl::TE)
                    && let Some((_, key)) = self.sending.take()
                {
                    // Disabling breaks off the byte on its way (23.2.1).
                    cx.cancel(key);
                    self.lost += 1;
                }
                self.feed(cx);
            }
        }
    }
}

impl Device for Apbuart {
    fn kind(&self) -> &'static str {
        "apbuart"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        match phase {
            ResetPhase::Enter => {
                let events = [self.sending.map(|s| s.1), self.arriving, self.delay];
                events.into_iter().flatten().for_each(|key| cx.cancel(key));
                let (level, line) = (self.level, std::mem::take(&mut self.line));
                *self = Apbuart::new(self.params.clone());
                self.level = level;
                self.line = line;
            }
            ResetPhase::Hold => self.settle(cx),
            ResetPhase::Exit => {}
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        let Some((reg, _)) = Reg::at(off) else {
            cx.warn(off, "no register here: reads as 0");
            return Ok(0);
        };
        let value = self.value(reg);
        match reg {
            Reg::DATA => {
                self.last = value as u8;
                self.rx.pop_front();
            }
            Reg::FIFO if self.on(ctrl::DB) => {
                self.tx.pop_front();
            }
            _ => {}
        }
        self.settle(cx);
        Ok(value)
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, _)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        // Drivers write a sign-extended character to DATA: its upper bits mean nothing.
        if reg != Reg::DATA {
            check_write(&MAP[reg as usize], off, value, self.value(reg), cx);
        }
        self.store(reg, value, cx);
        self.settle(cx);
        Ok(())
    }

    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        match tag {
            SENT => {
                if let Some((byte, _)) = self.sending.take() {
                    self.leave(byte, cx);
                    self.feed(cx);
                }
            }
            ARRIVED => {
                self.arriving = None;
                // Looped back, the receiver does not hear the line.
                if !self.on(ctrl::LB)
                    && let Some(byte) = self.line.pop_front()
                {
                    self.receive(byte, cx);
                }
            }
            _ => {
                self.delay = None;
                if self.on(ctrl::RI | ctrl::RE) {
                    self.interrupt(cx);
                }
            }
        }
        self.settle(cx);
    }

    fn console(&mut self) -> Option<&mut dyn Console> {
        Some(self)
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, _)| self.value(reg))
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

impl Console for Apbuart {
    fn typed(&mut self, bytes: &[u8], cx: &mut Cx<'_>) {
        self.line.extend(bytes);
        self.settle(cx);
    }
}
