//! Perfetto traces, read back as JSON, whole and cut.

use crate::common::{context, long_run, run};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use trueboard_core::time::Tick;
use trueboard_trace::{Format, TraceError, open};

/// The events, as a reader gets them that forgives a missing end.
fn events(text: &str) -> Vec<Value> {
    let whole = text.trim_end().trim_end_matches(']').trim_end();
    let parsed: Value = serde_json::from_str(&format!("{}]", whole.trim_end_matches(',')))
        .unwrap_or_else(|e| panic!("{e}"));
    parsed.as_array().expect("array").clone()
}

/// Slices nest on every track; answers how many are open at the end.
fn open_slices(events: &[Value]) -> i64 {
    let mut depth: BTreeMap<u64, i64> = BTreeMap::new();
    for e in events {
        let d = depth.entry(e["tid"].as_u64().expect("tid")).or_default();
        match e["ph"].as_str() {
            Some("B") => *d += 1,
            Some("E") => *d -= 1,
            _ => {}
        }
        assert!(*d >= 0, "{e}");
    }
    depth.values().sum()
}

#[test]
fn every_fact_is_an_event() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.json");
    let mut w = open(Format::Perfetto, &path, &context()).expect("open");
    w.write(&run()).expect("write");
    w.finish(Tick(120)).expect("finish");
    let text = fs::read_to_string(&path).expect("json");
    serde_json::from_str::<Value>(&text).expect("a whole trace is strict JSON");
    let all = events(&text);
    assert_eq!(open_slices(&all), 0);
    assert!(
        text.contains(r#""ts":0.040,"name":"fir \"quoted\"""#),
        "{text}"
    );
    let named = |name: &str| {
        all.iter()
            .find(|e| e["name"] == name)
            .unwrap_or_else(|| panic!("no {name} in {text}"))
    };
    assert_eq!(named("trap 0x05 window_overflow")["cat"], "trap");
    assert_eq!(named("interrupt 13")["tid"], 3);
    assert_eq!(named("read Cval[0]")["args"]["value"], 700);
    assert_eq!(named("write Cctrl[0]")["args"]["function"], "main");
    assert_eq!(named("ok")["cat"], "console");
    assert_eq!(named("line 2 = 1")["ph"], "i");
    assert_eq!(named("ahb0 use")["args"]["percent"], 6.25);
    assert_eq!(named("board power")["args"]["microwatt"], 944_500);
    assert_eq!(named("board temperature")["args"]["millidegree_c"], -1500);
    assert_eq!(named("idle")["tid"], 2);
}

#[test]
fn cut_at_any_line_it_still_loads() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.json");
    let mut w = open(Format::Perfetto, &path, &context()).expect("open");
    w.write(&run()).expect("write");
    w.finish(Tick(120)).expect("finish");
    let text = fs::read_to_string(&path).expect("json");
    let mut last = 0;
    for (at, _) in text.match_indices('\n').skip(1) {
        let n = events(&text[..at]).len();
        assert!(n >= last);
        last = n;
    }
}

#[test]
fn killed_and_full_disk_leave_valid_traces() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.json");
    let facts = long_run(2000);
    let mut w = open(Format::Perfetto, &path, &context()).expect("open");
    w.write(&facts).expect("write");
    drop(w);
    let killed = events(&fs::read_to_string(&path).expect("json"));
    assert!(killed.len() > 20_000);
    open_slices(&killed);

    let mut cx = context();
    cx.options.max_bytes = Some(150_000);
    let mut w = open(Format::Perfetto, &path, &cx).expect("open");
    let error = facts.chunks(7).find_map(|c| w.write(c).err());
    assert!(matches!(error, Some(TraceError::Io { path: p, .. }) if p == path));
    let cut = events(&fs::read_to_string(&path).expect("json"));
    assert!(!cut.is_empty() && cut.len() < killed.len());
    open_slices(&cut);
}
