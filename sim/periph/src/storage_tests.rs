//! The parts that only store.

use crate::BuildEnv;
use crate::grlib::{gpreg, griommu};
use crate::testing::Rig;
use trueboard_core::regs::check_map;

fn env() -> BuildEnv {
    BuildEnv::default()
}

#[test]
fn reset_values_and_maps() {
    for dev in [
        griommu::build(ron::Value::Unit, &env()).unwrap(),
        gpreg::build(ron::Value::Unit, &env()).unwrap(),
    ] {
        let mut r = Rig::new(dev);
        check_map(trueboard_core::device::Device::map(&r.dev)).unwrap();
        r.check_reset_values(&[]);
        r.check_snapshot();
        assert!(r.warnings.is_empty());
    }
}

#[test]
fn storage_stores_by_the_rules() {
    let mut r = Rig::new(griommu::build(ron::Value::Unit, &env()).unwrap());
    r.write(0xc4, 0x1234_5678);
    assert_eq!((r.read(0xc4), r.warnings.len()), (0x1234_5678, 0));
    r.write(0x00, 0xffff_ffff);
    r.write(0x10, 1);
    r.write(0x24, 1);
    assert_eq!((r.read(0x00), r.warnings.len()), (0, 3));
    r.write(0x14, 1);
    r.write(0x7c, 0x12);
    assert_eq!((r.read(0x14), r.read(0x7c)), (0, 0x12));
}

#[test]
fn straps_come_from_the_board() {
    let p = ron::from_str("(bootstrap: 0x02000001)").unwrap();
    let mut r = Rig::new(gpreg::build(p, &env()).unwrap());
    assert_eq!(r.read(0), 0x0200_0001);
}
