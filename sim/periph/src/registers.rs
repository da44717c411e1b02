//! A device that a board file describes by its registers: for a part of a chip that firmware waits for, and of which no
//! model is needed beyond that. `docs/user/howto/own-device.md` shows how to describe one.
//!
//! Each register stores bits that software writes. Bits may be cleared by a written 1, show bits of another register,
//! or change at a time after a write, a read or reset; a read may give the next one of a list of values. Lines are
//! raised while status bits are set, or pulse after a write. Not modelled: any other dependence of one bit on another,
//! inputs, and memory accesses of its own.

mod description;
#[cfg(test)]
mod tests;

use crate::BuildEnv;
use crate::params::{check_write, parse};
use description::{Params, Register};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::RegDesc;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;

/// See the module.
pub(crate) struct Registers {
    plan: Arc<Plan>,
    state: State,
}

/// What the description says, by numbers of registers.
struct Plan {
    params: Params,
    /// The words, with the registers that lie in each.
    map: &'static [RegDesc],
    big_endian: bool,
    follows: Vec<FollowPlan>,
    timed: Vec<Timed>,
    levels: Vec<Level>,
}

/// Bits of `register` that show bits of `source`: entry `entry` of its `follows`.
struct FollowPlan {
    register: usize,
    entry: usize,
    source: usize,
    cycles: u64,
}

/// What makes something happen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    Reset,
    Written(usize, Option<u32>),
    Read(usize),
}

/// What happens then.
enum Deed {
    /// Bits of a register become others.
    Bits(usize, u32, u32),
    /// A line has a pulse.
    Pulse(u16),
}

struct Timed {
    cause: Cause,
    cycles: u64,
    deed: Deed,
}

/// A line that is high while bits of `status` are set, of which `enable` may choose.
struct Level {
    line: u16,
    status: usize,
    bits: u32,
    enable: Option<usize>,
}

/// All that changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// The value of each register.
    values: Vec<u32>,
    /// How many values of its list each register has given.
    given: Vec<u32>,
    /// What delayed bits will show, and the event that is to come.
    coming: Vec<(u32, Option<EventKey>)>,
    /// Events that are to come, of each of [`Plan::timed`].
    timed: Vec<Option<EventKey>>,
    /// Levels of the lines.
    levels: Vec<bool>,
}

impl Plan {
    fn new(params: Params, env: &BuildEnv) -> Plan {
        let number = |name: &str| params.number(name).unwrap_or(0);
        let mut follows = Vec::new();
        let mut timed = Vec::new();
        for (register, r) in params.registers.iter().enumerate() {
            for (entry, f) in r.follows.iter().enumerate() {
                follows.push(FollowPlan {
                    register,
                    entry,
                    source: number(&f.register),
                    cycles: f.after.cycles(env.clock_hz),
                });
            }
            for c in &r.changes {
                let cause = match (&c.written, &c.read) {
                    (Some(name), _) => Cause::Written(number(name), c.when),
                    (None, Some(name)) => Cause::Read(number(name)),
                    (None, None) => Cause::Reset,
                };
                timed.push(Timed {
                    cause,
                    cycles: c.after.cycles(env.clock_hz),
                    deed: Deed::Bits(register, c.bits, c.to),
                });
            }
        }
        let mut levels = Vec::new();
        for i in &params.interrupts {
            match (&i.status, &i.written) {
                (Some(status), _) => levels.push(Level {
                    line: i.line,
                    status: number(status),
                    bits: i.bits.unwrap_or(u32::MAX),
                    enable: i.enable.as_deref().map(number),
                }),
                (None, written) => timed.push(Timed {
                    cause: Cause::Written(written.as_deref().map_or(0, number), i.when),
                    cycles: i.after.cycles(env.clock_hz),
                    deed: Deed::Pulse(i.line),
                }),
            }
        }
        Plan {
            map: interned(words(&params, env.big_endian)),
            big_endian: env.big_endian,
            params,
            follows,
            timed,
            levels,
        }
    }

    fn registers(&self) -> &[Register] {
        &self.params.registers
    }

