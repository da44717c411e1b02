//! The default mode against lock-step: cycles, waits and misses within 2 % (design rule; the
//! figures are printed, `cargo test -- --nocapture reference` shows them).

use conformance::{Run, board_of, on_boot_core, prebuilt, run};

/// How far the default may be from lock-step, in percent.
const TOLERANCE: f64 = 2.0;
/// Differences of so few do not count: start-up and a handful of events.
const SLACK: u64 = 200;

fn sums(r: &Run) -> Vec<(String, u64)> {
    let cores = &r.report.cores;
    // A kind of core has some of them only.
    let core = |name: &str| {
        let of = |c: &trueboard_board::report::CoreReport| c.meters.get(name).copied();
        cores.iter().filter_map(of).reduce(|a, b| a + b)
    };
    let mut out = vec![("time in ticks".to_owned(), r.report.time.ticks)];
    for name in [
        "cycles",
        "instructions",
        "icache_misses",
        "dcache_read_misses",
        "dcache_hold_cycles",
        "write_buffer_hold_cycles",
        "snoop_invalidations",
        "pcache_misses",
        "dcache_misses_clean",
        "dcache_misses_dirty",
        "drb_misses",
        "data_stall_cycles",
        "fetch_stall_cycles",
    ] {
        out.extend(core(name).map(|sum| (name.to_owned(), sum)));
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

/// Holds the default against lock-step. `shifts` are changes of other parts of the board that move
/// the cores against each other by some cycles at the start: where the firmware hands out work as
/// cores come for it, lock-step itself has a spread, and the default must lie within 2 % of it.
fn compare(name: &str, shifts: &[&str]) {
    let go = |sets: &[&str]| sums(&run(&board_of(name, sets), on_boot_core(prebuilt(name))));
    let default = go(&[]);
    let lock_step = ["quantum_cycles=1", "relax_cycles=0"];
    let mut references = vec![go(&lock_step)];
    references.extend(shifts.iter().map(|s| go(&[&lock_step[..], &[s]].concat())));
    let mut off = Vec::new();
    for (i, (what, value)) in default.iter().enumerate() {
        let of = || references.iter().map(|r| r[i].1);
        let (low, high) = (of().min().unwrap_or(0), of().max().unwrap_or(0));
        let near = (*value).clamp(low, high);
        let error = 100.0 * (*value as f64 - near as f64) / near.max(1) as f64;
        let line = format!("{what}: default {value}, lock-step {low} to {high}, off {error:+.3} %");
        println!("{name}: {line}");
        if error.abs() > TOLERANCE && value.abs_diff(near) > SLACK {
            off.push(line);
        }
    }
    assert!(off.is_empty(), "{name}:\n{}", off.join("\n"));
}

#[test]
fn contention() {
    compare("contention", &[]);
}

#[test]
fn lu() {
    compare(
        "lu",
        &[
            "stages.bridge.params.return_cycles=4",
            "stages.bridge.params.apb_cycles=4",
        ],
    );
}

#[test]
fn three_cores_at_the_same_memories() {
    compare("tc275/epapi_contention", &[]);
    compare("tc275/events", &[]);
}
