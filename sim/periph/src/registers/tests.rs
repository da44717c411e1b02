use super::*;
use crate::testing::Rig;
use trueboard_core::device::Effect;

/// 1 MHz: a cycle is a microsecond.
fn built(text: &str) -> Result<Registers, String> {
    built_for(text, false)
}

fn built_for(text: &str, big_endian: bool) -> Result<Registers, String> {
    let env = BuildEnv {
        clock_hz: 1_000_000,
        size: 0x20,
        big_endian,
        ..BuildEnv::default()
    };
    Registers::build(ron::from_str(text).unwrap(), &env)
}

fn rig(text: &str) -> Rig<Registers> {
    Rig::new(built(text).unwrap())
}

fn line(pin: u16, level: bool) -> Effect {
    Effect::Line { pin, level }
}

#[test]
fn masks_and_bits_that_a_written_1_clears() {
    let mut r = rig(r#"(registers: [
            (name: "CTRL", offset: 0, reset: 0x5, writable: 0xf0),
            (name: "STAT", offset: 4, reset: 0xf3, clear: 0xf, writable: 0x30),
            (name: "FREE", offset: 8),
        ])"#);
    r.check_reset_values(&[]);
    trueboard_core::regs::check_map(r.dev.map()).unwrap();
    r.write(0, 0xa0);
    assert_eq!(r.read(0), 0xa5);
    // Bit 0 is cleared, bit 1 stays, 5:4 are written, 7:6 are fixed.
    r.write(4, 0x11);
    assert_eq!(r.read(4), 0xd2);
    r.write(8, 0xdead_beef);
    assert_eq!(r.read(8), 0xdead_beef);
    assert!(r.warnings.is_empty(), "{:?}", r.warnings);
    r.write(0, 0x100);
    r.write(0x10, 1);
    assert_eq!(r.read(0x14), 0);
    let told: Vec<&str> = r.warnings.iter().map(|w| &*w.what).collect();
    assert_eq!(
        told,
        [
            "CTRL: reserved bits {bits} written",
            "no register is described here: write lost",
            "no register is described here: reads as 0",
        ]
    );
    r.check_snapshot();
}

#[test]
fn a_lock_bit_follows_its_enable_after_a_time() {
    let mut r = rig(r#"(registers: [
            (name: "CTRL", offset: 0),
            (name: "STAT", offset: 4, follows: [
                (bits: 0x1, register: "CTRL", mask: 0x8, after: "10us"),
                (bits: 0xc0, register: "CTRL", mask: 0x3),
            ]),
        ])"#);
    r.go(5);
    r.write(0, 0xa);
    assert_eq!(r.read(4), 0x80);
    r.go(14);
    assert_eq!(r.read(4), 0x80);
    r.check_snapshot();
    r.go(15);
    assert_eq!(r.read(4), 0x81);
    // An enable that is back within the time has not been away.
    r.write(0, 0);
    r.go(20);
    r.write(0, 8);
    r.go(100);
    assert_eq!((r.read(4), r.queue.is_empty()), (1, true));
    r.write(0, 0);
    r.go(109);
    assert_eq!(r.read(4), 1);
    r.go(110);
    assert_eq!(r.read(4), 0);
}

/// A conversion: busy at once, done and its result 7 cycles after the start; reading the result clears done.
const ADC: &str = r#"(
    registers: [
        (name: "START", offset: 0, writable: 0),
        (name: "STAT", offset: 4, writable: 0, clear: 0x4, changes: [
            (bits: 0x1, to: 0x1, written: "START", when: 0x1),
            (bits: 0x7, to: 0x6, written: "START", when: 0x1, after: 7),
            (bits: 0x2, to: 0x0, read: "DATA"),
        ]),
        (name: "DATA", offset: 8, writable: 0, changes: [
            (bits: 0xfff, to: 0x123, written: "START", when: 0x1, after: 7),
        ]),
        (name: "IEN", offset: 12),
    ],
    interrupts: [
        (line: 3, status: "STAT", bits: 0x6, enable: "IEN"),
        (line: 4, written: "START", when: 0x2, after: 5),
    ],
)"#;

#[test]
fn values_change_at_a_time_after_a_write() {
    let mut r = rig(ADC);
    r.write(0, 1);
    assert_eq!((r.read(4), r.read(8)), (1, 0));
    r.go(6);
    assert_eq!(r.read(4), 1);
    // Another start begins anew.
    r.write(0, 1);
    r.go(12);
    assert_eq!(r.read(4), 1);
    r.check_snapshot();
    r.go(13);
    assert_eq!((r.read(4), r.read(8)), (6, 0x123));
    assert_eq!(r.read(4), 4);
    r.write(4, 4);
    assert_eq!(r.read(4), 0);
    assert!(r.warnings.is_empty(), "{:?}", r.warnings);
    assert!(r.queue.is_empty());
}

