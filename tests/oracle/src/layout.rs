//! Where things lie in the memory of a machine that runs cases, and the code that is common to
//! all of them: trap table and trap handlers; and for QEMU, which runs many cases in a row, the
//! code that loads a state and stores it again.

use crate::asm::{NOP, Src::I, Src::R, alternate, ba, branch, f3, fpop, set, sethi};
use crate::case::{COMMON, F, FSR, Faults, G, MEM, PSR, TBR, W, WIM, Y};
use crate::tables::MMU;
use trueboard_cpu_sparcv8::isa::Op;

/// Memory of the machine: start.
pub const RAM: u32 = 0x4000_0000;
/// Memory of the machine: bytes.
pub const RAM_BYTES: u32 = 16 << 20;
/// The trap table.
pub const TABLE: u32 = RAM;
/// Handlers, prologue and epilogue.
pub const HANDLER: u32 = RAM + 0x1000;
/// The handler of data_access_exception.
const FAULT: u32 = HANDLER + 0x200;
/// The handler of instruction_access_exception.
const FETCH_FAULT: u32 = HANDLER + 0x300;
/// The handler of interrupts.
const INTERRUPT: u32 = HANDLER + 0x400;
/// Where the program's end goes, by the vector of `ta 127`.
pub const DONE: u32 = RAM + 0x1800;
/// The code that starts the next case (QEMU).
pub const NEXT: u32 = RAM + 0x2000;
/// Where that code ends up when there is none.
pub const HALT: u32 = RAM + 0x3800;
/// Variables of the common code.
pub const VARS: u32 = RAM + 0x3c00;
/// The data that programs work on; %g7 points into its middle.
pub const DATA: u32 = RAM + 0x4000;
/// Its size in words.
pub const DATA_WORDS: usize = 128;
/// What %g7 holds all the time.
pub const DATA_MIDDLE: u32 = DATA + DATA_WORDS as u32 * 2;
/// Programs, one per slot.
pub const CODE: u32 = RAM + 0x10000;
/// Bytes of a program's slot.
pub const SLOT: u32 = 4096;
/// States before the programs.
pub const BEFORE: u32 = RAM + 0x40_0000;
/// States after them.
pub const AFTER: u32 = RAM + 0x80_0000;
/// The traps they took.
pub const TRAPS: u32 = RAM + 0xc0_0000;
/// Bytes of one state.
pub const BLOCK: u32 = 1280;
/// Bytes of one trap in the log.
pub const TRAP_BYTES: u32 = 20;

/// Registers of the interrupt controller, for one processor (GRLIB IRQMP).
pub mod irqmp {
    /// Bits that are set are cleared in pending and force.
    pub const CLEAR: u32 = 0x8000_020c;
    /// Interrupt mask.
    pub const MASK: u32 = 0x8000_0240;
    /// Interrupt force.
    pub const FORCE: u32 = 0x8000_0280;
}

/// `sta %g0, [%g0] 0x19`: switches the MMU off.
pub const MMU_OFF: u32 = 0xc0a0_0320;

/// Number of the Ticc that ends a program.
pub const END_TRAP: u32 = 127;

/// Words in a state block behind the state: PSR for the entry by RETT; end of the trap log.
pub const ENTRY_PSR: usize = COMMON;

const IN: i32 = 0;
const OUT: i32 = 4;
const COUNT: i32 = 8;
/// Offset of the trap log's end in the variables.
pub const LOG: i32 = 12;
const QUEUE: i32 = 16;

const G1: u8 = 1;
const G2: u8 = 2;
const G3: u8 = 3;
const L0: u8 = 16;
const L1: u8 = 17;
const L2: u8 = 18;
const L3: u8 = 19;
const L4: u8 = 20;
const L5: u8 = 21;
const L6: u8 = 22;

/// The vector of that Ticc.
pub const END_VECTOR: u32 = TABLE + (0x80 + END_TRAP) * 16;

/// Instructions that a trap adds, with the common handler.
pub const TRAP_INSNS: u64 = 22;
/// The same of a data_access_exception.
pub const FAULT_INSNS: u64 = TRAP_INSNS + 8;
/// The same of an instruction_access_exception.
pub const FETCH_FAULT_INSNS: u64 = FAULT_INSNS + 4;
/// The same of an fp_exception.
pub const FP_TRAP_INSNS: u64 = 23;
/// The same when it was deferred.
pub const FP_QUEUE_INSNS: u64 = 34;
/// Instructions of the vector of `ta 127` up to [`DONE`].
pub const DONE_INSNS: u64 = 4;

