//! Simulated instructions per second of the host: whole images, a loop of additions on one core,
//! and sixteen eCores. `cargo bench -p conformance`; criterion's throughput is instructions, 1 Melem/s is 1 MIPS.
#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use conformance::tiny::{self, G1, Tiny};
use conformance::{board, board_of, on_boot_core, prebuilt, run};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::PathBuf;
use trueboard_board::{BoardModel, Options};

const IMAGES: &[&str] = &["hello", "lu", "omp", "contention", "heat", "memory"];

/// Counts down from `turns`, with seven additions a turn.
fn loop_image(dir: &std::path::Path, turns: u32) -> PathBuf {
    let mut code = tiny::use_table();
    code.extend(tiny::set(turns, G1));
    code.extend([tiny::add(tiny::G2, 1, tiny::G2); 7]);
    code.push(tiny::addcc(G1, -1, G1));
    code.extend([tiny::branch(tiny::NOT_EQUAL, -8), tiny::nop()]);
    code.extend(tiny::exit(0));
    Tiny::new(&code).write(dir, "loop")
}

fn one(c: &mut Criterion, board: &BoardModel, name: &str, options: impl Fn() -> Options) {
    let once = run(board, options()).report;
    let instructions = once.cores.iter().map(|c| c.instructions).sum();
    let mut group = c.benchmark_group("image");
    group.sample_size(10);
    group.throughput(Throughput::Elements(instructions));
    group.bench_function(name, |b| {
        b.iter(|| black_box(run(board, options()).digest));
    });
    group.finish();
}

/// All cores of a Parallella execute it.
fn on_sixteen_cores(image: PathBuf) -> Options {
    Options {
        images: vec![(image, (0..16).collect())],
        start: (1..16).collect(),
        ..Options::default()
    }
}

fn images(c: &mut Criterion) {
    let board = board(&[]);
    for name in IMAGES {
        one(c, &board, name, || on_boot_core(prebuilt(name)));
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let image = loop_image(dir.path(), 1_000_000);
    one(c, &board, "integer loop", || on_boot_core(image.clone()));
    let name = "parallella/speed_matmul";
    one(c, &board_of(name, &[]), name, || {
        on_sixteen_cores(prebuilt(name))
    });
}

criterion_group!(benches, images);
criterion_main!(benches);
