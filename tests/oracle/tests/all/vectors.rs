//! The stored vectors: what must come out, without another oracle at hand.
//!
//! With `ORACLE_BLESS` set in the environment the files are written anew as [`File::text`] has
//! them, and the outcomes of those that the fuzzer found, to be reviewed. What `sparcv8/` expects
//! comes from the manuals and is never taken from our core.

use crate::common::{by_hand, files, found};
use oracle::case::{Oracle, differences};
use oracle::known;
use oracle::ours::Ours;
use oracle::vector::{File, Vector};
use std::collections::BTreeSet;

fn blessing() -> bool {
    std::env::var_os("ORACLE_BLESS").is_some()
}

#[test]
fn every_vector_holds() {
    let mut ours = Ours::new();
    let (mut count, mut wrong) = (0, Vec::new());
    for (path, file) in files() {
        for v in &file.vectors {
            count += 1;
            let outcome = ours.run_timed(&v.case);
            let different = differences(&outcome, &v.outcome);
            if !different.is_empty() {
                wrong.push(format!(
                    "{}: {}: {}",
                    path.display(),
                    v.name,
                    different.join(", ")
                ));
            }
        }
    }
    println!("{count} vectors");
    assert!(
        wrong.is_empty() || blessing(),
        "ours / vector\n{}",
        wrong.join("\n")
    );
    assert!(count > 20, "{count}");
}

/// The text of every instruction is the disassembler's, and nothing implied is listed.
#[test]
fn files_are_as_they_would_be_written() {
    let mut ours = Ours::new();
    for (path, mut file) in files() {
        if blessing() {
            if found(&path) {
                for v in &mut file.vectors {
                    v.outcome = ours
                        .run(std::slice::from_ref(&v.case))
                        .unwrap()
                        .swap_remove(0);
                }
            }
            std::fs::write(&path, file.text()).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (n, (is, should)) in text.lines().zip(file.text().lines()).enumerate() {
            assert_eq!(is, should, "{}:{}", path.display(), n + 1);
        }
        assert_eq!(text, file.text(), "{}", path.display());
    }
}

#[test]
fn names_are_unique() {
    let mut names = BTreeSet::new();
    for (path, file) in files() {
        for v in file.vectors {
            assert!(
                names.insert(v.name.clone()),
                "{}: {} is there twice",
                path.display(),
                v.name
            );
        }
    }
}

/// Where the expectations come from.
#[test]
fn files_name_their_sources() {
    for (path, file) in by_hand() {
        assert!(!file.notes.is_empty(), "{}", path.display());
    }
}

/// The known differences are vectors too: what our core does there stays as it is.
#[test]
fn known_differences_are_vectors() {
    let all: Vec<Vector> = files().into_iter().flat_map(|(_, f)| f.vectors).collect();
    for k in known::list() {
        assert!(
            all.iter().any(|v| v.name == k.name && v.case == k.case()),
            "{}",
            k.name
        );
    }
}

#[test]
fn what_cannot_be_read_is_refused() {
    let good = "vector a\ninsn 01000000 nop\nend done\n";
    assert_eq!(File::parse(good).unwrap().vectors.len(), 1);
    for bad in [
        "insn 01000000 nop\n",
        "vector a\nbefore x9=00000000\nend done\n",
        "vector a\nbefore g1=xyz\nend done\n",
        "vector a\ntrap pc=+0\nend done\n",
        "vector a\nend well\n",
        "vector a\ninsn 01000000 nop\n",
        "vector a\nvector b\nend done\n",
        "vector a\nqemu dislikes it\nend done\n",
    ] {
        assert!(File::parse(bad).is_err(), "{bad}");
    }
}
