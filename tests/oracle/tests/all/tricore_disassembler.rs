//! The disassembler of TriCore against that of Capstone.

use capstone::Capstone;
use capstone::arch::BuildsCapstone;
use capstone::arch::tricore::ArchMode;
use oracle::rng::Rng;
use std::collections::BTreeSet;
use trueboard_core::isa::Field;
use trueboard_cpu_tricore::isa::{Op, decode, disasm};

pub const AT: u32 = 0x8000_0000;

/// What Capstone says of words of TriCore 1.6.1.
struct Judge(Capstone);

impl Judge {
    fn new() -> Judge {
        let tricore = Capstone::new().tricore();
        Judge(tricore.mode(ArchMode::TriCore161).build().unwrap())
    }

    /// The text of a word at [`AT`], [`plain`]; `None` when it is unknown.
    fn text(&self, word: u32) -> Option<String> {
        let bytes = word.to_le_bytes();
        let code = if word & 1 == 0 { &bytes[..2] } else { &bytes };
        let all = self.0.disasm_count(code, AT.into(), 1).unwrap();
        let insn = all.first()?;
        let operands = insn.op_str().unwrap_or_default();
        Some(plain(&format!("{} {operands}", insn.mnemonic()?)))
    }
}

/// Without signs of notation: `#`, `%`, blanks after commas; numbers in decimal; pairs of address
/// registers and the stack pointer by number; an offset of 0 is not written.
pub fn plain(text: &str) -> String {
    let (mut out, mut token) = (String::new(), String::new());
    let mut before = ' ';
    for c in text.trim().chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '.' {
            token.push(c);
            continue;
        }
        let hex = token.strip_prefix("0x");
        let pair = token.strip_prefix('p').filter(|n| n.parse::<u8>().is_ok());
        match (hex.and_then(|h| u32::from_str_radix(h, 16).ok()), pair) {
            (Some(number), _) => out.push_str(&number.to_string()),
            (None, Some(number)) => out.push_str(&format!("a{number}")),
            (None, None) if token == "sp" => out.push_str("a10"),
            (None, None) => out.push_str(&token),
        }
        token.clear();
        let dropped = matches!(c, '#' | '%' | '\n') || c == ' ' && before == ',';
        if !dropped {
            out.push(c);
        }
        before = c;
    }
    let end = out.strip_suffix("]0").map(|start| format!("{start}]"));
    end.unwrap_or(out).replace("]0,", "],")
}

/// A text with `#` in the place of numbers that are no registers.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '-' => {}
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' if !out.ends_with(char::is_alphanumeric) => out.push('#'),
            c => out.push(c),
        }
    }
    out
}

/// Why Capstone 5 writes some words of a row otherwise, as GNU objdump and the manual do not.
fn excuse(op: Op) -> Option<&'static str> {
    let unsigned = |f: &Field| f.kind == "Ku" && f.bits.width() >= 9;
    Some(match op {
        Op::CallSb | Op::CallB | Op::FcallB | Op::LoopBrr | Op::LoopuBrr => "sign of a distance",
        Op::CallaB | Op::FcallaB | Op::JaB | Op::JlaB => "segment of a target",
        Op::AbsdifsRc | Op::JltBrc | Op::JnedBrc | Op::JneiBrc | Op::MovERlc => "signed constant",
        Op::StTAbsb => "bit that is stored",
        Op::MfcrRlc | Op::MtcrRlc => "name of a core register",
        Op::NotSr => "spelt nor",
        Op::Crc32Rr => "unknown there",
        _ if op.row().form.operands.iter().any(unsigned) => "unsigned constant",
        _ => return None,
    })
}

/// Whether two texts differ in no more than the excuse of their row allows.
fn excused(op: Op, ours: &str, theirs: Option<&str>) -> bool {
    let Some(theirs) = theirs else {
        return excuse(op) == Some("unknown there");
    };
    match excuse(op) {
        Some("name of a core register") => {
            shape(ours).split('$').next() == shape(theirs).split('#').next()
        }
        Some("spelt nor") => ours.replace("not", "nor") == theirs,
        Some(_) => shape(ours) == shape(theirs),
        None => false,
    }
}

/// A word of a row: ignored bits 0, pairs even.
pub fn word_of(op: Op, rng: &mut Rng) -> u32 {
    let form = &op.row().form;
    let random = rng.word() & !form.fixed.mask | form.fixed.value;
    let word = decode(random).map_or(random, |insn| insn.encode());
    let pairs = form
        .operands
        .iter()
        .filter(|f| ["E", "P"].contains(&f.kind));
    pairs.fold(word, |word, f| word & !f.bits.scatter(1))
}

#[test]
fn every_row_reads_as_capstone_has_it() {
    let judge = Judge::new();
    let mut rng = Rng::new(8);
    let mut excuses = BTreeSet::new();
    for &op in Op::ALL {
        for _ in 0..500 {
            let word = word_of(op, &mut rng);
            let (ours, theirs) = (plain(&disasm(word, AT)), judge.text(word));
            if theirs.as_deref() != Some(&ours) {
                let fine = excused(op, &ours, theirs.as_deref());
                assert!(fine, "{op:?} {word:08x}: {ours} / {theirs:?}");
                excuses.extend(excuse(op));
            }
        }
    }
    // Excuses that nothing needs have to go.
    assert_eq!(excuses.len(), 8, "{excuses:?}");
}

/// What has no row is unknown to Capstone too, and the other way round.
#[test]
fn words_without_a_row_are_unknown() {
    let judge = Judge::new();
    let mut rng = Rng::new(9);
    let mut known = 0;
    for _ in 0..500_000 {
        let word = rng.word();
        let theirs = judge.text(word);
        match decode(word) {
            // Of divisions and the FPU, Capstone ignores bits 17:16, which have to be 01.
            None if decode(word & !0x3_0000 | 0x1_0000).is_some() => {}
            // Of BISR, it takes bit 21 for one of the constant, which has nine (user manual volume 2, page 3-43).
            None if word & 0x0fe0_00ff == 0x0020_00ad => {}
            None => assert_eq!(theirs, None, "{word:08x}"),
            Some(insn) => {
                known += 1;
                let unknown = judge.text(insn.encode()).is_none();
                assert!(
                    !unknown || excuse(insn.op()) == Some("unknown there"),
                    "{word:08x} {insn}"
                );
            }
        }
    }
    assert!(known > 100_000, "{known}");
}
