//! What a defect makes of the values that pass.

/// A defect of a register. Masks and shifts are about the register's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A read gives this much more.
    ReadOff(i32),
    /// A read gives 0.
    ReadsZero,
    /// A read gives what the first one gave.
    Frozen,
    /// A read gives what the one before should have given.
    Stale,
    /// Only so many low bits count: it wraps early.
    Wraps(u32),
    /// It stops at the largest number of so many bits.
    Saturates(u32),
    /// It counts twice: a read gives what the first one gave, and double what came since.
    Doubled,
    /// It counts every second happening since the first read.
    Halved,
    /// It counts the other way since the first read.
    Backwards,
    /// A read gives what came since the read before, as if that one had cleared it.
    ClearedByRead,
    /// A read gives these bits as 1.
    ReadsOnes(u32),
    /// A read gives these bits as 0.
    ReadsZeros(u32),
    /// A read gives the halves of the word exchanged.
    HalvesSwapped,
    /// A read gives the register at this distance, in bytes.
    Leaks(i32),
    /// A read gives what another core saw last in its register of this number.
    LeaksCore,
    /// Writes are lost.
    WriteLost,
    /// Writes after the first one are lost.
    Once,
    /// Writes of 0 are lost: a clear that does not clear.
    ClearLost,
    /// Whatever is written, 0 is stored.
    Clears,
    /// A write stores this much more.
    WrittenOff(i32),
    /// A write stores what the one before should have stored; the first one is lost.
    Late,
    /// Of what is written the upper half is stored as 0.
    LowHalf,
    /// These bits are stored as 0 whatever is written: what they ask for is ignored.
    Ignored(u32),
    /// These bits are stored as 1.
    StuckAtOne(u32),
    /// These bits are stored the other way round.
    Inverted(u32),
    /// The first write that sets these bits does not set them: an enable that comes late.
    FirstLost(u32),
    /// The field of this mask is stored one higher: the wrong event.
    NextInField(u32),
    /// The field of this mask is stored one lower.
    PreviousInField(u32),
}

/// What has passed at a register before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// What the first read should have given.
    pub first_read: Option<u32>,
    /// What the last read should have given.
    pub last_read: Option<u32>,
    /// What was written last.
    pub written: Option<u32>,
    /// An earlier write had set the bits of [`Fault::FirstLost`].
    pub begun: bool,
    /// What another core saw last in its register of this number.
    pub elsewhere: Option<u32>,
}

impl Fault {
    /// What a read gives in place of `value`.
    #[must_use]
    pub fn read(self, value: u32, past: &Past) -> u32 {
        let first = past.first_read.unwrap_or(value);
        let since = value.wrapping_sub(first);
        match self {
            Fault::ReadOff(by) => value.wrapping_add_signed(by),
            Fault::ReadsZero => 0,
            Fault::Frozen => first,
            Fault::Stale => past.last_read.unwrap_or(value),
            Fault::Wraps(bits) => value & ones(bits),
            Fault::Saturates(bits) => value.min(ones(bits)),
            Fault::Doubled => value.wrapping_add(since),
            Fault::Halved => first.wrapping_add(since / 2),
            Fault::Backwards => first.wrapping_sub(since),
            Fault::ClearedByRead => value.wrapping_sub(past.last_read.unwrap_or(0)),
            Fault::ReadsOnes(mask) => value | mask,
            Fault::ReadsZeros(mask) => value & !mask,
            Fault::HalvesSwapped => value.rotate_left(16),
            Fault::LeaksCore => past.elsewhere.unwrap_or(value),
            _ => value,
        }
    }

    /// What a write stores of `value`, nothing if it is lost.
    #[must_use]
    pub fn write(self, value: u32, past: &Past) -> Option<u32> {
        Some(match self {
            Fault::WriteLost => return None,
            Fault::Once if past.written.is_some() => return None,
            Fault::ClearLost if value == 0 => return None,
            Fault::Clears => 0,
            Fault::WrittenOff(by) => value.wrapping_add_signed(by),
            Fault::Late => return past.written,
            Fault::LowHalf => value & 0xffff,
            Fault::Ignored(mask) => value & !mask,
            Fault::StuckAtOne(mask) => value | mask,
            Fault::Inverted(mask) => value ^ mask,
            Fault::FirstLost(mask) if !past.begun => value & !mask,
            Fault::NextInField(mask) => in_field(value, mask, lowest(mask)),
            Fault::PreviousInField(mask) => in_field(value, mask, mask),
            _ => value,
        })
    }

    /// In words, behind the name of a register.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Fault::ReadOff(by) => format!("reads {by:+}"),
            Fault::ReadsZero => "reads 0".to_owned(),
            Fault::Frozen => "frozen at the first value read".to_owned(),
            Fault::Stale => "reads what the read before should give".to_owned(),
            Fault::Wraps(bits) => format!("wraps at {bits} bits"),
            Fault::Saturates(bits) => format!("stops at {bits} bits"),
            Fault::Doubled => "counts twice".to_owned(),
            Fault::Halved => "counts every second".to_owned(),
            Fault::Backwards => "counts the other way".to_owned(),
            Fault::ClearedByRead => "a read clears".to_owned(),
            Fault::ReadsOnes(mask) => format!("reads bits {mask:#x} as 1"),
            Fault::ReadsZeros(mask) => format!("reads bits {mask:#x} as 0"),
            Fault::HalvesSwapped => "reads its halves exchanged".to_owned(),
            Fault::Leaks(_) => "reads its neighbour".to_owned(),
            Fault::LeaksCore => "reads another core's".to_owned(),
            Fault::WriteLost => "writes are lost".to_owned(),
            Fault::Once => "writes after the first are lost".to_owned(),
            Fault::ClearLost => "a clear does not clear".to_owned(),
            Fault::Clears => "every write clears".to_owned(),
            Fault::WrittenOff(by) => format!("stores {by:+}"),
            Fault::Late => "stores what was written before".to_owned(),
            Fault::LowHalf => "stores the low half alone".to_owned(),
            Fault::Ignored(_) => "is ignored".to_owned(),
            Fault::StuckAtOne(_) => "stuck at 1".to_owned(),
            Fault::Inverted(_) => "the other way round".to_owned(),
            Fault::FirstLost(_) => "first set is lost".to_owned(),
            Fault::NextInField(_) => "selects the next".to_owned(),
            Fault::PreviousInField(_) => "selects the one before".to_owned(),
        }
    }
}

