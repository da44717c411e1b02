//! Square roots have no oracle in `rustc_apfloat`: they must satisfy r*r <= x < (r+ulp)^2.

use super::super::*;
use super::operands::{ROUNDS, Rng};

/// Checks a result of precision `p`: `x = mx * 2^ex` and `root = mr * 2^er` with `mr` of `p` bits.
fn check(round: Round, (mx, ex): (u64, i32), (mr, er): (u64, i32), flags: Flags, what: u64) {
    // x in units of root's last place, squared: an integer below 2^108.
    let scale = ex - 2 * er;
    assert!((0..128).contains(&scale), "{what:x}: scale {scale}");
    let square = u128::from(mx) << scale;
    let root = u128::from(mr);
    let exact = root * root == square;
    assert_eq!(flags, Flags::inexact_if(!exact), "{what:x} {round:?}");
    let correct = match round {
        Round::TowardZero | Round::Down => root * root <= square && square < (root + 1).pow(2),
        Round::Up => (root - 1).pow(2) < square && square <= root * root,
        // A root is never half way: (2r+1)^2 is odd, and 4x is even.
        Round::NearestEven => {
            (2 * root - 1).pow(2) < 4 * square && 4 * square < (2 * root + 1).pow(2)
        }
    };
    assert!(correct, "{what:x} {round:?}: root {mr:x}*2^{er}");
}

#[test]
fn roots_of_doubles() {
    let mut rng = Rng::new(0x5EED_0010);
    for case in 0..200_000u64 {
        let mut x = rng.value(11, 52) & !(1 << 63);
        if case % 8 == 0 {
            // Perfect squares and their neighbours.
            let n = (rng.next() >> 38) as f64;
            x = (n * n)
                .to_bits()
                .wrapping_add(case / 8 % 3)
                .saturating_sub(1);
        }
        let field = (x >> 52) as i32;
        if x == 0 || field == 0x7FF {
            continue;
        }
        let frac = x & ((1 << 52) - 1);
        let parts = if field == 0 {
            (frac, -1074)
        } else {
            (frac | 1 << 52, field - 1075)
        };
        for round in ROUNDS {
            let (r, flags) = sqrt64(Env::IEEE.with_round(round), x);
            let root = (r & ((1 << 52) - 1) | 1 << 52, (r >> 52) as i32 - 1075);
            check(round, parts, root, flags, x);
        }
    }
}

#[test]
fn roots_of_singles() {
    let mut rng = Rng::new(0x5EED_0011);
    for _ in 0..200_000 {
        let x = rng.value(8, 23) as u32 & 0x7FFF_FFFF;
        let field = (x >> 23) as i32;
        if x == 0 || field == 0xFF {
            continue;
        }
        let frac = u64::from(x & 0x7F_FFFF);
        let parts = if field == 0 {
            (frac, -149)
        } else {
            (frac | 1 << 23, field - 150)
        };
        for round in ROUNDS {
            let (r, flags) = sqrt32(Env::IEEE.with_round(round), x);
            let root = (u64::from(r & 0x7F_FFFF) | 1 << 23, (r >> 23) as i32 - 150);
            check(round, parts, root, flags, x.into());
        }
    }
}
