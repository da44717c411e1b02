//! The stored vectors: what must come out, without another oracle at hand.
//!
//! With `ORACLE_BLESS` set in the environment the outcomes are written anew, to be reviewed.

use oracle::case::{Oracle, differences};
use oracle::known;
use oracle::ours::Ours;
use oracle::vector::Vector;
use std::path::PathBuf;

fn files() -> Vec<PathBuf> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let mut all: Vec<PathBuf> = std::fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "txt"))
        .collect();
    all.sort();
    all
}

#[test]
fn every_vector_holds() {
    let bless = std::env::var_os("ORACLE_BLESS").is_some();
    let mut ours = Ours::new();
    let mut count = 0;
    for file in files() {
        let text = std::fs::read_to_string(&file).unwrap();
        let mut vectors =
            Vector::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        for v in &mut vectors {
            let outcome = ours
                .run(std::slice::from_ref(&v.case))
                .unwrap()
                .swap_remove(0);
            if bless {
                v.outcome = outcome;
                continue;
            }
            count += 1;
            assert_eq!(
                differences(&outcome, &v.outcome),
                Vec::<String>::new(),
                "{} (ours / vector)",
                v.name
            );
        }
        if bless {
            let all: Vec<String> = vectors.iter().map(Vector::text).collect();
            std::fs::write(&file, all.join("\n")).unwrap();
        }
    }
    assert!(bless || count > 20, "{count}");
}

/// The known differences are vectors too: what our core does there stays as it is.
#[test]
fn known_differences_are_vectors() {
    let texts: Vec<String> = files()
        .iter()
        .map(|f| std::fs::read_to_string(f).unwrap())
        .collect();
    let all: Vec<Vector> = texts
        .iter()
        .flat_map(|t| Vector::parse(t).unwrap())
        .collect();
    for k in known::list() {
        assert!(
            all.iter().any(|v| v.name == k.name && v.case == k.case()),
            "{}",
            k.name
        );
    }
}
