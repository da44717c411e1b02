use super::*;
use crate::testing::Rig;
use trueboard_core::device::Accessor;

fn env() -> BuildEnv {
    let clocks = [
        ("cpu", 200_000_000),
        ("spb", 100_000_000),
        ("stm", 100_000_000),
    ];
    BuildEnv {
        cores: 3,
        clocks: clocks.map(|(n, hz)| (n.to_owned(), hz)).into(),
        ..BuildEnv::default()
    }
}

const PARAMS: &str = r#"(
    chipid: 0x47467172, osc_hz: 20000000, cpu: "cpu", spb: "spb", stm: "stm",
    off_at_reset: 0b0110, recovery_cycles: 1000,
)"#;

fn rig() -> Rig<Scu> {
    Rig::new(Scu::build(ron::from_str(PARAMS).unwrap(), &env()).unwrap())
}

/// With watchdogs that never run out.
fn quiet() -> Rig<Scu> {
    let p = PARAMS.replace("recovery", "watchdogs: false, recovery");
    Rig::new(Scu::build(ron::from_str(&p).unwrap(), &env()).unwrap())
}

const WDTS: u32 = 0xf0;
const WDTCPU: u32 = 0x100;

/// Opens or closes ENDINIT as the vendor's driver does.
fn endinit(r: &mut Rig<Scu>, con0: u32, set: bool) {
    let read = r.read(con0);
    let password = (read & 0xffff_fffc) ^ 0xfc;
    r.write(con0, password | 1);
    r.write(con0, password | 2 | u32::from(set));
    assert_eq!(r.read(con0) & 1, u32::from(set));
}

fn lock_all(r: &mut Rig<Scu>) {
    for con0 in [WDTS, WDTCPU, WDTCPU + 12, WDTCPU + 24] {
        endinit(r, con0, true);
    }
}

fn nmis(r: &mut Rig<Scu>) -> usize {
    let is_nmi = |e: &Effect| {
        matches!(
            e,
            Effect::Core {
                signal: CoreSignal::Nmi,
                ..
            }
        )
    };
    r.took().iter().filter(|e| is_nmi(e)).count()
}

#[test]
fn after_reset() {
    let mut r = rig();
    r.check_reset_values(&["CHIPID", "WDTCPU_CON1", "WDTCPU_SR"]);
    assert_eq!(r.read(0x140), 0x4746_7172);
    assert_eq!((r.read(0x108), r.read(0x114)), (0xfffc_0010, 0xfffc_0008));
    r.check_snapshot();
}

#[test]
fn endinit_reaches_cores_and_devices() {
    let mut r = rig();
    lock_all(&mut r);
    r.took();
    endinit(&mut r, WDTCPU + 12, false);
    let effects = r.took();
    for e in [
        Effect::Line {
            pin: 1,
            level: false,
        },
        Effect::Line {
            pin: 4,
            level: false,
        },
        Effect::Core {
            core: 1,
            signal: CoreSignal::Line {
                pin: 0,
                level: false,
            },
        },
    ] {
        assert!(effects.contains(&e), "{e:?} in {effects:?}");
    }
    endinit(&mut r, WDTCPU + 12, true);
    assert!(r.took().contains(&Effect::Line {
        pin: 4,
        level: true
    }));
}

#[test]
fn protected_registers_are_refused_and_told() {
    let mut r = rig();
    lock_all(&mut r);
    for (off, name, opens) in [
        (0x30, "CCUCON0", WDTS),
        (0x130, "TRAPDIS", WDTCPU),
        (0x104, "WDTCPU_CON1[0]", WDTCPU),
        (0x110, "WDTCPU_CON1[1]", WDTCPU + 12),
        (0xf4, "WDTS_CON1", WDTS),
    ] {
        r.warnings.clear();
        let refused = r.with(|d, cx| {
            cx.accessor = Some(Accessor {
                core: 2,
                pc: 0x1234,
            });
            d.write(off, 8, cx)
        });
        assert_eq!(refused, Err(BusFault::Refused), "{name}");
        let w = &r.warnings[0];
        assert!(
            w.what
                .starts_with(&format!("{name}: write by core 2 refused")),
            "{w:?}"
        );
        assert_eq!((w.pc, w.offset), (0x1234, off));
        assert_eq!(
            r.read(off) & 8,
            if name == "WDTCPU_CON1[1]" { 8 } else { 0 }
        );
        endinit(&mut r, opens, false);
        r.write(off, 8);
        assert_eq!(r.read(off) & 8, 8, "{name}");
        endinit(&mut r, opens, true);
    }
}

