//! Checks that cannot fail check nothing: each is shown a defect.

use conformance::{
    Run, board, board_of, golden, on_boot_core, prebuilt, root, run, run_prebuilt, sparc, usual,
};
use std::sync::Arc;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{Disk, Options, machine, read_image};
use trueboard_core::device::DevId;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{BusBank, CacheBank, CoreBank, Meters};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::{METERS, Meter};
use trueboard_judge::l4stat::CoreTruths;
use trueboard_judge::{Counters, L4stat, Verdict};

/// A copy of a good run with a defect, and the words that a complaint about it must have.
fn noticed(good: &Run, defect: impl FnOnce(&mut Run), words: &str) {
    let mut bad = Run {
        report: good.report.clone(),
        console: good.console.clone(),
        digest: good.digest.clone(),
    };
    defect(&mut bad);
    let before = golden::complaints("lu", good);
    let new: Vec<String> = golden::complaints("lu", &bad)
        .into_iter()
        .filter(|c| !before.contains(c))
        .collect();
    assert!(new.iter().any(|c| c.contains(words)), "{words}: {new:?}");
}

#[test]
fn defects_of_a_report_are_noticed() {
    let good = run_prebuilt("lu");
    assert!(good.report.windows.windows.len() > 4, "lu measures itself");
    noticed(
        &good,
        |r| r.report.windows.windows[3].verdict = Verdict::Wrong,
        "window: ",
    );
    noticed(
        &good,
        |r| r.report.windows.windows[0].difference = Some(1),
        "window: ",
    );
    noticed(
        &good,
        |r| r.report.windows.windows[1].verdict = Verdict::Explained,
        "window: ",
    );
    noticed(&good, |r| r.report.windows.events[0].wrong = 1, "windows: ");
    noticed(
        &good,
        |r| r.report.outcome.kind = OutcomeKind::Failure,
        "outcome: ",
    );
    noticed(&good, |r| r.report.outcome.status = Some(1), "outcome: ");
    noticed(
        &good,
        |r| r.console = r.console.replace("0 failed", "1 failed"),
        "console: ",
    );
    noticed(
        &good,
        |r| r.console = r.console.replacen("OK", "FAIL", 1),
        "console: ",
    );
    noticed(&good, |r| r.report.cores[2].cycles += 1, "CPI stack");
    noticed(
        &good,
        |r| r.report.cores[1].instructions -= 1,
        "instructions",
    );
    noticed(
        &good,
        |r| r.report.cores[3].idle_cycles += 5000,
        "accounted for",
    );
    for &meter in METERS.stack {
        let name = METERS.name(meter);
        let add = |r: &mut Run| *r.report.cores[0].meters.get_mut(name).expect("a meter") += 1;
        noticed(&good, add, "CPI stack");
    }
    for (meter, words) in [
        ("idle_cycles", "used and idle"),
        ("used_cycles", "all masters"),
        ("wait_cycles", "all masters"),
        ("seq_transfers", "further beats"),
        ("qword_accesses", "all sizes"),
    ] {
        let add = |r: &mut Run| *r.report.buses[0].meters.get_mut(meter).expect("a meter") += 1;
        noticed(&good, add, words);
    }
    noticed(
        &good,
        |r| r.report.buses[0].waited_for_cycles[1][0] += 1,
        "waited for",
    );
    for meter in ["hits", "misses", "read_hits", "write_misses", "uncached"] {
        let add = |r: &mut Run| *r.report.caches[0].meters.get_mut(meter).expect("a meter") += 1;
        noticed(&good, add, "l2: ");
    }
}

