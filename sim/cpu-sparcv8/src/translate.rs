//! Blocks in machine code of the host: what they are timed and metered as, and how they end. Their semantics come from
//! [`lowered`]; stores, the FPU and what is seldom stay with their handlers.
//!
//! Code does what `block_exec` does with a node, in its order. It tests the conditions of entry first, and changes
//! nothing before all of them hold. Otherwise the interpreter takes over in front of the node.

use crate::block_find::{BlockTiming, Blocks};
use crate::blocks::{Done, line};
use crate::code::{Fields, FpuFields, OfCore, Translation};
use crate::control::{ASR17_DBP, ASR17_DBPM};
use crate::core::Leon;
use crate::exec::branch::{self, BranchKind};
use crate::handlers::BlockInsn;
use crate::history::ANNULLED;
use crate::isa::{Class, Op};
use crate::lowered::lowered;
use crate::meters::Meter;
use crate::params::TimingParams;
use crate::state::{DISCARD, IuReg, State};
use crate::tally::{COUNTED, beyond_hot};
use crate::translate::fp::Known;
use trueboard_core::cpu::{RunCx, Translate};
use trueboard_core::fact::ControlFlow;
use trueboard_core::lane::Lane;
use trueboard_core::uarch::memo::MemoLine;
use trueboard_engine::blocks::NodeId;
use trueboard_engine::lower::{Lower, Uop};
use trueboard_jit::{
    Base, ByLane, Code, Cond, Direct, Entries, Field, Guest, Label, Left, Memo, Place, Places,
    Target, TranslatedId, Unlinked, Window,
};

mod fp;

impl Guest for OfCore<Leon> {
    type Core = Leon;
    type Cx<'a> = RunCx<'a>;
    type Insn = BlockInsn;
    type Machine = State;

    fn memory<'c>(core: &Leon, cx: &'c mut RunCx<'_>) -> Direct<'c> {
        let (bytes, guard) = cx.mem.direct(core.memory.fast_ram.region);
        Direct { bytes, guard }
    }

    fn accesses_below(core: &Leon) -> usize {
        let ram = &core.memory.fast_ram;
        ram.load_size.max(ram.store_size) as usize
    }

    fn lane<'c>(cx: &'c mut RunCx<'_>) -> Option<&'c mut Lane> {
        cx.bus.lane()
    }

    #[inline(always)]
    fn execute(core: &mut Leon, cx: &mut RunCx<'_>, insn: &BlockInsn) -> u8 {
        (insn.run)(core, cx, insn) as u8
    }
}

impl Fields<Leon> {
    fn of(core: &Leon) -> Fields<Leon> {
        Fields {
            regs: Field::of(core, |c| &*c.state.regs.r),
            y: Field::of(core, |c| &c.state.y),
            icc: Field::of(core, |c| &c.state.psr.icc),
            asr17: Field::of(core, |c| &c.state.asr17),
            base: Field::of(core, |c| &c.base),
            until: Field::of(core, |c| &c.limits.until),
            hazard: Field::of(core, |c| &c.pipeline.hazard),
            icc_cycle: Field::of(core, |c| &c.pipeline.icc_cycle),
            target: Field::of(core, |c| &c.exit.target),
            link: Field::of(core, |c| &c.exit.link),
            last_issue: Field::of(core, |c| &c.exit.last_issue),
            ring: Field::of(core, |c| c.history.ring().0),
            transfers: Field::of(core, |c| c.history.ring().1),
            meters: Field::of(core, |c| &c.tally.meters),
            counted: Field::of(core, |c| &c.tally.counted),
            beyond_hot: Field::of(core, |c| &c.tally.beyond_hot),
            code_lines: Field::of(core, |c| c.memory.imemo.lines()),
            data_lines: Field::of(core, |c| c.memory.dmemo.lines()),
            ram_base: Field::of(core, |c| &c.memory.fast_ram.base),
            load_size: Field::of(core, |c| &c.memory.fast_ram.load_size),
            store_size: Field::of(core, |c| &c.memory.fast_ram.store_size),
            shared: Field::of(core, |c| &c.limits.shared),
            waiters: Field::of(core, |c| &c.limits.waiters),
            core: core.common.id,
            has_lane: core.memory.fast_ram.lane,
            buffer_free: Field::of(core, |c| &c.in_flight.wb_free),
            tag: Field::of(core, |c| &c.in_flight.fetch.tag),
            mask: Field::of(core, |c| &c.in_flight.fetch.mask),
            fpu_enabled: Field::of(core, |c| &c.state.psr.ef),
            fpu: FpuFields::of(core),
        }
    }

