//! Opcodes that are written over operations do as plain data what they do where values are numbers: registers, memory
//! and traps, for random operands.

use super::*;
use crate::decoded::DecodedInsn;
use crate::exec::branch;
use crate::isa::{Op, ROWS};
use crate::lowered::{carry_out, lowered};
use crate::state::{IuReg, State};
use crate::trap::{self, Exc};
use trueboard_core::snapshot::to_bytes;
use trueboard_engine::lower::{self, Lower, SmallMemory, WithSmallMemory};
use trueboard_engine::ops::{Ops, Registers};

/// How often each opcode is tried.
const TRIES: usize = 400;

fn by_numbers(o: &mut WithSmallMemory<'_, State>, d: &DecodedInsn) -> Option<Result<(), u8>> {
    carry_out(o, d)
}

/// A number that is often one at which an operation changes.
fn operand(random: &mut Random) -> u32 {
    const CORNERS: [u32; 8] = [0, 1, 3, 31, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, u32::MAX];
    match random.below(3) {
        0 => CORNERS[random.below(CORNERS.len())],
        1 => random.next() as u32 & 0xff,
        _ => random.next() as u32,
    }
}

fn state(random: &mut Random) -> State {
    let mut st = Leon::new(Params::default(), 0, Clock::new(1)).state;
    for window in 0..st.regs.windows() {
        st.change_window(window);
        (1..32).for_each(|n| st.regs.set(n, operand(random)));
    }
    st.change_window(random.below(st.regs.windows().into()) as u8);
    for reg in [IuReg::Y, IuReg::Icc, IuReg::Wim, IuReg::Tbr] {
        Registers::put(&mut st, reg, operand(random));
    }
    st.psr.s = random.below(4) != 0;
    st
}

#[test]
fn opcodes_as_data_are_opcodes() {
    let random = &mut Random::new(32);
    let (mut written_over_operations, mut traps) = (0, 0);
    for (row, &op) in ROWS.iter().zip(Op::ALL) {
        let mut seen = 0;
        for _ in 0..100 * TRIES {
            let fixed = &row.form.fixed;
            let word = random.next() as u32 & !fixed.mask | fixed.value;
            let (d, _) = DecodedInsn::decode(word);
            if d.op != op {
                continue;
            }
            let Some(uops) = lowered(&d) else { break };
            let st = state(random);
            let bytes = SmallMemory::new(true, [(); 256].map(|()| random.next() as u8));
            let (mut st, mut memory) = ((st.clone(), st), (bytes.clone(), bytes));
            let by_numbers = by_numbers(&mut WithSmallMemory(&mut st.0, &mut memory.0), &d);
            let by_data = lower::execute(uops.uops(), &mut st.1, &mut memory.1);
            let place = || format!("{op:?} {word:#010x}: {uops:?}");
            assert_eq!(by_numbers, Some(by_data), "{}", place());
            assert_eq!(to_bytes(&st.0), to_bytes(&st.1), "{}", place());
            assert!(memory.0 == memory.1, "{}", place());
            traps += u32::from(by_data.is_err());
            seen += 1;
            if seen == TRIES {
                written_over_operations += 1;
                break;
            }
        }
        assert!(seen == 0 || seen == TRIES, "{op:?} tried {seen} times");
    }
    // Arithmetic, logic and shifts 36, SETHI, SAVE and RESTORE, state registers 7, accesses 10.
    assert_eq!(written_over_operations, 56);
    assert!(traps > 1000, "{traps}");
}

/// Conditions of Bicc and Ticc, and where JMPL goes.
#[test]
fn conditions_and_jumps_as_data() {
    let random = &mut Random::new(33);
    for n in 0..2000 {
        let mut st = state(random);
        let cond = n as u8 & 15;
        let d = DecodedInsn {
            op: Op::Jmpl,
            rd: cond,
            rs1: random.below(32) as u8,
            rs2: random.below(32) as u8,
            imm: 0,
        };
        let mut lower = Lower::default();
        let holds = branch::icc_holds(&mut lower, cond);
        lower.put(IuReg::Y, holds.bit());
        let Ok(target) = branch::jump_target(&mut lower, &d);
        lower.put(IuReg::R(1), target);
        let mut by_data = st.clone();
        let done = lower::execute(
            lower.uops(),
            &mut by_data,
            &mut SmallMemory::new(true, [0; 256]),
        );
        assert_eq!(by_data.y, branch::icc_holds(&mut st, cond).bit());
        let target = branch::jump_target(&mut st, &d);
        assert_eq!(
            done.map(|()| by_data.regs.get(1)).map_err(Exc::Trap),
            target
        );
        if done.is_err() {
            assert_eq!(done, Err(trap::NOT_ALIGNED));
        }
    }
}
