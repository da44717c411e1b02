//! GRGPIO, general purpose I/O port (GR740 UM 2.9 ch. 22).
//!
//! Input pins 0..31 are the lines of the port as the world drives them. Output pins: 0..7 the
//! interrupts that the map registers choose from, 32+n line n while it is an output.
//!
//! As in GRLIB's `grgpio.vhd`, lines that cannot interrupt have neither mask nor polarity nor edge, a map
//! register has as many bits as it takes to name an interrupt, and the logical registers read as the
//! register that they change. The GR740 has no input enable register (UM 2.9, table 405).
//!
//! Not modelled: BYPASS (alternative functions of the pins) and PULSE, which are storage: nothing drives
//! the functions' inputs; the input synchronisers' two clocks of delay.

#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, Input, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers. Lines that the port lacks are neither written nor read.
    // Names as in the manual.
    #[allow(non_camel_case_types)]
    pub enum Reg: MAP {
        DATA @ 0x00 = 0, rw 0; "lines as they are";
        OUTPUT @ 0x04 = 0, rw 0xffff_ffff; "output values";
        DIRECTION @ 0x08 = 0, rw 0xffff_ffff; "1 = output";
        IMASK @ 0x0c = 0, rw 0xffff_ffff; "1 = interrupt enabled";
        IPOL @ 0x10 = 0, rw 0xffff_ffff; "1 = high or rising";
        IEDGE @ 0x14 = 0, rw 0xffff_ffff; "1 = edge";
        BYPASS @ 0x18 = 0, rw 0xffff_ffff; "alternative functions";
        CAP @ 0x1c = 0, rw 0; "PU 18, IER 17, IFL 16, IRQGEN 12:8, NLINES 4:0";
        IRQMAP @ 0x20 [8; 4] = 0, rw 0x1f1f_1f1f; "interrupt of lines 4n (28:24) to 4n+3 (4:0); as many bits as are needed";
        IAVAIL @ 0x40 = 0, rw 0; "lines that can interrupt";
        IFLAG @ 0x44 = 0, rw 0, w1c 0xffff_ffff; "lines that have interrupted";
        IPEN @ 0x48 = 0, rw 0; "input enable: not there";
        PULSE @ 0x4c = 0, rw 0xffff_ffff; "pulse enable";
        LOR_OUTPUT @ 0x54 = 0, rw 0xffff_ffff; "OUTPUT |= written";
        LOR_DIRECTION @ 0x58 = 0, rw 0xffff_ffff; "DIRECTION |= written";
        LOR_IMASK @ 0x5c = 0, rw 0xffff_ffff; "IMASK |= written";
        LAND_OUTPUT @ 0x64 = 0, rw 0xffff_ffff; "OUTPUT &= written";
        LAND_DIRECTION @ 0x68 = 0, rw 0xffff_ffff; "DIRECTION &= written";
        LAND_IMASK @ 0x6c = 0, rw 0xffff_ffff; "IMASK &= written";
        LXOR_OUTPUT @ 0x74 = 0, rw 0xffff_ffff; "OUTPUT ^= written";
        LXOR_DIRECTION @ 0x78 = 0, rw 0xffff_ffff; "DIRECTION ^= written";
        LXOR_IMASK @ 0x7c = 0, rw 0xffff_ffff; "IMASK ^= written";
    }
}

const INTERRUPTS: u16 = 8;
const LINE_PIN: u16 = 32;

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Lines, 1 to 32.
    pub lines: u8,
    /// CAP.PU: there is a pulse register.
    #[serde(default)]
    pub pulse: bool,
    /// Lines that can interrupt, as IAVAIL shows them.
    #[serde(default = "interrupting")]
    pub interrupting: u32,
    /// CAP.IRQGEN: interrupts to choose from.
    #[serde(default = "irqgen")]
    pub irqgen: u8,
}

fn interrupting() -> u32 {
    0xffff
}

