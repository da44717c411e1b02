//! Random programs on our cores and on unicorn.

use oracle_tricore::batch::CASES;
use oracle_tricore::campaign::{Tally, explain, outdated};
use oracle_tricore::generate::Generator;
use oracle_tricore::known::{comparable, left_out};
use oracle_tricore::ours::Ours;
use oracle_tricore::unicorn::Unicorn;
use trueboard_cpu_tricore::isa::{Op, Opcode};

const BOARD: &str = "tc275";

/// Each encoding by itself, then random programs, without a difference.
fn compare(core: u8, seed: u64) -> Tally {
    let mut ours = Ours::new(BOARD, core).unwrap();
    let mut unicorn = Unicorn::new().unwrap();
    let mut generator = Generator::new(seed, "unicorn");
    let mut tally = Tally::default();
    let mut cases = generator.each(2);
    cases.extend((0..20 * CASES).map(|_| generator.case()));
    for batch in cases.chunks(CASES) {
        let found = tally.compare(&mut ours, &mut unicorn, batch).unwrap();
        for finding in &found {
            let (_, text) = explain(&mut ours, &mut unicorn, finding).unwrap();
            println!("{text}");
        }
        assert!(found.is_empty(), "core {core}, seed {seed}");
    }
    assert_eq!(tally.cut_short, 0);
    tally
}

#[test]
fn the_tc16e_computes_the_same() {
    assert!(compare(0, 275).instructions > 80_000);
}

/// Every encoding was in a case, but for those that are listed with a reason and those that only trap.
#[test]
fn the_tc16p_computes_the_same_with_every_encoding() {
    use Opcode as S;
    let tally = compare(1, 276);
    assert!(tally.instructions > 80_000);
    let trap = [
        S::Syscall,
        S::Trapv,
        S::Trapsv,
        S::Tlbdemap,
        S::TlbflushA,
        S::TlbflushB,
        S::Tlbmap,
        S::TlbprobeA,
        S::TlbprobeI,
    ];
    let missing: Vec<Op> = Op::ALL
        .iter()
        .copied()
        .filter(|op| !tally.encodings.contains_key(op))
        .filter(|&op| comparable("unicorn", op) && left_out(op).is_none())
        .filter(|op| !trap.contains(&op.class()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn known_differences_are_still_there() {
    let mut ours = Ours::new(BOARD, 1).unwrap();
    let mut unicorn = Unicorn::new().unwrap();
    let all = outdated(&mut ours, &mut unicorn).unwrap();
    assert!(all.is_empty(), "{all:?}");
}
