//! The vectors of TriCore in `vectors/tricore`: what must come out by the architecture manual, never
//! taken from our core.

use oracle::tricore::{Bare, CODE, File};
use std::collections::BTreeSet;
use std::path::PathBuf;
use trueboard_cpu_tricore::isa::{Op, decode_op, disasm};

fn files() -> Vec<(PathBuf, File)> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors/tricore");
    let entries = std::fs::read_dir(dir).unwrap();
    let mut all: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    all.sort();
    all.into_iter()
        .map(|p| {
            let text = std::fs::read_to_string(&p).unwrap();
            let file = File::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", p.display()));
            (p, file)
        })
        .collect()
}

#[test]
fn every_vector_of_the_tricore_holds() {
    let core = Bare::new();
    let (mut count, mut wrong) = (0, Vec::new());
    for v in files().iter().flat_map(|(_, f)| &f.vectors) {
        count += 1;
        let different = match core.run(v) {
            Ok((end, after)) => v.differences(end, &after),
            Err(e) => vec![e],
        };
        if !different.is_empty() {
            wrong.push(format!("{}: {}", v.name, different.join(", ")));
        }
    }
    println!("{count} vectors");
    assert!(wrong.is_empty(), "ours / vector\n{}", wrong.join("\n"));
    assert!(count > 1000, "{count}");
}

#[test]
fn every_row_of_the_table_has_a_vector() {
    let files = files();
    let vectors = files.iter().flat_map(|(_, f)| &f.vectors);
    let words = vectors.flat_map(|v| &v.code).map(|(word, _)| *word);
    let seen: BTreeSet<Op> = words.filter_map(decode_op).collect();
    let missing: Vec<&Op> = Op::ALL.iter().filter(|op| !seen.contains(op)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn texts_are_those_of_the_disassembler() {
    for v in files().iter().flat_map(|(_, f)| &f.vectors) {
        let mut at = CODE;
        for (word, text) in &v.code {
            assert_eq!(*text, disasm(*word, at), "{}", v.name);
            at += if word & 1 == 0 { 2 } else { 4 };
        }
    }
}

#[test]
fn names_are_unique_and_files_name_their_sources() {
    let mut names = BTreeSet::new();
    for (path, file) in files() {
        assert!(!file.notes.is_empty(), "{}", path.display());
        for v in file.vectors {
            assert!(names.insert(v.name.clone()), "{} is there twice", v.name);
        }
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let good = "vector a\ninsn 0000 nop\nend done\n";
    assert_eq!(File::parse(good).unwrap().vectors.len(), 1);
    for bad in [
        "insn 0000 nop\n",
        "vector a\nbefore x9=00000000\nend done\n",
        "vector a\nbefore d1=xyz\nend done\n",
        "vector a\nend trap 1\n",
        "vector a\nend well\n",
        "vector a\ninsn 0000 nop\n",
        "vector a\nvector b\nend done\n",
    ] {
        assert!(File::parse(bad).is_err(), "{bad}");
    }
}
