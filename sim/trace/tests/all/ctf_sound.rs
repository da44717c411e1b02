//! Whatever is converted: what comes out is a trace that our own check and babeltrace2 take.

use crate::common::babel::babeltrace;
use crate::common::traces::{
    BARECTF, Bytes, SIMPLE, barectf_packet, simple, simple_packet, trace, write,
};
use std::fs;
use std::path::Path;
use trueboard_core::random::Random;
use trueboard_trace::Format;
use trueboard_trace::convert::convert;
use trueboard_trace::read::ctf::{Stamp, Trace, check};

/// What became of a trace: events, and defects that were said, on the way; the events again as text.
fn converted(dir: &Path, out: &Path) -> Option<(u64, Vec<String>)> {
    let trace = Trace::open(dir).ok()?;
    let mut said = Vec::new();
    let mut damaged = |d: trueboard_trace::read::ctf::Defect| said.push(d.to_string());
    let events = convert(&trace, Format::Ctf, out, &|_, _| None, &mut damaged).ok()?;
    Some((events, said))
}

/// Fails unless both readers take all of it; `seen` is how many events it must have.
fn sound(out: &Path, seen: u64, foreign: bool, what: &str) {
    let trace = Trace::open(out).unwrap_or_else(|e| panic!("{what}: {e}"));
    let mut defects = Vec::new();
    let streams = check(&trace, &mut |d| defects.push(d.to_string())).expect("readable");
    assert!(defects.is_empty(), "{what}: {defects:#?}");
    let events: u64 = streams.iter().map(|s| s.events).sum();
    assert_eq!(events, seen, "{what}");
    // A stream without a packet is none to babeltrace2.
    if foreign && seen > 0 {
        println!("{what}");
        if let Some((text, _)) = babeltrace(out, "--clock-cycles") {
            assert_eq!(text.lines().count() as u64, seen, "{what}: {text}");
        }
    }
}

/// Times of 16 bits in events and of 32 in packets, counters of 8, an enumeration, a sequence, a variant and a text.
const NARROW: &str = r#"/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := u8;
typealias integer { size = 16; align = 8; signed = false; } := u16;
typealias integer { size = 32; align = 8; signed = false; } := u32;
trace { major = 1; minor = 8; byte_order = be;
  packet.header := struct { u32 magic; u8 stream_id; }; };
env { hostname = "a b"; n = -3; };
clock { name = c; freq = 3; offset = 5; };
typealias integer { size = 32; align = 8; signed = false; map = clock.c.value; } := wide;
typealias integer { size = 16; align = 8; signed = false; map = clock.c.value; } := narrow;
stream { id = 3;
  packet.context := struct { u16 content_size; u16 packet_size; wide timestamp_begin; wide timestamp_end;
    u8 events_discarded; u8 packet_seq_num; u8 n; };
  event.header := struct { u8 id; narrow timestamp; }; };
stream { id = 4;
  packet.context := struct { u16 content_size; u16 packet_size; wide timestamp_end; u8 events_discarded; };
  event.header := struct { u8 id; }; };
event { name = "all kinds"; id = 0; stream_id = 3; fields := struct {
  enum : u8 { a = 0 ... 4, b = 5, c_d = 200, "e f" = 201 } _kind;
  u8 _len; u16 _many[_len]; variant <_kind> { u8 a; u16 b; string c_d; } _v; string _text; }; };
event { name = bare; id = 1; stream_id = 3; };
event { name = other; id = 7; stream_id = 4; fields := struct { u8 x; }; };
"#;

