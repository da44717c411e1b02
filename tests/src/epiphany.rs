//! Epiphany assembly text to code. A comment begins with `#`; offsets are counted in elements, as GNU
//! as has it; see [`crate::mixed`] for the rest.
//!
//! ```
//! use conformance::epiphany::assemble;
//! let p = assemble(
//!     0x100,
//!     "start:  set table, r0
//!              mov r1,0; mov r2,3
//!      again:  ldr r3,[r0],+1
//!              add r1,r1,r3
//!              sub r2,r2,1
//!              bne again
//!              movfs r4,ctimer0
//!              .align 8
//!      table:  .word 1, 2, 3",
//! );
//! assert_eq!(p.label("again"), 0x10c);
//! assert_eq!(p.half(0x108), 0x2003); // mov r1,0
//! assert_eq!(p.word(p.label("table") + 8), 3);
//! ```

use crate::asm::number;
use crate::mixed::{self, Dialect, Program};
use trueboard_core::isa::{Field, Form};
use trueboard_cpu_epiphany::isa::special;
use trueboard_cpu_epiphany::isa::table::{ALIASES, ROWS};

const EPIPHANY: Dialect = Dialect {
    comment: '#',
    fill: 0x01a2,
    register,
    forms,
    operand,
    set,
};

/// Assembles `text` to be loaded at `at`.
///
/// # Panics
/// When a line makes no sense: the texts are those of tests.
pub fn assemble(at: u32, text: &str) -> Program {
    mixed::assemble(&EPIPHANY, at, text)
}

fn register(text: &str) -> bool {
    let general = text
        .strip_prefix('r')
        .is_some_and(|n| n.parse::<u8>().is_ok());
    general || ["fp", "sp", "lr"].contains(&text) || special::REGISTERS.iter().any(|r| r.1 == text)
}

fn forms() -> Vec<&'static Form> {
    let rows = ROWS.iter().map(|r| &r.form);
    rows.chain(ALIASES.iter().map(|a| &a.form)).collect()
}

fn set(value: u32, reg: &str) -> [String; 2] {
    [
        format!(".code32 mov {reg},{}", value & 0xffff),
        format!("movt {reg},{}", value >> 16),
    ]
}

fn operand(field: &Field, text: &str, pc: u32) -> Option<u32> {
    // How a type stores a value, and what it then stands for.
    let (bits, value) = match field.kind {
        "R" => {
            let n = match text {
                "fp" => 11,
                "sp" => 13,
                "lr" => 14,
                _ => text.strip_prefix('r')?.parse().ok()?,
            };
            (n, n)
        }
        "Sign" => {
            let n = u32::from(text == "-");
            (n, n)
        }
        "Special" => {
            let known = special::REGISTERS.iter().find(|r| r.1 == text);
            let at = known.map(|r| r.0)?;
            ((at - special::BASE) / 4, at)
        }
        "Target" => {
            let distance = (number(text)? as u32).wrapping_sub(pc);
            (distance >> 1, distance)
        }
        kind => {
            let n = number(text)? as u32;
            let shift = match kind {
                "Off2" => 1,
                "Off4" => 2,
                "Off8" => 3,
                _ => 0,
            };
            (n, n << shift)
        }
    };
    let word = field.bits.scatter(bits);
    (field.value(word) as u32 == value).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_cpu_epiphany::isa::disasm;

    #[test]
    fn what_is_assembled_is_disassembled_the_same() {
        let lines = [
            "ldr r1,[r2,0x7]",
            "ldr r1,[r2,+0x7]",
            "ldrd r40,[r2],-0x8",
            "strb r1,[r2,+r3]",
            "str r1,[r9,-r3]",
            "testset r1,[r2,+r3]",
            "add r1,r2,-4",
            "add r1,r2,500",
            "mov r1,0xff",
            "mov r1,0xfff",
            "mov r33,r44",
            "fmadd r1,r2,r3",
            "float r20,r21",
            "movts config,r1",
            "movfs r1,dma0status",
            "movts ctimer0,r40",
            "lsl r1,r2,0x1f",
            "trap 0x3",
            "rts",
            "bne 0x10c",
            "bl 0x4000",
        ];
        for line in lines {
            let p = assemble(0x100, &format!("{line}; .align 4"));
            let text = disasm(p.word(0x100), 0x100);

            assert_eq!(text, line);
        }
    }

    #[test]
    fn lengths() {
        let of = |line: &str| assemble(0x100, line).bytes.len();
        assert_eq!(of("mov r1,5"), 2);
        assert_eq!(of(".code32 mov r1,5"), 4);
        assert_eq!(of("set 5,r1"), 8);
        assert_eq!(of("here: b here"), 4);
        assert_eq!(of("nop; .align 8"), 8);
    }
}