fn irqgen() -> u8 {
    4
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Grgpio {
    params: Params,
    /// What the world drives.
    input: u32,
    output: u32,
    direction: u32,
    mask: u32,
    polarity: u32,
    edge: u32,
    bypass: u32,
    pulse: u32,
    map: [u32; 8],
    flags: u32,
    /// Lines as they were, for edges and for what the outside has seen.
    seen: u32,
    driven: u32,
    /// Levels of the interrupt outputs.
    levels: u32,
}

impl Grgpio {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is out of range.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Grgpio, String> {
        let p: Params = parse("grgpio", params)?;
        within("lines", p.lines.into(), 1..=32)?;
        within("irqgen", p.irqgen.into(), 1..=INTERRUPTS.into())?;
        Ok(Grgpio::new(p))
    }

    fn new(params: Params) -> Grgpio {
        Grgpio {
            params,
            input: 0,
            output: 0,
            direction: 0,
            mask: 0,
            polarity: 0,
            edge: 0,
            bypass: 0,
            pulse: 0,
            map: [0; 8],
            flags: 0,
            seen: 0,
            driven: 0,
            levels: 0,
        }
    }

    fn lines(&self) -> u32 {
        u32::MAX >> (32 - u32::from(self.params.lines))
    }

    fn data(&self) -> u32 {
        (self.input & !self.direction) | (self.output & self.direction)
    }

    fn value(&self, reg: Reg, i: usize) -> u32 {
        let p = &self.params;
        match reg {
            Reg::DATA => self.data(),
            Reg::OUTPUT | Reg::LOR_OUTPUT | Reg::LAND_OUTPUT | Reg::LXOR_OUTPUT => self.output,
            Reg::DIRECTION | Reg::LOR_DIRECTION | Reg::LAND_DIRECTION | Reg::LXOR_DIRECTION => {
                self.direction
            }
            Reg::IMASK | Reg::LOR_IMASK | Reg::LAND_IMASK | Reg::LXOR_IMASK => self.mask,
            Reg::IPOL => self.polarity,
            Reg::IEDGE => self.edge,
            Reg::BYPASS => self.bypass,
            Reg::CAP => {
                let flags = u32::from(p.pulse) << 18 | 1 << 16;
                flags | u32::from(p.irqgen) << 8 | u32::from(p.lines - 1)
            }
            Reg::IRQMAP => self.map[i],
            Reg::IAVAIL => p.interrupting & self.lines(),
            Reg::IFLAG => self.flags,
            Reg::IPEN => 0,
            Reg::PULSE => self.pulse,
        }
    }

    fn store(&mut self, reg: Reg, i: usize, v: u32) {
        let can = self.params.interrupting;
        match reg {
            Reg::OUTPUT => self.output = v,
            Reg::DIRECTION => self.direction = v,
            Reg::IMASK => self.mask = v & can,
            Reg::IPOL => self.polarity = v & can,
            Reg::IEDGE => self.edge = v & can,
            Reg::BYPASS => self.bypass = v,
            Reg::IRQMAP => self.map[i] = v & self.map_mask(i),
            Reg::IFLAG => self.flags &= !v,
            Reg::PULSE if self.params.pulse => self.pulse = v,
            Reg::LOR_OUTPUT => self.output |= v,
            Reg::LOR_DIRECTION => self.direction |= v,
            Reg::LOR_IMASK => self.mask |= v & can,
            Reg::LAND_OUTPUT => self.output &= v,
            Reg::LAND_DIRECTION => self.direction &= v,
            Reg::LAND_IMASK => self.mask &= v,
            Reg::LXOR_OUTPUT => self.output ^= v,
            Reg::LXOR_DIRECTION => self.direction ^= v,
            Reg::LXOR_IMASK => self.mask ^= v & can,
            Reg::DATA | Reg::CAP | Reg::IAVAIL | Reg::IPEN | Reg::PULSE => {}
        }
    }

    /// The bits of a map register that are there: fields of its lines, as wide as the choice needs.
    fn map_mask(&self, register: usize) -> u32 {
        let choice = u32::from(self.params.irqgen).next_power_of_two() - 1;
        let lines = usize::from(self.params.lines).saturating_sub(4 * register);
        (0..lines.min(4)).fold(0, |mask, n| mask | choice << (24 - 8 * n))
    }

    /// The interrupt output of a line.
    fn target(&self, line: usize) -> u16 {
        (self.map[line / 4] >> (24 - 8 * (line % 4)) & 0x1f) as u16
    }

    /// Brings interrupts and outputs up to date.
    fn settle(&mut self, cx: &mut Cx<'_>) {
        let data = self.data();
        let active = !(data ^ self.polarity);
        let edges = (data ^ self.seen) & active & self.edge & self.mask;
        let levels = active & !self.edge & self.mask & self.lines();
        self.seen = data;
        self.flags |= edges | levels;
        let mut high = 0u32;
        for n in (0..32).filter(|n| levels & (1 << n) != 0) {
            high |= 1 << self.target(n);
        }
        for pin in 0..self.params.irqgen.into() {
            if (high ^ self.levels) & (1 << pin) != 0 {
                cx.line(pin, high & (1 << pin) != 0);
            }
        }
        self.levels = high;
        for n in (0..32).filter(|n| edges & (1 << n) != 0) {
            let pin = self.target(n);
            if pin < self.params.irqgen.into() && high & (1 << pin) == 0 {
                cx.pulse(pin);
            }
        }
        let driven = self.output & self.direction;
        for n in (0..32).filter(|n| (driven ^ self.driven) & (1 << n) != 0) {
            cx.line(LINE_PIN + n, driven & (1 << n) != 0);
        }
        self.driven = driven;
    }
}

impl Device for Grgpio {
    fn kind(&self) -> &'static str {
        "grgpio"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        match phase {
            ResetPhase::Enter => {
                // What the world drives, and what it has seen, outlive a reset.
                let (input, driven, levels) = (self.input, self.driven, self.levels);
                *self = Grgpio::new(self.params.clone());
                (self.input, self.driven, self.levels) = (input, driven, levels);
                self.seen = input;
            }
            ResetPhase::Hold => self.settle(cx),
            ResetPhase::Exit => {}
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
        check_write(&MAP[reg as usize], off, value, self.value(reg, i), cx);
        let lines = if reg == Reg::IRQMAP {
            u32::MAX
        } else {
            self.lines()
        };
        self.store(reg, i, value & lines);
        self.settle(cx);
        Ok(())
    }

    fn inputs(&self) -> &'static [Input] {
        const { &[Input::new(0, 31, "lines of the port")] }
    }

    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        if pin < self.params.lines.into() {
            self.input = (self.input & !(1 << pin)) | (u32::from(level) << pin);
            self.settle(cx);
        }
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, i)| self.value(reg, i))
    }

    trueboard_core::serde_state!();
}
