//! When instructions are issued: ready times of results, pairs, and where cycles go that are lost.
//!
//! A ready time is eight times a cycle, plus the kind of the result ([`crate::decoded::result`]). A reader adds its
//! bias (0 for the data of a store, 1, or 3 for the FPU) and divides by eight. The FPU therefore gets results of
//! integer operations and loads one cycle later than other readers (AR, pipeline, table 10), and a store gets those of
//! the FPU one cycle earlier.
//!
//! A register that still waits for a result cannot be written either: the interlock is on both
//! (AR). What reads after an instruction of the FPU waits for the flags as a whole.
//!
//! The fetch unit brings eight bytes per cycle into a buffer of two lines. While instructions are
//! issued from one line, the next one is fetched in the first cycle in which its bank is not used by
//! a load or store.

pub(crate) mod timing;

use crate::counters::{counts::Counts, events::Counted};
use crate::decoded::{ACCUMULATES, DecodedInsn, FLAGS, NONE, STEP, STORES, result};
use crate::isa::Group;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::cpu::Stop;

/// A register that waits for an answer from outside: later than any cycle.
pub(crate) const PENDING: u64 = (1 << 62) + result::EXTERNAL;

/// A taken branch that leaves fewer cycles of a slice than this ends it. A slice that ends in the middle of a
/// loop costs the host more than one that is shorter by this: what begins there is another block.
pub(crate) const EARLY_END: u64 = 24;

/// Ready times.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Scoreboard {
    #[serde(with = "BigArray")]
    ready: [u64; 128],
    /// General registers, as bits: no other can have a ready time that is still to come.
    #[serde(skip, default = "all")]
    pub maybe_pending: u64,
}

fn all() -> u64 {
    u64::MAX
}

/// The ready time `code` against cycle `from`, if it can hold up an instruction in that cycle or later.
#[inline(always)]
fn pending(code: u64, from: u64) -> Option<u64> {
    let after = code.wrapping_sub(8 * from);
    (after as i64 >= Scoreboard::LEAST_PENDING as i64).then_some(after)
}

impl Scoreboard {
    /// The least ready time, relative to a cycle, that can hold up an instruction in that cycle or later. The largest
    /// bias is 3, so 5 more than eight times a cycle is the next cycle.
    pub const LEAST_PENDING: u64 = 5;

    pub fn new() -> Scoreboard {
        Scoreboard {
            ready: [0; 128],
            maybe_pending: 0,
        }
    }

    /// All ready times, for translated code.
    pub fn all(&self) -> &[u64; 128] {
        &self.ready
    }

    #[inline(always)]
    pub fn code(&self, place: u8) -> u64 {
        self.ready[usize::from(place & 127)]
    }

    /// The first cycle in which `s` has what it waits for.
    #[inline(always)]
    pub fn need(&self, s: &DecodedInsn) -> u64 {
        let [a, b, c, d] = s.waits;
        let operands = self.code(a).max(self.code(b)) + u64::from(s.bias[0]);
        let others = self.code(c).max(self.code(d)) + u64::from(s.bias[1]);
        operands.max(others) >> 3
    }

    /// What `s`, issued in cycle `t`, leaves; `fpu` is the latency of the FPU. Who does not know
    /// which registers may be pending after it calls [`Scoreboard::mark_pending`] too.
    #[inline(always)]
    pub fn results(&mut self, s: &DecodedInsn, t: u64, fpu: u64) {
        self.changed_base(s, t);
        let latency = match s.op.group {
            Group::Fpu => fpu,
            _ => s.latency.into(),
        };
        if s.second != NONE {
            self.put(s.second, 8 * t + latency);
        }
        self.put(s.result, 8 * t + latency);
    }

    /// The base that `s`, issued in cycle `t`, has changed.
    #[inline(always)]
    pub fn changed_base(&mut self, s: &DecodedInsn, t: u64) {
        if s.base != NONE {
            self.put(s.base, 8 * (t + 1) + result::INTEGER);
        }
    }

    /// Results of `s` are new.
    #[inline(always)]
    pub fn mark_pending(&mut self, s: &DecodedInsn) {
        self.maybe_pending |= s.written();
    }

    /// Register `place` gets a result; `code` is eight times a cycle and the kind.
    #[inline(always)]
    pub fn set(&mut self, place: u8, code: u64) {
        self.put(place, code);
        self.maybe_pending |= 1 << (place & 63);
    }

    /// As [`Scoreboard::set`], of what a load brings; a `pair` has the next register too.
    pub fn set_loaded(&mut self, place: u8, pair: bool, code: u64) {
        self.set(place, code);
        if pair {
            self.set(place | 1, code);
        }
    }

    /// As [`Scoreboard::set`], if nothing is to be known of that.
    #[inline(always)]
    pub fn put(&mut self, place: u8, code: u64) {
        self.ready[usize::from(place & 127)] = code;
    }

    /// Ready times against cycle `now`; 0 for what holds up nothing any more.
    pub fn relative(&self, now: u64) -> [u64; 128] {
        self.ready.map(|code| pending(code, now).unwrap_or(0))
    }

