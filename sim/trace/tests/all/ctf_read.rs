//! The reader of CTF on traces of every tracer that it must take, held against babeltrace2.

use crate::common::babel::both_agree;
use crate::common::traces::{BARECTF, Bytes, SIMPLE, barectf_packet, simple, trace, write};
use crate::common::{context, long_run, run};
use trueboard_core::time::Tick;
use trueboard_trace::read::ctf::{EnvValue, Event, Trace};
use trueboard_trace::{Format, open};

fn events(dir: &std::path::Path) -> Vec<Event> {
    let trace = Trace::open(dir).expect("metadata");
    trace.events().collect::<Result<_, _>>().expect("readable")
}

#[test]
fn own_traces_are_read_back() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    let facts = run();
    w.write(&facts).expect("write");
    w.finish(Tick(120)).expect("finish");
    let events = events(dir.path());
    assert_eq!(events.len(), facts.len());
    for (e, f) in events.iter().zip(&facts) {
        assert_eq!(e.cycles(), f.at.0);
        assert_eq!(e.ns(), i128::from(4 * f.at.0), "250 MHz");
    }
    let call = events.iter().find(|e| e.name() == "call").expect("a call");
    let of = |name| call.field(name).and_then(|f| f.unsigned());
    assert_eq!((of("from"), of("to")), (Some(0x4000), Some(0x5000)));
    let name = call.field("function").and_then(|f| f.text());
    assert_eq!(name.as_deref(), Some("fir \"quoted\""));
    let cpu = call.packet.context_field("cpu_id").expect("cpu_id");
    assert_eq!(cpu.unsigned(), Some(0));
    both_agree(dir.path());
}

#[test]
fn many_packets_of_several_streams_come_in_order_of_time() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    let facts = long_run(6_000);
    w.write(&facts).expect("write");
    w.finish(Tick(1)).expect("finish");
    let events = events(dir.path());
    assert_eq!(events.len(), facts.len());
    assert!(events.windows(2).all(|w| w[0].ns() <= w[1].ns()));
    assert!(events.iter().any(|e| e.packet.number > 1));
    both_agree(dir.path());
}

