//! Corpus, regressions and seeded mutations of every target: the same inputs each time.

use conformance::random::Random;
use fuzz::{Target, corpus, mutate};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs a target on `bytes`; a failure says how to come back to it.
fn one(target: &Target, what: &str, bytes: &[u8]) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(bytes))) {
        let at = std::env::temp_dir().join(format!("fuzz-{}-failure", target.name));
        let kept = std::fs::write(&at, bytes).map(|()| at.display().to_string());
        eprintln!("{}, {what}: the input is in {kept:?}", target.name);
        std::panic::resume_unwind(panic);
    }
}

fn smoke(name: &str) {
    let target = fuzz::target(name).expect("a target");
    let mut inputs: Vec<Vec<u8>> = Vec::new();
    for kind in ["regressions", "corpus"] {
        for (file, bytes) in corpus::files(kind, target) {
            one(target, &file, &bytes);
            inputs.push(bytes);
        }
    }
    for (i, bytes) in (target.seeds)().into_iter().enumerate() {
        one(target, &format!("seed {i}"), &bytes);
        inputs.push(bytes);
    }
    let mut r = Random::new(0x7472_7565);
    for i in 0..target.mutations {
        let bytes = mutate::mutate(target, &inputs, &mut r);
        one(target, &format!("mutation {i}"), &bytes);
    }
}

macro_rules! targets {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                smoke(stringify!($name));
            }
        )*

        #[test]
        fn none_is_left_out() {
            let ours = [$(stringify!($name)),*];
            let all: Vec<&str> = fuzz::TARGETS.iter().map(|t| t.name).collect();
            assert_eq!(ours[..], all[..]);
        }
    };
}

targets!(elf board power set snapshot code traffic disasm traces ctf ctf_types code_tc275 traffic_tc275 elf_tc275
    disasm_tricore code_parallella traffic_parallella elf_parallella disasm_epiphany host_script srec
    workload sync);
