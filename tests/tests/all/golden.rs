//! Every image runs to success, says so on its console, and its accounts balance.

use conformance::{golden, run_prebuilt};

fn check(name: &str) {
    let run = run_prebuilt(name);
    let complaints = golden::complaints(name, &run);
    assert!(complaints.is_empty(), "{name}:\n{}", complaints.join("\n"));
}

macro_rules! images {
    ($($name:ident),*) => {
        $( #[test] fn $name() { check(stringify!($name)); } )*

        #[test]
        fn none_is_forgotten() {
            assert_eq!(conformance::IMAGES, [$( stringify!($name) ),*]);
        }
    };
}

images!(hello, lu, omp, events, contention, traps, heat, memory);