#[test]
fn a_counter_that_is_off_by_one_is_judged_wrong() {
    const COUNTER: DevId = DevId(3);
    const LOADS_ENABLED: u32 = 1 << 12 | 0x39 << 4;
    let verdict = |seen: u32| {
        let unit = L4stat {
            device: COUNTER,
            name: "l4stat".into(),
            bus: 0,
            io_bus: None,
            cache: Some(0),
            ticks_per_cycle: 1,
            clocked: true,
            cores: CoreTruths::new(&[&METERS; 4]).unwrap(),
        };
        let mut judge = Counters::new(vec![Arc::new(unit)], 100, 0);
        let mut meters = Meters {
            cores: vec![CoreBank::new(&METERS); 4],
            buses: vec![BusBank::new()],
            caches: vec![CacheBank::default()],
        };
        let mut access = |at: u64, kind: FactKind, meters: &Meters| {
            let source = Source::Device(COUNTER);
            let at = Tick(at);
            judge.access(&Fact { at, source, kind }, meters);
        };
        let (core, pc, offset, value) = (0, 0x4000, 0x80, LOADS_ENABLED);
        let enable = FactKind::RegWrite {
            core,
            pc,
            offset,
            value,
        };
        access(10, enable, &meters);
        meters.cores[0].add(true, Meter::Loads, 1234);
        let (offset, value) = (0, seen);
        let read = FactKind::RegRead {
            core,
            pc,
            offset,
            value,
        };
        access(20, read, &meters);
        judge.report().windows[0].verdict
    };
    assert_eq!(verdict(1234), Verdict::Exact);
    assert_eq!(verdict(1233), Verdict::Wrong);
    assert_eq!(verdict(1235), Verdict::Wrong);
}

#[test]
fn another_board_or_another_image_is_another_run() {
    let plain = run_prebuilt("lu");
    let slow = board(&["stages.l2.params.tag_cycles=5"]);
    let slow = run(&slow, on_boot_core(prebuilt("lu")));
    assert_ne!(plain.digest, slow.digest);
    assert!(slow.report.time.ticks > plain.report.time.ticks);

    let path = prebuilt("hello");
    let mut bytes = std::fs::read(&path).expect("the image is there");
    let at = bytes
        .windows(5)
        .position(|w| w == b"Hello")
        .expect("it holds its greeting");
    bytes[at] = b'J';
    let dir = tempfile::tempdir().expect("a temporary directory");
    let changed = dir.path().join("hello.elf");
    std::fs::write(&changed, &bytes).expect("it can be written");
    let run = run(&board(&[]), on_boot_core(changed));
    assert_ne!(run.digest, run_prebuilt("hello").digest);
    assert_ne!(
        run.report.images[0].sha256,
        run_prebuilt("hello").report.images[0].sha256
    );
    let complaints = golden::complaints("hello", &run);
    assert!(
        complaints.len() == 1 && complaints[0].contains("Jello"),
        "{complaints:?}"
    );
}

/// An instruction of the image turned into another one is a failure that its own checks find.
#[test]
fn a_changed_instruction_is_found_by_the_firmware_itself() {
    let path = prebuilt("omp");
    let image = read_image(&Disk, &path, sparc(), None).expect("the image is sound");
    let model = board(&[]);
    let mut found = 0;
    let functions = ["GOMP_parallel", "GOMP_taskwait", "GOMP_single_start"];
    for name in functions {
        let Some(s) = image.symbol(name) else {
            continue;
        };
        // `retl; nop` in place of the function.
        let mut broken = read_image(&Disk, &path, sparc(), None).expect("the image is sound");
        let segment = broken
            .segments
            .iter_mut()
            .find(|p| s.at >= p.pa && s.at - p.pa < p.bytes.len() as u64)
            .expect("it is loaded");
        let at = (s.at - segment.pa) as usize;
        segment.bytes[at..at + 8].copy_from_slice(&[0x81, 0xc3, 0xe0, 0x08, 1, 0, 0, 0]);
        let mut m = machine(&model.place, &model.file, false).expect("the board is sound");
        m.load(Arc::new(broken), &[0]).expect("it fits");
        m.boot().expect("the board boots");
        let ended = m.run(Tick(200_000_000));
        let console = String::from_utf8_lossy(&m.take_console()).into_owned();
        let good = golden::console("omp", &console).is_empty();
        let success = trueboard_board::Ended::Exit { core: 0, status: 0 };
        assert!(!(good && ended == success), "{name} is not missed");
        found += 1;
    }
    assert!(found > 0, "none of {functions:?} is in the image any more");
}

