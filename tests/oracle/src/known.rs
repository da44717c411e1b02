//! Where QEMU is known to differ, with the reason. The generator leaves these out; a test demands
//! that each still differs, so that the list does not outlive its reasons.

use crate::asm::{NOP, Src::I, Src::R, alternate, ba, branch, f3, set, sethi};
use crate::case::{Case, Faults, PSR};
use crate::layout;
use crate::ours::Ours;
use crate::program::{Program, placed};
use crate::tables;
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
            faults: Faults::Logged,
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
        Known {
            before: vec![("y", 0x1234)],
            ..known(
                "rdasr-reads-y",
                "%asr16 is a register of its own (GR740 UM 1.7 p. 66); QEMU reads Y whatever the number",
                &[f3(Op::Rdasr, 16, R(0), 2)],
            )
        },
        known(
            "asr17-of-a-leon3",
            "%asr17 tells of the GR740's watchpoints, FPU and branch prediction (UM 1.7 p. 67), QEMU's of its own",
            &[f3(Op::Rdasr, 17, R(0), 2)],
        ),
        Known {
            user: true,
            ..known(
                "wrasr-without-privilege",
                "writing a LEON register is privileged (UM 1.7 p. 66); for QEMU it is nothing at all",
                &[f3(Op::Wrasr, 0, R(0), 16)],
            )
        },
        Known {
            before: vec![("g1", 0x00f0_1fc0)],
            ..known(
                "partial-wrpsr",
                "WRPSR with rd other than 0 writes ET alone (UM 1.7, partial WRPSR); QEMU writes all of PSR",
                &[f3(Op::Wrpsr, 1, I(0x27), 1), NOP, NOP, NOP],
            )
        },
        Known {
            user: true,
            ..known(
                "user-space-of-a-user",
                "a user may use ASI 0x0A with CASA alone (UM 1.7 p. 64); QEMU allows it with every instruction",
                &[alternate(Op::Lda, 0x0a, 7, 2)],
            )
        },
        known(
            "level-of-missing-rights",
            "FSR.L names the level of the entry also when rights are missing (V8 appendix H); QEMU: 0",
            &mapped(0, Op::St),
        ),
        known(
            "atomic-faults-as-a-load",
            "an atomic is a store for the MMU (V8 appendix H), so that it never faults half done; QEMU loads first",
            &mapped(4, Op::Swap),
        ),
        known(
            "interrupt-in-a-block",
            "a forced interrupt comes with the next instruction here, and at the end of its block in QEMU",
            &interrupt(),
        ),
    ]
}

/// An access of a supervisor to the region with these rights (ACC).
fn mapped(rights: u32, op: Op) -> Vec<u32> {
    let mut code = tables::switch_on(0);
    let region = tables::REGIONS + (rights << 24);
    code.extend(set(region | (layout::DATA_MIDDLE - layout::RAM), 3));
    code.push(f3(op, 3, I(0), 4));
    code
}

/// An interrupt that is due at once.
fn interrupt() -> Vec<u32> {
    use layout::irqmp::{CLEAR, FORCE, MASK};
    let store = |to: u32, value: u32| {
        let mut code = [set(to, 1), set(value, 2)].concat();
        code.push(f3(Op::St, 1, I(0), 2));
        code
    };
    let mut code = store(MASK, 0xfffe);
    code.extend(store(FORCE, 1 << 15));
    code.extend([NOP, NOP, ba(8), NOP]);
    code.extend(store(CLEAR, 0xfffe));
    code
}