/// How an FPU reports an exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FpTraps {
    /// The FPop itself traps (QEMU).
    Precise,
    /// The next floating-point instruction traps; the queue names the FPop (LEON, and V8 proper).
    Deferred,
}

/// Code with the address it belongs to.
pub struct Piece {
    /// Where.
    pub at: u32,
    /// What.
    pub words: Vec<u32>,
}

/// Trap table and handlers. The handler records the trap and goes on behind the instruction, after
/// an interrupt with it. It uses the locals of its window and clears them but %l1 and %l2, which
/// hold PC and nPC.
///
/// A deferred fp_exception is made to look like a precise one, on condition that the next
/// floating-point instruction follows the FPop at once.
pub fn traps(fp: FpTraps) -> Vec<Piece> {
    let mut table = Vec::new();
    for tt in 0..256u32 {
        if tt == 0x80 + END_TRAP {
            table.extend([
                f3(Op::Rdpsr, 0, R(0), L0),
                sethi(DONE, L3),
                f3(Op::Jmpl, L3, I((DONE & 0x3ff) as i32), 0),
                NOP,
            ]);
            continue;
        }
        let at = TABLE + tt * 16 + 8;
        let to = match tt {
            8 => HANDLER + 0x100,
            0x11..=0x1f => INTERRUPT,
            _ => HANDLER,
        };
        table.extend([
            f3(Op::Rdpsr, 0, R(0), L0),
            f3(Op::Rdtbr, 0, R(0), L3),
            ba(to.wrapping_sub(at)),
            NOP,
        ]);
    }
    let (mut plain, mut float) = (Vec::new(), Vec::new());
    plain.extend(log(false));
    plain.extend(leave(Return::Behind));
    float.extend(log(true));
    if fp == FpTraps::Deferred {
        float.extend(unqueue());
    }
    float.push(fpop(Op::Fmovs, 0, 0, 0));
    float.extend(leave(Return::Behind));
    let data = [log(false), fault(), leave(Return::Behind)].concat();
    let fetch = [log(false), fault(), back(), leave(Return::Behind)].concat();
    let interrupt = [log(false), leave(Return::Again)].concat();
    let mut all = crate::tables::pieces();
    all.extend([
        Piece {
            at: FAULT,
            words: data,
        },
        Piece {
            at: FETCH_FAULT,
            words: fetch,
        },
        Piece {
            at: TABLE,
            words: table,
        },
        Piece {
            at: HANDLER,
            words: plain,
        },
        Piece {
            at: HANDLER + 0x100,
            words: float,
        },
        Piece {
            at: INTERRUPT,
            words: interrupt,
        },
    ]);
    all
}

/// The parts of the trap table that depend on what handlers of access exceptions do.
pub fn fault_vectors(faults: Faults) -> [Piece; 2] {
    let plain = faults == Faults::Plain;
    [(1, FETCH_FAULT), (9, FAULT)].map(|(tt, logging)| {
        let to = if plain { HANDLER } else { logging };
        // Behind the two words that read PSR and TBR.
        let at = TABLE + tt * 16 + 8;
        Piece {
            at,
            words: vec![ba(to.wrapping_sub(at))],
        }
    })
}

/// Adds to the log: TBR, PC, nPC, PSR, FSR. Leaves the variables' address in %l4, the entry's in
/// %l5.
fn log(fp: bool) -> Vec<u32> {
    let fsr = if fp {
        f3(Op::Stfsr, L5, I(16), 0)
    } else {
        f3(Op::St, L5, I(16), 0)
    };
    vec![
        sethi(VARS, L4),
        f3(Op::Ld, L4, I(LOG), L5),
        f3(Op::St, L5, I(0), L3),
        f3(Op::St, L5, I(4), L1),
        f3(Op::St, L5, I(8), L2),
        f3(Op::St, L5, I(12), L0),
        fsr,
        f3(Op::Add, L5, I(TRAP_BYTES as i32), L6),
        f3(Op::St, L4, I(LOG), L6),
    ]
}

/// Adds the MMU's fault status, and the page of its fault address, to the log entry at %l5.
fn fault() -> Vec<u32> {
    let read = |register: i32, rd: u8| {
        [
            f3(Op::Or, 0, I(register), rd),
            alternate(Op::Lda, MMU, rd, rd),
        ]
    };
    let mut code = [read(0x300, L6), read(0x400, L3)].concat();
    code.extend([
        f3(Op::Srl, L3, I(12), L3),
        f3(Op::Sll, L3, I(12), L3),
        f3(Op::Or, L3, R(L6), L6),
        f3(Op::St, L5, I(16), L6),
    ]);
    code
}

