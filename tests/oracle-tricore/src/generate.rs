//! Random cases: instructions of every family with operands of the kinds that go wrong.

use crate::batch::{Case, MIDDLE};
use crate::emit::{Code, push, word};
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
    /// Encodings that only compute.
    compute: Vec<Op>,
    /// Encodings that access memory.
    access: Vec<Op>,
    /// Conditional and unconditional jumps forward.
    jumps: Vec<Op>,
}

impl Generator {
    /// A generator of instructions that `wanted` lets pass.
    pub fn new(seed: u64, wanted: impl Fn(Sem) -> bool) -> Generator {
        let of = |classes: &[Class]| -> Vec<Op> {
            let ops = Op::ALL.iter().copied();
            ops.filter(|op| classes.contains(&op.class().class()) && wanted(op.class()))
                .collect()
        };
        use Class as C;
        Generator {
            rng: Rng::new(seed),
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
        let psw = PSW | self.rng.word() & 0xff00_0000;
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
        self.random(op)
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
        // Misaligned now and then.
        let align = if self.rng.percent(3) { 1 } else { 4 };
        let near = |rng: &mut Rng| (rng.below(100 / align) * align).wrapping_sub(48 & !(align - 1));
        let mut base = BASE;
        let mut pair = false;
        let mut distance = 0;
        for f in form.operands {
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
                (_, "E" | "P") => self.rng.word() & !1,
                _ => self.rng.word(),
            };
            w = w & !f.bits.scatter(u32::MAX) | f.bits.scatter(bits);
            if f.name == "o" {
                distance = f.value(w);
            }
        }
        let _ = distance;
        let start = MIDDLE.wrapping_add(self.rng.below(4) * 8);
        let mut before = Code::default();
        before.address(base, start);
        if pair {
            // Length and index of a circular buffer, or increment and index of a bit-reversed one.
            let length = 8 << self.rng.below(3);
            let index = self.rng.below(length / 8) * 8;
            before.address(base + 1, length << 16 | index);
        }
        for piece in before.bytes.chunks(4) {
            code.push(piece.to_vec());
        }
        let mut bytes = Vec::new();
        push(&mut bytes, op, w);
        code.push(bytes);
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
        while length + over.concat().len() as u32 * 1 < least {
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
        code.push(bytes);
        code.append(&mut over);
    }

    /// A call of a function that lies beside the way, and its return.
    fn call(&mut self, code: &mut Vec<Vec<u8>>) {
        let body: Vec<Vec<u8>> = (0..=self.rng.below(3)).map(|_| self.compute()).collect();
        let length = body.concat().len() as u32;
        // call +8; j over; body; ret
        let mut one = |op, operands: &[(&str, u32)]| {
            let mut bytes = Vec::new();
            push(&mut bytes, op, word(op, operands));
            code.push(bytes);
        };
        one(Op::CallB, &[("t", 8)]);
        one(Op::JB, &[("t", 4 + length + 2)]);
        code.extend(body);
        let mut bytes = Vec::new();
        push(&mut bytes, Op::RetSr, word(Op::RetSr, &[]));
        code.push(bytes);
    }
}

/// The meanings in a case.
#[must_use]
pub fn meanings(case: &Case) -> Vec<Sem> {
    let word = |b: &Vec<u8>| b.iter().rev().fold(0, |w, &b| w << 8 | u32::from(b));
    case.code
        .iter()
        .filter_map(|b| Slot::decode(word(b)))
        .map(|s| s.sem)
        .collect()
}
