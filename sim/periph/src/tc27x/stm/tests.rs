use super::*;
use crate::testing::Rig;

fn rig() -> Rig<Stm> {
    Rig::new(Stm::build(ron::from_str("()").unwrap(), &BuildEnv::default()).unwrap())
}

const CMP0: u32 = 0x30;
const CMCON: u32 = 0x38;
const ICR: u32 = 0x3c;
const ISCR: u32 = 0x40;

#[test]
fn after_reset() {
    let mut r = rig();
    r.check_reset_values(&[]);
    r.check_snapshot();
}

#[test]
fn views_of_the_counter() {
    let mut r = rig();
    r.go(0x5_1234_5678);
    let views: Vec<u32> = (0..7).map(|i| r.read(0x10 + 4 * i)).collect();
    assert_eq!(
        views,
        [
            0x1234_5678,
            0x5123_4567,
            0x0512_3456,
            0x0051_2345,
            0x0005_1234,
            0x5123,
            5
        ]
    );
    r.go(0x6_0000_0000);
    assert_eq!(r.read(0x2c), 5, "captured when TIM0 to TIM5 were read");
    assert_eq!(r.read(0x28), 6);
    assert_eq!(r.read(0x2c), 5, "TIM6 captures nothing");
    assert_eq!((r.read(0x54), r.read(0x50), r.read(0x54)), (0, 0, 6));
}

#[test]
fn a_match_requests_service_once_and_on_the_chosen_line() {
    let mut r = rig();
    r.write(CMCON, 31);
    r.write(CMP0, 1000);
    r.write(ICR, 1);
    r.took();
    r.go(999);
    assert_eq!((r.read(ICR) & 2, r.raised(0)), (0, 0));
    r.go(1000);
    assert_eq!((r.read(ICR) & 2, r.raised(0)), (2, 1));
    r.write(ISCR, 1);
    assert_eq!(r.read(ICR) & 2, 0);
    r.go(5000);
    assert_eq!(r.raised(0), 0, "the next one is 2^32 later");
    // Comparator 1 to line 0: CMP1OS is clear; then to line 1.
    r.write(CMCON, 31 << 16 | 31);
    r.write(0x34, 6000);
    r.write(ICR, 0x10);
    r.go(6000);
    assert_eq!(r.raised(0), 1);
    r.write(0x34, 7000);
    r.write(ICR, 0x50);
    r.go(7000);
    assert_eq!(r.raised(1), 1);
}

#[test]
fn part_of_the_counter_matches_again_and_again() {
    let mut r = rig();
    // Bits 11:8 equal to 3: at 0x300, 0x1300, …
    r.write(CMP0, 3);
    r.write(CMCON, 8 << 8 | 3);
    r.write(ICR, 1);
    r.took();
    r.go(0x2400);
    assert_eq!(r.raised(0), 3);
    assert_eq!(r.dev.meters()[0].1, 3);
}

#[test]
fn flags_come_without_an_interrupt_too() {
    let mut r = rig();
    r.write(CMCON, 31);
    r.write(CMP0, 50);
    r.write(ISCR, 5);
    r.go(49);
    assert_eq!(r.read(ICR) & 2, 0);
    r.go(51);
    assert_eq!(r.read(ICR) & 2, 2);
    assert_eq!(r.raised(0), 0);
    assert!(r.queue.is_empty(), "nothing is scheduled for a flag alone");
}

#[test]
fn writing_the_present_count_matches_at_once() {
    let mut r = rig();
    r.write(CMCON, 31);
    r.write(CMP0, 5);
    r.write(ISCR, 1);
    r.write(ICR, 1);
    r.go(100);
    r.took();
    r.write(ISCR, 1);
    r.write(CMP0, 100);
    assert_eq!((r.raised(0), r.read(ICR) & 3), (1, 3));
}

#[test]
fn without_clock_it_stands_still() {
    let mut r = rig();
    r.go(100);
    r.write(0, 1);
    assert_eq!(r.read(0), 3);
    r.go(500);
    assert_eq!(r.read(0x10), 100);
    r.write(0, 0);
    r.go(600);
    assert_eq!(r.read(0x10), 200);
}

#[test]
fn endinit_protects_the_clock() {
    let mut r = rig();
    r.line(PIN_ENDINIT, true);
    let refused = r.with(|d, cx| d.write(0, 1, cx));
    assert_eq!(refused, Err(BusFault::Refused));
    assert_eq!(r.read(0), 0);
    assert!(
        r.warnings[0]
            .what
            .starts_with("CLC: write by core 0 refused")
    );
    r.line(PIN_ENDINIT, false);
    r.write(0, 1);
    assert_eq!(r.read(0), 3);
}

#[test]
fn a_kernel_reset_starts_over() {
    let mut r = rig();
    r.go(300);
    r.write(CMP0, 77);
    r.write(0xf4, 1);
    assert_eq!(r.read(0x10), 300);
    r.write(0xf0, 1);
    assert_eq!((r.read(0x10), r.read(CMP0), r.read(0xf4)), (0, 0, 2));
    r.write(0xec, 1);
    assert_eq!(r.read(0xf4), 0);
}

/// ISCR: CMP1IRR is bit 2; the flag is ICR.CMP1IR, bit 5.
#[test]
fn the_flag_of_the_second_comparator_is_cleared_by_its_own_bit() {
    let mut r = rig();
    r.go(100);
    r.write(CMCON, 31 << 16);
    r.write(CMP0 + 4, 100);
    assert_eq!(r.read(ICR) & 0x20, 0x20);
    r.write(ISCR, 0b1);
    assert_eq!(r.read(ICR) & 0x20, 0x20, "that was the other one");
    r.write(ISCR, 0b100);
    assert_eq!(r.read(ICR) & 0x20, 0);
}
