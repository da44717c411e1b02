//! Where unicorn is known to differ, with the reason; see [`oracle::known`] for QEMU, from an older
//! version of which unicorn was made.

use oracle::asm::{Src::I, Src::R, f3};
use oracle::known::Known;
use trueboard_cpu_sparcv8::isa::Op;

/// The list.
pub fn list() -> Vec<Known> {
    let known = |name, reason, code: &[u32]| Known {
        name,
        version: crate::VERSION,
        reason,
        code: code.to_vec(),
        user: false,
        before: Vec::new(),
    };
    vec![
        Known {
            before: vec![("g2", 0xffff_ffef)],
            ..known(
                "codes-after-logic",
                "SUBXcc right behind a logical operation has the wrong carry, as in QEMU",
                &[f3(Op::Orcc, 0, R(0), 3), f3(Op::Subxcc, 0, R(2), 4)],
            )
        },
        known(
            "fsr-version",
            "FSR.ver is 4 and cannot be chosen; the GRFPU's is 2",
            &[f3(Op::Stfsr, 7, I(0), 0)],
        ),
    ]
}
