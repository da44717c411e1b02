//! Random programs from the instruction table, every row of it, and random states to start from.
//!
//! A program keeps to these rules, so that its end can be foreseen and QEMU shows everything:
//! - %g7 points into the middle of the data memory all the time; memory is only accessed near it;
//! - control goes forward;
//! - the window it is in is valid in WIM (the handlers return by RETT), and ET is set whenever
//!   something may trap;
//! - an FPop that may trap is followed by an instruction that waits for the FPU, because QEMU's
//!   traps are precise;
//! - what [`crate::known`] lists is left out.

use crate::asm::{NOP, Src::I, Src::R, f3, set};
use crate::case::{F, FSR, G, MEM, PSR, State, W, WIM, XTRA, Y};
use crate::layout::DATA_WORDS;
use crate::ours::Ours;
use crate::program::{Branch, Item, Program};
use crate::rng::Rng;
use trueboard_cpu_sparcv8::isa::{Class, Op, decode_op};

/// Register that points into the middle of the data memory.
const BASE: u8 = 7;
/// `fbn .+8`: does nothing but wait for the FPU.
const FP_WAIT: u32 = 0x0180_0002;

/// What a program is mostly made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    Integer,
    MulDiv,
    Memory,
    Alternate,
    FpMemory,
    Fpop,
    Control,
    Window,
    State,
    Trap,
    Bad,
}

const FAMILIES: [(Family, u32); 11] = [
    (Family::Integer, 30),
    (Family::MulDiv, 8),
    (Family::Memory, 16),
    (Family::Alternate, 5),
    (Family::FpMemory, 6),
    (Family::Fpop, 6),
    (Family::Control, 14),
    (Family::Window, 7),
    (Family::State, 5),
    (Family::Trap, 2),
    (Family::Bad, 1),
];

/// The family of a row; `None` for those that never appear.
fn family(op: Op) -> Option<Family> {
    Some(match op {
        // LEON registers: see the vectors. Unknown operations: see `crate::known`.
        Op::Rdasr | Op::Wrasr | Op::Fpop1Unknown | Op::Fpop2Unknown | Op::Stdfq | Op::Stdcq => {
            return None;
        }
        Op::Wrpsr | Op::Wrwim | Op::Wrtbr => Family::State,
        Op::Ticc => Family::Trap,
        Op::Lda
        | Op::Lduba
        | Op::Lduha
        | Op::Ldda
        | Op::Ldsba
        | Op::Ldsha
        | Op::Sta
        | Op::Stba
        | Op::Stha
        | Op::Stda
        | Op::Ldstuba
        | Op::Swapa
        | Op::Casa => Family::Alternate,
        _ => match op.class() {
            Class::Alu
            | Class::AluCc
            | Class::Sethi
            | Class::ReadState
            | Class::WriteState
            | Class::Flush => Family::Integer,
            Class::Mul | Class::Div => Family::MulDiv,
            Class::Load | Class::LoadDouble | Class::Store | Class::StoreDouble | Class::Atomic => {
                Family::Memory
            }
            Class::Fload | Class::FloadDouble | Class::Fstore | Class::FstoreDouble => {
                Family::FpMemory
            }
            Class::Branch | Class::Fbranch | Class::Call | Class::Jmpl => Family::Control,
            Class::SaveRestore => Family::Window,
            Class::Trap => Family::Trap,
            Class::Unimp | Class::Coproc => Family::Bad,
            // In sequences of their own only: QEMU loses the PC of one that traps.
            Class::Rett => return None,
            // Arithmetic has programs of its own, see `crate::fpops`.
            Class::FpAdd
            | Class::FpMul
            | Class::FpDivs
            | Class::FpDivd
            | Class::FpSqrts
            | Class::FpSqrtd => return None,
            Class::FpConv if matches!(op, Op::Fitos | Op::Fitod) => Family::Fpop,
            Class::FpConv => return None,
            Class::FpCmp | Class::FpMove | Class::FpUnimp => Family::Fpop,
        },
    })
}

/// Makes programs.
pub struct Generator {
    rng: Rng,
    ops: Vec<(Family, Vec<Op>)>,
}

impl Generator {
    /// The sequence of programs of `seed`.
    pub fn new(seed: u64) -> Generator {
        let of = |f| {
            Op::ALL
                .iter()
                .copied()
                .filter(|&op| family(op) == Some(f))
                .collect()
        };
        Generator {
            rng: Rng::new(seed),
            ops: FAMILIES.iter().map(|&(f, _)| (f, of(f))).collect(),
        }
    }

