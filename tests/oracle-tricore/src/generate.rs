//! Random cases: instructions of every family with operands of the kinds that go wrong.

use crate::batch::{Case, MIDDLE};
use crate::emit::{Code, push};
use oracle::rng::Rng;
use trueboard_cpu_tricore::isa::{Class, Op, Sem};
use trueboard_cpu_tricore::slot::Slot;

/// Instructions of a case, before what they need around them.
const LENGTH: u32 = 24;
/// PSW of every case but for its user status bits: supervisor, global registers writable, call depth
/// counting on.
const PSW: u32 = 0x0000_0980;
/// The pair of address registers that memory accesses go through, besides all others now and then.
const BASE: u32 = 4;

/// Makes cases of a seed.
pub struct Generator {
    rng: Rng,
    /// Any rounding mode.
    rounding: bool,
    /// Encodings that only compute.
    compute: Vec<Op>,
    /// Encodings that access memory.
    access: Vec<Op>,
    /// Conditional and unconditional jumps forward.
    jumps: Vec<Op>,
}

impl Generator {
    /// A generator of instructions that `wanted` lets pass; with `rounding` PSW.RM is any.
    pub fn new(seed: u64, rounding: bool, wanted: impl Fn(Op) -> bool) -> Generator {
        let of = |classes: &[Class]| -> Vec<Op> {
            let ops = Op::ALL.iter().copied();
            ops.filter(|op| classes.contains(&op.class().class()) && wanted(*op))
                .collect()
        };
        use Class as C;
        Generator {
            rng: Rng::new(seed),
            rounding,
            compute: of(&[
                C::Alu,
                C::Alu2,
                C::Mul,
                C::Mac,
                C::Div,
                C::Dvstep,
                C::Fp,
                C::Fp1,
                C::FpMac,
                C::FpDiv,
                C::Addr,
                C::ScaledAddr,
                C::Nop,
            ]),
            access: of(&[C::LoadA, C::LoadD, C::Store, C::Ldmst, C::Swap]),
            jumps: of(&[C::JumpD, C::Jump])
                .into_iter()
                .filter(|op| {
                    op.row()
                        .form
                        .operands
                        .iter()
                        .any(|f| f.kind.starts_with("Disp"))
                })
                .filter(|op| !matches!(op.class(), Sem::Fcall | Sem::Jl))
                .collect(),
        }
    }

    /// All encodings that cases are made of.
    pub fn encodings(&self) -> impl Iterator<Item = Op> {
        self.compute
            .iter()
            .chain(&self.access)
            .chain(&self.jumps)
            .copied()
    }

    /// A case.
    pub fn case(&mut self) -> Case {
        let mut registers = [0; 32];
        // Half of the cases are about numbers in floating point.
        let float = self.rng.percent(30);
        for r in &mut registers {
            *r = if float {
                self.rng.single()
            } else {
                self.rng.value()
            };
        }
        let status = if self.rounding {
            0xff00_0000
        } else {
            0xfc00_0000
        };
        let psw = PSW | self.rng.word() & status;
        let mut code: Vec<Vec<u8>> = Vec::new();
        for _ in 0..LENGTH {
            match self.rng.below(20) {
                0..=3 => self.access(&mut code),
                4 => self.jump(&mut code),
                5 => self.call(&mut code),
                _ => code.push(self.compute()),
            }
        }
        Case {
            registers,
            psw,
            code,
        }
    }

    fn compute(&mut self) -> Vec<u8> {
        let op = self.rng.pick(&self.compute);
        if is_bit_field(op.class()) {
            return self.bit_field(op);
        }
        self.random(op)
    }

