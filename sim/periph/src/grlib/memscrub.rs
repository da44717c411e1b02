//! Memory scrubber and AHB status register of the memory bus (GR740 UM 1.7 and 2.9, ch. 11).
//!
//! What its registers show of errors is laid over them in a machine with faults (`codes` of the board). It scrubs the
//! range RANGEL to RANGEH (11.2.3) in bursts of 32 bytes with DELAY cycles between them: what can be corrected is written
//! back, what cannot stays; both are taken down as usual.
//!
//! Estimated: a burst takes [`BURST_CYCLES`]; errors of a piece of the range are met at its end (there are up to
//! [`PIECES`]); SCEN is cleared at the end of a run. Not modelled: its bus load, the counts of a run and of blocks with their thresholds (11.2.4),
//! regeneration, initialisation, the external start, the second range.

use crate::BuildEnv;
use crate::params::parse;
use crate::storage::{Missing, Storage};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, Effect, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::RegDesc;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;

trueboard_core::regs! {
    /// Registers.
    pub enum Reg: MAP {
        AHBS @ 0x00 = 0, rw 0; "CECNT 31:22, UECNT 21:14, DONE 13, SEC 11, SBC 10, CE 9, NE 8, HWRITE 7, HMASTER 6:3, HSIZE 2:0";
        AHBFAR @ 0x04 = 0, rw 0; "failing address";
        AHBERC @ 0x08 = 0, rw 0xffff_c003; "limits 31:22 of correctable and 21:14 of uncorrectable errors, their enables 1:0";
        STAT @ 0x10 = 0, rw 0; "run count, DONE 13, BURSTLEN, ACTIVE 0";
        CONFIG @ 0x14 = 0, rw 0xffbf; "DELAY 15:8, IRQD 7, SERA 5, LOOP 4, MODE 3:2, ES 1, SCEN 0";
        RANGEL @ 0x18 = 0, rw 0xffff_ffff; "first address";
        RANGEH @ 0x1c = 0, rw 0xffff_ffff; "last address";
        POS @ 0x20 = 0, rw 0xffff_ffff; "position";
        ETHRES @ 0x24 = 0, rw 0xffff_c003; "error thresholds";
        INIT @ 0x28 = 0, rw 0xffff_ffff; "initialisation data";
        RANGEL2 @ 0x2c = 0, rw 0xffff_ffff; "first address of the second range";
        RANGEH2 @ 0x30 = 0, rw 0xffff_ffff; "last address of the second range";
    }
}

const MISSING: &[Missing] = &[(
    Reg::CONFIG as usize,
    0b10_1110,
    "CONFIG: the external start (ES), regeneration and initialisation (MODE) and the second range (SERA) are not modelled",
)];

/// CONFIG: SCEN, MODE, LOOP, IRQD.
const SCEN: u32 = 1;
const MODE: u32 = 0b1100;
const LOOP: u32 = 1 << 4;
const IRQD: u32 = 1 << 7;
/// DONE of AHBS and STAT, ACTIVE of STAT.
const DONE: u32 = 1 << 13;
const ACTIVE: u32 = 1;
/// Bytes of a burst.
const BURST: u64 = 32;
/// Cycles of a burst (estimate: the SDRAM's latency and its beats).
const BURST_CYCLES: u64 = 20;
/// Pieces of a range.
const PIECES: u64 = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {}

/// A run under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Run {
    /// The end of a piece.
    key: EventKey,
    /// First address of the piece, and one past the last.
    from: u64,
    to: u64,
}

/// See the module.
pub(crate) struct Memscrub {
    storage: Storage,
    /// Not saved while there is none.
    run: Option<Run>,
}

pub(crate) fn build(params: ron::Value, _: &BuildEnv) -> Result<Memscrub, String> {
    let Params {} = parse("memscrub", params)?;
    Ok(Memscrub {
        storage: Storage::new("memscrub", MAP, MISSING, Vec::new()),
        run: None,
    })
}

impl Memscrub {
    fn get(&self, reg: Reg) -> u32 {
        self.storage.get(reg as usize)
    }

    fn set(&mut self, reg: Reg, value: u32) {
        self.storage.set(reg as usize, value);
    }

    /// The range: first address, and one past the last.
    fn range(&self) -> (u64, u64) {
        let from = u64::from(self.get(Reg::RANGEL)) & !(BURST - 1);
        let last = u64::from(self.get(Reg::RANGEH)) | (BURST - 1);
        (from, last + 1)
    }