fn narrow(id: u8, times: (u32, u32), lost: u8, number: u8, events: &[(u16, &[u8])]) -> Vec<u8> {
    let be = Bytes { big: true };
    let mut body = Vec::new();
    for (at, payload) in events {
        match id {
            3 => {
                body.push(u8::from(payload.is_empty()));
                body.extend(be.u16(*at));
            }
            _ => body.push(7),
        }
        body.extend(*payload);
    }
    let head = if id == 3 {
        5 + 4 + 8 + 3
    } else {
        5 + 4 + 4 + 1
    };
    let bits = 8 * (head + body.len()) as u16;
    let mut p = be.u32(0xc1fc_1fc1);
    p.push(id);
    p.extend([be.u16(bits), be.u16(bits + 24)].concat());
    if id == 3 {
        p.extend(be.u32(times.0));
    }
    p.extend(be.u32(times.1));
    p.push(lost);
    if id == 3 {
        p.extend([number, 9]);
    }
    p.extend(body);
    p.extend([0xaa; 3]);
    p
}

/// Kind 5 with two numbers and a text that is no UTF-8; kind 200 with none.
const FIVE: &[u8] = &[5, 2, 0, 1, 0, 2, 0, 8, b'x', 0xff, 0];
const NONE: &[u8] = &[200, 0, b'o', 0xc3, 0, b'y', 0];

fn narrow_packets() -> Vec<Vec<u8>> {
    vec![
        narrow(
            3,
            (0xffff_fff0, 0xffff_fffe),
            250,
            254,
            &[(0xfff1, FIVE), (0xfff8, &[])],
        ),
        narrow(3, (0x10, 0x1_0000), 3, 255, &[(0x20, NONE), (0xff00, &[])]),
        narrow(3, (0x1_0004, 0x1_0004), 3, 0, &[]),
        narrow(3, (0x1_0008, 0x1_0010), 9, 1, &[(9, FIVE)]),
    ]
}

/// As `end-timestamps.py` of the trials: only the end of packets has a time.
const ENDS: &str = r#"/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := u8;
typealias integer { size = 64; align = 8; signed = false; } := u64;
trace { major = 1; minor = 8; byte_order = le; };
clock { name = c; freq = 1000000000; };
stream { packet.context := struct { u64 packet_size; u64 content_size;
  integer { size = 64; align = 8; signed = false; map = clock.c.value; } timestamp_end; };
  event.header := struct { u8 id; }; };
event { id = 0; name = e; fields := struct { u8 x; }; };
"#;

fn ends(all: &[(u64, &[u8])]) -> Vec<Vec<u8>> {
    let le = Bytes { big: false };
    let packet = |(end, values): &(u64, &[u8])| {
        let events: Vec<u8> = values.iter().flat_map(|v| [0, *v]).collect();
        let bits = 8 * (24 + events.len() as u64);
        [le.u64(bits), le.u64(bits), le.u64(*end), events].concat()
    };
    all.iter().map(packet).collect()
}

/// Sound traces, as packets.
fn bases() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let four = narrow(4, (0, 50), 0, 0, &[(0, &[1]), (0, &[2])]);
    let five = narrow(4, (0, 70), 1, 0, &[(0, &[3])]);
    vec![
        (SIMPLE, simple()),
        (BARECTF, vec![barectf_packet(); 2]),
        (NARROW, narrow_packets()),
        (NARROW, vec![four, five]),
        (
            ENDS,
            ends(&[(100, b"a"), (300, b"bc"), (400, b""), (500, b"d")]),
        ),
    ]
}

#[test]
fn sound_traces_stay_sound_and_whole() {
    for (i, (metadata, packets)) in bases().into_iter().enumerate() {
        let dir = trace(metadata, &packets.concat());
        let out = tempfile::tempdir().expect("temp");
        let (events, said) = converted(dir.path(), out.path()).expect("converted");
        // A packet that comes again is one whose time runs back.
        assert_eq!(said.is_empty(), i != 1, "{i}: {said:?}");
        sound(out.path(), events, true, &format!("base {i}"));
    }
}

