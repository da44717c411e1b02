//! Random cases: instructions of every family with operands of the kinds that go wrong.

use crate::batch::{Case, MIDDLE};
use crate::emit::{Code, push};
use crate::known;
use oracle::rng::Rng;
use trueboard_cpu_tricore::decoded::DecodedInsn;
use trueboard_cpu_tricore::isa::{Class, Op, Opcode, decode_op};

mod control;

/// Instructions of a case, before what they need around them.
const LENGTH: u32 = 24;
/// PSW of every case but for its user status bits: supervisor, global registers writable, call depth
/// counting on.
pub(crate) const PSW: u32 = 0x0000_0980;
/// The pair of address registers that memory accesses go through, besides all others now and then.
const BASE: u32 = 4;
/// A11 among the registers of a [`DecodedInsn`].
const A11: u32 = 1 << 27;

/// Makes cases of a seed.
pub struct Generator {
    rng: Rng,
    /// Traps are shown: cases may end in one, and PSW.RM is any.
    traps: bool,
    /// Encodings that only compute.
    compute: Vec<Op>,
    /// Encodings that access memory.
    access: Vec<Op>,
    /// Conditional and unconditional jumps forward.
    jumps: Vec<Op>,
    /// Loops, calls, contexts and core registers.
    control: Vec<Op>,
}

impl Generator {
    /// A generator of cases for the implementation `who`.
    #[must_use]
    pub fn new(seed: u64, who: &str) -> Generator {
        Generator::of(seed, who != "unicorn", |op| known::comparable(who, op))
    }

    /// A generator of instructions that `wanted` lets pass; `traps` as for those that show them.
    pub fn of(seed: u64, traps: bool, wanted: impl Fn(Op) -> bool) -> Generator {
        let mut g = Generator {
            rng: Rng::new(seed),
            traps,
            compute: Vec::new(),
            access: Vec::new(),
            jumps: Vec::new(),
            control: Vec::new(),
        };
        for &op in Op::ALL.iter().filter(|op| wanted(**op)) {
            if known::left_out(op).is_some() || !traps && known::only_traps(op.class()) {
                continue;
            }
            match op.class().class() {
                Class::LoadA
                | Class::LoadD
                | Class::Store
                | Class::Ldmst
                | Class::Swap
                | Class::CacheOp => g.access.push(op),
                _ if control::made_by(op) => g.control.push(op),
                Class::JumpD | Class::Jump | Class::Loop => g.jumps.push(op),
                _ => g.compute.push(op),
            }
        }
        g
    }

    /// All encodings that cases are made of.
    pub fn encodings(&self) -> impl Iterator<Item = Op> {
        let rest = self.jumps.iter().chain(&self.control);
        self.compute.iter().chain(&self.access).chain(rest).copied()
    }

    /// A case.
    pub fn case(&mut self) -> Case {
        let mut case = self.state();
        for _ in 0..LENGTH {
            let piece = match self.rng.below(20) {
                0..=3 if !self.access.is_empty() => self.pick(|g| &g.access),
                4 if !self.jumps.is_empty() => self.pick(|g| &g.jumps),
                5..=6 if !self.control.is_empty() => self.pick(|g| &g.control),
                _ => self.compute(0),
            };
            case.code.push(piece);
        }
        case
    }

    /// A case of each encoding, `count` times in it.
    pub fn each(&mut self, count: usize) -> Vec<Case> {
        let ops: Vec<Op> = self.encodings().collect();
        ops.into_iter()
            .map(|op| {
                let mut case = self.state();
                case.code.extend((0..count).map(|_| self.piece(op)));
                case
            })
            .collect()
    }

    /// A case without instructions.
    fn state(&mut self) -> Case {
        let mut registers = [0; 32];
        // Some of the cases are about numbers in floating point.
        let float = self.rng.percent(30);
        for r in &mut registers {
            *r = if float {
                self.rng.single()
            } else {
                self.rng.value()
            };
        }
        let status = if self.traps { 0xff00_0000 } else { 0xfc00_0000 };
        let mut psw = PSW | self.rng.word() & status;
        if self.traps && self.rng.percent(10) {
            // Any call depth.
            psw |= self.rng.below(128);
        }
        Case {
            registers,
            psw,
            code: Vec::new(),
        }
    }

