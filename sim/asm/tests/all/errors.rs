//! Errors: line, column, cause and remedy; all of a source; and no panic, whatever the text.

use trueboard_asm::{Isa, assemble};

/// The errors of a source, a line each.
fn errors(isa: Isa, source: &str) -> Vec<String> {
    let errors = assemble(isa, "t.s", source).expect_err("it has errors");
    errors.iter().map(ToString::to_string).collect()
}

#[test]
fn all_errors_of_a_source_are_reported_at_their_places() {
    let source =
        "\tad %g1, 2, %g3\n\tadd %g1, 9999, %g2\nx:\tb nowhere\n\t.wrod 1\n\tadd %g1, 2\nx:\n";
    assert_eq!(
        errors(Isa::Sparc, source),
        [
            "t.s:1:2: `ad` is no instruction of sparc (did you mean `add`?); write one of this instruction set",
            "t.s:2:11: `9999` does not fit: -4096 to 4095 do; use one of these, or a register",
            "t.s:3:6: there is no symbol `nowhere`; define it by a label or by `.equ`",
            "t.s:4:2: `.wrod` is no directive (did you mean `word`?); remove it, or write one that \
             docs/user/howto/assemble.md lists",
            "t.s:5:12: expected here: `,`; correct the operands",
            "t.s:6:1: `x` is defined twice; give one of them another name",
        ]
    );
}

/// A mnemonic without operands is no unknown instruction.
#[test]
fn a_synthetic_instruction_shows_its_operands() {
    assert_eq!(
        errors(Isa::Sparc, "\tbclr 1\n"),
        ["t.s:1:2: `bclr` does not take these operands; write `bclr a, b`"]
    );
    assert_eq!(errors(Isa::Sparc, "\tinc 1, 2, 3\n\tincc 1\n").len(), 2);
}

#[test]
fn macros_and_includes_are_refused() {
    let said = errors(Isa::TriCore, ".include \"a.s\"\n.macro m\nnop\n.endm\n");
    assert_eq!(said.len(), 3, "{said:?}");
    assert_eq!(
        said[0],
        "t.s:1:1: `.include` is refused; write its text here: a program is one source"
    );
}

#[test]
fn a_target_that_is_too_far_is_an_error() {
    let source = "x: nop\n.space 9000000\n be x\n nop\n";
    let said = errors(Isa::Sparc, source);
    assert!(
        said[0].starts_with("t.s:3:5: `x` does not fit: 0x"),
        "{said:?}"
    );
}

#[test]
fn a_program_without_anything_is_an_error() {
    assert_eq!(errors(Isa::Sparc, "! nothing\n").len(), 1);
    assert_eq!(errors(Isa::Epiphany, "/* open\n").len(), 1);
}

/// Pieces of sources in random order: each is a program or a list of errors.
#[test]
fn no_text_panics() {
    const PIECES: &[&str] = &[
        "add ",
        "%g1",
        "%d15",
        "r0",
        ",",
        "[",
        "]",
        "+",
        "-",
        "(",
        ")",
        "\n",
        "\n",
        "0x",
        "9",
        "1f",
        "1b",
        "1:",
        "x:",
        "x",
        ".",
        ".word ",
        ".align ",
        ".space ",
        ".org ",
        ".ascii ",
        "\"",
        "\\",
        "'",
        "a",
        "%hi(",
        "lo:",
        "ld.w ",
        "ldr ",
        "set ",
        "=",
        ".equ x,",
        ".section ",
        ".size x,",
        ".type x,@",
        "é",
        "<<",
        "/",
        "0",
        "99999999999",
        "mov ",
        "b ",
        ";",
        "`",
        "!",
        "#",
        "/*",
        "*/",
        "$psw",
        "movts ",
        ".address ",
        ".p2align ",
        ".l ",
        "~",
        "call ",
        "j ",
    ];
    let mut state = 0x9e37_79b9_u32;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as usize
    };
    for round in 0..1500 {
        let source: String = (0..1 + word() % 40)
            .map(|_| PIECES[word() % PIECES.len()])
            .collect();
        let isa = Isa::ALL[round % 3];
        match assemble(isa, "t.s", &source) {
            Ok(program) => assert!(!program.to_elf().is_empty()),
            Err(errors) => {
                assert!(!errors.is_empty());
                for e in errors {
                    assert!(
                        e.line >= 1 && e.column >= 1 && !e.cause.is_empty() && !e.remedy.is_empty()
                    );
                }
            }
        }
    }
}
