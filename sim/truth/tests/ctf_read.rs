//! The reader of CTF on our own traces, against babeltrace2.

mod common;

use common::{context, long_run, run};
use trueboard_core::time::Tick;
use trueboard_truth::read::ctf::Trace;
use trueboard_truth::{Format, open};

#[test]
fn own_traces_are_read_back() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    let facts = run();
    w.write(&facts).expect("write");
    w.finish(Tick(120)).expect("finish");
    let trace = Trace::open(dir.path()).expect("trace");
    let events: Vec<_> = trace
        .events()
        .collect::<Result<_, _>>()
        .expect("readable events");
    assert_eq!(events.len(), facts.len());
    for (e, f) in events.iter().zip(&facts) {
        assert_eq!(e.cycles(), f.at.0);
    }
    let call = events.iter().find(|e| e.name() == "call").expect("a call");
    let of = |name| call.field(name).and_then(|f| f.unsigned());
    assert_eq!((of("from"), of("to")), (Some(0x4000), Some(0x5000)));
    let cpu = call.packet.context_field("cpu_id").expect("cpu_id");
    assert_eq!(cpu.unsigned(), Some(0));
}

#[test]
fn a_long_run_has_many_packets() {
    let dir = tempfile::tempdir().expect("temp");
    let mut w = open(Format::Ctf, dir.path(), &context()).expect("open");
    let facts = long_run(20_000);
    w.write(&facts).expect("write");
    w.finish(Tick(1)).expect("finish");
    let trace = Trace::open(dir.path()).expect("trace");
    let mut n = 0;
    let mut last = i128::MIN;
    for e in trace.events() {
        let e = e.expect("readable");
        assert!(e.ns() >= last);
        last = e.ns();
        n += 1;
    }
    assert_eq!(n, facts.len());
}
