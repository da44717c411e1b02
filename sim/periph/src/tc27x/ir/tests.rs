use super::*;
use crate::testing::Rig;
use trueboard_core::device::Effect;
use trueboard_core::regs::check_map;

fn rig() -> Rig<Ir> {
    let env = BuildEnv {
        cores: 3,
        ..BuildEnv::default()
    };
    let p = ron::from_str("(arbitration_cycles: 5)").unwrap();
    Rig::new(Ir::build(p, &env).unwrap())
}

/// STM0 SR0: 0xF0038490 - 0xF0037000.
const STM0: u32 = 0x1490;
const STM0_PIN: u16 = 0x490 / 4;
const GPSR0: u32 = 0x2000;

/// Requests at the cores, as (core, priority).
fn requests(r: &mut Rig<Ir>) -> Vec<(u8, u32)> {
    let effects = r.took().into_iter();
    effects
        .filter_map(|e| match e {
            Effect::Core {
                core,
                signal: CoreSignal::Irq(n),
            } => Some((core, n)),
            _ => None,
        })
        .collect()
}

fn enabled(priority: u32, core: u32) -> u32 {
    priority | src::SRE | core << src::TOS_SHIFT
}

#[test]
fn after_reset() {
    let mut r = rig();
    check_map(MAP).unwrap();
    r.check_reset_values(&[]);
    r.check_snapshot();
}

#[test]
fn a_request_reaches_its_core_after_arbitration() {
    let mut r = rig();
    r.write(STM0, enabled(40, 1));
    r.pulse(STM0_PIN);
    assert_eq!(r.read(STM0), enabled(40, 1) | src::SRR);
    r.go(4);
    assert_eq!(requests(&mut r), []);
    r.go(5);
    assert_eq!(requests(&mut r), [(1, 40)]);
    assert_eq!(r.read(0x110), 0x8000_0000 | 0x124 << 16 | 40);
    r.with(|d, cx| d.acknowledge(1, 40, cx));
    assert_eq!(requests(&mut r), [(1, 0)]);
    assert_eq!(r.read(STM0), enabled(40, 1));
    assert_eq!(r.read(0x114), 0x124 << 16 | 40);
    r.go(100);
    assert_eq!(requests(&mut r), []);
    assert!(r.queue.is_empty());
}

#[test]
fn the_highest_priority_of_each_core_wins() {
    let mut r = rig();
    for (k, priority) in [10, 30, 20].into_iter().enumerate() {
        r.write(GPSR0 + 4 * k as u32, enabled(priority, 2));
    }
    r.write(GPSR0 + 12, enabled(0, 2));
    r.write(0x2020, enabled(99, 0));
    r.write(0x10, 0xf);
    r.go(5);
    assert_eq!(requests(&mut r), [(2, 30)]);
    r.with(|d, cx| d.acknowledge(2, 30, cx));
    r.go(10);
    assert_eq!(requests(&mut r), [(2, 0), (2, 20)]);
    r.with(|d, cx| d.acknowledge(2, 20, cx));
    r.go(15);
    r.with(|d, cx| d.acknowledge(2, 10, cx));
    r.go(30);
    assert_eq!(
        requests(&mut r).last(),
        Some(&(2, 0)),
        "priority 0 never wins"
    );
    assert_eq!(r.dev.meters()[2].1, 3);
}

#[test]
fn a_better_request_replaces_what_is_pending() {
    let mut r = rig();
    r.write(GPSR0, enabled(10, 0) | src::SETR);
    r.go(5);
    r.write(GPSR0 + 4, enabled(11, 0) | src::SETR);
    r.go(10);
    assert_eq!(requests(&mut r), [(0, 10), (0, 11)]);
    r.write(GPSR0 + 4, enabled(11, 0) | src::CLRR);
    r.go(20);
    assert_eq!(requests(&mut r), [(0, 10)]);
    r.write(GPSR0, 0);
    r.go(30);
    assert_eq!(requests(&mut r), [(0, 0)]);
}

#[test]
fn requests_of_nodes_that_are_off_wait() {
    let mut r = rig();
    r.pulse(STM0_PIN);
    r.pulse(STM0_PIN);
    r.go(50);
    assert_eq!(requests(&mut r), []);
    assert_eq!(r.read(STM0), src::SRR | src::IOV);
    r.write(STM0, enabled(7, 0) | src::IOVCLR);
    assert_eq!(r.read(STM0), enabled(7, 0) | src::SRR);
    r.go(55);
    assert_eq!(requests(&mut r), [(0, 7)]);
}

#[test]
fn by_software() {
    let mut r = rig();
    r.write(GPSR0, enabled(3, 0) | src::SETR);
    assert_eq!(r.read(GPSR0), enabled(3, 0) | src::SRR | src::SWS);
    r.write(GPSR0, enabled(3, 0) | src::SETR | src::CLRR | src::SWSCLR);
    assert_eq!(
        r.read(GPSR0),
        enabled(3, 0) | src::SRR,
        "both bits leave the request"
    );
    assert_eq!(r.read(0x10), 0);
}

#[test]
fn what_is_not_there_is_told() {
    let mut r = rig();
    r.write(0x1010, enabled(1, 0));
    r.write(GPSR0, enabled(1, 3));
    let warnings: Vec<&str> = r.warnings.iter().map(|w| &*w.what).collect();
    assert_eq!(
        warnings,
        [
            "no register here: write lost",
            "SRC: TOS is 3, but service by the DMA is not modelled"
        ]
    );
    r.pulse(0x010 / 4);
    assert!(r.queue.is_empty());
}

#[test]
fn idle_cores_show_on_lines() {
    let mut r = rig();
    r.took();
    r.with(|d, cx| d.core_state(1, CoreState::Idle, cx));
    assert_eq!(r.raised(1), 1);
}

/// SRC.SRPN is bits 7:0.
#[test]
fn priorities_have_eight_bits() {
    let mut r = rig();
    r.write(STM0, enabled(0x80, 1));
    r.pulse(STM0_PIN);
    r.go(5);
    assert_eq!(requests(&mut r), [(1, 0x80)]);
}

/// SRB0: TRIG3:0 request the four nodes of group 0.
#[test]
fn a_broadcast_reaches_all_four() {
    let mut r = rig();
    for k in 0..4 {
        r.write(GPSR0 + 4 * k, enabled(1 + k, 0));
    }
    r.write(0x10, 0xf);
    for k in 0..4 {
        assert_eq!(r.read(GPSR0 + 4 * k), enabled(1 + k, 0) | src::SRR);
    }
}
