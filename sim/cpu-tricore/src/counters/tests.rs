use super::*;
use crate::meters::METERS;

const ICNT: u32 = CCNT + 4;
const M1CNT: u32 = CCNT + 8;
const M3CNT: u32 = CCNT + 16;

fn write(p: &mut Counters, off: u32, v: u32, b: &CoreBank) {
    p.change(Change::Write(off, v), b);
}

fn bank(of: &[(Meter, u64)]) -> CoreBank {
    let mut b = CoreBank::new(&METERS);
    for &(m, n) in of {
        b.add(true, m, n);
    }
    b
}

#[test]
fn counts_between_start_and_stop_only() {
    let mut p = Counters::new(CoreType::P);
    let at = |n| bank(&[(Meter::Cycles, n), (Meter::Instructions, n / 2)]);
    assert_eq!(p.read(CCNT, &at(100)), 0);
    assert!(!p.stops(CCTRL, CE));
    write(&mut p, CCTRL, CE, &at(100));
    assert_eq!(p.read(CCNT, &at(130)), 30);
    assert!(p.stops(CCTRL, 0));
    write(&mut p, CCTRL, 0, &at(150));
    assert_eq!(p.read(CCNT, &at(900)), 50);
    assert_eq!(p.read(ICNT, &at(900)), 25);
    write(&mut p, CCTRL, CE, &at(1000));
    assert_eq!(p.read(CCNT, &at(1001)), 51);
}

#[test]
fn wraps_at_31_bits_and_keeps_the_overflow_until_written() {
    let mut p = Counters::new(CoreType::P);
    let at = |n| bank(&[(Meter::Cycles, n)]);
    write(&mut p, CCNT, 0x7fff_fffe, &at(0));
    write(&mut p, CCTRL, CE, &at(0));
    assert_eq!(p.read(CCNT, &at(1)), 0x7fff_ffff);
    assert_eq!(p.read(CCNT, &at(2)), 0x8000_0000);
    write(&mut p, CCTRL, 0, &at(5));
    assert_eq!(p.read(CCNT, &at(5)), 0x8000_0003);
    write(&mut p, CCTRL, CE, &at(5));
    assert_eq!(p.read(CCNT, &at(6)), 0x8000_0004);
    write(&mut p, CCNT, 7, &at(6));
    assert_eq!(p.read(CCNT, &at(8)), 9);
}

#[test]
fn selections_by_type_of_core() {
    let b = bank(&[
        (Meter::TotalBranch, 3),
        (Meter::DrbHits, 4),
        (Meter::DataCacheHits, 5),
        (Meter::MultiIssue, 6),
        (Meter::DmemStall, 7),
    ]);
    let none = CoreBank::new(&METERS);
    let read = |t, cctrl, off| {
        let mut p = Counters::new(t);
        write(&mut p, CCTRL, cctrl, &none);
        p.read(off, &b)
    };
    assert_eq!(read(CoreType::P, 0x24a, M1CNT), 5);
    assert_eq!(read(CoreType::E, 0x24a, M1CNT), 4);
    assert_eq!(read(CoreType::P, 0x36e, M1CNT), 3);
    assert_eq!(read(CoreType::P, 0x36e, M3CNT), 7);
    assert_eq!(read(CoreType::P, 0x126, M3CNT), 6);
    assert_eq!(read(CoreType::E, 0x126, M3CNT), 0);
    // Reserved codes count nothing.
    assert_eq!(read(CoreType::P, 4 << 2 | CE, M1CNT), 0);
    // Task mode: no event has started the counters.
    assert_eq!(read(CoreType::P, 0x36f, M1CNT), 0);
}

#[test]
fn task_mode_counts_from_one_event_to_another() {
    let at = |n| bank(&[(Meter::Cycles, n)]);
    let mut p = Counters::new(CoreType::P);
    write(&mut p, CCTRL, CE | CM, &at(0));
    assert!(p.in_task_mode() && !p.would_change(Counting::of(2 << 6)));
    p.change(Change::Task(Counting::of(1 << 6)), &at(10));
    assert_eq!(p.read(CCNT, &at(15)), 5);
    assert!(!p.would_change(Counting::Start) && p.stops(CCTRL, CM));
    p.change(Change::Task(Counting::of(3 << 6)), &at(20));
    assert_eq!(p.read(CCNT, &at(99)), 10);
    // In normal mode events have no say.
    write(&mut p, CCTRL, CE, &at(100));
    assert_eq!(p.read(CCNT, &at(101)), 11);
}

#[test]
fn another_selection_goes_on_from_what_was_shown() {
    let at = |branches, hits| bank(&[(Meter::TotalBranch, branches), (Meter::PcacheHits, hits)]);
    let mut p = Counters::new(CoreType::P);
    write(&mut p, CCTRL, 0x36e, &at(10, 0));
    write(&mut p, CCTRL, 0x126, &at(13, 50));
    assert_eq!(p.read(M1CNT, &at(99, 52)), 5);
}

/// CCTRL.M1 is bits 4:2; codes 4 to 7 are reserved.
#[test]
fn reserved_codes_count_nothing() {
    for (code, counted) in [(0, 9), (4, 0)] {
        let mut p = Counters::new(CoreType::P);
        write(&mut p, CCTRL, CE | code << 2, &bank(&[]));
        let b = bank(&[(Meter::IpDispatchStall, 9)]);
        assert_eq!(p.read(M1CNT, &b), counted, "code {code}");
    }
}

#[test]
fn every_event_is_metered_and_has_a_place_of_its_own() {
    for core_type in [CoreType::P, CoreType::E] {
        let all = events(core_type);
        for (i, event) in all.iter().enumerate() {
            assert!(
                METERS.counted.contains(&event.meter.into()),
                "{}",
                event.name
            );
            let place = |e: &Event| (e.counter, e.code);
            let same = all[..i].iter().find(|e| place(e) == place(event));
            assert!(same.is_none() && event.code < Some(8), "{}", event.name);
        }
    }
}
