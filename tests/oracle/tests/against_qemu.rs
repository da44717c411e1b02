//! Random programs on our core and on QEMU. Without QEMU these tests say so and pass.

mod common;

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
        println!("SKIPPED: qemu-system-sparc is not installed");
    }
    found
}

#[test]
fn random_programs_do_the_same() {
    let Some(mut qemu) = qemu() else { return };
    let (mut ours, mut generator) = (Ours::new(), Generator::new(740));
    let mut executed = 0;
    for _ in 0..4 {
        let programs: Vec<Program> = (0..375).map(|_| generator.program(4)).collect();
        let cases: Vec<_> = programs
            .iter()
            .enumerate()
            .flat_map(|(i, p)| p.cases(i))
            .collect();
        let (a, b) = (ours.run(&cases).unwrap(), qemu.run(&cases).unwrap());
        for (i, (x, y)) in a.iter().zip(&b).enumerate() {
            executed += x.executed.unwrap_or(0);
            assert_eq!(
                differences(x, y),
                Vec::<String>::new(),
                "case {i}: run oracle-fuzz 740"
            );
        }
    }
    assert!(executed > 200_000, "{executed}");
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
            println!("SKIPPED: {} was seen in QEMU {}", k.name, k.version);
            continue;
        }
        let case = [k.case()];
        let (a, b) = (ours.run(&case).unwrap(), qemu.run(&case).unwrap());
        assert!(
            !differences(&a[0], &b[0]).is_empty(),
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
    for (_, file) in common::by_hand() {
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
