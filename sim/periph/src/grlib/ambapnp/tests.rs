//! Expected words: computed by hand from the record layout and decoded again by the rules of
//! RTEMS' `ambapp.c`.

use super::*;
use crate::testing::Rig;

fn rig(params: &str) -> Rig<Ambapnp> {
    Rig::new(Ambapnp::build(ron::from_str(params).unwrap(), &BuildEnv::default()).unwrap())
}

fn fails(params: &str) -> String {
    Ambapnp::build(ron::from_str(params).unwrap(), &BuildEnv::default()).unwrap_err()
}

#[test]
fn apb_records() {
    let mut r = rig("(apb: [
        (slot: 0, device: 0x00c, version: 1, irq: 29, at: 0xff900000, size: 0x100),
        (slot: 2, device: 0x01a, version: 3, irq: 16, at: 0xff902000, size: 0x100),
        (slot: 4, device: 0x00d, version: 3, at: 0xff904000, size: 0x4000),
        (slot: 5, device: 0x011, version: 1, irq: 1, at: 0xff908000, size: 0x100),
        (slot: 13, device: 0x08a, irq: 23, at: 0xff910000, size: 0x100),
        (slot: 14, device: 0x01d, irq: 24, at: 0xff940000, size: 0x20000),
    ])");
    for (slot, words) in [
        (0, [0x0100_c03d, 0x0000_fff1]),
        (1, [0, 0]),
        (2, [0x0101_a070, 0x0200_fff1]),
        (4, [0x0100_d060, 0x0400_fc01]),
        (5, [0x0101_1021, 0x0800_fff1]),
        (13, [0x0108_a017, 0x1000_fff1]),
        (14, [0x0101_d018, 0x4000_e001]),
    ] {
        assert_eq!([r.read(8 * slot), r.read(8 * slot + 4)], words, "{slot}");
    }
}

#[test]
fn second_apb_bridge() {
    let mut r = rig("(apb: [
        (slot: 1, device: 0x03d, version: 1, irq: 16, at: 0xffa01000, size: 0x400),
        (slot: 13, device: 0x047, at: 0xffa0d000, size: 0x200),
    ])");
    assert_eq!([r.read(8), r.read(12)], [0x0103_d030, 0x0100_ffc1]);
    assert_eq!([r.read(104), r.read(108)], [0x0104_7000, 0x0d00_ffe1]);
}

#[test]
fn ahb_records() {
    let mut r = rig("(
        masters: [(slot: 3, device: 0x048), (slot: 4, device: 0x04f, irq: 31)],
        slaves: [
            (slot: 0, device: 0x04b, irq: 28, user: (0, 0xffe00000, 0), bars: [
                (at: 0x0, size: 0x80000000, prefetchable: true, cacheable: true),
                (at: 0xf0000000, size: 0x400000)]),
            (slot: 1, device: 0x020, version: 1, user: (0, 0xff800000, 0), bars: [
                (at: 0x80000000, size: 0x40000000), (at: 0xc0000000, size: 0x20000000),
                (at: 0xff800000, size: 0x8000000)]),
            (slot: 2, device: 0x054, bars: [
                (at: 0xc0000000, size: 0x10000000, prefetchable: true, cacheable: true),
                (at: 0xd0000000, size: 0x10000000)]),
            (slot: 3, device: 0x057, irq: 28, bars: [(at: 0xffe01000, size: 0x100, io: true)]),
            (slot: 4, device: 0x04f, irq: 31, bars: [(at: 0xff840000, size: 0x8000, io: true)]),
            (slot: 5, device: 0x08b, bars: [(at: 0xff880000, size: 0x1000, io: true)]),
        ],
        words: [(0xff0, 0x07401058)],
    )");
    assert_eq!([r.read(0x60), r.read(0x80)], [0x0104_8000, 0x0104_f01f]);
    let mut record = |slot: u32| [0, 8, 16, 20, 24].map(|w| r.read(0x800 + 32 * slot + w));
    let cache = [0x0104_b01c, 0xffe0_0000, 0x0003_8002, 0xf000_ffc2, 0];
    assert_eq!(record(0), cache);
    let bridge = [
        0x0102_0020,
        0xff80_0000,
        0x8000_c002,
        0xc000_e002,
        0xff80_f802,
    ];
    assert_eq!(record(1), bridge);
    assert_eq!(record(2), [0x0105_4000, 0, 0xc003_f002, 0xd000_f002, 0]);
    assert_eq!(record(3), [0x0105_701c, 0, 0x0100_fff3, 0, 0]);
    assert_eq!(record(4), [0x0104_f01f, 0, 0x4000_f803, 0, 0]);
    assert_eq!(record(5), [0x0108_b000, 0, 0x8000_ff03, 0, 0]);
    assert_eq!(r.read(0xff0), 0x0740_1058);
    r.write(0, 5);
    assert_eq!((r.read(0), r.warnings.len()), (0, 1));
    r.check_snapshot();
}

#[test]
fn impossible_records_are_told() {
    for (params, text) in [
        (
            "(apb: [(slot: 0, device: 0x1000, at: 0, size: 256)])",
            "device",
        ),
        (
            "(apb: [(slot: 0, device: 1, at: 0, size: 100)])",
            "power of two",
        ),
        ("(slaves: [(slot: 64, device: 1)])", "beyond"),
        ("(masters: [(slot: 64, device: 1)])", "beyond"),
        (
            "(masters: [(slot: 1, device: 1), (slot: 1, device: 1)])",
            "taken",
        ),
        (
            "(slaves: [(slot: 1, device: 1, bars: [(at: 0, size: 256)])])",
            "slot 1: size",
        ),
        (
            "(apb: [(slot: 0, device: 1, at: 0, size: 256, irqs: 1)])",
            "irqs",
        ),
    ] {
        let e = fails(params);
        assert!(e.contains(text), "{e}");
    }
}