    /// Begins the piece at `from`.
    fn begin(&mut self, from: u64, cx: &mut Cx<'_>) {
        let (first, end) = self.range();
        let size = end.saturating_sub(first).max(BURST);
        let piece = size.div_ceil(PIECES).next_multiple_of(BURST);
        let to = (from + piece).min(first + size);
        let delay = u64::from(self.get(Reg::CONFIG) >> 8 & 0xff);
        let cycles = (to - from) / BURST * (delay + BURST_CYCLES);
        let key = cx.schedule(cx.now.after(cx.clock.ticks(cycles)), 0);
        self.run = Some(Run { key, from, to });
        self.set(Reg::POS, from as u32);
        self.set(Reg::STAT, ACTIVE);
    }

    /// Starts or stops, as CONFIG says.
    fn configure(&mut self, cx: &mut Cx<'_>) {
        let config = self.get(Reg::CONFIG);
        let on = config & SCEN != 0 && config & MODE == 0;
        match self.run {
            None if on => self.begin(self.range().0, cx),
            Some(run) if !on => {
                cx.cancel(run.key);
                self.run = None;
                self.set(Reg::STAT, 0);
            }
            _ => {}
        }
    }
}

impl Device for Memscrub {
    fn kind(&self) -> &'static str {
        self.storage.kind()
    }

    fn map(&self) -> &'static [RegDesc] {
        self.storage.map()
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        if let Some(run) = self.run.take() {
            cx.cancel(run.key);
        }
        self.storage.reset(phase, cx);
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        self.storage.read(off, cx)
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        let done = self.get(Reg::AHBS) & value & DONE;
        self.storage.write(off, value, cx)?;
        match Reg::at(off) {
            Some((Reg::CONFIG, _)) => self.configure(cx),
            // A 0 clears DONE.
            Some((Reg::AHBS, _)) => self.set(Reg::AHBS, done),
            _ => {}
        }
        Ok(())
    }

    fn event(&mut self, _: u32, cx: &mut Cx<'_>) {
        let Some(run) = self.run.take() else {
            return;
        };
        cx.effects.push(Effect::Scrubbed(run.from, run.to));
        let (first, end) = self.range();
        if run.to < end {
            self.begin(run.to, cx);
            return;
        }
        let config = self.get(Reg::CONFIG);
        self.set(Reg::AHBS, self.get(Reg::AHBS) | DONE);
        self.set(Reg::STAT, DONE);
        if config & IRQD != 0 {
            cx.pulse(0);
        }
        if config & LOOP != 0 {
            self.begin(first, cx);
        } else {
            self.set(Reg::CONFIG, config & !SCEN);
        }
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        self.storage.peek(off, now)
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = self.storage.save();
        bytes.extend(self.run.iter().flat_map(to_bytes));
        bytes
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.storage.load(bytes)?;
        let rest = bytes.get(self.storage.save().len()..).unwrap_or_default();
        self.run = match rest {
            [] => None,
            rest => Some(from_bytes(rest)?),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Rig;

    fn rig() -> Rig<Memscrub> {
        Rig::new(build(ron::Value::Unit, &BuildEnv::default()).unwrap())
    }

    fn scrubbed(r: &mut Rig<Memscrub>) -> Vec<(u64, u64)> {
        let range = |e| match e {
            Effect::Scrubbed(from, to) => Some((from, to)),
            _ => None,
        };
        r.took().into_iter().filter_map(range).collect()
    }

    #[test]
    fn reset_values_and_map() {
        let mut r = rig();
        trueboard_core::regs::check_map(Device::map(&r.dev)).unwrap();
        r.check_reset_values(&[]);
        r.check_snapshot();
        assert_eq!(r.warnings, []);
    }

    #[test]
    fn a_run_goes_through_its_range_once() {
        let mut r = rig();
        r.write(0x18, 0x1000);
        r.write(0x1c, 0x103f);
        // DELAY 4: 24 cycles a burst.
        r.write(0x14, 0x0481);
        r.check_snapshot();
        assert_eq!((r.read(0x10), r.read(0x20)), (1, 0x1000));
        r.go(23);
        assert_eq!(scrubbed(&mut r), []);
        r.go(24);
        assert_eq!(scrubbed(&mut r), [(0x1000, 0x1020)]);
        r.go(48);
        assert_eq!(r.raised(0), 1);
        assert_eq!(
            (r.read(0), r.read(0x10), r.read(0x14)),
            (DONE, DONE, 0x0480)
        );
        r.write(0, 0);
        assert_eq!(r.read(0), 0);
        r.check_snapshot();
        r.go(1000);
        assert_eq!(scrubbed(&mut r), []);
        assert_eq!(r.warnings, []);
    }

    #[test]
    fn a_loop_begins_again_until_it_is_stopped() {
        let mut r = rig();
        r.write(0x18, 0);
        r.write(0x1c, 0x1f);
        r.write(0x14, 0x11);
        r.go(40);
        assert_eq!(scrubbed(&mut r), [(0, 0x20), (0, 0x20)]);
        r.write(0x14, 0x10);
        r.go(1000);
        assert_eq!((scrubbed(&mut r), r.read(0x10)), (vec![], 0));
    }
}