    fn r(&self, n: u8) -> Field<Leon, u32> {
        self.regs.element(n.into())
    }

    fn meter(&self, m: Meter) -> Field<Leon, u64> {
        self.meters.element(m as usize)
    }

    fn register(&self, reg: IuReg) -> Place<OfCore<Leon>> {
        match reg {
            IuReg::R(n) => Place::Word(self.r(n)),
            IuReg::Y => Place::Word(self.y),
            IuReg::Icc => Place::Byte(self.icc),
            // Of these a write keeps some bits, or a read gathers them.
            IuReg::Psr | IuReg::Wim | IuReg::Tbr => Place::Elsewhere,
        }
    }
}

/// The places of what an instruction uses, so many cycles behind the entry of its block.
struct At<'a> {
    f: &'a Fields<Leon>,
    at: u32,
    last_issue: u32,
}

impl At<'_> {
    /// Stores that hit in the data cache.
    fn lane(&self) -> ByLane<OfCore<Leon>> {
        let f = self.f;
        let (hits, waits) = (Meter::DCacheWriteHits, Meter::WriteBufferHold);
        ByLane {
            hits: Memo {
                lines: f.data_lines,
                hits: f.meter(hits),
            },
            base: f.base,
            until: f.until,
            shared: f.shared,
            buffer_free: f.buffer_free,
            waited: f.meter(waits),
            waiters: f.waiters,
            core: f.core,
            metered: (f.beyond_hot, [beyond_hot(hits), beyond_hot(waits)]),
            at: self.at,
            last_issue: self.last_issue,
        }
    }
}

impl Places<OfCore<Leon>> for At<'_> {
    fn register(&self, reg: IuReg) -> Place<OfCore<Leon>> {
        self.f.register(reg)
    }

    fn window(&self) -> Window<OfCore<Leon>> {
        let f = self.f;
        Window {
            base: Base::Field(f.ram_base),
            bytes: f.load_size,
            stores: f.has_lane.then_some(f.store_size),
            lane: Some(self.lane()),
            big_endian: true,
            memo: Some(Memo {
                lines: f.data_lines,
                hits: f.meter(Meter::DCacheHits),
            }),
            noted: None,
        }
    }
}

/// The condition of the host that holds for the flags of a comparison when `cond` of Bicc does, which is neither
/// "always" nor "never".
fn host_condition(cond: u8) -> Cond {
    let holds = match cond & 7 {
        1 => Cond::Equal,
        2 => Cond::LessOrEqual,
        3 => Cond::Less,
        4 => Cond::BelowOrEqual,
        5 => Cond::Below,
        6 => Cond::Sign,
        _ => Cond::Overflow,
    };
    match cond & 8 {
        0 => holds,
        _ => holds.negated(),
    }
}

/// A node while it is translated.
struct Node<'a, 'c> {
    code: &'a mut Code<'c, OfCore<Leon>>,
    f: &'a Fields<Leon>,
    t: &'a BlockTiming,
    timing: &'a TimingParams,
    /// Instructions as data.
    lowered: &'a [Option<Lower<State>>],
    /// Calls and returns are reported: their handlers do it.
    reported: bool,
    /// What is known of the floating-point unit behind the instruction that was written last.
    known: Known,
}

