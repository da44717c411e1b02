//! Results that QEMU's TriCore tests (`tests/tcg/tricore`) expect, measured on hardware or on the
//! reference simulator.

use super::{PSW, plain, value};
use crate::exec::tests::execute;
use crate::exec::{Flags, Imm};
use crate::isa::Opcode;

#[test]
fn integer() {
    assert_eq!(value(Opcode::ClsH, 0x6DB1_7976, 0, 0), 0);
    assert_eq!(value(Opcode::ClsH, 0, 0, 0), 0x000F_000F);
    assert_eq!(plain(Opcode::Bmerge, 0x1D, 0xFFFF, 0), (0x5555_57F7, PSW));
}

#[test]
fn multiply_accumulate() {
    let cases = [
        (
            Opcode::Madd,
            0x7FFF_FFFF,
            2,
            0xFFFF,
            0x0000_FFFD,
            0x6000_0B80,
        ),
        (
            Opcode::Madd,
            0x7FFF_FFFF,
            2,
            0xFFFF_8001,
            0xFFFF_7FFF,
            0x6000_0B80,
        ),
        (
            Opcode::Msub,
            0xFF54_20D4,
            -216,
            0x6400_3300,
            0xD2FB_E5E0,
            PSW,
        ),
        (
            Opcode::Msub,
            0xFFFF_FFFD,
            -200,
            0xFFFF_FE68,
            0xFFFF_FC10,
            PSW,
        ),
        (
            Opcode::MsubsU,
            0xFFFF_FFFF,
            0xFFFF_FFDBu32 as i32,
            1,
            0,
            0x6000_0B80,
        ),
        (Opcode::MulsU, 0x8000_0001, -1, 0, 0xFFFF_FFFF, 0x7800_0B80),
        (Opcode::MulsU, 0xFFFF_FFFE, -1, 0, 0xFFFF_FFFF, 0x6000_0B80),
    ];
    for (opcode, a, b, c, result, psw) in cases {
        assert_eq!(
            plain(opcode, a, b as u32, c),
            (result, psw),
            "{opcode:?} {a:#x}"
        );
    }
}

#[test]
fn division_steps() {
    let cases = [
        (Opcode::Dvstep, 0x0000_0001_FFFF_FE5C, 0x0000_01FF_FFFE_5CFF),
        (Opcode::Dvstep, 0x0100_00F0_0000_0000, 0x0000_F000_0000_00FD),
        (
            Opcode::DvstepU,
            0xFFFF_FFFF_0010_0008,
            0xFFFF_FF00_1000_08FF,
        ),
    ];
    for (opcode, dividend, result) in cases {
        assert_eq!(
            value(opcode, 0, 0, dividend),
            result,
            "{opcode:?} {dividend:#x}"
        );
    }
}

#[test]
fn floating_point() {
    let cases = [
        (Opcode::AddF, 0xF940_0000, 0, 0xF940_0000, 0xF9C0_0000, PSW),
        (
            Opcode::AddF,
            0x9DED_4FFF,
            0,
            0x9DED_50EC,
            0x9E6D_5076,
            0x8400_0B80,
        ),
        (
            Opcode::AddF,
            0xFFAD_546E,
            0,
            0xFFAD_546E,
            0x7FC0_0000,
            0xC000_0B80,
        ),
        (
            Opcode::MulF,
            0x1A0B_1980,
            0xBCBE_C42D,
            0,
            0x974F_4F0A,
            0x8400_0B80,
        ),
        (Opcode::Ftoi, 0x05F6_E605, 0, 0, 0, 0x8400_0B80),
        (Opcode::Ftoi, 0xFFFF_FFFF, 0, 0, 0, 0xC000_0B80),
    ];
    for (opcode, a, b, c, result, psw) in cases {
        assert_eq!(plain(opcode, a, b, c), (result, psw), "{opcode:?} {a:#x}");
    }
}

/// FX stays when a later instruction raises only FI.
#[test]
fn exceptions_are_sticky() {
    let mut flags = Flags(0x0400_0B80);
    let nan = super::src(0xFFFF_FFFF, 0, 0);
    let result = execute(Opcode::Ftoi, nan, Imm::default(), &mut flags);
    assert_eq!((result, flags.0), (Ok(0), 0xC400_0B80));
}
