//! What a board file says of its host.

use crate::chip::Chip;
use serde::Deserialize;

/// Times that the host takes, and its clock. What its accesses to the chip and to shared memory take
/// is the network's to say.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Params {
    /// Picoseconds for each word of shared memory that `e_init` clears. The host's writes to shared
    /// memory run at 100.7 MiB/s (Epiphany BSP documentation, memory details).
    pub clear_ps: u64,
    /// Excess of a `usleep` over the requested time. An estimate: 50 us of timer slack, the default of Linux, and the
    /// return into the program.
    pub sleep_overhead_ns: u64,
    /// Taking a time stamp and noting an event. An estimate for `clock_gettime` and a store into
    /// cached memory on a Cortex-A9.
    pub stamp_ns: u64,
    /// How much faster than true time the host's clock is, in parts per million; three decimals at
    /// most.
    pub drift_ppm: f64,
    /// What the host's clock shows at reset, in nanoseconds.
    pub offset_ns: u64,
    /// The chip that the host loads and controls.
    pub chip: Chip,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            clear_ps: 37_882,
            sleep_overhead_ns: 60_000,
            stamp_ns: 200,
            drift_ppm: 0.0,
            offset_ns: 0,
            chip: Chip::default(),
        }
    }
}

impl Params {
    /// What is wrong with them.
    pub fn check(&self) -> Vec<String> {
        let mut problems: Vec<String> = self.chip.problem().into_iter().collect();
        if !(1..=1_000_000_000).contains(&self.clear_ps) {
            problems.push(format!(
                "clear_ps is {}, but must be 1 to 1000000000",
                self.clear_ps
            ));
        }
        for (name, ns) in [
            ("sleep_overhead_ns", self.sleep_overhead_ns),
            ("stamp_ns", self.stamp_ns),
        ] {
            if ns > 1_000_000_000 {
                problems.push(format!("{name} is {ns}, but must be at most 1000000000"));
            }
        }
        if self.drift_ppb().is_none() {
            problems.push(format!(
                "drift_ppm is {}, but must be -100000 to 100000 with three decimals at most",
                self.drift_ppm
            ));
        }
        if self.offset_ns > 1 << 62 {
            problems.push(format!(
                "offset_ns is {}, but must be at most {}",
                self.offset_ns,
                1u64 << 62
            ));
        }
        problems
    }

    /// `drift_ppm` in parts per billion, if it is a whole number of them in range.
    pub(crate) fn drift_ppb(&self) -> Option<i64> {
        let ppb = self.drift_ppm * 1000.0;
        let near = ppb.round();
        // Three decimals have no exact binary form: a millionth of a ppb does not come from the user.
        ((ppb - near).abs() < 1e-6 && near.abs() <= 1e8).then_some(near as i64)
    }
}
