//! Blocks in machine code of the host: timing, metering and exits. Their semantics come from [`lowered`]. Flags of
//! operations are computed only where they may be read.
//!
//! Code does what `block_exec` does with a node of all instructions of its block. It is entered outside of hardware
//! loops, without listeners of calls, and without a load from outside in flight. None of this changes while code runs,
//! nor does the page, the mode of the FPU, or what the mesh does to the SRAM.

use crate::blocks::{self, Block, Blocks};
use crate::code::{Fields, OfCore, Translation};
use crate::core::Ecore;
use crate::counters::events::Counted;
use crate::decoded::{DecodedInsn, FLAGS, SINK, result};
use crate::fpu::Mode;
use crate::isa::{Access, Group, Op, Opcode};
use crate::lowered::{lowered, resolve};
use crate::memory::bank_use::{BANK, fetched_behind};
use crate::memory::map::SRAM;
use crate::params::TimingParams;
use crate::pipeline::timing::{BlockTiming, CodeOf, Issues};
use crate::slice::Limits;
use crate::state::{CoreReg, LR, State};
use crate::status::{AZ, BN, BZ, FPU_FLAGS};
use std::sync::Arc;
use trueboard_core::cpu::Translate;
use trueboard_core::mem::Memory;
use trueboard_engine::blocks::NodeId;
use trueboard_engine::lower::{Lower, Value};
use trueboard_engine::ops::Binary;
use trueboard_jit::{
    Banks, Base, Code, Direct, Entries, Field, Flags, Guest, Label, Left, Noted, Place, Places,
    Second, SingleFlags, SingleOp, Table, Target, TranslatedId, Unlinked, Window,
};

/// An eCore, as what is translated.
type OfEcore = OfCore<Ecore>;

/// What code runs with.
pub(crate) struct InCode<'a> {
    pub memory: &'a mut Memory,
    pub lim: &'a Limits,
}

/// An instruction of a node, for its handler.
#[derive(Clone)]
pub(crate) struct CodeInsn {
    pub op: Op,
    /// Its number.
    pub i: u8,
    pub issues: Issues,
    /// Where lines are fetched from.
    pub bank: u32,
    /// The first instruction of the node can be issued with the one before it.
    pub pair: bool,
}

/// In the answer of a handler: the access is to another bank than the timing assumes. The rest is the number of the
/// instruction, plus one.
const MISPREDICTED: u8 = 0x20;

impl Guest for OfEcore {
    type Core = Ecore;
    type Cx<'a> = InCode<'a>;
    type Insn = CodeInsn;
    type Machine = State;

    #[inline(always)]
    fn memory<'c>(core: &Ecore, cx: &'c mut InCode<'_>) -> Direct<'c> {
        let (bytes, guard) = cx.memory.direct(core.sram);
        Direct { bytes, guard }
    }

    #[inline(always)]
    fn accesses_below(_: &Ecore) -> usize {
        SRAM as usize
    }

    #[inline(always)]
    fn table(core: &mut Ecore) -> Table<'_> {
        Table::Words(core.touched.words())
    }

    const SMALL_NUMBERS_ARE_ZEROS: bool = true;

    #[inline(always)]
    fn execute(core: &mut Ecore, cx: &mut InCode<'_>, insn: &CodeInsn) -> u8 {
        let sram = cx.memory.region_mut(core.sram);
        match core.execute_for_code(insn, sram, cx.lim) {
            Ok(()) => 0,
            Err(mispredicted) => (insn.i + 1) | if mispredicted { MISPREDICTED } else { 0 },
        }
    }
}

impl Fields<Ecore> {
    fn of(core: &Ecore) -> Fields<Ecore> {
        Fields {
            registers: Field::of(core, |c| &c.st.r),
            status: Field::of(core, |c| &c.st.status),
            pc: Field::of(core, |c| &c.live.pc),
            now: Field::of(core, |c| &c.live.now),
            pair: Field::of(core, |c| &c.live.pair),
            line: Field::of(core, |c| &c.live.line),
            early_end_from: Field::of(core, |c| &c.live.early_end_from),
            until: Field::of(core, |c| &c.live.until),
            ready: Field::of(core, |c| c.ready.all()),
            maybe_pending: Field::of(core, |c| &c.ready.maybe_pending),
            counted: Field::of(core, |c| c.counts.counted()),
            last_use: Field::of(core, |c| c.banks[0].words().0),
            uses: Field::of(core, |c| c.banks[0].words().1),
            ring: Field::of(core, |c| c.history.ring().0),
            transfers: Field::of(core, |c| c.history.ring().1),
            reached: [
                Field::of(core, |c| &c.for_code.reached[0]),
                Field::of(core, |c| &c.for_code.reached[1]),
            ],
            taken: Field::of(core, |c| &c.for_code.taken),
        }
    }

