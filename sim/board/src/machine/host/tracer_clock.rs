//! Clocks of the tracers of stub cores.

/// The time stamp counter of a stub core's tracer, as far as its core does not know it.
#[derive(Clone, Debug)]
pub(crate) struct TracerClock {
    pub core: u8,
    pub name: String,
    /// What it shows when it starts, and how many millionths it is too fast.
    pub offset: u64,
    pub ppm: i64,
}

/// Parts of the rate.
const MILLION: i128 = 1_000_000;

impl TracerClock {
    /// By how many ticks a time stamp is off that was read `past` cycles after the counter was started. The counter
    /// shows whole ticks: less than one is none.
    pub fn off_by(&self, past: u64, stamp: u64) -> u64 {
        let due =
            i128::from(self.offset) * MILLION + i128::from(past) * (MILLION + i128::from(self.ppm));
        let off = (i128::from(stamp) * MILLION - due).unsigned_abs() / MILLION.unsigned_abs();
        u64::try_from(off).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_off_by_whole_ticks() {
        let clock = |offset, ppm| TracerClock {
            core: 0,
            name: String::new(),
            offset,
            ppm,
        };
        // 50 ppm too fast: after 1.2 thousand million cycles it shows 60 000 more.
        let fast = clock(7, 50);
        assert_eq!(fast.off_by(1_200_000_000, 1_200_060_007), 0);
        assert_eq!(fast.off_by(1_200_000_000, 1_200_060_010), 3);
        assert_eq!(fast.off_by(1_200_000_000, 1_200_000_007), 60_000);
        // A whole tick less is shown only once it has passed.
        let slow = clock(0, -100);
        assert_eq!(slow.off_by(5_000, 4_999), 0);
        assert_eq!(slow.off_by(5_000, 5_000), 0);
        assert_eq!(slow.off_by(20_000, 19_998), 0);
        assert_eq!(slow.off_by(20_000, 20_000), 2);
    }
}
