//! A step back over one instruction, far into a recorded run: each behind half a million cycles that were never gone
//! back in. `cargo bench -p conformance --bench back`.
#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use conformance::prebuilt;
use criterion::{Criterion, criterion_group, criterion_main};
use std::time::{Duration, Instant};
use trueboard::{Back, Setup, Simulation, Stops, Time};

/// Instructions of all cores before the first step back.
const FAR: u64 = 100_000_000;

/// Cycles between two steps back.
const AHEAD: u64 = 500_000;

/// A recorded run of an image that never ends in the meantime.
fn far(image: &str) -> Simulation {
    let (board, _) = image.split_once('/').expect("board and image");
    let setup = Setup::board(board).image(prebuilt(image));
    let mut run = setup.start().unwrap_or_else(|e| panic!("{e}"));
    assert!(run.record());
    while executed(&run) < FAR {
        let before = run.now();
        ahead(&mut run);
        assert!(run.now() > before, "{image} is over");
    }
    run
}

fn executed(run: &Simulation) -> u64 {
    run.cores().map(|core| core.meter("instructions")).sum()
}

fn ahead(run: &mut Simulation) {
    let to = Time::ticks(run.now() + AHEAD);
    run.run_to(&Stops::default(), to);
}

fn back(c: &mut Criterion) {
    let mut group = c.benchmark_group("step back");
    group.sample_size(10);
    for image in ["gr740/speed_loop", "gr740/speed_calls", "tc275/speed_three"] {
        let mut run = far(image);
        group.bench_function(image, |b| {
            b.iter_custom(|times| {
                let mut took = Duration::ZERO;
                for _ in 0..times {
                    ahead(&mut run);
                    let begun = Instant::now();
                    assert!(matches!(run.step_back(0), Some(Back::There(_))));
                    took += begun.elapsed();
                }
                took
            });
        });
        let (checkpoints, bytes) = run.record_size();
        println!("{image}: {checkpoints} checkpoints of {} KiB", bytes >> 10);
    }
}

criterion_group!(benches, back);
criterion_main!(benches);
