//! Runs that stop at breakpoints, and inspection of the board without effect.
//!
//! **Invariant**: a debugger changes nothing. The scheduler's slices decide how far a core runs ahead, so a stop inside
//! a slice must not begin a new one. The machine keeps the slice and resumes exactly that one
//! ([`Machine::run_until_break`]). Only the core of a slice acts within it, so no condition that the core tests at the
//! beginning can change in the middle.

pub(crate) mod back;
pub(crate) mod front;
pub(crate) mod gate;
pub(crate) mod returns;

use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::machine::kinds::CoreKind;
use crate::machine::schedule::Choice;
use crate::machine::schedule::pace::Slice;
use std::collections::{BTreeMap, BTreeSet};
use trueboard_core::cpu::{ArmedStops, RegName, Stop};
use trueboard_core::device::DevId;
use trueboard_core::fact::CoreState;
use trueboard_core::mem::{WatchKind, Watchpoint};
use trueboard_core::time::{Clock, Tick};
use trueboard_core::uarch::cache::Cache;

/// Where a debugged run is to stop.
#[derive(Clone, Debug, Default)]
pub struct Stops {
    /// Instructions no core may begin without a stop before it.
    pub breakpoints: BTreeSet<u64>,
    /// Watched memory: a change or an access is a stop behind its instruction.
    pub watched: BTreeSet<Watchpoint>,
    /// The core that is to execute one instruction only.
    pub step: Option<u8>,
    /// A core that stops behind the instruction with which it reaches a time, or where it is beyond it. A waiting core
    /// never reaches it; the run's end applies to the others alone.
    pub arrive: Option<(u8, Tick)>,
}

impl Stops {
    /// A breakpoint at `address`, for all cores.
    #[must_use]
    pub fn at(address: u64) -> Stops {
        Stops {
            breakpoints: BTreeSet::from([address]),
            ..Stops::default()
        }
    }

    /// Nothing stops.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Stops {
            breakpoints,
            watched,
            step,
            arrive,
        } = self;
        breakpoints.is_empty() && watched.is_empty() && step.is_none() && arrive.is_none()
    }
}

/// Why a debugged run came back.
#[derive(Clone, Debug, PartialEq)]
pub enum Pause {
    /// The piece is over, or the run is.
    Ended(Ended),
    /// A core is about to execute a breakpoint.
    Breakpoint {
        /// Which.
        core: u8,
    },
    /// A core has executed its one instruction, or has come to its time.
    Stepped {
        /// Which.
        core: u8,
    },
    /// An instruction changed watched memory, or accessed it.
    Watched {
        /// The core that executed it.
        core: u8,
        /// First address of what was watched.
        at: u64,
        /// What was watched for.
        kind: WatchKind,
    },
}

/// A visitor of cores at certain instructions of a run.
pub(crate) trait Halts {
    /// Instructions before which the run is to stop.
    fn breakpoints(&self) -> BTreeSet<u64>;

    /// Records that `core` is at one of them.
    fn stopped(&mut self, machine: &mut Machine, core: u8);
}

impl Machine {
    /// Like [`Machine::run`], but stops where `stops` says. Stopping and going on, in any pieces,
    /// leave the run as it would have been.
    pub fn run_until_break(&mut self, until: Tick, stops: &Stops) -> Pause {
        self.run_to_stop(until, stops, None)
    }

    /// [`Machine::run`] that stops for `halts`, then continues.
    pub(crate) fn run_halting(&mut self, until: Tick, halts: &mut dyn Halts) -> Ended {
        loop {
            let stops = Stops {
                breakpoints: halts.breakpoints(),
                ..Stops::default()
            };
            match self.run_until_break(until, &stops) {
                Pause::Ended(ended) => return ended,
                Pause::Breakpoint { core } => halts.stopped(self, core),
                Pause::Stepped { .. } | Pause::Watched { .. } => {}
            }
        }
    }

    /// [`Machine::run_until_break`] with single instructions of all cores and a test of all `stops` after each: slow,
    /// the judge of the fast way.
    pub fn step_until_break(&mut self, until: Tick, stops: &Stops) -> Pause {
        let mut all = u64::MAX;
        self.step_at_most(until, stops, &mut all)
    }

    /// [`Machine::step_until_break`] for at most `left` decisions of the scheduler: an instruction of a core, or an
    /// action beside the cores. Leaves the unused number in `left`. The run pauses where it is used up.
    pub(crate) fn step_at_most(&mut self, until: Tick, stops: &Stops, left: &mut u64) -> Pause {
        self.run_to_stop(until, stops, Some(left))
    }

