//! Handlers of the instructions of a block: one function for each operation and kind of second operand,
//! chosen when the block is found. What they do is what single steps do.

use crate::blocks::{self, Done};
use crate::control::Transfer;
use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::exec::branch::BranchKind;
use crate::exec::host::{Memoised, Timed};
use crate::exec::{alu, branch, mem, system};
use crate::isa::{Class, Op};
use crate::meters::Meter;
use crate::opcodes::each_opcode;
use crate::pipeline::extra_cycles;
use crate::state::{IuReg, State};
use crate::trap::{Exc, Exec};
use crate::window::HotState;
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{ControlFlow, FactKind};
use trueboard_engine::ops::Ops;

/// An instruction of a block of a LEON.
pub(crate) type BlockInsn = blocks::BlockInsn<Leon>;
/// The function that executes an instruction of a block of a LEON, and those linked behind it.
pub(crate) type Handler = blocks::Handler<Leon>;

/// Continues with the instructions linked behind `b`, which was executed.
#[inline(always)]
fn go_on(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    match &b.next {
        Some(next) => (next.run)(core, cx, next),
        None => Done::Yes,
    }
}

/// The handlers of the operation `$op` with a register and with an immediate as second operand.
macro_rules! by_operand {
    ($d:ident, $op:ident, $f:expr) => {
        if $d.imm == 0 {
            Some(|core, cx, b| {
                core.integer_in_block(b, Op::$op, &b.insn.of_registers(), $f);
                go_on(core, cx, b)
            })
        } else if $d.rs2 == 0 {
            Some(|core, cx, b| {
                core.integer_in_block(b, Op::$op, &b.insn.of_immediate(), $f);
                go_on(core, cx, b)
            })
        } else {
            None
        }
    };
}

/// The handler of an operation of the integer unit without a second operand.
macro_rules! plain {
    ($op:ident, $f:expr) => {
        Some(|core, cx, b| {
            core.integer_in_block(b, Op::$op, &b.insn, $f);
            go_on(core, cx, b)
        })
    };
}

/// The handler of an operation that memory or the FPU takes part in, or that may trap.
macro_rules! timed {
    ($f:expr) => {
        Some(|core, cx, b| {
            let done = core.timed_in_block(b, |core, l, d| $f(core, l, d, &mut *cx));
            if done != Done::Yes {
                return done;
            }
            go_on(core, cx, b)
        })
    };
}

/// The handler of an operation on the state of the integer unit alone, which may trap.
macro_rules! trapping {
    ($f:expr) => {
        Some(|core, cx, b| match $f(&mut core.state, &b.insn) {
            Ok(()) => go_on(core, cx, b),
            Err(e) => core.failed(b, e),
        })
    };
}

/// The handler of the load `$op`: the fast way is that of bytes that the cache has.
macro_rules! load {
    ($op:ident, $signed:literal) => {
        Some(|core, cx, b| {
            const N: usize = Op::$op.bytes() as usize;
            if mem::load::<_, N, $signed>(&mut Memoised { core, cx }, &b.insn).is_ok() {
                return go_on(core, cx, b);
            }
            load_otherwise(core, cx, b, |core, l, d, cx| {
                mem::load::<_, N, $signed>(&mut Timed { core, l, cx }, d)
            })
        })
    };
}

/// The handler of the instruction `$d`, by its opcode `$opcode`.
macro_rules! in_block {
    ($d:ident $opcode:expr; $($($op:ident)|+ => $kind:ident $what:tt;)*) => {
        match $opcode {
            $($(Op::$op => handler_of!($d $op $kind $what),)+)*
        }
    };
}