    /// All operations that programs are made of.
    pub fn operations(&self) -> Vec<Op> {
        self.ops
            .iter()
            .flat_map(|(_, ops)| ops.iter().copied())
            .collect()
    }

    /// A program with `states` states to start from.
    pub fn program(&mut self, states: usize) -> Program {
        let n = 10 + self.rng.below(50) as usize;
        let user = self.rng.percent(10);
        let items = (0..n).map(|i| self.item(i, n)).collect();
        let states = (0..states).map(|_| self.state(user)).collect();
        Program { items, states }
    }

    fn state(&mut self, user: bool) -> State {
        let r = &mut self.rng;
        let mut s = Ours::plain_state();
        for word in &mut s[G + 1..G + 7] {
            *word = r.value();
        }
        for word in &mut s[W..F] {
            *word = r.value();
        }
        for word in &mut s[F..MEM] {
            *word = if r.percent(70) { r.single() } else { r.word() };
        }
        for i in 0..DATA_WORDS {
            s[MEM + i] = r.value();
        }
        s[Y] = r.value();
        let cwp = r.below(8);
        let ef = u32::from(r.percent(90));
        s[PSR] = 0xf300_0020 | r.below(16) << 20 | ef << 12 | r.below(16) << 8 | cwp;
        if !user {
            s[PSR] |= 0xc0;
        }
        // No window but the current one is safe.
        s[WIM] = match r.below(4) {
            0 => 0,
            1 => r.word() & 0xff,
            _ => 1 << r.below(8),
        } & !(1 << cwp);
        s[FSR] |= r.below(4) << 30 | (r.word() & 0xfff & !0xc00) | r.below(4) << 10;
        // Caches on, or off as after reset.
        s[XTRA + 2] = r.pick(&[0, 0x0081_000f]);
        s
    }

    fn item(&mut self, i: usize, n: usize) -> Item {
        let total = FAMILIES.iter().map(|f| f.1).sum();
        let mut x = self.rng.below(total);
        let mut row = 0;
        while x >= FAMILIES[row].1 {
            x -= FAMILIES[row].1;
            row += 1;
        }
        let (family, ops) = &self.ops[row];
        let family = *family;
        let op = self.rng.pick(ops);
        match family {
            Family::Control => self.control(op, i, n),
            Family::State => self.write_state(op, i, n),
            _ => Item::Words(self.words(op)),
        }
    }

    /// One instruction, with what it needs before and behind.
    fn words(&mut self, op: Op) -> Vec<u32> {
        match family(op) {
            Some(Family::Memory | Family::Alternate | Family::FpMemory) => self.memory(op),
            Some(Family::Fpop) => vec![self.random(op), FP_WAIT],
            _ if matches!(op, Op::Addxcc | Op::Subxcc) => {
                // See `crate::known`: QEMU has wrong codes after logic and division.
                let first =
                    self.rng
                        .pick(&[Op::Addcc, Op::Subcc, Op::Taddcc, Op::Tsubcc, Op::Mulscc]);
                vec![self.random(first), self.random(op)]
            }
            _ => vec![self.random(op)],
        }
    }

    /// A random word of this row which leaves %g7 alone.
    fn random(&mut self, op: Op) -> u32 {
        let fixed = op.row().form.fixed;
        loop {
            let mut word = fixed.value | self.rng.word() & !fixed.mask;
            // Small and extreme immediates, and %g0, more often than by chance.
            if word & 1 << 13 != 0 && self.rng.percent(40) && fixed.mask & 0x1fff == 0 {
                word = word & !0x1fff | self.rng.value() & 0x1fff;
            }
            // See `crate::known`: QEMU changes rs1 of Ticc.
            if op == Op::Ticc {
                word &= !(31 << 14);
            }
            let rd = word >> 25 & 31;
            let writes = match op.class() {
                Class::Alu
                | Class::AluCc
                | Class::Mul
                | Class::Div
                | Class::Sethi
                | Class::SaveRestore
                | Class::ReadState
                | Class::Jmpl
                | Class::Load
                | Class::Atomic => rd == 7,
                Class::LoadDouble => rd & 30 == 6,
                _ => false,
            };
            if decode_op(word) == Some(op) && !writes {
                return word;
            }
        }
    }

    /// A word whose operands are registers or immediates, for a delay slot.
    fn slot(&mut self) -> u32 {
        loop {
            let op = self.rng.pick(Op::ALL);
            match family(op) {
                _ if matches!(op, Op::Addxcc | Op::Subxcc) => {}
                Some(Family::Integer | Family::MulDiv | Family::Window | Family::Trap) => {
                    return self.random(op);
                }
                Some(Family::Memory) => {
                    let word = self.random(op);
                    let off = self.offset(op);
                    return address(word, BASE, I(off));
                }
                Some(Family::Bad) if self.rng.percent(30) => return self.random(op),
                _ => {}
            }
        }
    }

