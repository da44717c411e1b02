//! Which stack pointer is left where another one is put, whatever window WRPSR and RESTORE have switched to before.

use super::*;

const WRITE_PSR_G2: u32 = 0x8188_8000;
const WRITE_PSR_G3: u32 = 0x8188_c000;
const RESTORE: u32 = 0x81e8_0000;
const PUT_STACK_G1: u32 = 0x9c10_0001;
const JUMP_L1: u32 = 0x81c4_4000;
const RETT_L2: u32 = 0x81cc_8000;
const NOP: u32 = 0x0100_0000;

/// S = 1 and EF = 1; window 0.
const PSR: u32 = 1 << 12 | 1 << 7;
const ET: u32 = 1 << 5;
/// The stack pointer of window w is so many times w + 1.
const STACK: u32 = 0x100;
const NEW: u32 = 0x9000;

/// Begins in `window` with traps enabled by `et`; answers the stack pointers between which the program moves.
fn moved((window, et): (u32, u32), writes: [u32; 2], program: &[u32]) -> Vec<(u64, u64)> {
    let mut b = Bench::new(0);
    b.facts.listen();
    for w in 0..8 {
        b.core.set_register(Reg::Psr, PSR | w);
        b.set(14, STACK * (w + 1));
    }
    b.core.set_register(Reg::Psr, PSR | et | window);
    b.core.set_register(Reg::Wim, 0);
    let behind = CODE + 4 * program.len() as u32;
    for (n, value) in [(1, NEW), (2, PSR | writes[0]), (3, PSR | writes[1])] {
        b.set(n, value);
    }
    b.set(17, behind);
    b.set(18, behind + 4);
    b.program(&[program, &[NOP, PUT_STACK_G1], &[NOP; 8]].concat());
    b.run_until(10);
    let mut facts = Vec::new();
    for until in 11..200 {
        b.run_until(until);
        b.facts.move_to(&mut facts);
    }
    let moves = facts.iter().filter_map(|f| match f.kind {
        FactKind::Stack { from, to, .. } => Some((from, to)),
        _ => None,
    });
    moves.collect()
}

/// A task is switched to whose window is another one.
#[test]
fn the_stack_pointer_of_the_window_that_wrpsr_leaves_is_left() {
    let moves = moved((2, ET), [5, 0], &[WRITE_PSR_G2, NOP, NOP, NOP]);
    assert_eq!(moves, [(u64::from(STACK * 3), NEW.into())]);
}

/// As RTEMS flushes windows: it disables traps, goes through the windows above by RESTORE, and turns back.
#[test]
fn a_window_that_wrpsr_turns_back_to_is_left_with_its_own_stack_pointer() {
    let flush = [WRITE_PSR_G2, RESTORE, RESTORE, WRITE_PSR_G3, NOP, NOP, NOP];
    for et in [0, ET] {
        let moves = moved((2, ET), [2, 2 | et], &flush);
        assert_eq!(moves, [(u64::from(STACK * 3), NEW.into())], "{et}");
    }
}

/// As a handler flushes windows: it turns back to its own one, and returns to another one.
#[test]
fn a_window_that_a_handler_leaves_is_not_the_one_of_what_it_interrupted() {
    let flush = [RESTORE, RESTORE, RESTORE, WRITE_PSR_G2, NOP, NOP, NOP];
    let returns = [JUMP_L1, RETT_L2];
    let moves = moved((2, 0), [2, 0], &[&flush[..], &returns].concat());
    assert_eq!(moves, [(u64::from(STACK * 4), NEW.into())]);
}
