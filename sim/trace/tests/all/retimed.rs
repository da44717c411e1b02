//! Events of several traces as one trace on one clock.

use crate::common::babel::{both_agree, printed};
use crate::common::traces::{BARECTF, SIMPLE, barectf_packet, simple, trace};
use trueboard_trace::read::ctf::{Stamp, Summary, Trace, check};
use trueboard_trace::write::retimed::Retimed;

/// What is printed of each event behind its time.
fn said(text: &str) -> Vec<&str> {
    let behind = |line: &'_ str| line.find("] ").map_or(0, |at| at + 2);
    text.lines().map(|line| &line[behind(line)..]).collect()
}

#[test]
fn events_say_the_same_at_other_times() {
    let dirs = [
        trace(SIMPLE, &simple().concat()),
        trace(BARECTF, &barectf_packet()),
    ];
    let read: Vec<Trace> = dirs
        .iter()
        .map(|d| Trace::open(d.path()).expect("metadata"))
        .collect();
    let named: Vec<(String, &Trace)> = ["one", "two"]
        .map(String::from)
        .into_iter()
        .zip(&read)
        .collect();
    let out = tempfile::tempdir().expect("temp");
    let clock = &read[0].metadata.clocks[0];
    let mut w = Retimed::create(out.path(), clock, &named).expect("open");
    // The second trace comes as a whole behind the first.
    let mut time = 1000;
    for (number, trace) in read.iter().enumerate() {
        for event in trace.events() {
            w.event(number, &event.expect("sound"), time)
                .expect("written");
            time += 7;
        }
    }
    w.finish().expect("written");
    let text = both_agree(out.path());
    let before: Vec<String> = dirs
        .iter()
        .map(|d| printed(d.path(), Stamp::Cycles))
        .collect();
    let expected: Vec<&str> = before.iter().flat_map(|t| said(t)).collect();
    assert!(expected.len() > 6);
    assert_eq!(said(&text), expected);
    // Packets stay, and tell what was lost.
    let sums = |t: &Trace| {
        let all = check(t, &mut |d| panic!("{d}")).expect("readable");
        let one = |s: &Summary| (s.packets, s.events, s.discarded);
        all.iter().map(one).collect::<Vec<_>>()
    };
    let parts: Vec<_> = read.iter().flat_map(sums).collect();
    assert_eq!(sums(&Trace::open(out.path()).expect("metadata")), parts);
}
