//! Paraver traces, held against a golden one and read back by a small parser.

use crate::common::{CORE0, context, fact, long_run, read, run, write};
use std::fs;
use std::path::Path;
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_core::time::Tick;
use trueboard_trace::{Format, TraceError, open};

const GOLDEN: &str = "\
#Paraver (01/01/2000 at 00:00):00000000000000000480_ns:1(2):1:1(2:1),0
1:1:1:1:1:0:00000000000000000360:01
1:2:1:1:2:0:00000000000000000080:02
2:1:1:1:1:40:60000019:1
2:1:1:1:1:48:47000022:1:47000023:4369
2:1:1:1:1:60:47000010:5
2:1:1:1:1:72:47000010:0
1:2:1:1:2:80:00000000000000000380:01
2:1:1:1:1:100:60000019:2
2:2:1:1:2:104:47000011:13
2:2:1:1:2:112:47000011:0
2:1:1:1:1:120:47000020:2:47000021:700
2:2:1:1:2:120:72000017:700
2:1:1:1:1:160:60000019:0
2:0:1:1:1:200:47000012:111
2:0:1:1:1:204:47000012:107
2:0:1:1:1:208:47000012:13
2:0:1:1:1:212:47000012:10
2:0:1:1:1:240:47010000:1
2:0:1:1:1:280:47001000:62500
2:0:1:1:1:280:47000004:944500
2:0:1:1:1:280:47000003:-1500
2:1:1:1:1:300:47000020:2:47000021:1000
2:2:1:1:2:300:72000017:300
2:1:1:1:1:320:60000019:0
1:1:1:1:1:360:00000000000000000480:00
1:2:1:1:2:380:00000000000000000480:32
";

/// Checks header, order, ends and that states tile from 0 to the end; answers the end.
fn check(path: &Path) -> u64 {
    let text = fs::read_to_string(path).expect("prv");
    assert!(text.ends_with('\n'), "torn line");
    let (header, body) = text.split_once('\n').expect("header");
    let end: u64 = header
        .strip_prefix("#Paraver (01/01/2000 at 00:00):")
        .and_then(|h| h.split_once("_ns:1(2):1:1(2:1),0"))
        .and_then(|(n, rest)| rest.is_empty().then(|| n.parse().expect("number")))
        .expect("header");
    let (mut last, mut until) = (0, [0u64; 2]);
    for line in body.lines() {
        let n: Vec<i64> = line.split(':').map(|n| n.parse().expect(line)).collect();
        let begin = n[5] as u64;
        assert!(last <= begin && begin <= end, "{line}");
        last = begin;
        match n[0] {
            1 => {
                assert_eq!(n.len(), 8);
                let row = &mut until[n[4] as usize - 1];
                assert_eq!(*row, begin, "states do not tile: {line}");
                *row = n[6] as u64;
            }
            2 => assert!(n.len() >= 8 && n.len().is_multiple_of(2), "{line}"),
            _ => panic!("{line}"),
        }
    }
    assert_eq!(until, [end, end], "open states end with the trace");
    end
}

#[test]
fn the_golden_trace() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.prv");
    let mut w = open(Format::Paraver, &path, &context()).expect("open");
    w.write(&run()).expect("write");
    w.finish(Tick(120)).expect("finish");
    assert_eq!(fs::read_to_string(&path).expect("prv"), GOLDEN);
    assert_eq!(check(&path), 480);

    let pcf = fs::read_to_string(dir.path().join("t.pcf")).expect("pcf");
    for line in [
        "0    60000019    User function\nVALUES\n0    End\n1    fir \"quoted\"\n2    leaf\n",
        "5    trap 0x05 window_overflow",
        "7    72000017    L4STAT 0x11 instructions",
        "1    l4stat0 Cctrl[0]\n2    l4stat0 Cval[0]",
        "6    47001000    ahb0 use [ppm]",
        "6    47010000    uart0 line 2",
        "32    Error mode",
    ] {
        assert!(pcf.contains(line), "no `{line}` in\n{pcf}");
    }
    let row = fs::read_to_string(dir.path().join("t.row")).expect("row");
    assert_eq!(
        row,
        "LEVEL CPU SIZE 2\ncpu0.demo\ncpu1.demo\n\nLEVEL NODE SIZE 1\ndemo\n\nLEVEL THREAD SIZE 2\ncpu0\ncpu1\n"
    );
}

#[test]
fn counters_are_shown_as_gains_since_the_last_read_clear_or_preset() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.prv");
    let mut w = open(Format::Paraver, &path, &context()).expect("open");
    w.write(&[
        write(1, 0x80, 0x3390), // loads of core 0, clear on read
        write(2, 0x00, 5),
        read(3, 0x00, 15),
        read(4, 0x00, 7),
        write(5, 0x80, 0), // disabled: what it holds is still loads
        read(6, 0x00, 3),
    ])
    .expect("write");
    w.finish(Tick(9)).expect("finish");
    let text = fs::read_to_string(&path).expect("prv");
    let gains: Vec<&str> = text
        .lines()
        .filter_map(|l| l.split_once(":72000057:").map(|(_, v)| v))
        .collect();
    assert_eq!(gains, ["10", "7", "3"]);
}

#[test]
fn a_state_that_lasts_no_time_is_replaced() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.prv");
    let mut w = open(Format::Paraver, &path, &context()).expect("open");
    let state = |at, s| fact(at, CORE0, FactKind::State(s));
    w.write(&[state(5, CoreState::Running), state(5, CoreState::Idle)])
        .expect("write");
    w.finish(Tick(9)).expect("finish");
    let text = fs::read_to_string(&path).expect("prv");
    assert_eq!(text.lines().filter(|l| l.starts_with("1:1:")).count(), 2);
    assert!(text.contains("1:1:1:1:1:20:00000000000000000036:00"));
    check(&path);
}

#[test]
fn killed_and_full_disk_leave_valid_traces() {
    let dir = tempfile::tempdir().expect("temp");
    let path = dir.path().join("t.prv");
    let facts = long_run(3000);
    let mut w = open(Format::Paraver, &path, &context()).expect("open");
    w.write(&facts).expect("write");
    drop(w);
    assert!(check(&path) > 1_000_000, "most of 1.2 ms is there");

    let mut cx = context();
    cx.options.max_bytes = Some(300_000);
    let mut w = open(Format::Paraver, &path, &cx).expect("open");
    let error = facts.chunks(7).find_map(|c| w.write(c).err());
    assert!(matches!(error, Some(TraceError::Io { path: p, .. }) if p == path));
    assert!(matches!(w.finish(Tick(0)), Err(TraceError::Stopped)));
    let end = check(&path);
    assert!(end > 0 && end < 1_000_000);
    assert!(dir.path().join("t.pcf").exists());
}

#[cfg(unix)]
#[test]
fn a_device_that_is_always_full_is_named() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let dir = tempfile::tempdir().expect("temp");
    let link = dir.path().join("t.prv");
    std::os::unix::fs::symlink("/dev/full", &link).expect("link");
    let error = open(Format::Paraver, &link, &context())
        .err()
        .expect("full");
    assert!(error.to_string().contains("t.prv"), "{error}");
}
