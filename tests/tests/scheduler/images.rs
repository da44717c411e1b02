//! Prebuilt images of all boards, and described workloads.

use crate::{REFERENCE, difference, fast, naive};
use conformance::{board_of, root, usual};
use trueboard_board::{Ended, Machine, Session};
use trueboard_core::time::Tick;

/// The kind of what is a core of the board for its scripts.
const HOST: &str = "ehost";

/// Images in which cores start, halt, release, interrupt and wait for each other.
const SOME: &[&str] = &[
    "gr740/events",
    "gr740/omp",
    "gr740/pthreads",
    "tc275/speed_three",
    "tc275/events",
    "tc275/interrupts",
    "tc275/faulty_irqs_off",
    "parallella/faulty_deadlock",
    "parallella/litmus",
    "parallella/dma",
    "parallella/interrupts",
    "parallella/scripts/trace_demo",
    "keystone2/sobel",
];

/// When the second core of a run begins, in base ticks: a host first loads its cores for long. Where only one core
/// runs, the end of the run, or of its first part.
pub fn begins(name: &str) -> u64 {
    const PIECE: u64 = 20_000;
    let longest = if name.contains("/scripts/") {
        200_000_000
    } else {
        3_000_000
    };
    let mut m = of(name, &[]);
    let mut at = 0;
    loop {
        at += PIECE;
        let ended = m.run(Tick(at));
        let executed = |core: u8| {
            let kind = m.core_kind(core)?;
            let bank = m.meters().cores.get(usize::from(core))?;
            (kind.name != HOST).then(|| bank.sum(kind.meters.executed))
        };
        let all = (0..=u8::MAX).map_while(|core| m.core_kind(core).map(|_| core));
        let begun = all.filter_map(executed).filter(|&n| n > 0).count();
        if begun > 1 || ended != Ended::Paused || at > longest {
            return m.now().0;
        }
    }
}

/// Base ticks that are run of `name` from then on.
pub fn bound(name: &str) -> u64 {
    match name.split_once('/') {
        Some(("parallella", _)) => 150_000,
        _ => 300_000,
    }
}

/// The board that is about to run `name`.
pub fn of(name: &str, sets: &[&str]) -> Machine {
    let session = Session::new(&board_of(name, sets), usual(name));
    session
        .unwrap_or_else(|e| panic!("{name}: {e}"))
        .into_machine()
}

/// All images, scripts and workloads of the repository, by the names that [`usual`] knows.
pub fn all() -> Vec<String> {
    let list = |dir: &str, ending: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root().join(dir)).expect("the directory can be listed");
        let names = entries.map(|e| e.expect("an entry").file_name());
        let names = names.filter_map(|n| Some(n.to_str()?.strip_suffix(ending)?.to_owned()));
        names.collect()
    };
    let mut all = Vec::new();
    for (prefix, dir, ending) in [
        ("gr740", "firmware/prebuilt/gr740", ".elf"),
        ("leon3-mini", "firmware/prebuilt/leon3-mini", ".elf"),
        ("tc275", "firmware/prebuilt/tc275", ".elf"),
        ("parallella", "firmware/prebuilt/parallella", ".elf"),
        ("parallella/scripts", "firmware/parallella/scripts", ".ron"),
        ("keystone2", "models/workloads/keystone2", ".ron"),
    ] {
        let names = list(dir, ending).into_iter();
        all.extend(names.map(|name| format!("{prefix}/{name}")));
    }
    all.sort();
    all
}

/// What differs in the reference mode, for `ticks` from when the second core begins; nothing if nothing does.
fn compare(name: &str, ticks: u64) -> Option<String> {
    let end = begins(name) + ticks;
    let wanted = naive(of(name, &REFERENCE), end);
    let said = difference(&fast(of(name, &REFERENCE), end), &wanted);
    (!said.is_empty()).then(|| format!("{name}: {said}"))
}

#[test]
fn some_images_equal_the_naive_run() {
    let wrong: Vec<String> = (SOME.iter())
        .filter_map(|name| compare(name, bound(name)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
#[ignore = "minutes: all images"]
fn all_images_equal_the_naive_run() {
    let mut wrong = Vec::new();
    for name in all() {
        println!("{name}");
        wrong.extend(compare(&name, 2 * bound(&name)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
