//! The SDRAM controller: commands to PC100 SDRAM at its own clock (GR740 UM 2.9,
//! SDRAM controller; SDCFG1 and SDCFG2 set the timing).
//!
//! Requests are served one after the other in the order in which they come. An access activates a
//! row, reads or writes a burst with the wanted word first, and precharges; with open pages the
//! row stays for the next access to it. Refreshes are not scheduled: each access makes up for
//! those that fell due since the last one, which delay it only when they collide.
//!
//! Not modelled: initialisation and mode-register commands, power-down modes, errors and their
//! correction, commands to one bank while another transfers data.

mod regs;
#[cfg(test)]
mod tests;

use crate::params::check_write;
use regs::Rules;
pub use regs::{MAP, Reg};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, BusFault, Op, Served, Stage, Timing, Txn};
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::meter::Meters;
use trueboard_core::regs::{RegBank, RegDesc};
use trueboard_core::serde_state;
use trueboard_core::time::{Clock, Tick};

/// Banks that are kept apart: four inside the chips of each of two chip selects.
const BANKS: usize = 8;

/// The numbers of an SDRAM controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Rows stay open after an access.
    pub open_page: bool,
    /// SDRAM cycles by which a request crosses to the SDRAM clock, after its next edge.
    pub request_sync_cycles: u64,
    /// SDRAM cycles by which data crosses back.
    pub return_sync_cycles: u64,
    /// SDRAM cycles from the last written word to the precharge.
    pub write_recovery_cycles: u64,
    /// Bytes of the bus above: the first beat is there when as many have been read.
    pub port_bytes: u16,
    /// (register offset, value) that the boot loader has left.
    #[serde(default)]
    pub preset: Vec<(u32, u32)>,
}

impl Params {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Says which number cannot be.
    pub fn check(&self) -> Result<(), String> {
        if self.port_bytes == 0 {
            return Err("port_bytes: must be at least 1".into());
        }
        match self.preset.iter().find(|p| Reg::at(p.0).is_none()) {
            Some((off, _)) => Err(format!("preset: no register at {off:#x}")),
            None => Ok(()),
        }
    }
}

/// What it counts. Cycles are of the SDRAM clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counts {
    activates: u64,
    reads: u64,
    writes: u64,
    refreshes: u64,
    /// Refreshes up to the last settling, with those that no access has made up for yet.
    settled_refreshes: u64,
    busy_cycles: u64,
    wait_cycles: u64,
    refresh_wait_cycles: u64,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SdCtrl {
    params: Params,
    clock: Clock,
    bank: RegBank,
    rules: Rules,
    /// The next command sequence may start.
    free_at: Tick,
    /// When the next refresh falls due.
    refresh_at: Tick,
    /// Row open in each bank.
    open: [Option<u64>; BANKS],
    /// When it was activated.
    activated: [Tick; BANKS],
    counts: Counts,
}

impl SdCtrl {
    /// An idle controller at the SDRAM clock.
    pub fn new(params: Params, clock: Clock) -> SdCtrl {
        let bank = RegBank::new(MAP);
        let mut new = SdCtrl {
            params,
            clock,
            rules: Rules::new(&bank),
            bank,
            free_at: Tick(0),
            refresh_at: Tick(0),
            open: [None; BANKS],
            activated: [Tick(0); BANKS],
            counts: Counts::default(),
        };
        new.preset(Tick(0));
        new
    }

    fn preset(&mut self, now: Tick) {
        self.bank = RegBank::new(MAP);
        for &(off, value) in &self.params.preset {
            if let Some((reg, i)) = Reg::at(off) {
                self.bank.set(reg as usize, i, value);
            }
        }
        self.open = [None; BANKS];
        self.configure(now);
    }

    fn configure(&mut self, now: Tick) {
        let old = self.rules.refresh;
        self.rules = Rules::new(&self.bank);
        if self.rules.refresh != old {
            let period = self.rules.refresh.unwrap_or(0);
            self.refresh_at = self.clock.edge_at_or_after(now) + self.clock.ticks(period);
        }
    }

    /// Makes up for the refreshes that fell due by `at`; answers when a command may start.
    fn refresh(&mut self, at: Tick) -> Tick {
        let mut start = at.max(self.free_at);
        let Some(period) = self.rules.refresh.map(|p| self.clock.ticks(p)) else {
            return start;
        };
        while self.refresh_at <= start {
            // Whole periods in idle time cannot collide with a transfer.
            let idle = start.since(self.refresh_at) / period;
            if idle > 0 && self.free_at <= self.refresh_at {
                self.refresh_at += idle * period;
                self.counts.refreshes += idle;
                self.open = [None; BANKS];
            }
            let close = self.open.iter().any(Option::is_some);
            let cycles = self.rules.rfc + if close { self.rules.rp } else { 0 };
            self.open = [None; BANKS];
            self.free_at = self.refresh_at.max(self.free_at) + self.clock.ticks(cycles);
            self.refresh_at += period;
            self.counts.refreshes += 1;
            start = start.max(self.free_at);
        }
        start
    }

