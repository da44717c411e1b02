//! The floating-point state register (V8 manual, section 4.4, figure 4-8).

use serde::{Deserialize, Serialize};
use trueboard_core::fp::{Flags, Round};

use super::Ftt;

/// Version of the GRFPU in FSR.ver (GRLIB manual, GRFPC).
const VERSION: u32 = 2;
/// Bits that LDFSR writes: RD, TEM, NS, fcc, aexc, cexc.
const LDFSR_MASK: u32 = 0xCFC0_0FFF;

/// The fields of FSR. `ver` is a constant and `qne` follows the queue.
///
/// ```
/// use trueboard_cpu_sparcv8::fpu::Fpu;
/// let mut fpu = Fpu::default();
/// fpu.ldfsr(0xFFFF_FFFF);
/// assert_eq!(fpu.fsr(), 0xCFC4_0FFF);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Fsr {
    /// Rounding direction, bits 31:30: 0 nearest, 1 zero, 2 up, 3 down.
    pub rd: u8,
    /// Trap enable mask, bits 27:23.
    pub tem: Flags,
    /// Non-standard mode, bit 22: subnormal operands count as zeros.
    pub ns: bool,
    /// Trap type, bits 16:14.
    pub ftt: Ftt,
    /// Condition codes, bits 11:10: 0 equal, 1 less, 2 greater, 3 unordered.
    pub fcc: u8,
    /// Accrued exceptions, bits 9:5.
    pub aexc: Flags,
    /// Exceptions of the last FPop, bits 4:0.
    pub cexc: Flags,
}

impl Fsr {
    /// The rounding direction that `rd` names.
    pub fn round(&self) -> Round {
        match self.rd & 3 {
            0 => Round::NearestEven,
            1 => Round::TowardZero,
            2 => Round::Up,
            _ => Round::Down,
        }
    }

    /// The register, with the `qne` bit given.
    pub(super) fn bits(&self, qne: bool) -> u32 {
        u32::from(self.rd) << 30
            | u32::from(self.tem.bits()) << 23
            | u32::from(self.ns) << 22
            | VERSION << 17
            | (self.ftt as u32) << 14
            | u32::from(qne) << 13
            | u32::from(self.fcc) << 10
            | u32::from(self.aexc.bits()) << 5
            | u32::from(self.cexc.bits())
    }

    /// Writes the fields that LDFSR can change.
    pub(super) fn load(&mut self, bits: u32) {
        let bits = bits & LDFSR_MASK;
        self.rd = (bits >> 30) as u8;
        self.tem = Flags::from_bits((bits >> 23) as u8);
        self.ns = bits & 1 << 22 != 0;
        self.fcc = (bits >> 10 & 3) as u8;
        self.aexc = Flags::from_bits((bits >> 5) as u8);
        self.cexc = Flags::from_bits(bits as u8);
    }
}