    /// The places, as bits, with ready times other than in `before`.
    pub fn written_since(&self, before: &Scoreboard) -> u128 {
        let places = self.ready.iter().zip(&before.ready).enumerate();
        let written = places.filter(|(_, (code, before))| code != before);
        written.fold(0, |bits, (place, _)| bits | 1 << place)
    }

    /// The ready time of `place` against cycle `from`, if it may matter to what is issued in that cycle or later.
    #[inline(always)]
    pub fn pending(&self, place: u8, from: u64) -> Option<u64> {
        pending(self.code(place), from)
    }

    /// Calls `to` with [`Scoreboard::pending`] of each of `registers`, and of the flags of the FPU if `flags`, and stops
    /// when it answers false. Answers whether no call did.
    #[inline(always)]
    pub fn all_pending(
        &mut self,
        (registers, flags): (u64, bool),
        from: u64,
        mut to: impl FnMut(u8, u64) -> bool,
    ) -> bool {
        let mut rest = self.maybe_pending & registers;
        while rest != 0 {
            let place = rest.trailing_zeros() as u8;
            match self.pending(place, from) {
                Some(after) if !to(place, after) => return false,
                Some(_) => {}
                None => self.maybe_pending &= !(1 << place),
            }
            rest &= rest - 1;
        }
        let after = flags.then(|| self.pending(FLAGS, from)).flatten();
        after.is_none_or(|after| to(FLAGS, after))
    }

    /// The ready times of `places`, as bits, are so many cycles later.
    pub fn later(&mut self, places: u128, cycles: u64) {
        let codes = self.ready.iter_mut().enumerate();
        let later = codes.filter(|(place, _)| places >> place & 1 != 0);
        later.for_each(|(_, code)| *code += 8 * cycles);
    }

    /// True while register `place` waits for an answer.
    pub fn is_pending(&self, place: u8) -> bool {
        self.code(place) == PENDING
    }

    /// Why `s` waits: the event that a lost cycle is.
    pub fn reason(&self, s: &DecodedInsn) -> Counted {
        let [a, b, c, d] = s.waits;
        let later = |p: u8, q: u8| if self.code(q) > self.code(p) { q } else { p };
        let (operand, other) = (later(a, b), later(c, d));
        let time = |place: u8, bias: u8| (self.code(place) + u64::from(bias)) >> 3;
        let last = if time(other, s.bias[1]) > time(operand, s.bias[0]) {
            other
        } else {
            operand
        };
        // What is written and neither read nor stored.
        let written = (last == c || last == d)
            && last != a
            && last != b
            && s.flags & (STORES | ACCUMULATES) == 0;
        match self.code(last) & 7 {
            result::EXTERNAL => Counted::RawExternal,
            _ if last == FLAGS => Counted::FpuFlags,
            _ if written => Counted::Waw,
            result::FPU => Counted::RawFpu,
            result::INTEGER => Counted::RawInt,
            _ => Counted::RawLoad,
        }
    }

    /// True when what `s` waits for longest is the data that it stores.
    pub fn waits_for_data(&self, s: &DecodedInsn, need: u64) -> bool {
        s.flags & STORES != 0
            && (self.code(s.waits[2]).max(self.code(s.waits[3])) + u64::from(s.bias[1])) >> 3
                == need
    }
}

/// The position of the core in its program and in time, which the host keeps in registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct HotState {
    /// Address of the next instruction.
    pub pc: u32,
    /// The first cycle in which it can be issued alone.
    pub now: u64,
    /// It can also be issued in the cycle before, with its predecessor.
    pub pair: bool,
    /// The first cycle in which instructions of the line behind the current one can be issued: it
    /// is fetched in the cycle before.
    pub line: u64,
    /// The slice, or this part of it, ends here.
    #[serde(skip)]
    pub horizon: u64,
    /// The slice ends here, as far as is known: it was planned so, or what the core has sent arrives then.
    #[serde(skip)]
    pub ends: u64,
    /// A taken branch behind which nothing can be issued before this cycle ends the slice.
    #[serde(skip)]
    pub early_end_from: u64,
    /// The cycle behind that branch, when it has; otherwise 0.
    #[serde(skip)]
    pub ended_early_at: u64,
    /// Nothing is issued in this cycle or later; 0 to look around at once.
    #[serde(skip)]
    pub until: u64,
    /// The instruction behind which the hardware loop goes back; odd when there is none.
    pub loop_end: u32,
}

impl HotState {
    /// Lets `f` work on a copy: a function that is not part of the loop must not make the host keep
    /// this in memory.
    #[inline(always)]
    pub fn with_copy<T>(&mut self, f: impl FnOnce(&mut HotState) -> T) -> T {
        let mut copy = *self;
        let answer = f(&mut copy);
        *self = copy;
        answer
    }

    /// It is where `other` is in its program and in time.
    #[inline(always)]
    pub fn is_where(&self, other: &HotState) -> bool {
        (self.pc, self.now, self.pair, self.line) == (other.pc, other.now, other.pair, other.line)
    }

