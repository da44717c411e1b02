//! Commands in SDRAM cycles (5 ticks): activate 0, read 2, first word captured at 5.

use crate::stages::tests::{SDCTRL, stage};
use trueboard_core::bus::{Below, Op, Stage, Txn};
use trueboard_core::meter::Meters;
use trueboard_core::time::Tick;

/// Synchronisation is left out, so that times are those of the commands.
fn controller(sdcfg1: &str, more: &str) -> Box<dyn Stage> {
    let params = SDCTRL
        .replace("sync_cycles: 2", "sync_cycles: 0")
        .replace("0xA340830C", sdcfg1)
        .replace("open_page: false", more);
    stage("sdctrl", &params, 5).unwrap()
}

fn closed(sdcfg1: &str) -> Box<dyn Stage> {
    controller(sdcfg1, "open_page: false")
}

/// (command, first beat, last word) in cycles.
fn go(s: &mut Box<dyn Stage>, at: u64, op: Op, bytes: u16, pa: u64) -> (u64, u64, u64) {
    let t = Txn {
        master: 0,
        at: Tick(5 * at),
        pa,
        bytes,
        op,
        line: bytes == 32,
        uncached: false,
        pc: 0,
    };
    let below = &mut Below::new(&mut [], &[]);
    let x = s.access(&t, t.at, below, &mut Meters::default());
    (x.granted.0 / 5, x.first.0 / 5, x.done.0 / 5)
}

fn meter(s: &mut Box<dyn Stage>, at: u64, name: &str) -> u64 {
    s.settle(Tick(5 * at), &mut Meters::default());
    let all = s.device_ref().meters();
    all.iter().find(|m| m.0 == name).unwrap().1
}

#[test]
fn a_line_every_ten_cycles() {
    let mut s = closed("0xA340830C");
    // Words at 5, 6 (128 bit), 7, 8; precharge at 8, tRP 2.
    assert_eq!(go(&mut s, 0, Op::Read, 32, 0), (0, 6, 8));
    assert_eq!(go(&mut s, 0, Op::Read, 32, 32), (10, 16, 18));
    // Write: words at 2-6, two cycles of recovery, tRP 2.
    assert_eq!(go(&mut s, 0, Op::Write, 32, 0), (20, 26, 26));
    assert_eq!(go(&mut s, 0, Op::Read, 8, 0), (30, 35, 35));
    // One word: the precharge waits for tRAS 5, the next activate for tRC 8.
    assert_eq!(go(&mut s, 0, Op::Read, 8, 0).0, 38);
    assert_eq!(meter(&mut s, 50, "activates"), 5);
    assert_eq!(meter(&mut s, 50, "wait_cycles"), 10 + 20 + 30 + 38);
    assert_eq!(meter(&mut s, 50, "busy_cycles"), 10 + 10 + 10 + 8 + 8);
}

#[test]
fn slower_chips_and_narrow_data() {
    // TC: RAS-to-CAS 3 and CL 3. First beat at 3 + 3 + 2, line at 10.
    assert_eq!(
        go(&mut closed("0xA740830C"), 0, Op::Read, 32, 0),
        (0, 8, 10)
    );
    // TRP: one cycle later each.
    let mut s = closed("0xE340830C");
    go(&mut s, 0, Op::Read, 32, 0);
    assert_eq!(go(&mut s, 0, Op::Read, 32, 0).0, 11);
    // 32 bit: 16 bytes are four words, a line eight.
    assert_eq!(
        go(&mut closed("0xA340030C"), 0, Op::Read, 32, 0),
        (0, 8, 12)
    );
    // 2T: one cycle before the activate.
    let mut s = controller("0xA340830C), (0x04, 0x8000", "open_page: false");
    assert_eq!(go(&mut s, 0, Op::Read, 32, 0), (0, 7, 9));
    // Check bits: half a word is read (captured at 5, bus turned at 6), merged and written.
    let mut s = controller("0xA340830C), (0x20, 0x1001", "open_page: false");
    assert_eq!(go(&mut s, 0, Op::Write, 4, 0), (0, 7, 7));
    assert_eq!(go(&mut closed("0xA340830C"), 0, Op::Write, 4, 0), (0, 3, 3));
}

#[test]
fn refresh_collisions() {
    // Every 781 cycles, 7 long.
    let mut s = closed("0xA340830C");
    assert_eq!(go(&mut s, 779, Op::Read, 32, 0).0, 779);
    // Busy until 789, refresh 789-796.
    assert_eq!(go(&mut s, 785, Op::Read, 32, 0).0, 796);
    assert_eq!(meter(&mut s, 800, "refresh_wait_cycles"), 7);
    // Alone: refresh 1562-1569.
    assert_eq!(go(&mut s, 1563, Op::Read, 32, 0).0, 1569);
    assert_eq!(go(&mut s, 2343 + 7, Op::Read, 32, 0).0, 2350);
    // A long time later: refreshes 3 to 1000 are made up for, the 1000th is still going on.
    assert_eq!(go(&mut s, 781_003, Op::Read, 32, 0).0, 781_007);
    assert_eq!(meter(&mut s, 781_100, "refreshes"), 1000);
    // Settling counts, and moves nothing.
    assert_eq!(meter(&mut s, 781 * 1100, "refreshes"), 1100);
    assert_eq!(go(&mut s, 781_020, Op::Read, 32, 0).0, 781_020);
    // Refresh off.
    let mut s = closed("0x2340830C");
    assert_eq!(go(&mut s, 782, Op::Read, 32, 0).0, 782);
    // A period shorter than the refresh does not hang.
    let mut s = closed("0xA3408000");
    assert!(go(&mut s, 1_000_000, Op::Read, 32, 0).0 < 1_000_010);
}

#[test]
fn open_pages() {
    let mut s = controller("0x2340830C", "open_page: true");
    assert_eq!(go(&mut s, 0, Op::Read, 32, 0), (0, 6, 8));
    // The row is open: read at 8, words from 8 + 2.
    assert_eq!(go(&mut s, 0, Op::Read, 32, 32), (8, 12, 14));
    // Another row of the bank (1024 columns of 8 bytes): precharge 14, activate 16, read 18.
    assert_eq!(go(&mut s, 0, Op::Read, 32, 8192), (14, 22, 24));
    // Another bank (256 MiB / 4): activate at 24.
    assert_eq!(go(&mut s, 0, Op::Read, 32, 64 << 20), (24, 30, 32));
    // Both rows are open now.
    assert_eq!(go(&mut s, 0, Op::Read, 32, 8192 + 64), (32, 36, 38));
    assert_eq!(meter(&mut s, 50, "activates"), 3);
    // A refresh closes them.
    let mut s = controller("0xA340830C", "open_page: true");
    go(&mut s, 0, Op::Read, 32, 0);
    // Refresh at 781: precharge 2, refresh 7.
    assert_eq!(go(&mut s, 781, Op::Read, 32, 0), (790, 796, 798));
}
