//! Blocks in machine code of the host: what they are timed and metered as, and how they end. Their semantics come from
//! [`lowered`]; what is seldom stays with its handlers.
//!
//! Code does what `block_exec` does with a node that is executed as a whole. It tests the conditions of entry first,
//! and changes nothing before all of them hold. Otherwise the interpreter takes over in front of the node. The
//! conditions for code at hand and for pending work do not change while code runs.

use crate::blocks::{self, Done, ExecCx};
use crate::code::{Fields, OfCore, Translation};
use crate::core::TriCore;
use crate::decoded::NONE;
use crate::lowered::{condition, lowered};
use crate::memory::FetchedFrom;
use crate::meters::Meter;
use crate::pipeline::{BlockTiming, Branch, BranchOutcome, Chain, CodeOf, Pipe, Predictor, Rule};
use crate::state::{CoreReg, State};
use std::sync::Arc;
use trueboard_core::cpu::Translate;
use trueboard_core::mem::Memory;
use trueboard_core::uarch::memo::MemoLine;
use trueboard_engine::blocks::NodeId;
use trueboard_engine::lower::Value;
use trueboard_jit::{
    Base, Code, Direct, Entries, Field, Guest, Left, Place, Places, Rings, Table, Target,
    TranslatedId, Unlinked, Window,
};

/// Bytes of a line of code, as an exponent of 2.
const LINE_SHIFT: u32 = 5;

type Blocks = blocks::Blocks<TriCore>;
type BlockInsn = blocks::BlockInsn<TriCore>;
type End = blocks::End<TriCore>;
/// A TriCore, as what is translated.
type OfTriCore = OfCore<TriCore>;

impl Guest for OfTriCore {
    type Core = TriCore;
    type Cx<'a> = Memory;
    type Insn = BlockInsn;
    type Machine = State;

    #[inline(always)]
    fn memory<'c>(core: &TriCore, memory: &'c mut Memory) -> Direct<'c> {
        let (bytes, guard) = core.mem.own_bytes(memory);
        Direct { bytes, guard }
    }

    #[inline(always)]
    fn accesses_below(core: &TriCore) -> usize {
        core.mem.own_accessed_below()
    }

    #[inline(always)]
    fn table(core: &mut TriCore) -> Table<'_> {
        Table::Bytes(core.pipe.predictor().counters())
    }

    #[inline(always)]
    fn execute(core: &mut TriCore, memory: &mut Memory, insn: &BlockInsn) -> u8 {
        (insn.handler)(&mut ExecCx { core, memory }, insn) as u8
    }
}

impl Fields<TriCore> {
    fn of(core: &TriCore) -> Fields<TriCore> {
        Fields {
            registers: Field::of(core, |c| &c.st.r),
            psw: Field::of(core, |c| &c.st.psw),
            pc: Field::of(core, |c| &c.st.pc),
            now: Field::of(core, |c| &c.chain.now),
            until: Field::of(core, |c| &c.until),
            fetched: Field::of(core, |c| &c.chain.fetched),
            last_busy: Field::of(core, |c| &c.chain.last_busy),
            from_mac: Field::of(core, |c| &c.chain.from_mac),
            left: Field::of(core, |c| &c.chain.left),
            recent: Rings {
                words: Field::of(core, |c| &c.chain.recent),
                times: Field::of(core, |c| &c.chain.entered),
                appended: Field::of(core, |c| &c.chain.blocks),
            },
            looping: Field::of(core, |c| c.pipe.looping()),
            ring: Field::of(core, |c| c.history.ring().0),
            transfers: Field::of(core, |c| c.history.ring().1),
            meters: Field::of(core, |c| c.tally.sums()),
            code_lines: Field::of(core, |c| c.mem.known_code_lines()),
            at_hand: [
                Field::of(core, |c| c.mem.code_at_hand().0),
                Field::of(core, |c| c.mem.code_at_hand().1),
            ],
            direct: [
                Field::of(core, |c| c.mem.own_reached().0),
                Field::of(core, |c| c.mem.own_reached().1),
            ],
        }
    }

    fn meter(&self, m: Meter) -> Field<TriCore, u64> {
        self.meters.element(m as usize)
    }
}

/// Fields, and the own data scratchpad from this address on.
struct Near<'a> {
    fields: &'a Fields<TriCore>,
    base: u32,
}

