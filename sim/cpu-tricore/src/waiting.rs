//! Loops that wait for a word of the own data scratchpad to change.
//!
//! Loads from there are private work: a slice of a core that spins ends for its time, behind any instruction. When
//! slices have ended at one instruction with equal registers, the next slice begins with a turn in single steps. Other
//! cores do not write within a slice. A turn that ends in the state in which it began, and executes only arithmetic,
//! jumps and such loads, therefore repeats. It does so to the end of the slice, and from then on until a write into the
//! scratchpad.

use crate::code_pages::Ready;
use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::isa::{Class, Control};
use crate::meters::Meter;
use crate::spin::{Counts, LoopHeadState};
use trueboard_core::cpu::{RunCx, Stop, Wait, WaitEnd, WaitFor};
use trueboard_engine::guest::Step;
use trueboard_engine::history::KEPT;
use trueboard_engine::spin;

/// Slices after which the place at which they end is recorded again.
const NOTED_FOR: u8 = 8;
/// Cycles that a slice has to have for a turn in single steps.
const ENOUGH: u64 = 16;
/// Instructions of a turn, at most.
const LONGEST: usize = 16;

/// True for what changes nothing but registers, the pipes and counts.
fn changes_compared(insn: &DecodedInsn) -> bool {
    let control = insn.opcode.traits().control;
    let stays = matches!(
        control,
        Control::Sequential | Control::Direct | Control::Conditional
    );
    let plain = matches!(
        insn.class,
        Class::Alu
            | Class::Alu2
            | Class::Addr
            | Class::ScaledAddr
            | Class::Nop
            | Class::Jump
            | Class::JumpD
            | Class::LoadA
            | Class::LoadD
    );
    stays && plain
}

impl TriCore {
    /// A slice begins. An answer is how it ends, if that was in a turn by single steps.
    #[inline(always)]
    pub(crate) fn spin_begins(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        self.spin.known.resume();
        if self.spin.is_likely {
            return self.turn_by_steps(cx);
        }
        if self.spin.known.is_steady() {
            // What is read in this slice is not known.
            self.spin.known.invalidate();
        }
        None
    }

    /// Executes a turn, or two, in single steps, and finds out whether the core waits.
    #[cold]
    fn turn_by_steps(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        self.spin.is_likely = false;
        self.spin.known.invalidate();
        if self.until < self.cycle() + ENOUGH {
            return None;
        }
        let head = self.st.pc;
        let mut begun = false;
        for _ in 0..2 * LONGEST {
            let cycle = self.cycle();
            let insn = match self.code.current.at(self.st.pc.into()) {
                e if e.ready == Ready::Yes && self.st.pc >> 12 == self.page => e.insn,
                _ => return self.spins_not(),
            };
            if self.pending_work || cycle >= self.until || !changes_compared(&insn) {
                return self.spins_not();
            }
            if self.st.pc == head {
                let (state, counts) = (self.loop_head_state(), self.counts());
                let known = &mut self.spin.known;
                if !begun {
                    begun = true;
                    known.begin(cycle, head.into(), 0);
                }
                if let Some(turn) = known.turn_over(cycle, state, counts)
                    && waits(turn)
                {
                    known.is_wait();
                    return None;
                }
            } else if self.spin.known.since(cycle) > spin::LONGEST_TURN / 2 {
                return self.spins_not();
            } else {
                self.spin.known.visit(cycle, self.st.pc.into(), 0);
            }
            self.accessed = (0, 0);
            if let Err(e) = self.step(cx) {
                self.spin.known.invalidate();
                return match self.fail(e, cx) {
                    Step::Next => None,
                    Step::Stop(stop) => Some(stop),
                };
            }
            let (address, bytes) = self.accessed;
            if bytes != 0 && !self.mem.is_own_data(address, bytes) {
                return self.spins_not();
            }
        }
        self.spins_not()
    }

    fn spins_not(&mut self) -> Option<Stop> {
        self.spin.known.invalidate();
        None
    }

    fn loop_head_state(&self) -> LoopHeadState {
        LoopHeadState {
            st: self.st.clone(),
            pipe: self.pipe.relative(),
            group: self.group,
        }
    }

    fn counts(&self) -> Counts {
        Counts {
            kinds: self.kinds,
            tally: self.tally.clone(),
            groups: self.pipe.groups(),
            transfers: self.history.noted(),
        }
    }

    /// A slice has ended for its time.
    #[inline]
    pub(crate) fn spin_ends(&mut self) {
        let spin = &mut self.spin;
        if spin.known.is_steady() {
            // There are others to whom it has to answer first.
            if !self.pending_work && self.waits_for == 0 && self.mem.next_posted() == u64::MAX {
                let now = self.pipe.now();
                spin.known.advance(now);
                spin.known.slice_ended_at(now);
                spin.is_likely = true;
            }
            return;
        }
        if spin.pc == self.st.pc {
            spin.is_likely = *spin.registers == *self.st.registers();
            spin.kept = 0;
        }
        match spin.kept.checked_sub(1) {
            Some(kept) => spin.kept = kept,
            None => {
                spin.kept = NOTED_FOR;
                spin.pc = self.st.pc;
                let registers = self.st.registers();
                if spin.registers.len() == registers.len() {
                    spin.registers.copy_from_slice(registers);
                } else {
                    spin.registers = registers.into();
                }
            }
        }
    }

    /// Nothing that was seen holds any more.
    pub(crate) fn spin_forgets(&mut self) {
        self.spin.known.invalidate();
        self.spin.is_likely = false;
    }

    /// For the board: see [`trueboard_core::cpu::Core::waits`].
    #[inline(always)]
    pub(crate) fn wait(&self) -> Option<Wait> {
        if self.spin.known.is_waiting() {
            self.wait_found()
        } else {
            None
        }
    }

    fn wait_found(&self) -> Option<Wait> {
        let dspr = self.params.mem.dspr;
        let first = u64::from(dspr.at);
        let own = WaitFor::Own(first, first + u64::from(dspr.size));
        let ticks = |cycles| self.common.clock.ticks(cycles);
        self.spin.known.wait(ticks, WaitEnd::Time, own)
    }

    /// Continues by whole turns, up to cycle `until` at most.
    pub(crate) fn spin_on(&mut self, until: u64) {
        let Some((turns, turn)) = self.spin.known.go_on(self.pipe.now(), until) else {
            return;
        };
        let counts = &turn.counts;
        for (n, more) in self.kinds.iter_mut().zip(&counts.kinds) {
            *n += turns * more;
        }
        self.tally.add_times(&counts.tally, turns);
        let groups = (turns * counts.groups.0, turns * counts.groups.1);
        self.pipe.repeated(turns * turn.cycles, groups);
        self.history.repeat(counts.transfers, turns);
    }
}

/// A turn touches neither cache lines that are not there nor a bus.
fn waits(turn: &spin::Turn<Counts>) -> bool {
    let none = [Meter::PcacheMisses, Meter::PmemStall, Meter::DmemStall];
    (1..=KEPT).contains(&usize::from(turn.counts.transfers))
        && none.iter().all(|&m| turn.counts.tally.get(m) == 0)
}
