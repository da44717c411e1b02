use super::*;
use crate::testing::Rig;

const DATA: u32 = 0x0;
const STATUS: u32 = 0x4;
const CTRL: u32 = 0x8;
const SCALER: u32 = 0xc;

/// 38400 baud at 250 MHz, and the clocks of one character then.
const DIVIDER: u32 = 812;
const CHARACTER: u64 = 65_040;

fn rig(params: &str) -> Rig<Apbuart> {
    let p = ron::from_str(params).unwrap();
    Rig::new(Apbuart::build(p, &BuildEnv::default()).unwrap())
}

fn slow() -> Rig<Apbuart> {
    let mut r = rig("(instant_tx: false)");
    r.write(SCALER, DIVIDER);
    r
}

fn console(r: &mut Rig<Apbuart>) -> Vec<u8> {
    let out = |e| match e {
        Effect::Console(b) => Some(b),
        _ => None,
    };
    r.took().into_iter().filter_map(out).collect()
}

#[test]
fn registers_after_reset() {
    let mut r = rig("()");
    r.check_reset_values(&[]);
    r.check_snapshot();
    trueboard_core::regs::check_map(MAP).unwrap();
    r.write(CTRL, 3);
    assert_eq!(r.read(CTRL), 0x8000_0003);
}

#[test]
fn bytes_leave_at_once_by_default() {
    let mut r = rig("()");
    r.write(CTRL, ctrl::TE);
    for b in b"ok\n" {
        r.write(DATA, (*b).into());
        assert_eq!(r.read(STATUS), 0x86);
    }
    assert_eq!(console(&mut r), b"ok\n");
    assert!(r.queue.is_empty());
}

#[test]
fn a_byte_takes_ten_bit_times() {
    let mut r = slow();
    r.write(CTRL, ctrl::TE);
    r.write(DATA, b'a'.into());
    assert_eq!(r.read(STATUS), 0x84, "FIFO empty, shift register not");
    r.write(DATA, b'b'.into());
    assert_eq!(r.read(STATUS), 0x80 | 1 << 20);
    r.go(CHARACTER - 1);
    assert_eq!(console(&mut r), b"");
    r.go(CHARACTER);
    assert_eq!(console(&mut r), b"a");
    r.go(2 * CHARACTER);
    assert_eq!((console(&mut r), r.read(STATUS)), (b"b".to_vec(), 0x86));
    r.write(CTRL, ctrl::TE | ctrl::PE);
    r.write(DATA, b'c'.into());
    r.go(3 * CHARACTER);
    assert_eq!(console(&mut r), b"", "parity takes a bit more");
    r.go(3 * CHARACTER + CHARACTER / 10);
    assert_eq!(console(&mut r), b"c");
}

#[test]
fn the_transmitter_fifo_fills() {
    let mut r = slow();
    r.write(CTRL, ctrl::TE);
    for b in 0..9 {
        r.write(DATA, b);
    }
    assert_eq!(r.read(STATUS) & 0x80, 0, "half full");
    for b in 9..17 {
        r.write(DATA, b);
    }
    assert_eq!(r.read(STATUS), 1 << 9 | 16 << 20);
    r.write(DATA, 99);
    assert_eq!((r.warnings.len(), r.dev.lost), (1, 1));
    r.go(17 * CHARACTER);
    let sent: Vec<u8> = [0, 99].into_iter().chain(2..17).collect();
    assert_eq!(
        console(&mut r),
        sent,
        "it took the place of the oldest in the FIFO"
    );
}

/// `apbuart.vhd`: the FIFO takes bytes whatever TE is, and a full ring is written where it is read.
#[test]
fn a_disabled_transmitter_keeps_what_is_written() {
    let mut r = slow();
    for b in b'a'..b'a' + 16 {
        r.write(DATA, b.into());
    }
    assert_eq!(r.read(STATUS), 2 | 1 << 9 | 16 << 20);
    r.write(DATA, b'!'.into());
    assert_eq!((r.read(STATUS), r.dev.lost), (2 | 1 << 9 | 16 << 20, 1));
    r.go(20 * CHARACTER);
    assert_eq!(console(&mut r), b"");
    r.write(CTRL, ctrl::TE);
    r.go(36 * CHARACTER);
    assert_eq!(console(&mut r), b"!bcdefghijklmnop");
}

