//! The operations as software sees them: registers and FSR before and after.

use super::*;

const UNFINISHED: FpOutcome = FpOutcome::Exception(Ftt::UnfinishedFpop);
const IEEE: FpOutcome = FpOutcome::Exception(Ftt::Ieee754Exception);

/// FSR.tem with the given flags.
fn tem(flags: Flags) -> u32 {
    u32::from(flags.bits()) << 23
}

fn with_singles(a: f32, b: f32) -> Fpu {
    let mut fpu = Fpu::default();
    fpu.set_single(1, a.to_bits());
    fpu.set_single(2, b.to_bits());
    fpu
}

fn with_doubles(a: f64, b: f64) -> Fpu {
    let mut fpu = Fpu::default();
    fpu.set_double(2, a.to_bits());
    fpu.set_double(4, b.to_bits());
    fpu
}

#[test]
fn results_of_every_operation() {
    let singles: [(Op, f32); 7] = [
        (Op::Fadds, 7.5),
        (Op::Fsubs, 4.5),
        (Op::Fmuls, 9.0),
        (Op::Fdivs, 4.0),
        (Op::Fmovs, 1.5),
        (Op::Fnegs, -1.5),
        (Op::Fabss, 1.5),
    ];
    for (op, want) in singles {
        let mut fpu = with_singles(6.0, 1.5);
        assert_eq!(fpu.execute(op, 1, 2, 3), FpOutcome::Done);
        assert_eq!(f32::from_bits(fpu.single(3)), want, "{op:?}");
    }
    let doubles = [
        (Op::Faddd, 7.5),
        (Op::Fsubd, 4.5),
        (Op::Fmuld, 9.0),
        (Op::Fdivd, 4.0),
    ];
    for (op, want) in doubles {
        let mut fpu = with_doubles(6.0, 1.5);
        assert_eq!(fpu.execute(op, 2, 4, 6), FpOutcome::Done);
        assert_eq!(f64::from_bits(fpu.double(6)), want, "{op:?}");
    }
    let mut fpu = with_singles(1e30, 2.25);
    assert_eq!(fpu.execute(Op::Fsqrts, 0, 2, 3), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fstoi, 0, 2, 5), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fitod, 0, 5, 6), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fsqrtd, 0, 6, 8), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fdtoi, 0, 8, 10), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fitos, 0, 10, 11), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fsmuld, 1, 1, 12), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fstod, 0, 1, 14), FpOutcome::Done);
    assert_eq!(fpu.execute(Op::Fdtos, 0, 14, 16), FpOutcome::Done);
    let root: f64 = 2f64.sqrt();
    assert_eq!((fpu.single(3), fpu.single(5)), (1.5f32.to_bits(), 2));
    assert_eq!(
        (fpu.double(8), fpu.single(10), fpu.single(11)),
        (root.to_bits(), 1, 0x3F80_0000)
    );
    let wide = f64::from(1e30f32);
    assert_eq!(
        (fpu.double(12), fpu.double(14)),
        ((wide * wide).to_bits(), wide.to_bits())
    );
    assert_eq!(fpu.single(16), 1e30f32.to_bits());
}

#[test]
fn flags_accrue_and_moves_clear_cexc() {
    let mut fpu = with_singles(1.0, 3.0);
    assert_eq!(fpu.execute(Op::Fdivs, 1, 2, 3), FpOutcome::Done);
    assert_eq!(
        (fpu.fields().cexc, fpu.fields().aexc),
        (Flags::INEXACT, Flags::INEXACT)
    );
    assert_eq!(fpu.execute(Op::Fdivs, 1, 0, 3), FpOutcome::Done);
    assert_eq!(fpu.fields().cexc, Flags::DIV_BY_ZERO);
    fpu.set_single(7, 0x7F80_0001);
    assert_eq!(fpu.execute(Op::Fnegs, 0, 7, 8), FpOutcome::Done);
    assert_eq!(fpu.single(8), 0xFF80_0001);
    assert_eq!(fpu.fields().cexc, Flags::NONE);
    assert_eq!(fpu.fields().aexc, Flags::INEXACT | Flags::DIV_BY_ZERO);
}

#[test]
fn trapped_exceptions_leave_everything_but_cexc() {
    let max = f32::MAX;
    let both = Flags::OVERFLOW | Flags::INEXACT;
    let table = [
        (both, Flags::OVERFLOW),
        (Flags::OVERFLOW, Flags::OVERFLOW),
        (Flags::INEXACT, Flags::INEXACT),
    ];
    for (enabled, cexc) in table {
        let mut fpu = with_singles(max, max);
        fpu.set_single(3, 42);
        fpu.ldfsr(tem(enabled));
        assert_eq!(fpu.execute(Op::Fadds, 1, 2, 3), IEEE);
        assert_eq!(
            (fpu.single(3), fpu.fields().cexc, fpu.fields().aexc),
            (42, cexc, Flags::NONE)
        );
        assert_eq!(fpu.fsr.ftt, Ftt::Ieee754Exception);
        fpu.stfsr_done();
        assert_eq!(fpu.fsr() >> 14 & 7, 0);
    }
    let mut fpu = with_singles(max, max);
    fpu.ldfsr(tem(Flags::UNDERFLOW | Flags::INVALID));
    assert_eq!(fpu.execute(Op::Fadds, 1, 2, 3), FpOutcome::Done);
    assert_eq!((fpu.single(3), fpu.fields().aexc), (0x7F80_0000, both));
}

