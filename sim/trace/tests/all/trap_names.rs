//! Names of trap types on a board with cores of two kinds: each core's are those of its own kind, in every format.

use crate::common::{CORE0, CORE1, context, fact};
use std::fs;
use trueboard_core::fact::FactKind;
use trueboard_core::time::Tick;
use trueboard_trace::{Format, TraceContext, open};

/// Core 0 calls trap 5 "window_overflow", core 1 "alignment"; both call trap 6 "other".
fn of_two_kinds() -> TraceContext {
    TraceContext {
        trap_names: vec![
            |tt| if tt == 5 { "window_overflow" } else { "other" },
            |tt| if tt == 5 { "alignment" } else { "other" },
        ],
        ..context()
    }
}

fn traced(format: Format, path: &std::path::Path) {
    let trap = |tt| FactKind::Trap {
        tt,
        pc: 0x5004,
        to: 0x50,
    };
    let mut w = open(format, path, &of_two_kinds()).expect("open");
    let back = FactKind::TrapReturn { to: 0x5004 };
    let facts = [
        fact(10, CORE0, trap(5)),
        fact(12, CORE0, back),
        fact(20, CORE1, trap(5)),
        fact(22, CORE1, back),
        fact(30, CORE1, trap(6)),
        fact(32, CORE1, back),
        fact(40, CORE0, trap(6)),
    ];
    w.write(&facts).expect("write");
    w.finish(Tick(60)).expect("finish");
}

#[test]
fn paraver_has_a_value_for_each_name() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.prv");
    traced(Format::Paraver, &path);
    let text = fs::read_to_string(&path).expect("prv");
    for record in [
        "2:1:1:1:1:40:47000010:5",
        "2:2:1:1:2:80:47000010:65541",
        "2:2:1:1:2:120:47000010:6",
        "2:1:1:1:1:160:47000010:6",
    ] {
        assert!(text.lines().any(|l| l == record), "{record}: {text}");
    }
    let labels = fs::read_to_string(path.with_extension("pcf")).expect("pcf");
    for label in [
        "5    trap 0x05 window_overflow",
        "6    trap 0x06 other",
        "65541    trap 0x05 alignment",
    ] {
        assert!(labels.lines().any(|l| l == label), "{label}: {labels}");
    }
}

#[test]
fn perfetto_names_the_slices_of_each_core() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.json");
    traced(Format::Perfetto, &path);
    let text = fs::read_to_string(&path).expect("json");
    let times = |name: &str| text.matches(&format!("\"name\":\"{name}\"")).count();
    assert_eq!(times("trap 0x05 window_overflow"), 1, "{text}");
    assert_eq!(times("trap 0x05 alignment"), 1, "{text}");
    assert_eq!(times("trap 0x06 other"), 2, "{text}");
}

#[test]
fn ctf_names_the_traps_of_each_core() {
    let dir = tempfile::tempdir().expect("temp");
    traced(Format::Ctf, dir.path());
    let stream = |core: u8| {
        let bytes = fs::read(dir.path().join(format!("stream_core_{core}"))).expect("a stream");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    assert!(stream(0).contains("window_overflow") && !stream(0).contains("alignment"));
    assert!(stream(1).contains("alignment") && !stream(1).contains("window_overflow"));
}
