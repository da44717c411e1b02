use super::*;
use crate::testing::Rig;

fn rig(params: &str) -> Rig<Gptimer> {
    let p = ron::from_str(params).unwrap();
    Rig::new(Gptimer::build(p, &BuildEnv::default()).unwrap())
}

/// Unit 0 and unit 1 of the GR740; the watchdog of unit 0 is stopped.
fn unit0() -> Rig<Gptimer> {
    let mut r = rig("(timers: 5, base_irq: 1, separate: true, watchdog: true)");
    r.write(0x58, 0);
    r
}

fn unit1() -> Rig<Gptimer> {
    rig("(timers: 4, base_irq: 6)")
}

/// One tick per microsecond at 250 MHz, from this cycle on.
fn microseconds(r: &mut Rig<Gptimer>) {
    r.write(0x04, 249);
}

#[test]
fn registers_after_reset() {
    let mut r = unit1();
    r.check_reset_values(&["CONFIG"]);
    assert_eq!(r.read(0x08), 0x34);
    r.check_snapshot();
    let mut r = rig("(timers: 5, base_irq: 1, separate: true, watchdog: true)");
    assert_eq!(r.read(0x08), 0x10d);
    assert_eq!((r.read(0x58), r.read(0x50)), (9, 0xffff));
    assert_eq!((r.read(0x60), r.read(0x68)), (0, 0));
    trueboard_core::regs::check_map(MAP).unwrap();
}

#[test]
fn prescaler_counts_every_clock() {
    let mut r = unit1();
    r.write(0x18, EN | RS);
    assert_eq!(r.read(0x00), 0xffff);
    r.go(10);
    assert_eq!(r.read(0x00), 0xffff - 10);
    r.write(0x04, 5);
    r.write(0x00, 1);
    let seen: Vec<u32> = (10..20)
        .map(|c| {
            r.go(c);
            r.read(0x00)
        })
        .collect();
    assert_eq!(seen, [1, 0, 5, 4, 3, 2, 1, 0, 5, 4]);
    assert_eq!(r.warnings, []);
}

/// `gptimer.vhd` and GRLIB IP Core manual 2026.2, 40.3.2: a write of SRELOAD also sets SCALER.
#[test]
fn a_new_reload_value_is_the_value_at_once() {
    let mut r = unit1();
    r.write(0x04, 99);
    assert_eq!((r.read(0x04), r.read(0x00)), (99, 99));
    r.write(0x10, 7);
    r.write(0x18, EN);
    r.go(99);
    assert_eq!(r.read(0x10), 7);
    r.go(100);
    assert_eq!(r.read(0x10), 6, "the first tick comes after a whole period");
    r.go(130);
    r.write(0x04, 49);
    assert_eq!(r.read(0x00), 49);
    r.go(180);
    assert_eq!(r.read(0x10), 5);
}

/// `gptimer.vhd`: "scaler is halted when all timers are disabled".
#[test]
fn the_prescaler_stands_while_all_timers_are_off() {
    let mut r = unit1();
    r.write(0x04, 99);
    r.go(1_000);
    assert_eq!(r.read(0x00), 99);
    r.write(0x38, EN | RS);
    r.go(1_030);
    r.write(0x38, RS);
    r.go(5_000);
    assert_eq!(r.read(0x00), 69);
    // A one-shot stops itself, and the prescaler with it, at its third tick: 70 cycles and twice 100.
    r.write(0x20, 2);
    r.write(0x28, EN | IE);
    r.go(9_000);
    assert_eq!((r.raised(0), r.read(0x00), r.read(0x28)), (1, 99, IE | IP));
    r.write(0x20, 0);
    r.write(0x28, EN | IE | IP);
    r.go(9_099);
    assert_eq!(r.raised(0), 0);
    r.go(9_100);
    assert_eq!(r.raised(0), 1);
}

/// GR740 UM 2.9, ch. 20: the prescaler divides by timers + 1 at least.
#[test]
fn a_prescaler_that_is_too_short_is_told() {
    let mut r = unit1();
    r.write(0x04, 5);
    r.write(0x18, EN | RS);
    r.write(0x18, 0);
    r.write(0x04, 4);
    assert_eq!(r.warnings, [], "no timer runs");
    r.write(0x18, EN | RS);
    let told = &r.warnings[0].what;
    assert!(
        told.contains("SRELOAD is 4, below 5 (timers + 1)"),
        "{told}"
    );
}

