//! The disassembler against GNU objdump, and against the dumps that the tests of GNU as expect.

use oracle::rng::Rng;
use oracle_epiphany::binutils::{Listed, excuse, gas_tests, list, listed};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use trueboard_cpu_epiphany::isa::table::{decode, decode_op, disasm};
use trueboard_cpu_epiphany::isa::{Encoding, is_long};

fn dir(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&dir).unwrap();
    dir
}

fn objdump(words: &[u32], test: &str) -> Option<Vec<Listed>> {
    let all = list(words, &dir(test)).unwrap();
    if all.is_none() {
        skip::skipped("there is no objdump for Epiphany");
    }
    all
}

fn assert_same(all: &[Listed], at_least: usize) {
    let wrong: Vec<String> = all
        .iter()
        .filter(|l| excuse(l.word).is_none())
        .filter_map(|l| {
            let (ours, theirs) = (disasm(l.word, l.at), l.text.as_ref()?);
            (ours != *theirs).then(|| format!("{:08x} {ours} / {theirs}", l.word))
        })
        .collect();
    assert!(wrong.is_empty(), "ours / objdump\n{}", wrong.join("\n"));
    let known = all.iter().filter(|l| l.text.is_some()).count();
    println!("{known} instructions");
    assert!(known >= at_least, "{known}");
}

/// Words of every row of the table, with ignored bits 0; FLOAT, FIX and FABS with any Rm.
#[test]
fn every_row_reads_as_objdump_has_it() {
    let mut rng = Rng::new(8);
    let mut words = Vec::new();
    for op in Encoding::ALL {
        let fixed = op.row().form.fixed;
        for n in 0..400 {
            // Operands that texts have short forms for are more frequent in sparse words.
            let random = rng.word() & if n < 100 { rng.word() } else { u32::MAX };
            let word = random & !fixed.mask | fixed.value;
            words.push(decode(word).unwrap().encode());
        }
    }
    let Some(all) = objdump(&words, "rows") else {
        return;
    };
    assert_eq!(all.len(), words.len());
    assert_same(&all, words.len() * 19 / 20);
    let unknown: BTreeSet<&str> = all
        .iter()
        .filter(|l| l.text.is_none())
        .filter_map(|l| Some(decode_op(l.word)?.name()))
        .collect();
    assert!(unknown.is_empty(), "objdump does not know {unknown:?}");
    // Excuses that nothing needs have to go.
    let needed: BTreeSet<&str> = all
        .iter()
        .filter(|l| l.text.as_ref() != Some(&disasm(l.word, l.at)))
        .filter_map(|l| excuse(l.word))
        .collect();
    assert_eq!(needed.len(), 2, "{needed:?}");
}

/// What has no row is unknown to objdump too: all half-words, and random words.
#[test]
fn words_without_a_row_are_unknown() {
    /// Instructions that objdump knows and the Epiphany architecture reference does not have.
    const NOT_III: [&str; 5] = ["fext", "fdep", "lfsr", "frecip", "fsqrt"];
    /// objdump takes four bytes for an unknown instruction, short or long.
    const NOP: u32 = 0x01a2;
    let short = (0..=u32::from(u16::MAX)).filter(|w| !is_long(*w as u16));
    let mut rng = Rng::new(9);
    let long = (0..300_000).map(|_| rng.word());
    let words: Vec<u32> = short
        .flat_map(|w| [w, NOP])
        .chain(long.filter(|w| is_long(*w as u16)))
        .collect();
    let Some(all) = objdump(&words, "random") else {
        return;
    };
    let listed: BTreeMap<u32, Listed> = all.into_iter().map(|l| (l.at, l)).collect();
    let (mut at, mut unknown, mut same) = (0, 0, Vec::new());
    for &word in &words {
        let known = listed.get(&at).filter(|l| l.text.is_some());
        unknown += usize::from(known.is_none());
        match known {
            Some(l) if decode(word).is_none() => {
                let mnemonic = l.text.as_deref().and_then(|t| t.split(' ').next());
                assert!(NOT_III.map(Some).contains(&mnemonic), "{l:?}");
            }
            known => same.extend(known.cloned()),
        }
        at += if is_long(word as u16) { 4 } else { 2 };
    }
    assert!(unknown > 10_000, "{unknown}");
    assert_same(&same, 100_000);
}

/// The words and texts of the tests of GNU as.
#[test]
fn the_tests_of_gas_read_as_they_should() {
    let Some(tests) = gas_tests(&dir("gas")) else {
        skip::skipped("there are no sources of binutils");
        return;
    };
    let mut all = Vec::new();
    for test in ["allinsn", "regression", "sample", "addr-syntax"] {
        let dump = std::fs::read_to_string(tests.join(test).with_extension("d")).unwrap();
        // The lines are regular expressions.
        all.extend(dump.lines().filter_map(|l| listed(&l.replace('\\', ""))));
    }
    assert_same(&all, 1000);
    let undefined: Vec<&Listed> = all.iter().filter(|l| decode(l.word).is_none()).collect();
    assert!(undefined.is_empty(), "{undefined:?}");
}
