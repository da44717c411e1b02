//! APBUART, a serial port with FIFOs (GR740 UM 2.9 ch. 23). The board's console.
//!
//! Output pin 0 is the interrupt: pulses for the normal interrupts, a level for the FIFO ones. By
//! default transmitted bytes leave at once and are always out; with `instant_tx: false` a byte
//! takes its ten (with parity eleven) bit times of 8 * (SCALER + 1) clocks. What is typed arrives
//! at line rate, once the receiver is enabled.
//!
//! Where manual and GRLIB's `apbuart.vhd` disagree, the RTL is followed: bytes written while the transmitter is off
//! stay in the FIFO (manual: must not be written); a byte in flight continues while the receiver is on, and pauses
//! while both are off (manual: is broken off); the delayed interrupt comes 48 bit times after the last byte (manual: 4
//! characters and 4 bits).
//!
//! Not modelled: a line that can go wrong (no break, framing or parity errors), hardware flow
//! control (the other side is always ready), the external clock, a gated clock's pause in a
//! byte that is on its way, and the bit clock's phase: a byte begins when it is written.

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

/// STATUS.OV, the only error of the model; software may set the other flags.
const OV: u32 = 1 << 4;

/// Bit times of silence until the delayed interrupt of the receiver (CTRL.DI).
const DELAY_BITS: u64 = 48;

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
    /// The byte on its way out.
    sending: Option<Sending>,
    rx: VecDeque<u8>,
    /// The receiver's shift register, while it keeps a byte for which the FIFO had no room.
    kept: Option<u8>,
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

/// A byte on its way out.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Sending {
    byte: u8,
    /// Its last bit leaves then.
    ends: Tick,
    /// Its event; none while the bit clock is stopped.
    event: Option<EventKey>,
    /// Since when the bit clock is stopped.
    stands: Tick,
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
            kept: None,
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
        if self.on(ctrl::RF | ctrl::RE)
            && self.rx_half()
            && let Some(key) = self.delay.take()
        {
            cx.cancel(key);
        }
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
            cx.warn(
                0x00,
                "DATA: written while the transmitter is disabled (the manual forbids it): \
                 the byte waits in the FIFO",
            );
        }
        if self.tx.len() >= self.depth() {
            self.lost += 1;
            cx.warn(
                0x00,
                "DATA: written while the transmitter FIFO is full: it replaces the oldest byte there",
            );
            // In a full ring the place to write is the place to read.
            self.tx[0] = byte;
        } else {
            self.tx.push_back(byte);
        }
        self.feed(cx);
    }

    /// Moves bytes from the FIFO to the shift register and on.
    fn feed(&mut self, cx: &mut Cx<'_>) {
        while self.sending.is_none() && self.on(ctrl::TE) && !self.on(ctrl::DB) {
            let Some(byte) = self.tx.pop_front() else {
                return;
            };
            if self.tx.is_empty() && self.on(ctrl::TI) {
                self.interrupt(cx);
            }
            if self.params.instant_tx {
                self.leave(byte, cx);
            } else {
                let clocks = self.clocks(self.frame_bits());
                let ends = cx.now.after(cx.clock.ticks(clocks));
                self.sending = Some(Sending {
                    byte,
                    ends,
                    event: Some(cx.schedule(ends, SENT)),
                    stands: cx.now,
                });
            }
        }
    }

    /// The bit clock runs while transmitter or receiver is on: a byte on its way pauses without it.
    fn clock_bits(&mut self, cx: &mut Cx<'_>) {
        let runs = self.ctrl & (ctrl::TE | ctrl::RE) != 0;
        let Some(s) = &mut self.sending else { return };
        match s.event {
            Some(key) if !runs => {
                cx.cancel(key);
                (s.event, s.stands) = (None, cx.now);
            }
            None if runs => {
                s.ends = cx.now.after(s.ends.0 - s.stands.0);
                s.event = Some(cx.schedule(s.ends, SENT));
            }
            _ => {}
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
        // One byte behind a full FIFO stays in the shift register, until the next one takes its place.
        if self.kept.take().is_some() {
            self.errors |= OV;
            self.lost += 1;
        }
        self.kept = Some(byte);
        self.accept();
        if let Some(key) = self.delay.take() {
            cx.cancel(key);
        }
        if !self.on(ctrl::RI) {
            return;
        }
        if self.on(ctrl::DI) {
            self.delay = Some(self.after(DELAY_BITS, DELAYED, cx));
        } else {
            self.interrupt(cx);
        }
    }

    /// Moves a byte that the receiver's shift register keeps into its FIFO.
    fn accept(&mut self) {
        if self.rx.len() < self.depth()
            && let Some(byte) = self.kept.take()
        {
            self.rx.push_back(byte);
            self.received += 1;
        }
    }

    fn store(&mut self, reg: Reg, v: u32, cx: &mut Cx<'_>) {
        match reg {
            Reg::DATA => self.transmit(v as u8, cx),
            // Software sets these bits as it clears them.
            Reg::STATUS => self.errors = v & MAP[reg as usize].rw,
            Reg::SCALER => self.scaler = v & MAP[reg as usize].rw,
            Reg::FIFO if self.on(ctrl::DB) => self.receive(v as u8, cx),
            Reg::FIFO => {}
            Reg::CTRL => {
                self.ctrl = v & MAP[reg as usize].rw;
                if self.on(ctrl::EC) {
                    cx.warn(0x08, "CTRL: EC selects an external clock that there is not");
                }
                self.clock_bits(cx);
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
                let sent = self.sending.and_then(|s| s.event);
                let events = [sent, self.arriving, self.delay];
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
                self.accept();
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
                if let Some(s) = self.sending.take() {
                    self.leave(s.byte, cx);
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
