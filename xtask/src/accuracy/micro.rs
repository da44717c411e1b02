//! Micro-programs for SPARC boards: cycles of a few instructions on one core, everything in the first-level caches.
//!
//! A program runs N copies of a pattern twice, the second time between two reads of %asr23. The
//! difference between 2N and N copies, divided by N, is one pattern; what surrounds the copies
//! drops out. Exact timings of every instruction class are tested elsewhere (`tests/tests`); these
//! are the ones that published figures speak of.

use conformance::tiny::{self, CODE, Part, Tiny};
use oracle::asm::{NOP, Src, branch, f3, fpop, set};
use trueboard_board::{BoardModel, Options};
use trueboard_cpu_sparcv8::isa::Op;

/// Where operands lie, and behind them the result.
const DATA: u32 = 0x8000;
const RESULT: u32 = DATA + 0x40;
const COPIES: u32 = 64;
/// APBUART 0 of the GR740 (UM 2.9, memory map in ch. 2); its STATUS at 4 reads without effect.
const DEVICE: u32 = 0xff90_0000;

/// Conditions (SPARC V8 manual, B.21 and B.22): be, bne, fbl.
const EQUAL: u8 = 1;
const NOT_EQUAL: u8 = 9;
const LESS: u8 = 4;

/// Integer registers that patterns may use as they like, beside %g4 (address of the operands),
/// %g5 (address of a device register) and %o7.
const A: u8 = 1;
const B: u8 = 2;
const C: u8 = 3;
const DATA_AT: u8 = 4;
const DEVICE_AT: u8 = 5;

/// Operands: doubles at 0, 8 and 16, singles at 24 and 28; loaded to
/// %f0, %f2, %f4, %f6 and %f7.
fn operands() -> Vec<u8> {
    let doubles = [1.0f64, 1.1, 2.0].into_iter().flat_map(f64::to_be_bytes);
    let singles = [3.0f32, 1.0].into_iter().flat_map(f32::to_be_bytes);
    doubles.chain(singles).collect()
}

/// The words of a pattern at its place in the program.
fn pattern(name: &str) -> Option<Vec<u32>> {
    let add = |rs1, rd| f3(Op::Add, rs1, Src::I(1), rd);
    let compare = f3(Op::Subcc, 0, Src::R(0), 0);
    let over = |cond| branch(Op::Bicc, cond, false, 8);
    Some(match name {
        "add" => vec![add(A, A)],
        "load-use" => vec![f3(Op::Ld, DATA_AT, Src::I(0), A), add(A, B)],
        "load-other-use" => vec![f3(Op::Ld, DATA_AT, Src::I(0), A), add(C, C), add(A, B)],
        "multiply" => vec![f3(Op::Smul, A, Src::R(A), A)],
        "divide" => vec![f3(Op::Sdiv, A, Src::I(3), B)],
        "branch-not-taken" => vec![compare, over(NOT_EQUAL), NOP],
        "branch-taken" => vec![compare, over(EQUAL), NOP],
        // CALL puts its own address into %o7; JMPL goes on behind its delay slot.
        "call" => vec![oracle::asm::call(8), NOP],
        "call-jmpl" => vec![
            oracle::asm::call(8),
            NOP,
            f3(Op::Jmpl, 15, Src::I(16), 0),
            NOP,
        ],
        "fadd" => vec![fpop(Op::Faddd, 0, 2, 0)],
        "fmul" => vec![fpop(Op::Fmuld, 0, 2, 0)],
        "fcmp-branch" => vec![
            fpop(Op::Fcmpd, 0, 2, 0),
            NOP,
            branch(Op::Fbfcc, LESS, false, 8),
            NOP,
        ],
        // The unit for these takes one operation at a time; operands stay as they are.
        "fdivs" => vec![fpop(Op::Fdivs, 6, 7, 8)],
        "fdivd" => vec![fpop(Op::Fdivd, 0, 2, 8)],
        "fdivd-exact" => vec![fpop(Op::Fdivd, 0, 4, 8)],
        "fsqrts" => vec![fpop(Op::Fsqrts, 0, 7, 8)],
        "fsqrtd" => vec![fpop(Op::Fsqrtd, 0, 2, 8)],
        "fsqrtd-exact" => vec![fpop(Op::Fsqrtd, 0, 0, 8)],
        "store" => vec![f3(Op::St, DATA_AT, Src::I(0x20), A)],
        "device-read" => vec![f3(Op::Ld, DEVICE_AT, Src::I(4), A)],
        _ => return None,
    })
}

