//! Loops that wait for a word of the core's own SRAM to change.
//!
//! When slices have ended at one instruction with equal registers, the loop is followed in single steps until two turns
//! have begun. A turn that ends in the state in which it began, and executes only arithmetic, branches and loads from
//! the SRAM, repeats. It does so until the network delivers to the core, or an event counter may have reached 0. Slices
//! of such a loop end in two ways: in front of a load of contended bytes ([`crate::memory::touched`]), which waits for
//! its turn, and behind a taken branch that leaves less than [`EARLY_END`] cycles.

use crate::core::Ecore;
use crate::decoded::{DecodedInsn, FLAGS};
use crate::isa::{BlockRole, Group};
use crate::memory::bank_use::bank;
use crate::memory::map::SRAM;
use crate::pipeline::{EARLY_END, HotState};
use crate::slice::{Exit, Limits};
use crate::spin::{Counted, LOADS, LoopHeadState, Phase};
use trueboard_core::cpu::{RunCx, Stop, WAIT_STOPS, Wait, WaitEnd, WaitFor};
use trueboard_core::time::Tick;
use trueboard_engine::history::KEPT;
use trueboard_engine::spin::Turn;

/// Instructions of two turns, at most.
const LONGEST: usize = 48;
/// In the address of a place of the loop: a load of contended bytes is about to be issued there.
const LOAD: u64 = 1 << 32;
/// Cycles for which the use of banks is known.
const BANK_CYCLES: u64 = 64;

/// True for what changes nothing but registers, the pipeline and counts.
fn changes_compared(s: &DecodedInsn) -> bool {
    let traits = s.op.opcode.traits();
    match traits.block {
        BlockRole::Inside => s.op.group != Group::Fpu && !traits.access.stores(),
        // Calls and returns are trace events, and whatever goes where a register says may be one.
        BlockRole::Ends => !traits.links && s.waits.iter().all(|&place| place >= FLAGS),
        BlockRole::Outside => false,
    }
}

impl Ecore {
    /// Executes instructions of a loop in single steps, as [`Ecore::in_sram`] would, until it is known whether
    /// the core waits.
    #[cold]
    pub(crate) fn follow_loop(&mut self, cx: &mut RunCx<'_>, lim: &Limits) -> Exit {
        while self.spin.follows() {
            if self.pending_work || self.live.now >= self.live.until {
                return Exit::Again;
            }
            let l = self.live;
            let s = match self.own_insn(l.pc) {
                Some(s) if s.is_ordinary() && changes_compared(s) => *s,
                _ => break,
            };
            self.spin.found.followed += 1;
            if self.spin.found.followed > LONGEST {
                break;
            }
            if l.now < self.mesh.done() {
                // The mesh may get in between.
                self.spin.phase = Phase::Next;
                self.spin.found.followed = 0;
            }
            if l.first() >= l.until {
                return Exit::Again;
            }
            self.accessed = (0, 0);
            let t = match self.step_alone::<true>(&s, cx, lim) {
                Ok(t) => t,
                Err(exit) => return exit,
            };
            if !self.is_followed(l.pc, (t, t < l.now), &s) {
                break;
            }
        }
        if self.spin.phase != Phase::Steady {
            self.spin.is_none();
        }
        Exit::Again
    }

    /// Takes note of `s`, which was at `pc` and issued in cycle `t`, with the one before it if it has `joined`
    /// that. False when the loop does not wait.
    fn is_followed(&mut self, pc: u32, (t, joined): (u64, bool), s: &DecodedInsn) -> bool {
        let (address, bytes) = self.accessed;
        if bytes != 0 && self.spin.phase == Phase::Turn {
            let known = &mut self.spin.found.known;
            let since = known.since(t);
            self.spin.found.loads.push((since, address));
            let own = address < SRAM && address & (u32::from(bytes) - 1) == 0;
            if !own || since > EARLY_END || self.spin.found.loads.len() > LOADS {
                return false;
            }
            if self.touched.is_contended(address) {
                // Slices do not end between two instructions that are issued together.
                if joined {
                    return false;
                }
                known.visit(t, pc.into(), LOAD | u64::from(address));
            }
        }
        let target = self.live.pc;
        if target == pc.wrapping_add(s.op.len.into()) {
            return true;
        }
        let now = self.live.now;
        if self.spin.phase == Phase::Next {
            self.begin_turn(now, target);
            return true;
        }
        if self.spin.found.known.since(now) > EARLY_END {
            return false;
        }
        if self.spin.found.known.visit(now, target.into(), 0) {
            return self.turn_over(now);
        }
        true
    }

    /// A turn begins at `target`.
    fn begin_turn(&mut self, now: u64, target: u32) {
        self.spin.found.known.begin(now, target.into(), 0);
        let _ = self.at_head(now);
        self.spin.found.ready = Some(self.ready.clone());
        self.spin.found.loads.clear();
        self.spin.phase = Phase::Turn;
    }

