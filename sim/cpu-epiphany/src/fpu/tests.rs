use super::*;
use crate::status::{BIS, BUS, BV, BVS};

const MODES: [Mode; 2] = [Mode::Nearest, Mode::Truncate];

/// A fixed sequence (xorshift), the same in every run.
struct Rng(u64);

impl Rng {
    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as u32
    }

    /// An operand; special values and exponents near each other and near the limits are frequent.
    fn operand(&mut self) -> u32 {
        let random = self.word();
        let sign = random & 1 << 31;
        match self.word() % 10 {
            0 => random,
            1 => sign | [0, 1, 0x007f_ffff, 0x0080_0000, 0x0080_0001][random as usize % 5],
            2 => sign | [0x7f80_0000, 0x7f7f_ffff, 0x7f80_0001, 0x7fc0_1234][random as usize % 4],
            // Few bits, so that ties and exact results occur.
            3 => sign | 0x3f00_0000 | random & 0x00f0_0000,
            4 => sign | (0x3f80_0000 + (random & 0xff) - 0x7f),
            5 => sign | (random & 0x1f) << 23 | self.word() & 0x007f_ffff,
            6 => sign | (0x40 + (random & 0x7f)) << 23 | self.word() & 0x0070_0007,
            7 => sign | (0xd0 + (random & 0x2f)) << 23 | self.word() & 0x007f_ffff,
            8 => sign | (0x70 + (random & 0x1f)) << 23,
            _ => sign | (0x60 + (random & 0x3f)) << 23 | self.word() & 0x007f_ffff,
        }
    }
}

/// Whatever the host answers is what the soft floating point says, without exceptions.
#[test]
fn the_host_agrees_with_the_integers() {
    let mut rng = Rng(0x9e37_79b9_7f4a_7c15);
    let (mut total, mut on_host) = (0, 0);
    let mut same = |mode, what, host: Option<u32>, soft: (u32, u32), args: [u32; 3]| {
        total += 1;
        if let Some(result) = host {
            on_host += 1;
            let both = ((result, zero_negative(result)), soft);
            assert_eq!(both.0, both.1, "{mode:?} {what} {args:x?}");
        }
    };
    for _ in 0..1_000_000 {
        let (d, n, m) = (rng.operand(), rng.operand(), rng.operand());
        for mode in MODES {
            let args = [d, n, m];
            same(
                mode,
                "add",
                host::add(mode, n, m),
                soft::fadd(mode, n, m),
                args,
            );
            same(
                mode,
                "sub",
                host::sub(mode, n, m),
                soft::fsub(mode, n, m),
                args,
            );
            same(
                mode,
                "mul",
                host::mul(mode, n, m),
                soft::fmul(mode, n, m),
                args,
            );
            let (host, soft) = (
                host::multiply_add(mode, d, n, m),
                soft::fmadd(mode, d, n, m),
            );
            same(mode, "multiply-add", host, soft, args);
            let (host, soft) = (
                host::multiply_sub(mode, d, n, m),
                soft::fmsub(mode, d, n, m),
            );
            same(mode, "multiply-sub", host, soft, args);
        }
    }
    assert!(on_host > total / 4, "{on_host} of {total}");
}

/// Ordinary numbers never leave the host.
#[test]
fn the_usual_case_is_on_the_host() {
    let mut rng = Rng(1);
    let mut usual = || rng.word() & 0x807f_ffff | (0x78 + (rng.word() & 15)) << 23;
    let (mut left, cases) = (0, 100_000);
    for _ in 0..cases {
        let (d, n, m) = (usual(), usual(), usual());
        for mode in MODES {
            assert!(host::add(mode, n, m).is_some());
            assert!(host::mul(mode, n, m).is_some());
            left += u32::from(host::multiply_add(mode, d, n, m).is_none());
        }
    }
    // Ties of the first rounding.
    assert!(left < 10, "{left}");
}