/// The handler of an opcode of a kind of [`each_opcode`].
macro_rules! handler_of {
    ($d:ident $op:ident integer ($f:expr)) => {
        by_operand!($d, $op, $f)
    };
    ($d:ident $op:ident compare ($f:expr)) => {
        by_operand!($d, $op, $f)
    };
    ($d:ident $op:ident seldom_integer ($f:expr)) => {
        by_operand!($d, $op, $f)
    };
    ($d:ident $op:ident plain ($f:expr)) => {
        plain!($op, $f)
    };
    ($d:ident $op:ident seldom_plain ($f:expr)) => {
        plain!($op, $f)
    };
    ($d:ident $op:ident trapping ($f:expr)) => {
        trapping!($f)
    };
    ($d:ident $op:ident seldom_trapping ($f:expr)) => {
        trapping!($f)
    };
    ($d:ident $op:ident load ($signed:literal)) => {
        load!($op, $signed)
    };
    ($d:ident $op:ident store ()) => {
        timed!(|core, l, d, cx| {
            mem::store::<_, { Op::$op.bytes() as usize }>(&mut Timed { core, l, cx }, d)
        })
    };
    ($d:ident $op:ident access ($f:expr)) => {
        timed!(|core, l, d, cx| $f(&mut Timed { core, l, cx }, d))
    };
    ($d:ident $op:ident float ($f:ident)) => {
        timed!(|core, l, d, cx| Leon::$f::<{ Op::$op.bytes() as usize }>(core, l, d, Op::$op, cx))
    };
    ($d:ident $op:ident fpop ()) => {
        timed!(|core, l, d, _| Leon::fpop_of(core, l, d, Op::$op))
    };
    ($d:ident $op:ident seldom_fpop ()) => {
        SELDOM_FPOP
    };
    // A control transfer, or what is left for a single step.
    ($d:ident $op:ident $kind:ident $what:tt) => {
        None
    };
}

/// The handler of an FPop that is no more common than others.
const SELDOM_FPOP: Option<Handler> =
    timed!(|core, l, d: &DecodedInsn, _| Leon::fpop_of(core, l, d, d.op));

/// The handler of a control transfer.
macro_rules! transfer {
    ($f:expr) => {
        Some(|core, cx, b| match $f(core, b) {
            Done::Yes => go_on(core, cx, b),
            Done::Annulled => core.skip_annulled(b),
            done => done,
        })
    };
}

/// The handler of an instruction; `None` if it cannot be in a block, or is a control transfer.
pub(crate) fn handler(d: &DecodedInsn) -> Option<Handler> {
    each_opcode!(in_block, d d.op)
}

/// The handler of a control transfer that can end a block.
/// `flow`: what is reported of calls and returns.
pub(crate) fn transfer(d: &DecodedInsn, flow: ControlFlow) -> Option<Handler> {
    let kind = BranchKind::of(d);
    match d.op {
        Op::Call if flow == ControlFlow::ToAccounts => Some(|core, cx, b| {
            let done = core.call_in_block(b);
            core.account(cx, b, done, Transfer::Call, 0)
        }),
        Op::Jmpl if flow == ControlFlow::ToAccounts => match Transfer::of(d) {
            Transfer::Call => Some(|core, cx, b| core.account_jump(cx, b, Transfer::Call)),
            Transfer::Return => Some(|core, cx, b| core.account_jump(cx, b, Transfer::Return)),
            Transfer::Jump => transfer!(Leon::jump_in_block),
        },
        Op::Call if flow != ControlFlow::Unreported => Some(|core, cx, b| {
            let done = core.call_in_block(b);
            core.observe(cx, b, done, Transfer::Call, 0)
        }),
        Op::Jmpl if flow != ControlFlow::Unreported => match Transfer::of(d) {
            Transfer::Call => Some(|core, cx, b| core.observe_jump(cx, b, Transfer::Call)),
            Transfer::Return => Some(|core, cx, b| core.observe_jump(cx, b, Transfer::Return)),
            Transfer::Jump => transfer!(Leon::jump_in_block),
        },
        Op::Bicc if kind.is_unconditional() => transfer!(Leon::always_in_block),
        Op::Bicc => Some(branch),
        Op::Fbfcc => transfer!(Leon::float_branch_in_block),
        Op::Call => transfer!(Leon::call_in_block),
        Op::Jmpl => transfer!(Leon::jump_in_block),
        _ => None,
    }
}

/// The handler of RETT in the delay slot of `d`. A block has one trace event.
pub(crate) fn trap_return(d: &DecodedInsn, flow: ControlFlow) -> Option<Handler> {
    if d.op != Op::Jmpl {
        return None;
    }
    if flow == ControlFlow::Unreported {
        return Some(|core, _, b| core.return_in_block(b));
    }
    (Transfer::of(d) == Transfer::Jump).then_some(|core, cx, b| core.observe_return(cx, b))
}

