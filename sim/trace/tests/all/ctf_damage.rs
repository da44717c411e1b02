//! Damaged traces: what is said, and what is still read.

use crate::common::traces::{
    SIMPLE, SIMPLE_HEAD, barectf_packet, simple, simple_packet, trace, write,
};
use std::sync::Arc;
use tempfile::TempDir;
use trueboard_trace::read::ctf::{Metadata, PacketCheck, Trace, TraceError, check};

/// Events that can be read, and what is said of the rest, without the name of the directory.
fn read(dir: &TempDir) -> (usize, Vec<String>) {
    let trace = Trace::open(dir.path()).expect("metadata");
    let (mut events, mut errors) = (0, Vec::new());
    for e in trace.events() {
        match e {
            Ok(_) => events += 1,
            Err(e @ TraceError::Stream(_)) => errors.push(plain(&e.to_string(), dir)),
            Err(e) => panic!("{e}"),
        }
    }
    (events, errors)
}

fn plain(text: &str, dir: &TempDir) -> String {
    text.replace(&format!("{}/", dir.path().display()), "")
}

/// What `check` says.
fn checked(dir: &TempDir) -> Vec<String> {
    let trace = Trace::open(dir.path()).expect("metadata");
    let mut all = Vec::new();
    let streams = check(&trace, &mut |d| all.push(plain(&d.to_string(), dir))).expect("readable");
    let counted: u64 = streams.iter().map(|s| s.defects).sum();
    assert_eq!(counted, all.len() as u64);
    all
}

#[test]
fn a_sound_trace_has_no_defect() {
    let dir = trace(SIMPLE, &simple().concat());
    assert_eq!(read(&dir), (6, vec![]));
    assert_eq!(checked(&dir), Vec::<String>::new());
    let trace = Trace::open(dir.path()).expect("metadata");
    let s = &check(&trace, &mut |_| ()).expect("readable")[0];
    assert_eq!((s.packets, s.events, s.discarded), (3, 6, 2));
    assert_eq!((s.first_ns, s.last_ns), (Some(10), Some(80)));
}

#[test]
fn a_torn_packet_loses_only_what_is_missing() {
    let whole = simple().concat();
    let last = whole.len() - simple()[2].len();
    // Within the text of the only event of the last packet.
    let dir = trace(SIMPLE, &whole[..last + SIMPLE_HEAD + 14]);
    let (events, errors) = read(&dir);
    assert_eq!(events, 5);
    let torn = format!(
        "stream: packet 2, event 0 `tick`, byte {0} ({0:#x}): the packet is torn: it says that it \
         has 96 bytes, but there are 78; what copied the packet stopped too early, or packet_size \
         was overwritten",
        last + 78
    );
    assert_eq!(errors, [torn]);
    // Within the header, and of the padding only.
    for (left, events) in [(30, 5), (95, 6)] {
        write(dir.path(), "stream", &whole[..last + left]);
        let (seen, errors) = read(&dir);
        assert_eq!((seen, errors.len()), (events, 1), "{left}: {errors:?}");
        assert!(errors[0].starts_with("stream: packet 2"), "{errors:?}");
    }
}

#[test]
fn an_overwritten_packet_loses_only_itself() {
    let [a, b, c] = &simple()[..] else {
        panic!("three packets")
    };
    let second = a.len();
    // What is overwritten, with what, events left, and the begin of what is said.
    let cases: [(usize, &[u8], usize, &str); 6] = [
        (
            0,
            &[0xee; 4],
            3,
            "stream: packet 1, byte 105 (0x69): the magic number is 0xeeeeeeee",
        ),
        (
            // It is read all the same.
            4,
            &[0xee; 4],
            6,
            "stream: packet 1, byte 105 (0x69): the UUID is not that of",
        ),
        (
            20,
            &[9],
            3,
            "stream: packet 1, byte 105 (0x69): the metadata has no stream 9",
        ),
        (
            40,
            &[0xff; 8],
            3,
            "stream: packet 1, byte 105 (0x69): content_size is 18446744073709551615 bits, more than packet_size",
        ),
        (
            SIMPLE_HEAD,
            &[7],
            3,
            "stream: packet 1, event 0, byte 169 (0xa9): stream 0 has no event 7",
        ),
        (
            SIMPLE_HEAD + 9,
            &[2],
            4,
            "stream: packet 1, event 1, byte 178 (0xb2): stream 0 has no event 2",
        ),
    ];
    assert_eq!(second, 105);
    for (at, bytes, events, said) in cases {
        let mut broken = b.clone();
        broken[at..at + bytes.len()].copy_from_slice(bytes);
        let dir = trace(SIMPLE, &[a.clone(), broken, c.clone()].concat());
        let (seen, errors) = read(&dir);
        assert_eq!((seen, errors.len()), (events, 1), "{at}: {errors:?}");
        assert!(errors[0].starts_with(said), "{errors:?}");
        // The number that is missing with the packet is no second defect.
        assert_eq!(checked(&dir), errors);
    }
}

