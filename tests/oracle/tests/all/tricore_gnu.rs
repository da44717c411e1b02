//! The disassembler of TriCore against GNU's, and its texts through GNU's assembler.

use crate::tricore_disassembler::{AT, plain, word_of};
use oracle::rng::Rng;
use std::io::Write;
use std::process::{Command, Stdio};
use trueboard_cpu_tricore::isa::{Op, disasm};

/// What GNU makes of a word and of our text for it; see `tricore-gnu/judge.py`.
struct Answer {
    text: Option<String>,
    bytes: Option<Vec<u8>>,
}

/// Asks the program `tricore-gnu`; none where there is no such program.
fn answers(asked: &[(u32, String)]) -> Option<Vec<Answer>> {
    let started = Command::new("tricore-gnu")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut judge) = started else {
        skip::skipped("there is no tricore-gnu (tests/oracle/tricore-gnu/install)");
        return None;
    };
    let mut input = judge.stdin.take().expect("it has an input");
    let lines: String = asked
        .iter()
        .map(|(w, t)| format!("{w:08x}\t{t}\n"))
        .collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = judge.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all");
    assert!(output.status.success(), "tricore-gnu failed");
    let known = |field: &str| (field != "-").then(|| field.trim_end().to_owned());
    let text = String::from_utf8(output.stdout).expect("text");
    let answers: Vec<Answer> = text
        .lines()
        .map(|line| {
            let (text, bytes) = line.split_once('\t').expect("two fields");
            let byte = |i: usize| u8::from_str_radix(&bytes[i..i + 2], 16).expect("hexadecimal");
            Answer {
                text: known(text),
                bytes: known(bytes).map(|b| (0..b.len()).step_by(2).map(byte).collect()),
            }
        })
        .collect();
    assert_eq!(answers.len(), asked.len());
    Some(answers)
}

/// Why GNU reads words of a row otherwise.
fn excuse(op: Op) -> Option<&'static str> {
    match op {
        Op::MfcrRlc | Op::MtcrRlc => Some("core registers are those of another derivative there"),
        _ => None,
    }
}

/// A text with the operands of the encoding with two of them, in which the assembler may choose a shorter one: the
/// first operand is a source as well, and sums and logical operations may be turned round.
fn short(text: &str) -> String {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let parts: Vec<&str> = operands.split(',').collect();
    let turned = !name.starts_with("sub");
    match parts[..] {
        [to, a] if to == a => format!("{name} {to}"),
        [to, a, b] if to == a => format!("{name} {to},{b}"),
        [to, a, b] if to == b && turned => format!("{name} {to},{a}"),
        _ => text.to_owned(),
    }
}

#[test]
fn every_row_reads_as_gnu_has_it_and_assembles_to_its_word() {
    let mut rng = Rng::new(10);
    let rows: Vec<(Op, u32)> = Op::ALL
        .iter()
        .flat_map(|&op| (0..40).map(move |_| op))
        .map(|op| (op, word_of(op, &mut rng)))
        .collect();
    let asked: Vec<(u32, String)> = rows.iter().map(|&(_, w)| (w, disasm(w, AT))).collect();
    let Some(answers) = answers(&asked) else {
        return;
    };
    let mut wrong = Vec::new();
    let mut assembled = 0;
    for ((&(op, word), (_, ours)), theirs) in rows.iter().zip(&asked).zip(&answers) {
        let text = theirs.text.as_deref().map(plain);
        if text.as_deref() != Some(&plain(ours)) && excuse(op).is_none() {
            wrong.push(format!("{op:?} {word:08x}: {ours} / {text:?}"));
        }
        // The assembler may choose a shorter encoding: it has to mean the same. Targets are labels to it.
        if let Some(bytes) = &theirs.bytes {
            let mut four = [0; 4];
            four[..bytes.len()].copy_from_slice(bytes);
            let again = disasm(u32::from_le_bytes(four), AT);
            assembled += 1;
            if again != *ours && again != short(ours) {
                wrong.push(format!("{op:?} {word:08x}: {ours} assembles to {again}"));
            }
        }
    }
    assert!(wrong.is_empty(), "ours / GNU\n{}", wrong.join("\n"));
    assert!(
        assembled > asked.len() / 2,
        "{assembled} of {}",
        asked.len()
    );
}
