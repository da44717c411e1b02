//! Where QEMU is known to differ, with the reason. The generator leaves these out; a test demands
//! that each still differs, so that the list does not outlive its reasons.

use crate::asm::{NOP, Src::I, Src::R, branch, f3, sethi};
use crate::case::{Case, PSR};
use crate::layout;
use crate::ours::Ours;
use crate::program::{Program, placed};
use trueboard_cpu_sparcv8::isa::Op;

/// The version of QEMU that was looked at.
pub const VERSION: &str = "7.2.22";

/// A difference that is not ours to mend.
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// Version of QEMU in which it was seen.
    pub version: &'static str,
    /// Why our side is right, or why both are allowed.
    pub reason: &'static str,
    /// Instructions that show it.
    pub code: Vec<u32>,
    /// The state is in user mode, without FPU.
    pub user: bool,
    /// Words of the state that the instructions need.
    pub before: Vec<(&'static str, u32)>,
}

impl Known {
    /// A case that shows the difference.
    pub fn case(&self) -> Case {
        let mut state = Ours::plain_state();
        state[PSR] |= 1 << 12;
        if self.user {
            state[PSR] &= !0x10c0;
        }
        for (name, value) in &self.before {
            if let Some(i) = crate::case::index(name) {
                state[i] = *value;
            }
        }
        let base = Program::base(0);
        let mut code = self.code.clone();
        code.extend([f3(Op::Ticc, 0, I(layout::END_TRAP as i32), 8); 4]);
        Case {
            before: placed(&state, base),
            base,
            code,
            irq: None,
        }
    }
}

/// The list.
pub fn list() -> Vec<Known> {
    let known = |name, reason, code: &[u32]| Known {
        name,
        version: VERSION,
        reason,
        code: code.to_vec(),
        user: false,
        before: Vec::new(),
    };
    let wait = branch(Op::Fbfcc, 0, false, 8);
    vec![
        Known {
            before: vec![("g1", 1), ("g2", 1)],
            ..known(
                "ticc-changes-rs1",
                "QEMU adds the operands of Ticc into the register of rs1; V8 B.27: no register changes",
                &[f3(Op::Ticc, 1, R(2), 8)],
            )
        },
        known(
            "wrtbr-writes-tt",
            "V8 B.29 and 4.2: WRTBR writes TBA only, tt stays",
            &[
                sethi(layout::TABLE, 1),
                f3(Op::Wrtbr, 1, R(0), 0),
                f3(Op::Rdtbr, 0, R(0), 2),
            ],
        ),
        known(
            "unknown-fpop-is-illegal",
            "V8 4.4: an undefined FPop is unimplemented_FPop, trap fp_exception; QEMU: illegal_instruction",
            &[Op::Fpop1Unknown.row().form.fixed.value | 0x19a << 5, wait],
        ),
        Known {
            before: vec![("g1", 2)],
            ..known(
                "jmpl-writes-rd-though-it-traps",
                "V8 7.1: an instruction that traps changes nothing; QEMU writes the link register of an unaligned JMPL",
                &[f3(Op::Jmpl, 1, I(0), 2), NOP],
            )
        },
        Known {
            before: vec![("g1", layout::CODE + 2)],
            ..known(
                "rett-looks-at-the-address-first",
                "V8 B.26: with ET=1 RETT is illegal whatever its address; QEMU: mem_address_not_aligned",
                &[f3(Op::Rett, 1, I(0), 0)],
            )
        },
        Known {
            before: vec![("g2", 0xffff_ffef)],
            ..known(
                "codes-after-logic",
                "SUBXcc right behind a logical operation has the wrong carry in QEMU",
                &[f3(Op::Orcc, 0, R(0), 3), f3(Op::Subxcc, 0, R(2), 4)],
            )
        },
        known(
            "double-load-aligned-to-a-word",
            "V8 B.2: LDDF traps unless aligned to a double word; QEMU asks for a word, as V9 does",
            &[f3(Op::Lddf, 7, I(4), 2)],
        ),
        known(
            "couple-with-a-conditional-branch",
            "V8 B.21, delayed control transfer couples: QEMU takes its internal mark for a PC",
            &[
                branch(Op::Bicc, 13, false, 12),
                branch(Op::Bicc, 8, false, 8),
                NOP,
            ],
        ),
        Known {
            user: true,
            ..known(
                "stdfq-in-user-mode-without-fpu",
                "privileged_instruction comes before fp_disabled (GR740 UM 1.7 p. 60); QEMU: the other way",
                &[f3(Op::Stdfq, 7, I(0), 0)],
            )
        },
        Known {
            user: true,
            ..known(
                "ldda-of-an-odd-register-in-user-mode",
                "privileged_instruction comes before illegal_instruction (GR740 UM 1.7 p. 60); QEMU: the other way",
                &[f3(Op::Ldda, 7, R(0), 3) | 0x0b << 5],
            )
        },
        Known {
            user: true,
            ..known(
                "stdcq-in-user-mode",
                "STDCQ is privileged (V8 B.5), which comes before cp_disabled; QEMU does not ask",
                &[f3(Op::Stdcq, 7, I(0), 0)],
            )
        },
        Known {
            before: vec![("f2", 0x7fa0_0001)],
            ..known(
                "fstod-without-exception",
                "a signalling NaN is invalid (V8 appendix N); QEMU reports it with the next operation",
                &[crate::asm::fpop(Op::Fstod, 0, 2, 4)],
            )
        },
    ]
}
