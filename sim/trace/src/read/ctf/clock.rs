//! Clocks (section 8) and the time stamps made with them.

/// A clock of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Its name; fields are mapped to it by name.
    pub name: String,
    /// Identity of the clock, if it has one: clocks with equal UUIDs are one clock.
    pub uuid: Option<String>,
    /// For people.
    pub description: String,
    /// Cycles per second; never 0.
    pub freq: u64,
    /// Uncertainty in cycles.
    pub precision: u64,
    /// Seconds from the origin to value 0, to which `offset` is added.
    pub offset_s: i64,
    /// Cycles from the origin to value 0.
    pub offset: i64,
    /// Whether times can be compared with those of other absolute clocks.
    pub absolute: bool,
}

impl Clock {
    /// A clock of 1 GHz that begins at 0: what section 8 says of one without attributes.
    pub fn named(name: &str) -> Clock {
        Clock {
            name: name.to_owned(),
            uuid: None,
            description: String::new(),
            freq: 1_000_000_000,
            precision: 0,
            offset_s: 0,
            offset: 0,
            absolute: false,
        }
    }

    /// Nanoseconds from the origin, rounded down.
    pub fn ns(&self, cycles: u64) -> i128 {
        let cycles = i128::from(self.offset) + i128::from(cycles);
        let freq = i128::from(self.freq.max(1));
        i128::from(self.offset_s) * 1_000_000_000 + (cycles * 1_000_000_000).div_euclid(freq)
    }

    /// The greatest value with a time that other readers can keep: nanoseconds in 64 bits with a sign, by arithmetic
    /// with doubles (babeltrace2). `None` if the clock's offset is out of that.
    pub(crate) fn most(&self) -> Option<u64> {
        const ROUNDED: i128 = 1 << 12;
        let most = i128::from(i64::MAX) - ROUNDED;
        let base = self.ns(0);
        if base.abs() > most {
            return None;
        }
        let cycles = (most - base.max(0)) * i128::from(self.freq.max(1)) / 1_000_000_000;
        Some(u64::try_from(cycles).unwrap_or(u64::MAX))
    }

    /// The value of the clock with its nanoseconds.
    pub fn time(&self, cycles: u64) -> Time {
        Time {
            cycles,
            ns: self.ns(cycles),
        }
    }
}

/// A point in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Time {
    /// Value of the stream's clock, extended to 64 bits.
    pub cycles: u64,
    /// Nanoseconds from the clock's origin, its offset included, rounded down.
    pub ns: i128,
}

/// A time stamp of `size` bits, extended by the clock's value before it: the upper bits are those
/// of `last`, plus one wrap if the lower ones have become less (section 8).
pub(super) fn extend(last: u64, value: u64, size: u32) -> u64 {
    if size >= 64 {
        return value;
    }
    let mask = (1u64 << size) - 1;
    let upper = last & !mask;
    let value = value & mask;
    if value < last & mask {
        upper.wrapping_add(1 << size) | value
    } else {
        upper | value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_stamp_takes_its_upper_bits_from_the_clock() {
        assert_eq!(extend(0x1_0000_0010, 0x20, 32), 0x1_0000_0020);
        assert_eq!(extend(0x1_0000_0010, 0x0f, 32), 0x2_0000_000f);
        assert_eq!(extend(0x07ff_ffff, 0, 27), 0x0800_0000);
        assert_eq!(extend(9, 3, 64), 3);
        assert_eq!(extend(u64::MAX, 0, 27), 0);
    }

    #[test]
    fn the_greatest_value_is_within_64_bits_of_nanoseconds() {
        let mut c = Clock::named("c");
        assert_eq!(c.most(), Some((1 << 63) - 1 - 4096));
        // 292 years; 100 of them are gone.
        (c.freq, c.offset_s) = (1, 3_155_760_000);
        assert_eq!(c.most(), Some(9_223_372_036 - 3_155_760_000));
        c.freq = u64::MAX;
        assert_eq!(c.most(), Some(u64::MAX));
        c.offset_s = 9_300_000_000;
        assert_eq!(c.most(), None);
    }

    #[test]
    fn nanoseconds_are_rounded_down_and_offsets_added() {
        let mut c = Clock::named("c");
        c.freq = 600_000_000;
        assert_eq!(c.ns(1), 1);
        c.offset = -2;
        assert_eq!(c.ns(1), -2);
        c.offset_s = 1_434_580_186;
        assert_eq!(c.ns(602), 1_434_580_186_000_001_000);
    }
}