impl<'a> Node<'a, '_> {
    fn insn(&self, i: usize) -> Option<&BlockInsn> {
        self.t.insns().get(i)
    }

    /// Operations on registers alone, which cannot end otherwise than by the next instruction.
    fn is_plain(&self, i: usize) -> bool {
        let uops = self
            .lowered
            .get(i)
            .and_then(|l| l.as_ref())
            .map(Lower::uops);
        uops.is_some_and(|uops| {
            uops.iter().all(|uop| match uop {
                Uop::Get(reg) | Uop::Put(reg, _) => {
                    !matches!(self.f.register(*reg), Place::Elsewhere)
                }
                Uop::Unary(..) | Uop::Binary(..) | Uop::Codes(..) | Uop::Select(..) => true,
                _ => false,
            })
        })
    }

    fn touches_codes(&self, i: usize) -> (bool, bool) {
        let uops = self
            .lowered
            .get(i)
            .and_then(|l| l.as_ref())
            .map_or(&[][..], Lower::uops);
        let reads = uops.iter().any(|uop| matches!(uop, Uop::Get(IuReg::Icc)));
        let sets = uops
            .iter()
            .any(|uop| matches!(uop, Uop::Put(IuReg::Icc, _)));
        (reads, sets)
    }

    /// An instruction behind `i` sets the condition codes before any read of those of `i`.
    fn codes_are_dead(&self, i: usize) -> bool {
        for behind in i + 1..usize::from(self.t.body) {
            if !self.is_plain(behind) {
                return false;
            }
            match self.touches_codes(behind) {
                (true, _) => return false,
                (false, true) => return true,
                (false, false) => {}
            }
        }
        false
    }

    /// Cycles from the entry of the block until the codes that instruction `i` sets are those of a cycle.
    fn codes_cycle(&self, b: &BlockInsn) -> Option<u32> {
        match b.class {
            Class::AluCc => Some(b.at.into()),
            Class::MulCc => Some(u32::from(b.at) + u32::from(self.timing.mul_use_cycles)),
            _ => None,
        }
    }

    /// Where `b` finds what it uses.
    fn places(&self, b: &BlockInsn) -> At<'a> {
        At {
            f: self.f,
            at: b.at.into(),
            last_issue: self.t.exit.last_issue,
        }
    }

    /// An instruction that is no control transfer.
    fn ordinary(&mut self, i: usize) {
        let (Some(Some(lower)), Some(places)) =
            (self.lowered.get(i), self.insn(i).map(|b| self.places(b)))
        else {
            return self.by_operation(i);
        };
        let dead = self.codes_are_dead(i);
        let unseen = dead.then_some(IuReg::Icc);
        self.code.semantics(i, lower.uops(), &places, unseen);
        if !self.is_plain(i) {
            self.known.may_have_waited();
        }
        if let Some(cycle) = self.insn(i).and_then(|b| self.codes_cycle(b))
            && !dead
        {
            self.code.set_sum_64(self.f.icc_cycle, self.f.base, cycle);
        }
    }

    fn slot(&mut self) {
        let slot = usize::from(self.t.body) + 1;
        self.known.may_have_waited();
        if self.insn(slot).is_some() {
            self.ordinary(slot);
        }
    }

    fn add_meter(&mut self, m: Meter, n: u32) {
        self.code.add_64(self.f.meter(m), n as i32);
        self.code.or(self.f.beyond_hot, beyond_hot(m));
    }

    /// Notes a transfer to `target` and lets the block end there, by `link`.
    fn goes_to(&mut self, pc: u32, target: u32) {
        let to = Target::Known(target);
        self.code.note_pair(self.f.ring, self.f.transfers, pc, to);
        self.code.known(self.f.target, target);
        self.code.known(self.f.link, 1);
    }

    /// All of the block was executed.
    fn retire(&mut self) {
        if self.t.lines != 0 {
            self.add_meter(Meter::ICacheHits, self.t.lines.into());
            self.code.set(self.f.tag, self.t.last_line);
        }
        self.code.add_64(self.f.base, self.t.cycles.into());
    }

    fn end(&mut self, link: u8) {
        self.retire();
        self.code.go_on(link);
    }

    /// Goes to `slow` unless a branch to `target` is predicted.
    fn predicted(&mut self, target: u32, slow: Label) {
        let bits = ASR17_DBP | ASR17_DBPM;
        self.code
            .unless_masked(self.f.asr17, bits, ASR17_DBPM, slow);
        self.line_is_known(MemoLine::of(target), slow);
    }

    fn line_is_known(&mut self, line: MemoLine, otherwise: Label) {
        let (number, place) = line.number_and_place();
        self.code
            .unless_is(self.f.code_lines.element(place), number, otherwise);
    }

    /// Cycles that the branch `i` waits for its codes, if an instruction of the block sets them and none in between
    /// waits.
    fn known_wait(&self, i: usize) -> Option<u32> {
        for before in (0..i).rev() {
            let b = self.insn(before).filter(|_| self.is_plain(before))?;
            if let Some(cycle) = self.codes_cycle(b) {
                let known = cycle + 1 + u32::from(self.timing.icc_cycles);
                return Some(known.saturating_sub(self.insn(i)?.at.into()));
            }
        }
        None
    }

    /// Bicc with a condition.
    fn branch(&mut self, i: usize, b: &BlockInsn) {
        let kind = BranchKind::of(&b.insn);
        let target = branch::target(b.pc, &b.insn);
        let table = (0..16)
            .filter(|&codes| branch::ICC_TRUE[usize::from(kind.cond & 15)] >> codes & 1 != 0);
        let table = table.fold(0, |table, codes: u16| table | 1 << codes);
        let rest = self.code.leaving(Left::Rest(i as u8));
        let (not_taken, wait) = (self.code.label(), self.known_wait(i));
        // The codes are known if they were set so many cycles before the block was entered.
        let least = 1 + i32::from(self.timing.icc_cycles) - i32::from(b.at);
        let cycles = [self.f.base, self.f.icc_cycle];
        self.code
            .unless_codes(self.f.icc, (host_condition(kind.cond), table), not_taken);
        let (fork, known) = (self.code.fork(), self.known);
        match wait {
            Some(0) => {}
            Some(_) => self.predicted(target, rest),
            None => {
                let (early, known) = (self.code.label(), self.code.label());
                self.code.if_difference_is_less(cycles, least, early);
                self.code.jump(known);
                self.code.bind(early);
                self.predicted(target, rest);
                self.code.bind(known);
            }
        }
        self.add_meter(Meter::BranchesTaken, 1);
        self.goes_to(b.pc, target);
        self.slot();
        self.end(1);

        self.code.bind(not_taken);
        self.code.resume(fork);
        self.known = known;
        match wait {
            Some(0) => {}
            Some(wait) => {
                self.predicted(target, rest);
                let plus = wait + self.t.exit.last_issue;
                self.code
                    .unless_in_time(self.f.base, plus, self.f.until, rest);
                self.code.add_64(self.f.base, wait as i32);
                self.add_meter(Meter::IccStalls, wait);
                self.add_meter(Meter::BranchMisses, 1);
            }
            None => self.code.if_difference_is_less(cycles, least, rest),
        }
        self.not_taken(i, b, kind);
    }

    /// Behind a branch that is not taken.
    fn not_taken(&mut self, i: usize, b: &BlockInsn, kind: BranchKind) {
        if kind.annul {
            let (from, to) = (b.pc | ANNULLED, Target::Known(b.pc.wrapping_add(8)));
            self.code.note_pair(self.f.ring, self.f.transfers, from, to);
            if let Some(slot) = self.insn(i + 1) {
                let counted = self.f.counted.element(slot.class.counted() as usize);
                self.code.add_64(counted, -1);
                self.code.or(self.f.beyond_hot, COUNTED);
            }
            self.add_meter(Meter::Annulled, 1);
            self.add_meter(Meter::IssueCycles, 1);
            self.code.set(self.f.hazard, 0);
        } else {
            self.slot();
        }
        self.end(0);
    }

    /// JMPL.
    fn jump(&mut self, i: usize, b: &BlockInsn) {
        let d = &b.insn;
        if self.reported {
            self.code.by_handler(i);
            return self.end_jump();
        }
        let rest = self.code.leaving(Left::Rest(i as u8));
        let index = (d.rs2 != 0).then(|| self.f.r(d.rs2));
        let to = self.code.jump_target(self.f.r(d.rs1), index, d.imm, rest);
        self.code.set_target(self.f.target, to);
        self.code.note_pair(self.f.ring, self.f.transfers, b.pc, to);
        if d.rd != DISCARD {
            self.code.set(self.f.r(d.rd), b.pc);
        }
        self.end_jump();
    }

    /// The delay slot of JMPL, and where it leads.
    fn end_jump(&mut self) {
        self.code.unknown(self.f.target);
        self.slot();
        self.retire();
        let out = self.code.leaving(Left::Behind);
        self.code.go_on_by_register(self.f.target, out);
    }

    /// The control transfer.
    fn transfer(&mut self, i: usize, b: &BlockInsn) {
        let kind = BranchKind::of(&b.insn);
        let target = branch::target(b.pc, &b.insn);
        let returns = self
            .insn(i + 1)
            .is_some_and(|slot| slot.insn.op == Op::Rett);
        match b.insn.op {
            Op::Bicc if !kind.is_unconditional() => self.branch(i, b),
            Op::Fbfcc if !kind.is_unconditional() => self.float_branch(i, b),
            Op::Bicc if kind.is_always() && !kind.annul => {
                self.add_meter(Meter::BranchesTaken, 1);
                self.goes_to(b.pc, target);
                self.slot();
                self.end(1);
            }
            Op::Call if self.reported => {
                self.code.by_handler(i);
                self.slot();
                self.end(1);
            }
            Op::Call => {
                self.code.set(self.f.r(15), b.pc);
                self.goes_to(b.pc, target);
                self.slot();
                self.end(1);
            }
            Op::Jmpl if !returns => self.jump(i, b),
            _ => {
                let rest = self.code.leaving(Left::Rest(i as u8));
                self.code.jump(rest);
            }
        }
    }

    /// Tests the conditions of the entry. Fewer tests are needed behind a node that ends in the first line and produces
    /// no result for which the first instruction waits.
    fn entry(&mut self) -> Entries {
        let t = self.t;
        let [full, linked, inside] = [(); 3].map(|()| self.code.label());
        self.code.known(self.f.target, t.pc);
        let front = self.code.leaving(Left::Front);
        let lines_behind = |node: &mut Self| {
            for n in 1..=u32::from(t.lines) {
                node.line_is_known(MemoLine::of(line(t.pc) + 32 * n), front);
            }
        };
        self.code.bind(full);
        self.code
            .unless_in_time(self.f.base, t.exit.last_issue, self.f.until, front);
        if t.reads != 0 {
            self.code.if_any(self.f.hazard, t.reads, front);
        }
        lines_behind(self);
        self.code.if_agrees(t.pc, self.f.tag, self.f.mask, inside);
        self.line_is_known(MemoLine::of(t.pc), front);
        self.add_meter(Meter::ICacheHits, 1);
        self.code.set(self.f.tag, t.pc);
        self.code.jump(inside);
        self.code.bind(linked);
        self.code
            .unless_in_time(self.f.base, t.exit.last_issue, self.f.until, front);
        lines_behind(self);
        self.code.bind(inside);
        self.code.set(self.f.hazard, t.produced);
        self.code.count();
        Entries { full, linked }
    }

    /// All of the node: where it begins, and where its links lead at first.
    fn write(&mut self) -> (Entries, Unlinked) {
        let t = self.t;
        let entries = self.entry();
        self.code.known(self.f.target, t.exit.target);
        self.code.known(self.f.link, 0);
        self.code.known(self.f.last_issue, t.exit.last_issue);
        (0..t.body.into()).for_each(|i| self.ordinary(i));
        match t.insns().get(usize::from(t.body)) {
            Some(b) => self.transfer(t.body.into(), b),
            None => self.end(0),
        }
        let taken = t
            .insns()
            .get(usize::from(t.body))
            .map_or(0, |b| branch::target(b.pc, &b.insn));
        let [behind, at_target, jump] =
            [(t.exit.target, 0), (taken, 1), (0, 0)].map(|(target, link)| {
                self.code.known(self.f.target, target);
                self.code.known(self.f.link, link);
                self.code.leaving(Left::Behind)
            });
        let unlinked = Unlinked {
            links: [behind, at_target, behind, behind],
            jump,
        };
        (entries, unlinked)
    }
}

