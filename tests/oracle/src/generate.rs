//! Random programs from the instruction table, every row of it, and random states to start from.
//!
//! A program keeps to these rules, so that its end can be foreseen and QEMU shows everything:
//! - %g7 points into the middle of the data memory all the time; memory is only accessed near it;
//! - control goes forward;
//! - the window it is in is valid in WIM (the handlers return by RETT), and ET is set whenever
//!   something may trap;
//! - an FPop that may trap is followed by an instruction that waits for the FPU, because QEMU's
//!   traps are precise;
//! - an interrupt is due only where it is let through by WRPSR, and nothing faults with ET=0;
//! - what [`crate::known`] lists is left out.
//!
//! There are three kinds: [`Generator::program`], [`Generator::mapped`] under the MMU, and
//! [`Generator::block`] for an oracle that takes no traps.

mod block;
mod control;
mod interrupt;
mod memory;
mod mmu;
mod operand;
mod system;

use crate::case::{F, FSR, G, MEM, PSR, State, W, WIM, XTRA, Y};
use crate::layout::DATA_WORDS;
use crate::ours::Ours;
use crate::program::{Item, Program};
use crate::rng::Rng;
use trueboard_cpu_sparcv8::isa::{Class, Op};

/// Register that points into the middle of the data memory.
const BASE: u8 = 7;
/// `fbn .+8`: does nothing but wait for the FPU.
const FP_WAIT: u32 = 0x0180_0002;

/// Which privileges a program has all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Those of a user.
    User,
    /// Now these, now those.
    Both,
    /// Those of the supervisor.
    Supervisor,
    /// The same, and nothing that depends on chance should trap.
    Calm,
}

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
    Interrupt,
    Bad,
}

const FAMILIES: [(Family, u32); 12] = [
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
    (Family::Interrupt, 2),
    (Family::Bad, 1),
];

/// The family of a row; `None` for those that never appear.
fn family(op: Op) -> Option<Family> {
    Some(match op {
        // See `crate::known`.
        Op::Rdasr | Op::Fpop1Unknown | Op::Fpop2Unknown | Op::Stdfq | Op::Stdcq => return None,
        Op::Wrpsr | Op::Wrwim | Op::Wrtbr | Op::Wrasr => Family::State,
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
            Class::Mul | Class::MulCc | Class::Div | Class::DivCc => Family::MulDiv,
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
    /// Of the program that is being made.
    mode: Mode,
    /// That program runs with the MMU on.
    mapped: bool,
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
            mode: Mode::Both,
            mapped: false,
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
        let n = 10 + self.rng.below(100) as usize;
        self.mode = match self.rng.below(10) {
            0 => Mode::User,
            1..=4 => Mode::Supervisor,
            _ => Mode::Both,
        };
        let items = (0..n).map(|i| self.item(i, n)).collect();
        let states = (0..states).map(|_| self.state()).collect();
        Program {
            items,
            kept: 0,
            states,
        }
    }

    fn state(&mut self) -> State {
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
        if self.mode != Mode::User {
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
        // Interrupts have no row of the table.
        let op = if ops.is_empty() {
            Op::Ticc
        } else {
            self.rng.pick(ops)
        };
        match family {
            Family::Interrupt => Item::Words(self.interrupt()),
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
                            | Op::Stdcq
                            | Op::Rdasr
                            | Op::Fpop1Unknown
                            | Op::Fpop2Unknown
                    ),
                "{op:?}"
            );
        }
    }
}
