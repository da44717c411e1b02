use super::*;
use crate::testing::Rig;
use trueboard_core::device::Effect;

fn rig(params: &str) -> Rig<Grgpio> {
    let p = ron::from_str(params).unwrap();
    Rig::new(Grgpio::build(p, &BuildEnv::default()).unwrap())
}

fn up(pin: u16) -> Effect {
    Effect::Line { pin, level: true }
}

fn down(pin: u16) -> Effect {
    Effect::Line { pin, level: false }
}

#[test]
fn registers_after_reset() {
    let mut r = rig("(lines: 16, pulse: true)");
    r.check_reset_values(&["CAP", "IAVAIL"]);
    r.check_snapshot();
    trueboard_core::regs::check_map(MAP).unwrap();
    assert_eq!((r.read(0x1c), r.read(0x40)), (0x0005_040f, 0xffff));
    let mut r = rig("(lines: 22)");
    assert_eq!((r.read(0x1c), r.read(0x40)), (0x0001_0415, 0xffff));
    assert_eq!(r.took(), []);
}

#[test]
fn lines_in_and_out() {
    let mut r = rig("(lines: 16)");
    r.line(3, true);
    r.line(20, true);
    assert_eq!(r.read(0), 8);
    r.write(0x08, 0b101);
    r.write(0x04, 0xffff_ffff);
    assert_eq!(r.read(0x04), 0xffff, "there are 16 lines");
    assert_eq!(r.took(), [up(32), up(34)]);
    assert_eq!(r.read(0), 0b1101);
    r.write(0x74, 0b1);
    assert_eq!((r.read(0x04), r.took()), (0xfffe, vec![down(32)]));
    r.write(0x64, 0xff);
    r.write(0x54, 0x100);
    assert_eq!(r.read(0x04), 0x1fe);
}

#[test]
fn level_and_edge_interrupts() {
    let mut r = rig("(lines: 16)");
    r.write(0x20, 0x0001_0203);
    r.write(0x10, 0b0110);
    r.write(0x14, 0b0100);
    r.write(0x0c, 0b0110);
    r.line(1, true);
    assert_eq!((r.took(), r.read(0x44)), (vec![up(1)], 2));
    r.line(1, false);
    assert_eq!(r.took(), [down(1)]);
    r.line(2, true);
    assert_eq!(r.took(), [up(2), down(2)]);
    r.line(2, false);
    assert_eq!((r.took(), r.read(0x44)), (vec![], 6));
    r.write(0x44, 4);
    assert_eq!(r.read(0x44), 2);
    // Low level: active as soon as it is enabled.
    r.write(0x10, 0);
    r.write(0x5c, 0b1000);
    assert!(r.took().contains(&up(3)));
}

#[test]
fn strange_accesses_are_told() {
    let mut r = rig("(lines: 16)");
    r.write(0x00, 1);
    assert_eq!(r.with(|d, cx| d.read(0x50, cx)), Ok(0));
    r.write(0x20, 0x0303_0303);
    r.write(0x0c, 0xffff);
    assert_eq!(r.warnings.len(), 2);
    let p = ron::from_str("(lines: 33)").unwrap();
    assert!(Grgpio::build(p, &BuildEnv::default()).is_err());
}

/// DATA shows the line: that of an output is what it drives.
#[test]
fn an_output_shows_what_it_drives() {
    let mut r = rig("(lines: 16)");
    r.line(0, true);
    assert_eq!(r.read(0), 1);
    r.write(0x08, 1);
    assert_eq!(r.read(0), 0);
}

/// `grgpio.vhd`: masks of the interrupt registers, fields of the map, and what the logical registers show.
#[test]
fn registers_have_the_bits_of_their_configuration() {
    let mut r = rig("(lines: 22)");
    for off in [0x0c, 0x10, 0x14] {
        r.write(off, u32::MAX);
        assert_eq!(
            r.read(off),
            0xffff,
            "{off:#x}: lines 16 to 21 cannot interrupt"
        );
    }
    for n in 0..8 {
        r.write(0x20 + 4 * n, u32::MAX);
        let fields = [
            0x0303_0303,
            0x0303_0303,
            0x0303_0303,
            0x0303_0303,
            0x0303_0303,
            0x0303_0000,
            0,
            0,
        ];
        assert_eq!(r.read(0x20 + 4 * n), fields[n as usize], "map {n}");
    }
    r.write(0x48, u32::MAX);
    assert_eq!(r.read(0x48), 0, "CAP.IER is 0");
    r.write(0x04, 0x12_3456);
    r.write(0x08, 0x21_0000);
    r.write(0x0c, 0x0f0f);
    for (shown, at) in [(0x12_3456, 0x54), (0x21_0000, 0x58), (0x0f0f, 0x5c)] {
        for off in [at, at + 0x10, at + 0x20] {
            assert_eq!(r.read(off), shown, "{off:#x}");
        }
    }
}
