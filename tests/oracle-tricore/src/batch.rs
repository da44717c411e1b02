//! Cases, the image of a batch of them, and what comes out of each.

use crate::emit::Code;
use std::fmt;
use trueboard_cpu_tricore::isa::Op;

/// Core registers that a case sets or reads, by offset.
pub(crate) mod csfr {
    pub const PCXI: u32 = 0xfe00;
    pub const PSW: u32 = 0xfe04;
    pub const COMPAT: u32 = 0x9400;
    pub const BTV: u32 = 0xfe24;
    pub const ISP: u32 = 0xfe28;
    pub const ICR: u32 = 0xfe2c;
    pub const FCX: u32 = 0xfe38;
    pub const LCX: u32 = 0xfe3c;
    /// Those that cases read.
    pub const COMPARED: [u32; 7] = [PCXI, PSW, BTV, ISP, ICR, FCX, LCX];
}

/// Cases in a batch: as many as the states that absolute addressing reaches.
pub const CASES: usize = 100;

/// State blocks, read only: D0 to D15, A0 to A15, PSW.
const STATES: u32 = 0x8000_0000;
const STATE: u32 = 33 * 4;
/// The trap vectors.
const VECTORS: u32 = 0x8000_4000;
/// Functions that only return: from CALL, from FCALL, from JL.
pub(crate) const STUB_RET: u32 = 0x8000_4100;
pub(crate) const STUB_FRET: u32 = STUB_RET + 4;
pub(crate) const STUB_JI: u32 = STUB_RET + 8;
/// Where a batch begins.
pub const ENTRY: u32 = 0x8000_4200;
/// Where it ends: an instruction that is not executed.
pub const HALT: u32 = 0x8000_41f0;

/// Registers of the case that has just ended, then what trapped.
const SCRATCH: u32 = 0xd000_0000;
/// Words of an outcome: D, A, PSW, PCXI, trap (D15, A11, marker), data.
pub const WORDS: usize = 32 + 2 + 3 + 1 + DATA_WORDS;
const TRAP: u32 = SCRATCH + 34 * 4;
/// The address at which the running case ends.
const END: u32 = SCRATCH + 37 * 4;
/// Data that programs read and write.
pub const DATA: u32 = SCRATCH + 38 * 4;
const DATA_WORDS: usize = 64;
/// The middle of the data, and how far accesses may go from it.
pub const MIDDLE: u32 = DATA + 128;
/// Context save areas of a case.
const CONTEXTS: u32 = 0xd000_0800;
const CONTEXT_COUNT: u32 = 8;
/// Contexts that are left when the list counts as depleted.
const CONTEXT_RESERVE: u32 = 3;
/// Outcomes.
pub const OUT: u32 = 0xd000_1000;
/// Bytes of all outcomes.
pub const OUT_BYTES: usize = CASES * WORDS * 4;

/// What a trap left.
const NO_TRAP: u32 = 0xffff_ffff;

/// One case: a state and the instructions that are run from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// D0 to D15, A0 to A15.
    pub registers: [u32; 32],
    /// PSW.
    pub psw: u32,
    /// The instructions, in pieces that belong together.
    pub code: Vec<Vec<u8>>,
}

impl Case {
    /// The instructions in a row.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.code.concat()
    }
}

/// What a case left: [`WORDS`] words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    words: Vec<u32>,
}

impl Outcome {
    /// Class and TIN of the trap that ended it, and the return address.
    #[must_use]
    pub fn trap(&self) -> Option<(u32, u32, u32)> {
        match self.words[36] {
            NO_TRAP => None,
            class => Some((class, self.words[34], self.words[35])),
        }
    }

    /// What differs from `other`, by name.
    #[must_use]
    pub fn differences(&self, other: &Outcome) -> Vec<Difference> {
        let words = self.words.iter().zip(&other.words).enumerate();
        words
            .filter(|&(i, (a, b))| a != b && i != 37)
            .map(|(i, (&ours, &theirs))| Difference { i, ours, theirs })
            .collect()
    }
}