/// Where a block goes behind its control transfer, a register says.
fn is_jump(t: &BlockTiming) -> bool {
    t.insns()
        .get(usize::from(t.body))
        .is_some_and(|b| b.class == Class::Jmpl)
}

/// A node lies in the line in which its predecessor ends, and waits for none of its results.
fn follows_closely(before: &BlockTiming, t: &BlockTiming) -> bool {
    let end = if before.lines != 0 {
        before.last_line
    } else {
        before.pc
    };
    line(end) == line(t.pc) && before.produced & t.reads == 0
}

/// How execution of code has ended.
pub(crate) enum Ran {
    /// In front of a node.
    Front,
    /// The node was executed, and all of it was metered.
    Retired,
    /// Its last instruction executed was left so.
    Done(Done),
}

/// Makes code of node `id`.
#[cold]
#[inline(never)]
fn translate(
    translation: &mut Translation<Leon>,
    blocks: &Blocks,
    id: NodeId,
    timing: &TimingParams,
    reported: bool,
) {
    let t = &blocks.at(id).timing;
    let lowered = t
        .insns()
        .iter()
        .map(|b| lowered(&b.insn))
        .collect::<Vec<_>>();
    let fields = &translation.fields;
    let made = translation
        .translator
        .translate(id.index(), &t.details.insns, |code| {
            let mut node = Node {
                code,
                f: fields,
                t,
                timing,
                lowered: &lowered,
                reported,
                known: Known::default(),
            };
            node.write()
        });
    if let Some(made) = made {
        t.code.set(made.number());
    }
}