fn ones(bits: u32) -> u32 {
    1u32.checked_shl(bits).map_or(u32::MAX, |n| n - 1)
}

fn lowest(mask: u32) -> u32 {
    mask & mask.wrapping_neg()
}

/// `value` with `by` added in the field of `mask`, which wraps in itself. All ones there take one away, but for the
/// bits below the field.
fn in_field(value: u32, mask: u32, by: u32) -> u32 {
    value & !mask | (value & mask).wrapping_add(by) & mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads() {
        let past = Past {
            first_read: Some(0x0123_4560),
            last_read: Some(0x0123_4564),
            elsewhere: Some(77),
            ..Past::default()
        };
        let read = |fault: Fault| fault.read(0x0123_4567, &past);
        assert_eq!(read(Fault::ReadOff(1)), 0x0123_4568);
        assert_eq!(read(Fault::ReadOff(-1)), 0x0123_4566);
        assert_eq!(Fault::ReadOff(-1).read(0, &Past::default()), u32::MAX);
        assert_eq!(read(Fault::ReadsZero), 0);
        assert_eq!(read(Fault::Frozen), 0x0123_4560);
        assert_eq!(read(Fault::Stale), 0x0123_4564);
        assert_eq!(read(Fault::Wraps(16)), 0x4567);
        assert_eq!(read(Fault::Wraps(24)), 0x0023_4567);
        assert_eq!(read(Fault::Wraps(32)), 0x0123_4567);
        assert_eq!(read(Fault::Saturates(16)), 0xffff);
        assert_eq!(read(Fault::Doubled), 0x0123_456e);
        assert_eq!(read(Fault::Halved), 0x0123_4563);
        assert_eq!(read(Fault::Backwards), 0x0123_4559);
        assert_eq!(read(Fault::ClearedByRead), 3);
        assert_eq!(read(Fault::ReadsOnes(0x18)), 0x0123_457f);
        assert_eq!(read(Fault::ReadsZeros(0x3)), 0x0123_4564);
        assert_eq!(read(Fault::HalvesSwapped), 0x4567_0123);
        assert_eq!(read(Fault::LeaksCore), 77);
        assert_eq!(read(Fault::WriteLost), 0x0123_4567);
    }

    #[test]
    fn first_reads() {
        let read = |fault: Fault| fault.read(9, &Past::default());
        for fault in [
            Fault::Frozen,
            Fault::Stale,
            Fault::Doubled,
            Fault::Halved,
            Fault::Backwards,
            Fault::ClearedByRead,
            Fault::LeaksCore,
        ] {
            assert_eq!(read(fault), 9, "{fault:?}");
        }
    }

    #[test]
    fn writes() {
        let write = |fault: Fault| fault.write(0x1_1230, &Past::default());
        assert_eq!(write(Fault::WriteLost), None);
        assert_eq!(write(Fault::Once), Some(0x1_1230));
        assert_eq!(write(Fault::ClearLost), Some(0x1_1230));
        assert_eq!(Fault::ClearLost.write(0, &Past::default()), None);
        assert_eq!(write(Fault::Clears), Some(0));
        assert_eq!(write(Fault::WrittenOff(1)), Some(0x1_1231));
        assert_eq!(write(Fault::Late), None);
        assert_eq!(write(Fault::LowHalf), Some(0x1230));
        assert_eq!(write(Fault::Ignored(0x200)), Some(0x1_1030));
        assert_eq!(write(Fault::StuckAtOne(1)), Some(0x1_1231));
        assert_eq!(write(Fault::Inverted(0x201)), Some(0x1_1031));
        assert_eq!(write(Fault::FirstLost(0x1000)), Some(0x1_0230));
        assert_eq!(write(Fault::NextInField(0xff0)), Some(0x1_1240));
        assert_eq!(write(Fault::PreviousInField(0xff0)), Some(0x1_1220));
        assert_eq!(write(Fault::ReadsZero), Some(0x1_1230));
    }

    #[test]
    fn later_writes() {
        let past = Past {
            written: Some(5),
            begun: true,
            ..Past::default()
        };
        assert_eq!(Fault::Once.write(6, &past), None);
        assert_eq!(Fault::Late.write(6, &past), Some(5));
        assert_eq!(Fault::FirstLost(2).write(6, &past), Some(6));
    }

    #[test]
    fn a_field_wraps_in_itself() {
        let write = |fault: Fault, value| fault.write(value, &Past::default());
        let next = write(Fault::NextInField(0xf0), 0x1f3);
        assert_eq!(next, Some(0x103), "the bits above stay");
        let before = write(Fault::PreviousInField(0xf0), 0x103);
        assert_eq!(before, Some(0x1f3), "the bits above stay");
        assert_eq!(write(Fault::PreviousInField(0xf0), 0x12f), Some(0x11f));
    }
}
