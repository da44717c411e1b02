//! Bits of STATUS (AR, STATUS register), and the conditions made of them.

/// ACTIVE: the core runs.
pub const ACTIVE: u32 = 1;
/// GID: interrupts are disabled.
pub const GID: u32 = 1 << 1;
/// KM: kernel mode.
pub const KM: u32 = 1 << 2;
/// WAND: set by the instruction WAND.
pub const WAND: u32 = 1 << 3;
/// AZ: integer result zero.
pub const AZ: u32 = 1 << 4;
/// AN: integer result negative.
pub const AN: u32 = 1 << 5;
/// AC: integer carry; after a subtraction 1 is *no* borrow.
pub const AC: u32 = 1 << 6;
/// AV: integer overflow.
pub const AV: u32 = 1 << 7;
/// BZ: FPU result zero.
pub const BZ: u32 = 1 << 8;
/// BN: FPU result negative.
pub const BN: u32 = 1 << 9;
/// BV: FPU overflow.
pub const BV: u32 = 1 << 10;
/// AVS: sticky integer overflow.
pub const AVS: u32 = 1 << 12;
/// BIS: sticky invalid operation.
pub const BIS: u32 = 1 << 13;
/// BVS: sticky FPU overflow.
pub const BVS: u32 = 1 << 14;
/// BUS: sticky FPU underflow.
pub const BUS: u32 = 1 << 15;

/// What an integer operation with flags replaces. AVS is only ever added.
pub const INTEGER_FLAGS: u32 = AZ | AN | AC | AV;
/// What an operation of the FPU replaces. BIS, BVS and BUS are only ever added.
pub const FPU_FLAGS: u32 = BZ | BN | BV;

/// A flag that is set or not.
#[inline]
pub(crate) const fn flag(bit: u32, set: bool) -> u32 {
    if set { bit } else { 0 }
}

/// Codes of the conditions (bits 7:4 of branches and MOVcc), in the order of their numbers.
pub const CONDITIONS: [&str; 14] = [
    "eq", "ne", "gtu", "gteu", "lteu", "ltu", "gt", "gte", "lt", "lte", "beq", "bne", "blt", "blte",
];

/// Of each condition a bit for each value of five bits of STATUS, and the lowest of these: it holds when the bit is set.
static HOLDS: [(u32, u32); 16] = {
    let mut table = [(0, 0); 16];
    let mut code = 0;
    while code < 16 {
        let of_fpu = code >= 10 && code < 14;
        let lowest = (if of_fpu { BZ } else { AZ }).trailing_zeros();
        let (mut holds, mut flags) = (0, 0);
        while flags < 32 {
            if evaluate(code, flags << lowest) {
                holds |= 1 << flags;
            }
            flags += 1;
        }
        table[code as usize] = (holds, lowest);
        code += 1;
    }
    table
};

const fn evaluate(code: u8, status: u32) -> bool {
    let (az, ac) = (status & AZ != 0, status & AC != 0);
    let less = (status & AN != 0) != (status & AV != 0);
    let (bz, bn) = (status & BZ != 0, status & BN != 0);
    match code {
        0 => az,
        1 => !az,
        2 => ac && !az,
        3 => ac,
        4 => !ac || az,
        5 => !ac,
        6 => !az && !less,
        7 => !less,
        8 => less,
        9 => az || less,
        10 => bz,
        11 => !bz,
        12 => bn && !bz,
        13 => bn || bz,
        _ => true,
    }
}

/// The condition with this code (0 to 15, from bits 7:4; 14 and 15 always hold): a row of truth values, and a shift. STATUS
/// shifted to the right by the shift, modulo 32, numbers the bit of the row that is its truth value.
#[inline(always)]
pub(crate) fn condition(code: u8) -> (u32, u32) {
    HOLDS[usize::from(code & 15)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::{alu, branch};
    use crate::isa::{Insn, Op, decode};
    use crate::state::State;
    use crate::tests::params;

    fn holds(code: u8, status: u32) -> bool {
        let mut st = State::new(&params(), 0);
        st.status = status;
        branch::holds(&mut st, code).bit() != 0
    }

    /// STATUS after `a - b`.
    fn compared(a: u32, b: u32) -> u32 {
        let mut st = State::new(&params(), 0);
        (st.r[1], st.r[2]) = (a, b);
        let nop = decode(Insn::Nop {}.encode());
        let sub = Op {
            rn: 1,
            rm: 2,
            ..nop
        };
        alu::sub::<_, false>(&mut st, &sub);
        st.status
    }

    /// After a comparison (a subtraction) the conditions say what their names say.
    #[test]
    fn conditions_order_numbers() {
        let numbers = [0, 1, 5, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_ffff];
        for a in numbers {
            for b in numbers {
                let status = compared(a, b);
                let (x, y) = (a as i32, b as i32);
                let expected = [
                    a == b,
                    a != b,
                    a > b,
                    a >= b,
                    a <= b,
                    a < b,
                    x > y,
                    x >= y,
                    x < y,
                    x <= y,
                ];
                for (code, expected) in (0..).zip(expected) {
                    let name = CONDITIONS[usize::from(code)];
                    assert_eq!(holds(code, status), expected, "{a:x} {name} {b:x}");
                }
                assert!(holds(14, status) && holds(15, status));
            }
        }
    }

    /// The bits that a condition is looked up by decide it, whatever all others are.
    #[test]
    fn conditions_are_looked_up_as_they_are_evaluated() {
        for code in 0..16 {
            for flags in 0..1 << 9 {
                let status = flags << AZ.trailing_zeros();
                let expected = evaluate(code, status);
                assert_eq!(holds(code, status), expected, "{code} of {status:#x}");
            }
        }
    }

    #[test]
    fn conditions_of_the_fpu() {
        // Code, then what it says of positive, zero, negative, negative zero.
        let cases = [
            (10, [false, true, false, true]),
            (11, [true, false, true, false]),
            (12, [false, false, true, false]),
            (13, [false, true, true, true]),
        ];
        for (code, expected) in cases {
            let got = [0, BZ, BN, BN | BZ].map(|flags| holds(code, flags | AZ | AV));
            assert_eq!(got, expected, "{}", CONDITIONS[usize::from(code)]);
        }
    }
}
