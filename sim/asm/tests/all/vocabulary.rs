//! The words of each instruction set, beside the assembler that takes them.

use trueboard_asm::{Isa, assemble, vocabulary};

#[test]
fn words_that_the_manuals_have_are_there() {
    for (isa, mnemonics, registers, parts) in [
        (
            Isa::Sparc,
            &["add", "ld", "bne", "bne,a", "set", "deccc", "nop"][..],
            &["%g0", "%o7", "%sp", "%i7", "%f31", "%psr", "%y", "%asr17"][..],
            &["%hi", "%lo"][..],
        ),
        (
            Isa::TriCore,
            &["ld.w", "jnz.t", "movh.a", "debug"],
            &["%d15", "%a11", "%e14", "%sp"],
            &["hi:", "lo:", "up:"],
        ),
        (
            Isa::Epiphany,
            &["ldrd", "trap", "bne", "fmadd"],
            &["r0", "r63", "lr", "coreid", "ctimer0"],
            &["%high", "%low"],
        ),
    ] {
        let words = vocabulary(isa);
        let all = [
            (&words.mnemonics, mnemonics),
            (&words.registers, registers),
            (&words.parts, parts),
            (&words.directives, &[".text", ".asciz", ".equ"]),
        ];
        for (there, wanted) in all {
            for word in wanted {
                assert!(there.contains(*word), "{isa:?}: {word}: {there:?}");
            }
        }
        assert!(
            !words
                .registers
                .iter()
                .any(|r| r.contains(' ') || r.contains('{'))
        );
    }
}

/// Whatever is listed as an instruction or a directive is none that the assembler does not know.
#[test]
fn no_word_is_unknown_to_the_assembler() {
    for isa in Isa::ALL {
        let words = vocabulary(isa);
        for word in words.mnemonics.iter().chain(&words.directives) {
            let errors = assemble(isa, "t.s", &format!("\t{word}\n")).err();
            let unknown = errors.iter().flatten().find(|e| {
                e.cause.contains("is no instruction") || e.cause.contains("is no directive")
            });
            assert!(unknown.is_none(), "{isa:?}: {word}: {unknown:?}");
        }
    }
}
