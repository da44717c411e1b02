//! Instructions from outside the core: lines of eight bytes through a buffer of two, one on its way.
//!
//! The bytes are decoded where they lie; a packet is sent for their time. While instructions of one
//! line are issued, the next one is fetched. A taken branch empties the buffer.

use crate::core::Ecore;
use crate::memory::tag;
use crate::meters::Event;
use crate::run::{Exit, Limits};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;

/// A line of instructions, by address / 8, and the first cycle in which it can be issued from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    number: u32,
    first: u64,
    /// When it was asked for.
    asked: u64,
}

/// The buffer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lines {
    current: Option<Line>,
    next: Option<Line>,
    /// The first cycle in which the instruction before could have been issued but for its operands:
    /// the buffer is empty since, if it was the last of its line.
    pub drained: u64,
}

impl Ecore {
    /// The first cycle in which the instruction of `len` bytes at the program counter is there.
    pub(crate) fn fetch(&mut self, len: u8, cx: &mut RunCx<'_>, lim: &Limits) -> Result<u64, Exit> {
        let pc = self.live.pc;
        let (line, last) = (pc >> 3, pc.wrapping_add(u32::from(len) - 1) >> 3);
        self.enter(line, cx, lim)?;
        if last != line {
            self.enter(last, cx, lim)?;
        }
        Ok(self.lines.current.map_or(0, |line| line.first))
    }

    /// Makes line `number` the current one, and asks for the one behind it.
    fn enter(&mut self, number: u32, cx: &mut RunCx<'_>, lim: &Limits) -> Result<(), Exit> {
        let is = |line: &Option<Line>, number: u32| line.is_some_and(|l| l.number == number);
        if !is(&self.lines.current, number) && !is(&self.lines.next, number) {
            // Its beginning may be in the buffer already, of an instruction that lies across.
            if is(&self.lines.current, number.wrapping_add(1)) {
                return Ok(());
            }
            self.lines.next = Some(self.ask(number, cx, lim)?);
        }
        if is(&self.lines.next, number) {
            let line = self.lines.next.take();
            let first = line.map_or(0, |l| l.first);
            if first == u64::MAX {
                self.lines.next = line;
                self.outside.hangs = true;
                return Err(Exit::Hang);
            }
            let waits = first.saturating_sub(line.map_or(0, |l| l.asked.max(self.lines.drained)));
            self.counts.add(Event::FetchOutside, waits);
            self.lines.current = line;
        }
        let here = self.lines.current.map_or(0, |l| l.first);
        if self.lines.next.is_none() && self.live.now >= here {
            self.lines.next = Some(self.ask(number.wrapping_add(1), cx, lim)?);
        }
        Ok(())
    }

    fn ask(&mut self, number: u32, cx: &mut RunCx<'_>, lim: &Limits) -> Result<Line, Exit> {
        let t = self.live.now;
        if t >= lim.sync {
            return Err(Exit::Sync);
        }
        let from = (u64::from(number) << 3, 8, Op::Fetch);
        let timing = self.send(t, from, (0, tag::FETCH), false, cx);
        let done = self.cycle_of(timing.done);
        self.live.end(done);
        self.counts.add(Event::MeshFetches, 1);
        Ok(Line {
            number,
            first: self.cycle_of(timing.first),
            asked: t,
        })
    }

    /// Forgets what was fetched: a branch was taken.
    pub(crate) fn drop_lines(&mut self) {
        let drained = self.live.now;
        self.lines = Lines {
            drained,
            ..Lines::default()
        };
    }
}
