//! Small cases whose answers follow from the manual's text.

use super::{PSW, field, plain, run, src, value};
use crate::exec::tests::execute;
use crate::exec::{Flags, Imm, Src};
use crate::isa::Opcode;

const V_SV: u32 = Flags::V | Flags::SV;
const AV_SAV: u32 = Flags::AV | Flags::SAV;
const C: u32 = Flags::C;

#[test]
fn additions_and_their_flags() {
    let cases = [
        (Opcode::Add, 1, 2, 3, 0),
        (Opcode::Add, 0x7FFF_FFFF, 1, 0x8000_0000, V_SV | AV_SAV),
        (Opcode::Add, 0x3FFF_FFFF, 1, 0x4000_0000, AV_SAV),
        (Opcode::Addi, 5, 0xFFFF_FFFF, 4, 0),
        (Opcode::Addih, 0x1234, 0x8000, 0x8000_1234, AV_SAV),
        (Opcode::Sub, 0x8000_0000, 1, 0x7FFF_FFFF, V_SV | AV_SAV),
        (Opcode::Rsub, 3, 10, 7, 0),
        (Opcode::Adds, 0x7FFF_FFFF, 1, 0x7FFF_FFFF, V_SV | AV_SAV),
        (Opcode::Subs, 0x8000_0000, 0x8000_0000, 0, 0),
        (Opcode::Subs, 0x8000_0000, 0x7FFF_FFFF, 0x8000_0000, V_SV),
        (Opcode::AddsU, 0xFFFF_FFFF, 2, 0xFFFF_FFFF, V_SV),
        (Opcode::SubsU, 1, 2, 0, V_SV),
        (Opcode::Rsubs, 0x8000_0000, 0, 0x7FFF_FFFF, V_SV | AV_SAV),
        (Opcode::RsubsU, 2, 1, 0, V_SV),
        (Opcode::Addx, 0xFFFF_FFFF, 1, 0, C),
        (Opcode::Subx, 5, 5, 0, C),
        (Opcode::Subx, 5, 6, 0xFFFF_FFFF, 0),
        (Opcode::Abs, 0, 0x8000_0000, 0x8000_0000, V_SV | AV_SAV),
        (Opcode::Abss, 0, 0x8000_0000, 0x7FFF_FFFF, V_SV | AV_SAV),
        (Opcode::Absdif, 3, 0xFFFF_FFFF, 4, 0),
        (Opcode::Absdifs, 0x7FFF_FFFF, 0x8000_0000, 0x7FFF_FFFF, V_SV),
        (
            Opcode::AddB,
            0x7F01_0203,
            0x0101_0101,
            0x8002_0304,
            V_SV | AV_SAV,
        ),
        (
            Opcode::AddsH,
            0x7FFF_8000,
            0x0001_FFFF,
            0x7FFF_8000,
            V_SV | AV_SAV,
        ),
        (Opcode::AddsHu, 0xFFFF_0001, 0x0001_0001, 0xFFFF_0002, V_SV),
        (Opcode::SubsHu, 0x0001_0003, 0x0002_0001, 0x0000_0002, V_SV),
        (Opcode::SubH, 0x0000_0005, 0x0001_0005, 0xFFFF_0000, 0),
        (Opcode::AbsB, 0, 0x80FF_01FE, 0x8001_0102, V_SV | AV_SAV),
        (Opcode::AbssH, 0, 0x8000_FFFF, 0x7FFF_0001, V_SV | AV_SAV),
        (
            Opcode::AbsdifH,
            0x7FFF_0001,
            0xFFFF_0003,
            0x8000_0002,
            V_SV | AV_SAV,
        ),
        (
            Opcode::AbsdifsH,
            0x7FFF_0001,
            0xFFFF_0003,
            0x7FFF_0002,
            V_SV | AV_SAV,
        ),
    ];
    for (opcode, a, b, result, flags) in cases {
        assert_eq!(
            plain(opcode, a, b, 0),
            (result, PSW | flags),
            "{opcode:?} {a:#x} {b:#x}"
        );
    }
}