    /// The registers in the word at `off`, each with the lowest of its bits there.
    fn at(&self, off: u32) -> impl Iterator<Item = (usize, u32)> {
        let in_word = move |(_, r): &(usize, &Register)| r.offset & !3 == off;
        let big_endian = self.big_endian;
        let all = self.params.registers.iter().enumerate();
        all.filter(in_word)
            .map(move |(n, r)| (n, shift(r, big_endian)))
    }

    /// What bits that follow show before they have followed.
    fn first(&self, f: &FollowPlan) -> u32 {
        let r = &self.registers()[f.register];
        r.reset & r.follows[f.entry].bits
    }

    fn reset(&self) -> State {
        State {
            values: self.registers().iter().map(|r| r.reset).collect(),
            given: vec![0; self.registers().len()],
            coming: self.follows.iter().map(|f| (self.first(f), None)).collect(),
            timed: vec![None; self.timed.len()],
            levels: vec![false; self.levels.len()],
        }
    }
}

/// Where the bits of a register begin in its word.
fn shift(r: &Register, big_endian: bool) -> u32 {
    let at = r.offset & 3;
    8 * if big_endian { 4 - at - r.bytes() } else { at }
}

/// The words of a description: two registers of 16 bits are one word with both names.
fn words(params: &Params, big_endian: bool) -> Vec<(String, String, RegDesc)> {
    let mut words: BTreeMap<u32, (Vec<&str>, Vec<String>, RegDesc)> = BTreeMap::new();
    let mut registers: Vec<&Register> = params.registers.iter().collect();
    registers.sort_by_key(|r| r.offset);
    for r in registers {
        let low = shift(r, big_endian);
        let none = RegDesc {
            name: "",
            offset: r.offset & !3,
            count: 1,
            stride: 4,
            reset: 0,
            rw: 0,
            w1c: 0,
            doc: "",
        };
        let word = words
            .entry(r.offset & !3)
            .or_insert_with(|| (Vec::new(), Vec::new(), none));
        word.0.push(&r.name);
        word.1.push(match r.width {
            32 => r.doc.clone(),
            n => format!("{} {}:{low} {}", r.name, low + n - 1, r.doc)
                .trim_end()
                .to_owned(),
        });
        let first = r.reads.first().copied().unwrap_or(r.reset);
        word.2.reset |= first << low;
        word.2.rw |= r.rw() << low;
        word.2.w1c |= r.clear << low;
    }
    let words = words.into_values();
    words
        .map(|w| (w.0.join("+"), w.1.join("; "), w.2))
        .collect()
}

/// A map with texts that live as long as the program, which each is made of but once.
fn interned(words: Vec<(String, String, RegDesc)>) -> &'static [RegDesc] {
    static MAPS: Mutex<BTreeMap<String, &'static [RegDesc]>> = Mutex::new(BTreeMap::new());
    let mut maps = MAPS.lock().unwrap_or_else(PoisonError::into_inner);
    maps.entry(format!("{words:?}")).or_insert_with(|| {
        let kept = words.into_iter().map(|(name, doc, word)| RegDesc {
            name: name.leak(),
            doc: doc.leak(),
            ..word
        });
        kept.collect::<Vec<_>>().leak()
    })
}

impl Registers {
    /// Builds one from a board file's parameters.
    ///
    /// # Errors
    /// What cannot be, with its path and what to write instead.
    pub fn build(params: ron::Value, env: &BuildEnv) -> Result<Registers, String> {
        let params: Params = parse("registers", params)?;
        params.check(env).map_err(|e| format!("params.{e}"))?;
        let plan = Arc::new(Plan::new(params, env));
        let state = plan.reset();
        Ok(Registers { plan, state })
    }

    /// What register `n` reads as.
    fn value(&self, n: usize) -> u32 {
        let r = &self.plan.registers()[n];
        let Some(last) = r.reads.len().checked_sub(1) else {
            return self.state.values[n];
        };
        let given = self.state.given[n] as usize;
        r.reads[if r.again {
            given % (last + 1)
        } else {
            given.min(last)
        }]
    }