/// A word in which two outcomes differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    i: usize,
    ours: u32,
    theirs: u32,
}

impl Difference {
    /// Whether it is about where a trap returns to: A11 in the handler.
    #[must_use]
    pub fn is_return_address(&self) -> bool {
        matches!(self.i, 27 | 35)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.i {
            i @ 0..16 => write!(f, "d{i}")?,
            i @ 16..32 => write!(f, "a{}", i - 16)?,
            32 => write!(f, "psw")?,
            33 => write!(f, "pcxi")?,
            34 => write!(f, "TIN")?,
            35 => write!(f, "return address")?,
            36 => write!(f, "trap class")?,
            i => write!(f, "memory {:#x}", DATA + (i as u32 - 38) * 4)?,
        }
        write!(f, ": {:#010x} / {:#010x}", self.ours, self.theirs)
    }
}

/// Some cases and the image that runs them.
pub struct Batch {
    /// The cases.
    pub cases: Vec<Case>,
    /// Pieces of the image: address and bytes.
    pub pieces: Vec<(u32, Vec<u8>)>,
    /// Where each case begins, with its frame.
    pub entries: Vec<u32>,
}

impl Batch {
    /// The image of `cases`, at most [`CASES`].
    #[must_use]
    pub fn new(cases: &[Case]) -> Batch {
        let cases = cases[..cases.len().min(CASES)].to_vec();
        let mut states = Vec::new();
        let mut code = Code::default();
        let mut entries = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            let words = case.registers.iter().chain([&case.psw]);
            states.extend(words.flat_map(|w| w.to_le_bytes()));
            entries.push(ENTRY + code.bytes.len() as u32);
            frame(&mut code, i as u32, case);
        }
        let here = ENTRY + code.bytes.len() as u32;
        code.op(Op::JB, &[("t", HALT.wrapping_sub(here))]);
        let mut halt = Code::default();
        // The status of a success, for those that end by a customary halt.
        halt.op(Op::DebugSr, &[]);
        Batch {
            cases,
            pieces: vec![
                (STATES, states),
                (VECTORS, vectors()),
                (STUB_RET, stubs()),
                (HALT, halt.bytes),
                (ENTRY, code.bytes),
                (DATA, data()),
            ],
            entries,
        }
    }

    /// The outcomes in the bytes that a run left at [`OUT`].
    #[must_use]
    pub fn outcomes(&self, out: &[u8]) -> Vec<Outcome> {
        out.chunks_exact(WORDS * 4)
            .take(self.cases.len())
            .map(|block| Outcome {
                words: block
                    .chunks_exact(4)
                    .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                    .collect(),
            })
            .collect()
    }
}

/// What the first case finds in memory; the next ones find what it left.
fn data() -> Vec<u8> {
    let word = |i: usize| (i as u32).wrapping_mul(0x9e37_79b9).rotate_left(13);
    (0..DATA_WORDS)
        .flat_map(|i| word(i).to_le_bytes())
        .collect()
}

/// One vector per class: notes TIN, return address and class, then ends the case.
fn vectors() -> Vec<u8> {
    let mut all = Vec::new();
    for class in 0..8 {
        let mut code = Code::default();
        code.op(Op::StWAbs, &[("o", TRAP), ("a", 15)])
            .op(Op::StAAbs, &[("o", TRAP + 4), ("a", 11)])
            .op(Op::MovSc, &[("b", class)])
            .op(Op::StWAbs, &[("o", TRAP + 8), ("a", 15)])
            .op(Op::LdAAbs, &[("d", 15), ("o", END)])
            .op(Op::JiSr, &[("a", 15)]);
        code.bytes.resize(32, 0);
        all.extend(code.bytes);
    }
    all
}

fn stubs() -> Vec<u8> {
    let mut code = Code::default();
    code.op(Op::RetSr, &[]).op(Op::NopSr, &[]);
    code.op(Op::FretSr, &[]).op(Op::NopSr, &[]);
    code.op(Op::JiSr, &[("a", 11)]).op(Op::NopSr, &[]);
    code.bytes
}