    fn pick(&mut self, from: impl Fn(&Generator) -> &Vec<Op>) -> Vec<u8> {
        let i = self.rng.below(from(self).len() as u32) as usize;
        let op = from(self)[i];
        self.piece(op)
    }

    /// `op` with what it needs around it.
    fn piece(&mut self, op: Op) -> Vec<u8> {
        match op.class().class() {
            Class::LoadA
            | Class::LoadD
            | Class::Store
            | Class::Ldmst
            | Class::Swap
            | Class::CacheOp => self.access(op),
            _ if control::made_by(op) => self.control(op),
            Class::JumpD | Class::Jump | Class::Loop => self.jump(op),
            _ => self.computation(op),
        }
    }

    /// A computation that writes none of the registers `kept`.
    fn compute(&mut self, kept: u32) -> Vec<u8> {
        for _ in 0..40 {
            if self.compute.is_empty() {
                break;
            }
            let op = self.rng.pick(&self.compute);
            let bytes = self.computation(op);
            if instructions(&bytes).all(|(slot, _)| slot.writes & kept == 0) {
                return bytes;
            }
        }
        let mut code = Code::default();
        code.op(Op::NopSr, &[]);
        code.bytes
    }

    fn computation(&mut self, op: Op) -> Vec<u8> {
        if is_bit_field(op.class()) {
            return self.bit_field(op);
        }
        let mut bytes = Vec::new();
        push(&mut bytes, op, self.random(op));
        bytes
    }

    /// An operation on a bit field that ends within the word; others have no defined result.
    fn bit_field(&mut self, op: Op) -> Vec<u8> {
        let position = self.rng.below(32);
        // Width 0 is a difference of its own.
        let width = 1 + self.rng.below(32 - position).min(30);
        let mut word = self.random(op);
        let mut piece = Code::default();
        for f in op.row().form.operands {
            let mut set = |value: u32| {
                word = word & !f.bits.scatter(u32::MAX) | f.bits.scatter(value);
            };
            match (f.name, f.kind) {
                ("p", _) => set(position),
                ("w", _) => set(width),
                // Position, or position and width, come from registers.
                ("c", kind) => {
                    let c = if kind == "E" { 14 } else { 15 };
                    set(c);
                    piece.data(c, position);
                    if kind == "E" {
                        piece.data(c + 1, width);
                    }
                }
                _ => {}
            }
        }
        push(&mut piece.bytes, op, word);
        piece.bytes
    }

    /// `op` with random operands; pairs have even numbers.
    fn random(&mut self, op: Op) -> u32 {
        let form = &op.row().form;
        let mut w = form.fixed.value;
        for f in form.operands {
            let mut bits = self.rng.word();
            match f.kind {
                "E" | "P" => bits &= !1,
                // A fractional product is shifted by 0 or 1; other shifts are not defined.
                "U" if f.name == "n" && !matches!(op.class().class(), Class::ScaledAddr) => {
                    bits &= 1;
                }
                _ => {}
            }
            w = w & !f.bits.scatter(u32::MAX) | f.bits.scatter(bits);
        }
        w
    }