#[test]
fn carry_goes_in_and_out() {
    let step = |opcode, a, b, carry| {
        let mut flags = Flags(if carry { C } else { 0 });
        let result = execute(opcode, src(a, b, 0), Imm::default(), &mut flags);
        (result.unwrap_or(u64::MAX), flags.0 & C != 0)
    };
    assert_eq!(step(Opcode::Addc, 0xFFFF_FFFF, 0, true), (0, true));
    assert_eq!(step(Opcode::Addc, 1, 1, true), (3, false));
    assert_eq!(step(Opcode::Subc, 5, 5, true), (0, true));
    assert_eq!(step(Opcode::Subc, 5, 5, false), (0xFFFF_FFFF, false));
    assert_eq!(step(Opcode::Addx, 1, 1, true), (2, false));
    // V is that of the whole sum: -1 - 2^31 + 1 fits.
    let mut flags = Flags(C);
    let whole = src(0xFFFF_FFFF, 0x8000_0000, 0);
    let result = execute(Opcode::Addc, whole, Imm::default(), &mut flags);
    assert_eq!((result, flags.0), (Ok(0x8000_0000), C | AV_SAV));
}

#[test]
fn sticky_bits_stay() {
    let mut flags = Flags(PSW | V_SV | AV_SAV | C);
    let result = execute(Opcode::Add, src(1, 1, 0), Imm::default(), &mut flags);
    assert_eq!(result, Ok(2));
    assert_eq!(flags.0, PSW | Flags::SV | Flags::SAV | C);
}

#[test]
fn conditionals() {
    for (opcode, yes, no) in [
        (Opcode::Cadd, 12, 10),
        (Opcode::Caddn, 10, 12),
        (Opcode::Csub, 8, 10),
        (Opcode::Csubn, 10, 8),
        (Opcode::Cmov, 2, 10),
        (Opcode::Cmovn, 10, 2),
        (Opcode::Sel, 10, 2),
        (Opcode::Seln, 2, 10),
    ] {
        assert_eq!(value(opcode, 10, 2, 0x100), yes, "{opcode:?}");
        assert_eq!(value(opcode, 10, 2, 0), no, "{opcode:?}");
    }
    let mut flags = Flags(PSW | V_SV);
    let skipped = execute(Opcode::Cadd, src(1, 1, 0), Imm::default(), &mut flags);
    assert_eq!((skipped, flags.0), (Ok(1), PSW | V_SV));
}

#[test]
fn extremes_and_saturation() {
    let cases = [
        (Opcode::Max, 1, 0xFFFF_FFFF, 1),
        (Opcode::MaxU, 1, 0xFFFF_FFFF, 0xFFFF_FFFF),
        (Opcode::Min, 1, 0xFFFF_FFFF, 0xFFFF_FFFF),
        (Opcode::MinU, 1, 0xFFFF_FFFF, 1),
        (Opcode::MaxB, 0x8001_7FFF, 0x0180_FF00, 0x0101_7F00),
        (Opcode::MinBu, 0x8001_7FFF, 0x0180_FF00, 0x0101_7F00),
        (Opcode::MaxHu, 0x8000_0001, 0x7FFF_0002, 0x8000_0002),
        (Opcode::MinH, 0x8000_0001, 0x7FFF_0002, 0x8000_0001),
        (Opcode::SatB, 0x80, 0, 0x7F),
        (Opcode::SatB, 0xFFFF_FF00, 0, 0xFFFF_FF80),
        (Opcode::SatBu, 0x100, 0, 0xFF),
        (Opcode::SatH, 0xFFFF_0000, 0, 0xFFFF_8000),
        (Opcode::SatHu, 0xFFFF_FFFF, 0, 0xFFFF),
    ];
    for (opcode, a, b, result) in cases {
        assert_eq!(plain(opcode, a, b, 0), (result, PSW), "{opcode:?} {a:#x}");
    }
}

#[test]
fn comparisons() {
    let cases = [
        (Opcode::Eq, 5, 5, 1),
        (Opcode::Ne, 5, 5, 0),
        (Opcode::Lt, 0xFFFF_FFFF, 0, 1),
        (Opcode::LtU, 0xFFFF_FFFF, 0, 0),
        (Opcode::Ge, 0xFFFF_FFFF, 0, 0),
        (Opcode::GeU, 0xFFFF_FFFF, 0, 1),
        (Opcode::EqB, 0x0102_0304, 0x0100_0300, 0xFF00_FF00),
        (Opcode::EqH, 0x0102_0304, 0x0102_0300, 0xFFFF_0000),
        (Opcode::EqW, 7, 7, 0xFFFF_FFFF),
        (Opcode::LtB, 0x8001_0203, 0x0001_0302, 0xFF00_FF00),
        (Opcode::LtBu, 0x8001_0203, 0x0001_0302, 0x0000_FF00),
        (Opcode::LtH, 0x8000_0001, 0x0000_0002, 0xFFFF_FFFF),
        (Opcode::LtHu, 0x8000_0001, 0x0000_0002, 0x0000_FFFF),
        (Opcode::LtW, 0x8000_0000, 0, 0xFFFF_FFFF),
        (Opcode::LtWu, 0x8000_0000, 0, 0),
        (Opcode::EqanyB, 0x0102_0304, 0x00FF_0300, 1),
        (Opcode::EqanyB, 0x0102_0304, 0x0403_0201, 0),
        (Opcode::EqanyH, 0x0102_0304, 0x0102_0000, 1),
        (Opcode::EqanyH, 0x0102_0304, 0x0304_0102, 0),
    ];
    for (opcode, a, b, result) in cases {
        assert_eq!(
            plain(opcode, a, b, 0),
            (result, PSW),
            "{opcode:?} {a:#x} {b:#x}"
        );
    }
}