/// Write of a state register: `rs1 xor imm`.
fn write(op: Op, rs1: u8, value: i32) -> u32 {
    f3(op, rs1, Src::I(value), 0)
}

fn program(words: &[u32], copies: u32) -> Tiny {
    let mut code = Vec::new();
    // S, PS, PIL 15, EF; caches on, without snooping of anybody; operands.
    code.extend(set(0x1fc0, A));
    code.extend([write(Op::Wrpsr, A, 0), NOP, NOP, NOP]);
    code.extend(set(0x0081_000f, A));
    code.push(f3(Op::Sta, 0, Src::R(0), A) | 2 << 5); // ASI 2, offset 0: cache control
    code.extend(set(DATA, DATA_AT));
    code.extend(set(DEVICE, DEVICE_AT));
    for (offset, register) in [(0, 0), (8, 2), (16, 4), (24, 6)] {
        code.push(f3(Op::Lddf, DATA_AT, Src::I(offset), register));
    }
    code.push(write(Op::Wry, 0, 0));
    code.extend(set(2, 16));
    let again = code.len();
    code.push(f3(Op::Rdasr, 23, Src::R(0), 17));
    for _ in 0..copies {
        code.extend_from_slice(words);
    }
    code.push(f3(Op::Rdasr, 23, Src::R(0), 18));
    code.push(f3(Op::Subcc, 16, Src::I(1), 16));
    let back = 4 * (again as i32 - code.len() as i32);
    code.extend([branch(Op::Bicc, NOT_EQUAL, false, back as u32), NOP]);
    code.push(f3(Op::Sub, 18, Src::R(17), 18));
    code.push(f3(Op::St, DATA_AT, Src::I((RESULT - DATA) as i32), 18));
    code.extend(tiny::exit(0));
    let mut image = Tiny::new(&code);
    assert!(
        CODE + 4 * (code.len() as u32) <= DATA,
        "the copies fit below the operands"
    );
    image.parts.push(Part {
        at: DATA,
        bytes: operands(),
    });
    image.functions.push(("result".to_owned(), RESULT, 0));
    image
}

/// Cycles of one `name` on `board`.
///
/// # Errors
/// When there is no such pattern, or the program does not end well.
pub fn cycles(board: &BoardModel, name: &str) -> Result<f64, String> {
    let words = pattern(name).ok_or_else(|| format!("there is no micro-program `{name}`"))?;
    let once = total(board, name, &words, COPIES)?;
    let twice = total(board, name, &words, 2 * COPIES)?;
    Ok((twice - once) as f64 / f64::from(COPIES))
}

fn total(board: &BoardModel, name: &str, words: &[u32], copies: u32) -> Result<i64, String> {
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let image = program(words, copies).write(dir.path(), "micro");
    let options = Options {
        dumps: vec![("result".to_owned(), Some(4))],
        ..conformance::on_boot_core(image)
    };
    let run = conformance::try_run(board, options).map_err(|e| e.to_string())?;
    let r = &run.report;
    if r.outcome.status != Some(0) {
        return Err(format!("micro-program `{name}`: {}", r.outcome.detail));
    }
    i64::from_str_radix(&r.dumps["result"], 16).map_err(|e| e.to_string())
}