/// Bicc with a condition.
fn branch(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    if branch::icc_holds(&mut core.state, b.insn.rd).bit() == 0 {
        return not_taken(core, cx, b);
    }
    let target = branch::target(b.pc, &b.insn);
    if core.codes_wait(&core.due(b)) != 0 && !core.predicts_memoised(target) {
        return branch_unknown(core, cx, b);
    }
    core.tally.add(Meter::BranchesTaken, 1);
    core.goes_to(b.pc, target, 1);
    go_on(core, cx, b)
}

/// Bicc whose condition does not hold.
#[inline(never)]
fn not_taken(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    let mut l = core.due(b);
    let wait = core.codes_wait(&l);
    if wait != 0 {
        if !core.predicts_memoised(branch::target(b.pc, &b.insn)) {
            return branch_unknown(core, cx, b);
        }
        core.wait_for_codes(&mut l, wait, true);
        core.base += wait;
        if core.base + u64::from(core.exit.last_issue) >= core.limits.until {
            return not_taken_at_end(core, b);
        }
    }
    if BranchKind::of(&b.insn).annul {
        core.note_branch(b.pc, false, true, 0);
        return core.skip_annulled(b);
    }
    go_on(core, cx, b)
}

/// Bicc whose condition does not hold, and behind which the slice ends.
#[inline(never)]
fn not_taken_at_end(core: &mut Leon, b: &BlockInsn) -> Done {
    if BranchKind::of(&b.insn).annul {
        core.note_branch(b.pc, false, true, 0);
        return core.stop(b, Done::Annulled);
    }
    core.stop(b, Done::Delayed)
}

/// Bicc with a condition and a target that is not known to be in the instruction cache.
#[inline(never)]
fn branch_unknown(core: &mut Leon, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
    match core.branch_in_block(b) {
        Done::Yes => go_on(core, cx, b),
        Done::Annulled => core.skip_annulled(b),
        done => done,
    }
}