/// Code of `from`, which was executed to its end, continues with that of the node behind it, if both are known.
fn link(
    translation: &mut Translation<Leon>,
    blocks: &Blocks,
    from: TranslatedId,
    t: &BlockTiming,
    next: NodeId,
    target: u32,
    link: u32,
) {
    let Some(following) = blocks.get_node(next) else {
        return;
    };
    let Some(to) = TranslatedId::of(following.timing.code.get()) else {
        return;
    };
    let all = !follows_closely(t, &following.timing);
    match is_jump(t) {
        true => translation.translator.link_jump(from, target, to, all),
        false => translation.translator.link(from, link as u8, to, all),
    }
}

/// A node was executed by its handlers: it is translated when it has been often.
#[inline(always)]
pub(crate) fn warm(core: &mut Leon, blocks: &Blocks, id: NodeId, t: &BlockTiming) {
    if t.heat.is_hot(core.common.translate) {
        translate_hot(core, blocks, id);
    }
}

#[cold]
#[inline(never)]
fn translate_hot(core: &mut Leon, blocks: &Blocks, id: NodeId) {
    if core.common.translate == Translate::Never {
        return;
    }
    if core.translation.is_none() {
        *core.translation = Translation::new(Fields::of(core)).map(Box::new);
    }
    match &mut *core.translation {
        Some(translation) => {
            let reported = core.flow != ControlFlow::Unreported;
            translate(translation, blocks, id, &core.params.timing, reported);
        }
        None => core.common.translate = Translate::Never,
    }
}

