//! Floating-point operations in bulk: our core executes them in a loop, one after another, and each
//! result is held against [`crate::softfloat`].

use crate::asm::{NOP, Src::I, Src::R, ba, branch, f3, fpop, set};
use crate::case::{Case, End, F, Faults, G, Oracle, PSR, State};
use crate::fpops::{self, BEFORE, Operation, Result};
use crate::layout;
use crate::ours::Ours;
use crate::program::placed;
use crate::rng::Rng;
use crate::softfloat::{Delivers, delivers};
use trueboard_cpu_sparcv8::isa::Op;

/// The operations of the GRFPU: those that round, and the others.
pub fn operations() -> impl Iterator<Item = Op> {
    let others = [
        Op::Fcmps,
        Op::Fcmpes,
        Op::Fcmpd,
        Op::Fcmped,
        Op::Fmovs,
        Op::Fnegs,
        Op::Fabss,
    ];
    fpops::OPERATIONS.iter().copied().chain(others)
}

/// Operations in one run of the loop.
pub const ROUND: usize = 20_000;
/// Where the operations are: FSR, (free), two operands; then the result and FSR in the places of
/// the second operand and of the word behind it.
const AT: u32 = layout::BEFORE;
const WORDS: usize = 8;
/// The program's own trap table, behind the program.
const TABLE: u32 = layout::CODE + 0x1000;
/// Where STDFQ of the handler goes.
const QUEUE: u32 = AT - 16;
/// FSR.qne.
const QNE: u32 = 1 << 13;
const FTT: u32 = 7 << 14;
const CEXC: u32 = 0x1f;

/// A random operation of this kind; FSR has any rounding direction, NS and trap mask.
pub fn random(rng: &mut Rng, op: Op) -> Operation {
    let o = fpops::of(rng, op);
    let ns = u32::from(rng.percent(30)) << 22;
    Operation {
        fsr: o.fsr | ns,
        ..o
    }
}

/// The loop and its trap handler.
fn code(op: Op) -> Vec<u32> {
    let (at, count, l1, l2, l3) = (1, 2, 17, 18, 19);
    // A comparison has no destination, and no integer condition codes are used by the FPU.
    let begin = [
        f3(Op::Ldfsr, at, I(0), 0),
        f3(Op::Lddf, at, I(8), 0),
        f3(Op::Lddf, at, I(16), 2),
        fpop(Op::Fmovs, 0, 30, 4),
        fpop(Op::Fmovs, 0, 31, 5),
        fpop(op, 0, 2, if no_destination(op) { 0 } else { 4 }),
        // `fbn .+8` waits for the FPU.
        branch(Op::Fbfcc, 0, false, 8),
        f3(Op::Stdf, at, I(16), 4),
        f3(Op::Stfsr, at, I(24), 0),
    ];
    let mut code: Vec<u32> = set(TABLE, 3).to_vec();
    code.push(f3(Op::Wrtbr, 3, R(0), 0));
    code.extend([NOP; 3]);
    let head = code.len() as u32;
    code.extend(begin);
    let next = layout::CODE + code.len() as u32 * 4;
    code.push(f3(Op::Subcc, count, I(1), count));
    let back = head * 4;
    let here = code.len() as u32 * 4;
    code.push(branch(Op::Bicc, 9, false, back.wrapping_sub(here)));
    code.push(f3(Op::Add, at, I(WORDS as i32 * 4), at));
    code.push(f3(Op::Ticc, 0, I(layout::END_TRAP as i32), 8));
    // The handler: as the loop, but FSR tells the trap, and the queue is emptied.
    let handler = layout::CODE + code.len() as u32 * 4;
    code.extend([f3(Op::Stfsr, at, I(24), 0)]);
    code.extend(set(QUEUE, l3));
    code.push(f3(Op::Stdfq, l3, I(0), 0));
    code.push(f3(Op::Stdf, at, I(16), 4));
    code.extend(set(next, l1));
    code.extend([
        f3(Op::Add, l1, I(4), l2),
        f3(Op::Jmpl, l1, R(0), 0),
        f3(Op::Rett, l2, R(0), 0),
    ]);
    let vector = |tt: u32| ((TABLE - layout::CODE) / 4 + tt * 4) as usize;
    let end = 0x80 + layout::END_TRAP;
    code.resize(vector(end) + 4, NOP);
    let at = TABLE + 8 * 16;
    code[vector(8)] = ba(handler.wrapping_sub(at));
    let at = TABLE + end * 16 + 4;
    code[vector(end)] = f3(Op::Rdpsr, 0, R(0), 16);
    code[vector(end) + 1] = ba(layout::DONE.wrapping_sub(at));
    code
}

fn no_destination(op: Op) -> bool {
    matches!(op, Op::Fcmps | Op::Fcmpes | Op::Fcmpd | Op::Fcmped)
}

/// Executes operations of one kind on our core, at most [`ROUND`].
///
/// # Errors
/// When the program does not come to its end.
pub fn execute(
    ours: &mut Ours,
    op: Op,
    ops: &[Operation],
) -> std::result::Result<Vec<Result>, String> {
    let mut state: State = Ours::plain_state();
    state[PSR] |= 1 << 12;
    state[G + 1] = AT;
    state[G + 2] = ops.len() as u32;
    state[F + 30] = (BEFORE >> 32) as u32;
    state[F + 31] = BEFORE as u32;
    let mut words = Vec::with_capacity(ops.len() * WORDS);
    for o in ops {
        words.extend([o.fsr, 0]);
        words.extend([o.a >> 32, o.a, o.b >> 32, o.b].map(|v| v as u32));
        words.extend([0, 0]);
    }
    ours.poke(AT, &words);
    let case = Case {
        before: placed(&state, layout::CODE),
        base: layout::CODE,
        code: code(op),
        irq: None,
        faults: Faults::Plain,
    };
    let outcome = ours.run(std::slice::from_ref(&case))?.swap_remove(0);
    if outcome.end != End::Done {
        return Err(format!("{op:?}: {:?}", outcome.end));
    }
    let result = |w: &[u32]| Result {
        value: u64::from(w[4]) << 32 | u64::from(w[5]),
        fsr: w[6] & !QNE,
        trapped: w[6] & QNE != 0,
    };
    let words = ours.peek(AT, ops.len() * WORDS);
    Ok(words.chunks_exact(WORDS).map(result).collect())
}

/// What `o` must leave behind.
pub fn expected(o: &Operation) -> Result {
    let kept = o.fsr & !(FTT | CEXC);
    let trapped = |ftt: u32, cexc: u32| Result {
        value: BEFORE,
        fsr: kept | ftt << 14 | cexc,
        trapped: true,
    };
    let (flags, (value, fcc)) = match delivers(o) {
        // FSR.cexc stays.
        Delivers::Unfinished => return trapped(2, o.fsr & CEXC),
        Delivers::Single(v, f) => (f, (u64::from(v) << 32 | BEFORE & 0xffff_ffff, None)),
        Delivers::Double(v, f) => (f, (v, None)),
        Delivers::Condition(c, f) => (f, (BEFORE, Some(c))),
    };
    let enabled = flags & o.fsr >> 23;
    if enabled != 0 {
        // One bit; inexact only when it is alone (V8 4.4).
        let one = if enabled == 1 { 1 } else { enabled & !1 };
        return trapped(1, one);
    }
    let kept = fcc.map_or(kept, |c| kept & !(3 << 10) | c << 10);
    Result {
        value,
        fsr: kept | flags << 5 | flags,
        trapped: false,
    }
}