/// A case with what comes before and after it.
fn frame(code: &mut Code, i: u32, case: &Case) {
    let state = STATES + i * STATE;
    let mut body = Code::default();
    for r in (0..16).step_by(2) {
        body.op(Op::LdDAbs, &[("d", r), ("o", state + r * 4)]);
        body.op(Op::LdDaAbs, &[("d", r), ("o", state + 64 + r * 4)]);
    }
    body.bytes.extend(case.bytes());
    let mut before = Code::default();
    contexts(&mut before);
    control(&mut before, csfr::BTV, VECTORS);
    control(&mut before, csfr::ISP, 0);
    control(&mut before, csfr::ICR, 0);
    // QEMU and Unicorn have RET keep the rounding mode.
    control(&mut before, csfr::COMPAT, 0);
    before
        .op(Op::LdWAbs, &[("d", 0), ("o", state + 128)])
        .op(Op::MtcrRlc, &[("b", csfr::PSW), ("a", 0)])
        .data(0, NO_TRAP)
        .op(Op::StWAbs, &[("o", TRAP + 8), ("a", 0)])
        .op(Op::StWAbs, &[("o", TRAP), ("a", 0)])
        .op(Op::StWAbs, &[("o", TRAP + 4), ("a", 0)]);
    // Two instructions of a known length follow.
    let after = ENTRY + (code.bytes.len() + before.bytes.len() + 12 + body.bytes.len()) as u32;
    before
        .address(2, after)
        .op(Op::StAAbs, &[("o", END), ("a", 2)]);
    code.bytes.extend(before.bytes);
    code.bytes.extend(body.bytes);
    store(code, i);
}

/// A fresh list of context save areas.
fn contexts(code: &mut Code) {
    let link = |n: u32| {
        let at = CONTEXTS + n * 64;
        at >> 28 << 16 | at >> 6 & 0xffff
    };
    for n in 0..CONTEXT_COUNT {
        let next = if n + 1 < CONTEXT_COUNT {
            link(n + 1)
        } else {
            0
        };
        code.data(0, next)
            .op(Op::StWAbs, &[("o", CONTEXTS + n * 64), ("a", 0)]);
    }
    control(code, csfr::FCX, link(0));
    control(code, csfr::LCX, link(CONTEXT_COUNT - CONTEXT_RESERVE));
    control(code, csfr::PCXI, 0);
}

fn control(code: &mut Code, register: u32, value: u32) {
    code.data(0, value)
        .op(Op::MtcrRlc, &[("b", register), ("a", 0)]);
}

/// All registers to the scratch area, and that to the outcomes.
fn store(code: &mut Code, i: u32) {
    for r in (0..16).step_by(2) {
        code.op(Op::StDAbs, &[("o", SCRATCH + r * 4), ("a", r)]);
        code.op(Op::StDaAbs, &[("o", SCRATCH + 64 + r * 4), ("a", r)]);
    }
    code.op(Op::MfcrRlc, &[("d", 0), ("b", csfr::PSW)])
        .op(Op::StWAbs, &[("o", SCRATCH + 128), ("a", 0)])
        .op(Op::MfcrRlc, &[("d", 0), ("b", csfr::PCXI)])
        .op(Op::StWAbs, &[("o", SCRATCH + 132), ("a", 0)]);
    let pairs = WORDS as u32 / 2;
    code.data(0, 0x980)
        .op(Op::MtcrRlc, &[("b", csfr::PSW), ("a", 0)])
        .address(2, SCRATCH)
        .address(3, OUT + i * WORDS as u32 * 4)
        .address(4, pairs - 1)
        .op(Op::LdDBoPost, &[("d", 0), ("b", 2), ("o", 8)])
        .op(Op::StDBoPost, &[("b", 3), ("o", 8), ("a", 0)])
        .op(Op::LoopBrr, &[("a", 4), ("t", 8u32.wrapping_neg())]);
}

const _: () = assert!(WORDS.is_multiple_of(2));
const _: () = assert!(CASES as u32 * STATE <= 0x4000);