#[test]
fn accumulation_of_conditions() {
    let accumulate = |opcode, (a, b), old: u32| {
        let s = Src {
            old: old.into(),
            ..src(a, b, 0)
        };
        run(opcode, s, Imm::default()).0
    };
    let (equal, less, more) = ((1, 1), (1, 2), (2, 1));
    // Operands for true and for false, the old destination, and what becomes of it.
    let cases = [
        (Opcode::AndEq, equal, less, 0xF1, 0xF1, 0xF0),
        (Opcode::AndLtU, less, more, 0xF0, 0xF0, 0xF0),
        (Opcode::OrNe, more, equal, 0xF0, 0xF1, 0xF0),
        (Opcode::OrGe, equal, less, 0xF1, 0xF1, 0xF1),
        (Opcode::XorLt, less, equal, 0xF1, 0xF0, 0xF1),
        (Opcode::XorGeU, more, less, 0xF0, 0xF1, 0xF0),
        (Opcode::ShEq, equal, more, 0x8000_0001, 3, 2),
    ];
    for (opcode, t, f, old, yes, no) in cases {
        assert_eq!(accumulate(opcode, t, old), yes, "{opcode:?} true");
        assert_eq!(accumulate(opcode, f, old), no, "{opcode:?} false");
    }
}

#[test]
fn single_bits() {
    // Bits: of a 1 at 5, of b 0 at 9 and 1 at 31.
    let bit = |opcode, p, q| {
        let s = Src {
            old: 0x8000_0001,
            ..src(1 << 5, 1 << 31, 0)
        };
        let imm = Imm { p, q, w: 0, n: 0 };
        run(opcode, s, imm).0
    };
    // For (1,1), (1,0), (0,1), (0,0).
    let truth = |opcode| {
        [
            bit(opcode, 5, 31),
            bit(opcode, 5, 9),
            bit(opcode, 6, 31),
            bit(opcode, 6, 9),
        ]
    };
    assert_eq!(truth(Opcode::AndT), [1, 0, 0, 0]);
    assert_eq!(truth(Opcode::AndnT), [0, 1, 0, 0]);
    assert_eq!(truth(Opcode::NandT), [0, 1, 1, 1]);
    assert_eq!(truth(Opcode::NorT), [0, 0, 0, 1]);
    assert_eq!(truth(Opcode::OrT), [1, 1, 1, 0]);
    assert_eq!(truth(Opcode::OrnT), [1, 1, 0, 1]);
    assert_eq!(truth(Opcode::XorT), [0, 1, 1, 0]);
    assert_eq!(truth(Opcode::XnorT), [1, 0, 0, 1]);
    let (set, clear) = (0x8000_0001, 0x8000_0000);
    assert_eq!(truth(Opcode::AndAndT), [set, clear, clear, clear]);
    assert_eq!(truth(Opcode::AndNorT), [clear, clear, clear, set]);
    assert_eq!(truth(Opcode::OrAndnT), [set; 4]);
    assert_eq!(truth(Opcode::ShXorT), [2, 3, 3, 2]);
    assert_eq!(truth(Opcode::ShNandT), [2, 3, 3, 3]);
    assert_eq!(truth(Opcode::InsT), [0x20, 0, 0x60, 0x20]);
    assert_eq!(truth(Opcode::InsnT), [0, 0x20, 0x20, 0x60]);
}

