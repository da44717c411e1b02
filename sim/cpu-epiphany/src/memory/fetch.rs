//! Instructions from outside the core: lines of eight bytes through a buffer of two, one on its way.
//!
//! The bytes are decoded where they lie; a packet is sent for their time. While instructions of one
//! line are issued, the next one is fetched. A taken branch empties the buffer.

use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::memory::lines::{Line, Lines};
use crate::memory::tag;
use crate::slice::{Exit, Limits};
use trueboard_core::bus::Op;
use trueboard_core::cpu::RunCx;

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

    /// Counts up to cycle `now` what the buffer was empty for, behind the pipeline's back.
    pub(crate) fn settle_fetch(&mut self, now: u64) {
        self.counts
            .add(Counted::FetchOutside, self.lines.waited(now));
        self.lines.empty = self.lines.empty.map(|from| from.max(now));
    }

    /// The current instruction, fetched, waits for its operands at most. When it is tried again the
    /// buffer is empty since the first time; `last` says that no whole instruction is behind it.
    pub(crate) fn note_empty(&mut self, last: bool) {
        if last {
            self.lines.empty.get_or_insert(self.live.first());
        } else {
            self.settle_fetch(self.live.now);
            self.lines.empty = None;
        }
    }

    /// The pipeline waits for a line until cycle `there`.
    pub(crate) fn wait_for_line(&mut self, there: u64) {
        let n = there - self.live.now;
        self.counts.add(Counted::FetchOutside, n);
        self.live
            .wait(Counted::FetchExternal, there, &mut self.counts);
    }

    /// Makes line `number` the current one, and asks for the one behind it.
    fn enter(&mut self, number: u32, cx: &mut RunCx<'_>, lim: &Limits) -> Result<(), Exit> {
        let is = |line: &Option<Line>, number: u32| line.is_some_and(|l| l.number == number);
        if !is(&self.lines.current, number) && !is(&self.lines.next, number) {
            // Its beginning may be in the buffer already, of an instruction that lies across.
            if is(&self.lines.current, number.wrapping_add(1)) {
                return Ok(());
            }
            self.settle_fetch(self.live.now);
            self.lines.next = Some(self.ask(number, cx, lim)?);
        }
        if is(&self.lines.next, number) {
            self.settle_fetch(self.live.now);
            self.lines.empty = None;
            if self.lines.next.is_some_and(|l| l.first == u64::MAX) {
                self.outside.hangs = true;
                return Err(Exit::Hang);
            }
            self.lines.current = self.lines.next.take();
        }
        let here = self.lines.current.map_or(0, |l| l.first);
        if self.lines.next.is_none() && self.live.now >= here {
            self.lines.next = Some(self.ask(number.wrapping_add(1), cx, lim)?);
        }
        Ok(())
    }

    fn ask(&mut self, number: u32, cx: &mut RunCx<'_>, lim: &Limits) -> Result<Line, Exit> {
        let t = self.live.now;
        lim.turn(t)?;
        let from = (u64::from(number) << 3, 8, Op::Fetch);
        let timing = self.send(t, from, (0, tag::FETCH), false, cx);
        let done = self.cycle_of(timing.done);
        self.live.end(done);
        self.counts.add(Counted::MeshFetches, 1);
        Ok(Line {
            number,
            first: self.cycle_of(timing.first),
            asked: t,
        })
    }

    /// Forgets what was fetched: a branch, issued in cycle `t`, was taken.
    pub(crate) fn drop_lines(&mut self, t: u64) {
        self.settle_fetch(t + 1);
        self.lines = Lines::default();
    }
}
