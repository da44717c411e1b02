//! Devices of the Keystone 2 chips (66AK2H). Sources: SPRS866 is the data manual of the 66AK2H12;
//! the Linux device tree `keystone-k2hk` and driver `gpio-syscon`; IHI 0048B is ARM's GIC architecture
//! specification, version 2.

pub(crate) mod bootcfg;
pub(crate) mod gic;
pub(crate) mod psc;
