//! Traces in the Common Trace Format: any stream, then a zero, then any metadata. Refused with a place; or every event
//! is read or its packet reported as damaged, and the events are written and read again.

use crate::Target;
use conformance::random::Random;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::time::Tick;
use trueboard_trace::convert::{ConvertError, convert};
use trueboard_trace::read::ctf::{
    Defect, Metadata, PacketCheck, Printer, Stamp, Trace, TraceError, check,
};
use trueboard_trace::{Format, TraceContext, open};

pub const TARGET: Target = Target {
    name: "ctf",
    run,
    seeds,
    words: &[
        "struct {",
        "variant <",
        "enum : ",
        "integer {",
        "size = ",
        "align = ",
        "};",
        "[",
        "]",
        "typealias ",
        ":=",
        "signed = true;",
        "byte_order = be;",
        "map = clock.c.value;",
        "id",
        "timestamp",
        "content_size",
        "packet_size",
        "64",
        "string",
        "\0",
        "uint8_t",
        "...",
        "\u{c1}\u{1f}",
    ],
    longest: 8192,
    mutations: 1500,
};

fn run(data: &[u8]) {
    let Some(at) = data.iter().rposition(|&b| b == 0) else {
        return;
    };
    let (stream, metadata) = data.split_at(at);
    let metadata = metadata.get(1..).unwrap_or_default();
    let place = Path::new("metadata");
    let metadata_read = match Metadata::from_file(metadata, place) {
        Ok(m) => Arc::new(m),
        Err(e @ TraceError::Metadata { .. }) => {
            let text = e.to_string();
            assert!(
                text.starts_with("metadata:") && text.contains("; "),
                "{text}"
            );
            return;
        }
        Err(e) => panic!("{e}"),
    };
    // As a host would hand it over: any pieces.
    let mut live = PacketCheck::new(metadata_read, "live");
    for piece in stream.chunks(256) {
        let _ = live.packet(piece);
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let from = dir.path().join("from");
    fs::create_dir(&from).expect("a directory");
    fs::write(from.join("metadata"), metadata).expect("written");
    fs::write(from.join("stream"), stream).expect("written");
    let trace = Trace::open(&from).expect("it was read before");
    let events = read(&trace, stream.len() as u64);
    for format in Format::all() {
        let out = format.default_path(&dir.path().join(format.name()));
        let folder = out.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder");
        // Events that readers would refuse are left out and reported, singly or by packet.
        let (mut left, mut packets) = (0, 0);
        let mut told = |d: Defect| match (d.remedy.starts_with("it is left out"), d.event) {
            (true, Some(_)) => left += 1,
            (true, None) => packets += 1,
            (false, _) => {}
        };
        let taken = match convert(&trace, format, &out, &|_, _| None, &mut told) {
            Ok(taken) => taken,
            Err(ConvertError::Unsupported { .. }) => continue,
            Err(e) => panic!("{format}: {e}"),
        };
        let whole = taken + left == events || packets > 0 && taken + left < events;
        assert!(whole, "{format}: {taken} and {left} of {events}");
        match format {
            Format::Ctf => {
                let again = Trace::open(&out).expect("its own output");
                let streams = check(&again, &mut |d| panic!("{d}")).expect("readable");
                assert_eq!(streams.iter().map(|s| s.events).sum::<u64>(), taken);
            }
            Format::Perfetto => {
                let text = fs::read_to_string(out).expect("a text");
                let value: serde_json::Result<Vec<serde_json::Value>> = serde_json::from_str(&text);
                value.unwrap_or_else(|e| panic!("{e}: {text}"));
            }
            Format::Paraver => (),
            Format::Vcd => crate::traces::sound_vcd(&out),
        }
    }
}

/// Reads a trace with a stream of `len` bytes; returns its number of events.
fn read(trace: &Trace, len: u64) -> u64 {
    let printer = Printer::new(&trace.metadata, Stamp::Seconds);
    let mut text = String::new();
    let mut events = 0;
    for event in trace.events() {
        match event {
            Ok(event) => {
                events += 1;
                assert!(event.byte() <= len);
                text.clear();
                printer.event(&mut text, &event);
                serde_json::to_string(&event).expect("JSON");
            }
            Err(TraceError::Stream(d)) => assert!(d.byte <= len, "{d}"),
            Err(e) => panic!("{e}"),
        }
    }
    assert!(events <= 8 * len, "an event has bits");
    let streams = check(trace, &mut |_| ()).expect("readable");
    assert_eq!(streams.iter().map(|s| s.events).sum::<u64>(), events);
    events
}

/// Metadata and a stream of our own, and some by hand.
fn seeds() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    let dir = tempfile::tempdir().expect("a temporary directory");
    let cx = TraceContext::bare("demo", 250_000_000, 1);
    let mut w = open(Format::Ctf, dir.path(), &cx).expect("it can be created");
    let facts: Vec<Fact> = (0..20)
        .map(|i| Fact {
            at: Tick(10 * i),
            source: Source::Core(0),
            kind: if i % 2 == 0 {
                FactKind::Call { from: i, to: 64 }
            } else {
                FactKind::Return { from: 64, to: i }
            },
        })
        .collect();
    w.write(&facts).expect("written");
    w.finish(Tick(300)).expect("written");
    let file = |name: &str| fs::read(dir.path().join(name)).expect("a file");
    let with = |metadata: &[u8], stream: &[u8]| [stream, b"\0", metadata].concat();
    let own = (file("metadata"), file("stream_core_0"));
    all.push(with(&own.0, &own.1));
    all.push(with(&own.0, &own.1.repeat(3)));
    let mut r = Random::new(1);
    for text in BY_HAND {
        // Small numbers, so that lengths are short.
        let stream: Vec<u8> = r.bytes(300).iter().map(|b| b & 3).collect();
        all.push(with(text.as_bytes(), &stream));
    }
    all
}

const BY_HAND: &[&str] = &[
    "trace { byte_order = be; }; event { name = e; fields := struct { integer { size = 8; } n; \
     string s[n]; integer { size = 3; } v[2][n]; }; };",
    "trace { byte_order = le; }; typealias integer { size = 8; } := u8; stream { \
     packet.context := struct { u8 content_size; u8 packet_size; u8 events_discarded; \
     u8 packet_seq_num; u8 timestamp_begin; u8 timestamp_end; }; event.header := struct { \
     enum : integer { size = 5; } { a = 0 ... 15, b } id; variant <id> { struct { \
     integer { size = 3; } timestamp; } a; struct { u8 id; u8 timestamp; } b; } v; }; }; \
     event { name = x_entry; id = 1; }; event { name = x_exit; id = 2; fields := struct { \
     enum : u8 { R = 1, S = 200 } state; }; };",
    "trace { byte_order = le; packet.header := struct { integer { size = 32; } magic; }; }; \
     event { name = e; fields := struct { struct {} a[1000]; floating_point { exp_dig = 8; \
     mant_dig = 24; } f; integer { size = 8; encoding = UTF8; } t[4]; }; };",
];