    /// An offset from the middle of the data memory.
    fn offset(&mut self, op: Op) -> i32 {
        let size = size(op);
        let reach = if self.rng.percent(70) {
            32
        } else {
            DATA_WORDS as i32 * 2
        };
        let off = self.rng.below(2 * reach as u32) as i32 - reach;
        if self.rng.percent(93) {
            off & -size
        } else if matches!(op, Op::Lddf | Op::Stdf) {
            // See `crate::known`: word alignment is enough for QEMU.
            off & -8 | 1
        } else {
            off.min(DATA_WORDS as i32 * 2 - 8)
        }
    }

    fn memory(&mut self, op: Op) -> Vec<u32> {
        let word = self.random(op);
        let off = self.offset(op);
        // A register to hold an address or an index: any but %g0 and %g7.
        let reg = loop {
            let reg = self.rng.below(31) as u8 + 1;
            if reg != BASE {
                break reg;
            }
        };
        let immediate = word & 1 << 13 != 0 && family(op) != Some(Family::Alternate);
        let mut out = match (immediate, self.rng.below(3)) {
            (true, 0 | 1) => vec![address(word, BASE, I(off))],
            (true, _) => {
                let part = self.rng.below(4000) as i32 - 2000;
                vec![
                    f3(Op::Add, BASE, I(off - part), reg),
                    address(word, reg, I(part)),
                ]
            }
            _ if op == Op::Casa => vec![
                f3(Op::Add, BASE, I(off), reg),
                address(word, reg, R(self.rng.below(32) as u8)),
            ],
            (_, 0) => vec![f3(Op::Add, BASE, I(off), reg), address(word, reg, R(0))],
            (_, 1) => vec![f3(Op::Or, 0, I(off), reg), address(word, reg, R(BASE))],
            _ => vec![f3(Op::Or, 0, I(off), reg), address(word, BASE, R(reg))],
        };
        if let (Some(Family::Alternate), Some(last)) = (family(op), out.last_mut()) {
            let asi = match op {
                Op::Casa => self.rng.pick(&[0x0a, 0x0b]),
                _ => 0x0b,
            };
            *last = *last & !0x1fe0 | asi << 5;
            // See `crate::known`: QEMU looks at the register before the mode.
            if matches!(op, Op::Ldda | Op::Stda) {
                *last &= !(1 << 25);
            }
        }
        if op == Op::Ldfsr {
            out.push(FP_WAIT);
        }
        out
    }

    fn control(&mut self, op: Op, i: usize, n: usize) -> Item {
        let to = i + 1 + self.rng.below(((n - i) as u32).min(8)) as usize;
        let slot = if self.rng.percent(15) {
            NOP
        } else {
            self.slot()
        };
        let branch = self.branch();
        match op {
            Op::Call => Item::Call { to, slot },
            Op::Jmpl => {
                let (rd, via) = loop {
                    let (rd, via) = (
                        self.rng.below(36) as u8 % 32 * u8::from(!self.rng.percent(20)),
                        self.rng.below(31) as u8 + 1,
                    );
                    if rd != BASE && via != BASE {
                        break (rd, via);
                    }
                };
                let skew = self.rng.below(8192) as i32 - 4096;
                // See `crate::known`: QEMU writes rd of JMPL even so.
                let off = if rd == 0 && self.rng.percent(60) {
                    1 + self.rng.below(3)
                } else {
                    0
                };
                Item::Jump {
                    via,
                    skew,
                    off,
                    rd,
                    to,
                    slot,
                }
            }
            _ if self.rng.percent(30) => {
                let second = i + 1 + self.rng.below(((n - i) as u32).min(8)) as usize;
                // See `crate::known`: QEMU loses its way when one of them is conditional.
                let plain = |b: Branch| Branch {
                    cond: b.cond & 8,
                    ..b
                };
                Item::Couple {
                    branches: [plain(branch), plain(self.branch())],
                    to: [to, second],
                }
            }
            _ => Item::Branch { branch, to, slot },
        }
    }

    fn branch(&mut self) -> Branch {
        Branch {
            op: if self.rng.percent(80) {
                Op::Bicc
            } else {
                Op::Fbfcc
            },
            cond: self.rng.below(16) as u8,
            annul: self.rng.percent(40),
        }
    }

