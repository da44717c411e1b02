//! The GRFPU: registers, state register, one floating-point operation, and deferred traps.
//!
//! The numbers come from [`trueboard_core::fp`]; this module adds what SPARC V8 (manual, section
//! 4.4) and the GRFPU (GR740 user manual 1.7, chapters 7 and 8) make of them. Semantics only: what
//! an operation costs is the timing model's business.
//!
//! How a core uses it:
//!
//! 1. Before *any* floating-point instruction, [`Fpu::enter`] says whether it may go on or the
//!    core must take trap fp_exception instead of executing it.
//! 2. An FPop is one call of [`Fpu::operate`]. If it raises an exception nothing traps yet: it is
//!    put into the queue and the next floating-point instruction traps.
//! 3. STDFQ stores [`Fpu::queue_front`], then calls [`Fpu::queue_pop`].

mod execute;
mod fsr;
mod queue;

pub use fsr::Fsr;
pub use queue::{Entry, FpKind, Mode, QueueEntry};

use crate::numbered::PerPair;
use serde::{Deserialize, Serialize};
use trueboard_core::fp::{self, Env, Flags, Round};

/// The floating-point trap type in FSR.ftt (V8 manual, table 4-4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Ftt {
    /// No trap since the last FPop or STFSR.
    #[default]
    None = 0,
    /// An IEEE 754 exception that FSR.tem enables; FSR.cexc names it.
    Ieee754Exception = 1,
    /// A subnormal operand, which the GRFPU does not handle.
    UnfinishedFpop = 2,
    /// Quadruple precision or an undefined operation.
    UnimplementedFpop = 3,
    /// Supervisor software did not empty the queue, or read the empty queue.
    SequenceError = 4,
    /// An odd register for a double. The GRFPU never sets it: it does not check (UM 1.7, 7.2).
    InvalidFpRegister = 6,
}

/// What became of one FPop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub enum FpOutcome {
    /// It completed: result, condition and flags are written.
    Done,
    /// It raised an exception: destination, fcc and aexc are as before.
    Exception(Ftt),
}

/// The state of one GRFPU.
///
/// ```
/// use trueboard_cpu_sparcv8::fpu::{FpOutcome, Fpu};
/// use trueboard_cpu_sparcv8::isa::Op;
/// let mut fpu = Fpu::default();
/// fpu.set_double(0, 1.5f64.to_bits());
/// assert_eq!(fpu.execute(Op::Faddd, 0, 0, 2), FpOutcome::Done);
/// assert_eq!(fpu.double(2), 3f64.to_bits());
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct Fpu {
    /// The registers in pairs, the even one in the upper half.
    pub(crate) pairs: PerPair<u64>,
    pub(crate) fsr: Fsr,
    /// The operation that FSR.cexc does not show yet, and its operands.
    pub(crate) owed: Owed,
    pub(crate) owed_by: [u64; 2],
    mode: Mode,
    queue: Vec<QueueEntry>,
    /// How to calculate: follows FSR.rd and FSR.ns.
    env: Env,
    /// Rounding is to nearest and an inexact result does not trap: the host's arithmetic will do for
    /// ordinary numbers.
    ordinary: bool,
    /// `ordinary`, and no exception is pending or being handled.
    pub(crate) unhindered: bool,
}

/// An operation on ordinary numbers, rounded to nearest. Whether it was inexact is computed on demand: FSR.aexc mostly
/// has the flag already, and FSR.cexc belongs to the last operation only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Owed {
    Nothing,
    SumOfDoubles,
    DifferenceOfDoubles,
    ProductOfDoubles,
    SumOfSingles,
    DifferenceOfSingles,
    ProductOfSingles,
}

impl Owed {
    /// The flags of the operation. `None` if there is none.
    fn flags(self, [a, b]: [u64; 2]) -> Option<Flags> {
        type OfDoubles = fn(Env, u64, u64) -> (u64, Flags);
        type OfSingles = fn(Env, u32, u32) -> (u32, Flags);
        let doubles = |f: OfDoubles| Some(f(Env::GRFPU, a, b).1);
        let singles = |f: OfSingles| Some(f(Env::GRFPU, a as u32, b as u32).1);
        match self {
            Owed::Nothing => None,
            Owed::SumOfDoubles => doubles(fp::add64),
            Owed::DifferenceOfDoubles => doubles(fp::sub64),
            Owed::ProductOfDoubles => doubles(fp::mul64),
            Owed::SumOfSingles => singles(fp::add32),
            Owed::DifferenceOfSingles => singles(fp::sub32),
            Owed::ProductOfSingles => singles(fp::mul32),
        }
    }
}