/// Makes the trap go back to the instruction itself, where the memory lies.
fn back() -> Vec<u32> {
    vec![
        sethi(0xff00_0000, L6),
        f3(Op::Andn, L1, R(L6), L2),
        sethi(RAM, L6),
        f3(Op::Or, L2, R(L6), L2),
    ]
}

/// If the queue holds an FPop, takes it out and makes it the trapped instruction.
fn unqueue() -> Vec<u32> {
    let tail = [
        f3(Op::Stdfq, L4, I(QUEUE), 0),
        f3(Op::Or, 0, R(L1), L2),
        f3(Op::Ld, L4, I(QUEUE), L1),
        f3(Op::St, L5, I(4), L1),
        f3(Op::St, L5, I(8), L2),
    ];
    let mut code = vec![
        f3(Op::Ld, L5, I(16), L6),
        f3(Op::Srl, L6, I(13), L6),
        f3(Op::Andcc, L6, I(1), 0),
        // Past the tail when FSR.qne is 0.
        branch(Op::Bicc, 1, false, 4 * (2 + tail.len() as u32)),
        NOP,
    ];
    code.extend(tail);
    // The condition codes as they were.
    code.push(f3(Op::Wrpsr, L0, R(0), 0));
    code
}

/// Where a handler goes.
enum Return {
    /// Behind the instruction that trapped.
    Behind,
    /// To the instruction before which the trap was taken.
    Again,
}

/// Clears what [`log`] used and returns.
fn leave(to: Return) -> Vec<u32> {
    let (pc, npc) = match to {
        Return::Behind => (L2, I(4)),
        Return::Again => (L1, R(0)),
    };
    let clear = |r| f3(Op::Or, 0, R(0), r);
    vec![
        clear(L0),
        clear(L3),
        clear(L4),
        clear(L5),
        clear(L6),
        NOP,
        NOP,
        f3(Op::Jmpl, pc, R(0), 0),
        f3(Op::Rett, L2, npc, 0),
    ]
}

fn at(word: usize) -> i32 {
    word as i32 * 4
}

/// The code that runs cases in a row: [`NEXT`] loads a state and enters the program, [`DONE`]
/// stores the state and goes to [`NEXT`].
pub fn many() -> Vec<Piece> {
    let next = next();
    vec![
        Piece {
            at: NEXT,
            words: next,
        },
        Piece {
            at: DONE,
            words: done(),
        },
        Piece {
            at: HALT,
            words: vec![ba(0), NOP],
        },
    ]
}

/// The variables before a run of `count` cases.
pub fn variables(count: u32) -> Vec<u32> {
    vec![BEFORE, AFTER, count, TRAPS]
}

/// PSR with window `w`, EF, S: base in a register, window by XOR.
fn window(base: u8, w: usize) -> [u32; 4] {
    [f3(Op::Wrpsr, base, I(w as i32), 0), NOP, NOP, NOP]
}

fn next() -> Vec<u32> {
    let mut c = vec![
        sethi(VARS, G1),
        f3(Op::Ld, G1, I(COUNT), G2),
        f3(Op::Subcc, G2, I(1), G2),
        branch(Op::Bicc, 6, false, 0),
        NOP,
        f3(Op::St, G1, I(COUNT), G2),
        f3(Op::Ld, G1, I(IN), G2),
        f3(Op::Wrwim, 0, R(0), 0),
        sethi(DATA, G3),
    ];
    c[3] = branch(Op::Bicc, 6, false, HALT.wrapping_sub(NEXT + 12));
    for i in (0..DATA_WORDS).step_by(2) {
        c.push(f3(Op::Ldd, G2, I(at(MEM + i)), 4));
        c.push(f3(Op::Std, G3, I(at(i)), 4));
    }
    c.extend(set(0x1080, G3));
    c.extend(window(G3, 0));
    // An FPop clears what LDFSR leaves alone.
    c.push(fpop(Op::Fmovs, 0, 0, 0));
    c.push(f3(Op::Ldfsr, G2, I(at(FSR)), 0));
    c.extend(
        (0..32)
            .step_by(2)
            .map(|f| f3(Op::Lddf, G2, I(at(F + f)), f as u8)),
    );
    for w in 0..8 {
        c.extend(window(G3, w));
        c.extend(
            (0..16)
                .step_by(2)
                .map(|r| f3(Op::Ldd, G2, I(at(W + w * 16 + r)), 16 + r as u8)),
        );
    }
    c.push(f3(Op::Ld, G2, I(at(ENTRY_PSR)), G3));
    c.extend([f3(Op::Wrpsr, G3, R(0), 0), NOP, NOP, NOP]);
    c.push(f3(Op::Ld, G2, I(at(Y)), G3));
    c.push(f3(Op::Wry, G3, R(0), 0));
    c.push(f3(Op::Ld, G2, I(at(WIM)), G3));
    c.push(f3(Op::Wrwim, G3, R(0), 0));
    c.push(f3(Op::Ld, G2, I(at(G + 1)), 1));
    c.push(f3(Op::Ldd, G2, I(at(G + 4)), 4));
    c.push(f3(Op::Ldd, G2, I(at(G + 6)), 6));
    c.push(f3(Op::Ldd, G2, I(at(G + 2)), 2));
    c.push(f3(Op::Jmpl, L1, R(0), 0));
    c.push(f3(Op::Rett, L2, R(0), 0));
    c
}