    fn register(&self, n: u8) -> Field<Ecore, u32> {
        self.registers.element(usize::from(n & 63))
    }

    fn ready(&self, place: u8) -> Field<Ecore, u64> {
        self.ready.element(usize::from(place & 127))
    }
}

/// Fields, and how the access of an instruction is noted.
struct Near<'a> {
    fields: &'a Fields<Ecore>,
    /// When it is, and the bank that it has to be in or not.
    at: i32,
    expected: Option<(u32, u32, bool)>,
}

impl Places<OfEcore> for Near<'_> {
    fn register(&self, reg: CoreReg) -> Place<OfEcore> {
        Place::Word(match reg {
            CoreReg::R(n) => self.fields.register(n),
            CoreReg::Status => self.fields.status,
        })
    }

    fn window(&self) -> Window<OfEcore> {
        let f = self.fields;
        Window {
            base: Base::Known(0),
            bytes: f.reached[0],
            stores: Some(f.reached[1]),
            lane: None,
            big_endian: false,
            memo: None,
            noted: Some(Noted {
                time: f.now,
                at: self.at,
                expected: self.expected,
                banks: Banks {
                    shift: BANK.trailing_zeros() as u8,
                    count: (BANK >> BANK.trailing_zeros()) + 1,
                    last: f.last_use,
                    cycles: f.uses,
                },
                bytes: SRAM,
            }),
        }
    }
}

/// The function of an integer operation with flags, and whether its second operand is the number.
fn word_operation(opcode: Opcode) -> Option<(Binary, bool)> {
    Some(match opcode {
        Opcode::Add => (Binary::Add, false),
        Opcode::AddI => (Binary::Add, true),
        Opcode::Sub => (Binary::Sub, false),
        Opcode::SubI => (Binary::Sub, true),
        Opcode::And => (Binary::And, false),
        Opcode::Orr => (Binary::Or, false),
        Opcode::Eor => (Binary::Xor, false),
        Opcode::Lsl => (Binary::ShiftLeft, false),
        Opcode::LslI => (Binary::ShiftLeft, true),
        Opcode::Lsr => (Binary::ShiftRight, false),
        Opcode::LsrI => (Binary::ShiftRight, true),
        Opcode::Asr => (Binary::ShiftRightSigned, false),
        Opcode::AsrI => (Binary::ShiftRightSigned, true),
        _ => return None,
    })
}

/// The function of an operation of the FPU that code has.
fn single_operation(opcode: Opcode) -> Option<SingleOp> {
    Some(match opcode {
        Opcode::Fadd => SingleOp::Sum,
        Opcode::Fsub => SingleOp::Difference,
        Opcode::Fmul => SingleOp::Product,
        Opcode::Fmadd => SingleOp::PlusProduct,
        Opcode::Fmsub => SingleOp::MinusProduct,
        _ => return None,
    })
}

/// Whether an instruction sets the flags of integer operations, or those of the FPU, without regard to what they were.
fn sets_flags(op: &Op) -> [bool; 2] {
    let integer = word_operation(op.opcode).is_some() || op.opcode == Opcode::Bitr;
    [integer, op.group == Group::Fpu]
}

/// Whether the flags of instruction `i` of `body` may be read: of integer operations or, if `fpu`, of the FPU. Code may
/// be left at a load or store.
fn are_flags_seen(body: &[Op], i: usize, fpu: bool) -> bool {
    for op in body.iter().skip(i + 1) {
        if op.opcode.traits().access != Access::None || op.opcode == Opcode::MovCc {
            return true;
        }
        if sets_flags(op)[usize::from(fpu)] {
            return false;
        }
    }
    true
}

/// A node while it is translated.
struct Node<'a, 'c> {
    code: &'a mut Code<'c, OfEcore>,
    f: &'a Fields<Ecore>,
    t: &'a BlockTiming,
    block: &'a Block,
    mode: Mode,
    params: &'a TimingParams,
}

