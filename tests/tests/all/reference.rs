//! The default mode against lock-step: cycles, waits and misses within 2 % (design rule; the
//! figures are printed, `cargo test -- --nocapture reference` shows them).

use conformance::{Run, board, on_boot_core, prebuilt, run};

/// How far the default may be from lock-step.
const TOLERANCE: f64 = 0.02;
/// Differences of so few do not count: start-up and a handful of events.
const SLACK: u64 = 200;

fn sums(r: &Run) -> Vec<(String, u64)> {
    let cores = &r.report.cores;
    let core = |name: &str| cores.iter().map(|c| c.meters[name]).sum();
    let mut out = vec![("time in ticks".to_owned(), r.report.time.ticks)];
    for name in [
        "cycles",
        "instructions",
        "icache_misses",
        "dcache_read_misses",
        "dcache_hold_cycles",
        "write_buffer_hold_cycles",
        "snoop_invalidations",
    ] {
        out.push((name.to_owned(), core(name)));
    }
    for b in &r.report.buses {
        out.push((format!("{} waits", b.name), b.meters["wait_cycles"]));
        out.push((format!("{} used", b.name), b.meters["used_cycles"]));
    }
    for c in &r.report.caches {
        out.push((format!("{} misses", c.name), c.meters["misses"]));
        out.push((format!("{} accesses", c.name), c.meters["accesses"]));
    }
    out
}

fn compare(name: &str) {
    let go = |sets: &[&str]| run(&board(sets), on_boot_core(prebuilt(name)));
    let default = go(&[]);
    let lock_step = go(&["quantum_cycles=1", "relax_cycles=0"]);
    let mut off = Vec::new();
    for ((what, a), (_, b)) in sums(&default).into_iter().zip(sums(&lock_step)) {
        let error = (a as f64 - b as f64) / (b.max(1) as f64);
        println!(
            "{name}: {what}: default {a}, lock-step {b}, {:+.3} %",
            100.0 * error
        );
        if error.abs() > TOLERANCE && a.abs_diff(b) > SLACK {
            off.push(format!(
                "{what}: {a}, in lock-step {b} ({:+.2} %)",
                100.0 * error
            ));
        }
    }
    assert!(off.is_empty(), "{name}:\n{}", off.join("\n"));
}

#[test]
fn contention() {
    compare("contention");
}

#[test]
fn lu() {
    compare("lu");
}

#[test]
fn omp() {
    compare("omp");
}