impl Places<OfTriCore> for Near<'_> {
    fn register(&self, reg: CoreReg) -> Place<OfTriCore> {
        match reg {
            CoreReg::R(n) => Place::Word(self.fields.registers.element(n.into())),
            CoreReg::Psw => Place::Word(self.fields.psw),
        }
    }

    fn window(&self) -> Window<OfTriCore> {
        Window {
            base: Base::Known(self.base),
            bytes: self.fields.direct[0],
            stores: Some(self.fields.direct[1]),
            lane: None,
            big_endian: false,
            memo: None,
            noted: None,
        }
    }
}

/// A node while it is translated, and where it is.
struct Node<'a, 'c> {
    code: &'a mut Code<'c, OfTriCore>,
    core: &'a TriCore,
    f: &'a Fields<TriCore>,
    t: &'a BlockTiming,
    insns: &'a [BlockInsn],
    end: &'a End,
    id: NodeId,
    pc: u32,
    /// The physical address of its first byte.
    physical: u32,
    bytes: u32,
    from: FetchedFrom,
}

impl<'a> Node<'a, '_> {
    /// Where execution continues behind it, if its jump is taken or not.
    fn target(&self, taken: bool) -> u32 {
        match self.jump().filter(|_| taken) {
            Some((at, b)) => at.wrapping_add(b.insn.o as u32),
            None => self.pc.wrapping_add(self.bytes),
        }
    }

    /// Its jump, and the address of that.
    fn jump(&self) -> Option<(u32, &'a BlockInsn)> {
        let b = self.insns.get(self.end.body)?;
        let behind = self.pc.wrapping_add(self.bytes);
        Some((behind.wrapping_sub(b.insn.len.into()), b))
    }

    /// Fields, and the scratchpad by the address that a load most likely has.
    fn near(&self, b: &BlockInsn) -> Near<'a> {
        let va = match b.insn.b {
            NONE => b.insn.o as u32,
            base => self.core.st.reg(base),
        };
        Near {
            fields: self.f,
            base: self.core.mem.own_base(va),
        }
    }

    /// Tests the conditions of the entry. Fewer tests are needed behind a node that covers its lines.
    fn entry(&mut self) -> Entries {
        let [full, linked] = [(); 2].map(|()| self.code.label());
        self.code.known(self.f.pc, self.pc);
        let front = self.code.leaving(Left::Front);
        self.code.bind(full);
        match self.from {
            FetchedFrom::Cache => {
                let last = self.physical + self.bytes - 1;
                for line in self.physical >> LINE_SHIFT..=last >> LINE_SHIFT {
                    let (number, place) = MemoLine::of(line << LINE_SHIFT).number_and_place();
                    let known = self.f.code_lines.element(place);
                    self.code.unless_is(known, number, front);
                }
            }
            FetchedFrom::Range(from, len) => {
                self.code.unless_is(self.f.at_hand[0], from, front);
                self.code.unless_is(self.f.at_hand[1], len, front);
            }
        }
        self.code.bind(linked);
        let last = self.t.last.into();
        self.code
            .unless_in_time(self.f.now, last, self.f.until, front);
        Entries { full, linked }
    }

    /// All of it was executed, and its jump is about to be resolved.
    fn retire(&mut self) {
        let t = self.t;
        self.code.count();
        if self.from == FetchedFrom::Cache {
            self.add_meter(Meter::PcacheHits, t.fetches);
        }
        self.code
            .append(&self.f.recent, self.id.index() as u32, self.f.now);
        // A result that is ready within the block delays no code behind it.
        if t.busy >= t.next {
            self.code
                .raise_64(self.f.last_busy, self.f.now, t.busy.into());
        }
        self.code.and(self.f.from_mac, !t.written);
        self.code.or(self.f.from_mac, t.mac);
    }

    fn add_meter(&mut self, m: Meter, n: u8) {
        self.code.add_64(self.f.meter(m), n.into());
    }

    /// Continues behind it with this outcome; its rule predicted `guess`.
    fn leave(&mut self, guess: bool, outcome: BranchOutcome) {
        let cycles = u32::from(self.t.next) + u32::from(outcome.cycles);
        self.code.add_64(self.f.now, cycles as i32);
        if outcome.redirects() {
            // One less.
            self.code.set_sum_64(self.f.fetched, self.f.now, u32::MAX);
        } else {
            self.code.add_64(self.f.fetched, self.t.fetches.into());
        }
        self.add_meter(Meter::BranchesTaken, outcome.taken.into());
        self.add_meter(Meter::BranchMisses, outcome.missed.into());
        self.add_meter(Meter::BranchStalls, outcome.cycles);
        let link = u32::from(guess) << 1 | u32::from(outcome.taken);
        let redirected = match outcome.redirects() {
            true => Chain::REDIRECTED,
            false => 0,
        };
        self.code.set(self.f.left, link | redirected);
        if outcome.taken
            && let Some((at, _)) = self.jump()
        {
            let to = Target::Known(self.target(true));
            self.code.note_pair(self.f.ring, self.f.transfers, at, to);
        }
        self.code.go_on(link as u8);
    }

    /// The jump at `at` is taken, or is not.
    fn resolve(&mut self, branch: &Branch, (at, place): (u32, usize), taken: bool) {
        let other = self.code.label();
        match branch.rule() {
            Rule::Fixed => self.leave(false, branch.outcome(false, taken)),
            Rule::History => {
                let sure = if taken { Predictor::SURELY_TAKEN } else { 0 };
                self.code
                    .step_table(place, (Predictor::TAKEN, taken), other, sure);
                self.leave(taken, branch.outcome(taken, taken));
                self.code.bind(other);
                self.code.add_table(place, if taken { 1 } else { u8::MAX });
                self.leave(!taken, branch.outcome(!taken, taken));
            }
            Rule::Running => {
                self.code.unless_is(self.f.looping, at, other);
                let now = if taken { at } else { Pipe::NO_LOOP };
                if !taken {
                    self.code.set(self.f.looping, now);
                }
                self.leave(true, branch.outcome(true, taken));
                self.code.bind(other);
                self.code.set(self.f.looping, now);
                self.leave(false, branch.outcome(false, taken));
            }
            Rule::Target => self.code.fails(),
        }
    }

    /// The end of the node.
    fn finish(&mut self, place: usize) {
        let (Some((at, b)), Some(branch)) = (self.jump(), &self.end.branch) else {
            self.retire();
            return self.leave(false, BranchOutcome::default());
        };
        let (near, Some((lower, test))) = (self.near(b), condition(&b.insn)) else {
            return self.code.fails();
        };
        self.retire();
        self.add_meter(Meter::TotalBranch, 1);
        if let Value::Const(taken) = test {
            return self.resolve(branch, (at, place), taken != 0);
        }
        let not_taken = self.code.label();
        self.code.unless(lower.uops(), test, &near, not_taken);
        self.resolve(branch, (at, place), true);
        self.code.bind(not_taken);
        self.resolve(branch, (at, place), false);
    }

    /// All of the node: where it begins, and where its links lead at first. `place`: that of its jump in the table.
    fn write(&mut self, place: usize) -> (Entries, Unlinked) {
        let entries = self.entry();
        for (i, b) in self.insns.iter().enumerate().take(self.end.body) {
            match lowered(&b.insn) {
                Some(lower) => {
                    let near = self.near(b);
                    self.code.semantics(i, lower.uops(), &near, None);
                }
                None => self.code.by_handler(i),
            }
        }
        self.finish(place);
        let [ahead, at_target] = [false, true].map(|taken| {
            self.code.known(self.f.pc, self.target(taken));
            self.code.leaving(Left::Behind)
        });
        let unlinked = Unlinked {
            links: [ahead, at_target, ahead, at_target],
            jump: ahead,
        };
        (entries, unlinked)
    }
}