    /// A turn is over. False when it is not repeated.
    fn turn_over(&mut self, now: u64) -> bool {
        let loads = self.spin.found.loads.len();
        let waits = self.at_head(now).is_some_and(|turn| {
            turn.cycles <= EARLY_END
                && loads != 0
                && (1..=KEPT).contains(&usize::from(turn.counts.transfers))
        });
        if !waits {
            // Later turns may be equal.
            self.spin.phase = Phase::Next;
            return true;
        }
        let Some(before) = self.spin.found.ready.take() else {
            return false;
        };
        self.spin.found.written = self.ready.written_since(&before);
        self.spin.found.known.is_wait();
        self.spin.phase = Phase::Steady;
        true
    }

    /// The core is at the loop head, where a turn ends: that turn, if it ends as it began.
    fn at_head(&mut self, now: u64) -> Option<&Turn<Counted>> {
        let state = LoopHeadState {
            st: self.st.clone(),
            live: self.live.relative(),
            ready: self.ready.relative(now),
        };
        let counted = Counted {
            counts: self.all_counts().into_owned(),
            transfers: self.history.noted(),
        };
        self.spin.found.known.turn_over(now, state, counted)
    }

    /// A slice begins.
    #[inline(always)]
    pub(crate) fn spin_begins(&mut self, cx: &RunCx<'_>) {
        if self.spin.phase != Phase::Unknown {
            self.spin.found.known.resume();
            if cx.facts.steps() {
                self.spin.forget();
            }
        }
    }

    /// A slice has ended with `stop`.
    #[inline(always)]
    pub(crate) fn spin_ends(&mut self, stop: &Stop) {
        if !matches!(stop, Stop::EarlyEnd | Stop::Sync) {
            return;
        }
        match self.spin.phase {
            Phase::Unknown => self.spin.slice_ends(self.live.pc, &self.st.r),
            Phase::Steady if !self.pending_work => {
                self.spin.found.known.advance(self.live.now);
                self.spin.found.known.slice_ended_at(self.live.now);
            }
            _ => {}
        }
    }

    /// For the board: see [`trueboard_core::cpu::Core::waits`].
    #[inline(always)]
    pub(crate) fn spin_wait(&self) -> Option<Wait> {
        if self.spin.phase == Phase::Steady && self.spin.found.known.is_waiting() {
            self.wait_found()
        } else {
            None
        }
    }

    fn wait_found(&self) -> Option<Wait> {
        let ticks = |cycles| self.common.clock.ticks(cycles);
        let places = self.spin.found.known.addresses();
        let loads = (0..WAIT_STOPS).filter(|&i| places.get(i).is_some_and(|at| at & LOAD != 0));
        let end = WaitEnd::Either {
            loads: loads.fold(0, |bits, i| bits | 1 << i),
            margin: ticks(EARLY_END),
            limit: match self.alarm {
                u64::MAX => Tick::NEVER,
                alarm => self.tick(alarm),
            },
        };
        self.spin.found.known.wait(ticks, end, WaitFor::Packets)
    }

    /// Continues by whole turns, to a cycle before `until`: executing the last turn decides the end of the slice.
    pub(crate) fn spin_on(&mut self, until: u64) {
        let now = self.live.now;
        let since = self.spin.found.known.since(now);
        let Some((turns, turn)) = self.spin.found.known.go_on(now, until.saturating_sub(1)) else {
            return;
        };
        let (each, transfers) = (turn.cycles, turn.counts.transfers);
        self.counts.add_times(&turn.counts.counts, turns);
        let cycles = turns * each;
        self.live.now += cycles;
        self.live.line += cycles;
        self.ready.later(self.spin.found.written, cycles);
        self.loads_outside();
        self.history.repeat(transfers, turns);
        // What earlier turns did with a bank is not known any more.
        let first = turns.saturating_sub(BANK_CYCLES / each + 3);
        for turn in first..turns {
            // In the order of time, from the core's position.
            let begins = (now + turn * each).saturating_sub(since);
            let loads = &self.spin.found.loads;
            for (next, begins) in [(false, begins), (true, begins + each)] {
                for &(at, address) in loads.iter().filter(|load| (load.0 < since) == next) {
                    self.banks[bank(address)].note(begins + at);
                }
            }
        }
        let loads = self.spin.found.loads.iter().enumerate();
        for (i, &(_, address)) in loads {
            let granule = |load: &(u64, u32)| load.1 >> 3 == address >> 3;
            if !self.spin.found.loads.iter().take(i).any(granule) {
                self.touched.later(address, cycles);
            }
        }
    }
}

impl HotState {
    /// All that decides what comes next, with times as they are against the core's own.
    fn relative(&self) -> HotState {
        HotState {
            pc: self.pc,
            pair: self.pair,
            line: self.line.saturating_sub(self.now),
            loop_end: self.loop_end,
            ..HotState::default()
        }
    }
}
