//! A port: general purpose pins (UM "General Purpose I/O Ports").
//!
//! Output pin n is the level of pin n while it is an output; input pins 0 to 15 set the level of
//! pins from outside. An input that nobody drives shows its pull device. Input pin 0xfff0 says
//! whether ENDINIT-protected registers are locked.
//!
//! Not modelled: alternate functions (an output shows what OUT says), pad drivers, emergency stop.

use super::{Endinit, PIN_ENDINIT};
use crate::BuildEnv;
use crate::params::{check_write, parse};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, Input, ResetPhase};
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        OUT @ 0x00 = 0, rw 0xffff; "output";
        OMR @ 0x04 = 0, rw 0xffff_ffff; "PCLn 31:16 clear, PSn 15:0 set bits of OUT, both toggle; reads 0";
        ID @ 0x08 = 0x00c8_c001, rw 0; "module identification";
        IOCR @ 0x10 [4; 4] = 0x1010_1010, rw 0xf8f8_f8f8; "PCn: five bits for each pin; 1xxxx is an output, 00010 an input with pull-up, 00001 with pull-down";
        IN @ 0x24 = 0xffff, rw 0; "levels of the pins";
        PDR @ 0x40 [2; 4] = 0x3333_3333, rw 0xffff_ffff; "pad drivers; kept; ENDINIT-protected";
        ESR @ 0x50 = 0, rw 0xffff; "emergency stop; kept; ENDINIT-protected";
        PDISC @ 0x60 = 0, rw 0xffff; "pin function decision; kept; ENDINIT-protected";
        PCSR @ 0x64 = 0, rw 0xffff; "pin controller select; kept";
        OMSR @ 0x70 [4; 4] = 0, rw 0xffff; "OMSR0, 4, 8, 12: set bits of OUT; reads 0";
        OMCR @ 0x80 [4; 4] = 0, rw 0xffff_0000; "OMCR0, 4, 8, 12: clear bits of OUT; reads 0";
        OMSRW @ 0x90 = 0, rw 0xffff; "OMSR: sets bits of OUT; reads 0";
        OMCRW @ 0x94 = 0, rw 0xffff_0000; "OMCR: clears bits of OUT; reads 0";
        ACCEN1 @ 0xf8 = 0, rw 0; "access enable: masters 32 to 63";
        ACCEN0 @ 0xfc = 0xffff_ffff, rw 0xffff_ffff; "access enable: masters 0 to 31";
    }
}

/// Pins of a port.
const PINS: u16 = 16;

/// Parameters in a board file: none.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Port {
    bank: RegBank,
    /// Pins that are driven from outside, and their levels.
    driven: u32,
    levels: u32,
    endinit: Endinit,
}

impl Port {
    /// Builds one.
    ///
    /// # Errors
    /// When there are parameters.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Port, String> {
        parse::<Params>("tc27x-port", params)?;
        Ok(Port {
            bank: RegBank::new(MAP),
            driven: 0,
            levels: 0,
            endinit: Endinit::default(),
        })
    }

    /// PC of pin `n`.
    fn control(&self, n: u16) -> u32 {
        let iocr = self.bank.get(Reg::IOCR as usize, usize::from(n / 4) & 3);
        iocr >> (8 * (n % 4) + 3) & 0x1f
    }

    fn bits(&self, of: impl Fn(u16) -> bool) -> u32 {
        (0..PINS).fold(0, |bits, n| bits | u32::from(of(n)) << n)
    }

    fn outputs(&self) -> u32 {
        self.bits(|n| self.control(n) & 0x10 != 0)
    }

    fn out(&self) -> u32 {
        self.bank.get(Reg::OUT as usize, 0)
    }

    /// The levels of the pins.
    fn pins(&self) -> u32 {
        let pulled = self.bits(|n| self.control(n) & 3 == 2);
        let inputs = (self.levels & self.driven) | (pulled & !self.driven);
        let outputs = self.outputs();
        (self.out() & outputs) | (inputs & !outputs)
    }

    fn value(&self, reg: Reg, i: usize) -> u32 {
        match reg {
            Reg::IN => self.pins(),
            _ => self.bank.get(reg as usize, i),
        }
    }

    fn store(&mut self, reg: Reg, i: usize, v: u32) {
        let out = self.out();
        let (set, clear) = (v & 0xffff, v >> 16);
        let new = match reg {
            Reg::OUT => set,
            Reg::OMR => (out & !(set | clear)) | (set & !clear) | (!out & set & clear),
            Reg::OMSR | Reg::OMSRW => out | set,
            Reg::OMCR | Reg::OMCRW => out & !clear,
            _ => {
                self.bank.write(&MAP[reg as usize], reg as usize, i, v);
                return;
            }
        };
        self.bank.set(Reg::OUT as usize, 0, new);
    }
}