#[test]
fn lines_are_high_while_an_enabled_bit_is_set() {
    let mut r = rig(ADC);
    r.write(0, 1);
    r.go(7);
    assert!(r.took().is_empty(), "not enabled");
    r.write(12, 0x4);
    assert_eq!(r.took(), [line(3, true)]);
    r.read(8);
    assert!(r.took().is_empty(), "bit 2 holds it");
    r.write(4, 4);
    assert_eq!(r.took(), [line(3, false)]);
    r.write(0, 2);
    r.go(11);
    assert!(r.took().is_empty());
    r.go(12);
    assert_eq!(r.took(), [line(4, true), line(4, false)]);
    // A reset lowers what is high, and forgets what was to come.
    r.write(0, 3);
    r.go(19);
    assert_eq!(r.raised(3), 1);
    r.write(0, 1);
    for phase in [ResetPhase::Enter, ResetPhase::Hold, ResetPhase::Exit] {
        r.with(|d, cx| d.reset(phase, cx));
    }
    assert_eq!(r.took(), [line(3, false)]);
    assert!(r.queue.is_empty());
}

#[test]
fn reads_take_values_in_order() {
    let mut r = rig(r#"(registers: [
            (name: "GO", offset: 0),
            (name: "READY", offset: 4, reads: [0, 0, 1], restart: "GO"),
            (name: "SAW", offset: 8, reads: [1, 2, 3], again: true),
        ])"#);
    let ready: Vec<u32> = (0..5).map(|_| r.read(4)).collect();
    assert_eq!(ready, [0, 0, 1, 1, 1]);
    r.write(0, 1);
    assert_eq!((r.read(4), r.read(4), r.read(4)), (0, 0, 1));
    let saw: Vec<u32> = (0..5).map(|_| r.read(8)).collect();
    assert_eq!(saw, [1, 2, 3, 1, 2]);
    r.check_snapshot();
    // What is saved goes on where it was.
    let mut fork = built(r#"(registers: [(name: "GO", offset: 0)])"#).unwrap();
    assert!(fork.load(&r.dev.save()).is_err());
}

/// A byte of a word, of which the others must not notice.
#[test]
fn narrow_registers_share_a_word() {
    let text = r#"(registers: [
        (name: "A", offset: 0, width: 8, reset: 0x11),
        (name: "B", offset: 1, width: 8, reads: [1, 2, 3]),
        (name: "C", offset: 2, width: 16, reset: 0x00ff, clear: 0xffff),
    ])"#;
    let mut r = rig(text);
    assert_eq!(r.dev.map()[0].name, "A+B+C");
    assert_eq!(r.read(0), 0x00ff_0111);
    let mut big = Rig::new(built_for(text, true).unwrap());
    assert_eq!(big.read(0), 0x1101_00ff);
    let lane = |r: &mut Rig<Registers>, lanes| r.with(|d, cx| d.read_lanes(0, lanes, cx)).unwrap();
    assert_eq!(lane(&mut r, 0xff), 0x11);
    assert_eq!(lane(&mut r, 0xff00), 0x200);
    assert_eq!(lane(&mut big, 0xff_0000), 0x02_0000);
    // The board puts the byte into what the word shows: ones that would clear C.
    let shown = r.dev.peek(0, Tick(0)).unwrap() & !0xff | 0x22;
    r.with(|d, cx| d.write_lanes(0, shown, 0xff, cx)).unwrap();
    assert_eq!(r.dev.peek(0, Tick(0)), Some(0x00ff_0322));
    r.with(|d, cx| d.write_lanes(0, 0x0f << 16, 0xff << 16, cx))
        .unwrap();
    assert_eq!(r.dev.peek(0, Tick(0)), Some(0x00f0_0322));
}

#[test]
fn a_change_may_come_a_time_after_reset() {
    let mut r = rig(
        r#"(registers: [(name: "STAT", offset: 0, writable: 0, changes: [(bits: 1, to: 1, after: "1ms")])])"#,
    );
    r.go(999);
    assert_eq!(r.read(0), 0);
    r.go(1000);
    assert_eq!(r.read(0), 1);
}

