//! Short runs with fixed seeds; `epiphany-fuzz` makes long ones.

use oracle_epiphany::campaign::{Tally, outdated};
use oracle_epiphany::generate::Generator;
use oracle_epiphany::ours::Ours;
use oracle_epiphany::places::Places;
use oracle_epiphany::program::Item;
use oracle_epiphany::vendor::Vendor;
use std::collections::BTreeSet;
use std::path::Path;
use trueboard_cpu_epiphany::isa::Encoding;
use trueboard_cpu_epiphany::isa::table::decode_op;

/// What programs leave out: it stops the core or needs others, or the vendor's simulator lacks it.
const LEFT_OUT: [Encoding; 12] = [
    Encoding::Testseth32,
    Encoding::Testsetb32,
    Encoding::Wand,
    Encoding::Idle,
    Encoding::Bkpt,
    Encoding::Mbkpt,
    Encoding::Rti,
    Encoding::Swi,
    Encoding::Trap,
    Encoding::Sync,
    Encoding::Unimpl,
    // Of the short forms programs only read.
    Encoding::Movts16,
];

#[test]
fn programs_have_every_encoding_but_those_left_out() {
    let mut generator = Generator::new(1, true);
    let mut seen = BTreeSet::from(LEFT_OUT);
    for _ in 0..20 {
        let pieces = generator.program().pieces;
        for item in pieces.iter().flat_map(|piece| &piece.items) {
            if let Item::Insn(word) = item {
                let encoding = decode_op(*word).unwrap();
                assert!(!LEFT_OUT.contains(&encoding), "{encoding:?}");
                seen.insert(encoding);
            }
        }
    }
    let all = BTreeSet::from_iter(Encoding::ALL.iter().copied());
    let missing: Vec<_> = all.difference(&seen).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn programs_end_as_on_the_vendors_simulator() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("vendor");
    let Ok(mut theirs) = Vendor::at(Path::new("epiphany-elf-run"), &dir) else {
        skip::skipped("there is no epiphany-elf-run");
        return;
    };
    let mut ours = Ours::new().unwrap();
    let outdated = outdated(&mut ours, &mut theirs).unwrap();
    assert!(outdated.is_empty(), "no longer differ: {outdated:?}");
    let mut generator = Generator::new(740, true);
    let mut tally = Tally::default();
    let one = Places::ALL.into_iter().filter(|p| p.one_core());
    let places: Vec<Places> = one.collect();
    for _ in 0..10 {
        let found = tally.round(&mut ours, &mut theirs, &mut generator, &places);
        assert_eq!(found.unwrap(), None);
    }
    println!("{} instructions", tally.instructions);
}

/// A program that runs alone ends as if every access were over at once, wherever its code and data are:
/// what the network reorders must not show in it.
#[test]
fn programs_end_the_same_wherever_they_are() {
    let (mut ours, mut ordered) = (Ours::new().unwrap(), Ours::at_once().unwrap());
    let mut generator = Generator::new(0, false);
    let mut tally = Tally::default();
    for _ in Places::ALL {
        let found = tally.round(&mut ours, &mut ordered, &mut generator, &Places::ALL);
        assert_eq!(found.unwrap(), None);
    }
}