fn done() -> Vec<u32> {
    let mut c = vec![MMU_OFF, sethi(VARS, L3), f3(Op::Ld, L3, I(OUT), L3)];
    c.extend(
        (0..8)
            .step_by(2)
            .map(|g| f3(Op::Std, L3, I(at(G + g)), g as u8)),
    );
    c.extend([
        f3(Op::Or, 0, R(L3), G2),
        f3(Op::Rdy, 0, R(0), G1),
        f3(Op::St, G2, I(at(Y)), G1),
        f3(Op::St, G2, I(at(PSR)), L0),
        f3(Op::Rdwim, 0, R(0), G1),
        f3(Op::St, G2, I(at(WIM)), G1),
        f3(Op::Rdtbr, 0, R(0), G1),
        f3(Op::St, G2, I(at(TBR)), G1),
        sethi(VARS, G1),
        f3(Op::Ld, G1, I(LOG), G3),
        f3(Op::St, G2, I(at(COMMON)), G3),
    ]);
    c.extend(set(0x1080, G3));
    for w in 0..8 {
        c.extend(window(G3, w));
        c.extend(
            (0..16)
                .step_by(2)
                .map(|r| f3(Op::Std, G2, I(at(W + w * 16 + r)), 16 + r as u8)),
        );
    }
    c.push(f3(Op::Stfsr, G2, I(at(FSR)), 0));
    c.extend(
        (0..32)
            .step_by(2)
            .map(|f| f3(Op::Stdf, G2, I(at(F + f)), f as u8)),
    );
    c.push(sethi(DATA, G3));
    for i in (0..DATA_WORDS).step_by(2) {
        c.push(f3(Op::Ldd, G3, I(at(i)), 4));
        c.push(f3(Op::Std, G2, I(at(MEM + i)), 4));
    }
    for var in [IN, OUT] {
        c.push(f3(Op::Ld, G1, I(var), G2));
        c.push(f3(Op::Add, G2, I(BLOCK as i32), G2));
        c.push(f3(Op::St, G1, I(var), G2));
    }
    let here = DONE + c.len() as u32 * 4;
    c.push(ba(NEXT.wrapping_sub(here)));
    c.push(NOP);
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_do_not_overlap() {
        let mut all = traps(FpTraps::Deferred);
        all.extend(many());
        all.push(Piece {
            at: VARS,
            words: vec![0; 16],
        });
        all.sort_by_key(|p| p.at);
        for pair in all.windows(2) {
            let end = pair[0].at + pair[0].words.len() as u32 * 4;
            assert!(end <= pair[1].at, "{:#x} > {:#x}", end, pair[1].at);
        }
        assert!((COMMON + 1) * 4 <= BLOCK as usize);
    }

    #[test]
    fn handler_lengths_are_as_counted() {
        let insns = |fp, at| {
            let pieces = traps(fp);
            let piece = pieces.iter().find(|p| p.at == at).unwrap();
            4 + piece.words.len() as u64
        };
        assert_eq!(insns(FpTraps::Deferred, HANDLER), TRAP_INSNS);
        assert_eq!(insns(FpTraps::Deferred, HANDLER + 0x100), FP_QUEUE_INSNS);
        assert_eq!(insns(FpTraps::Precise, HANDLER + 0x100), FP_TRAP_INSNS);
        assert_eq!(insns(FpTraps::Deferred, FAULT), FAULT_INSNS);
        assert_eq!(insns(FpTraps::Deferred, FETCH_FAULT), FETCH_FAULT_INSNS);
    }
}