    fn set(&mut self, n: usize, bits: u32, to: u32) {
        let value = &mut self.state.values[n];
        *value = *value & !bits | to & bits;
    }

    /// Schedules what `happened` is the cause of, and does what needs no time.
    fn cause(&mut self, happened: impl Fn(Cause) -> bool, cx: &mut Cx<'_>) {
        let plan = self.plan.clone();
        let of_cause = plan.timed.iter().enumerate();
        for (i, t) in of_cause.filter(|(_, t)| happened(t.cause)) {
            if let Some(key) = self.state.timed[i].take() {
                cx.cancel(key);
            }
            if t.cycles == 0 {
                self.carry_out(&t.deed, cx);
            } else {
                let at = cx.now.after(cx.clock.ticks(t.cycles));
                let tag = (plan.follows.len() + i) as u32;
                self.state.timed[i] = Some(cx.schedule(at, tag));
            }
        }
    }

    fn carry_out(&mut self, deed: &Deed, cx: &mut Cx<'_>) {
        match *deed {
            Deed::Bits(n, bits, to) => self.set(n, bits, to),
            Deed::Pulse(line) => cx.pulse(line),
        }
    }

    /// Brings bits that follow, and lines, to what the registers now say.
    fn settle(&mut self, cx: &mut Cx<'_>) {
        let plan = self.plan.clone();
        for (i, f) in plan.follows.iter().enumerate() {
            let entry = &plan.registers()[f.register].follows[f.entry];
            let shown = entry.shown(self.state.values[f.source]);
            if f.cycles == 0 {
                self.set(f.register, entry.bits, shown);
                continue;
            }
            if shown == self.state.coming[i].0 {
                continue;
            }
            if let Some(key) = self.state.coming[i].1.take() {
                cx.cancel(key);
            }
            self.state.coming[i].0 = shown;
            if self.state.values[f.register] & entry.bits != shown {
                let at = cx.now.after(cx.clock.ticks(f.cycles));
                self.state.coming[i].1 = Some(cx.schedule(at, i as u32));
            }
        }
        for (i, l) in plan.levels.iter().enumerate() {
            let enabled = l.enable.map_or(u32::MAX, |n| self.state.values[n]);
            let level = self.state.values[l.status] & l.bits & enabled != 0;
            if level != self.state.levels[i] {
                self.state.levels[i] = level;
                cx.line(l.line, level);
            }
        }
    }

    /// The word at `off`; of its registers those in `lanes` are read.
    fn take(&mut self, off: u32, lanes: u32, cx: &mut Cx<'_>) -> u32 {
        let plan = self.plan.clone();
        let (mut word, mut any) = (0, false);
        for (n, low) in plan.at(off) {
            let r = &plan.registers()[n];
            if lanes & (r.all() << low) == 0 {
                continue;
            }
            any = true;
            word |= self.value(n) << low;
            if !r.reads.is_empty() {
                let given = self.state.given[n].wrapping_add(1);
                let many = r.reads.len() as u32;
                // A list that begins anew counts within itself, so that no count overflows.
                self.state.given[n] = if r.again {
                    given % many
                } else {
                    given.min(many)
                };
            }
            self.cause(|c| c == Cause::Read(n), cx);
        }
        match any {
            true => self.settle(cx),
            false => cx.warn(off, "no register is described here: reads as 0"),
        }
        word
    }

    /// Writes the registers of the word at `off` that are in `lanes`.
    fn put(&mut self, off: u32, word: u32, lanes: u32, cx: &mut Cx<'_>) {
        let plan = self.plan.clone();
        let mut any = false;
        for (n, low) in plan.at(off) {
            let r = &plan.registers()[n];
            let lanes = lanes >> low & r.all();
            if lanes == 0 {
                continue;
            }
            any = true;
            let value = word >> low & lanes;
            self.warn_of_strays(n, off, value, cx);
            self.set(n, r.rw() & lanes, value);
            self.set(n, r.clear & value, 0);
            for (other, o) in plan.registers().iter().enumerate() {
                if o.restart.as_ref() == Some(&r.name) {
                    self.state.given[other] = 0;
                }
            }
            let met = |when: Option<u32>| when.is_none_or(|bits| value & bits != 0);
            self.cause(
                |c| matches!(c, Cause::Written(of, when) if of == n && met(when)),
                cx,
            );
        }
        match any {
            true => self.settle(cx),
            false => cx.warn(off, "no register is described here: write lost"),
        }
    }