    /// Writes of PSR, WIM and TBR that keep to the rules.
    fn write_state(&mut self, op: Op, i: usize, n: usize) -> Item {
        let r = &mut self.rng;
        let any = r.word();
        let wide = r.percent(5);
        let reg = 1 + r.below(6) as u8;
        // Mostly supervisor: little happens in user mode otherwise.
        let mode = if r.percent(85) { 0x80 } else { 0 } | any & 0x40;
        let fields = any & 0x00f0_1f00 | if r.percent(90) { 0x1000 } else { 0 };
        let cwp = if wide { r.below(32) } else { r.below(8) };
        let mut words = Vec::new();
        match op {
            Op::Wrpsr if r.percent(30) => {
                let psr = fields & !0x1000 | 0x1000 | 0x80 | any & 0x40 | r.below(8);
                let to = i + 1 + r.below(((n - i) as u32).min(8)) as usize;
                let between = f3(r.pick(&[Op::Addcc, Op::Xor, Op::Smul]), 2, R(3), 4);
                return Item::Return { psr, between, to };
            }
            Op::Wrpsr => {
                let xor = r.word() as i32 & 0xfff;
                words.push(f3(Op::Wrwim, 0, R(0), 0));
                words.extend(set((fields | mode | 0x20 | cwp) ^ xor as u32, reg));
                words.push(f3(Op::Wrpsr, reg, I(xor), 0));
            }
            Op::Wrwim => {
                // The bit of the current window stays clear.
                let other = if reg == 1 { 2 } else { 1 };
                words.push(f3(Op::Rdpsr, 0, R(0), reg));
                words.push(f3(Op::Or, 0, I(1), other));
                words.push(f3(Op::Sll, other, R(reg), other));
                words.extend(set(any, reg));
                words.push(f3(Op::Andn, reg, R(other), reg));
                words.push(f3(Op::Wrwim, reg, R(0), 0));
            }
            _ => {
                let low = any & 0xff0;
                words.extend(set(crate::layout::TABLE | low, reg));
                words.push(f3(Op::Wrtbr, reg, R(0), 0));
                // See `crate::known`: QEMU writes tt, so it is overwritten again.
                words.push(f3(Op::Ticc, 0, I(1), 8));
            }
        }
        Item::Words(words)
    }
}

/// Bytes that a memory instruction moves.
fn size(op: Op) -> i32 {
    match op {
        Op::Ldub
        | Op::Ldsb
        | Op::Stb
        | Op::Ldstub
        | Op::Lduba
        | Op::Ldsba
        | Op::Stba
        | Op::Ldstuba => 1,
        Op::Lduh | Op::Ldsh | Op::Sth | Op::Lduha | Op::Ldsha | Op::Stha => 2,
        Op::Ldd
        | Op::Std
        | Op::Ldda
        | Op::Stda
        | Op::Lddf
        | Op::Stdf
        | Op::Stdfq
        | Op::Lddc
        | Op::Stdc
        | Op::Stdcq => 8,
        _ => 4,
    }
}

/// The same instruction with another address.
fn address(word: u32, rs1: u8, src: crate::asm::Src) -> u32 {
    let word = word & !(31 << 14) | u32::from(rs1) << 14;
    match src {
        R(r) => word & !(1 << 13 | 31) | u32::from(r),
        I(i) => word & !0x1fff | 1 << 13 | i as u32 & 0x1fff,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::branch;

    #[test]
    fn waiting_is_a_branch_never() {
        assert_eq!(FP_WAIT, branch(Op::Fbfcc, 0, false, 8));
    }

    #[test]
    fn programs_fit_their_slots() {
        let mut g = Generator::new(1);
        for _ in 0..2000 {
            let p = g.program(1);
            let bytes = p.code(Program::base(0)).len() as u32 * 4;
            assert!(bytes <= crate::layout::SLOT, "{bytes}");
        }
    }

    #[test]
    fn every_row_has_its_place() {
        let used = Generator::new(1).operations();
        let left_out: Vec<_> = Op::ALL.iter().filter(|op| !used.contains(op)).collect();
        for op in left_out {
            let elsewhere = crate::fpops::OPERATIONS.contains(op);
            assert!(
                elsewhere
                    || matches!(
                        op,
                        Op::Rett
                            | Op::Stdfq
                            | Op::Rdasr
                            | Op::Wrasr
                            | Op::Stdcq
                            | Op::Fpop1Unknown
                            | Op::Fpop2Unknown
                    ),
                "{op:?}"
            );
        }
    }
}
