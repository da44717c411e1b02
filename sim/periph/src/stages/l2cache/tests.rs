//! Policies and registers; the timing is tested with the whole path.

use super::*;
use crate::stages::tests::{L2, MEMORY, Path, SDCTRL};
use trueboard_core::bus::Served;

const CC: u32 = 0x00;
const WAY: u64 = 0x8_0000;

fn hit(p: &mut Path, at: u64, pa: u64) -> bool {
    p.line(at, pa).served_by == Served::SharedCache
}

fn write(p: &mut Path, at: u64, pa: u64) {
    p.go(MEMORY, (0, at), Op::Write, 4, pa);
}

#[test]
fn as_after_power_on_it_is_off() {
    let cold = L2.split(", preset").next().unwrap().to_string() + ")";
    let mut p = Path::with(&cold, SDCTRL);
    assert_eq!(p.read(1, 0, CC), 0);
    assert_eq!(p.read(1, 0, 0x04), 0x0050_2803);
    assert!(!hit(&mut p, 0, 0) && !hit(&mut p, 100, 0));
    assert_eq!(p.l2(CacheMeter::Accesses), 0);
    // What RTEMS asks for when the loader has been there: 128WF, no DBPF, SPLIT.
    let mut p = Path::new();
    assert_eq!(p.read(1, 0, 0x3C) & 0x32, 0x12);
}

#[test]
fn write_through_allocates_nothing_on_writes() {
    let mut p = Path::new();
    p.write(1, 0, CC, 0x8000_0002);
    write(&mut p, 0, 0x1000);
    assert!(!hit(&mut p, 100, 0x1000));
    write(&mut p, 200, 0x1000);
    assert_eq!(p.own(2, 300, "writes"), 2);
    for i in 1..5 {
        p.line(300 + 100 * i, 0x1000 + WAY * i);
    }
    assert_eq!(p.l2(CacheMeter::WriteBacks), 0);
}

#[test]
fn ranges() {
    let mut p = Path::new();
    // 0x100000-0x13FFFF uncached, 0x140000-0x17FFFF write-through and protected.
    p.write(1, 0, 0x80, 0x0010_FFFD);
    p.write(1, 0, 0x84, 0x0015_FFFF);
    assert!(!hit(&mut p, 0, 0x10_0000) && !hit(&mut p, 100, 0x10_0000));
    assert!(!hit(&mut p, 200, 0x14_0000) && hit(&mut p, 300, 0x14_0000));
    assert!(!hit(&mut p, 400, 0x18_0000) && hit(&mut p, 500, 0x18_0000));
    assert_eq!(p.l2(CacheMeter::Uncached), 2);
    write(&mut p, 600, 0x14_0008);
    assert_eq!(p.read(1, 700, 0x20) >> 20 & 1, 1);
    assert_eq!(p.read(1, 700, 0x24), 0x14_0008);
    // RST clears the status, not the controls.
    p.write(1, 800, 0x20, 0x0000_0F01);
    assert_eq!(p.read(1, 800, 0x20), 0x0000_0F00);
}

#[test]
fn replacement_by_master_and_locked_ways() {
    let mut p = Path::new();
    p.write(1, 0, CC, 0xA000_1000); // by master, way 1 for those beyond
    let go = |p: &mut Path, who, pa| p.go(MEMORY, who, Op::Read, 32, pa).served_by;
    go(&mut p, (0, 0), 0);
    go(&mut p, (1, 100), WAY);
    go(&mut p, (5, 200), 2 * WAY); // throws master 1's line out
    assert_eq!(go(&mut p, (0, 300), 0), Served::SharedCache);
    assert_eq!(go(&mut p, (0, 400), 2 * WAY), Served::SharedCache);
    assert_eq!(go(&mut p, (3, 500), WAY), Served::Memory);
    // Three ways kept: only way 3 is replaced.
    let mut p = Path::new();
    for i in 0..4 {
        p.line(100 * i, WAY * i);
    }
    p.write(1, 400, CC, 0x8000_0300);
    p.line(500, WAY * 4);
    assert!(hit(&mut p, 600, 0) && hit(&mut p, 700, WAY) && hit(&mut p, 800, 2 * WAY));
    assert!(!hit(&mut p, 900, 3 * WAY));
    // All kept: nothing is allocated.
    p.write(1, 1000, CC, 0x8000_0400);
    assert!(!hit(&mut p, 1100, 5 * WAY) && !hit(&mut p, 1200, 5 * WAY));
    write(&mut p, 1300, 5 * WAY);
}

#[test]
fn flush_by_set_and_way() {
    let mut p = Path::new();
    p.line(0, 0x20);
    p.line(100, 0x20 + WAY);
    p.line(200, 0x40);
    // Set 1, way 0: the first line only.
    p.write(1, 300, 0x0C, 1 << 16 | 1);
    assert!(hit(&mut p, 400, 0x20 + WAY) && hit(&mut p, 500, 0x40));
    assert!(!hit(&mut p, 600, 0x20));
    // The whole of way 0: 5 + 16383 cycles.
    p.write(1, 700, 0x0C, 4 | 1);
    assert_eq!(p.read(1, 700 + 16387, 0x0C) & 3, 1);
    assert_eq!(p.read(1, 700 + 16388, 0x0C) & 3, 0);
    assert!(hit(&mut p, 20_000, 0x20 + WAY) && !hit(&mut p, 20_100, 0x40));
}

/// L2CC.LOCK = 2: ways 0 and 1 keep their lines though they are the oldest, and the least recently used of the
/// other two leaves.
#[test]
fn two_locked_ways_keep_their_lines() {
    let mut p = Path::new();
    for i in 0..4 {
        p.line(100 * i, WAY * i);
    }
    p.write(1, 400, CC, 0x8000_0200);
    p.line(500, WAY * 4);
    assert!(hit(&mut p, 600, 0) && hit(&mut p, 700, WAY) && hit(&mut p, 800, 3 * WAY));
    assert!(!hit(&mut p, 900, 2 * WAY));
}

/// L2CMTRR: ADDR 31:18 under MASK 15:2, so bit 15 of the mask compares address bit 31.
#[test]
fn a_range_is_compared_up_to_its_top_bit() {
    let mut p = Path::new();
    p.write(1, 0, 0x80, 0x8000_FFFD);
    assert!(!hit(&mut p, 0, 0) && hit(&mut p, 100, 0));
    assert_eq!(p.l2(CacheMeter::Uncached), 0);
}

/// L2CFMA.FMODE: 1 throws a dirty line away, 2 writes it back and keeps it, 3 does both.
#[test]
fn invalidating_writes_nothing_back() {
    for (mode, written, stays) in [(1, 0, false), (2, 1, true), (3, 1, false)] {
        let mut p = Path::new();
        write(&mut p, 0, 0x1000);
        p.write(1, 200, 0x08, 0x1000 | mode);
        assert_eq!(p.l2(CacheMeter::WriteBacks), written, "mode {mode}");
        assert_eq!(hit(&mut p, 1000, 0x1000), stays, "mode {mode}");
    }
}