/// What babeltrace2 2.0.4 prints of these packets: the clock stands where the packet before has left it.
#[test]
fn packets_with_an_end_alone_go_on_from_the_one_before() {
    let dir = trace(
        ENDS,
        &ends(&[(100, b"a"), (300, b"b"), (500, b"cd")]).concat(),
    );
    let out = tempfile::tempdir().expect("temp");
    let (events, said) = converted(dir.path(), out.path()).expect("converted");
    assert_eq!((events, said.len()), (4, 0));
    for place in [dir.path(), out.path()] {
        let text = crate::common::babel::both_agree(place);
        let times: Vec<&str> = text.lines().map(|l| &l[18..21]).collect();
        assert_eq!(times, ["000", "100", "300", "300"], "{text}");
        let _ = crate::common::babel::printed(place, Stamp::Cycles);
    }
}

#[test]
fn a_counter_of_packets_or_of_losses_that_wraps_goes_on() {
    let dir = trace(NARROW, &narrow_packets().concat());
    let trace_before = Trace::open(dir.path()).expect("metadata");
    let before = check(&trace_before, &mut |d| panic!("{d}")).expect("readable");
    let out = tempfile::tempdir().expect("temp");
    converted(dir.path(), out.path()).expect("converted");
    let after = check(&Trace::open(out.path()).expect("open"), &mut |d| {
        panic!("{d}")
    });
    // 250, and from there over 3 to 9 in eight bits.
    assert_eq!(before[0].discarded, 250 + 9 + 6);
    assert_eq!(after.expect("readable"), before);
}