/// The form in snapshots: nothing is owed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Saved {
    pairs: PerPair<u64>,
    fsr: Fsr,
    mode: Mode,
    queue: Vec<QueueEntry>,
    env: Env,
    ordinary: bool,
}

impl From<Fpu> for Saved {
    fn from(fpu: Fpu) -> Saved {
        Saved {
            fsr: fpu.settled_fsr(),
            pairs: fpu.pairs,
            mode: fpu.mode,
            queue: fpu.queue,
            env: fpu.env,
            ordinary: fpu.ordinary,
        }
    }
}

impl From<Saved> for Fpu {
    fn from(s: Saved) -> Fpu {
        let mut fpu = Fpu {
            pairs: s.pairs,
            fsr: s.fsr,
            owed: Owed::Nothing,
            owed_by: [0; 2],
            mode: s.mode,
            queue: s.queue,
            env: s.env,
            ordinary: s.ordinary,
            unhindered: false,
        };
        fpu.set_mode(s.mode);
        fpu
    }
}

impl PartialEq for Fpu {
    fn eq(&self, other: &Fpu) -> bool {
        Saved::from(self.clone()) == Saved::from(other.clone())
    }
}

impl Eq for Fpu {}

/// Where in its pair a register is.
#[inline(always)]
fn half(number: u8) -> u32 {
    if number & 1 == 0 { 32 } else { 0 }
}

impl Default for Fpu {
    /// All registers zero. V8 leaves them undefined at reset.
    fn default() -> Fpu {
        Fpu {
            pairs: PerPair::default(),
            fsr: Fsr::default(),
            owed: Owed::Nothing,
            owed_by: [0; 2],
            mode: Mode::Execute,
            queue: Vec::new(),
            env: Env::GRFPU,
            ordinary: true,
            unhindered: true,
        }
    }
}

impl Fpu {
    /// Register `%f<number>`, 0 to 31.
    #[inline]
    pub fn single(&self, number: u8) -> u32 {
        (self.pairs[usize::from(number >> 1)] >> half(number)) as u32
    }

    /// Writes register `%f<number>`.
    #[inline]
    pub fn set_single(&mut self, number: u8, bits: u32) {
        let pair = &mut self.pairs[usize::from(number >> 1)];
        *pair = *pair & !(u64::from(u32::MAX) << half(number)) | u64::from(bits) << half(number);
    }

    /// The pair of registers at the even `number`, high word first. The lowest bit is dropped: the
    /// GRFPU does not check it (UM 1.7, 7.2), and which register it then uses is (estimated).
    #[inline]
    pub fn double(&self, number: u8) -> u64 {
        self.pairs[usize::from(number >> 1)]
    }

    /// Writes the pair of registers at the even `number`; the lowest bit is dropped.
    #[inline]
    pub fn set_double(&mut self, number: u8, bits: u64) {
        self.pairs[usize::from(number >> 1)] = bits;
    }

    /// FSR as STFSR stores it. After the store succeeded, call [`Fpu::stfsr_done`].
    #[inline]
    pub fn fsr(&self) -> u32 {
        self.settled_fsr().bits(self.qne())
    }

    /// FSR with the flag that is owed.
    fn settled_fsr(&self) -> Fsr {
        Fsr {
            cexc: self.owed.flags(self.owed_by).unwrap_or(self.fsr.cexc),
            ..self.fsr
        }
    }

    /// FSR.ftt goes back to "none" once it was stored (V8 manual, section 4.4).
    pub fn stfsr_done(&mut self) {
        self.fsr.ftt = Ftt::None;
    }

    /// LDFSR: writes FSR except the fields it cannot change (ver, ftt, qne; reserved bits).
    pub fn ldfsr(&mut self, bits: u32) {
        self.owed = Owed::Nothing;
        self.fsr.load(bits);
        self.env = Env {
            flush_inputs: self.fsr.ns,
            ..Env::GRFPU
        }
        .with_round(self.fsr.round());
        self.ordinary =
            self.env.round == Round::NearestEven && !self.fsr.tem.contains(Flags::INEXACT);
        self.set_mode(self.mode);
    }

    /// The fields of FSR, for inspection.
    #[inline]
    pub fn fields(&self) -> Fsr {
        self.settled_fsr()
    }

    /// FSR.fcc, what FBfcc tests: 0 equal, 1 less, 2 greater, 3 unordered.
    #[inline]
    pub fn fcc(&self) -> u8 {
        self.fsr.fcc
    }
}