#[test]
fn a_size_that_was_overwritten_does_not_hide_what_follows() {
    let mut packets = simple();
    packets[1][48..56].copy_from_slice(&(8 * 1_000_000u64).to_le_bytes());
    let dir = trace(SIMPLE, &packets.concat());
    let (events, errors) = read(&dir);
    assert_eq!((events, errors.len()), (6, 1), "{errors:?}");
    assert!(errors[0].contains("torn: it says that it has 1000000 bytes, but there are 114"));
    // No size at all.
    packets[1][48..56].copy_from_slice(&[0; 8]);
    write(dir.path(), "stream", &packets.concat());
    let (events, errors) = read(&dir);
    assert_eq!((events, errors.len()), (3, 1), "{errors:?}");
}

#[test]
fn the_order_of_times_and_the_counters_are_checked() {
    let with = |second: Vec<u8>| {
        let first = simple_packet((10, 30), 5, 0, &[(10, 0), (20, 1)]);
        checked(&trace(SIMPLE, &[first, second].concat()))
    };
    let two = [(40, 1), (50, 1)];
    assert_eq!(
        with(simple_packet((40, 60), 5, 1, &two)),
        Vec::<String>::new()
    );
    let cases = [
        (
            simple_packet((40, 60), 5, 1, &[(50, 1), (45, 0)]),
            "stream: packet 1, event 1 `tick`, byte 178 (0xb2): its time 45 is before 50, that of \
             the event before; mend the tracer or its clock",
        ),
        (
            simple_packet((45, 60), 5, 1, &two),
            "stream: packet 1, event 0 `tock`, byte 169 (0xa9): its time 40 is before \
             timestamp_begin 45 of its packet; mend the tracer or its clock",
        ),
        (
            simple_packet((40, 49), 5, 1, &two),
            "stream: packet 1, event 1 `tock`, byte 178 (0xb2): its time 50 is after \
             timestamp_end 49 of its packet; mend the tracer or its clock",
        ),
        (
            simple_packet((25, 60), 5, 1, &two),
            "stream: packet 1, byte 105 (0x69): timestamp_begin 25 is before the end 30 of the \
             packet before; packets were lost, repeated or mixed up when they were copied",
        ),
        (
            simple_packet((40, 60), 5, 3, &two),
            "stream: packet 1, byte 105 (0x69): packet_seq_num is 3, expected 1; packets were \
             lost, repeated or mixed up when they were copied",
        ),
        (
            simple_packet((40, 60), 4, 1, &two),
            "stream: packet 1, byte 105 (0x69): events_discarded fell from 5 to 4; packets were \
             lost, repeated or mixed up when they were copied",
        ),
    ];
    for (second, said) in cases {
        assert_eq!(with(second), [said]);
    }
    let reversed = with(simple_packet((60, 40), 5, 1, &[]));
    assert_eq!(reversed.len(), 1);
    assert!(reversed[0].contains("timestamp_end 40 is before timestamp_begin 60"));
}

#[test]
fn packets_are_checked_as_they_come() {
    let metadata = Metadata::from_file(SIMPLE.as_bytes(), "metadata".as_ref()).expect("sound");
    let metadata = Arc::new(metadata);
    let mut live = PacketCheck::new(Arc::clone(&metadata), "core 0");
    let packets = simple();
    assert_eq!(live.packet(&packets[0]), Ok(2));
    let mut bad = packets[1].clone();
    bad[SIMPLE_HEAD + 9] = 200;
    let defect = live.packet(&bad).expect_err("no such event");
    assert_eq!(
        defect.to_string(),
        "core 0: packet 1, event 1, byte 178 (0xb2): stream 0 has no event 200; the packet is \
         damaged, or not of this metadata"
    );
    assert_eq!(live.packet(&packets[2]), Ok(1));
    let s = live.summary();
    assert_eq!((s.packets, s.events, s.discarded, s.defects), (3, 4, 2, 1));
    // The same packet again, and one that is not whole.
    let again = live.packet(&packets[2]).expect_err("repeated");
    assert!(
        again
            .cause
            .contains("timestamp_begin 70 is before the end 90"),
        "{again}"
    );
    let mut torn = PacketCheck::new(Arc::clone(&metadata), "core 1");
    let short = torn.packet(&packets[0][..100]).expect_err("torn");
    assert!(
        short.cause.contains("packet_size is 105 bytes, but 100"),
        "{short}"
    );
    let empty = torn.packet(&[]).expect_err("empty");
    assert_eq!((empty.packet, empty.byte), (1, 100), "{empty}");
}

#[test]
fn packets_of_another_tracer_are_told_from_the_metadata() {
    let dir = trace(SIMPLE, &barectf_packet());
    let (events, errors) = read(&dir);
    assert_eq!(events, 0);
    let said = "stream: packet 0, event 0, byte 64 (0x40): stream 0 has no event 32";
    assert!(errors[0].starts_with(said), "{errors:?}");
}

#[test]
fn what_is_no_trace_is_said() {
    let dir = tempfile::tempdir().expect("temp");
    let error = Trace::open(dir.path())
        .expect_err("no metadata")
        .to_string();
    assert!(
        error.contains("is no CTF trace: there is no file `metadata`"),
        "{error}"
    );
    let error = Trace::open(&dir.path().join("none")).expect_err("no directory");
    assert!(matches!(error, TraceError::Io { .. }), "{error}");
}
