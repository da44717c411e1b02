//! The disassembler against GNU objdump, and against the dumps that the tests of GNU as expect.
//!
//! Words are legal V8 when objdump knows them as such (`-m sparc`); what is of V9 alone falls out
//! by that.

use oracle::binutils::{Binutils, Listed, excuse, listed, normal};
use oracle::rng::Rng;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use trueboard_cpu_sparcv8::isa::{Op, decode, decode_op, disasm};

/// The sources of binutils, as Debian's package `binutils-source` has them.
const SOURCES: &str = "/usr/src/binutils";

fn binutils(test: &str) -> Option<(Binutils, PathBuf)> {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&dir).unwrap();
    let found = Binutils::find(&dir);
    if found.is_none() {
        skip::skipped("there is no objdump for SPARC");
    }
    Some((found?, dir))
}

/// What is wrong with our text of a word.
fn complaint(l: &Listed) -> Option<String> {
    let (ours, theirs) = (disasm(l.word, l.at), l.text.as_ref()?);
    (ours != *theirs && excuse(l.word).is_none())
        .then(|| format!("{:08x}: {:08x} {ours} / {theirs}", l.at, l.word))
}

fn assert_same(all: &[Listed], at_least: usize) {
    let wrong: Vec<String> = all.iter().filter_map(complaint).collect();
    assert!(wrong.is_empty(), "ours / objdump\n{}", wrong.join("\n"));
    let known = all.iter().filter(|l| l.text.is_some()).count();
    println!("{known} words");
    assert!(known >= at_least, "{known}");
}

/// Words of every row of the table, with reserved bits 0 as the manual asks.
#[test]
fn every_row_reads_as_objdump_has_it() {
    let Some((binutils, _)) = binutils("rows") else {
        return;
    };
    let mut rng = Rng::new(8);
    let mut words = Vec::new();
    for op in Op::ALL {
        let fixed = op.row().form.fixed;
        words.extend((0..1000).map(|_| {
            let word = rng.word() & !fixed.mask | fixed.value;
            decode(word).map_or(word, |insn| insn.encode())
        }));
        // Operands that texts have short forms for.
        words.extend((0..200).map(|_| {
            let word = rng.word() & rng.word() & rng.word() & !fixed.mask | fixed.value;
            decode(word).map_or(word, |insn| insn.encode())
        }));
    }
    // `ret` and `retl` with every rd.
    words.extend((0..32).flat_map(|rd| [0x81c7_e008 | rd << 25, 0x81c3_e008 | rd << 25]));
    let all = binutils.words(&words, 0x4000_0000).unwrap();
    assert_eq!(all.len(), words.len());
    assert_same(&all, words.len() * 9 / 10);
    let unknown: BTreeSet<&str> = all
        .iter()
        .filter(|l| l.text.is_none() && excuse(l.word).is_none())
        .filter_map(|l| decode_op(l.word).map(Op::name))
        .collect();
    assert!(unknown.is_empty(), "objdump does not know {unknown:?}");
    // Excuses that nothing needs have to go.
    let needed: BTreeSet<&str> = all
        .iter()
        .filter(|l| l.text.as_ref() != Some(&disasm(l.word, l.at)))
        .filter_map(|l| excuse(l.word))
        .collect();
    assert_eq!(needed.len(), 5, "{needed:?}");
}

/// What has no row is unknown to objdump too, but for what a LEON4 does not have.
#[test]
fn words_without_a_row_are_unknown() {
    let Some((binutils, _)) = binutils("random") else {
        return;
    };
    let mut rng = Rng::new(9);
    let words: Vec<u32> = (0..200_000).map(|_| rng.word()).collect();
    let all = binutils.words(&words, 0x4000_0000).unwrap();
    assert_eq!(all.len(), words.len());
    let mut excuses = BTreeSet::new();
    for l in &all {
        if l.text.is_some() && decode(l.word).is_none() {
            let why = excuse(l.word);
            assert!(why.is_some(), "{:08x} {:?}", l.word, l.text);
            excuses.extend(why);
        }
    }
    // Excuses that nothing needs have to go.
    assert_eq!(excuses.len(), 2, "{excuses:?}");
}

#[test]
fn our_images_read_as_objdump_has_them() {
    let Some((binutils, _)) = binutils("images") else {
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../firmware/prebuilt");
    for board in ["gr740", "leon3-mini"] {
        for file in std::fs::read_dir(root.join(board)).unwrap() {
            let all = binutils.code(&file.unwrap().path()).unwrap();
            assert_same(&all, 100);
        }
    }
}

/// The tests of GNU as, unpacked; they are no part of this project.
fn gas_tests(dir: &Path) -> Option<PathBuf> {
    let archive = std::fs::read_dir(SOURCES)
        .ok()?
        .filter_map(|e| Some(e.ok()?.path()))
        .find(|p| p.to_string_lossy().ends_with(".tar.xz"))?;
    let unpacked = Command::new("tar")
        .args(["--strip-components=5", "--wildcards", "-xf"])
        .arg(archive)
        .arg("-C")
        .args([dir, Path::new("*/gas/testsuite/gas/sparc/*")])
        .status();
    unpacked.is_ok_and(|s| s.success()).then(|| dir.to_owned())
}

/// The rest of the line of a dump file that begins with `key`.
fn option<'a>(dump: &'a str, key: &str) -> Option<&'a str> {
    dump.lines()
        .find_map(|l| l.strip_prefix(key))
        .map(str::trim)
}

/// What a dump, whose lines are regular expressions, says of `code`: either with the words, or one
/// line for each word in order.
fn expectations(dump: &str, code: &[Listed]) -> Vec<Listed> {
    let with_words = dump.lines().filter_map(|l| listed(&l.replace('\\', "")));
    let in_order = dump
        .lines()
        .filter_map(|l| l.strip_prefix("0+")?.split_once("> "));
    let texts = code.iter().zip(in_order).map(|(c, (_, text))| Listed {
        text: Some(normal(&text.replace('\\', ""), c.word)),
        ..c.clone()
    });
    with_words.chain(texts).collect()
}

/// Each test of GNU as: its source is assembled with its flags; every word that is V8 reads as
/// objdump has it, and in the tests for V7, V8 and LEON as the test's own dump says.
#[test]
fn the_tests_of_gas_read_as_they_should() {
    let Some((binutils, dir)) = binutils("gas") else {
        return;
    };
    let Some(tests) = gas_tests(&dir) else {
        skip::skipped(&format!("{SOURCES} has no sources of binutils"));
        return;
    };
    let mut dumps: Vec<PathBuf> = std::fs::read_dir(&tests)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "d"))
        .collect();
    dumps.sort();
    let (mut all, mut expected) = (Vec::new(), Vec::new());
    for path in &dumps {
        let dump = std::fs::read_to_string(path).unwrap();
        let source = option(&dump, "#source:")
            .map_or_else(|| path.with_extension("s"), |name| tests.join(name));
        let flags: Vec<&str> = option(&dump, "#as:")
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let Some(object) = binutils.assemble(&source, &flags).unwrap() else {
            continue;
        };
        let code = binutils.code(&object).unwrap();
        if flags.iter().any(|f| ["-Av7", "-Av8", "-Aleon"].contains(f)) {
            expected.extend(expectations(&dump, &code));
        }
        all.extend(code);
    }
    println!("{} tests", dumps.len());
    assert_same(&all, 500);
    assert_same(&expected, 80);
}