    /// `singly`: all cores one instruction at a time, for so many decisions of the scheduler.
    fn run_to_stop(&mut self, until: Tick, stops: &Stops, mut singly: Option<&mut u64>) -> Pause {
        if let Some(e) = &self.ended {
            return Pause::Ended(e.clone());
        }
        self.arm(stops);
        let watched = self.contents(stops);
        for core in &mut self.cores {
            core.look_again();
        }
        loop {
            if let Some(left) = &mut singly {
                let Some(fewer) = left.checked_sub(1) else {
                    self.settle();
                    return Pause::Ended(Ended::Paused);
                };
                **left = fewer;
            }
            let choice = match self.held.take() {
                Some(slice) => {
                    self.note_times();
                    // It continues as the slice that was chosen.
                    self.set_time(slice.core, slice.from);
                    Choice::Run(slice)
                }
                None => self.choose(until),
            };
            let pause = match choice {
                Choice::Again => self.behind_event(&watched),
                Choice::End(end) => Some(Pause::Ended(end)),
                Choice::Run(slice) if singly.is_some() || self.looks_closely(slice.core) => {
                    self.one_instruction(slice, stops, &watched)
                }
                Choice::Run(slice) => self.up_to_stop(slice, until, &watched),
            };
            if let Some(pause) = pause {
                if let Pause::Ended(end) = &pause
                    && *end != Ended::Paused
                {
                    self.ended = Some(end.clone());
                }
                self.settle();
                return pause;
            }
        }
    }

    /// Arms `stops` in cores and memories.
    fn arm(&mut self, stops: &Stops) {
        if !self.breakpoints.iter().eq(&stops.breakpoints) {
            self.breakpoints = stops.breakpoints.iter().copied().collect();
            for core in &mut self.cores {
                core.set_breakpoints(&self.breakpoints);
            }
        }
        let memory = |p: &Watchpoint| self.mem.find(p.at, p.len).is_some();
        let (watched, registers): (Vec<_>, Vec<_>) =
            stops.watched.iter().copied().partition(memory);
        self.mem.watch(&watched);
        self.fabric.watched.arm(registers);
        for core in &mut self.cores {
            core.watch_reads(self.mem.watches_reads());
        }
        self.reached = false;
        self.stepped = stops.step.or(stops.arrive.map(|a| a.0));
    }

    /// Disarms all breakpoints and watchpoints.
    pub(crate) fn disarm(&mut self) {
        self.arm(&Stops::default());
    }

    /// Whether `core` must execute single instructions for now: always, or because it is at a reported breakpoint.
    fn looks_closely(&self, core: usize) -> bool {
        self.reported[core].is_some() || self.goes_singly(core)
    }

    /// Whether `core` always executes single instructions: it is stepped, a device register is watched, or its kind
    /// does not test breakpoints and watched memory by itself.
    pub(crate) fn goes_singly(&self, core: usize) -> bool {
        let checks = || self.cores.get(core).is_some_and(|c| c.checks_stops());
        let stops = !self.breakpoints.is_empty() || self.mem.is_watching();
        // An access to a register ends no block.
        let registers = self.fabric.watched.any();
        self.stepped == Some(core as u8) || registers || stops && !checks()
    }

    /// Whether the slice that was run last has reached a watchpoint.
    #[inline(always)]
    pub(crate) fn notes_reached<const D: bool>(&mut self) -> bool {
        self.reached |= D && self.mem.is_watch_reached();
        D && self.reached
    }

    /// Runs slices up to an event that stops the run or needs a decision.
    fn up_to_stop(
        &mut self,
        slice: Slice,
        until: Tick,
        watched: &[(u64, Vec<u8>)],
    ) -> Option<Pause> {
        self.reached = false;
        self.fabric.asked = Tick::NEVER;
        let (mut slice, stop) = if self.reported.iter().any(Option::is_some) {
            // Those go on one instruction at a time.
            let stop = self.lend(&slice, slice.until, ArmedStops::All);
            self.notes_reached::<true>();
            (slice, stop)
        } else {
            self.run_slices::<true>(slice, until)
        };
        if self.held.is_some() {
            return None;
        }
        // In one go the slice would have ended where the first of what it sent arrives.
        slice.until = slice.until.min(self.fabric.asked);
        if stop == Stop::Breakpoint {
            return Some(self.at_breakpoint(slice, watched));
        }
        self.behind_instruction(slice, stop, watched)
    }