/// Fused operations against numbers wide enough to be exact.
#[test]
fn multiply_add_rounds_once() {
    let mut rng = Rng(2);
    let mut small = || (rng.word() & 0x7f_ffff | 0x3f80_0000, rng.word() % 24);
    for _ in 0..200_000 {
        // Significands as integers: the sum of d * 2^s and n * m has less than 64 bits.
        let [(n, _), (m, _), (d, shift)] = [small(), small(), small()];
        let significand = |bits: u32| u64::from(bits & 0x7f_ffff | 0x80_0000);
        let exact = significand(n) * significand(m) + (significand(d) << shift);
        // n * m is in units of 2^-46; d is scaled to that.
        let addend = d.wrapping_add(shift << 23).wrapping_sub(23 << 23);
        for mode in MODES {
            let cut = 64 - exact.leading_zeros() - 24;
            let (kept, rest) = (exact >> cut, exact & ((1 << cut) - 1));
            let half = 1 << (cut - 1);
            let up = mode == Mode::Nearest && (rest > half || rest == half && kept & 1 == 1);
            let expected = (kept + u64::from(up)) as f64 * f64::from(cut as i32 - 46).exp2();
            let (result, flags) = fmadd(mode, addend, n, m);
            assert_eq!(f64::from(f32::from_bits(result)), expected, "{mode:?}");
            assert_eq!(flags, 0);
        }
    }
}

const ONE: u32 = 0x3f80_0000;
const TINY: u32 = 0x0080_0000;
const HUGE: u32 = 0x7f7f_ffff;
const INFINITY: u32 = 0x7f80_0000;
const QUIET: u32 = 0x7fc0_0000;
const MINUS: u32 = 1 << 31;

