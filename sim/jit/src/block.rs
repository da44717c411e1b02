//! Code of one block: entry, instructions, and the ways out.
//!
//! The hot path is one line of code. What is seldom is emitted behind it: an instruction that goes to its handler after
//! all, and the ways back to the interpreter.

use crate::asm::{Alu, Asm, Cond, Label, Mem, RAX, RBP, RBX, RCX, RDI, RDX, RSI, Reg, Src};
use crate::field::Field;
use crate::memory::{CX, Guest, TABLE, shared};
use crate::values::Values;
use cranelift_assembler_x64::Scale;
use std::sync::Arc;

/// How code was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// In front of a node, which was not begun.
    Front,
    /// Behind a node with a link that leads to no code.
    Behind,
    /// In front of the instruction of this number, in a node that was begun.
    Rest(u8),
    /// At an instruction; its handler returned this.
    Stopped(u8),
}

impl Left {
    const FRONT: u32 = 0x40;
    const BEHIND: u32 = 0x41;
    const REST: u32 = 0x80;

    /// Of the low byte that code leaves with.
    pub(crate) fn of(code: u8) -> Left {
        match u32::from(code) {
            Left::FRONT => Left::Front,
            Left::BEHIND => Left::Behind,
            rest if rest & Left::REST != 0 => Left::Rest(code & 0x7f),
            _ => Left::Stopped(code),
        }
    }
}

/// A field that has a known value when code is left or a handler is called.
struct Set {
    offset: i32,
    value: u32,
    wide: bool,
    /// The guest has it.
    done: bool,
}

enum Cold {
    /// The handler of instruction `insn` in place of its code.
    Handler {
        at: Label,
        insn: usize,
        back: Label,
        values: Values,
        sets: Vec<(i32, u32, bool)>,
    },
    /// Code is left.
    Leave {
        at: Label,
        how: u32,
        sets: Vec<(i32, u32, bool)>,
    },
    /// The first execution since they were handed out.
    First { at: Label, back: Label },
    /// A detour, as it is emitted.
    Detour {
        at: Label,
        emit: Box<dyn FnOnce(&mut Asm)>,
    },
}

/// Code of a node under construction.
pub struct Code<'a, G: Guest> {
    pub(crate) asm: Asm,
    pub(crate) values: Values,
    /// The operation of the current instruction with flags in the host's flags, until another operation sets them.
    pub(crate) flags_of: Option<usize>,
    node: u32,
    insns: &'a Arc<[G::Insn]>,
    sets: Vec<Set>,
    cold: Vec<Cold>,
    stop: Label,
    failed: bool,
    /// Bytes of the table that it uses.
    table: usize,
    /// It uses the lane.
    pub(crate) lane: bool,
}

/// Links of a node, besides jumps by a register.
pub(crate) const LINKS: usize = 4;

/// Code of a node, with the offsets of its entries and of what its links lead to at first.
pub(crate) struct Assembled {
    pub bytes: Vec<u8>,
    pub entries: [usize; 2],
    pub unlinked: [usize; LINKS],
    pub unlinked_jump: usize,
    pub table: usize,
    pub lane: bool,
}

/// What links lead to as long as there is no code behind them.
pub struct Unlinked {
    /// By link.
    pub links: [Label; LINKS],
    /// Those of a jump by a register.
    pub jump: Label,
}

/// Where code of a node begins.
pub struct Entries {
    /// With all that is to be looked at.
    pub full: Label,
    /// From a node behind which less is.
    pub linked: Label,
}