/// The images of the Parallella measure the model: one that is slower in any of its parts fails.
#[test]
fn a_changed_model_is_found_by_the_firmware_itself() {
    for (name, defect) in [
        (
            "parallella/ctimer",
            "cores.core.params.timing.load_cycles=2",
        ),
        (
            "parallella/ctimer",
            "cores.core.params.timing.branch_cycles=4",
        ),
        ("parallella/dma", "cores.core.params.dma.element_cycles=3"),
        ("parallella/mesh", "stages.emesh.params.read_turn_cycles=20"),
        (
            "parallella/mesh",
            "stages.emesh.params.hop_cycles=(3.0, 3.0, 3.0)",
        ),
    ] {
        let run = run(&board_of(name, &[defect]), usual(name));
        let mut complaints = golden::outcome(&run.report);
        complaints.extend(golden::console(name, &run.console));
        assert!(!complaints.is_empty(), "{name}, {defect}: not noticed");
    }
}

/// Runs a script of the Parallella with `old` code in its image replaced by `new`.
fn with_changed_tracer(name: &str, old: &[u8], new: &[u8]) -> Run {
    let mut image = std::fs::read(prebuilt(&format!("parallella/{name}"))).expect("an image");
    let found: Vec<usize> = (0..image.len())
        .filter(|&at| image[at..].starts_with(old))
        .collect();
    let [at] = found[..] else {
        panic!("{name}: the code to change is there {} times", found.len());
    };
    image[at..at + new.len()].copy_from_slice(new);
    let dir = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(dir.path().join("changed.elf"), image).expect("it can be written");
    let scripts = root().join("firmware/parallella/scripts");
    let text = std::fs::read_to_string(scripts.join(format!("{name}.ron"))).expect("a script");
    let text = text
        .replace(
            &format!("../../prebuilt/parallella/{name}.elf"),
            "changed.elf",
        )
        .replace(
            "\"../",
            &format!("\"{}/", root().join("firmware/parallella").display()),
        );
    let script = dir.path().join("script.ron");
    std::fs::write(&script, text).expect("it can be written");
    let options = Options {
        host: Some(script.into()),
        ..Options::default()
    };
    run(&board_of("parallella/scripts/hello", &[]), options)
}

/// A tracer whose clock forgets the cycles in which its timer is loaded anew: no rule of the format is
/// broken, and only the truth knows.
#[test]
fn time_stamps_that_are_off_are_noticed() {
    // In `tracing_clock`: `ldr r17,[r3]; ldr r2,[r3,5]`, the top and what is skipped, to `…; mov r2,0`.
    let old = [0x4c, 0x2c, 0x00, 0x40, 0xc4, 0x4e];
    let new = [0x4c, 0x2c, 0x00, 0x40, 0x03, 0x40];
    let run = with_changed_tracer("trace_demo", &old, &new);
    assert_eq!(run.report.tracing.len(), 16);
    for t in &run.report.tracing {
        let truth = t.truth.expect("it traced");
        assert_eq!(truth.written, t.events, "{}", t.stream);
        // The timers of odd cores are loaded anew while they trace, those of even ones before.
        let before = truth.stamps - truth.stamps_off;
        assert_eq!(before > 0, t.core % 2 == 1, "{truth:?}");
        assert_eq!(truth.farthest_ticks, 2);
        assert_eq!(t.agrees, Some(false));
    }
    let off = |w: &&String| w.contains("time stamps are not what the clock showed");
    assert_eq!(run.report.warnings.iter().filter(off).count(), 16);
}

/// A tracer that counts every dropped record twice.
#[test]
fn wrong_counts_of_dropped_records_are_noticed() {
    // In `_reserve_er_space`: `add r1,r1,1; str r1,[r4,10]`, to `add r1,r1,2; …`.
    let (old, new) = ([0x93, 0x24, 0x5c, 0x31], [0x13, 0x25, 0x5c, 0x31]);
    let run = with_changed_tracer("trace_discard", &old, &new);
    for t in &run.report.tracing {
        let (truth, says) = (t.truth.expect("it traced"), t.tracer.expect("it ended"));
        let dropped = truth.calls - truth.written.expect("the function is there");
        assert!(dropped > 0 && u64::from(says.discarded) == 2 * dropped);
        assert_eq!(t.agrees, Some(false), "{}", t.stream);
    }
}
