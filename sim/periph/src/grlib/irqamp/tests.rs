use super::*;
use crate::testing::Rig;
use trueboard_core::device::Effect;

fn rig() -> Rig<Irqamp> {
    let env = BuildEnv {
        cores: 4,
        ..BuildEnv::default()
    };
    Rig::new(Irqamp::build(ron::Value::Unit, &env).unwrap())
}

fn core(core: u8, signal: CoreSignal) -> Effect {
    Effect::Core { core, signal }
}

fn irq(n: u8, level: u32) -> Effect {
    core(n, CoreSignal::Irq(level))
}

fn ack(r: &mut Rig<Irqamp>, core: u8, level: u32) {
    r.with(|d, cx| d.acknowledge(core, level, cx));
}

const PIMASK0: u32 = 0x40;
const PIMASK1: u32 = 0x44;

#[test]
fn registers_after_reset() {
    let mut r = rig();
    // Slots of processors and time-stamp sets that this chip has not read 0.
    r.check_reset_values(&["IRQMAP", "ITSTMPC"]);
    assert_eq!((r.read(0x010), r.read(0x1010)), (0x3c0a_000e, 0x380a_000e));
    assert_eq!(r.read(0x124), 0);
    assert_eq!((r.read(0x104), r.read(0x114)), (0x1000_0000, 0x1000_0000));
    assert_eq!((r.read(0x300), r.read(0x31c)), (0x0001_0203, 0x1c1d_1e1f));
    trueboard_core::regs::check_map(MAP).unwrap();
    r.check_snapshot();
    assert!(r.effects.is_empty() && r.warnings.is_empty());
}

#[test]
fn highest_unmasked_wins_and_ack_clears() {
    let mut r = rig();
    r.write(PIMASK0, 1 << 1 | 1 << 5);
    r.pulse(1);
    r.pulse(5);
    r.pulse(6);
    assert_eq!(r.took(), [irq(0, 1), irq(0, 5)]);
    assert_eq!(r.read(0x004), 1 << 1 | 1 << 5 | 1 << 6);
    ack(&mut r, 0, 5);
    assert_eq!(r.took(), [irq(0, 1)]);
    ack(&mut r, 0, 1);
    assert_eq!(r.took(), [irq(0, 0)]);
    assert_eq!(r.read(0x004), 1 << 6);
    r.write(0x00c, 0xffff_ffff);
    assert_eq!(r.read(0x004), 0);
}

#[test]
fn high_priority_beats_a_higher_number() {
    let mut r = rig();
    r.write(PIMASK0, 0xfffe);
    r.write(0x000, 1 << 3);
    r.pulse(9);
    r.pulse(3);
    assert_eq!(r.took(), [irq(0, 9), irq(0, 3)]);
}

#[test]
fn one_pending_bit_serves_all_processors_that_enable_it() {
    let mut r = rig();
    r.write(PIMASK0, 1 << 2);
    r.write(PIMASK1, 1 << 2);
    r.pulse(2);
    assert_eq!(r.took(), [irq(0, 2), irq(1, 2)]);
    ack(&mut r, 1, 2);
    assert_eq!(r.took(), [irq(0, 0), irq(1, 0)]);
}

#[test]
fn extended_interrupts_come_on_line_10() {
    let mut r = rig();
    r.write(PIMASK0, 1 << 29);
    r.pulse(30);
    assert_eq!(r.took(), [], "30 is masked");
    r.pulse(29);
    assert_eq!(r.took(), [irq(0, 10)], "whatever the mask of line 10");
    r.write(PIMASK0, 1 << 29 | 1 << 30 | 1 << 10);
    ack(&mut r, 0, 10);
    assert_eq!((r.read(0x0c0), r.read(0x004)), (30, 1 << 29));
    ack(&mut r, 0, 10);
    assert_eq!((r.read(0x0c0), r.read(0x004)), (29, 0));
    r.pulse(10);
    ack(&mut r, 0, 10);
    assert_eq!((r.read(0x0c0), r.read(0x004)), (0, 0));
}

