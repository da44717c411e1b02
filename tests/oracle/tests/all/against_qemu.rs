//! Random programs on our core and on QEMU. Without QEMU these tests say so and pass.

use oracle::campaign::{Tally, explain};
use oracle::case::{End, Oracle, differences};
use oracle::fpops::{self, Operation};
use oracle::generate::Generator;
use oracle::known;
use oracle::ours::Ours;
use oracle::program::Program;
use oracle::qemu::Qemu;
use oracle::rng::Rng;
use oracle::vector::Doubt;

fn qemu() -> Option<Qemu> {
    let found = Qemu::find();
    if found.is_none() {
        skip::skipped("qemu-system-sparc is not installed");
    }
    found
}

/// Programs of both kinds, compared.
fn compare(make: fn(&mut Generator) -> Program) -> Option<Tally> {
    let mut qemu = qemu()?;
    let (mut ours, mut generator) = (Ours::new(), Generator::new(740));
    let mut tally = Tally::default();
    for _ in 0..2 {
        let programs: Vec<Program> = (0..750).map(|_| make(&mut generator)).collect();
        let found = tally.round(&mut ours, &mut qemu, &programs).unwrap();
        if let Some(program) = found.into_iter().next() {
            let text = explain(&mut ours, &mut qemu, program, "difference");
            panic!("{tally}\n{}", text.unwrap());
        }
    }
    Some(tally)
}

#[test]
fn random_programs_do_the_same() {
    let Some(tally) = compare(|g| g.program(4)) else {
        return;
    };
    assert!(tally.executed > 300_000, "{tally}");
    // Every kind of trap occurred that programs can make.
    for tt in [2, 3, 4, 5, 6, 7, 8, 0x0a, 0x1f, 0x24, 0x2a, 0x85] {
        assert!(tally.traps[tt] > 0, "{tt:#x}: {tally}");
    }
}

#[test]
fn programs_with_the_mmu_do_the_same() {
    let Some(tally) = compare(|g| g.mapped(4)) else {
        return;
    };
    assert!(tally.executed > 100_000, "{tally}");
    assert!(tally.traps[1] > 1000 && tally.traps[9] > 10_000, "{tally}");
}

#[test]
fn floating_point_operations_do_what_their_rules_say() {
    let Some(mut qemu) = qemu() else { return };
    let (mut ours, mut rng) = (Ours::new(), Rng::new(740));
    let ops: Vec<[Operation; fpops::OPS]> = (0..1000)
        .map(|_| std::array::from_fn(|_| fpops::random(&mut rng)))
        .collect();
    let cases: Vec<_> = ops
        .iter()
        .enumerate()
        .flat_map(|(i, o)| fpops::program(o).cases(i))
        .collect();
    let (a, b) = (ours.run(&cases).unwrap(), qemu.run(&cases).unwrap());
    for (i, case) in cases.iter().enumerate() {
        let x = fpops::results(&a[i], case.base, fpops::OPS);
        let y = fpops::results(&b[i], case.base, fpops::OPS);
        for (o, (x, y)) in ops[i].iter().zip(x.iter().zip(&y)) {
            assert_eq!(fpops::judge(o, x, y).1, Vec::<String>::new(), "{o:x?}");
        }
    }
}

#[test]
fn known_differences_are_still_there() {
    let Some(mut qemu) = qemu() else { return };
    let mut ours = Ours::new();
    let list = known::list();
    for k in &list {
        if k.version != qemu.version() {
            skip::skipped(&format!("{} was seen in QEMU {}", k.name, k.version));
            continue;
        }
        let case = [k.case()];
        let (a, b) = (ours.run(&case).unwrap(), qemu.run(&case).unwrap());
        // Some are left out of every comparison, see `Trap::comparable`.
        assert!(
            !differences(&a[0], &b[0]).is_empty() || a[0].traps != b[0].traps,
            "{} no longer differs",
            k.name
        );
    }
}

/// QEMU confirms the expectations of the vectors that come from the manuals, but for those that say
/// why not; and where it is said to differ it does.
#[test]
fn vectors_are_confirmed() {
    let Some(mut qemu) = qemu() else { return };
    let (mut confirmed, mut wrong) = (0, Vec::new());
    for (_, file) in crate::common::by_hand() {
        for v in &file.vectors {
            let ends = v.outcome.end == End::Done;
            if !ends || !qemu.supports(&v.case) || matches!(v.qemu, Some(Doubt::Cannot(_))) {
                continue;
            }
            let outcome = qemu
                .run(std::slice::from_ref(&v.case))
                .unwrap()
                .swap_remove(0);
            let different = differences(&outcome, &v.outcome);
            match &v.qemu {
                Some(_) if different.is_empty() && qemu.version() == known::VERSION => {
                    wrong.push(format!("{} does not differ", v.name));
                }
                Some(_) => {}
                None if different.is_empty() => confirmed += 1,
                None => wrong.push(format!("{}: {}", v.name, different.join(", "))),
            }
        }
    }
    println!("{confirmed} vectors confirmed");
    assert!(wrong.is_empty(), "QEMU / vector\n{}", wrong.join("\n"));
    assert!(confirmed > 100, "{confirmed}");
}
