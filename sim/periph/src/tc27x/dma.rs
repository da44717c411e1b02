//! DMA controller: transactions of a channel between memories, requested by software (registers and
//! fields: iLLD `IfxDma_regdef.h`, their meaning: `IfxDma.h`).
//!
//! A request moves a transfer, or with RROAT the whole transaction: `TREL` transfers of so many moves as
//! BLKM says, each of a width. Addresses go on by the width times a factor, up or down, within a
//! circular buffer or not at all. The bytes move when the request is served; that takes a time for
//! each move, in which the channel is busy. Output pin n is the service request of channel n.
//!
//! Not modelled: moves from and to devices (a warning), the load on the crossbar, requests by hardware,
//! shadow addresses, linked lists, double buffers, pattern detection, checksums, priorities of channels,
//! access protection.

mod channel;
#[cfg(test)]
mod tests;

use super::{CLC_DISR, CLC_RW, Endinit, PIN_ENDINIT};
use crate::BuildEnv;
use crate::params::{check_write, parse, within};
use channel::Channel;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, Input, ResetPhase};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

/// Channels.
const CHANNELS: usize = 64;
const ALL: u32 = 0xffff_ffff;

trueboard_core::regs! {
    /// Registers (iLLD `IfxDma_reg.h`).
    pub enum Reg: MAP {
        CLC @ 0x0000 = 0, rw CLC_RW; "clock control: EDIS 3, DISS 1, DISR 0";
        TSR @ 0x1e00 [64; 4] = 0, rw 0x0107_0101; "state of channel n: CTL 18 clears TRL 2, a request was lost; CH 3, a request waits; RST 0 resets the channel; the rest is refused with a warning";
        RDCRC @ 0x2000 [64; 32] = 0, rw ALL; "checksum of channel n: stored";
        SDCRC @ 0x2004 [64; 32] = 0, rw ALL; "checksum of channel n: stored";
        SADR @ 0x2008 [64; 32] = 0, rw ALL; "source address of channel n";
        DADR @ 0x200c [64; 32] = 0, rw ALL; "destination address of channel n";
        ADICR @ 0x2010 [64; 32] = 0, rw ALL; "addresses and interrupt of channel n: SMF 2:0, INCS 3, DMF 6:4, INCD 7, CBLS 11:8, CBLD 15:12, SCBE 20, DCBE 21, ETRL 23, INTCT 27:26, IRDV 31:28";
        CHCFGR @ 0x2014 [64; 32] = 0, rw 0xd7ff_3fff; "configuration of channel n: TREL 13:0, BLKM 18:16, RROAT 19, CHMODE 20, CHDW 23:21";
        SHADR @ 0x2018 [64; 32] = 0, rw ALL; "shadow address of channel n: stored";
        CHCSR @ 0x201c [64; 32] = 0, rw 0x8e80_0000; "control of channel n: TCOUNT 13:0, ICH 18; SCH 31 requests, SIT 27 interrupts, CICH 26 clears ICH";
    }
}

/// Parameters in a board file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Cycles from a request to its first move.
    pub request_cycles: u64,
    /// Cycles of a move.
    pub move_cycles: u64,
}

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dma {
    params: Params,
    channels: Vec<Channel>,
    clc: u32,
    endinit: Endinit,
    moves: u64,
}

impl Dma {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// When a parameter is missing or cannot be.
    pub fn build(params: ron::Value, _: &BuildEnv) -> Result<Dma, String> {
        let params: Params = parse("tc27x-dma", params)?;
        within("request_cycles", params.request_cycles, 0..=1000)?;
        within("move_cycles", params.move_cycles, 1..=1000)?;
        Ok(Dma {
            params,
            channels: vec![Channel::default(); CHANNELS],
            clc: 0,
            endinit: Endinit::default(),
            moves: 0,
        })
    }