/// Where a node is, as far as its code depends on it.
#[derive(Clone, Copy)]
pub(crate) struct At {
    /// Its address, and the physical one.
    pub pc: u32,
    pub physical: u32,
}

/// How execution of code has ended.
pub(crate) enum Ran {
    /// In front of a node.
    Front,
    /// Behind a node, with this outcome.
    Retired(BranchOutcome),
    /// In a node, behind so many instructions.
    Within(usize),
}

/// Makes code of node `id`, which is at `at`. `None` if that may be tried again.
#[cold]
#[inline(never)]
fn translate(
    translation: &mut Translation<TriCore>,
    core: &mut TriCore,
    blocks: &Blocks,
    id: NodeId,
    at: At,
) -> Option<CodeOf> {
    let (block, node) = blocks.node(id);
    let bytes = block.bytes();
    let from = core.mem.fetched_from(at.pc, at.physical, bytes)?;
    let (insns, behind) = (block.insns(), at.pc.wrapping_add(bytes));
    let jump = insns.last().map_or(0, |b| b.insn.len);
    let place = core
        .pipe
        .predictor()
        .place(behind.wrapping_sub(jump.into()));
    let kept: Arc<[BlockInsn]> = insns.into();
    let fields = &translation.fields;
    let made = translation.translator.translate(id.index(), &kept, |code| {
        let mut node = Node {
            code,
            core,
            f: fields,
            t: &node.timing,
            insns,
            end: &block.extra,
            id,
            pc: at.pc,
            physical: at.physical,
            bytes,
            from,
        };
        node.write(place)
    });
    Some(CodeOf {
        number: made.map_or(0, TranslatedId::number),
        pc: at.pc,
        cached: from == FetchedFrom::Cache,
    })
}