#[test]
fn force_is_set_cleared_and_acknowledged_first() {
    let mut r = rig();
    r.write(PIMASK1, 1 << 14);
    r.write(0x084, 1 << 14);
    assert_eq!(r.took(), [irq(1, 14)]);
    r.pulse(14);
    ack(&mut r, 1, 14);
    assert_eq!((r.read(0x084), r.read(0x004)), (0, 1 << 14));
    r.write(0x084, 1 << 3);
    r.write(0x084, 1 << 19);
    assert_eq!(r.read(0x084), 0);
    r.write(0x008, 1 << 7);
    assert_eq!((r.read(0x080), r.read(0x008)), (1 << 7, 1 << 7));
}

#[test]
fn broadcast_goes_to_force_of_all() {
    let mut r = rig();
    r.write(0x014, 1 << 8);
    r.write(PIMASK1, 1 << 8);
    r.pulse(8);
    assert_eq!(r.took(), [irq(1, 8)]);
    assert_eq!(r.read(0x004), 0);
    for n in 0..4 {
        assert_eq!(r.read(0x080 + 4 * n), 1 << 8);
    }
    // While the line is high, it is forced again.
    r.line(8, true);
    ack(&mut r, 1, 8);
    assert_eq!(r.read(0x084), 1 << 8);
    r.line(8, false);
    ack(&mut r, 1, 8);
    assert_eq!(r.read(0x084), 0);
}

#[test]
fn a_line_that_stays_high_is_pending_again() {
    let mut r = rig();
    r.write(PIMASK0, 1 << 4);
    r.line(4, true);
    ack(&mut r, 0, 4);
    assert_eq!(r.read(0x004), 1 << 4);
    r.line(4, false);
    ack(&mut r, 0, 4);
    assert_eq!(r.took(), [irq(0, 4), irq(0, 0)]);
}

#[test]
fn sources_are_renumbered() {
    let mut r = rig();
    r.write(0x31c, 0x1c05_1e1f);
    r.pulse(29);
    assert_eq!(r.read(0x004), 1 << 5);
    r.write(0x131c, 0);
    assert_eq!(r.read(0x31c), 0x1c05_1e1f);
    assert_eq!(r.read(0x131c), 0);
}

#[test]
fn processors_start_and_wake() {
    let mut r = rig();
    r.write(0x010, 1 << 1);
    assert_eq!(r.took(), [core(1, CoreSignal::Start(None))]);
    assert_eq!(r.read(0x010) & 0xf, 0xc);
    r.write(0x208, 0x4000_0000);
    r.write(0x010, 1 << 2);
    assert_eq!(r.took(), [core(2, CoreSignal::Start(Some(0x4000_0000)))]);
    r.write(0x20c, 0x5000_0001);
    assert_eq!(r.took(), [core(3, CoreSignal::Start(Some(0x5000_0000)))]);
    assert_eq!((r.read(0x20c), r.read(0x010) & 0xf), (0, 0));
    r.write(0x20c, 0x6000_0001);
    assert_eq!((r.took(), r.warnings.len()), (vec![], 1), "it runs already");
    r.with(|d, cx| d.core_state(3, CoreState::Idle, cx));
    assert_eq!(r.read(0x010) & 0xf, 8);
    r.write(0x010, 0xf);
    assert_eq!(r.took(), [core(3, CoreSignal::Wake)]);
}

#[test]
fn error_mode_is_shown_and_forced() {
    let mut r = rig();
    r.with(|d, cx| d.core_state(2, CoreState::Error, cx));
    assert_eq!(r.read(0x018), 4);
    r.write(0x018, 2);
    assert_eq!(r.took(), [core(1, CoreSignal::ForceError)]);
}

#[test]
fn a_processor_is_served_by_the_controller_it_selects() {
    let mut r = rig();
    r.write(0x024, 0x0200_0000);
    assert_eq!(r.read(0x2024), 0x0200_0000);
    r.write(PIMASK1, 1 << 3);
    r.pulse(3);
    assert_eq!(r.took(), []);
    r.write(0x2000 + PIMASK1, 1 << 3);
    assert_eq!(r.took(), [irq(1, 3)]);
    ack(&mut r, 1, 3);
    assert_eq!((r.read(0x2004), r.read(0x0004)), (0, 1 << 3));
    r.write(0x084, 1 << 5);
    assert_eq!(r.read(0x084), 0, "not its controller");
    r.write(0x020, 0b10);
    r.write(0x084, 1 << 5);
    assert_eq!(r.read(0x2084), 1 << 5);
    r.write(0x084, 1 << 21);
    assert_eq!(r.read(0x2084), 1 << 5, "ICF does not clear");
    r.write(0x2084, 1 << 21);
    assert_eq!(r.read(0x2084), 0);
    assert!(r.warnings.is_empty());
}

