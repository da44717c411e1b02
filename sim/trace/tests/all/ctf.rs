//! CTF traces, read back by a small reader of packets and by babeltrace2.

use crate::common::{context, fact, long_run, run};
use std::fs;
use std::path::Path;
use trueboard_core::fact::{CoreState, FactKind, Source};
use trueboard_core::time::Tick;
use trueboard_trace::{Format, TraceError, open};

/// (begin, end, bytes of events) of each packet of a stream file; fails on anything torn.
fn packets(path: &Path, class: u32) -> Vec<(u64, u64, usize)> {
    let file = fs::read(path).expect("stream");
    let u32_at = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("4 bytes"));
    let u64_at = |at: usize| u64::from_le_bytes(file[at..at + 8].try_into().expect("8 bytes"));
    let (mut at, mut all) = (0, Vec::new());
    while at < file.len() {
        assert_eq!((u32_at(at), u32_at(at + 4)), (0xc1fc_1fc1, class));
        assert_eq!(u64_at(at + 40), 0, "discarded");
        assert_eq!(u64_at(at + 48), all.len() as u64, "sequence");
        let head = if class == 0 { 60 } else { 56 };
        let size = (u64_at(at + 32) / 8) as usize;
        assert!(at + size <= file.len(), "torn packet");
        all.push((u64_at(at + 8), u64_at(at + 16), size - head));
        at += size;
    }
    assert!(all.windows(2).all(|w| w[0].1 <= w[1].0), "packets overlap");
    all
}

/// What babeltrace2 prints, or `None` when it is not installed.
fn babeltrace(dir: &Path) -> Option<String> {
    let (text, complaints) = crate::common::babel::babeltrace(dir, "--clock-cycles")?;
    assert!(complaints.is_empty(), "{complaints}");
    Some(text)
}

#[test]
fn every_event_is_read_back_in_order() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    let facts = run();
    for part in facts.chunks(3) {
        w.write(part).expect("write");
    }
    w.finish(Tick(120)).expect("finish");
    assert_eq!(packets(&dir.path().join("stream_core_0"), 0)[0].1, 120);
    assert_eq!(packets(&dir.path().join("stream_board"), 2)[0].0, 70);

    let Some(text) = babeltrace(dir.path()) else {
        return;
    };
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), facts.len(), "{text}");
    for (line, f) in lines.iter().zip(&facts) {
        assert!(line.starts_with(&format!("[{:020}]", f.at.0)), "{line}");
    }
    for expected in [
        "core_state: { cpu_id = 0 }, { state = ( \"RUNNING\" : container = 1 ) }",
        "call: { cpu_id = 0 }, { from = 0x4000, to = 0x5000, depth = 1, function = \"fir \\\"quoted\\\"\" }",
        "trap: { cpu_id = 0 }, { tt = 0x5, pc = 0x5004, to = 0x50, name = \"window_overflow\"",
        "interrupt: { cpu_id = 1 }, { level = 13,",
        "reg_write: { device = \"l4stat0\", register = \"Cctrl[0]\", offset = 0x80, value = 0x1111, core = 0, pc = 0x4014, function = \"main\" }",
        "line: { device = \"uart0\", pin = 2, level = 1 }",
        "console: { device = \"uart0\", byte = 111 }",
        "bus_use: { source = \"ahb0\", used_cycles = 1, cycles = 16 }",
        "power: { source = \"board\", microwatt = 944500 }",
        "temperature: { source = \"board\", millidegree_c = -1500 }",
    ] {
        assert!(text.contains(expected), "no `{expected}` in\n{text}");
    }
}

#[test]
fn a_run_without_facts_is_a_trace() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    w.finish(Tick(5)).expect("finish");
    assert_eq!(babeltrace(dir.path()).unwrap_or_default(), "");
}

#[test]
fn a_run_that_was_killed_leaves_a_trace() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    w.write(&long_run(2000)).expect("write");
    drop(w);
    assert!(packets(&dir.path().join("stream_core_0"), 0).len() > 1);
    assert!(packets(&dir.path().join("stream_board"), 2).len() < 4);
    babeltrace(dir.path());
}

#[test]
fn a_full_disk_is_an_error_with_a_name_and_leaves_whole_packets() {
    let dir = tempfile::tempdir().expect("temp");
    let mut cx = context();
    cx.options.max_bytes = Some(200_000);
    let mut w = open(Format::Ctf, dir.path(), &cx).expect("open");
    let facts = long_run(5000);
    let error = facts
        .chunks(100)
        .find_map(|c| w.write(c).err())
        .expect("too much");
    assert!(matches!(&error, TraceError::Io { path, .. } if path.starts_with(dir.path())));
    assert!(matches!(w.write(&facts[..1]), Err(TraceError::Stopped)));
    assert!(matches!(w.finish(Tick(0)), Err(TraceError::Stopped)));
    assert!(!packets(&dir.path().join("stream_core_0"), 0).is_empty());
    packets(&dir.path().join("stream_core_1"), 0);
    packets(&dir.path().join("stream_devices"), 1);
    babeltrace(dir.path());
}

#[test]
fn an_older_trace_is_replaced_and_other_files_are_not() {
    let dir = tempfile::tempdir().expect("temp");
    let mut more = context();
    more.cores.push("cpu9".to_owned());
    let last = format!("stream_core_{}", more.cores.len() - 1);
    for (cx, has) in [(&more, true), (&context(), false)] {
        let mut w = open(Format::Ctf, dir.path(), cx).expect("open");
        w.finish(Tick(1)).expect("finish");
        assert_eq!(dir.path().join(&last).exists(), has);
    }
    fs::write(dir.path().join("thesis.tex"), "precious").expect("write");
    let error = open(Format::Ctf, dir.path(), &context())
        .err()
        .expect("refused");
    assert!(error.to_string().contains("thesis.tex"));
}

#[test]
fn facts_that_cannot_be_are_errors() {
    let dir = tempfile::tempdir().expect("temp");
    let state = FactKind::State(CoreState::Idle);
    let attempt = |facts: &[trueboard_core::fact::Fact]| {
        let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
        w.write(facts).err().map(|e| e.to_string())
    };
    let late = [
        fact(9, Source::Core(0), state),
        fact(8, Source::Core(0), state),
    ];
    assert_eq!(
        attempt(&late).as_deref(),
        Some("a fact of tick 8 came after one of tick 9")
    );
    assert_eq!(
        attempt(&[fact(9, Source::Core(2), state)]).as_deref(),
        Some("a fact about core2, which the board does not have")
    );
}
