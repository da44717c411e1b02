use super::*;
use crate::testing::Rig;

fn rig(instant: bool) -> Rig<Asclin> {
    let clocks = [("fast", 200_000_000), ("slow", 100_000_000)];
    let env = BuildEnv {
        clocks: clocks.map(|(n, hz)| (n.to_owned(), hz)).into(),
        clock_hz: 100_000_000,
        ..BuildEnv::default()
    };
    let p = format!(r#"(osc_hz: 20000000, fast: "fast", slow: "slow", instant_tx: {instant})"#);
    Rig::new(Asclin::build(ron::from_str(&p).unwrap(), &env).unwrap())
}

/// 115200 baud from the fast clock: 200 MHz * 288 / 3125 / (10 * 16) = 115200; 8N1.
fn set_up(r: &mut Rig<Asclin>) {
    r.write(0x00, 0);
    r.write(0x0c, 1 << 6 | 2 | 1);
    r.write(0x10, 1 << 6 | 2 | 1);
    r.write(0x14, 9 | 15 << 16);
    r.write(0x20, 288 << 16 | 3125);
    r.write(0x18, 1 << 9 | 1 << 16);
    r.write(0x1c, 7);
    r.write(0x4c, 4);
    r.took();
}

/// Cycles of 100 MHz that ten bits of 115200 baud take.
const FRAME: u64 = 8680;

fn printed(r: &mut Rig<Asclin>) -> Vec<u8> {
    let bytes = r.took().into_iter().filter_map(|e| match e {
        Effect::Console(b) => Some(b),
        _ => None,
    });
    bytes.collect()
}

#[test]
fn after_reset() {
    let mut r = rig(true);
    r.check_reset_values(&[]);
    r.check_snapshot();
}

#[test]
fn bytes_leave_at_once() {
    let mut r = rig(true);
    set_up(&mut r);
    assert_eq!(r.read(0x4c), CON | 4);
    r.write(0x3c, flag::TC | flag::TFL);
    assert_eq!(r.read(0x34), 0);
    r.write(0x44, u32::from(b'A'));
    assert_eq!(printed(&mut r), b"A");
    assert_eq!(r.read(0x34), flag::TC | flag::TFL);
    assert_eq!(r.read(0x0c) >> 16, 0);
    assert_eq!(r.warnings, []);
}

#[test]
fn bytes_leave_at_line_rate() {
    let mut r = rig(false);
    set_up(&mut r);
    for b in 0..18 {
        r.write(0x44, b);
    }
    assert_eq!(r.read(0x0c) >> 16, 16);
    assert_eq!(r.read(0x34) & flag::TFO, flag::TFO);
    r.go(FRAME - 1);
    assert_eq!(printed(&mut r), []);
    r.go(FRAME + 1);
    assert_eq!(printed(&mut r), [0]);
    r.write(0x3c, flag::TC);
    r.go(17 * FRAME);
    assert_eq!(printed(&mut r).len(), 16);
    assert_eq!(r.dev.meters()[2].1, 1);
    assert_eq!(r.read(0x34) & flag::TC, flag::TC);
}

#[test]
fn interrupts() {
    let mut r = rig(true);
    set_up(&mut r);
    r.write(0x40, flag::TFL | flag::RFL | flag::RFU);
    r.write(0x44, 65);
    assert_eq!(r.raised(TX), 1);
    r.with(|d, cx| d.typed(b"xy", cx));
    r.go(FRAME);
    assert_eq!(r.raised(RX), 1);
    r.go(2 * FRAME);
    assert_eq!((r.read(0x10) >> 16, r.read(0x50)), (2, u32::from(b'x')));
    assert_eq!(
        (r.read(0x48), r.read(0x48)),
        (u32::from(b'x'), u32::from(b'y'))
    );
    r.took();
    r.read(0x48);
    assert_eq!(r.raised(ERR), 1, "underflow");
    r.write(0x38, flag::TFL);
    assert_eq!(r.raised(TX), 1, "by software");
}

#[test]
fn four_bytes_in_one_write() {
    let mut r = rig(true);
    set_up(&mut r);
    r.write(0x0c, 3 << 6 | 2);
    r.write(0x44, 0x4443_4241);
    assert_eq!(printed(&mut r), b"ABCD");
    r.write(0x10, 3 << 6 | 2);
    r.write(0x04, LB);
    r.write(0x44, 0x4443_4241);
    assert_eq!(printed(&mut r), b"");
    assert_eq!(r.read(0x48), 0x4443_4241);
}

#[test]
fn what_would_not_leave_the_chip_is_told() {
    let mut r = rig(true);
    for (off, value, why) in [
        (0x00, 0, "the module's clock is off"),
        (0x4c, 1, "no clock is selected"),
        (0x18, 1 << 16, "the mode is not ASC"),
        (0x0c, 1 << 6, "takes nothing"),
        (0x0c, 1 << 6 | 2, "outlet is off"),
    ] {
        r.warnings.clear();
        r.took();
        r.write(0x44, 66);
        assert_eq!(printed(&mut r), b"B");
        assert!(r.warnings[0].what.contains(why), "{:?}", r.warnings);
        r.write(off, value);
    }
    r.warnings.clear();
    r.write(0x44, 66);
    assert_eq!(r.warnings, []);
}

#[test]
fn a_kernel_reset_and_its_protection() {
    let mut r = rig(true);
    set_up(&mut r);
    r.line(PIN_ENDINIT, true);
    assert!(r.with(|d, cx| d.write(0xf4, 1, cx)).is_err());
    r.line(PIN_ENDINIT, false);
    r.write(0xf4, 1);
    r.write(0xf0, 1);
    assert_eq!((r.read(0xf4), r.read(0x14), r.read(0x00)), (2, 0, 0));
}