/// `apbuart.vhd`: only the beginning of a frame asks for TE; its bits are clocked while RE or TE is 1.
#[test]
fn a_byte_on_its_way_pauses_with_the_bit_clock() {
    let mut r = slow();
    r.write(CTRL, ctrl::TE);
    r.write(DATA, b'y'.into());
    r.write(DATA, b'z'.into());
    r.go(CHARACTER / 4);
    r.write(CTRL, 0);
    r.go(10 * CHARACTER);
    assert_eq!((console(&mut r), r.read(STATUS) & 2), (vec![], 0));
    r.check_snapshot();
    r.write(CTRL, ctrl::RE);
    r.go(10 * CHARACTER + CHARACTER * 3 / 4 - 1);
    assert_eq!(console(&mut r), b"");
    r.go(10 * CHARACTER + CHARACTER * 3 / 4);
    assert_eq!(console(&mut r), b"y", "the rest of its bits");
    r.go(20 * CHARACTER);
    assert_eq!(console(&mut r), b"", "the next one waits for TE");
    r.write(CTRL, ctrl::TE);
    r.go(21 * CHARACTER);
    assert_eq!(console(&mut r), b"z");
}

#[test]
fn transmitter_interrupts() {
    let mut r = slow();
    r.write(CTRL, ctrl::TE | ctrl::TI | ctrl::SI);
    r.write(DATA, 1);
    assert_eq!(r.raised(0), 1, "the FIFO ran empty");
    r.write(DATA, 2);
    assert_eq!(r.raised(0), 0);
    r.go(CHARACTER);
    assert_eq!(r.raised(0), 1);
    r.go(2 * CHARACTER);
    assert_eq!(r.raised(0), 1, "the shift register ran empty");
    let mut r = rig("()");
    r.write(CTRL, ctrl::TE | ctrl::TI);
    r.write(DATA, 1);
    assert_eq!(r.raised(0), 1);
}

#[test]
fn fifo_interrupt_is_a_level() {
    let mut r = slow();
    r.write(CTRL, ctrl::TE | ctrl::TF);
    assert_eq!(
        r.took(),
        [Effect::Line {
            pin: 0,
            level: true
        }]
    );
    for b in 0..9 {
        r.write(DATA, b);
    }
    assert_eq!(
        r.took(),
        [Effect::Line {
            pin: 0,
            level: false
        }]
    );
    r.go(CHARACTER);
    assert_eq!(r.raised(0), 1);
}

#[test]
fn typed_bytes_arrive_at_line_rate() {
    let mut r = slow();
    r.with(|d, cx| d.typed(b"hi", cx));
    r.go(10 * CHARACTER);
    assert_eq!(r.read(STATUS) & 1, 0, "nobody receives yet");
    r.write(CTRL, ctrl::RE | ctrl::RI);
    r.go(11 * CHARACTER - 1);
    assert_eq!((r.read(STATUS) & 1, r.raised(0)), (0, 0));
    r.go(11 * CHARACTER);
    assert_eq!((r.read(STATUS), r.raised(0)), (0x87 | 1 << 26, 1));
    r.go(12 * CHARACTER);
    assert_eq!((r.read(STATUS), r.raised(0)), (0x87 | 2 << 26, 1));
    assert_eq!((r.read(DATA), r.read(DATA)), (b'h'.into(), b'i'.into()));
    assert_eq!((r.read(DATA), r.read(STATUS)), (b'i'.into(), 0x86));
}