#[test]
fn shifts() {
    let count = |n: i32| n as u32;
    let cases = [
        (Opcode::Sh, 0x8000_0001, 1, 2, 0),
        (Opcode::Sh, 0x8000_0001, count(-1), 0x4000_0000, 0),
        (Opcode::Sh, 0xFFFF_FFFF, count(-32), 0, 0),
        (Opcode::Sh, 1, 31, 0x8000_0000, 0),
        // Six bits count: 33 is -31.
        (Opcode::Sh, 0x8000_0000, 33, 1, 0),
        (Opcode::Sha, 0x8000_0000, count(-31), 0xFFFF_FFFF, 0),
        (Opcode::Sha, 0x8000_0000, count(-32), 0xFFFF_FFFF, C),
        (Opcode::Sha, 3, count(-1), 1, C),
        (Opcode::Sha, 0x2000_0000, 1, 0x4000_0000, AV_SAV),
        (Opcode::Sha, 0x4000_0000, 1, 0x8000_0000, V_SV | AV_SAV),
        (Opcode::Sha, 0xC000_0000, 1, 0x8000_0000, C | AV_SAV),
        (Opcode::Shas, 0x4000_0000, 1, 0x7FFF_FFFF, V_SV | AV_SAV),
        (Opcode::Shas, 0x8000_0000, 4, 0x8000_0000, V_SV),
        (Opcode::Shas, 0xFFFF_FFF0, count(-2), 0xFFFF_FFFC, 0),
        (Opcode::ShH, 0x8001_8001, 1, 0x0002_0002, 0),
        (Opcode::ShH, 0x8001_8001, count(-16), 0, 0),
        (Opcode::ShaH, 0x8001_7FFF, count(-16), 0xFFFF_0000, 0),
        (Opcode::ShaH, 0x8001_7FFF, count(-1), 0xC000_3FFF, 0),
    ];
    for (opcode, a, b, result, flags) in cases {
        assert_eq!(
            plain(opcode, a, b, 0),
            (result, PSW | flags),
            "{opcode:?} {a:#x} {b:#x}"
        );
    }
    // SHA without a shift clears C.
    let mut flags = Flags(PSW | C);
    let result = execute(Opcode::Sha, src(7, 0, 0), Imm::default(), &mut flags);
    assert_eq!((result, flags.0), (Ok(7), PSW));
}

#[test]
fn bit_fields() {
    assert_eq!(field(Opcode::ExtrPw, 0x0000_0F80, 0, 0, 7, 5), 0xFFFF_FFFF);
    assert_eq!(field(Opcode::ExtrUPw, 0x0000_0F80, 0, 0, 7, 5), 0x1F);
    assert_eq!(field(Opcode::ExtrPw, 0xFFFF_FFFF, 0, 0, 3, 0), 0);
    assert_eq!(field(Opcode::ExtrPw, 0x8000_0000, 0, 0, 1, 31), 0xC000_0000);
    // Beyond bit 31 there are zeros.
    assert_eq!(field(Opcode::ExtrUPw, 0xF000_0000, 0, 0, 28, 8), 0xF);
    assert_eq!(
        field(Opcode::ExtrW, 0x0000_0F80, 0, 0x27, 0, 4),
        0xFFFF_FFFF
    );
    assert_eq!(
        value(Opcode::ExtrU, 0x1234_5678, 0, 0x0000_0008_0000_0010),
        0x34
    );
    assert_eq!(field(Opcode::InsertPw, 0, 0xFFFF_FFFF, 0, 4, 4), 0xF0);
    assert_eq!(
        field(Opcode::InsertPw, 0x1111_1111, 0xFF, 0, 28, 8),
        0xF111_1111
    );
    assert_eq!(
        field(Opcode::InsertPw, 0x1111_1111, 0xFF, 0, 28, 0),
        0x1111_1111
    );
    let pair = 0x0000_0008_0000_0010;
    assert_eq!(value(Opcode::Insert, 0, 0x1234_5678, pair), 0x0078_0000);
    assert_eq!(
        field(Opcode::ImaskEPw, 0, 0x5, 0, 8, 4),
        0x0000_0F00_0000_0500
    );
    assert_eq!(
        field(Opcode::ImaskEW, 0, 0xF, 30, 0, 4),
        0xC000_0000_C000_0000
    );
    assert_eq!(
        field(Opcode::DextrP, 0x1234_5678, 0x9ABC_DEF0, 0, 8, 0),
        0x3456_789A
    );
    assert_eq!(
        value(Opcode::Dextr, 0x1234_5678, 0x9ABC_DEF0, 32),
        0x1234_5678
    );
}

