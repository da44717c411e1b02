//! L4STAT, the LEON4 statistics unit of the GR740: 16 counters of 32 bits, each counting one event
//! of one processor or bus master. UM 2.9, LEON4 Statistics Unit; AHB events as in section 33.3.2;
//! erratum 43.2.6.
//!
//! Counters are never ticked. A counter is the value it had when it was last touched, plus what the
//! meter of its event has counted since. Maximum durations (CD=1) need to know when the event
//! happened, not only how often: while such a counter runs, [`Device::watches`] names its event and
//! the board delivers [`Device::pulse`]s.
//!
//! Decisions where the manual leaves room:
//! - EL matters only with CD=1. Drivers leave it 0 for plain counting, which counts assertions.
//! - With CD=1, CVAL shows the longest run, as CSVAL does, while it grows; writing it sets both, and CL
//!   clears both (GRLIB's `l3stat.vhd`, the sister unit whose source is public).
//! - A change of CCTRL does not change CVAL or CSVAL; a stopped run goes on where it stopped.
//! - An AHB-master filter on an event that names its master already (0x80-0x9F) lets nothing
//!   through unless both agree.
//!
//! Not modelled: error and IOMMU events (0x63-0x6E), the master filter on IDLE cycles and L2
//! events, the mode filter on AHB utilisation. Selecting them warns. The second port on the debug
//! bus is missing: processors cannot reach it.

mod duration;
mod events;
mod params;
mod processors;
mod select;
#[cfg(test)]
mod tests;

pub use events::{Class, EVENTS, Event};
pub use params::{Params, RonParams};
pub use processors::Processors;

use duration::Run;
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, PIN_CLOCK, ResetPhase};
use trueboard_core::meter::Watch;
use trueboard_core::regs::RegDesc;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::{Clock, Tick};

/// Counters of the GR740's unit.
pub const COUNTERS: usize = 16;

/// CCTRL bit EL: with CD, which level is measured.
pub const EL: u32 = 1 << 17;
/// CCTRL bit CD: measure the longest run instead of counting.
pub const CD: u32 = 1 << 16;
/// CCTRL bit CL: reading CVAL clears it.
pub const CL: u32 = 1 << 13;
/// CCTRL bit EN: count.
pub const EN: u32 = 1 << 12;
/// CCTRL bits that say what is there: NCNT=15, MC, IA, DS, EE, AE. NCPU comes from the board.
const FIXED: u32 = 0x07fc_0000;
const WRITABLE: u32 = 0x0003_ffff;

