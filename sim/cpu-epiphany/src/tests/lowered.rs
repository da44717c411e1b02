//! Opcodes that are written over operations do as plain data what they do where values are numbers: registers and
//! memory, for random operands.

use super::*;
use crate::exec::CoreOps;
use crate::isa::{Op, ROWS, decode};
use crate::lowered::{carry_out, resolve};
use crate::state::{CoreReg, State};
use std::collections::BTreeSet;
use std::convert::Infallible;
use trueboard_engine::lower::{self, Lower, SmallMemory, WithSmallMemory};
use trueboard_engine::ops::Accesses;

/// How often each row is tried.
const TRIES: usize = 400;
/// Where instructions are.
const PC: u32 = 0x1234;
/// Where the test puts whether a branch is taken, and where it goes.
const TAKEN: u8 = 62;
const TARGET: u8 = 63;

/// Random instructions and operands.
struct Random(trueboard_core::random::Random);

impl Random {
    fn new(seed: u64) -> Random {
        Random(trueboard_core::random::Random::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.long()
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.index(n)
    }

    /// A number that is often one at which an operation changes.
    fn operand(&mut self) -> u32 {
        const CORNERS: [u32; 8] = [0, 1, 3, 31, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, u32::MAX];
        match self.below(3) {
            0 => CORNERS[self.below(CORNERS.len())],
            1 => self.next() as u32 & 0xff,
            _ => self.next() as u32,
        }
    }

    fn state(&mut self) -> State {
        let mut st = State::new(&params(), 0);
        st.r.fill_with(|| self.operand());
        st.status = self.next() as u32;
        st
    }
}

/// Executes the instruction `op` by `o`. `None` for an opcode that is not written over operations.
fn by_operations<O: CoreOps + Accesses>(o: &mut O, op: &Op) -> Option<Result<(), O::Exit>> {
    if let Some((taken, target)) = resolve(o, op, PC) {
        o.put(CoreReg::R(TAKEN), taken.bit());
        o.put(CoreReg::R(TARGET), target);
        return Some(Ok(()));
    }
    carry_out(o, op)
}

fn lowered(op: &Op) -> Option<Lower<State>> {
    let mut lower = Lower::default();
    let done: Option<Result<(), Infallible>> = by_operations(&mut lower, op);
    done.map(|_| lower)
}

#[test]
fn opcodes_as_data_are_opcodes() {
    let random = &mut Random::new(32);
    let mut written_over_operations = BTreeSet::new();
    let (mut changed, mut one_register) = (0, 0);
    for row in ROWS {
        let mut seen = 0;
        for _ in 0..100 * TRIES {
            let fixed = &row.form.fixed;
            let word = random.next() as u32 & !fixed.mask | fixed.value;
            let op = decode(word);
            if op.opcode != row.class {
                continue;
            }
            let Some(uops) = lowered(&op) else { break };
            let st = random.state();
            let bytes = [(); 256].map(|()| random.next() as u8);
            let before = (st, SmallMemory::new(false, bytes));
            let (mut numbers, mut data) = (before.clone(), before.clone());
            let place = || format!("{op:?} {word:#010x}: {uops:?}");
            let done = by_operations(&mut WithSmallMemory(&mut numbers.0, &mut numbers.1), &op);
            assert_eq!(done, Some(Ok(())), "{}", place());
            let Ok(()) = lower::execute(uops.uops(), &mut data.0, &mut data.1);
            assert!(numbers == data, "{}", place());
            changed += u32::from(data != before);
            one_register += u32::from(op.opcode.traits().bytes != 0 && op.rn == op.rd);
            seen += 1;
            if seen == TRIES {
                written_over_operations.insert(format!("{:?}", op.opcode));
                break;
            }
        }
        assert!(
            seen == 0 || seen == TRIES,
            "{} tried {seen} times",
            row.name
        );
    }
    // Arithmetic, logic and shifts 14 with BITR, MOV of a number, MOVT, MOV and MOV with a condition, NOP; loads of four
    // sizes by four modes, as many stores; branches 5.
    assert_eq!(written_over_operations.len(), 14 + 5 + 16 + 16 + 5);
    assert!(changed > 10_000, "{changed}");
    assert!(one_register > 100, "{one_register}");
}

/// If base and destination are one register, or base and upper destination, the loaded value wins.
#[test]
fn what_is_loaded_wins_over_the_base() {
    let text = |d, n| Insn::LdrdPm32 {
        d: R::new(d),
        n: R::new(n),
        s: Sign::Plus,
        m: R::new(8),
    };
    for (d, n) in [(2, 2), (2, 3)] {
        let op = decode(text(d, n).encode());
        let mut st = State::new(&params(), 0);
        (st.r[usize::from(n)], st.r[8]) = (16, 0x100);
        let mut bytes = SmallMemory::new(false, std::array::from_fn(|i| i as u8));
        let done = by_operations(&mut WithSmallMemory(&mut st, &mut bytes), &op);
        assert_eq!(done, Some(Ok(())));
        assert_eq!(st.r[2..4], [0x1312_1110, 0x1716_1514]);
    }
}
