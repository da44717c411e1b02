//! Registers of devices that are accessed in an order that the manual rules out, by what their earlier accesses were.

use crate::layout::DeviceView;
use std::collections::BTreeMap;
use trueboard_core::observe::Touched;

/// A rule about the order of accesses: what is wrong, and who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderRule {
    /// What is wrong.
    pub text: &'static str,
    /// Where that is written.
    pub source: &'static str,
}

const LOCKED: usize = 0;
const CLOCK_FIRST: usize = 1;
const NOT_INVALIDATED: usize = 2;
const SENSOR_CLOCK: usize = 3;
const SENSOR_DIVIDER: usize = 4;

/// All rules.
pub const ORDERS: [OrderRule; 5] = [
    OrderRule {
        text: "CLKEN or RESET of a core is written while its UNLOCK bit is 0: the write is lost",
        source: "GR740 UM 1.7, 25.2",
    },
    OrderRule {
        text: "the reset of a core is released before it had a clock in reset: set CLKEN while RESET is 1",
        source: "GR740 UM 1.7, 25.2",
    },
    OrderRule {
        text: "the L2 cache is enabled without having been invalidated since reset: its contents are undefined",
        source: "GR740 UM 1.7, 9",
    },
    OrderRule {
        text: "the sensor is powered up or leaves reset before its clock is on (CTRL.CLKEN)",
        source: "GR740 UM 1.7, 29",
    },
    OrderRule {
        text: "the sensor's clock is switched on with a divider of 0 (CTRL.DIV)",
        source: "GR740 UM 1.7, 29",
    },
];

/// Ends of a field.
const EN: u32 = 1 << 31;
const SENSOR_RUNS: u32 = 1 << 7 | 1 << 1;
const SENSOR_CLKEN: u32 = 1;
const SENSOR_DIV: u32 = 0x3ff << 16;

/// What each register was last seen to hold, and what was done since reset.
#[derive(Default)]
pub struct Order {
    seen: BTreeMap<u64, u32>,
    /// Of a clock gate: cores that had a clock in reset. Of a cache: whether it was invalidated.
    done: BTreeMap<u64, u32>,
}

impl Order {
    /// Records an access; returns the rule that it breaks.
    pub fn takes(&mut self, device: &DeviceView, a: &Touched) -> Option<u16> {
        let off = a.physical.wrapping_sub(device.at);
        let value = a.value;
        let seen = |off: u64| self.seen.get(&(device.at + off)).copied();
        let done = self.done.get(&device.at).copied().unwrap_or(0);
        let mut now = done;
        let mut broken = None;
        match (device.kind.as_str(), off) {
            ("clkgate", 0x4 | 0x8) if a.store => {
                let reset = seen(8).unwrap_or(0);
                if seen(0).unwrap_or(0) == 0 {
                    broken = Some(LOCKED);
                } else if off == 4 {
                    now |= value & reset;
                } else {
                    if reset & !value & !done != 0 {
                        broken = Some(CLOCK_FIRST);
                    }
                    now &= value;
                }
            }
            ("l2cache", 0x0) => {
                if a.store && value & EN != 0 && done == 0 {
                    broken = Some(NOT_INVALIDATED);
                }
                // One that is on was invalidated by who switched it on.
                now |= u32::from(value & EN != 0);
            }
            ("l2cache", 0x8) if a.store && matches!(value & 7, 5 | 7) => now = 1,
            ("gr740thsens" | "thsens" | "tempsensor", 0x0) if a.store => {
                let was = seen(0).unwrap_or(0);
                if value & SENSOR_RUNS & !was != 0 && (value | was) & SENSOR_CLKEN == 0 {
                    broken = Some(SENSOR_CLOCK);
                } else if value & SENSOR_CLKEN != 0 && value & SENSOR_DIV == 0 {
                    broken = Some(SENSOR_DIVIDER);
                }
            }
            _ => {}
        }
        self.done.insert(device.at, now);
        self.seen.insert(a.physical, value);
        broken.map(|rule| rule as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> DeviceView {
        DeviceView {
            name: "clkgate".to_owned(),
            kind: "clkgate".to_owned(),
            at: 0x1000,
            end: 0x1010,
            orders: false,
        }
    }

    fn stores(off: u64, value: u32) -> Touched {
        Touched {
            physical: 0x1000 + off,
            bytes: 4,
            store: true,
            value,
            ..Touched::default()
        }
    }

    /// The rules that accesses to a device of this kind break, one by one.
    fn broken(kind: &str, accesses: &[(u64, u32)]) -> Vec<Option<u16>> {
        let device = DeviceView {
            kind: kind.to_owned(),
            ..gate()
        };
        let mut order = Order::default();
        let all = accesses.iter();
        all.map(|&(off, value)| order.takes(&device, &stores(off, value)))
            .collect()
    }

    #[test]
    fn a_clock_outside_of_reset_is_none_in_reset() {
        let b = 1 << 6;
        let accesses = [(0, b), (4, b), (8, b), (8, 0)];
        let rule = Some(CLOCK_FIRST as u16);
        assert_eq!(broken("clkgate", &accesses), [None, None, None, rule]);
    }

    /// GR740 UM 1.7, 9, FMODE: 5 invalidates the whole cache, 7 writes it back before, 6 does nothing else than that.
    #[test]
    fn a_cache_is_invalidated_before_it_is_enabled() {
        let rule = Some(NOT_INVALIDATED as u16);
        assert_eq!(broken("l2cache", &[(0, EN)]), [rule]);
        for (mode, broke) in [(5, None), (6, rule), (7, None)] {
            let accesses = [(8, mode), (0, EN)];
            assert_eq!(broken("l2cache", &accesses), [None, broke], "{mode}");
        }
    }

    #[test]
    fn a_sensor_runs_with_a_clock_that_the_same_write_may_switch_on() {
        let (run, clock, divider) = (1 << 7, SENSOR_CLKEN, 5 << 16);
        let of = |values: &[u32]| {
            let accesses: Vec<(u64, u32)> = values.iter().map(|&v| (0, v)).collect();
            broken("tempsensor", &accesses)
        };
        assert_eq!(of(&[run | clock | divider]), [None]);
        assert_eq!(of(&[clock | divider, run | clock | divider]), [None, None]);
        assert_eq!(of(&[run | divider]), [Some(SENSOR_CLOCK as u16)]);
        assert_eq!(of(&[clock]), [Some(SENSOR_DIVIDER as u16)]);
    }

    #[test]
    fn a_core_is_clocked_in_reset_before_it_runs() {
        let mut order = Order::default();
        let b = 1 << 6;
        for (off, value) in [(0, b), (8, b), (4, b), (4, 0), (8, 0), (4, b)] {
            assert_eq!(
                order.takes(&gate(), &stores(off, value)),
                None,
                "{off} {value}"
            );
        }
        let mut order = Order::default();
        assert_eq!(order.takes(&gate(), &stores(4, b)), Some(LOCKED as u16));
        for (off, value, broken) in [(0, b, None), (8, b, None), (8, 0, Some(CLOCK_FIRST as u16))] {
            assert_eq!(
                order.takes(&gate(), &stores(off, value)),
                broken,
                "{off} {value}"
            );
        }
    }
}