/// `irqamp.vhd` keeps L and ICF as they are written; L keeps ICSELR alone.
#[test]
fn the_lock_freezes_the_choice_of_controllers_and_can_be_taken_back() {
    let mut r = rig();
    r.write(0x024, 0x0200_0000);
    r.write(0x020, 0b01);
    r.write(0x024, 0);
    assert_eq!((r.read(0x024), r.read(0x020)), (0x0200_0000, 0x3000_0001));
    r.write(0x020, 0b11);
    assert_eq!(r.read(0x020), 0x3000_0003);
    r.write(0x020, 0);
    r.write(0x024, 0x1000_0000);
    assert_eq!((r.read(0x024), r.read(0x020)), (0x1000_0000, 0x3000_0000));
}

/// `irqamp.vhd`: there is one mask for each processor. All pages show it, its own controller's writes it.
#[test]
fn masks_go_with_their_processor() {
    let mut r = rig();
    r.write(PIMASK1, 1 << 3);
    r.write(0x1000 + PIMASK1, 1 << 4);
    assert_eq!((r.read(PIMASK1), r.read(0x3000 + PIMASK1)), (8, 8));
    r.write(0x024, 0x0200_0000);
    r.write(PIMASK1, 0);
    assert_eq!(r.read(0x2000 + PIMASK1), 1 << 3);
    r.pulse(3);
    assert_eq!(r.took(), [irq(1, 3)]);
    r.write(0x2000 + PIMASK1, 0);
    assert_eq!((r.read(PIMASK1), r.took()), (0, vec![irq(1, 0)]));
}

/// `irqamp.vhd`: IFORCE0 and MPSTAT ask which controller serves the processor; the error status and the boot
/// addresses are the first controller's.
#[test]
fn other_controllers_do_not_reach_a_processor() {
    let mut r = rig();
    r.write(0x1008, 1 << 2);
    r.write(0x1010, 0b10);
    r.write(0x1204, 0x4000_0001);
    r.write(0x1018, 0b10);
    assert_eq!((r.read(0x080), r.took()), (0, vec![]));
    r.write(0x024, 0x1100_0000);
    r.write(0x1008, 1 << 2);
    r.write(0x1010, 0b10);
    assert_eq!(r.read(0x080), 1 << 2);
    assert_eq!(r.took(), [core(1, CoreSignal::Start(None))]);
    r.with(|d, cx| d.core_state(2, CoreState::Error, cx));
    assert_eq!((r.read(0x018), r.read(0x1018)), (4, 0));
}

/// The choice of a controller has two bits for four of them.
#[test]
fn a_choice_has_as_many_bits_as_it_needs() {
    let mut r = rig();
    r.write(0x024, 0xd000_0000);
    assert_eq!((r.read(0x024), r.warnings.len()), (0x1000_0000, 0));
}

/// With one controller and no watchdogs it is GRLIB's IRQMP: no ASMP registers, and no broadcast for one processor.
#[test]
fn what_a_configuration_lacks_reads_0() {
    let env = BuildEnv {
        cores: 1,
        ..BuildEnv::default()
    };
    let params = "(controllers: 1, stamps: 0, watchdogs: 0, extended_irq: 12)";
    let built = Irqamp::build(ron::from_str(params).unwrap(), &env);
    let mut r = Rig::new(built.unwrap());
    for off in [0x014, 0x01c, 0x020, 0x024, 0x104, 0x204] {
        r.write(off, u32::MAX);
        assert_eq!(r.read(off), 0, "{off:#x}");
    }
    assert_eq!(r.read(0x010), 0x040c_0000);
}