impl<'a, G: Guest> Code<'a, G> {
    /// Of node `node` with instructions `insns`.
    pub(crate) fn new(node: u32, insns: &'a Arc<[G::Insn]>) -> Code<'a, G> {
        let mut asm = Asm::default();
        let stop = asm.label();
        Code {
            asm,
            values: Values::default(),
            flags_of: None,
            node,
            insns,
            sets: Vec::new(),
            cold: Vec::new(),
            stop,
            failed: false,
            table: 0,
            lane: false,
        }
    }

    /// No code is made of the node.
    pub fn fails(&mut self) {
        self.failed = true;
    }

    /// A label.
    pub fn label(&mut self) -> Label {
        self.asm.label()
    }

    /// The next instruction of the host is at `label`.
    pub fn bind(&mut self, label: Label) {
        self.asm.bind(label);
    }

    /// Continues at `label`.
    pub fn jump(&mut self, label: Label) {
        self.asm.jump(label);
    }

    /// `field` has the value `value` when a handler looks, and when code is left.
    pub fn known(&mut self, field: Field<G::Core, u32>, value: u32) {
        self.set_known(field.offset(), value, false);
    }

    /// [`Code::known`] of 64 bits.
    pub fn known_64(&mut self, field: Field<G::Core, u64>, value: u32) {
        self.set_known(field.offset(), value, true);
    }

    /// `field` has a value that code gave it.
    pub fn unknown(&mut self, field: Field<G::Core, u32>) {
        self.sets.retain(|set| set.offset != field.offset());
    }

    fn set_known(&mut self, offset: i32, value: u32, wide: bool) {
        self.sets.retain(|set| set.offset != offset);
        self.sets.push(Set {
            offset,
            value,
            wide,
            done: false,
        });
    }

    fn pending_sets(&self) -> Vec<(i32, u32, bool)> {
        let pending = self.sets.iter().filter(|set| !set.done);
        pending
            .map(|set| (set.offset, set.value, set.wide))
            .collect()
    }

    fn emit_sets(&mut self, sets: &[(i32, u32, bool)]) {
        for &(offset, value, wide) in sets {
            let mem = Mem::At(RBX, offset);
            match wide {
                true => self.asm.store_imm_64(mem, value as i32),
                false => self.asm.store_imm(mem, value),
            }
        }
    }

    /// What is known on one of two ways.
    #[must_use]
    pub fn fork(&self) -> Fork {
        Fork {
            values: self.values.clone(),
            done: self
                .sets
                .iter()
                .map(|set| (set.offset, set.value, set.wide, set.done))
                .collect(),
            flags_are_codes: self.asm.flags_are_codes,
        }
    }

    /// Continues with the other branch.
    pub fn resume(&mut self, fork: Fork) {
        self.values = fork.values;
        let set = |(offset, value, wide, done)| Set {
            offset,
            value,
            wide,
            done,
        };
        self.sets = fork.done.into_iter().map(set).collect();
        self.asm.flags_are_codes = fork.flags_are_codes;
    }

    /// A label for instructions that go to their handlers.
    pub(crate) fn slow(&mut self) -> Label {
        self.asm.label()
    }

    /// The code of instruction `insn` ends, which goes to its handler at `slow`.
    pub(crate) fn end_slow(&mut self, slow: Label, insn: usize) {
        if self.asm.is_used(slow) {
            self.end_with_slow(slow, insn);
        }
    }

    /// As [`Code::end_slow`], where only detours may go to `slow`.
    pub(crate) fn end_with_slow(&mut self, slow: Label, insn: usize) {
        let (back, sets) = (self.asm.label(), self.pending_sets());
        self.asm.bind(back);
        self.cold.push(Cold::Handler {
            at: slow,
            insn,
            back,
            values: self.values.clone(),
            sets,
        });
    }

    /// The handler of instruction `i` executes it.
    pub fn by_handler(&mut self, i: usize) {
        let sets = self.pending_sets();
        self.emit_sets(&sets);
        self.sets.iter_mut().for_each(|set| set.done = true);
        self.call_handler(i);
        self.values.clear();
    }

    fn call_handler(&mut self, i: usize) {
        let Some(insn) = self.insns.get(i) else {
            self.failed = true;
            return;
        };
        self.asm.mov_64(RDI, Src::Reg(RBX));
        self.asm.mov_64(RSI, Src::Mem(CX));
        self.asm
            .mov_word_64(RDX, std::ptr::from_ref(insn) as usize as u64);
        if G::SMALL_NUMBERS_ARE_ZEROS {
            self.asm.load_control(Mem::At(RBP, shared::CONTROL));
        }
        self.asm.call_through(Mem::At(RBP, shared::EXECUTE));
        if G::SMALL_NUMBERS_ARE_ZEROS {
            self.asm.load_control(Mem::At(RBP, shared::CONTROL_OF_CODE));
        }
        self.asm.test(RAX, Src::Reg(RAX));
        self.asm.jump_if(Cond::NotEqual, self.stop);
    }

    /// A label at which code is left.
    pub fn leaving(&mut self, how: Left) -> Label {
        let at = self.asm.label();
        let how = match how {
            Left::Front => Left::FRONT,
            Left::Behind => Left::BEHIND,
            Left::Rest(i) => Left::REST | u32::from(i),
            Left::Stopped(how) => how.into(),
        };
        let sets = self.pending_sets();
        self.cold.push(Cold::Leave { at, how, sets });
        at
    }

    /// A label behind the hot path, at which is what `emit` emits: it jumps back.
    pub(crate) fn detour(&mut self, emit: impl FnOnce(&mut Asm) + 'static) -> Label {
        let at = self.asm.label();
        let emit = Box::new(emit);
        self.cold.push(Cold::Detour { at, emit });
        at
    }

    /// Goes to `to` unless `time + plus < end`.
    pub fn unless_in_time(
        &mut self,
        time: Field<G::Core, u64>,
        plus: u32,
        end: Field<G::Core, u64>,
        to: Label,
    ) {
        self.asm.mov_64(RAX, Src::Mem(time.mem()));
        if plus != 0 {
            self.asm.address_64(RAX, Mem::At(RAX, plus as i32));
        }
        self.asm.compare_64(RAX, end.mem());
        self.asm.jump_if(Cond::NotBelow, to);
    }

    /// Goes to `to` unless a field has this value.
    pub fn unless_is(&mut self, field: Field<G::Core, u32>, value: u32, to: Label) {
        self.asm.alu_memory(Alu::Cmp, field.mem(), value as i32);
        self.asm.jump_if(Cond::NotEqual, to);
    }

    /// Goes to `to` unless a field has this value under a mask.
    pub fn unless_masked(&mut self, field: Field<G::Core, u32>, mask: u32, value: u32, to: Label) {
        self.asm.mov(RAX, Src::Mem(field.mem()));
        self.asm.alu(Alu::And, RAX, Src::Imm(mask as i32));
        self.asm.alu(Alu::Cmp, RAX, Src::Imm(value as i32));
        self.asm.jump_if(Cond::NotEqual, to);
    }

    /// Goes to `to` if a field has one of these bits.
    pub fn if_any(&mut self, field: Field<G::Core, u32>, bits: u32, to: Label) {
        self.asm.test_memory(field.mem(), bits);
        self.asm.jump_if(Cond::NotEqual, to);
    }

    /// Goes to `to` if `value` has all bits of `field` that `mask` has.
    pub fn if_agrees(
        &mut self,
        value: u32,
        field: Field<G::Core, u32>,
        mask: Field<G::Core, u32>,
        to: Label,
    ) {
        self.asm.mov(RAX, Src::Mem(field.mem()));
        self.asm.alu(Alu::Xor, RAX, Src::Imm(value as i32));
        self.asm.test(RAX, Src::Mem(mask.mem()));
        self.asm.jump_if(Cond::Equal, to);
    }

    /// Goes to `to` if `a - b` is less than `least`, which may be negative.
    pub fn if_difference_is_less(
        &mut self,
        [a, b]: [Field<G::Core, u64>; 2],
        least: i32,
        to: Label,
    ) {
        self.asm.mov_64(RAX, Src::Mem(a.mem()));
        self.asm.sub_64(RAX, b.mem());
        self.asm.compare_64_imm(RAX, least);
        self.asm.jump_if(Cond::Less, to);
    }

    /// Goes to `to` unless the codes are such that their flags hold `cond`: `table` has the bit of those codes.
    pub fn unless_codes(
        &mut self,
        codes: Field<G::Core, u8>,
        (cond, table): (Cond, u16),
        to: Label,
    ) {
        if self.asm.flags_are_codes {
            self.asm.jump_if(cond.negated(), to);
            return;
        }
        self.unless_bit(codes, table, to);
    }

    /// Goes to `to` unless `table` has the bit of the number in a byte, which is below 16.
    pub fn unless_bit(&mut self, of: Field<G::Core, u8>, table: u16, to: Label) {
        self.asm.load_extended(RCX, of.mem(), 1, false);
        self.asm.mov(RAX, Src::Imm(table.into()));
        self.asm.bit(RAX, RCX);
        self.asm.jump_if(Cond::NotBelow, to);
    }

    /// Adds to a field.
    pub fn add_64(&mut self, field: Field<G::Core, u64>, n: i32) {
        if n != 0 {
            self.asm.add_memory_64(field.mem(), n);
        }
    }

    /// Sets bits of a field.
    pub fn or(&mut self, field: Field<G::Core, u32>, bits: u32) {
        if bits != 0 {
            self.asm.alu_memory(Alu::Or, field.mem(), bits as i32);
        }
    }

    /// Clears all bits of a field but these.
    pub fn and(&mut self, field: Field<G::Core, u32>, bits: u32) {
        if bits != u32::MAX {
            self.asm.alu_memory(Alu::And, field.mem(), bits as i32);
        }
    }

    /// Gives a byte a value.
    pub fn set_8(&mut self, field: Field<G::Core, u8>, value: u8) {
        self.asm.store_imm_8(field.mem(), value);
    }

    /// Goes to `to` unless a byte has this value.
    pub fn unless_8(&mut self, field: Field<G::Core, u8>, value: u8, to: Label) {
        self.asm.compare_memory_8(field.mem(), value);
        self.asm.jump_if(Cond::NotEqual, to);
    }

    /// Gives a field a value.
    pub fn set(&mut self, field: Field<G::Core, u32>, value: u32) {
        self.asm.store_imm(field.mem(), value);
        self.values.forget(field.offset());
    }

    /// `to = from + n`; flags and codes stay.
    pub fn set_sum_64(&mut self, to: Field<G::Core, u64>, from: Field<G::Core, u64>, n: u32) {
        self.asm.mov_64(RAX, Src::Mem(from.mem()));
        if n != 0 {
            self.asm.address_64(RAX, Mem::At(RAX, n as i32));
        }
        self.asm.store_64(to.mem(), RAX);
    }

    /// `to = from + n` if that is more than it is.
    pub fn raise_64(&mut self, to: Field<G::Core, u64>, from: Field<G::Core, u64>, n: u32) {
        let below = self.asm.label();
        self.asm.mov_64(RAX, Src::Mem(from.mem()));
        if n != 0 {
            self.asm.address_64(RAX, Mem::At(RAX, n as i32));
        }
        self.asm.compare_64(RAX, to.mem());
        self.asm.jump_if(Cond::BelowOrEqual, below);
        self.asm.store_64(to.mem(), RAX);
        self.asm.bind(below);
    }

    /// Appends a word, and a time from a field, to rings.
    pub fn append(&mut self, rings: &Rings<G::Core>, word: u32, time: Field<G::Core, u64>) {
        self.asm.mov(RAX, Src::Mem(rings.appended.mem()));
        self.asm.alu(Alu::And, RAX, Src::Imm(7));
        let words = Mem::Indexed(RBX, RAX, Scale::Four, rings.words.offset());
        self.asm.store_imm(words, word);
        self.asm.mov_64(RCX, Src::Mem(time.mem()));
        let times = Mem::Indexed(RBX, RAX, Scale::Eight, rings.times.offset());
        self.asm.store_64(times, RCX);
        self.asm.add_memory_64(rings.appended.mem(), 1);
    }

    /// Code uses so many bytes of the table.
    pub(crate) fn reserve_table(&mut self, bytes: usize) {
        self.table = self.table.max(bytes);
    }

    /// The byte at `place` of the table; not for long.
    fn table(&mut self, place: usize) -> Mem {
        self.reserve_table(place + 1);
        self.asm.mov_64(RAX, Src::Mem(TABLE));
        Mem::At(RAX, place as i32)
    }

    /// Goes to `to` if the byte at `place` of the table is less than `value`, or else if it is not; gives it the value
    /// `then` otherwise.
    pub fn step_table(&mut self, place: usize, (value, below): (u8, bool), to: Label, then: u8) {
        let byte = self.table(place);
        self.asm.compare_memory_8(byte, value);
        let cond = if below { Cond::Below } else { Cond::NotBelow };
        self.asm.jump_if(cond, to);
        self.asm.store_imm_8(byte, then);
    }

    /// Adds to the byte at `place` of the table, around its end.
    pub fn add_table(&mut self, place: usize, n: u8) {
        let byte = self.table(place);
        self.asm.add_memory_8(byte, n);
    }

    /// Notes a pair of words in a ring of 16, the second one from `to` or else in a register.
    pub fn note_pair(
        &mut self,
        ring: Field<G::Core, [(u32, u32); 16]>,
        next: Field<G::Core, u8>,
        from: u32,
        to: Target,
    ) {
        let parts = [
            std::mem::offset_of!((u32, u32), 0),
            std::mem::offset_of!((u32, u32), 1),
        ];
        self.asm.load_extended(RAX, next.mem(), 1, false);
        self.asm.alu(Alu::And, RAX, Src::Imm(15));
        let [first, second] =
            parts.map(|part| Mem::Indexed(RBX, RAX, Scale::Eight, ring.offset() + part as i32));
        self.asm.store_imm(first, from);
        match to {
            Target::Known(to) => self.asm.store_imm(second, to),
            Target::InRegister(r) => self.asm.store(second, r),
        }
        self.asm.add_memory_8(next.mem(), 1);
    }

    fn shared(&self, offset: i32) -> Mem {
        Mem::At(
            RBP,
            shared::NODES + self.node as i32 * shared::NODE_BYTES + offset,
        )
    }

    /// Counts an execution of the node.
    pub fn count(&mut self) {
        let (at, back) = (self.asm.label(), self.asm.label());
        let count = self.shared(shared::COUNT);
        self.asm.add_memory_64(count, 1);
        self.asm.jump_if(Cond::Below, at);
        self.asm.bind(back);
        self.cold.push(Cold::First { at, back });
    }

    /// Continues behind the node, by link 0 to 3.
    pub fn go_on(&mut self, link: u8) {
        let to = self.shared(shared::LINKS + 8 * i32::from(link));
        self.asm.jump_through(to);
    }

    /// Computes the address that an instruction jumps to by registers; `slow` executes it if that is no multiple of 4.
    pub fn jump_target(
        &mut self,
        base: Field<G::Core, u32>,
        index: Option<Field<G::Core, u32>>,
        plus: i32,
        slow: Label,
    ) -> Target {
        const TO: Reg = RCX;
        self.asm.mov(TO, Src::Mem(base.mem()));
        if let Some(index) = index {
            self.asm.alu(Alu::Add, TO, Src::Mem(index.mem()));
        }
        if plus != 0 {
            self.asm.alu(Alu::Add, TO, Src::Imm(plus));
        }
        self.asm.test(TO, Src::Imm(3));
        self.asm.jump_if(Cond::NotEqual, slow);
        Target::InRegister(TO)
    }

    /// Gives a field the value of a target.
    pub fn set_target(&mut self, field: Field<G::Core, u32>, target: Target) {
        match target {
            Target::Known(v) => self.asm.store_imm(field.mem(), v),
            Target::InRegister(r) => self.asm.store(field.mem(), r),
        }
    }

    /// Continues behind the node at the target in `field`; otherwise code is left at `out`.
    pub fn go_on_by_register(&mut self, field: Field<G::Core, u32>, out: Label) {
        self.asm.mov(RCX, Src::Mem(field.mem()));
        self.asm.mov(RAX, Src::Reg(RCX));
        self.asm.alu(Alu::And, RAX, Src::Imm(12));
        let Mem::At(base, jumps) = self.shared(shared::JUMPS) else {
            return;
        };
        // Places are four times bits 3:2 apart.
        let place = |offset| Mem::Indexed(base, RAX, Scale::Four, jumps + offset);
        self.asm.compare_memory(place(8), RCX);
        self.asm.jump_if(Cond::NotEqual, out);
        self.asm.jump_through(place(0));
    }

    /// Emits what is seldom, and finishes. `unlinked`: what links lead to at first.
    pub(crate) fn assemble(mut self, entries: &Entries, unlinked: &Unlinked) -> Option<Assembled> {
        let leave = |code: &mut Self| code.asm.jump_through(Mem::At(RBP, shared::LEAVE));
        let id = (self.node << 8) as i32;
        let stop = self.stop;
        self.asm.bind(stop);
        self.asm.alu(Alu::Or, RAX, Src::Imm(id));
        leave(&mut self);
        for cold in std::mem::take(&mut self.cold) {
            match cold {
                Cold::Handler {
                    at,
                    insn,
                    back,
                    values,
                    sets,
                } => {
                    self.asm.bind(at);
                    self.emit_sets(&sets);
                    self.call_handler(insn);
                    for (offset, r) in values.in_registers() {
                        self.asm.mov(r, Src::Mem(Mem::At(RBX, offset)));
                    }
                    self.asm.jump(back);
                }
                Cold::Leave { at, how, sets } => {
                    self.asm.bind(at);
                    self.emit_sets(&sets);
                    self.asm.mov(RAX, Src::Imm(id | how as i32));
                    leave(&mut self);
                }
                Cold::First { at, back } => {
                    self.asm.bind(at);
                    let executed = Mem::At(RBP, shared::EXECUTED);
                    self.asm.mov(RAX, Src::Mem(executed));
                    let place = Mem::Indexed(RBP, RAX, Scale::Eight, shared::FIRST_EXECUTED);
                    self.asm.store_imm_64(place, self.node as i32);
                    self.asm.add_memory_64(executed, 1);
                    self.asm.jump(back);
                }
                Cold::Detour { at, emit } => {
                    self.asm.bind(at);
                    emit(&mut self.asm);
                }
            }
        }
        if self.failed || !self.asm.finish() {
            return None;
        }
        let place = |label| self.asm.place(label);
        Some(Assembled {
            entries: [place(entries.full)?, place(entries.linked)?],
            unlinked: [
                place(unlinked.links[0])?,
                place(unlinked.links[1])?,
                place(unlinked.links[2])?,
                place(unlinked.links[3])?,
            ],
            unlinked_jump: place(unlinked.jump)?,
            table: self.table,
            lane: self.lane,
            bytes: std::mem::take(&mut self.asm.bytes),
        })
    }
}

/// Two rings of eight in the core `C`, of words and of times.
pub struct Rings<C> {
    /// The words.
    pub words: Field<C, [u32; 8]>,
    /// The times.
    pub times: Field<C, [u64; 8]>,
    /// How many were appended.
    pub appended: Field<C, u64>,
}

/// See [`Code::fork`].
pub struct Fork {
    values: Values,
    done: Vec<(i32, u32, bool, bool)>,
    flags_are_codes: bool,
}

/// Where a control transfer leads.
#[derive(Clone, Copy)]
pub enum Target {
    /// To this address.
    Known(u32),
    /// To the address in a register of the host, for as long as nothing else is emitted than notes and sets of it.
    InRegister(u8),
}