    /// Warns of bits that the description gives no meaning.
    fn warn_of_strays(&self, n: usize, off: u32, value: u32, cx: &mut Cx<'_>) {
        let r = &self.plan.registers()[n];
        let causes = self.plan.timed.iter().map(|t| match t.cause {
            Cause::Written(of, when) if of == n => when.unwrap_or(u32::MAX),
            _ => 0,
        });
        let restarts = self
            .plan
            .registers()
            .iter()
            .any(|o| o.restart.as_ref() == Some(&r.name));
        let meant = causes.fold(if restarts { u32::MAX } else { 0 }, |all, bits| all | bits);
        let desc = RegDesc {
            name: self
                .plan
                .map
                .iter()
                .find(|d| d.offset == off)
                .map_or("", |d| d.name),
            offset: off,
            count: 1,
            stride: 4,
            reset: 0,
            rw: r.rw() | meant,
            w1c: r.clear,
            doc: "",
        };
        check_write(&desc, off, value, self.value(n), cx);
    }
}

impl Device for Registers {
    fn kind(&self) -> &'static str {
        "registers"
    }

    fn map(&self) -> &'static [RegDesc] {
        self.plan.map
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        match phase {
            ResetPhase::Enter => {
                let coming = self.state.coming.iter().filter_map(|c| c.1);
                let timed = self.state.timed.iter().flatten().copied();
                coming.chain(timed).for_each(|key| cx.cancel(key));
                let levels = std::mem::take(&mut self.state.levels);
                self.state = State {
                    levels,
                    ..self.plan.reset()
                };
            }
            ResetPhase::Hold => {}
            ResetPhase::Exit => {
                self.cause(|c| c == Cause::Reset, cx);
                self.settle(cx);
            }
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.take(off, u32::MAX, cx))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        self.put(off, value, u32::MAX, cx);
        Ok(())
    }

    fn read_lanes(&mut self, off: u32, lanes: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.take(off, lanes, cx))
    }

    fn write_lanes(
        &mut self,
        off: u32,
        value: u32,
        lanes: u32,
        cx: &mut Cx<'_>,
    ) -> Result<(), BusFault> {
        self.put(off, value, lanes, cx);
        Ok(())
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn event(&mut self, tag: u32, cx: &mut Cx<'_>) {
        let plan = self.plan.clone();
        let i = tag as usize;
        if let Some(f) = plan.follows.get(i) {
            let bits = plan.registers()[f.register].follows[f.entry].bits;
            let (shown, key) = &mut self.state.coming[i];
            *key = None;
            let shown = *shown;
            self.set(f.register, bits, shown);
        } else if let Some(t) = plan.timed.get(i - plan.follows.len()) {
            self.state.timed[i - plan.follows.len()] = None;
            self.carry_out(&t.deed, cx);
        }
        self.settle(cx);
    }

    fn peek(&self, off: u32, _: Tick) -> Option<u32> {
        let mut registers = self.plan.at(off).peekable();
        registers.peek()?;
        Some(registers.fold(0, |word, (n, low)| word | self.value(n) << low))
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&self.state)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state: State = from_bytes(bytes)?;
        let (new, own) = (&state, &self.state);
        let fits = new.values.len() == own.values.len()
            && new.given.len() == own.given.len()
            && new.coming.len() == own.coming.len()
            && new.timed.len() == own.timed.len()
            && new.levels.len() == own.levels.len();
        if !fits {
            let why = "it is of a device with another description; make it again";
            return Err(SnapshotError::new(why));
        }
        self.state = state;
        Ok(())
    }
}
