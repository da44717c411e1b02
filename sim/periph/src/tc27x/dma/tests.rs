use super::*;
use crate::testing::Rig;
use trueboard_core::device::{Effect, MemoryChange};

fn rig() -> Rig<Dma> {
    let params = ron::from_str("(request_cycles: 4, move_cycles: 5)").unwrap();
    Rig::new(Dma::build(params, &BuildEnv::default()).unwrap())
}

const TSR3: u32 = 0x1e0c;
/// Transaction control set of channel 3.
const CH3: u32 = 0x2060;

/// Both addresses go up by the width; an interrupt when nothing is left.
const LINEAR: u32 = 1 << 3 | 1 << 7 | 2 << 26;

fn set_up(r: &mut Rig<Dma>, adicr: u32, config: u32) {
    r.write(CH3 + 0x08, 0xb000_0000);
    r.write(CH3 + 0x0c, 0x7000_0100);
    r.write(CH3 + 0x10, adicr);
    r.write(CH3 + 0x14, config);
}

fn copies(r: &mut Rig<Dma>) -> Vec<(u64, u64, u32)> {
    let copy = |e| match e {
        Effect::Memory(MemoryChange::Copy(from, to, bytes)) => Some((from, to, bytes)),
        _ => None,
    };
    r.took().into_iter().filter_map(copy).collect()
}

#[test]
fn after_reset() {
    let mut r = rig();
    r.check_reset_values(&[]);
    r.check_snapshot();
}

/// Three transfers of two words, as one request: 4 + 6 * 5 cycles.
#[test]
fn a_transaction() {
    let mut r = rig();
    set_up(&mut r, LINEAR, 3 | 1 << 16 | 1 << 19 | 2 << 21);
    r.write(CH3 + 0x1c, channel::SCH);
    assert_eq!(r.read(TSR3), 8, "CH");
    assert_eq!(r.read(CH3 + 0x1c), 3, "TCOUNT");
    r.go(33);
    assert_eq!(copies(&mut r), []);
    r.go(34);
    let effects = r.took();
    let raised = Effect::Line {
        pin: 3,
        level: true,
    };
    assert!(effects.contains(&raised));
    let moved: Vec<_> = effects
        .iter()
        .filter(|e| matches!(e, Effect::Memory(MemoryChange::Copy(..))))
        .collect();
    assert_eq!(moved.len(), 6);
    assert_eq!(
        *moved[0],
        Effect::Memory(MemoryChange::Copy(0x9000_0000, 0x7000_0100, 4))
    );
    assert_eq!(
        *moved[5],
        Effect::Memory(MemoryChange::Copy(0x9000_0014, 0x7000_0114, 4))
    );
    assert_eq!((r.read(TSR3), r.read(CH3 + 0x1c)), (0, 1 << 18), "ICH");
    r.write(CH3 + 0x1c, 1 << 26);
    assert_eq!(r.read(CH3 + 0x1c), 0);
    assert_eq!(r.read(CH3 + 0x08), 0xb000_0018);
}

/// Without RROAT each request is a transfer; the interrupt comes with the last.
#[test]
fn transfers() {
    let mut r = rig();
    set_up(&mut r, LINEAR, 2);
    r.write(CH3 + 0x1c, channel::SCH);
    r.go(9);
    assert_eq!(copies(&mut r), [(0x9000_0000, 0x7000_0100, 1)]);
    assert_eq!(r.read(CH3 + 0x1c), 1);
    r.write(CH3 + 0x1c, channel::SCH);
    r.go(18);
    assert_eq!(r.raised(3), 1);
    assert_eq!(r.read(CH3 + 0x1c), 1 << 18);
}

#[test]
fn a_request_is_lost_while_another_waits() {
    let mut r = rig();
    set_up(&mut r, LINEAR | 1 << 23, 2);
    r.write(CH3 + 0x1c, channel::SCH);
    r.write(CH3 + 0x1c, channel::SCH);
    assert_eq!((r.read(TSR3), r.raised(3)), (0b1100, 1));
    r.write(TSR3, 1 << 18);
    assert_eq!(r.read(TSR3), 8);
    // RST forgets the one that waits, too; CTL without a lost request changes nothing.
    r.write(CH3 + 0x1c, channel::SCH);
    assert_eq!(r.read(TSR3), 0b1100);
    r.write(TSR3, 1);
    assert_eq!(r.read(TSR3), 0);
    r.write(TSR3, 1 << 18);
    assert_eq!(r.read(TSR3), 0);
    // Nor does the one that was forgotten bring the next one forward: 4 + 5 cycles from here.
    r.go(3);
    r.write(CH3 + 0x1c, channel::SCH);
    r.go(11);
    assert!(copies(&mut r).is_empty());
    r.go(12);
    assert_eq!(copies(&mut r).len(), 1);
}

/// A fixed source, a destination that goes down in a buffer of 8 bytes.
#[test]
fn circular_and_fixed_addresses() {
    let mut r = rig();
    set_up(&mut r, 1 << 20 | 1 << 21 | 3 << 12, 3 | 1 << 19 | 2 << 21);
    r.write(CH3 + 0x1c, channel::SCH);
    r.go(100);
    let expected = [0x7000_0100, 0x7000_0104, 0x7000_0100].map(|to| (0x9000_0000, to, 4));
    assert_eq!(copies(&mut r), expected);
    assert_eq!(r.raised(3), 0, "no interrupt was asked for");
}

#[test]
fn what_is_not_modelled_is_told() {
    let mut r = rig();
    set_up(&mut r, 6 << 16, 1);
    r.write(CH3 + 0x1c, channel::SCH);
    assert!(r.warnings[0].what.contains("SHCT"));
    r.read(0x124);
    assert!(r.warnings[1].what.contains("not modelled"));
}

/// ADICR: INCS set counts up, INCD clear down, each by the width.
#[test]
fn an_address_counts_down() {
    let mut r = rig();
    set_up(&mut r, 1 << 3, 3 | 1 << 19 | 2 << 21);
    r.write(CH3 + 0x1c, channel::SCH);
    r.go(4 + 3 * 5);
    let to: Vec<u64> = copies(&mut r).into_iter().map(|c| c.1).collect();
    assert_eq!(to, [0x7000_0100, 0x7000_00fc, 0x7000_00f8]);
}

/// ADICR: INTCT = 2 interrupts when TCOUNT is IRDV, here with two of four transfers left.
#[test]
fn the_interrupt_comes_at_its_count() {
    let mut r = rig();
    set_up(&mut r, LINEAR | 2 << 28, 4);
    for (n, raised) in [(1, 0), (2, 1), (3, 0), (4, 0)] {
        r.write(CH3 + 0x1c, channel::SCH);
        r.go(9 * n);
        assert_eq!(r.raised(3), raised, "request {n}");
    }
}