#[test]
fn counting_and_shuffling() {
    let cases = [
        (Opcode::Clz, 0, 32),
        (Opcode::Clz, 0x0001_0000, 15),
        (Opcode::Clo, 0xFFFF_FFFF, 32),
        (Opcode::Clo, 0xE000_0000, 3),
        (Opcode::Cls, 0, 31),
        (Opcode::Cls, 0xFFFF_FFFF, 31),
        (Opcode::Cls, 0xC000_0000, 1),
        (Opcode::ClzH, 0x0000_8000, 0x0010_0000),
        (Opcode::CloH, 0xFFFF_7FFF, 0x0010_0000),
        (Opcode::ClsH, 0xFFFF_C000, 0x000F_0001),
        (Opcode::Bsplit, 0xAAAA_5555, 0x0000_FF00_0000_00FF),
        (Opcode::Parity, 0x0103_0780, 0x0100_0101),
        (Opcode::MovE, 0, 0),
    ];
    for (opcode, a, result) in cases {
        assert_eq!(plain(opcode, a, 0, 0), (result, PSW), "{opcode:?} {a:#x}");
    }
    assert_eq!(
        value(Opcode::MovE, 0, 0x8000_0000, 0),
        0xFFFF_FFFF_8000_0000
    );
    assert_eq!(value(Opcode::MovEd, 1, 2, 0), 0x0000_0001_0000_0002);
    assert_eq!(value(Opcode::Movh, 0, 0xABCD, 0), 0xABCD_0000);
}

/// The check value of CRC-32 is that of the bytes "123456789"; here "1234" and on to "12345678".
#[test]
fn crc() {
    let four = value(Opcode::Crc32, 0x3132_3334, 0, 0);
    assert_eq!(four, 0x9BE3_E0A3);
    assert_eq!(
        value(Opcode::Crc32, 0x3536_3738, four as u32, 0),
        0x9AE0_DAAF
    );
}

#[test]
fn index_of_extreme() {
    // Position 4, found 0x10 at index 2; the next two are hi and lo.
    let found = 0x0000_0010_0002_0004;
    let cases = [
        (Opcode::Ixmax, 0x0020_0030, 0x0000_0030_0004_0006),
        (Opcode::Ixmax, 0x0030_0020, 0x0000_0030_0005_0006),
        (Opcode::Ixmax, 0x0030_0030, 0x0000_0030_0004_0006),
        (Opcode::Ixmax, 0xFFFF_FFFF, 0x0000_0010_0002_0006),
        (Opcode::IxmaxU, 0xFFFF_FFFE, 0x0000_FFFF_0005_0006),
        (Opcode::Ixmin, 0xFFFF_FFFE, 0x0000_FFFE_0004_0006),
        (Opcode::IxminU, 0xFFFF_FFFE, 0x0000_0010_0002_0006),
        (Opcode::IxminU, 0x0010_0010, 0x0000_0010_0002_0006),
    ];
    for (opcode, b, result) in cases {
        assert_eq!(value(opcode, 0, b, found), result, "{opcode:?} {b:#x}");
    }
    // The position wraps in its half-word.
    assert_eq!(value(Opcode::Ixmax, 0, 0xFFFF_FFFF, 0xFFFF), 1);
}

#[test]
fn pack_and_unpack() {
    for bits in [0x3F80_0000u32, 0xC2F6_E979, 0x0080_0000, 0x7F7F_FFFF] {
        let parts = value(Opcode::Unpack, bits, 0, 0);
        // PACK wants the hidden bit in bit 31.
        let normalised = parts & !0xFFFF_FFFF | parts << 1 & 0xFFFF_FFFF;
        let exponent = (parts >> 32).wrapping_sub(1) << 32;
        let packed = value(Opcode::Pack, bits, 0, exponent | normalised & 0xFFFF_FFFF);
        assert_eq!(packed, bits.into(), "{bits:#x}");
    }
    let unpacked = [
        (0x7F80_0001, 0x0000_00FF_0000_0080),
        (0x8000_0000, 0xFFFF_FF81_0000_0000),
        (0x0000_0001, 0xFFFF_FF82_0000_0080),
    ];
    for (bits, parts) in unpacked {
        assert_eq!(value(Opcode::Unpack, bits, 0, 0), parts, "{bits:#x}");
    }
    // A half rounds to even, unless the carry says there was more.
    let half = 0xFFFF_FFFF_8000_0080;
    assert_eq!(value(Opcode::Pack, 0, 0, half), 0x3F80_0000);
    let mut flags = Flags(C);
    let more = execute(
        Opcode::Pack,
        src(1 << 31, 0, half),
        Imm::default(),
        &mut flags,
    );
    assert_eq!(more, Ok(0xBF80_0001));
    assert_eq!(
        value(Opcode::Pack, 0, 0, 0x0000_007F_8000_0000),
        0x7F80_0000
    );
    assert_eq!(value(Opcode::Pack, 0, 0, 0xFFFF_FF80_8000_0000), 0);
    assert_eq!(
        value(Opcode::Pack, 0, 0, 0x0000_00FF_0000_0100),
        0x7F80_0001
    );
}