    /// An access to the data of the case: the base register is set before.
    fn access(&mut self, op: Op) -> Vec<u8> {
        let form = &op.row().form;
        let mut w = form.fixed.value;
        // Neither unicorn nor QEMU looks at alignment.
        let align = 4;
        let near = |rng: &mut Rng| (rng.below(100 / align) * align).wrapping_sub(48 & !(align - 1));
        let mut base = BASE;
        let mut pair = false;
        for f in form.operands {
            // An exchanged register is source and destination: one field.
            let mut others = form.operands.iter();
            if f.name == "d" && others.any(|a| a.name == "a" && a.bits == f.bits) {
                continue;
            }
            let bits = match (f.name, f.kind) {
                ("b", "A") => {
                    base = self.rng.pick(&[2, 3, 4, 5, 6, 7, 12, 13]);
                    base
                }
                ("b", "P") => {
                    pair = true;
                    base = BASE;
                    base
                }
                ("b", "A15") => {
                    base = 15;
                    0
                }
                ("b", "A10") => {
                    base = 10;
                    0
                }
                ("o", "Abs18") => {
                    let at = MIDDLE.wrapping_add(near(&mut self.rng));
                    at >> 14 & 0x3_c000 | at & 0x3fff
                }
                ("o", "Off") => near(&mut self.rng),
                ("o", "Off8x4") => self.rng.below(20),
                // What an addressing mode updates is no destination: which value wins is open.
                ("d", "A" | "P") => self.rng.pick(&[0, 8, 10, 14]),
                (_, "E" | "P") => self.rng.word() & !1,
                _ => self.rng.word(),
            };
            w = w & !f.bits.scatter(u32::MAX) | f.bits.scatter(bits);
        }
        let start = MIDDLE.wrapping_add(self.rng.below(4) * 8);
        let mut piece = Code::default();
        piece.address(base, start);
        if pair {
            // Length and index of a circular buffer, or increment and index of a bit-reversed one;
            // no step is longer than the buffer.
            let length = 64;
            let index = self.rng.below(length / 8) * 8;
            piece.address(base + 1, length << 16 | index);
        }
        push(&mut piece.bytes, op, w);
        piece.bytes
    }

    /// A jump over the instructions that follow it.
    fn jump(&mut self, op: Op) -> Vec<u8> {
        let length = op.width() / 8;
        let w = self.random(op);
        let mut over = self.compute(0);
        // As many as the distance can say: those of some forms begin at 32 bytes.
        for _ in 0..16 {
            let distance = length + over.len() as u32;
            if let Some(w) = to(op, w, distance as i32) {
                let mut bytes = Vec::new();
                push(&mut bytes, op, w);
                bytes.extend(over);
                return bytes;
            }
            over.extend(self.compute(0));
        }
        self.compute(0)
    }
}

/// `word` with a jump of `distance` bytes, if there is an encoding of it.
fn to(op: Op, word: u32, distance: i32) -> Option<u32> {
    let t = op.row().form.operands.iter().find(|f| f.name == "t")?;
    let with = |bits| word & !t.bits.scatter(u32::MAX) | t.bits.scatter(bits);
    let all = (distance >> 1) as u32;
    let short = (0..16).map(with);
    let mut choices = short.chain([with(all)]);
    choices.find(|&w| t.value(w) == distance)
}

fn is_bit_field(opcode: Opcode) -> bool {
    use Opcode as S;
    matches!(
        opcode,
        S::Extr | S::ExtrPw | S::ExtrW | S::ExtrU | S::ExtrUPw | S::ExtrUW
    ) || matches!(
        opcode,
        S::Insert | S::InsertPw | S::InsertW | S::ImaskEPw | S::ImaskEW
    )
}

/// The instructions in some bytes of code, with their words.
pub fn instructions(mut code: &[u8]) -> impl Iterator<Item = (DecodedInsn, u32)> {
    std::iter::from_fn(move || {
        let mut word = [0; 4];
        let n = code.len().min(4);
        word[..n].copy_from_slice(&code[..n]);
        let word = u32::from_le_bytes(word);
        let slot = DecodedInsn::decode(word)?;
        code = code.get(usize::from(slot.len)..)?;
        let mask = u32::MAX >> (32 - 8 * u32::from(slot.len));
        Some((slot, word & mask))
    })
}

/// The encodings in a case.
pub fn encodings(case: &Case) -> impl Iterator<Item = Op> {
    let all = case.code.iter().flat_map(|piece| instructions(piece));
    all.filter_map(|(_, word)| decode_op(word))
}
