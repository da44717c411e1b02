//! Random programs without traps on our core and on unicorn.

use oracle::asm::{Src::I, f3};
use oracle::campaign::Tally;
use oracle::case::{Oracle, differences};
use oracle::generate::Generator;
use oracle::ours::Ours;
use oracle::program::{Item, Program};
use oracle_unicorn::{Unicorn, known};
use trueboard_cpu_sparcv8::isa::Op;

#[test]
fn blocks_do_the_same() {
    let (mut ours, mut unicorn) = (Ours::new(), Unicorn::new().unwrap());
    let mut generator = Generator::new(740);
    let mut tally = Tally::default();
    for _ in 0..3 {
        let programs: Vec<Program> = (0..180).map(|_| generator.block(16)).collect();
        let found = tally.round(&mut ours, &mut unicorn, &programs).unwrap();
        assert!(found.is_empty(), "{tally}: run unicorn-fuzz 740 540");
    }
    // Nothing was cut short, so all of it was compared.
    assert_eq!(tally.cut_short, 0, "{tally}");
    assert!(tally.executed > 1_000_000, "{tally}");
}

#[test]
fn a_trap_cuts_a_case_short_and_not_the_next() {
    let (mut ours, mut unicorn) = (Ours::new(), Unicorn::new().unwrap());
    let mut generator = Generator::new(741);
    let mut programs: Vec<Program> = (0..3).map(|_| generator.block(1)).collect();
    // A load from an odd address.
    programs[1].items = vec![Item::Words(vec![f3(Op::Ld, 7, I(1), 1)])];
    let mut tally = Tally::default();
    let found = tally.round(&mut ours, &mut unicorn, &programs).unwrap();
    assert!(found.is_empty(), "{tally}");
    assert_eq!((tally.cases, tally.cut_short), (2, 1), "{tally}");
}

#[test]
fn known_differences_are_still_there() {
    let (mut ours, mut unicorn) = (Ours::new(), Unicorn::new().unwrap());
    for k in known::list() {
        assert_eq!(k.version, oracle_unicorn::VERSION);
        let case = [k.case()];
        let (a, b) = (ours.run(&case).unwrap(), unicorn.run(&case).unwrap());
        assert!(
            !differences(&a[0], &b[0]).is_empty(),
            "{} no longer differs",
            k.name
        );
    }
}