impl Device for Port {
    fn kind(&self) -> &'static str {
        "tc27x-port"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.bank = RegBank::new(MAP);
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "no register here: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "no register here: write lost");
            return Ok(());
        };
        let desc = &MAP[reg as usize];
        if matches!(reg, Reg::PDR | Reg::ESR | Reg::PDISC | Reg::ACCEN0) {
            self.endinit.check(desc.name, off, cx)?;
        }
        check_write(desc, off, value, self.value(reg, i), cx);
        let before = (self.outputs(), self.out());
        self.store(reg, i, value);
        let changed = (before.0 ^ self.outputs()) | (before.1 ^ self.out());
        let (outputs, out) = (self.outputs(), self.out());
        for n in (0..PINS).filter(|n| (changed & outputs) >> n & 1 != 0) {
            cx.line(n, out >> n & 1 != 0);
        }
        Ok(())
    }

    fn inputs(&self) -> &'static [Input] {
        const {
            &[
                Input::new(0, PINS - 1, "pins of the port"),
                Input::new(PIN_ENDINIT, PIN_ENDINIT, "ENDINIT of the SCU"),
            ]
        }
    }

    fn line(&mut self, pin: u16, level: bool, _: &mut Cx<'_>) {
        match pin {
            PIN_ENDINIT => self.endinit.set(level),
            _ if pin < PINS => {
                self.driven |= 1 << pin;
                self.levels = (self.levels & !(1 << pin)) | u32::from(level) << pin;
            }
            _ => {}
        }
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, i)| self.value(reg, i))
    }

    trueboard_core::serde_state!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;
    use trueboard_core::device::Effect;

    fn rig() -> Rig<Port> {
        Rig::new(Port::build(ron::from_str("()").unwrap(), &BuildEnv::default()).unwrap())
    }

    #[test]
    fn after_reset() {
        let mut r = rig();
        r.check_reset_values(&[]);
        r.check_snapshot();
    }

    #[test]
    fn set_clear_and_toggle() {
        let mut r = rig();
        r.write(0x00, 0b1100);
        // Bit 0 set, bit 2 cleared, bits 1 and 3 toggled.
        r.write(0x04, 0b1110 << 16 | 0b1011);
        assert_eq!(r.read(0x00), 0b0011);
        r.write(0x90, 0x30);
        r.write(0x94, 0x10 << 16);
        assert_eq!(r.read(0x00), 0b10_0011);
    }

    #[test]
    fn outputs_drive_and_inputs_are_pulled_or_driven() {
        let mut r = rig();
        // Pin 0 an output, pin 1 pulled down, pin 2 floating, pin 3 pulled up.
        r.write(0x10, 0x1000_0880);
        assert_eq!(r.read(0x24) & 0xf, 0b1000);
        r.took();
        r.write(0x04, 1);
        assert_eq!(
            r.took(),
            [Effect::Line {
                pin: 0,
                level: true
            }]
        );
        r.write(0x04, 2);
        assert_eq!(r.took(), [], "pin 1 is an input");
        r.line(2, true);
        r.line(3, false);
        assert_eq!(r.read(0x24) & 0xf, 0b0101);
    }

    #[test]
    fn pads_are_protected() {
        let mut r = rig();
        r.line(PIN_ENDINIT, true);
        assert_eq!(r.with(|d, cx| d.write(0x40, 0, cx)), Err(BusFault::Refused));
        r.write(0x10, 0);
        assert_eq!(r.read(0x10), 0);
    }
}