#[test]
fn receiver_overruns() {
    let mut r = slow();
    r.write(CTRL, ctrl::RE | ctrl::RF);
    let typed: Vec<u8> = (0..18).collect();
    r.with(|d, cx| d.typed(&typed, cx));
    r.go(7 * CHARACTER);
    assert_eq!(r.raised(0), 0);
    r.go(8 * CHARACTER);
    assert_eq!((r.raised(0), r.read(STATUS) & 0x100), (1, 0x100));
    r.go(17 * CHARACTER);
    let full = 0x86 | 1 | 1 << 8 | 1 << 10 | 16 << 26;
    assert_eq!(r.read(STATUS), full, "one more is in the shift register");
    r.go(18 * CHARACTER);
    assert_eq!(r.read(STATUS), full | OV, "which the next one takes");
    r.write(STATUS, 0);
    assert_eq!(r.read(STATUS) & OV, 0);
    let read: Vec<u32> = (0..18).map(|_| r.read(DATA)).collect();
    assert_eq!(
        read[..17],
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17]
    );
    assert_eq!(r.dev.lost, 1);
    // Flags that software sets are set.
    r.write(STATUS, 0x78);
    assert_eq!(r.read(STATUS) & 0x78, 0x78);
}

#[test]
fn delayed_interrupt_waits_for_silence() {
    let mut r = slow();
    r.write(CTRL, ctrl::RE | ctrl::RI | ctrl::DI);
    r.with(|d, cx| d.typed(b"ab", cx));
    let silence = CHARACTER * 48 / 10;
    r.go(2 * CHARACTER + silence - 1);
    assert_eq!(r.raised(0), 0);
    r.go(2 * CHARACTER + silence);
    assert_eq!(r.raised(0), 1);
}

#[test]
fn loop_back_stays_inside() {
    let mut r = rig("()");
    r.write(CTRL, ctrl::TE | ctrl::RE | ctrl::LB);
    r.write(DATA, 0x55);
    assert_eq!(console(&mut r), b"");
    assert_eq!((r.read(STATUS) & 1, r.read(DATA)), (1, 0x55));
}

#[test]
fn fifo_debug() {
    let mut r = slow();
    r.write(CTRL, ctrl::TE | ctrl::RE | ctrl::DB);
    r.write(DATA, 1);
    r.write(DATA, 2);
    r.go(9 * CHARACTER);
    assert_eq!(
        (r.read(0x10), r.read(0x10)),
        (1, 2),
        "none is sent meanwhile"
    );
    r.write(0x10, 3);
    assert_eq!(r.read(DATA), 3);
}

#[test]
fn reset_stops_everything_but_the_typist() {
    let mut r = slow();
    r.write(CTRL, ctrl::TE | ctrl::TF | ctrl::RE);
    r.with(|d, cx| d.typed(b"q", cx));
    r.write(DATA, 1);
    r.took();
    r.with(|d, cx| d.reset(ResetPhase::Enter, cx));
    r.with(|d, cx| d.reset(ResetPhase::Hold, cx));
    assert_eq!(
        r.took(),
        [Effect::Line {
            pin: 0,
            level: false
        }]
    );
    assert!(r.queue.is_empty());
    r.write(CTRL, ctrl::RE);
    r.go(80);
    assert_eq!(r.read(DATA), b'q'.into());
}

#[test]
fn strange_accesses_are_told() {
    let mut r = rig("()");
    assert_eq!(r.with(|d, cx| d.read(0x14, cx)), Ok(0));
    r.write(0x14, 1);
    r.write(CTRL, ctrl::EC);
    r.write(CTRL, 1 << 20);
    assert_eq!(r.warnings.len(), 4);
}

/// CTRL.RE: a receiver that is off takes nothing, from the loop-back either.
#[test]
fn a_disabled_receiver_receives_nothing() {
    let mut r = rig("()");
    r.write(CTRL, ctrl::TE | ctrl::LB);
    r.write(DATA, 0x55);
    assert_eq!(r.read(STATUS) & 1, 0);
    let lost = r.dev.meters().into_iter().find(|m| m.0 == "bytes_lost");
    assert_eq!(lost, Some(("bytes_lost", 1)));
}
