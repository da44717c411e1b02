//! A step back over one instruction, far into a recorded run: each behind half a million cycles that were never gone
//! back in. `cargo bench -p conformance --bench back`.
#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use conformance::tiny::{self, G1, Tiny};
use criterion::{Criterion, criterion_group, criterion_main};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use trueboard::{Setup, Simulation, StopReason, Time};

/// Instructions of all cores before the first step back.
const FAR: u64 = 100_000_000;

/// Cycles between two steps back.
const AHEAD: u64 = 500_000;

/// A loop of some thousand million instructions.
fn long_loop(dir: &Path) -> PathBuf {
    let mut code = tiny::use_table();
    code.extend(tiny::set(u32::MAX, G1));
    code.extend([tiny::add(tiny::G2, 1, tiny::G2); 7]);
    code.push(tiny::addcc(G1, -1, G1));
    code.extend([tiny::branch(tiny::NOT_EQUAL, -8), tiny::nop()]);
    Tiny::new(&code).write(dir, "loop")
}

/// A recorded run of the loop on some cores of a GR740, so far.
fn far(image: &Path, cores: u8) -> Simulation {
    let setup = Setup::board("gr740").image_on(0..cores, image);
    let setup = setup.start_cores(1..cores);
    let mut run = setup.start().unwrap_or_else(|e| panic!("{e}"));
    run.record().expect("it can be recorded");
    while executed(&run) < FAR {
        let before = run.now();
        ahead(&mut run);
        assert!(run.now() > before, "the loop is over");
    }
    run
}

fn executed(run: &Simulation) -> u64 {
    let of = |core: trueboard::Core<'_>| core.meter("instructions").expect("a meter");
    run.cores().map(of).sum()
}

fn ahead(run: &mut Simulation) {
    let to = Time::ticks(run.now() + AHEAD);
    run.run(to).expect("nothing is named");
}

fn back(c: &mut Criterion) {
    let mut group = c.benchmark_group("step back");
    group.sample_size(10);
    let dir = tempfile::tempdir().expect("a temporary directory");
    let image = long_loop(dir.path());
    for cores in [1, 4] {
        let mut run = far(&image, cores);
        group.bench_function(format!("{cores} cores"), |b| {
            b.iter_custom(|times| {
                let mut took = Duration::ZERO;
                for _ in 0..times {
                    ahead(&mut run);
                    let begun = Instant::now();
                    assert!(matches!(
                        run.step_back(0),
                        Ok(Some(StopReason::Step { .. }))
                    ));
                    took += begun.elapsed();
                }
                took
            });
        });
        let (checkpoints, bytes) = run.record_size();
        println!("{checkpoints} checkpoints of {} KiB", bytes >> 10);
    }
}

criterion_group!(benches, back);
criterion_main!(benches);