    /// The core of `slice` has stopped in front of a breakpoint, perhaps between two instructions of one cycle. If the
    /// first of them has reached a watchpoint, that stop comes before this one.
    fn at_breakpoint(&mut self, slice: Slice, watched: &[(u64, Vec<u8>)]) -> Pause {
        let core = slice.core as u8;
        self.held = Some(slice);
        let reached = std::mem::take(&mut self.reached);
        if let Some(pause) = reached.then(|| self.reached_by(core, watched)).flatten() {
            return pause;
        }
        self.reported[slice.core] = self.cores[slice.core].next_instruction();
        Pause::Breakpoint { core }
    }

    fn one_instruction(
        &mut self,
        mut slice: Slice,
        stops: &Stops,
        watched: &[(u64, Vec<u8>)],
    ) -> Option<Pause> {
        let i = slice.core;
        let core = i as u8;
        let steps = stops.step == Some(core);
        let at = self.cores[i].next_instruction();
        let breaks = at.filter(|pc| stops.breakpoints.contains(pc));
        if let Some(pc) = breaks
            && !steps
            && self.reported[i] != Some(pc)
        {
            self.reported[i] = Some(pc);
            self.held = Some(slice);
            return Some(Pause::Breakpoint { core });
        }
        let now = self.cores[i].now();
        let arrives = stops.arrive.filter(|a| a.0 == core).map(|a| a.1);
        if arrives.is_some_and(|at| at <= now) {
            self.held = Some(slice);
            return Some(Pause::Stepped { core });
        }
        let before = self.progress(i);
        // Up to its time a core goes in blocks.
        let until = arrives.unwrap_or(Tick(now.0 + 1)).min(slice.until);
        self.fabric.asked = Tick::NEVER;
        let armed = match steps {
            true => ArmedStops::None,
            false => breaks.map_or(ArmedStops::All, ArmedStops::AllBut),
        };
        let stop = self.lend(&slice, until, armed);
        self.reached = self.mem.is_watch_reached();
        // In one go the slice would have ended where the first of what it sent arrives.
        slice.until = slice.until.min(self.fabric.asked);
        let executed = stop != Stop::Sync;
        // The time may have gone by while an eCore waited for what its next instruction needs.
        let executed = executed && (stop != Stop::Horizon || self.progress(i) != before);
        if executed {
            self.reported[i] = None;
        }
        if stop == Stop::Breakpoint {
            // Behind instructions that took no time.
            return Some(self.at_breakpoint(slice, watched));
        }
        let pause = self.behind_instruction(slice, stop, watched);
        let over = self.cores[i].next_instruction().is_some() && steps && executed;
        let there = arrives.is_some_and(|at| at <= self.cores[i].now());
        pause.or((over || there).then_some(Pause::Stepped { core }))
    }

    /// The program counter of core `i`, and the number of instructions that it has executed.
    fn progress(&mut self, i: usize) -> (u64, u64) {
        let core = &mut self.cores[i];
        core.settle(&mut self.meters);
        (core.pc(), self.meters.cores[i].sum(core.meters().executed))
    }

    /// Looks after a slice, or a part of it, that ended with `stop` behind an instruction.
    fn behind_instruction(
        &mut self,
        slice: Slice,
        stop: Stop,
        watched: &[(u64, Vec<u8>)],
    ) -> Option<Pause> {
        let core = slice.core as u8;
        let inside = matches!(stop, Stop::Horizon | Stop::Breakpoint | Stop::Watched);
        if inside && self.cores[slice.core].now() < slice.until {
            self.held = Some(slice);
        } else if let Some(end) = self.after_slice(&slice, stop) {
            return Some(Pause::Ended(end));
        }
        if let Some(p) = self.fabric.watched.take_reached() {
            return Some(Pause::Watched {
                core,
                at: p.at,
                kind: p.kind,
            });
        }
        if !std::mem::take(&mut self.reached) {
            return self.behind_event(watched);
        }
        self.reached_by(core, watched)
    }

    /// Tests stops after an action beside the cores: a device or a network may have reached watched memory. The stop
    /// belongs to the core that is furthest behind.
    fn behind_event(&mut self, watched: &[(u64, Vec<u8>)]) -> Option<Pause> {
        if !self.mem.is_watch_reached() {
            return None;
        }
        self.note_times();
        let core = self.times.first().map_or(0, |t| t.1);
        self.reached_by(core as u8, watched)
    }

    /// The watchpoint that was reached: the first one with bytes that changed since the run was resumed, or the first
    /// one that stops at accesses.
    fn reached_by(&mut self, core: u8, watched: &[(u64, Vec<u8>)]) -> Option<Pause> {
        let accessed = self.mem.forget_reached();
        let changed = watched
            .iter()
            .find(|(at, old)| self.mem.peek(*at, old.len()) != Some(old));
        let changed = changed.map(|&(at, _)| (at, WatchKind::Change));
        let (at, kind) = changed.or(accessed.map(|p| (p.at, p.kind)))?;
        Some(Pause::Watched { core, at, kind })
    }