#[test]
fn subnormal_operands() {
    let tiny = f64::from_bits(1);
    for op in [
        Op::Faddd,
        Op::Fsubd,
        Op::Fmuld,
        Op::Fdivd,
        Op::Fsqrtd,
        Op::Fdtos,
        Op::Fdtoi,
    ] {
        let mut fpu = with_doubles(1.0, tiny);
        fpu.set_double(6, 42);
        fpu.ldfsr(0x1F);
        assert_eq!(fpu.execute(op, 2, 4, 6), UNFINISHED, "{op:?}");
        assert_eq!(
            (fpu.double(6), fpu.fields().cexc),
            (42, Flags::from_bits(0x1F))
        );
        fpu.ldfsr(1 << 22);
        assert_eq!(fpu.execute(op, 2, 4, 6), FpOutcome::Done, "{op:?}");
    }
    for op in [Op::Fadds, Op::Fsmuld, Op::Fstod, Op::Fstoi, Op::Fsqrts] {
        let mut fpu = with_singles(1.0, f32::from_bits(1));
        assert_eq!(fpu.execute(op, 1, 2, 4), UNFINISHED, "{op:?}");
    }
    // Non-standard mode: a zero divisor.
    let mut fpu = with_doubles(1.0, tiny);
    fpu.ldfsr(1 << 22);
    assert_eq!(fpu.execute(Op::Fdivd, 2, 4, 6), FpOutcome::Done);
    assert_eq!(
        (fpu.double(6), fpu.fields().cexc),
        (f64::INFINITY.to_bits(), Flags::DIV_BY_ZERO)
    );
    // Comparisons and moves take subnormals as they are, in both modes.
    for fsr in [0, 1 << 22] {
        let mut fpu = with_doubles(0.0, tiny);
        fpu.ldfsr(fsr);
        assert_eq!(fpu.execute(Op::Fcmpd, 2, 4, 0), FpOutcome::Done);
        assert_eq!(fpu.fcc(), 1);
        assert_eq!(fpu.execute(Op::Fmovs, 0, 5, 6), FpOutcome::Done);
        assert_eq!(fpu.single(6), 1);
    }
}

#[test]
fn underflow_flushes_to_zero() {
    let mut fpu = with_doubles(-1e-200, 1e-200);
    assert_eq!(fpu.execute(Op::Fmuld, 2, 4, 6), FpOutcome::Done);
    let flags = Flags::UNDERFLOW | Flags::INEXACT;
    assert_eq!((fpu.double(6), fpu.fields().cexc), (1 << 63, flags));
    // Exact, but subnormal.
    let mut fpu = with_doubles(f64::MIN_POSITIVE, 0.5);
    assert_eq!(fpu.execute(Op::Fmuld, 2, 4, 6), FpOutcome::Done);
    assert_eq!((fpu.double(6), fpu.fields().cexc), (0, flags));
}

#[test]
fn comparisons() {
    let nan = f64::from_bits(0x7FF8_0000_0000_0000);
    for (a, b, fcc) in [(1.0, 1.0, 0), (1.0, 2.0, 1), (2.0, 1.0, 2), (nan, 1.0, 3)] {
        let mut fpu = with_doubles(a, b);
        assert_eq!(fpu.execute(Op::Fcmpd, 2, 4, 0), FpOutcome::Done);
        assert_eq!((fpu.fcc(), fpu.fields().cexc), (fcc, Flags::NONE));
        let mut fpu = with_singles(a as f32, b as f32);
        assert_eq!(fpu.execute(Op::Fcmpes, 1, 2, 0), FpOutcome::Done);
        let invalid = if fcc == 3 {
            Flags::INVALID
        } else {
            Flags::NONE
        };
        assert_eq!((fpu.fcc(), fpu.fields().cexc), (fcc, invalid));
    }
    // A trapped comparison leaves fcc alone.
    let mut fpu = with_doubles(nan, 1.0);
    fpu.ldfsr(tem(Flags::INVALID) | 2 << 10);
    assert_eq!(fpu.execute(Op::Fcmped, 2, 4, 0), IEEE);
    assert_eq!(fpu.fcc(), 2);
}

#[test]
fn rounding_direction_and_truncation() {
    // 1/3 in double ends in 5 nearest and down, 6 up.
    for (rd, last) in [(0, 5), (1, 5), (2, 6), (3, 5)] {
        let mut fpu = with_doubles(1.0, 3.0);
        fpu.ldfsr(rd << 30);
        assert_eq!(fpu.execute(Op::Fdivd, 2, 4, 6), FpOutcome::Done);
        assert_eq!(fpu.single(7) & 0xF, last, "rd {rd}");
        fpu.set_double(8, (-1.75f64).to_bits());
        assert_eq!(fpu.execute(Op::Fdtoi, 0, 8, 10), FpOutcome::Done);
        assert_eq!(fpu.single(10) as i32, -1);
    }
}

#[test]
fn quadruple_precision_is_unimplemented() {
    let mut fpu = Fpu::default();
    let want = FpOutcome::Exception(Ftt::UnimplementedFpop);
    assert_eq!(fpu.execute(Op::Faddq, 0, 4, 8), want);
    assert_eq!(fpu.execute(Op::Fpop1Unknown, 0, 4, 8), want);
}

#[test]
fn odd_double_registers_are_not_checked() {
    let mut fpu = with_doubles(1.0, 2.0);
    assert_eq!(fpu.execute(Op::Faddd, 3, 5, 7), FpOutcome::Done);
    assert_eq!(fpu.double(6), 3f64.to_bits());
}