    /// The bank of `pa` and the row in it: columns lowest, then rows, then banks, then chip
    /// selects.
    fn bank_row(&self, pa: u64) -> (usize, u64) {
        let row_bytes = self.rules.columns * self.rules.word_bytes;
        let bank_bytes = self.rules.bank_bytes / 4;
        (
            (pa / bank_bytes) as usize % BANKS,
            pa % bank_bytes / row_bytes,
        )
    }

    /// The time of the read or write command when commands may start at `start`.
    fn open_row(&mut self, start: Tick, pa: u64) -> (Tick, usize) {
        let r = self.rules;
        let (bank, row) = self.bank_row(pa);
        let mut activate = start;
        if let Some(open) = self.open[bank] {
            if open == row {
                return (start, bank);
            }
            let precharge = start.max(self.activated[bank] + self.clock.ticks(r.ras));
            activate = precharge + self.clock.ticks(r.rp);
        }
        self.activated[bank] = activate;
        self.open[bank] = self.params.open_page.then_some(row);
        self.counts.activates += 1;
        (activate + self.clock.ticks(r.cas), bank)
    }
}

impl Stage for SdCtrl {
    fn access(
        &mut self,
        t: &Txn,
        at: Tick,
        _below: &mut Below<'_>,
        _meters: &mut Meters,
    ) -> Timing {
        let r = self.rules;
        let clock = self.clock;
        let ticks = |cycles: u64| clock.ticks(cycles);
        let asked = clock.edge_at_or_after(at) + ticks(self.params.request_sync_cycles);
        let queued = asked.max(self.free_at);
        let words = |bytes: u16| u64::from(bytes).div_ceil(r.word_bytes).max(1);
        let all = words(t.bytes);
        let first = words(t.bytes.min(self.params.port_bytes));
        let partial = r.edac && u64::from(t.bytes) < r.word_bytes;

        let start = self.refresh(asked);
        self.counts.wait_cycles += self.clock.cycles(queued.since(asked));
        self.counts.refresh_wait_cycles += self.clock.cycles(start.since(queued));
        let (column, bank) = self.open_row(start + ticks(r.set_up), t.pa);
        let (first_at, last_at, settled) = if t.op == Op::Write {
            // Check bits cover a whole word, so that a part of it is read before.
            let read = if partial { r.cas + 2 } else { 0 };
            let last = column + ticks(read + all);
            self.counts.writes += 1;
            (last, last, last + ticks(self.params.write_recovery_cycles))
        } else {
            self.counts.reads += 1;
            let data = column + ticks(r.cas);
            (data + ticks(first), data + ticks(all), data + ticks(all))
        };
        self.free_at = if self.params.open_page {
            settled
        } else {
            let row = self.activated[bank];
            (settled.max(row + ticks(r.ras)) + ticks(r.rp)).max(row + ticks(r.rc))
        };
        self.counts.busy_cycles += self.clock.cycles(self.free_at.since(start));
        let back = ticks(self.params.return_sync_cycles);
        Timing {
            granted: start,
            first: first_at + back,
            done: last_at + back,
            freed: last_at + back,
            split: false,
            served_by: Served::Memory,
        }
    }

    fn settle(&mut self, now: Tick, _meters: &mut Meters) {
        // Counts only: observing must not move a refresh.
        let due = match self.rules.refresh {
            Some(p) if self.refresh_at <= now => {
                1 + now.since(self.refresh_at) / self.clock.ticks(p)
            }
            _ => 0,
        };
        self.counts.settled_refreshes = self.counts.refreshes + due;
    }

    fn device(&mut self) -> &mut dyn Device {
        self
    }

    fn device_ref(&self) -> &dyn Device {
        self
    }
}

impl Device for SdCtrl {
    fn kind(&self) -> &'static str {
        "sdctrl"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            self.preset(cx.now);
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.peek(off, cx.now).unwrap_or(0))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        match Reg::at(off) {
            Some((reg, i)) => {
                self.refresh(cx.now);
                let desc = &MAP[reg as usize];
                check_write(desc, off, value, self.bank.get(reg as usize, i), cx);
                self.bank.write(desc, reg as usize, i, value);
                self.open = [None; BANKS];
                self.configure(cx.now);
            }
            None => cx.warn(off, "no register here"),
        }
        Ok(())
    }

    fn peek(&self, off: u32, _now: Tick) -> Option<u32> {
        Reg::at(off).map(|(reg, i)| self.bank.get(reg as usize, i))
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        let c = self.counts;
        vec![
            ("activates", c.activates),
            ("reads", c.reads),
            ("writes", c.writes),
            ("refreshes", c.settled_refreshes.max(c.refreshes)),
            ("busy_cycles", c.busy_cycles),
            ("wait_cycles", c.wait_cycles),
            ("refresh_wait_cycles", c.refresh_wait_cycles),
        ]
    }

    serde_state!();
}