    /// A request of channel `n`; a second one while the first waits is lost.
    fn request(&mut self, n: usize, cx: &mut Cx<'_>) {
        let Some(c) = self.channels.get_mut(n) else {
            return;
        };
        if c.asked() {
            if c.lost() {
                cx.pulse(n as u16);
            }
            return;
        }
        let p = &self.params;
        let cycles = p.request_cycles + c.moves() * p.move_cycles;
        c.due = cx.now.after(cx.clock.ticks(cycles));
        cx.schedule(c.due, n as u32);
    }

    fn value(&self, reg: Reg, i: usize) -> u32 {
        let Some(c) = self.channels.get(i) else {
            return self.clc;
        };
        match reg {
            // DISS follows DISR.
            Reg::CLC => self.clc | (self.clc & CLC_DISR) << 1,
            Reg::TSR => c.tsr(),
            Reg::RDCRC => c.rdcrc,
            Reg::SDCRC => c.sdcrc,
            Reg::SADR => c.source,
            Reg::DADR => c.destination,
            Reg::ADICR => c.adicr,
            Reg::CHCFGR => c.config,
            Reg::SHADR => c.shadow,
            Reg::CHCSR => c.chcsr(),
        }
    }
}

impl Device for Dma {
    fn kind(&self) -> &'static str {
        "tc27x-dma"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn reset(&mut self, phase: ResetPhase, _: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.channels.fill(Channel::default());
            self.clc = 0;
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or_else(|| {
            cx.warn(off, "this register of the DMA is not modelled: reads as 0");
            0
        }))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let Some((reg, i)) = Reg::at(off) else {
            cx.warn(off, "this register of the DMA is not modelled: write lost");
            return Ok(());
        };
        let desc = &MAP[reg as usize];
        if reg == Reg::CLC {
            self.endinit.check(desc.name, off, cx)?;
        }
        check_write(desc, off, value, self.value(reg, i), cx);
        let Some(c) = self.channels.get_mut(i) else {
            return Ok(());
        };
        match reg {
            Reg::CLC => self.clc = value & CLC_RW,
            Reg::TSR => {
                if value & (1 << 8 | 1 << 16) != 0 {
                    cx.warn(
                        off,
                        "TSR: halting and requests by hardware are not modelled",
                    );
                }
                c.write_tsr(value);
            }
            Reg::RDCRC => c.rdcrc = value,
            Reg::SDCRC => c.sdcrc = value,
            Reg::SADR => c.source = value,
            Reg::DADR => c.destination = value,
            Reg::ADICR => c.adicr = value,
            Reg::CHCFGR => c.config = value & MAP[reg as usize].rw,
            Reg::SHADR => c.shadow = value,
            Reg::CHCSR => {
                if c.write_chcsr(value) {
                    cx.pulse(i as u16);
                }
                if value & channel::SCH != 0 {
                    if let Some(what) = c.unmodelled() {
                        cx.warn(off, what);
                    }
                    self.request(i, cx);
                }
            }
        }
        Ok(())
    }

    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        let Some(c) = self.channels.get_mut(tag as usize) else {
            return;
        };
        // Otherwise of a request that a reset of the channel has forgotten.
        if c.due != cx.now {
            return;
        }
        let done = c.serve();
        self.moves += done.moves.len() as u64;
        for m in done.moves {
            cx.copy(m.from, m.to, done.bytes);
        }
        if done.interrupt {
            cx.pulse(tag as u16);
        }
    }

    fn inputs(&self) -> &'static [Input] {
        const { &[Input::new(PIN_ENDINIT, PIN_ENDINIT, "ENDINIT of the SCU")] }
    }

    fn line(&mut self, pin: u16, level: bool, _: &mut Cx<'_>) {
        if pin == PIN_ENDINIT {
            self.endinit.set(level);
        }
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        let (reg, i) = Reg::at(off)?;
        Some(self.value(reg, i))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![("moves", self.moves)]
    }

    trueboard_core::serde_state!();
}