#[test]
fn pll_and_dividers_never_keep_anybody_waiting() {
    let mut r = rig();
    r.write(0x30, 1 << 30 | 1 << 28);
    assert_eq!(r.read(0x30), 1 << 28, "UP and LCK read 0");
    r.write(0x18, SETFINDIS | 59 << 9);
    assert_eq!(r.read(0x14), 0x3c);
    r.write(0x18, CLRFINDIS | 1 << 18 | 1);
    assert_eq!((r.read(0x14), r.read(0x18)), (0x35, 1));
    assert_eq!(r.read(0x10) & 0x102, 0x102);
}

fn program(r: &mut Rig<Scu>, n: u32) {
    r.write(0x18, (n - 1) << 9 | 1 << 24);
    r.write(0x1c, 2);
    r.write(0x34, 1 << 30 | 2 << 8);
    r.write(0x30, 1 << 30 | 1 << 28 | 2 << 16 | 1 << 8);
}

#[test]
fn other_clocks_than_the_boards_are_told() {
    let mut r = quiet();
    program(&mut r, 60);
    r.go(60_000);
    assert_eq!(r.warnings, []);
    program(&mut r, 30);
    r.go(70_000);
    program(&mut r, 48);
    r.go(130_000);
    // The watchdog has run out as well by then.
    let of_clocks: Vec<_> = r.warnings.iter().filter(|w| w.offset == 0x30).collect();
    assert_eq!(of_clocks.len(), 1, "{:?}", r.warnings);
    let w = of_clocks[0];
    assert!(
        w.what.contains("CPUs at 160, 160 and 160 MHz, SPB 80 MHz"),
        "{w:?}"
    );
    assert_eq!((w.pc, w.offset), (0x40, 0x30));
}

#[test]
fn a_watchdog_interrupts_and_then_resets() {
    let mut r = rig();
    r.go(4 * 16384 - 1);
    assert_eq!(nmis(&mut r), 0);
    r.go(4 * 16384);
    assert_eq!(nmis(&mut r), 3);
    assert_eq!((r.read(0x124), r.read(0x108) & 2), (SMUT, 2));
    assert!(
        r.warnings[0].what.contains("CPU 0 ran out"),
        "{:?}",
        r.warnings
    );
    r.go(4 * 16384 + 1000);
    assert!(r.took().contains(&Effect::Reset(RAN_OUT[0])));
}

#[test]
fn watchdogs_that_are_off_stay_off() {
    let mut r = rig();
    for (con0, con1) in [(WDTS, 0xf4), (WDTCPU, 0x104)] {
        endinit(&mut r, con0, false);
        r.write(con1, 8);
        endinit(&mut r, con0, true);
        endinit(&mut r, con0, false);
    }
    r.took();
    r.go(10_000_000);
    assert_eq!(r.took(), []);
    let mut r = quiet();
    r.took();
    r.go(10_000_000);
    assert_eq!(r.took(), []);
}

#[test]
fn a_wrong_password_is_told() {
    let mut r = rig();
    r.write(WDTCPU, 0xfffc_00f3);
    assert!(
        r.warnings[0]
            .what
            .starts_with("WDTCPU_CON0[0]: 0xfffc00f3 is neither")
    );
    assert_eq!(r.read(0x108) & 1, 1);
}

#[test]
fn power_of_the_cpus() {
    let mut r = rig();
    r.took();
    r.write(0xd8, 1);
    let sleep = Effect::Core {
        core: 1,
        signal: CoreSignal::Sleep,
    };
    assert_eq!(r.took(), [sleep]);
    r.line(1, true);
    assert_eq!((r.read(0xd8), r.read(0xd4)), (0x301, 0x100));
    r.line(1, false);
    assert_eq!(r.read(0xd8), 0x100);
}

#[test]
fn traps_by_software() {
    let mut r = rig();
    r.took();
    r.write(0x128, 1);
    assert_eq!((nmis(&mut r), r.read(0x124)), (3, 1));
    r.write(0x128, 1);
    assert_eq!(nmis(&mut r), 0, "it is set already");
    r.write(0x12c, 1);
    r.write(0x130, 1);
    r.write(0x128, 1);
    assert_eq!((nmis(&mut r), r.read(0x124)), (0, 1));
}

#[test]
fn software_resets() {
    let mut r = rig();
    r.took();
    r.write(0x60, 2);
    assert_eq!(r.took(), [Effect::Reset(BY_SOFTWARE)]);
}

#[test]
fn the_temperature_sensor() {
    let mut r = rig();
    r.write(0xe4, 2);
    // 54 degrees: 607 + 2.13 * 54.
    assert_eq!(r.read(0xe0), 0x4000 | 722);
}

#[test]
fn parameters_are_checked() {
    let p = PARAMS.replace("\"stm\"", "\"x\"");
    let e = Scu::build(ron::from_str(&p).unwrap(), &env())
        .err()
        .unwrap();
    assert!(e.contains("no clock is called `x`"), "{e}");
}