impl<'a> Node<'a, '_> {
    /// How much earlier than [`Fields::now`] the node begins.
    fn pair(&self) -> i32 {
        self.t.entry.pair().into()
    }

    /// The address behind it.
    fn behind(&self) -> u32 {
        self.block.extra.pc.wrapping_add(self.block.bytes())
    }

    /// Its branch, and the address of that.
    fn branch(&self) -> Option<(u32, &'a DecodedInsn)> {
        let s = self.block.insns().get(self.block.extra.body.len())?;
        Some((self.behind().wrapping_sub(s.op.len.into()), s))
    }

    fn near(&self, i: usize) -> Near<'a> {
        let issue = self.t.issues.of(i);
        let bank = fetched_behind(self.block.extra.pc) & BANK;
        Near {
            fields: self.f,
            at: i32::from(issue.at()) - self.pair(),
            expected: issue.expects().map(|same| (BANK, bank, same)),
        }
    }

    /// Tests the conditions of the entry. Fewer tests are needed behind a node that decides all results in flight.
    fn entry(&mut self) -> Entries {
        let [full, linked] = [(); 2].map(|()| self.code.label());
        let (f, t, pair) = (self.f, self.t, self.pair());
        self.code.known(f.pc, self.block.extra.pc);
        let front = self.code.leaving(Left::Front);
        self.code.bind(full);
        self.code.unless_8(f.pair.byte(), pair as u8, front);
        let line = t.entry.line();
        let due = (f.now, i32::from(line) - pair);
        self.code.unless_cycle(f.line, due, line == 0, front);
        let in_flight: Vec<_> = t
            .entry
            .results()
            .map(|(place, after)| (place, i32::from(after) - 8 * pair))
            .collect();
        let (registers, flags) = self.block.extra.waits;
        let waits = (0..64).filter(|place| registers >> place & 1 != 0);
        let waits = waits.chain(flags.then_some(FLAGS));
        let others = waits.filter(|place| in_flight.iter().all(|(known, _)| known != place));
        let others: Vec<_> = others.map(|place| f.ready(place)).collect();
        let exactly: Vec<_> = in_flight
            .iter()
            .map(|&(place, after)| (f.ready(place), after))
            .collect();
        let before = BlockTiming::LEAST_PENDING as i32 - 8 * pair;
        self.code
            .unless_moments(f.now, &exactly, (&others, before), front);
        self.code.bind(linked);
        let last = (i32::from(t.last) - pair).max(0);
        self.code.unless_in_time(f.now, last as u32, f.until, front);
        Entries { full, linked }
    }

    /// Instruction `i`.
    fn instruction(&mut self, i: usize, op: &Op) {
        let (f, body) = (self.f, &self.block.extra.body);
        if let Some((function, number)) = word_operation(op.opcode) {
            let second = match number {
                true => Second::Number(op.imm as u32),
                false => Second::Word(f.register(op.rm)),
            };
            let flags = are_flags_seen(body, i, false).then(|| Flags {
                word: f.status,
                lowest: AZ.trailing_zeros() as u8,
            });
            let (to, first) = (f.register(op.rd), f.register(op.rn));
            self.code
                .word_operation(i, function, to, (first, &second), flags.as_ref());
            return;
        }
        if op.group == Group::Fpu {
            match single_operation(op.opcode).filter(|_| self.mode == Mode::Nearest) {
                Some(function) => self.single(i, op, function),
                None => self.code.by_handler(i),
            }
            return;
        }
        match lowered(op) {
            Some(lower) => {
                let near = self.near(i);
                self.code.semantics(i, lower.uops(), &near, None);
            }
            None => self.code.by_handler(i),
        }
    }

    fn single(&mut self, i: usize, op: &Op, function: SingleOp) {
        let f = self.f;
        let flags = are_flags_seen(&self.block.extra.body, i, true).then(|| SingleFlags {
            word: f.status,
            replaced: FPU_FLAGS,
            zero: BZ,
            sign: BN.trailing_zeros() as u8,
        });
        let operands = [op.rn, op.rm].map(|n| f.register(n));
        self.code
            .single_operation(i, function, f.register(op.rd), operands, flags.as_ref());
    }

    /// All of it was executed, and its branch is about to be resolved.
    fn retire(&mut self) {
        let (f, t, pair) = (self.f, self.t, self.pair());
        self.code.count();
        let results = t.results.iter();
        let results = results.map(|&(place, code)| (f.ready(place), i32::from(code) - 8 * pair));
        self.code.set_moments(f.now, results);
        self.may_be_pending(t.maybe_pending);
    }

    fn may_be_pending(&mut self, registers: u64) {
        let all = self.f.maybe_pending;
        self.code.or(all.low(), registers as u32);
        self.code.or(all.high(), (registers >> 32) as u32);
    }

    /// Continues behind it.
    fn go_on(&mut self) {
        let (f, t, pair) = (self.f, self.t, self.pair());
        if t.line != 0 {
            let line = (i32::from(t.line) - pair) as u32;
            self.code.set_sum_64(f.line, f.now, line);
        }
        self.code.add_64(f.now, i32::from(t.now) - pair);
        self.set_pair(t.pair);
        self.code.go_on(0);
    }

    fn set_pair(&mut self, pair: bool) {
        if pair != self.t.entry.pair() {
            self.code.set_8(self.f.pair.byte(), pair.into());
        }
    }

    /// The branch `s` at `pc` is taken to `target`.
    fn jump(&mut self, s: &DecodedInsn, pc: u32, target: u32) {
        let f = self.f;
        let at = i32::from(self.t.last) - self.pair();
        if s.op.opcode.traits().links {
            let ready = 8 * at + i32::from(s.latency);
            self.code.set_moments(f.now, [(f.ready(LR), ready)]);
            self.may_be_pending(1 << LR);
        }
        let cycles = i32::from(self.params.branch_cycles);
        self.code.add_64(f.now, at + 1 + cycles);
        self.set_pair(false);
        self.code
            .set_sum_64(f.line, f.now, (target & 7 != 0).into());
        let counted = |of: Counted| f.counted.element(of as usize);
        self.code.add_64(counted(Counted::BranchesTaken), 1);
        self.code.add_64(counted(Counted::BranchRefill), cycles);
        self.code
            .note_pair(f.ring, f.transfers, pc, Target::Known(target));
        let early = self.left_behind(target, true);
        self.code.unless_before(f.now, f.early_end_from, early);
        self.code.go_on(1);
    }

    /// Where code is left behind it.
    fn left_behind(&mut self, pc: u32, taken: bool) -> Label {
        self.code.known(self.f.pc, pc);
        self.code.known(self.f.taken, taken.into());
        self.code.leaving(Left::Behind)
    }

    /// The end of the node: the target of its branch, if it has one with a known target.
    fn finish(&mut self) -> Option<u32> {
        let Some((pc, s)) = self.branch() else {
            self.retire();
            self.go_on();
            return None;
        };
        let body = self.block.extra.body.len();
        let mut lower = Lower::default();
        let (taken, Value::Const(target)) = resolve(&mut lower, &s.op, pc)? else {
            // The interpreter ends it.
            let rest = self.code.leaving(Left::Rest(body as u8));
            self.code.jump(rest);
            return None;
        };
        self.retire();
        let near = self.near(body);
        if let Value::Const(_) = taken.bit() {
            self.code.semantics(body, lower.uops(), &near, None);
            self.jump(s, pc, target);
            return Some(target);
        }
        let not_taken = self.code.label();
        self.code
            .unless(lower.uops(), taken.bit(), &near, not_taken);
        self.jump(s, pc, target);
        self.code.bind(not_taken);
        // That of no result.
        let sunk = 8 * (i32::from(self.t.last) - self.pair());
        self.code
            .set_moments(self.f.now, [(self.f.ready(SINK), sunk)]);
        self.go_on();
        Some(target)
    }

    /// All of it: where it begins, and where its links lead at first.
    fn write(&mut self) -> (Entries, Unlinked) {
        let entries = self.entry();
        for (i, op) in self.block.extra.body.iter().enumerate() {
            self.instruction(i, op);
        }
        let target = self.finish();
        let ahead = self.left_behind(self.behind(), false);
        let at_target = self.left_behind(target.unwrap_or(0), true);
        let unlinked = Unlinked {
            links: [ahead, at_target, ahead, at_target],
            jump: ahead,
        };
        (entries, unlinked)
    }
}