    /// Takes from `other` where that is in its program and in time.
    #[inline(always)]
    pub fn go_to(&mut self, other: &HotState) {
        (self.pc, self.now, self.pair, self.line) = (other.pc, other.now, other.pair, other.line);
    }

    /// The first cycle in which the next instruction can be issued.
    #[inline(always)]
    pub fn first(&self) -> u64 {
        self.now - u64::from(self.pair)
    }

    /// A delivery arrives in cycle `at`: the slice ends there at the latest.
    #[inline]
    pub fn end(&mut self, at: u64) {
        self.horizon = self.horizon.min(at);
        self.ends = self.ends.min(at);
        self.until = self.until.min(at);
    }

    /// Begins a slice that ends in cycle `horizon`, or part of one that was planned to end in cycle `planned` and ends
    /// in cycle `ends`.
    pub fn begin(&mut self, horizon: u64, planned: u64, ends: u64) {
        self.horizon = horizon;
        self.ends = ends;
        self.early_end_from = planned.saturating_sub(EARLY_END);
        self.ended_early_at = 0;
    }

    /// A branch was taken in cycle `t`.
    #[inline(always)]
    pub fn branched(&mut self, t: u64) {
        if self.now >= self.early_end_from {
            self.ended_early_at = t + 1;
            self.end(self.now);
        }
    }

    /// Why the slice is over, if it is.
    #[inline(always)]
    pub fn over(&self) -> Option<Stop> {
        let stop = match self.ended_early_at {
            0 => Stop::Horizon,
            _ => Stop::EarlyEnd,
        };
        (self.now >= self.horizon).then_some(stop)
    }

    /// The first cycle in which `s`, with operands ready in cycle `need`, can issue from the SRAM.
    #[inline(always)]
    pub fn earliest(&self, s: &DecodedInsn, need: u64) -> u64 {
        let t = need.max(self.first());
        match s.flags & STEP {
            0 => t,
            _ => t.max(self.line),
        }
    }

    /// Nothing can be issued before cycle `t`; `need` is when the operands of `s` are there.
    pub fn lose(
        &mut self,
        s: &DecodedInsn,
        need: u64,
        t: u64,
        ready: &Scoreboard,
        counts: &mut Counts,
    ) {
        if need > self.now {
            let why = ready.reason(s);
            if !matches!(why, Counted::RawLoad | Counted::RawExternal)
                && ready.waits_for_data(s, need)
            {
                counts.add(Counted::StoreData, need - self.now);
            }
            self.wait(why, need, counts);
        }
        if t > self.now {
            // Only the target of a branch can need a line in the cycle in which that is fetched.
            let straddle = self.line == self.now + 1 && self.pc & 7 == 6;
            let why = if straddle {
                Counted::Straddle
            } else {
                Counted::FetchLocal
            };
            self.wait(why, t, counts);
        }
    }

    /// Nothing is issued before cycle `to`, and nothing joins the instruction before: cycles that this takes are lost to
    /// `why`.
    #[inline]
    pub fn wait(&mut self, why: Counted, to: u64, counts: &mut Counts) {
        counts.add(why, to.saturating_sub(self.now));
        self.now = self.now.max(to);
        self.pair = false;
    }

    /// In cycle `t` the line behind the current one is fetched, unless its bank is used.
    #[inline(always)]
    pub fn fetches(&self, t: u64) -> bool {
        t + 1 == self.line
    }

    /// A branch was taken, and the line of its target, in the middle of which it is, is fetched in cycle
    /// `t`.
    #[inline]
    pub fn fetches_target(&self, t: u64) -> bool {
        t + 1 == self.now && t + 2 == self.line && self.pc & 7 != 0 && !self.pair
    }

    /// The mesh has the bank of that line.
    pub fn lose_target(&mut self, counts: &mut Counts) {
        self.now += 1;
        self.line += 1;
        counts.add(Counted::FetchLost, 1);
        counts.add(Counted::FetchLocal, 1);
    }

    /// A load or store has its bank, or the mesh.
    #[inline(always)]
    pub fn lose_line(&mut self, counts: &mut Counts) {
        self.line += 1;
        counts.add(Counted::FetchLost, 1);
    }

    /// `s` was issued in cycle `t`; `pairs` is [`PAIRS`] when the next one may join it. True if it
    /// has joined the one before it.
    #[inline(always)]
    pub fn issued(&mut self, s: &DecodedInsn, t: u64, pairs: u8) -> bool {
        let joined = t < self.now;
        self.pc = self.pc.wrapping_add(u32::from(s.op.len));
        self.now = t + 1;
        self.pair = !joined && s.flags & pairs != 0;
        joined
    }

    /// A taken branch, issued at `t`.
    #[inline(always)]
    pub fn redirect(&mut self, t: u64, target: u32, cycles: u64, counts: &mut Counts) {
        counts.add(Counted::BranchRefill, cycles);
        self.go(t + 1 + cycles, target);
    }

    /// Continues at `target`; its line is there at `now`.
    #[inline(always)]
    pub fn go(&mut self, now: u64, target: u32) {
        self.pc = target;
        self.now = now;
        self.pair = false;
        self.line = now + u64::from(target & 7 != 0);
    }
}
