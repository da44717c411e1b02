//! Value Change Dumps, read back by a reader of another hand.

use crate::common::{context, long_run, run};
use ::vcd::{self, Command, Parser, ScopeItem};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use trueboard_core::time::Tick;
use trueboard_trace::convert::convert;
use trueboard_trace::read::ctf::Trace;
use trueboard_trace::{Format, TraceContext, TraceError, open};

/// The changes of each signal, by its path: time in picoseconds, and value.
type Changes = BTreeMap<String, Vec<(u64, String)>>;

fn read(path: &Path) -> (Changes, u64) {
    let mut parser = Parser::new(BufReader::new(File::open(path).expect("a file")));
    let header = parser.parse_header().expect("a header");
    assert_eq!(header.timescale, Some((1, vcd::TimescaleUnit::PS)));
    let mut names = BTreeMap::new();
    let [ScopeItem::Scope(board)] = header.items.as_slice() else {
        panic!("one module: {:?}", header.items);
    };
    for item in &board.items {
        match item {
            ScopeItem::Var(v) => {
                names.insert(v.code, v.reference.clone());
            }
            ScopeItem::Scope(s) => {
                for item in &s.items {
                    if let ScopeItem::Var(v) = item {
                        let name = format!("{}.{}", s.identifier, v.reference);
                        assert!(names.insert(v.code, name).is_none());
                    }
                }
            }
            _ => {}
        }
    }
    let (mut changes, mut time) = (Changes::new(), 0);
    for command in parser {
        let (id, value) = match command.expect("a change") {
            Command::Timestamp(t) => {
                assert!(t >= time);
                time = t;
                continue;
            }
            Command::ChangeScalar(id, v) => (id, v.to_string()),
            Command::ChangeVector(id, v) => (id, format!("b{v}")),
            Command::ChangeReal(id, v) => (id, v.to_string()),
            Command::ChangeString(id, v) => (id, v),
            other => panic!("{other:?}"),
        };
        let name = names[&id].clone();
        changes.entry(name).or_default().push((time, value));
    }
    (changes, time)
}

fn written(cx: &TraceContext, path: &Path) {
    let mut w = open(Format::Vcd, path, cx).expect("open");
    w.write(&run()).expect("write");
    w.finish(Tick(120)).expect("finish");
}

#[test]
fn every_fact_is_a_change() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.vcd");
    written(&context(), &path);
    let (changes, end) = read(&path);
    // 250 MHz: a tick is 4000 ps.
    assert_eq!(end, 120 * 4000);
    let of = |name: &str| -> Vec<(u64, &str)> {
        let all = changes
            .get(name)
            .unwrap_or_else(|| panic!("no {name} in {changes:#?}"));
        all.iter().map(|(at, v)| (at / 4000, v.as_str())).collect()
    };
    assert_eq!(of("cpu0.state"), [(0, "running"), (90, "idle")]);
    assert_eq!(of("cpu0.running"), [(0, "1"), (90, "0")]);
    assert_eq!(of("cpu1.state"), [(20, "running"), (95, "error")]);
    let functions = of("cpu0.function");
    assert_eq!(functions[0], (10, "fir_\"quoted\""));
    assert_eq!(
        of("cpu0.depth"),
        [
            (10, "b1"),
            (15, "b10"),
            (18, "b1"),
            (25, "b10"),
            (40, "b1"),
            (80, "b0")
        ]
    );
    assert_eq!(
        of("cpu0.handler"),
        [(10, "-"), (15, "trap_0x05_window_overflow"), (18, "-")]
    );
    assert_eq!(of("cpu1.interrupt"), [(26, "b1101"), (28, "b0")]);
    assert_eq!(
        of("l4stat0.Cval_0"),
        [(30, "b1010111100"), (75, "b1111101000")]
    );
    assert_eq!(of("l4stat0.Cctrl_0"), [(12, "b1000100010001")]);
    assert_eq!(of("uart0.console"), [(53, "ok")]);
    assert_eq!(of("uart0.line_2"), [(60, "1")]);
    assert_eq!(of("ahb0.use_percent"), [(70, "6.25")]);
    assert_eq!(of("board.power_w"), [(70, "0.9445")]);
    assert_eq!(of("board.temperature_c"), [(70, "-1.5")]);
}

/// A disk that is full at any moment leaves a file that a reader accepts.
#[test]
fn a_trace_that_is_cut_is_sound() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.vcd");
    for max in [70_000, 100_000, 150_000, 200_000] {
        let mut cx = context();
        cx.options.max_bytes = Some(max);
        let mut w = open(Format::Vcd, &path, &cx).expect("open");
        let done = w.write(&long_run(20_000));
        assert!(
            matches!(done, Err(TraceError::Io { .. })),
            "{max}: {done:?}"
        );
        drop(w);
        let (changes, _) = read(&path);
        assert!(max < 130_000 || !changes.is_empty(), "{max}");
    }
}

#[test]
fn a_trace_of_a_tracer_becomes_signals() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    w.write(&run()).expect("write");
    w.finish(Tick(120)).expect("finish");
    let out = tempfile::tempdir().expect("temp");
    let path = out.path().join("t.vcd");
    let trace = Trace::open(dir.path()).expect("metadata");
    let events = convert(&trace, Format::Vcd, &path, &|_, _| None, &mut |d| {
        panic!("{d}")
    });
    assert!(events.expect("converted") > 20);
    let (changes, _) = read(&path);
    let state = changes
        .iter()
        .find(|(name, _)| *name == "stream_core_0.state");
    let (_, state) = state.unwrap_or_else(|| panic!("{changes:#?}"));
    assert_eq!(
        state.last().map(|(at, v)| (*at, v.as_str())),
        Some((360_000, "IDLE"))
    );
}