/// Executes the code of node `id`, and that of nodes behind it. `id` is the last one then.
#[inline(always)]
pub(crate) fn run(
    core: &mut Leon,
    blocks: &Blocks,
    id: &mut NodeId,
    code: TranslatedId,
    cx: &mut RunCx<'_>,
) -> Ran {
    let Some(mut translation) = core.translation.take() else {
        return Ran::Front;
    };
    let (at, left) = translation.translator.enter(code, core, cx);
    *id = blocks.id_at(translation.translator.node(at));
    let node = blocks.at(*id);
    let t = &node.timing;
    let ran = match left {
        Left::Front => Ran::Front,
        Left::Behind => {
            if is_jump(t) {
                core.exit.link = u32::from((core.exit.target >> 2) as u8);
            }
            let outcome = core.outcome();
            link(
                &mut translation,
                blocks,
                at,
                t,
                node.next(outcome),
                outcome.next,
                outcome.link,
            );
            Ran::Retired
        }
        Left::Rest(i) => {
            if is_jump(t) {
                core.exit.link = u32::from((core.exit.target >> 2) as u8);
            }
            Ran::Done(run_rest(core, t, i, cx))
        }
        Left::Stopped(done) => Ran::Done(Done::of(done)),
    };
    if let Ran::Done(done) = ran
        && done != Done::Yes
        && !core.is_at_end(t, done)
    {
        // It is taken back as that of a node that handlers execute is.
        translation.translator.uncount(at);
        blocks.execute(*id);
    }
    *core.translation = Some(translation);
    ran
}

/// Executes a node from its instruction `i` on, by handlers.
#[inline(never)]
fn run_rest(core: &mut Leon, t: &BlockTiming, i: u8, cx: &mut RunCx<'_>) -> Done {
    let mut b = &*t.first;
    for _ in 0..i {
        match &b.next {
            Some(next) => b = next,
            None => return Done::Yes,
        }
    }
    (b.run)(core, cx, b)
}