#[test]
fn barectf_packets_are_read_bit_by_bit() {
    let dir = trace(BARECTF, &barectf_packet());
    let text = both_agree(dir.path());
    let expected = "\
[00000000000000004128] bit_packed_integers: { row = 2, col = 3 }, \
{ uint1 = 1, int1 = -1, uint2 = 2, int3 = -2, uint4 = 3, int5 = -3 }
[00000000000000004144] string_and_float: { row = 2, col = 3 }, \
{ the_string = \"fat\", the_float = 1.5 }
";
    assert_eq!(text, expected);
    let events = events(dir.path());
    assert_eq!(events[0].packet.head_bits, 428);
    assert_eq!((events[0].byte(), events[1].byte()), (53, 74));
    assert_eq!(events[1].end_bit, 832);
}

/// Every kind of type, as in the worked example of section 4.4 of the facts, and more.
const TYPES: &str = r#"/* CTF 1.8 */
typealias integer { size = 8;  align = 8; signed = false; } := unsigned char;
typealias integer { size = 32; align = 8; signed = false; } := u32;
typedef integer { size = 32; align = 8; signed = false; } words[2];
typealias integer { size = 64; align = 8; signed = false; } := u64;
trace { major = 1; minor = 8; byte_order = ORDER; };
env { hostname = "sim-board0"; tracer_major = 1; size = 3; };
clock { name = "c"; uuid = "01112233-4455-6677-8899-aabbccddeeff"; description = "d \"q\"";
  freq = 1000000000; offset_s = 5; offset = 3; absolute = false; };
struct pair { unsigned char a; enum colour : unsigned char { RED, GREEN = 5, BLUE = 6 ... 9 } c; };
stream {
  packet.context := struct { u32 events_discarded; struct pair where; };
  event.header := struct { integer { size = 64; align = 8; map = clock.c.value; } timestamp; };
  event.context := struct { integer { size = 32; align = 8; signed = true; } _tid; };
};
event { name = "all"; context := struct { unsigned char _id; }; fields := struct {
  unsigned char _n; u32 _v[_n];
  enum : unsigned char { IDLE = 0, RUN = 1, WAIT = 2 ... 5, "BOTH x" = 1 } _tag;
  variant <_tag> { unsigned char IDLE; u32 RUN; string WAIT; } _u;
  floating_point { exp_dig = 11; mant_dig = 53; align = 8; } _f;
  integer { size = 3;  align = 1; signed = false; } _b3;
  integer { size = 13; align = 1; signed = true; } _b13;
  integer { size = 8; signed = true; base = hex; } _sh;
  integer { size = 8; signed = true; base = oct; } _so;
  integer { size = 8; signed = true; base = b; } _sb;
  struct { unsigned char _a; struct {} _e; unsigned char _z[0]; } _s;
  integer { size = 8; signed = false; encoding = UTF8; } _txt[6];
  string _esc; unsigned char _m[2][stream.packet.context.where.a];
  struct pair _arr[2]; words _w; integer { size = 16; byte_order = be; } _net;
  struct { integer { size = 4; } x; } align(32) _aligned; u32 _after;
}; };
"#;

#[test]
fn all_types_in_both_byte_orders() {
    for big in [false, true] {
        let b = Bytes { big };
        let mut s = b.u32(0);
        s.extend([2, 6]);
        s.extend(b.u64(1000));
        s.extend(b.u32(!6));
        // The payload is aligned as what is in it.
        s.extend([77, 0xee, 2]);
        s.extend([b.u32(7), b.u32(8)].concat());
        s.push(1);
        s.extend(b.u32(99));
        s.extend(b.u64(1.5f64.to_bits()));
        // 5 in 3 bits and -7 in 13.
        s.extend(if big { [0xbf, 0xf9] } else { [0xcd, 0xff] });
        s.extend([0xfb, 0xfb, 0xfb, 42]);
        s.extend(b"abc\0zz");
        s.extend(b"q\"\n\t\x01\\\xc3\xa9\0");
        s.extend([1, 2, 3, 4, 7, 0, 8, 9]);
        s.extend([b.u32(10), b.u32(11), vec![0x12, 0x34]].concat());
        s.resize(s.len().next_multiple_of(4), 0xee);
        s.push(if big { 0xd0 } else { 0x0d });
        s.extend(b.u32(12));
        let order = if big { "be" } else { "le" };
        let dir = trace(&TYPES.replace("ORDER", order), &s);
        let text = both_agree(dir.path());
        let expected = "[00000000000000001000] sim-board0 all: \
            { where = { a = 2, c = ( \"BLUE\" : container = 6 ) } }, { tid = -7 }, { id = 77 }, \
            { n = 2, v = [ [0] = 7, [1] = 8 ], tag = ( \"RUN\", \"BOTH x\" : container = 1 ), \
            u = { 99 }, f = 1.5, b3 = 5, b13 = -7, sh = 0xFB, so = 0773, sb = 0b11111011, \
            s = { a = 42, e = { }, z = [ ] }, txt = \"abc\", esc = \"q\\\"\\n\\t\\x01\\\\é\", \
            m = [ [0] = [ [0] = 1, [1] = 2 ], [1] = [ [0] = 3, [1] = 4 ] ], \
            arr = [ [0] = { a = 7, c = ( \"RED\" : container = 0 ) }, \
            [1] = { a = 8, c = ( \"BLUE\" : container = 9 ) } ], w = [ [0] = 10, [1] = 11 ], \
            net = 4660, aligned = { x = 13 }, after = 12 }\n";
        assert_eq!(text, expected, "{order}");
        let trace = Trace::open(dir.path()).expect("metadata");
        assert_eq!(trace.metadata.clocks[0].ns(1000), 5_000_001_003);
        let env = ("size".to_owned(), EnvValue::Number(3));
        assert!(trace.metadata.env.contains(&env));
    }
}

/// The event headers of LTTng (facts 4.3), compact and large, and packets with an `id` of their
/// stream.
const LTTNG: &str = r#"/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 16; align = 8; signed = false; } := uint16_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
typealias integer { size = 5; align = 1; signed = false; } := uint5_t;
typealias integer { size = 27; align = 1; signed = false; } := uint27_t;
trace { major = 1; minor = 8; byte_order = ORDER;
  packet.header := struct { uint32_t magic; uint32_t stream_id; }; };
env { hostname = "pc"; domain = "ust"; procname = "app"; vpid = 42; };
clock { name = monotonic; freq = 1000000000; offset = 0; };
typealias integer { size = 27; align = 1; signed = false; map = clock.monotonic.value; }
  := uint27_clock_monotonic_t;
typealias integer { size = 32; align = 8; signed = false; map = clock.monotonic.value; }
  := uint32_clock_monotonic_t;
typealias integer { size = 64; align = 8; signed = false; map = clock.monotonic.value; }
  := uint64_clock_monotonic_t;
struct packet_context { uint64_clock_monotonic_t timestamp_begin;
  uint64_clock_monotonic_t timestamp_end; uint64_t content_size; uint64_t packet_size; };
struct event_header_compact {
  enum : uint5_t { compact = 0 ... 30, extended = 31 } id;
  variant <id> {
    struct { uint27_clock_monotonic_t timestamp; } compact;
    struct { uint32_t id; uint64_clock_monotonic_t timestamp; } extended;
  } v;
} align(8);
struct event_header_large {
  enum : uint16_t { compact = 0 ... 65534, extended = 65535 } id;
  variant <id> {
    struct { uint32_clock_monotonic_t timestamp; } compact;
    struct { uint32_t id; uint64_clock_monotonic_t timestamp; } extended;
  } v;
} align(8);
stream { id = 0; packet.context := struct packet_context;
  event.header := struct event_header_compact; };
stream { id = 1; packet.context := struct packet_context;
  event.header := struct event_header_large; };
event { name = "ust:a"; id = 1; stream_id = 0; loglevel = 6; fields := struct { uint8_t _x; }; };
event { name = "ust:b"; id = 40; stream_id = 0; };
event { name = "ust:c"; id = 300; stream_id = 1; fields := struct { uint8_t _x; }; };
event { name = "ust:d"; id = 70000; stream_id = 1; };
"#;

fn lttng_packet(b: Bytes, stream: u32, begin: u64, end: u64, events: &[u8]) -> Vec<u8> {
    let mut p = [b.u32(0xc1fc_1fc1), b.u32(stream)].concat();
    let bits = 8 * (40 + events.len() as u64);
    for v in [begin, end, bits, bits] {
        p.extend(b.u64(v));
    }
    p.extend(events);
    p
}

#[test]
fn lttng_headers_and_clock_wraps_in_both_byte_orders() {
    for big in [false, true] {
        let b = Bytes { big };
        // 5 and 27 bits in one word.
        let compact = |id: u32, t: u64| {
            let t = t as u32 & 0x07ff_ffff;
            b.u32(if big { id << 27 | t } else { id | t << 5 })
        };
        let first_five = if big { 31 << 3 } else { 31 };
        // The lower 27 bits begin anew twice.
        let begin = 0x5_07ff_fff0u64;
        let (t1, t2, t3, t4) = (
            begin,
            begin + 0x20,
            begin + 0x07ff_ffff,
            begin + 0x1000_0000,
        );
        let mut small = compact(1, t1);
        small.push(11);
        small.extend([compact(1, t2), vec![12], compact(1, t3), vec![13]].concat());
        // The extended one: 5 bits, then to the next byte.
        small.push(first_five);
        small.extend([b.u32(40), b.u64(t4)].concat());
        let large_at = 0x5_ffff_fff0u64;
        let mut large = [b.u16(300), b.u32(large_at as u32), vec![21]].concat();
        large.extend([b.u16(300), b.u32((large_at + 0x20) as u32), vec![22]].concat());
        large.extend([b.u16(65535), b.u32(70000), b.u64(large_at + 0x30)].concat());
        let order = if big { "be" } else { "le" };
        let metadata = LTTNG.replace("ORDER", order);
        let dir = trace(&metadata, &lttng_packet(b, 0, begin, t4, &small));
        let packet = lttng_packet(b, 1, large_at, large_at + 0x30, &large);
        write(dir.path(), "large_0", &packet);
        write(dir.path(), ".hidden", b"not a stream");
        std::fs::create_dir(dir.path().join("index")).expect("mkdir");
        let text = both_agree(dir.path());
        assert!(text.contains("pc:app:(42) ust:a: { x = 11 }"), "{text}");
        let events = events(dir.path());
        let times: Vec<u64> = events.iter().map(Event::cycles).collect();
        let expected = [t1, t2, t3, t4, large_at, large_at + 0x20, large_at + 0x30];
        assert_eq!(times, expected, "{order}");
        assert_eq!((events[3].id(), events[6].id()), (40, 70000));
    }
}

#[test]
fn metadata_in_packets_is_the_same_text() {
    let mut sizes = Vec::new();
    for big in [false, true] {
        let b = Bytes { big };
        let mut file = Vec::new();
        for part in SIMPLE.as_bytes().chunks(300) {
            file.extend(b.u32(0x75d1_1d57));
            file.extend([0; 16]);
            file.extend(b.u32(0));
            file.extend(b.u32(8 * (37 + part.len() as u32)));
            file.extend(b.u32(8 * 512));
            file.extend([0, 0, 0, 1, 8]);
            file.extend(part);
            file.resize(file.len().next_multiple_of(512), 0);
        }
        let dir = trace("", &simple().concat());
        write(dir.path(), "metadata", &file);
        sizes.push(events(dir.path()).len());
    }
    assert_eq!(sizes, [6, 6]);
}

#[test]
fn a_stream_without_clock_keeps_its_order() {
    let metadata = "/* CTF 1.8 */ trace { major = 1; minor = 8; byte_order = le; }; \
        event { name = e; fields := struct { integer { size = 8; } n; }; };";
    let dir = trace(metadata, &[3, 1, 2]);
    let text = both_agree(dir.path());
    assert_eq!(text, "e: { n = 3 }\ne: { n = 1 }\ne: { n = 2 }\n");
    assert!(events(dir.path()).iter().all(|e| e.time.is_none()));
}

#[test]
fn lost_events_are_counted() {
    let dir = trace(SIMPLE, &simple().concat());
    both_agree(dir.path());
    let trace = Trace::open(dir.path()).expect("metadata");
    let mut events = trace.events();
    assert_eq!(events.by_ref().count(), 6);
    assert_eq!(events.discarded(), [2]);
}
