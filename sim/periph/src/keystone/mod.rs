//! Devices of the Keystone 2 chips (66AK2H). Sources: SPRS866 is the data manual of the 66AK2H12;
//! the Linux device tree `keystone-k2hk` and driver `gpio-syscon`.

pub(crate) mod bootcfg;
pub(crate) mod psc;