/// `gptimer.vhd`: the tick output of a timer does not ask for IE; what hears it are watchdog inputs.
#[test]
fn the_tick_of_the_last_timer_can_be_heard() {
    let mut r = rig("(timers: 4, base_irq: 6, tick_output: true)");
    r.write(0x04, 9);
    r.write(0x44, 2);
    r.write(0x48, EN | RS | LD);
    r.go(29);
    assert_eq!(r.raised(TICK_PIN), 0);
    r.go(30);
    let pins = r.took();
    let up = |pin| Effect::Line { pin, level: true };
    assert!(pins.contains(&up(TICK_PIN)) && !pins.contains(&up(0)));
    r.go(90);
    assert_eq!((r.raised(TICK_PIN), r.read(0x48) & IP), (2, 0));
    r.write(0x28, EN | RS);
    r.write(0x48, 0);
    r.go(1_000);
    assert_eq!(r.raised(TICK_PIN), 0);
    assert!(r.queue.is_empty(), "nobody hears the other timers");
}

#[test]
fn period_is_reload_plus_one_ticks() {
    let mut r = unit0();
    microseconds(&mut r);
    r.write(0x14, 999);
    r.write(0x18, 0xf);
    assert_eq!((r.read(0x10), r.read(0x18)), (999, 0xb));
    r.took();
    r.go(249_999);
    assert_eq!((r.raised(0), r.read(0x10)), (0, 0));
    r.go(250_000);
    assert_eq!((r.raised(0), r.read(0x10)), (1, 999));
    assert_eq!(r.read(0x18), 0x1b, "IP");
    r.write(0x18, 0x1b);
    assert_eq!(r.read(0x18), 0xb, "written 1 clears");
    r.go(2_500_000);
    assert_eq!(r.raised(0), 9);
    assert_eq!(r.dev.meters(), [("underflows", 10)]);
}

#[test]
fn without_restart_it_stops_after_one() {
    let mut r = unit1();
    microseconds(&mut r);
    r.write(0x20, 4);
    r.write(0x28, EN | IE);
    r.go(10_000);
    assert_eq!(r.raised(0), 1, "shared interrupt");
    assert_eq!((r.read(0x20), r.read(0x28)), (u32::MAX, IE | IP));
    assert!(r.queue.is_empty());
}

#[test]
fn interrupts_of_unit_0_are_separate() {
    let mut r = unit0();
    microseconds(&mut r);
    r.write(0x34, 0);
    r.write(0x38, 0xf);
    r.go(250);
    assert_eq!((r.raised(2), r.raised(0)), (1, 0));
}

#[test]
fn without_enable_there_is_no_interrupt_and_no_pending() {
    let mut r = unit1();
    microseconds(&mut r);
    r.write(0x14, 9);
    r.write(0x18, EN | RS | LD);
    assert!(r.queue.is_empty(), "nothing visible happens by itself");
    r.go(250 * 25);
    assert_eq!((r.read(0x10), r.read(0x18)), (4, EN | RS));
}

#[test]
fn chained_timers_count_underflows() {
    let mut r = unit1();
    microseconds(&mut r);
    r.write(0x14, 9);
    r.write(0x18, EN | RS | LD);
    r.write(0x24, 2);
    r.write(0x28, CH | EN | RS | LD | IE);
    r.go(250 * 29);
    assert_eq!((r.read(0x20), r.raised(0)), (0, 0));
    r.go(250 * 30);
    assert_eq!((r.read(0x20), r.raised(0)), (2, 1));
    r.write(0x18, CH | EN | RS | LD | IE);
    r.go(1_000_000);
    assert_eq!(
        r.read(0x10),
        9,
        "the first timer has nothing to be chained to"
    );
}