#[test]
fn watchdogs_interrupt_where_enabled() {
    let mut r = rig();
    r.pulse(32);
    assert_eq!(r.read(0x004), 0);
    r.write(0x01c, 6 << 16 | 0b10);
    r.pulse(32);
    r.pulse(33);
    assert_eq!((r.read(0x004), r.read(0x1004)), (1 << 6, 0));
    assert_eq!(r.read(0x01c), 4 << 27 | 6 << 16 | 0b10);
    // An input that stays high is pending again, and one that is high already when it is enabled is heard.
    r.line(34, true);
    r.write(0x01c, 6 << 16 | 0b100);
    r.write(0x00c, 1 << 6);
    assert_eq!(r.read(0x004), 1 << 6);
    r.line(34, false);
    r.write(0x00c, 1 << 6);
    assert_eq!(r.read(0x004), 0);
}

#[test]
fn stamps() {
    let mut r = rig();
    r.go(100);
    assert_eq!(
        r.read(0x100),
        0,
        "the counter rests while nothing is stamped"
    );
    r.write(0x104, 1 << 5 | 7);
    r.write(PIMASK0, 1 << 7);
    r.go(130);
    r.pulse(7);
    r.go(150);
    ack(&mut r, 0, 7);
    r.go(160);
    r.pulse(7);
    assert_eq!((r.read(0x108), r.read(0x10c)), (30, 50));
    assert_eq!((r.read(0x100), r.read(0x110)), (60, 60));
    assert_eq!(r.read(0x104), 2 << 27 | 3 << 25 | 1 << 5 | 7);
    r.write(0x104, 3 << 25 | 7);
    assert_eq!(r.read(0x104), 2 << 27 | 7);
    // Without KS each assertion is stamped, and the first acknowledge behind it.
    for (raised, taken) in [(170, 180), (200, 210)] {
        r.go(raised);
        r.pulse(7);
        assert_eq!(r.read(0x104), 2 << 27 | 1 << 26 | 7, "S2 is taken back");
        r.go(taken);
        ack(&mut r, 0, 7);
        r.go(taken + 5);
        ack(&mut r, 0, 7);
        let stamps = (r.read(0x108), r.read(0x10c));
        assert_eq!(stamps, (raised as u32 - 100, taken as u32 - 100));
    }
}

/// `irqamp.vhd`: a forced interrupt is stamped at its acknowledge as well.
#[test]
fn acknowledges_of_forced_interrupts_are_stamped() {
    let mut r = rig();
    r.write(0x104, 7);
    r.write(PIMASK0, 1 << 7);
    r.write(0x080, 1 << 7);
    r.go(30);
    ack(&mut r, 0, 7);
    assert_eq!((r.read(0x10c), r.read(0x104)), (30, 2 << 27 | 1 << 25 | 7));
}

#[test]
fn strange_accesses_are_told() {
    let mut r = rig();
    assert_eq!(r.with(|d, cx| d.read(0x28 + 4, cx)), Ok(0));
    assert_eq!(r.with(|d, cx| d.write(0x4000, 1, cx)), Ok(()));
    r.write(0x000, 1 << 20);
    assert_eq!(r.warnings.len(), 3);
    let three = ron::from_str("(cores: 4, controllers: 3)").unwrap();
    let mut other = Rig::new(Irqamp::build(three, &BuildEnv::default()).unwrap());
    other.write(0x024, 0x3000_0000);
    assert_eq!(other.warnings.len(), 1, "there are three controllers");
    r.line(99, true);
    ack(&mut r, 9, 99);
}

#[test]
fn reset_withdraws_requests() {
    let mut r = rig();
    r.write(PIMASK0, 1 << 2);
    r.pulse(2);
    r.took();
    r.with(|d, cx| d.reset(ResetPhase::Enter, cx));
    assert_eq!(r.took(), []);
    r.with(|d, cx| d.reset(ResetPhase::Hold, cx));
    assert_eq!(r.took(), [irq(0, 0)]);
}

#[test]
fn parameters_are_checked() {
    let env = BuildEnv::default();
    let p = ron::from_str("(cores: 17)").unwrap();
    assert!(Irqamp::build(p, &env).unwrap_err().contains("1 to 16"));
}

/// Sources 16 to 31 are the extended ones (IPEND: EIP 31:16).
#[test]
fn the_lowest_extended_interrupt_is_16() {
    let mut r = rig();
    r.write(PIMASK0, 1 << 16);
    r.pulse(16);
    assert_eq!(r.took(), [irq(0, 10)]);
    ack(&mut r, 0, 10);
    assert_eq!((r.read(0x0c0), r.read(0x004)), (16, 0));
}