#[test]
fn strings_that_are_not_utf_8_keep_their_bytes() {
    let dir = trace(NARROW, &narrow_packets().concat());
    let out = tempfile::tempdir().expect("temp");
    converted(dir.path(), out.path()).expect("converted");
    let bytes = fs::read(out.path().join("stream")).expect("a stream");
    for text in [&b"x\xff\0"[..], b"o\xc3\0"] {
        assert!(bytes.windows(3).any(|w| w == text), "{text:?}");
    }
    let text = crate::common::babel::printed(out.path(), Stamp::Cycles);
    assert!(text.contains(r#"text = "x\xff""#), "{text}");
}

#[test]
fn packets_of_another_uuid_are_read_and_told_once() {
    let mut packets = simple();
    for p in &mut packets {
        p[4..20].copy_from_slice(&[7; 16]);
    }
    let dir = trace(SIMPLE, &packets.concat());
    let out = tempfile::tempdir().expect("temp");
    let (events, said) = converted(dir.path(), out.path()).expect("converted");
    assert_eq!((events, said.len()), (6, 1), "{said:?}");
    assert!(
        said[0].contains("the UUID is not that of the metadata"),
        "{said:?}"
    );
    if let Some((text, _)) = babeltrace(dir.path(), "--clock-cycles") {
        assert_eq!(text.lines().count(), 6, "{text}");
    }
    sound(out.path(), 6, true, "another UUID");
}

#[test]
fn what_runs_back_is_left_out_and_told() {
    let cases = [
        // An event before the one before it; one before its packet; a packet before the end of the one before.
        (simple_packet((40, 60), 0, 1, &[(50, 1), (45, 0)]), 3, 1),
        (simple_packet((45, 60), 0, 1, &[(40, 1), (50, 1)]), 3, 1),
        (simple_packet((25, 60), 0, 1, &[(26, 1), (50, 1)]), 3, 1),
        // Packets that are missing, and losses that are fewer.
        (simple_packet((40, 60), 0, 3, &[(40, 1), (50, 1)]), 4, 0),
    ];
    for (second, events, defects) in cases {
        let first = simple_packet((10, 30), 5, 0, &[(10, 0), (20, 1)]);
        let dir = trace(SIMPLE, &[first, second].concat());
        let out = tempfile::tempdir().expect("temp");
        let (seen, said) = converted(dir.path(), out.path()).expect("converted");
        assert_eq!((seen, said.len()), (events, defects), "{said:?}");
        sound(out.path(), seen, true, "times that run back");
        for (format, name) in [(Format::Perfetto, "t.json"), (Format::Paraver, "t.prv")] {
            let open = Trace::open(dir.path()).expect("metadata");
            let to = out.path().join(name);
            let done = convert(&open, format, &to, &|_, _| None, &mut |_| ());
            assert!(done.is_ok_and(|n| n <= 4), "{name}");
        }
    }
}

/// Changes something.
fn mutated(r: &mut Random, packets: &mut Vec<Vec<u8>>) {
    let bytes = [0, 1, 2, 3, 4, 5, 7, 8, 0x20, 0x7f, 0x80, 0xc1, 0xfe, 0xff];
    let place = r.index(packets.len());
    match r.index(8) {
        0 => packets.swap(place, 0),
        1 => {
            let again = packets[place].clone();
            packets.insert(place, again);
        }
        2 if packets.len() > 1 => drop(packets.remove(place)),
        3 => {
            let len = r.index(packets[place].len());
            packets[place].truncate(len);
        }
        4 => packets[place].extend([*r.pick(&bytes)].repeat(1 + r.index(9))),
        _ => {
            let at = r.index(packets[place].len());
            let byte = *r.pick(&bytes);
            if let Some(b) = packets[place].get_mut(at) {
                *b = byte;
            }
        }
    }
}

/// Pieces of metadata, and what stands in for them; most of it makes sense.
const OTHER: [(&str, &str); 10] = [
    ("ts timestamp_begin; ", ""),
    ("ts timestamp_end; ", ""),
    ("u32 events_discarded; u32 packet_seq_num;", "u64 both;"),
    ("wide timestamp_begin;", "u32 begin;"),
    ("byte_order = le", "byte_order = be"),
    ("freq = 1000000000", "freq = 1; offset_s = 4; offset = 2"),
    (
        "freq = 3",
        "freq = 3; precision = 9; absolute = true; description = \"a \\\"b\\\" \\n\"",
    ),
    ("name = tick", "name = \"a \\\"tick\\\" %\\\\\""),
    (
        "u8 id; narrow timestamp;",
        "u8 id; narrow timestamp; u8 more;",
    ),
    ("string _text", "u8 _text[3]"),
];

fn mutate_and_convert(seed: u64, foreign: bool) {
    let mut r = Random::new(seed);
    let all = bases();
    let (metadata, packets) = r.pick(&all);
    let (mut metadata, mut packets) = ((*metadata).to_owned(), packets.clone());
    for _ in 0..=r.index(4) {
        mutated(&mut r, &mut packets);
    }
    if r.index(3) == 0 {
        let (of, to) = r.pick(&OTHER);
        metadata = metadata.replace(of, to);
    }
    let dir = trace(&metadata, &packets.concat());
    if r.index(4) == 0 {
        write(dir.path(), "another", &packets.concat());
    }
    let out = tempfile::tempdir().expect("temp");
    if let Some((events, _)) = converted(dir.path(), out.path()) {
        sound(out.path(), events, foreign, &format!("seed {seed}"));
    }
    for (format, name) in [(Format::Perfetto, "t.json"), (Format::Paraver, "t.prv")] {
        let Ok(open) = Trace::open(dir.path()) else {
            return;
        };
        let to = dir.path().join(name);
        let done = convert(&open, format, &to, &|_, _| None, &mut |_| ());
        done.unwrap_or_else(|e| panic!("seed {seed}: {e}"));
    }
    let text = fs::read_to_string(dir.path().join("t.json")).expect("UTF-8");
    let json: Result<Vec<serde_json::Value>, _> = serde_json::from_str(&text);
    json.unwrap_or_else(|e| panic!("seed {seed}: {e}: {text}"));
}

#[test]
fn whatever_is_converted_is_sound() {
    (0..1500).for_each(|seed| mutate_and_convert(seed, false));
}

/// The same by the foreign reader, which takes longer.
#[test]
fn babeltrace_takes_whatever_is_converted() {
    (0..150).for_each(|seed| mutate_and_convert(seed, true));
}