#[test]
fn results_and_flags_by_hand() {
    use Mode::{Integer, Nearest, Truncate};
    let cases = [
        (Opcode::Fadd, Nearest, 0, ONE, ONE, 0x4000_0000, 0),
        (Opcode::Fsub, Nearest, 0, ONE, ONE, 0, BZ),
        (Opcode::Fsub, Truncate, 0, ONE, ONE, 0, BZ),
        (Opcode::Fsub, Nearest, 0, ONE, 0x4000_0000, MINUS | ONE, BN),
        (Opcode::Fmul, Nearest, 0, MINUS | ONE, 0, MINUS, BN | BZ),
        // Overflow.
        (Opcode::Fadd, Nearest, 0, HUGE, HUGE, INFINITY, BV | BVS),
        (Opcode::Fadd, Truncate, 0, HUGE, HUGE, HUGE, BV | BVS),
        (
            Opcode::Fmul,
            Nearest,
            0,
            HUGE,
            MINUS | HUGE,
            MINUS | INFINITY,
            BN | BV | BVS,
        ),
        // Infinity itself is no overflow.
        (Opcode::Fadd, Nearest, 0, INFINITY, ONE, INFINITY, 0),
        // Underflow.
        (Opcode::Fmul, Nearest, 0, TINY, 0x3f00_0000, 0, BZ | BUS),
        (
            Opcode::Fmul,
            Truncate,
            0,
            TINY,
            MINUS | 0x3f00_0000,
            MINUS,
            BZ | BN | BUS,
        ),
        (Opcode::Fsub, Nearest, 0, TINY + 1, TINY, 0, BZ | BUS),
        // Rounding reaches the smallest normal number.
        (Opcode::Fmul, Nearest, 0, 0x3f00_0001, 0x00ff_fffe, TINY, 0),
        (
            Opcode::Fmul,
            Truncate,
            0,
            0x3f00_0001,
            0x00ff_fffe,
            0,
            BZ | BUS,
        ),
        // Subnormal operands are zeros.
        (Opcode::Fadd, Nearest, 0, 1, 0x007f_ffff, 0, BZ),
        (Opcode::Fadd, Nearest, 0, 0x007f_ffff, TINY, TINY, 0),
        (Opcode::Fmul, Nearest, 0, MINUS | 5, ONE, MINUS, BZ | BN),
        // Invalid: generated and passed on.
        (Opcode::Fsub, Nearest, 0, INFINITY, INFINITY, QUIET, BIS),
        (Opcode::Fmul, Nearest, 0, 0, MINUS | INFINITY, QUIET, BIS),
        (
            Opcode::Fadd,
            Nearest,
            0,
            ONE,
            0xff80_0001,
            0xffc0_0001,
            BIS | BN,
        ),
        (
            Opcode::Fadd,
            Nearest,
            0,
            0x7fc0_0007,
            0xff80_0001,
            0x7fc0_0007,
            BIS,
        ),
        (Opcode::Fsub, Nearest, 0, ONE, 0x7f80_0001, 0x7fc0_0001, BIS),
        (
            Opcode::Fmadd,
            Nearest,
            0x7f80_0003,
            ONE,
            0x7f80_0002,
            0x7fc0_0002,
            BIS,
        ),
        (
            Opcode::Fmsub,
            Nearest,
            0x7f80_0003,
            0x7f80_0001,
            ONE,
            0x7fc0_0001,
            BIS,
        ),
        (
            Opcode::Fmsub,
            Nearest,
            0x7f80_0003,
            ONE,
            ONE,
            0x7fc0_0003,
            BIS,
        ),
        // Fused: 1 - (1 + e)(1 - e) = e^2 with e = 2^-23.
        (
            Opcode::Fmsub,
            Nearest,
            ONE,
            0x3f80_0001,
            0x3f7f_fffe,
            0x2880_0000,
            0,
        ),
        (Opcode::Fmsub, Nearest, ONE, ONE, ONE, 0, BZ),
        // Conversions.
        (Opcode::Float, Nearest, 0, 0xffff_ffff, 0, MINUS | ONE, BN),
        (Opcode::Float, Nearest, 0, 0, 0, 0, BZ),
        (Opcode::Float, Nearest, 0, 0x7fff_ffff, 0, 0x4f00_0000, 0),
        (Opcode::Float, Truncate, 0, 0x7fff_ffff, 0, 0x4eff_ffff, 0),
        (Opcode::Fix, Nearest, 0, 0x3fc0_0000, 0, 2, 0),
        (Opcode::Fix, Nearest, 0, 0x4020_0000, 0, 2, 0),
        (Opcode::Fix, Truncate, 0, 0xbfc0_0000, 0, 0xffff_ffff, BN),
        (Opcode::Fix, Nearest, 0, 0x007f_ffff, 0, 0, BZ),
        (
            Opcode::Fix,
            Nearest,
            0,
            0x4f00_0000,
            0,
            0x7fff_ffff,
            BV | BVS,
        ),
        (Opcode::Fix, Nearest, 0, 0xcf00_0000, 0, 0x8000_0000, BN),
        (
            Opcode::Fix,
            Nearest,
            0,
            0xff80_0000,
            0,
            0x8000_0000,
            BN | BV | BVS,
        ),
        (
            Opcode::Fix,
            Nearest,
            0,
            0xffc0_0000,
            0,
            0x8000_0000,
            BN | BIS,
        ),
        (Opcode::Fabs, Nearest, 0, MINUS | ONE, 0, ONE, 0),
        (Opcode::Fabs, Nearest, 0, MINUS | 7, 0, 0, BZ),
        (Opcode::Fabs, Nearest, 0, 0xff80_0001, 0, 0x7f80_0001, BIS),
        // Integers.
        (Opcode::Fadd, Integer, 0, 3, 0xffff_fffe, 1, 0),
        (Opcode::Fsub, Integer, 0, 3, 4, 0xffff_ffff, BN),
        (Opcode::Fmul, Integer, 0, 0x1_0000, 0x1_0000, 0, BZ),
        (Opcode::Fmul, Integer, 0, 0xffff_ffff, 7, 0xffff_fff9, BN),
        (Opcode::Fmadd, Integer, 5, 3, 4, 17, 0),
        (Opcode::Fmsub, Integer, 5, 3, 4, 0xffff_fff9, BN),
        (
            Opcode::Fadd,
            Integer,
            0,
            0x7fff_ffff,
            1,
            0x8000_0000,
            BN | BZ,
        ),
    ];
    for (opcode, mode, d, n, m, result, flags) in cases {
        let got = execute(opcode, mode, d, n, m);
        let text = format!(
            "{opcode:?} {mode:?} {d:08x} {n:08x} {m:08x}: {:08x} {:x}",
            got.0, got.1
        );
        assert_eq!(got, (result, flags), "{text}");
    }
}

#[test]
fn config_selects_the_mode() {
    assert_eq!(Mode::of_config(0), Mode::Nearest);
    assert_eq!(Mode::of_config(1), Mode::Truncate);
    assert_eq!(Mode::of_config(4 << 17), Mode::Integer);
    assert_eq!(Mode::of_config(4 << 17 | 1), Mode::Integer);
    assert_eq!(Mode::of_config(1 << 22), Mode::Nearest);
    assert!(!Mode::Integer.has(Opcode::Fix) && Mode::Integer.has(Opcode::Fmadd));
}