/// A load that has to be looked up, or goes elsewhere.
#[inline(never)]
fn load_otherwise(
    core: &mut Leon,
    cx: &mut RunCx<'_>,
    b: &BlockInsn,
    f: impl FnOnce(&mut Leon, &mut HotState, &DecodedInsn, &mut RunCx<'_>) -> Exec,
) -> Done {
    match core.timed_in_block(b, |core, l, d| f(core, l, d, &mut *cx)) {
        Done::Yes => go_on(core, cx, b),
        done => done,
    }
}

impl Leon {
    /// The block continues at `target`, by one of its links.
    #[inline(always)]
    fn goes_to(&mut self, from: u32, target: u32, link: u8) -> Done {
        self.history.note(from, target);
        (self.exit.target, self.exit.link) = (target, link.into());
        Done::Yes
    }

    /// Does not go on behind `b`.
    #[inline(always)]
    fn stop(&mut self, b: &BlockInsn, done: Done) -> Done {
        self.stopped = b.pc;
        done
    }

    /// Continues behind `b` if that is within the slice, although it has waited.
    #[inline(always)]
    fn go_on_delayed(&mut self, b: &BlockInsn) -> Done {
        if self.base + u64::from(self.exit.last_issue) < self.limits.until {
            Done::Yes
        } else {
            self.stop(b, Done::Delayed)
        }
    }

    #[inline(always)]
    fn failed(&mut self, b: &BlockInsn, e: Exc) -> Done {
        self.failure = e;
        self.stop(b, Done::Failed)
    }

    /// Passes the delay slot of `b`, which is annulled this time, unless its line of code is to be fetched first.
    fn skip_annulled(&mut self, b: &BlockInsn) -> Done {
        if self.takes_lines || self.base + u64::from(self.exit.last_issue) >= self.limits.until {
            return self.stop(b, Done::Annulled);
        }
        if let Some(slot) = &b.next {
            self.annul(slot);
        }
        Done::Yes
    }

    /// Takes back what its block counts for `slot`, a delay slot that is annulled.
    pub(crate) fn annul(&mut self, slot: &BlockInsn) {
        self.tally.take_back(slot.class.counted());
        self.meter_annulled();
        self.pipeline.still_producing(0);
    }

    /// Meters an annulled delay slot; its cycle is that of the block.
    #[inline(always)]
    fn meter_annulled(&mut self) {
        self.tally.add(Meter::Annulled, 1);
        self.tally.add(Meter::IssueCycles, 1);
    }

    /// CALL.
    #[inline(always)]
    fn call_in_block(&mut self, b: &BlockInsn) -> Done {
        self.state.regs.set(15, b.pc);
        self.goes_to(b.pc, branch::target(b.pc, &b.insn), 1)
    }

    /// JMPL.
    #[inline(always)]
    fn jump_in_block(&mut self, b: &BlockInsn) -> Done {
        match branch::jump_target(&mut self.state, &b.insn) {
            Ok(target) => {
                self.state.regs.put(b.insn.rd, b.pc);
                self.goes_to(b.pc, target, (target >> 2) as u8)
            }
            Err(e) => self.failed(b, e),
        }
    }

    /// RETT behind JMPL. It is left for a single step if the mode changes: what blocks have metered is not added yet to
    /// what the one of before has.
    #[inline(always)]
    fn return_in_block(&mut self, b: &BlockInsn) -> Done {
        let target = match branch::trap_return(&mut self.state, &b.insn) {
            Ok(_) if !self.state.psr.ps => return self.failed(b, Exc::Alone),
            Ok(target) => target,
            Err(e) => return self.failed(b, e),
        };
        self.state.turn_up(self.state.window_above());
        self.state.psr.et = true;
        self.next_npc = target;
        self.note_return(b.pc, target);
        self.trap_stack.leave(self.exit.target);
        self.recompute_pending();
        self.stopped = b.pc;
        self.returned()
    }

    /// How RETT has ended, the last instruction of a block: blocks go on behind it if nothing is pending, and nPC is
    /// behind PC.
    #[inline(always)]
    pub(crate) fn returned(&self) -> Done {
        match self.pending_work || self.next_npc != self.exit.target.wrapping_add(4) {
            true => Done::Pending,
            false => Done::Yes,
        }
    }

    /// RETT that is a trace event.
    fn observe_return(&mut self, cx: &mut RunCx<'_>, b: &BlockInsn) -> Done {
        let done = self.return_in_block(b);
        if done == Done::Failed {
            return done;
        }
        let to = self.exit.target.into();
        self.cycle = self.base + u64::from(b.at) + extra_cycles(Class::Rett, &self.params.timing);
        match self.report_transfer(cx, FactKind::TrapReturn { to }) {
            true => Done::Observed,
            false => done,
        }
    }

    /// Reports the event of the current block's control transfer, at the core's clock. True if an observer wants the
    /// meters of that moment.
    #[inline(always)]
    fn report_transfer(&mut self, cx: &mut RunCx<'_>, event: FactKind) -> bool {
        let asked = cx.facts.control(self.tick(), self.common.id, event);
        self.turn_in_block(asked.account());
        asked.meters
    }

    /// Records the call or return that has ended with `done` as a trace event, `extra` cycles behind the one in which
    /// it was issued: when it has found its target. Continues behind it unless an observer wants the meters of that
    /// moment.
    #[inline(always)]
    fn observe(
        &mut self,
        cx: &mut RunCx<'_>,
        b: &BlockInsn,
        done: Done,
        transfer: Transfer,
        extra: u64,
    ) -> Done {
        if done != Done::Yes {
            return done;
        }
        if let Some(event) = self.event(b, transfer, extra)
            && self.report_transfer(cx, event)
        {
            return self.stop(b, Done::Observed);
        }
        go_on(self, cx, b)
    }

    /// The event of a call or return that was issued `extra` cycles ago, at the core's clock.
    #[inline(always)]
    fn event(&mut self, b: &BlockInsn, transfer: Transfer, extra: u64) -> Option<FactKind> {
        let event = transfer.event(b.pc, self.exit.target)?;
        self.cycle = self.base + u64::from(b.at) + extra;
        Some(event)
    }

    /// [`Leon::observe`] where an observer chooses accounts and wants no meters.
    #[inline(always)]
    fn account(
        &mut self,
        cx: &mut RunCx<'_>,
        b: &BlockInsn,
        done: Done,
        transfer: Transfer,
        extra: u64,
    ) -> Done {
        if done != Done::Yes {
            return done;
        }
        if let Some(event) = self.event(b, transfer, extra) {
            let account = cx.facts.account(self.tick(), self.common.id, &event);
            self.turn_in_block(account);
        }
        go_on(self, cx, b)
    }

    /// JMPL behind which an account is chosen.
    #[inline(always)]
    fn account_jump(&mut self, cx: &mut RunCx<'_>, b: &BlockInsn, transfer: Transfer) -> Done {
        let done = self.jump_in_block(b);
        let extra = extra_cycles(Class::Jmpl, &self.params.timing);
        self.account(cx, b, done, transfer, extra)
    }

    /// JMPL that is a trace event.
    #[inline(always)]
    fn observe_jump(&mut self, cx: &mut RunCx<'_>, b: &BlockInsn, transfer: Transfer) -> Done {
        let done = self.jump_in_block(b);
        let extra = extra_cycles(Class::Jmpl, &self.params.timing);
        self.observe(cx, b, done, transfer, extra)
    }

    /// Bicc with a condition.
    fn branch_in_block(&mut self, b: &BlockInsn) -> Done {
        let target = branch::target(b.pc, &b.insn);
        let mut l = self.due(b);
        let due = l.cycle;
        let wait = self.codes_wait(&l);
        let predicted = wait == 0 || self.predicts(target);
        let kind = BranchKind::of(&b.insn);
        let (taken, annuls) = self.resolve(&mut l, kind, wait, predicted);
        self.base += l.cycle - due;
        if taken {
            self.goes_to(b.pc, target, 1);
        }
        if annuls {
            self.note_branch(b.pc, taken, annuls, target);
            return Done::Annulled;
        }
        self.go_on_delayed(b)
    }

    /// Bicc without a condition.
    #[inline(always)]
    fn always_in_block(&mut self, b: &BlockInsn) -> Done {
        let l = self.due(b);
        let (taken, annuls) = self.resolve_always(&l, BranchKind::of(&b.insn));
        self.goes_always(b, taken, annuls)
    }

    #[inline(always)]
    fn goes_always(&mut self, b: &BlockInsn, taken: bool, annuls: bool) -> Done {
        let target = branch::target(b.pc, &b.insn);
        self.note_branch(b.pc, taken, annuls, target);
        if taken {
            (self.exit.target, self.exit.link) = (target, 1);
        }
        if annuls {
            self.meter_annulled();
        }
        Done::Yes
    }

    /// FBfcc.
    fn float_branch_in_block(&mut self, b: &BlockInsn) -> Done {
        let mut l = self.due(b);
        let due = l.cycle;
        let resolved = self.resolve_float(&mut l, &b.insn);
        self.base += l.cycle - due;
        let (taken, annuls) = match resolved {
            Ok(how) => how,
            Err(e) => return self.failed(b, e),
        };
        if BranchKind::of(&b.insn).is_unconditional() {
            return self.goes_always(b, taken, annuls);
        }
        let target = branch::target(b.pc, &b.insn);
        self.note_branch(b.pc, taken, annuls, target);
        if annuls {
            return Done::Annulled;
        }
        if taken {
            (self.exit.target, self.exit.link) = (target, 1);
        }
        self.go_on_delayed(b)
    }

    /// An operation of the integer unit that cannot fail.
    #[inline(always)]
    fn integer_in_block(
        &mut self,
        b: &BlockInsn,
        op: Op,
        d: &DecodedInsn,
        f: impl Fn(&mut State, &DecodedInsn),
    ) {
        f(&mut self.state, d);
        let cycle = self.base + u64::from(b.at);
        let timing = &self.params.timing;
        self.pipeline.codes_set(op.class(), cycle, timing);
    }

    /// What an instruction of a block sees when it is due.
    #[inline(always)]
    pub(crate) fn due(&self, b: &BlockInsn) -> HotState {
        HotState {
            at: b.pc >> 2,
            cycle: self.base + u64::from(b.at),
            free: false,
        }
    }

    /// An operation that may wait, trap or leave work pending.
    #[inline(always)]
    fn timed_in_block(
        &mut self,
        b: &BlockInsn,
        f: impl FnOnce(&mut Leon, &mut HotState, &DecodedInsn) -> Exec,
    ) -> Done {
        let due = self.due(b);
        let mut l = due;
        let done = f(self, &mut l, &b.insn);
        let waited = l.cycle - due.cycle;
        self.base += waited;
        match done {
            Err(e) => self.failed(b, e),
            Ok(()) if self.pending_work => self.stop(b, Done::Pending),
            Ok(()) if waited != 0 => self.go_on_delayed(b),
            Ok(()) => Done::Yes,
        }
    }
}