/// How execution of code has ended.
pub(crate) enum Ran {
    /// In front of a node.
    Front,
    /// Behind a node with a branch that was taken or not.
    Retired(bool),
    /// In a node, in front of the instruction of this number: the rest of it is left to the interpreter.
    Rest(usize),
    /// In a node, at the instruction of this number. It may be for the bank that it accesses.
    At(usize, bool),
}

/// Node `id` was executed by the interpreter: it is translated when it has been often.
#[inline(always)]
pub(crate) fn warm(core: &mut Ecore, blocks: &Blocks, id: NodeId, lim: &Limits) {
    let t = &blocks.at(id).timing;
    if t.heat.is_hot(core.common.translate) && core.common.translate != Translate::Never {
        translate(core, blocks, id, lim.mode);
    }
}

#[cold]
#[inline(never)]
fn translate(core: &mut Ecore, blocks: &Blocks, id: NodeId, mode: Mode) {
    if core.translation.is_none() {
        *core.translation = Translation::new(Fields::of(core)).map(Box::new);
    }
    let Some(mut translation) = core.translation.take() else {
        core.common.translate = Translate::Never;
        return;
    };
    let (block, node) = blocks.node(id);
    let t = &node.timing;
    let bank = fetched_behind(block.extra.pc);
    let insns: Arc<[CodeInsn]> = (0..)
        .zip(&block.extra.body)
        .map(|(i, op)| CodeInsn {
            op: *op,
            i,
            issues: t.issues,
            bank,
            pair: t.entry.pair(),
        })
        .collect();
    let fields = &translation.fields;
    let made = translation
        .translator
        .translate(id.index(), &insns, |code| {
            let mut node = Node {
                code,
                f: fields,
                t,
                block,
                mode,
                params: &core.params.timing,
            };
            node.write()
        });
    if let Some(made) = made {
        let number = made.number();
        t.code.set(CodeOf { number, mode });
    }
    *core.translation = Some(translation);
}

