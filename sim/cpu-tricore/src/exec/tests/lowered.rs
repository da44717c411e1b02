//! Opcodes that are written over operations do as plain data what they do where values are numbers: registers, PSW and
//! memory, for random operands.

use super::random::Rng;
use crate::blocks::jumps;
use crate::decoded::DecodedInsn;
use crate::exec::{self, CoreOps};
use crate::isa::operands::Mode;
use crate::isa::{Class, Opcode, ROWS};
use crate::lowered::carry_out;
use crate::state::{CoreReg, REGISTERS, State};
use crate::tests::params;
use crate::trap::Trap;
use std::collections::BTreeSet;
use std::convert::Infallible;
use trueboard_engine::lower::{self, Lower, SmallMemory, WithSmallMemory};
use trueboard_engine::ops::{Accesses, Ops, Registers};

/// How often each encoding is tried.
const TRIES: usize = 300;
/// Where the test puts whether a jump is taken: a place that no register has.
const TAKEN: CoreReg = CoreReg::R(REGISTERS as u8);

/// Executes `s` by `o`, a jump as far as whether it is taken. `None` for an instruction that is not written over operations.
fn execute<O: CoreOps + Accesses>(o: &mut O, s: &DecodedInsn) -> Option<Result<(), O::Exit>> {
    if !jumps(s) {
        return carry_out(o, s, |_, _| Ok(()));
    }
    let taken = exec::takes(o, s)?;
    o.put(TAKEN, taken.bit());
    Some(Ok(()))
}

fn lowered(s: &DecodedInsn) -> Option<Lower<State>> {
    let mut lower = Lower::default();
    let done: Option<Result<(), Infallible>> = execute(&mut lower, s);
    done.map(|_| lower)
}

fn state(rng: &mut Rng) -> State {
    let mut st = State::new(&params());
    (0..32).for_each(|n| st.set_reg(n, rng.word()));
    st.psw = rng.word();
    st
}

#[test]
fn opcodes_as_data_are_opcodes() {
    let rng = &mut Rng::new(32);
    // Each with the addressing modes that it has.
    let mut written_over_operations = BTreeSet::new();
    for row in ROWS {
        let fixed = &row.form.fixed;
        let mut seen = 0;
        while seen < TRIES {
            let word = rng.next() as u32 & !fixed.mask | fixed.value;
            let Some(s) = DecodedInsn::decode(word) else {
                continue;
            };
            seen += 1;
            let Some(uops) = lowered(&s) else { break };
            // The trap of an odd pair comes before.
            if s.odd_pair {
                continue;
            }
            let st = state(rng);
            let bytes = SmallMemory::new(false, [(); 256].map(|()| rng.next() as u8));
            let (mut st, mut memory) = ((st.clone(), st), (bytes.clone(), bytes));
            let mut alone = st.0.clone();
            let by_numbers = execute(&mut WithSmallMemory(&mut st.0, &mut memory.0), &s);
            let by_data = lower::execute(uops.uops(), &mut st.1, &mut memory.1);
            let place = || format!("{s:?}: {uops:?}");
            assert_eq!(by_numbers, Some(by_data), "{}", place());
            assert!(st.0 == st.1, "{} {:?} {:?}", place(), st.0, st.1);
            assert!(memory.0 == memory.1, "{}", place());
            // The ways of blocks and single steps through the same functions.
            if let Some(shift) = exec::shift_by_constant(&s) {
                let (a, b) = (alone.reg(s.a), alone.second(&s));
                let mut shifted = alone.clone();
                let result = match shift {
                    exec::Shift::Left => exec::left(&mut shifted, a, b),
                    exec::Shift::Right => exec::right(&mut shifted, a, b),
                    exec::Shift::ArithmeticLeft => exec::arithmetic_left(&mut shifted, a, b),
                    exec::Shift::ArithmeticRight => exec::arithmetic_right(&mut shifted, a, b),
                };
                shifted.set_reg(s.d, result);
                assert!(st.0 == shifted, "{}", place());
            }
            if matches!(s.class, Class::Alu | Class::Alu2 | Class::Mul | Class::Mac) {
                assert_eq!(alone.integer(&s), Ok(()));
                assert!(st.0 == alone, "{}", place());
            }
            written_over_operations.insert((s.opcode as u16, s.mode));
        }
    }
    // The usual ones 48; address arithmetic 16, of which LEA has two modes; loads 9 and stores 7, each in four modes;
    // jumps 23.
    let expected = 48 + 17 + 9 * 4 + 7 * 4 + 23;
    assert_eq!(written_over_operations.len(), expected);
}

/// A mode with an index has no place as data.
#[test]
fn modes_with_an_index_are_not_lowered() {
    let mut s = DecodedInsn::decode(0x0900_0009).expect("LD.W in mode Base");
    assert_eq!((s.opcode, s.mode), (Opcode::LdW, Mode::Base));
    assert!(lowered(&s).is_some());
    for mode in [Mode::Circ, Mode::Rev, Mode::Index] {
        s.mode = mode;
        assert!(lowered(&s).is_none(), "{mode:?}");
    }
}

/// Where a jump by a register goes.
#[test]
fn targets_as_data() {
    let rng = &mut Rng::new(33);
    let ji = DecodedInsn::decode(0x05dc).expect("JI A5");
    assert_eq!(ji.opcode, Opcode::Ji);
    let mut lower = Lower::<State>::default();
    let target = exec::by_register(&mut lower, &ji);
    lower.put(TAKEN, target);
    for _ in 0..TRIES {
        let mut st = state(rng);
        let a5 = st.reg(21);
        let by_data = lower::execute(
            lower.uops(),
            &mut st,
            &mut SmallMemory::new(false, [0; 256]),
        );
        assert_eq!(by_data, Ok::<(), Trap>(()));
        assert_eq!(Registers::get(&st, TAKEN), a5 & !1);
        assert_eq!(exec::by_register(&mut st, &ji), a5 & !1);
    }
}
