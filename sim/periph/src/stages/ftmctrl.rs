//! The controller of PROM and memory-mapped I/O (GR740 UM 2.9, FTMCTRL). Several narrow external accesses make up the
//! requested width, each with the wait states of its configuration register.
//!
//! Not modelled: EDAC, BRDYN, bus errors of external devices, write cycles to flash commands.

use crate::params::check_write;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, BusFault, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::meter::Meters;
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::time::{Clock, Tick};
use trueboard_core::{regs, serde_state};

regs! {
    /// Registers of the PROM controller.
    pub enum Reg: MAP {
        Mcfg1 @ 0x00 = 0x000000ff, rw 0x7efbcbff; "PBRDY 30, ABRDY 29, IOBUSW 28:27, IBRDY 26, BEXCN 25, IO wait states 23:20 (8 cycles each), IOEN 19, ROMBANKSZ 17:14, PWEN 11, PROM width 9:8 (0 8-bit, 1 16-bit, 2 32-bit), write wait states 7:4, read wait states 3:0 (16 cycles each)";
        Mcfg3 @ 0x08 = 0, rw 0x00000dff; "EDAC of PROM; stored";
        Mcfg5 @ 0x10 = 0, rw 0x3f803f80; "lead-out cycles of I/O and PROM; stored";
        Mcfg7 @ 0x18 = 0, rw 0xffffffff; "time-out of bus ready; stored";
    }
}

/// The numbers of a PROM controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Cycles of an access besides its external cycles.
    pub fixed_cycles: u64,
    /// Cycles of one external access without wait states.
    pub lane_cycles: u64,
    /// Cycles of one PROM wait state.
    pub prom_wait_cycles: u64,
    /// Cycles of one I/O wait state.
    pub io_wait_cycles: u64,
    /// First address of the I/O area; PROM lies below.
    pub io_base: u64,
    /// (register offset, value) that the boot loader has left.
    #[serde(default)]
    pub preset: Vec<(u32, u32)>,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ftmctrl {
    params: Params,
    clock: Clock,
    bank: RegBank,
    busy_until: Tick,
    accesses: u64,
    busy_cycles: u64,
}

impl Ftmctrl {
    /// An idle controller.
    pub fn new(params: Params, clock: Clock) -> Ftmctrl {
        let mut new = Ftmctrl {
            params,
            clock,
            bank: RegBank::new(MAP),
            busy_until: Tick(0),
            accesses: 0,
            busy_cycles: 0,
        };
        new.preset();
        new
    }

    fn preset(&mut self) {
        self.bank = RegBank::new(MAP);
        for &(off, value) in &self.params.preset {
            if let Some((reg, i)) = Reg::at(off) {
                self.bank.set(reg as usize, i, value);
            }
        }
    }

    /// Cycles of the access `t`.
    fn cycles(&self, t: &Txn) -> u64 {
        let cfg = self.bank.get(Reg::Mcfg1 as usize, 0);
        let p = &self.params;
        let (width, wait) = if t.pa >= p.io_base {
            (cfg >> 27, u64::from(cfg >> 20 & 0xf) * p.io_wait_cycles)
        } else {
            let field = if t.op.writes() { cfg >> 4 } else { cfg };
            (cfg >> 8, u64::from(field & 0xf) * p.prom_wait_cycles)
        };
        let lanes = u64::from(t.bytes).div_ceil(1 << (width & 3).min(2));
        p.fixed_cycles + lanes * (p.lane_cycles + wait)
    }
}

impl Stage for Ftmctrl {
    fn access(
        &mut self,
        t: &Txn,
        at: Tick,
        _below: &mut Below<'_>,
        _meters: &mut Meters,
    ) -> Timing {
        let start = self.clock.edge_at_or_after(at.max(self.busy_until));
        let cycles = self.cycles(t);
        let end = start + self.clock.ticks(cycles);
        self.busy_until = end;
        self.accesses += 1;
        self.busy_cycles += cycles;
        Timing {
            granted: start,
            first: end,
            done: end,
            freed: end,
            split: false,
            served_by: Served::Memory,
        }
    }

    fn holds(&self, t: &Txn, at: Tick, _end: bool) -> Option<u64> {
        if t.op == Op::Rmw {
            return None;
        }
        let start = self.clock.edge_at_or_after(at.max(self.busy_until));
        Some((start + self.clock.ticks(self.cycles(t))).since(at))
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

impl Device for Ftmctrl {
    fn kind(&self) -> &'static str {
        "ftmctrl"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, _cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.preset();
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or(0))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        match Reg::at(off) {
            Some((reg, i)) => {
                let desc = &MAP[reg as usize];
                check_write(desc, off, value, self.bank.get(reg as usize, i), cx);
                self.bank.write(desc, reg as usize, i, value);
            }
            None => cx.warn(off, "no register here"),
        }
        Ok(())
    }

    fn peek(&self, off: u32, _now: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, i)| self.bank.get(reg as usize, i))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("accesses", self.accesses),
            ("busy_cycles", self.busy_cycles),
        ]
    }

    serde_state!();
}