/// Code of `from`, which is node `id` and was left with `outcome`, continues with that of the node behind it, if both
/// are known.
fn link(
    translation: &mut Translation<TriCore>,
    blocks: &Blocks,
    (from, id): (TranslatedId, NodeId),
    outcome: BranchOutcome,
    (link, pc): (u32, u32),
) {
    let node = blocks.at(id);
    let Some(following) = blocks.get_node(node.next(outcome)) else {
        return;
    };
    let next = following.timing.code.get();
    if next.pc != pc {
        return;
    }
    if let Some(to) = TranslatedId::of(next.number) {
        let lines = |pc: u32, bytes| (pc >> LINE_SHIFT, (pc + (bytes - 1)) >> LINE_SHIFT);
        let code = node.timing.code.get();
        let (first, last) = lines(code.pc, blocks.of(node).bytes());
        let (next_first, next_last) = lines(next.pc, blocks.of(following).bytes());
        let lies_in_it = first <= next_first && next_last <= last;
        let known = code.cached == next.cached && (!code.cached || lies_in_it);
        translation
            .translator
            .link(from, (link & 3) as u8, to, !known);
    }
}

/// Node `id`, which is at `at`, was executed by its handlers: it is translated when it has been often.
#[inline(always)]
pub(crate) fn warm(core: &mut TriCore, blocks: &Blocks, (id, t): (NodeId, &BlockTiming), at: At) {
    if t.heat.is_hot(core.common.translate) {
        translate_hot(core, blocks, (id, t), at);
    }
}

#[cold]
#[inline(never)]
fn translate_hot(core: &mut TriCore, blocks: &Blocks, (id, t): (NodeId, &BlockTiming), at: At) {
    if core.common.translate == Translate::Never {
        return;
    }
    if core.translation.is_none() {
        *core.translation = Translation::new(Fields::of(core)).map(Box::new);
    }
    let Some(mut translation) = core.translation.take() else {
        core.common.translate = Translate::Never;
        return;
    };
    match translate(&mut translation, core, blocks, id, at) {
        Some(code) => t.code.set(code),
        None => t.heat.try_again(),
    }
    *core.translation = Some(translation);
}

/// Executes the code of node `id`, and that of nodes behind it. `id` is the last one then, and the program counter is in
/// front of it, or behind it if it has retired.
#[inline(always)]
pub(crate) fn run(
    core: &mut TriCore,
    memory: &mut Memory,
    blocks: &Blocks,
    id: &mut NodeId,
    code: TranslatedId,
) -> Ran {
    let Some(mut translation) = core.translation.take() else {
        return Ran::Front;
    };
    let (at, left) = translation.translator.enter(code, core, memory);
    *id = blocks.id_at(translation.translator.node(at));
    let ran = match left {
        Left::Front => Ran::Front,
        Left::Behind => {
            let how = core.chain.left;
            let [taken, guess] = [Chain::TAKEN, Chain::GUESS].map(|bit| how & bit != 0);
            let branch = blocks.node(*id).0.extra.branch;
            let outcome = branch.map_or_else(BranchOutcome::default, |branch| {
                branch.outcome(guess, taken)
            });
            link(
                &mut translation,
                blocks,
                (at, *id),
                outcome,
                (how, core.st.pc),
            );
            Ran::Retired(outcome)
        }
        Left::Rest(i) => Ran::Within(i.into()),
        Left::Stopped(done) => {
            let written = done == Done::CodeWritten as u8;
            core.pending_work |= written;
            Ran::Within(usize::from(core.stopped) + usize::from(written))
        }
    };
    *core.translation = Some(translation);
    ran
}