#[test]
fn what_cannot_be_is_refused_with_its_path() {
    let one = |fields: &str| format!(r#"(registers: [(name: "A", offset: 0), ({fields})])"#);
    let refusals: &[(&str, &[&str])] = &[
        (
            r#"name: "A", offset: 4"#,
            &["registers[1].name", "`A`", "rename"],
        ),
        (r#"name: "", offset: 4"#, &["registers[1].name", "empty"]),
        (
            r#"name: "B", offset: 4, width: 12"#,
            &["registers[1].width", "8, 16 or 32"],
        ),
        (
            r#"name: "B", offset: 2"#,
            &["registers[1].offset", "multiple of 4"],
        ),
        (
            r#"name: "B", offset: 3, width: 8"#,
            &["registers[1].offset", "`A` and `B` share"],
        ),
        (
            r#"name: "B", offset: 0x20"#,
            &["registers[1].offset", "0x24", "enlarge `size`"],
        ),
        (
            r#"name: "B", offset: 4, width: 8, reset: 0x100"#,
            &["registers[1].reset", "8 bits of `B`"],
        ),
        (
            r#"name: "B", offset: 4, writable: 3, clear: 1"#,
            &["registers[1].clear", "0x1"],
        ),
        (
            r#"name: "B", offset: 4, widht: 8"#,
            &["registers[1].widht", "expected one of"],
        ),
        (
            r#"name: "B", offset: 4, again: true"#,
            &["registers[1].again", "reads"],
        ),
        (
            r#"name: "B", offset: 4, reads: [1], clear: 1"#,
            &["registers[1].reads", "leave out"],
        ),
        (
            r#"name: "B", offset: 4, follows: [(bits: 1, register: "X")]"#,
            &["registers[1].follows[0].register", "`X`", "there are: A, B"],
        ),
        (
            r#"name: "B", offset: 4, follows: [(bits: 3, register: "A", mask: 5)]"#,
            &["registers[1].follows[0].bits", "as many bits"],
        ),
        (
            r#"name: "B", offset: 4, writable: 1, follows: [(bits: 1, register: "A")]"#,
            &["registers[1].follows[0].bits", "are writable"],
        ),
        (
            r#"name: "B", offset: 4, follows: [(bits: 1, register: "B")]"#,
            &["registers[1].follows[0].register", "follow others"],
        ),
        (
            r#"name: "B", offset: 4, changes: [(bits: 1, to: 3)]"#,
            &["registers[1].changes[0].to", "0x3"],
        ),
        (
            r#"name: "B", offset: 4, changes: [(bits: 1, to: 1, when: 1)]"#,
            &["registers[1].changes[0].when", "written"],
        ),
        (
            r#"name: "B", offset: 4, changes: [(bits: 1, to: 1, after: 0xffff_ffff_ffff_ffff)]"#,
            &["registers[1].changes[0].after", "longer than any run"],
        ),
        (
            r#"name: "B", offset: 4, changes: [(bits: 1, to: 1, after: "10parsecs")]"#,
            &["registers[1].changes[0].after", "10parsecs", "\"10us\""],
        ),
    ];
    for (fields, said) in refusals {
        let e = built(&one(fields))
            .err()
            .unwrap_or_else(|| panic!("{fields} is taken"));
        said.iter().for_each(|s| assert!(e.contains(s), "{e}: {s}"));
    }
    let interrupts: &[(&str, &[&str])] = &[
        ("line: 1", &["interrupts[0].status", "either"]),
        (r#"status: "B""#, &["interrupts[0].status", "there are: A"]),
        (
            r#"status: "A", after: 3"#,
            &["interrupts[0].after", "written"],
        ),
        (
            r#"written: "A", enable: "A""#,
            &["interrupts[0].enable", "status"],
        ),
        (
            r#"status: "A"), (written: "A""#,
            &["interrupts[1].line", "line 0"],
        ),
    ];
    for (fields, said) in interrupts {
        let text = format!(r#"(registers: [(name: "A", offset: 0)], interrupts: [({fields})])"#);
        let e = built(&text)
            .err()
            .unwrap_or_else(|| panic!("{fields} is taken"));
        said.iter().for_each(|s| assert!(e.contains(s), "{e}: {s}"));
    }
    assert!(built("(registers: [])").err().unwrap().contains("is empty"));
}

/// A bit that is set at reset, and whose source is not, falls when the time has passed.
#[test]
fn what_reset_says_lasts_for_the_time_of_a_follower() {
    let mut r = rig(r#"(registers: [
            (name: "CTRL", offset: 0),
            (name: "STAT", offset: 4, reset: 1, follows: [(bits: 1, register: "CTRL", after: 10)]),
        ])"#);
    r.go(9);
    assert_eq!(r.read(4), 1);
    r.go(10);
    assert_eq!(r.read(4), 0);
}
