//! TriCore assembly text to code, by the processor's own table: what the disassembler writes can be
//! read back.
//!
//! A comment begins with `#`; see [`crate::mixed`] for the rest.
//!
//! ```
//! use conformance::tricore::assemble;
//! let p = assemble(
//!     0x8000_0000,
//!     "start:  set table, %a4        # movh.a and lea
//!              mov %d2, 0; mov.a %a5, 3
//!      again:  ld.w %d3, [%a4+]4
//!              add %d2, %d3
//!              loop %a5, again
//!              .code32 ret
//!              .align 4
//!      table:  .word 1, 2, 3, 4",
//! );
//! assert_eq!(p.label("again"), 0x8000_000c);
//! assert_eq!(p.half(0x8000_0008), 0x0282); // mov %d2,0
//! assert_eq!(p.word(p.label("table") + 8), 3);
//! ```

use crate::asm::number;
use crate::mixed::{self, Code, Dialect, Program};
use trueboard_core::isa::{Field, Form};
use trueboard_cpu_tricore::isa::csfr;
use trueboard_cpu_tricore::isa::table::{ALIASES, ROWS};

const TRICORE: Dialect = Dialect {
    comment: '#',
    fill: 0,
    register: |_| false,
    forms,
    operand,
    set,
};

/// Assembles `text` to be loaded at `at`.
///
/// # Panics
/// When a line makes no sense: the texts are those of tests.
pub fn assemble(at: u32, text: &str) -> Program {
    mixed::assemble(&TRICORE, at, text)
}

/// The code of one instruction at `pc`.
///
/// ```
/// use conformance::mixed::Code;
/// use conformance::tricore::encode;
/// assert_eq!(encode("add %d1,%d1,%d2", 0), Some(Code { word: 0x1000_210b, len: 4 }));
/// assert_eq!(encode("add %d1,%d2", 0), Some(Code { word: 0x2142, len: 2 }));
/// assert_eq!(encode("add %d1,%a2", 0), None);
/// ```
pub fn encode(line: &str, pc: u32) -> Option<Code> {
    mixed::encode(&TRICORE, line, pc)
}

fn forms() -> Vec<&'static Form> {
    let rows = ROWS.iter().map(|r| &r.form);
    let aliases = ALIASES.iter().filter(|a| a.same.is_none()).map(|a| &a.form);
    rows.chain(aliases).collect()
}

/// Both halves of a register; the low one is added with its sign.
fn set(value: u32, reg: &str) -> [String; 2] {
    let (low, high) = (value as i16, value.wrapping_add(0x8000) >> 16);
    match reg.strip_prefix("%d") {
        Some(_) => [
            format!("movh {reg},{high}"),
            format!("addi {reg},{reg},{low}"),
        ],
        None => [
            format!("movh.a {reg},{high}"),
            format!(".code32 lea {reg},[{reg}]{low}"),
        ],
    }
}

/// The bits of an operand, in their places.
fn operand(field: &Field, text: &str, pc: u32) -> Option<u32> {
    let register = |prefix| {
        let text = if text == "%sp" { "%a10" } else { text };
        let n: u32 = text.strip_prefix(prefix)?.parse().ok()?;
        (n < 16).then_some(n)
    };
    let value = match field.kind {
        "D" | "D15" => register("%d")?,
        "E" => register("%e")?,
        "A" | "P" | "A10" | "A15" => register("%a")?,
        "Csfr" => core_register(text)?,
        kind if kind.starts_with("Disp") => (number(text)? as u32).wrapping_sub(pc),
        _ => number(text)? as u32,
    };
    // How a type stores a value: as it is, in half-words, words, from another origin, in parts.
    let candidates = [
        value,
        value >> 1,
        value >> 2,
        (value >> 1).wrapping_sub(16),
        (value >> 1).wrapping_add(16),
        value >> 14 & 0x3_c000 | value & 0x3fff,
        value >> 8 & 0xf0_0000 | value >> 1 & 0xf_ffff,
    ];
    candidates
        .into_iter()
        .map(|bits| field.bits.scatter(bits))
        .find(|&word| field.value(word) as u32 == value)
}

/// The offset of `$psw` or `$0xfe04`.
fn core_register(text: &str) -> Option<u32> {
    let wanted = text.strip_prefix('$')?;
    let named = (0..=u16::MAX).find(|&at| csfr::name(at).as_deref() == Some(wanted));
    named.map(u32::from).or(number(wanted).map(|n| n as u32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::isa::Text;
    use trueboard_cpu_tricore::isa::{decode, disasm};

    /// Every row: what is read is that, or another row that is written the same.
    #[test]
    fn what_the_disassembler_writes_is_read_back() {
        let (mut same, mut other) = (0, 0);
        for row in ROWS {
            for pattern in [0u32, 0x1235_4268, 0xfdb9_8574, 0x8a95_6008, u32::MAX] {
                let fixed = row.form.fixed;
                let Some(insn) = decode(fixed.value | pattern & !fixed.mask) else {
                    panic!("{}", row.name);
                };
                let (word, pc) = (insn.encode(), 0x8000_1000);
                let text = Text::new(&row.form, &[], word, Some(pc)).to_string();
                let directive = format!(".code{} ", row.form.width);
                let back = encode(&(directive + &text), pc).unwrap_or_else(|| panic!("{text}"));
                let form = &decode(back.word).unwrap().op().row().form;
                let again = Text::new(form, &[], back.word, Some(pc)).to_string();
                assert_eq!(again, text, "{word:#010x}");
                *if back.word == word {
                    &mut same
                } else {
                    &mut other
                } += 1;
            }
        }
        // Few instructions have two encodings of a length.
        assert!(other * 20 < same, "{other} / {same}");
    }

    #[test]
    fn lengths_and_labels() {
        let p = assemble(
            0x8000_0000,
            "start: jz %d3, start; .code16 jz %d15, over # comment
             .rept 2; mov %d1, 5; .endr
             over: mov %d1, 500; loop %a2, over; set data, %d4; set 0x1234fffe, %sp
             jnz.t %d4, 31, start; st.w [%sp] -4, %d15; mtcr $psw, %d0
             .org 0x80000040
             data: .word start, 7; .half 0x1234",
        );
        let text: Vec<String> = [0, 2, 4, 6, 8, 12, 16, 20, 24, 28, 32, 36, 40]
            .map(|at| disasm(p.word(p.at + at), p.at + at))
            .into();
        let expected = [
            "jz %d3,0x80000000",
            "jz %d15,0x80000008",
            "mov %d1,5",
            "mov %d1,5",
            "mov %d1,500",
            "loop %a2,0x80000008",
            "movh %d4,32768",
            "addi %d4,%d4,64",
            "movh.a %sp,4661",
            "lea %sp,[%sp]-2",
            "jnz.t %d4,31,0x80000000",
            "st.w [%sp]-4,%d15",
            "mtcr $psw,%d0",
        ];
        assert_eq!(text, expected);
        assert_eq!(p.word(0x8000_0040), 0x8000_0000);
        assert_eq!(p.half(0x8000_0048), 0x1234);
        assert_eq!(p.bytes.len(), 0x4a);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for line in [
            "add %d1,%d16",
            "add %d1,%d2,256",
            "add.x %d1",
            "jeq %d1,%d2,1",
            "ld.w %d1,[%a2]40000",
            "st.t 0x12345678,1,1",
            ".code16 mov %d1,500",
            "movh %d1,65536",
            "mtcr $nothing,%d1",
        ] {
            assert_eq!(encode(line, 0), None, "{line}");
        }
    }
}
