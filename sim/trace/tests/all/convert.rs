//! Traces converted, and what comes out read again.

use crate::common::babel::{both_agree, printed};
use crate::common::traces::{
    BARECTF, SIMPLE, SIMPLE_HEAD, barectf_packet, simple, simple_packet, trace, write,
};
use crate::common::{context, run};
use std::fs;
use std::path::Path;
use trueboard_core::time::Tick;
use trueboard_trace::convert::convert;
use trueboard_trace::read::ctf::{Stamp, Trace, check};
use trueboard_trace::{Format, open};

fn converted(from: &Path, format: Format, out: &Path) -> u64 {
    let trace = Trace::open(from).expect("metadata");
    convert(&trace, format, out, &|_, _| None, &mut |d| panic!("{d}")).expect("converted")
}

/// A trace of our own: two cores with calls and states, devices, the board.
fn own() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    w.write(&run()).expect("write");
    w.finish(Tick(120)).expect("finish");
    dir
}

#[test]
fn the_plain_form_says_the_same() {
    let out = tempfile::tempdir().expect("temp");
    for (i, dir) in [
        own(),
        trace(BARECTF, &barectf_packet()),
        trace(SIMPLE, &simple().concat()),
    ]
    .iter()
    .enumerate()
    {
        let to = out.path().join(i.to_string());
        converted(dir.path(), Format::Ctf, &to);
        let text = both_agree(&to);
        assert_eq!(text, printed(dir.path(), Stamp::Cycles));
        let first = fs::read(to.join("metadata")).expect("metadata");
        let sound = check(&Trace::open(&to).expect("open"), &mut |d| panic!("{d}"));
        let from = Trace::open(dir.path()).expect("open");
        let before = check(&from, &mut |d| panic!("{d}")).expect("readable");
        assert_eq!(sound.expect("readable"), before);
        // Again, of the plain form: not a byte changes.
        let again = out.path().join(format!("{i} again"));
        converted(&to, Format::Ctf, &again);
        assert_eq!(fs::read(again.join("metadata")).expect("metadata"), first);
        for s in &from.streams {
            let bytes = |dir: &Path| fs::read(dir.join(&s.name)).expect("stream");
            assert_eq!(bytes(&to), bytes(&again));
        }
    }
}

#[test]
fn perfetto_has_slices_states_and_instants() {
    let (dir, out) = (own(), tempfile::tempdir().expect("temp"));
    let file = out.path().join("t.json");
    converted(dir.path(), Format::Perfetto, &file);
    let text = fs::read_to_string(&file).expect("text");
    let events: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
    let count = |ph: &str| events.iter().filter(|e| e["ph"] == ph).count();
    assert_eq!(count("B"), count("E"), "{text}");
    let slice = |name: &str| events.iter().find(|e| e["ph"] == "B" && e["name"] == name);
    assert!(
        slice("RUNNING").is_some() && slice("fir \"quoted\"").is_some(),
        "{text}"
    );
    let write = events
        .iter()
        .find(|e| e["name"] == "reg_write")
        .expect("an instant");
    assert_eq!(
        (&write["ph"], &write["args"]["offset"]),
        (&"i".into(), &"0x80".into())
    );
}

#[test]
fn paraver_has_rows_states_functions_and_fields() {
    let (dir, out) = (own(), tempfile::tempdir().expect("temp"));
    let file = out.path().join("t.prv");
    converted(dir.path(), Format::Paraver, &file);
    let text = fs::read_to_string(&file).expect("text");
    let mut lines = text.lines();
    let head = lines.next().expect("a header");
    let rows = fs::read_to_string(out.path().join("t.row")).expect("rows");
    assert!(
        rows.starts_with("LEVEL CPU SIZE 4\nstream_board\nstream_core_0\n"),
        "{rows}"
    );
    assert!(head.contains("_ns:1(4):1:1(4:1),0"), "{head}");
    let end: u64 = head[31..51].parse().expect("end");
    for line in lines {
        let f: Vec<i64> = line
            .split(':')
            .map(|n| n.parse().expect("number"))
            .collect();
        assert!((1..=4).contains(&f[4]) && f[5] as u64 <= end, "{line}");
        if f[0] == 1 {
            assert!(f[5] <= f[6] && f[6] as u64 <= end, "{line}");
        }
    }
    let labels = fs::read_to_string(out.path().join("t.pcf")).expect("labels");
    for label in [
        "fir \"quoted\"",
        "reg_write: offset",
        "bus_use: source",
        "1    ahb0",
    ] {
        assert!(labels.contains(label), "no {label} in {labels}");
    }
}

#[test]
fn what_cannot_be_written_is_said() {
    let dir = trace(SIMPLE, &simple().concat());
    let open = Trace::open(dir.path()).expect("metadata");
    let refused = |out: &Path| {
        let error =
            convert(&open, Format::Ctf, out, &|_, _| None, &mut |_| ()).expect_err("refused");
        error.to_string()
    };
    assert!(refused(dir.path()).contains("into itself cannot be converted"));
    let out = tempfile::tempdir().expect("temp");
    write(out.path(), "thesis.tex", b"precious");
    assert!(refused(out.path()).contains("thesis.tex"));
}

/// Headers are made anew: a length or tag that was in one gets a field of its own.
#[test]
fn lengths_and_tags_in_headers_are_kept() {
    let tock = "event { name = tock; id = 1; stream_id = 0; ";
    for (fields, own) in [
        ("u8 _many[stream.event.header.id];", "many_length = 1, "),
        (
            "variant <stream.event.header.id> { string none; u8 one; } _many;",
            "many_tag = ",
        ),
    ] {
        let metadata = SIMPLE
            .replace(
                "struct { u8 id; ts timestamp; }",
                "struct { enum : u8 { none = 0, one = 1 } id; ts timestamp; }",
            )
            .replace(tock, &format!("{tock}fields := struct {{ {fields} }}; "));
        // The first byte of the padding, 0x55, is the payload.
        let mut packet = simple_packet((40, 60), 0, 1, &[(40, 1)]);
        let bits = 8 * (SIMPLE_HEAD as u64 + 1 + 8 + 1);
        packet[40..48].copy_from_slice(&bits.to_le_bytes());
        let dir = trace(&metadata, &packet);
        let to = tempfile::tempdir().expect("temp");
        assert_eq!(converted(dir.path(), Format::Ctf, to.path()), 1);
        let value = |text: &str| {
            let at = text.find("many = ").expect("the field");
            text[at..].to_owned()
        };
        let before = printed(dir.path(), Stamp::Cycles);
        assert!(before.contains("85") && !before.contains(own), "{before}");
        let text = both_agree(to.path());
        assert!(text.contains(own), "{text}");
        assert_eq!(value(&text), value(&before));
    }
}