/// Executes the code of node `id`, and that of nodes behind it. `id` is the last one then; the core is in front of it, or
/// behind it if it has retired.
#[inline(always)]
pub(crate) fn run(
    core: &mut Ecore,
    cx: &mut InCode<'_>,
    blocks: &Blocks,
    id: &mut NodeId,
    code: TranslatedId,
) -> Ran {
    let Some(mut translation) = core.translation.take() else {
        return Ran::Front;
    };
    let stores = if core.st.memprotect == 0 { SRAM } else { 0 };
    core.for_code.reached = [SRAM, stores];
    let (at, left) = translation.translator.enter(code, core, cx);
    *id = blocks.id_at(translation.translator.node(at));
    *core.translation = Some(translation);
    match left {
        Left::Front => Ran::Front,
        Left::Behind => Ran::Retired(core.for_code.taken != 0),
        Left::Rest(i) => Ran::Rest(i.into()),
        Left::Stopped(answer) => {
            let i = usize::from(answer & !MISPREDICTED) - 1;
            Ran::At(i, answer & MISPREDICTED != 0)
        }
    }
}

/// Code of node `from` continues with that of node `to`, if both have code for one mode, and lie in one page.
pub(crate) fn link(core: &mut Ecore, blocks: &Blocks, from: NodeId, taken: bool, to: NodeId) {
    let [(from, a), (to, b)] = [from, to].map(|id| blocks.node(id));
    let [before, behind] = [a, b].map(|node| node.timing.code.get());
    let pages = [from, to].map(|block| block.extra.pc >> 12);
    if before.mode != behind.mode || pages[0] != pages[1] {
        return;
    }
    let all = !follows_closely(&a.timing, taken, to, &core.params.timing);
    if let Some(translation) = &mut *core.translation
        && let [Some(before), Some(behind)] = [before, behind].map(|c| TranslatedId::of(c.number))
    {
        translation
            .translator
            .link(before, taken.into(), behind, all);
    }
}

/// Whether a node decides all results in flight for a block behind it: the block waits for no other result, or the node
/// takes longer than any result.
fn follows_closely(t: &BlockTiming, taken: bool, block: &Block, p: &TimingParams) -> bool {
    let (registers, flags) = block.extra.waits;
    if registers & !t.decided.0 == 0 && (!flags || t.decided.1) {
        return true;
    }
    let latest = [
        8 * (u32::from(p.fpu_cycles) + 1) + result::FPU as u32,
        8 * (u32::from(p.load_cycles) + 1) + result::LOAD as u32,
        8 * (u32::from(p.narrow_load_cycles) + 1) + result::NARROW as u32,
        8 + result::INTEGER as u32,
    ];
    let cycles = match taken {
        true => u32::from(t.last) + 1 + u32::from(p.branch_cycles),
        false => u32::from(t.now) - u32::from(t.pair),
    };
    let least = BlockTiming::LEAST_PENDING as u32;
    latest.iter().all(|&latest| latest < 8 * cycles + least)
}

impl blocks::Extra {
    /// Its accesses are taken to be in the banks that `t` assumes.
    pub(crate) fn expect(&self, t: &BlockTiming) {
        self.same.set(t.same);
    }
}