    /// An operation on a bit field that ends within the word; others have no defined result.
    fn bit_field(&mut self, op: Op) -> Vec<u8> {
        let position = self.rng.below(32);
        let width = self.rng.below(33 - position).min(31);
        let bytes = self.random(op);
        let mut word = bytes.iter().rev().fold(0, |w, &b| w << 8 | u32::from(b));
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
    fn random(&mut self, op: Op) -> Vec<u8> {
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
        let mut bytes = Vec::new();
        push(&mut bytes, op, w);
        bytes
    }

    /// An access to the data of the case: the base register is set before.
    fn access(&mut self, code: &mut Vec<Vec<u8>>) {
        let op = self.rng.pick(&self.access);
        let form = &op.row().form;
        let mut w = form.fixed.value;
        // Neither unicorn nor QEMU looks at alignment.
        let align = 4;
        let near = |rng: &mut Rng| (rng.below(100 / align) * align).wrapping_sub(48 & !(align - 1));
        let mut base = BASE;
        let mut pair = false;
        for f in form.operands {
            // An exchanged register is source and destination: one field.
            if f.name == "d"
                && form
                    .operands
                    .iter()
                    .any(|a| a.name == "a" && a.bits == f.bits)
            {
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
        code.push(piece.bytes);
    }

    /// A jump over the instructions that follow it.
    fn jump(&mut self, code: &mut Vec<Vec<u8>>) {
        let op = self.rng.pick(&self.jumps);
        let mut over: Vec<Vec<u8>> = (0..=self.rng.below(2)).map(|_| self.compute()).collect();
        let form = &op.row().form;
        let Some(t) = form.operands.iter().find(|f| f.name == "t") else {
            return;
        };
        let length = op.width() / 8;
        // The short distances of the second group of JEQ and JNE begin at 32 bytes.
        let least = if t.kind == "Disp4p16" { 32 } else { 0 };
        while length + (over.concat().len() as u32) < least {
            over.push(self.compute());
        }
        let distance = length + over.concat().len() as u32;
        let bits = match t.kind {
            "Disp4p16" => distance / 2 - 16,
            _ => distance / 2,
        };
        if bits >= 1 << t.bits.width().min(31) || t.kind == "Disp4" && bits > 15 {
            return;
        }
        let word = self.random(op);
        let mut w = word.iter().rev().fold(0, |w, &b| w << 8 | u32::from(b));
        w = w & !t.bits.scatter(u32::MAX) | t.bits.scatter(bits);
        let mut bytes = Vec::new();
        push(&mut bytes, op, w);
        bytes.extend(over.concat());
        code.push(bytes);
    }

    /// A call of a function that lies beside the way, and its return.
    fn call(&mut self, code: &mut Vec<Vec<u8>>) {
        let body: Vec<Vec<u8>> = (0..=self.rng.below(3)).map(|_| self.compute()).collect();
        let length = body.concat().len() as u32;
        // call +8; j over; body; ret
        let mut piece = Code::default();
        piece.op(Op::CallB, &[("t", 8)]);
        piece.op(Op::JB, &[("t", 4 + length + 2)]);
        piece.bytes.extend(body.concat());
        piece.op(Op::RetSr, &[]);
        code.push(piece.bytes);
    }
}

fn is_bit_field(sem: Sem) -> bool {
    use Sem as S;
    matches!(
        sem,
        S::Extr | S::ExtrPw | S::ExtrW | S::ExtrU | S::ExtrUPw | S::ExtrUW
    ) || matches!(
        sem,
        S::Insert | S::InsertPw | S::InsertW | S::ImaskEPw | S::ImaskEW
    )
}

/// The instructions in some bytes of code, with their words.
pub fn instructions(mut code: &[u8]) -> impl Iterator<Item = (Slot, u32)> {
    std::iter::from_fn(move || {
        let mut word = [0; 4];
        let n = code.len().min(4);
        word[..n].copy_from_slice(&code[..n]);
        let word = u32::from_le_bytes(word);
        let slot = Slot::decode(word)?;
        code = code.get(usize::from(slot.len)..)?;
        let mask = u32::MAX >> (32 - 8 * u32::from(slot.len));
        Some((slot, word & mask))
    })
}

/// The meanings in a case.
#[must_use]
pub fn meanings(case: &Case) -> Vec<Sem> {
    let all = case.code.iter().flat_map(|piece| instructions(piece));
    all.map(|(slot, _)| slot.sem).collect()
}