#[test]
fn the_system_watchdog_runs_after_reset_and_resets() {
    let mut r = rig("(timers: 5, base_irq: 1, separate: true, watchdog: true, watchdog_ticks: 9)");
    r.go(0x10000 * 10 - 1);
    assert!(r.took().is_empty());
    r.go(0x10000 * 10);
    assert!(r.took().contains(&Effect::Reset(RESET)));
    let mut r = unit0();
    microseconds(&mut r);
    r.write(0x58, WS | WN | EN | IE | LD);
    r.go(0x10000 * 250);
    let effects = r.took();
    assert!(
        !effects.contains(&Effect::Reset(RESET)),
        "WS switches it off"
    );
    assert!(effects.contains(&Effect::Line {
        pin: NMI_PIN,
        level: true
    }));
}

/// `gptimer.vhd`: the output is the pending bit, unless WS is set.
#[test]
fn the_watchdog_output_is_a_level() {
    let mut r = unit1();
    r.write(0x40, 0);
    r.write(0x48, EN | IE);
    r.go(0x10000);
    let wdog = |level| Effect::Line {
        pin: WATCHDOG_PIN,
        level,
    };
    assert!(r.took().contains(&wdog(true)));
    assert_eq!(r.read(0x48), IE | IP, "only the system watchdog has WS");
    r.write(0x48, IE);
    assert_eq!(r.took(), []);
    r.write(0x48, IP);
    assert_eq!(r.took(), [wdog(false)]);
    // Unit 0: what is pending while WS hides it bites as soon as WS is taken back.
    let mut r = unit0();
    r.write(0x50, 0);
    r.write(0x58, WS | EN | IE);
    r.go(0x10000);
    assert!(!r.took().contains(&wdog(true)));
    r.write(0x58, IE);
    assert_eq!(r.took(), [wdog(true), Effect::Reset(RESET)]);
}

#[test]
fn an_interrupt_latches_and_sets() {
    let mut r = unit1();
    microseconds(&mut r);
    r.write(0x14, 99);
    r.write(0x18, EN | RS | LD);
    r.write(0x0c, 1 << 5);
    r.write(0x08, EL | ES);
    r.go(250 * 10);
    r.pulse(4);
    assert_eq!(r.read(0x1c), 0);
    r.pulse(5);
    assert_eq!((r.read(0x1c), r.read(0x10)), (89, 99));
    assert_eq!(r.read(0x08), 0x34, "once only");
    r.go(250 * 20);
    r.pulse(5);
    assert_eq!((r.read(0x1c), r.read(0x10)), (89, 89));
}

#[test]
fn time_does_not_depend_on_who_looks() {
    let mut a = unit0();
    let mut b = unit0();
    for r in [&mut a, &mut b] {
        microseconds(r);
        r.write(0x14, 6);
        r.write(0x18, 0xf);
    }
    for c in (0..100_000).step_by(37) {
        a.go(c);
        a.read(0x10);
        a.read(0x00);
    }
    a.go(100_000);
    b.go(100_000);
    assert_eq!((a.read(0x10), a.read(0x00)), (b.read(0x10), b.read(0x00)));
    assert_eq!(a.raised(0), b.raised(0));
}

#[test]
fn strange_accesses_are_told() {
    let mut r = unit1();
    assert_eq!(r.with(|d, cx| d.read(0x80, cx)), Ok(0));
    r.write(0x80, 1);
    r.write(0x08, EE);
    r.write(0x00, 0x1_0000);
    assert_eq!(r.warnings.len(), 4);
    r.write(0x78, u32::MAX);
    let e = Gptimer::build(
        ron::from_str("(timers: 8, base_irq: 1)").unwrap(),
        &BuildEnv::default(),
    );
    assert!(e.unwrap_err().contains("1 to 7"));
}

/// GR740 UM 2.9, ch. 20, TCTRL: IP is cleared by writing 1, so a write with 0 there keeps it.
#[test]
fn pending_stays_until_one_is_written() {
    let mut r = unit0();
    microseconds(&mut r);
    r.write(0x14, 9);
    r.write(0x18, EN | RS | IE | LD);
    r.go(2_500);
    assert_eq!(r.read(0x18), EN | RS | IE | IP);
    r.write(0x18, EN | RS | IE);
    assert_eq!(r.read(0x18), EN | RS | IE | IP);
    r.write(0x18, EN | RS | IE | IP);
    assert_eq!(r.read(0x18), EN | RS | IE);
}