trueboard_core::regs! {
    /// The registers.
    pub enum Reg: MAP {
        Cval @ 0x000 [16; 4] = 0, rw !0; "counter";
        Cctrl @ 0x080 [16; 4] = 0x37fc_0000, rw 0x0003_ffff;
            "NCPU 31:28, NCNT 27:23, MC 22, IA 21, DS 20, EE 19, AE 18, EL 17, CD 16, SU 15:14, CL 13, EN 12, EVENT 11:4, CPU/AHBM 3:0";
        Csval @ 0x100 [16; 4] = 0, rw !0; "longest run, or value latched by a clearing read";
        Tstamp @ 0x180 = 0, rw 0; "time stamp: always 0 (erratum 43.2.6)";
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Counter {
    /// The writable part of CCTRL.
    ctrl: u32,
    /// What `ctrl` selects.
    watch: Option<Watch>,
    /// CVAL when the meter stood at `mark`, or when counting stopped.
    base: u32,
    mark: u64,
    /// CSVAL.
    latch: u32,
    run: Run,
}

impl Counter {
    fn measures_runs(&self) -> bool {
        self.ctrl & CD != 0
    }

    fn high(&self) -> bool {
        self.ctrl & EL != 0
    }
}

/// The device. See the module.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct L4stat {
    params: Params,
    /// Of the board, and no part of the state.
    #[serde(skip)]
    processors: Processors,
    clocked: bool,
    clock: Clock,
    counters: Vec<Counter>,
    watches: Vec<Watch>,
    counter_reads: u64,
    control_writes: u64,
}

impl L4stat {
    /// A unit after reset, its clock running.
    ///
    /// ```
    /// use trueboard_cpu_sparcv8::meters::METERS;
    /// use trueboard_periph_l4stat::{L4stat, Params, Processors};
    /// let params = Params { cores: 4, bus: 0, io_bus: None, l2: Some(0) };
    /// let unit = L4stat::new(params, Processors::new(&[&METERS; 4]).unwrap());
    /// # let _ = unit;
    /// ```
    pub fn new(params: Params, processors: Processors) -> L4stat {
        L4stat {
            params,
            processors,
            clocked: true,
            clock: Clock::new(1),
            counters: vec![Counter::default(); COUNTERS],
            watches: Vec::new(),
            counter_reads: 0,
            control_writes: 0,
        }
    }

    /// CCTRL as software reads it.
    fn cctrl(&self, n: usize) -> u32 {
        let cpus = u32::from(self.params.cores.clamp(1, 16)) - 1;
        cpus << 28 | FIXED | self.counters[n].ctrl
    }

    fn counting(&self, n: usize) -> bool {
        self.clocked && self.counters[n].ctrl & EN != 0
    }

    fn cval(&self, n: usize, cx: &Cx<'_>) -> u32 {
        let c = &self.counters[n];
        if !self.counting(n) {
            c.base
        } else if c.measures_runs() {
            c.run.current(c.high(), cx.cycles()) as u32
        } else {
            let total = c.watch.map_or(0, |w| w.total(cx.meters));
            // A bus meter may step back a little: idle cycles are what is left of the cycles.
            let counted = total.saturating_sub(c.mark) as u32;
            c.base.wrapping_add(counted)
        }
    }

    fn csval(&self, n: usize, cx: &Cx<'_>) -> u32 {
        let c = &self.counters[n];
        if self.counting(n) && c.measures_runs() {
            c.latch
                .max(duration::clip(c.run.current(c.high(), cx.cycles())))
        } else {
            c.latch
        }
    }

    /// Brings what a counter holds up to now.
    fn settle(&mut self, n: usize, cx: &Cx<'_>) {
        let (value, longest) = (self.cval(n, cx), self.csval(n, cx));
        let c = &mut self.counters[n];
        (c.base, c.latch) = (value, longest);
    }

    /// Counts from now on.
    fn resume(&mut self, n: usize, cx: &Cx<'_>) {
        let c = &mut self.counters[n];
        c.mark = c.watch.map_or(0, |w| w.total(cx.meters));
        c.run = Run::starting(cx.cycles(), c.base);
    }

    fn touch(&mut self, n: usize, cx: &Cx<'_>, change: impl FnOnce(&mut Counter)) {
        self.clock = cx.clock;
        self.settle(n, cx);
        change(&mut self.counters[n]);
        self.resume(n, cx);
    }

    fn write_ctrl(&mut self, n: usize, value: u32, cx: &mut Cx<'_>) {
        self.control_writes += 1;
        let ctrl = value & WRITABLE;
        let (watch, problem) = select::select(&self.params, &self.processors, ctrl);
        if let Some(what) = problem.filter(|_| ctrl & EN != 0) {
            cx.warn(0x80 + 4 * n as u32, what);
        }
        self.touch(n, cx, |c| (c.ctrl, c.watch) = (ctrl, watch));
        self.list_watches();
    }

    fn read_counter(&mut self, n: usize, cx: &mut Cx<'_>) -> u32 {
        self.counter_reads += 1;
        if let Some(what) = self.counters[n]
            .watch
            .and_then(|w| select::blind(w, cx.meters))
        {
            cx.warn(4 * n as u32, what);
        }
        let value = if self.counters[n].measures_runs() {
            self.csval(n, cx)
        } else {
            self.cval(n, cx)
        };
        if self.counters[n].ctrl & CL != 0 {
            self.touch(n, cx, |c| {
                if c.measures_runs() {
                    c.latch = 0;
                } else {
                    c.latch = value;
                }
                c.base = 0;
            });
        }
        value
    }

    fn list_watches(&mut self) {
        let mut all: Vec<Watch> = (0..COUNTERS)
            .filter(|&n| self.counting(n) && self.counters[n].measures_runs())
            .filter_map(|n| self.counters[n].watch)
            .collect();
        all.sort_unstable();
        all.dedup();
        self.watches = all;
    }
}

impl Device for L4stat {
    fn kind(&self) -> &'static str {
        "l4stat"
    }

    fn map(&self) -> &'static [RegDesc] {
        MAP
    }

    /// The clock gate is not part of the unit: whether the clock runs survives.
    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if phase == ResetPhase::Enter {
            let clocked = self.clocked;
            *self = L4stat::new(self.params.clone(), self.processors.clone());
            (self.clocked, self.clock) = (clocked, cx.clock);
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(match Reg::at(off) {
            Some((Reg::Cval, n)) => self.read_counter(n, cx),
            Some((Reg::Cctrl, n)) => self.cctrl(n),
            Some((Reg::Csval, n)) => self.csval(n, cx),
            Some((Reg::Tstamp, _)) => {
                cx.warn(off, "TSTAMP always reads 0 (erratum 43.2.6)");
                0
            }
            None => {
                cx.warn(off, "no L4STAT register here: reads 0");
                0
            }
        })
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        match Reg::at(off) {
            Some((Reg::Cval, n)) => self.touch(n, cx, |c| {
                c.base = value;
                if c.measures_runs() {
                    c.latch = value;
                }
            }),
            Some((Reg::Cctrl, n)) => self.write_ctrl(n, value, cx),
            Some((Reg::Csval, n)) => self.touch(n, cx, |c| c.latch = value),
            Some((Reg::Tstamp, _)) => {
                cx.warn(off, "TSTAMP is cleared in every clock (erratum 43.2.6)");
            }
            None => cx.warn(off, "no L4STAT register here: the write is lost"),
        }
        Ok(())
    }

    fn line(&mut self, pin: u16, level: bool, cx: &mut Cx<'_>) {
        if pin == PIN_CLOCK && level != self.clocked {
            self.clock = cx.clock;
            (0..COUNTERS).for_each(|n| self.settle(n, cx));
            self.clocked = level;
            (0..COUNTERS).for_each(|n| self.resume(n, cx));
            self.list_watches();
        }
    }

    /// A running counter needs the meters, which a peek does not get: only control registers and
    /// stopped counters can be seen.
    fn peek(&self, off: u32, _now: Tick) -> Option<u32> {
        match Reg::at(off)? {
            (Reg::Cctrl, n) => Some(self.cctrl(n)),
            (Reg::Tstamp, _) => Some(0),
            (Reg::Cval, n) if !self.counting(n) => {
                let c = &self.counters[n];
                Some(if c.measures_runs() { c.latch } else { c.base })
            }
            (Reg::Csval, n) if !(self.counting(n) && self.counters[n].measures_runs()) => {
                Some(self.counters[n].latch)
            }
            _ => None,
        }
    }

    fn measures(&self) -> bool {
        true
    }

    fn watches(&self) -> Option<&[Watch]> {
        Some(&self.watches)
    }

    fn pulse(&mut self, watch: Watch, from: Tick, cycles: u64) {
        let from = self.clock.cycles_at(from);
        for n in 0..COUNTERS {
            let counting = self.counting(n);
            let c = &mut self.counters[n];
            if counting && c.measures_runs() && c.watch == Some(watch) {
                let high = c.high();
                c.latch = c.latch.max(c.run.pulse(high, from, cycles));
            }
        }
    }

    fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("counter_reads", self.counter_reads),
            ("control_writes", self.control_writes),
        ]
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(self)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state: L4stat = from_bytes(bytes)?;
        let processors = std::mem::take(&mut self.processors);
        *self = L4stat {
            processors,
            ..state
        };
        Ok(())
    }
}