    /// The content of memory that is watched for changes.
    fn contents(&self, stops: &Stops) -> Vec<(u64, Vec<u8>)> {
        let bytes = |&Watchpoint { at, len, .. }: &Watchpoint| {
            let bytes = self.mem.peek(at, usize::try_from(len).ok()?)?;
            Some((at, bytes.to_vec()))
        };
        let changes = stops.watched.iter().filter(|p| p.kind == WatchKind::Change);
        changes.filter_map(bytes).collect()
    }

    /// Whether a watchpoint can lie there: in memory, or in the registers of a device.
    #[must_use]
    pub fn can_watch(&self, at: u64, len: u64) -> bool {
        let end = at.saturating_add(len);
        let registers = |&(first, last, _): &(u64, u64, DevId)| at >= first && end <= last;
        self.mem.find(at, len).is_some() || self.fabric.map.iter().any(registers)
    }

    /// How many cores there are.
    pub fn core_count(&self) -> usize {
        self.cores.len()
    }

    /// The name and the state of a core.
    pub fn core_state(&self, core: u8) -> Option<(&str, CoreState)> {
        let info = self.info.get(usize::from(core))?;
        Some((&info.name, self.states[usize::from(core)]))
    }

    /// The state of a core in a word: `held`, `running`, `idle`, `error`; `exited` of the core that ended the run,
    /// `hung` of one that waits for an impossible event.
    #[must_use]
    pub fn state_word(&self, core: u8) -> &'static str {
        let i = usize::from(core);
        if self.exit_of(i).is_some() {
            return "exited";
        }
        match self.states.get(i) {
            Some(CoreState::Idle) if self.hangs(core).is_some() => "hung",
            Some(CoreState::Running) => "running",
            Some(CoreState::Idle) => "idle",
            Some(CoreState::Error) => "error",
            Some(CoreState::Held) | None => "held",
        }
    }

    /// What a core waits for that cannot come, if it does.
    #[must_use]
    pub fn hangs(&self, core: u8) -> Option<&'static str> {
        self.cores.get(usize::from(core))?.idles()
    }

    /// The kind of a core; none for a core that there is not.
    pub fn core_kind(&self, core: u8) -> Option<&'static CoreKind> {
        self.info.get(usize::from(core)).map(|i| i.kind)
    }

    /// How many cycles of its clock a core has behind it.
    pub fn core_cycles(&self, core: u8) -> u64 {
        let i = usize::from(core);
        let cycles = |i: usize| Some(self.info.get(i)?.clock.cycles_at(self.cores.get(i)?.now()));
        cycles(i).unwrap_or(0)
    }

    /// The time that a core has reached.
    pub fn core_time(&self, core: u8) -> Tick {
        let c = self.cores.get(usize::from(core));
        c.map_or(self.now, |c| c.now())
    }

    /// The time of a core: the time that it has reached, or the board's while it waits with a running clock.
    pub fn core_stands_at(&self, core: u8) -> Tick {
        self.core_time(core).max(self.now)
    }

    /// A core's clock; that of the base ticks for a core that there is not.
    pub fn core_clock(&self, core: u8) -> Clock {
        let info = self.info.get(usize::from(core));
        info.map_or_else(Clock::default, |i| i.clock)
    }

    /// The instruction a core will execute next.
    pub fn pc(&self, core: u8) -> u64 {
        self.cores.get(usize::from(core)).map_or(0, |c| c.pc())
    }

    /// Names and widths of a core's registers; none for a core that there is not.
    pub fn registers(&self, core: u8) -> &'static [RegName] {
        let c = self.cores.get(usize::from(core));
        c.map_or(&[], |c| c.registers())
    }

    /// The value of a core's register number `i`, in the order of `Inspect::registers`.
    pub fn register(&self, core: u8, i: usize) -> u64 {
        let c = self.cores.get(usize::from(core));
        c.map_or(0, |c| c.get(i))
    }

    /// Caches to inspect: core (if any), name and content of each.
    pub fn caches(&self) -> Vec<(Option<u8>, String, &Cache)> {
        let mut all = Vec::new();
        for (id, core) in (0..).zip(&self.cores) {
            let caches = core.caches().into_iter();
            all.extend(caches.map(|(name, cache)| (Some(id), name.to_owned(), cache)));
        }
        for (stage, attached) in self.fabric.stages.iter().zip(&self.fabric.attached) {
            all.extend(stage.cache().map(|c| (None, attached.name.clone(), c)));
        }
        all
    }

    /// Names of the buses, in the order of [`Meters::buses`](trueboard_core::meter::Meters::buses).
    pub fn bus_names(&self) -> &[String] {
        &self.buses
    }

    /// The name of the device that has a register at `pa`, if one has.
    pub fn device_at(&self, pa: u64) -> Option<&str> {
        let id = self.fabric.find(pa)?;
        let attached = self.fabric.attached.get(usize::from(id.0));
        attached.map(|a| a.name.as_str())
    }

    /// The first of the traps that a core is handling and has not come back from: its number, and the instruction that
    /// raised it.
    pub fn first_trap(&self, core: u8) -> Option<(u16, u64)> {
        let traps = self.cores.get(usize::from(core))?.handling();
        traps.first().map(|t| (t.trap, t.pc))
    }

    /// The calls that led to a core's program counter: the address of each call, the innermost first.
    pub fn calls(&self, core: u8) -> Vec<u64> {
        let c = self.cores.get(usize::from(core));
        c.map_or_else(Vec::new, |c| c.scene(&self.mem).calls)
    }

    /// The instruction of a core at `at`, disassembled, and its length in bytes; none where no memory is.
    pub fn disassembled(&self, core: u8, at: u64) -> Option<(String, usize)> {
        let i = usize::from(core);
        let bytes = self.code_at(i, at)?;
        Some(self.cores.get(i)?.disasm(at, bytes))
    }

    /// The address that `at` has for all masters, as `core` sees it.
    pub fn seen_by_all(&self, core: u8, at: u64) -> u64 {
        self.physical(usize::from(core), at)
    }

    /// What devices and stages have counted so far: by name of the device, by name of the meter.
    pub fn devices(&self) -> BTreeMap<String, BTreeMap<String, u64>> {
        let parts = crate::machine::account::device_reports(self).into_iter();
        parts.map(|p| (p.name, p.meters)).collect()
    }

    /// Sets register number `i`. A waiting core continues if the value admits an interrupt.
    pub fn set_register(&mut self, core: u8, i: usize, value: u64) {
        let (at, changes) = (self.moment(), self.state_changes);
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        c.set(i, value);
        c.registers_changed(at, &mut self.meters);
        self.note_state(usize::from(core));
        if self.state_changes != changes {
            // The next slice must be decided again; an event is pending.
            self.held = None;
            self.ended = self.ended.take().filter(|e| *e != Ended::Nothing);
        }
    }

    /// Reads bytes as `core` would find them at `va`, without any effect: memory, frames that are still
    /// in registers, device registers that can be looked at. Answers how many could be read.
    pub fn look(&self, core: u8, va: u64, buf: &mut [u8]) -> usize {
        let Some(c) = self.cores.get(usize::from(core)) else {
            return 0;
        };
        let frames = c.frames_in_registers();
        for (i, byte) in buf.iter_mut().enumerate() {
            let va = va.wrapping_add(i as u64);
            let in_frame = frames
                .iter()
                .find(|(at, f)| va.checked_sub(*at).is_some_and(|o| o < f.len() as u64));
            let found = match in_frame {
                Some((at, f)) => Some(f[(va - at) as usize]),
                None => c.physical(va, &self.mem).and_then(|pa| self.byte(pa)),
            };
            match found {
                Some(b) => *byte = b,
                None => return i,
            }
        }
        buf.len()
    }

    fn byte(&self, pa: u64) -> Option<u8> {
        if let Some(b) = self.mem.peek(pa, 1) {
            return b.first().copied();
        }
        let id = self.fabric.find(pa)?;
        let off = (pa - self.fabric.attached[usize::from(id.0)].at) as u32;
        let word = self.fabric.device_ref(id).peek(off & !3, self.now)?;
        let bytes = if self.fabric.big_endian {
            word.to_be_bytes()
        } else {
            word.to_le_bytes()
        };
        Some(bytes[(off & 3) as usize])
    }

    /// Writes memory as `core` sees it at `va`, read-only memories too; false where none is.
    pub fn patch(&mut self, core: u8, va: u64, data: &[u8]) -> bool {
        let place = |m: &Machine, i: usize| {
            let c = m.cores.get(usize::from(core))?;
            let pa = c.physical(va.wrapping_add(i as u64), &m.mem)?;
            m.mem.peek(pa, 1).map(|_| pa)
        };
        let Some(places) = (0..data.len())
            .map(|i| place(self, i))
            .collect::<Option<Vec<u64>>>()
        else {
            return false;
        };
        for (pa, b) in places.into_iter().zip(data) {
            self.mem.poke(pa, &[*b]);
        }
        true
    }
}
