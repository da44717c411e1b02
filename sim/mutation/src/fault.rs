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
    /// Only so many low bits count: it wraps early.
    Wraps(u32),
    /// It counts twice: a read gives what the first one gave, and double what came since.
    Doubled,
    /// A read gives these bits as 1.
    ReadsOnes(u32),
    /// A read gives the register at this distance, in bytes.
    Leaks(i32),
    /// Writes are lost.
    WriteLost,
    /// Writes of 0 are lost: a clear that does not clear.
    ClearLost,
    /// A write stores this much more.
    WrittenOff(i32),
    /// These bits are stored as 0 whatever is written: what they ask for is ignored.
    Ignored(u32),
    /// These bits are stored as 1.
    StuckAtOne(u32),
    /// The first write that sets these bits does not set them: an enable that comes late.
    FirstLost(u32),
    /// The field of this mask is stored one higher: the wrong event.
    NextInField(u32),
}

impl Fault {
    /// What a read gives of `value`, where the first one gave `first`.
    #[must_use]
    pub fn read(self, value: u32, first: u32) -> u32 {
        match self {
            Fault::ReadOff(by) => value.wrapping_add_signed(by),
            Fault::ReadsZero => 0,
            Fault::Frozen => first,
            Fault::Wraps(bits) => value & ((1u32 << bits) - 1),
            Fault::Doubled => value.wrapping_add(value.wrapping_sub(first)),
            Fault::ReadsOnes(mask) => value | mask,
            _ => value,
        }
    }

    /// What a write stores of `value`, nothing if it is lost; `begun` says that an earlier write had set the bits of
    /// [`Fault::FirstLost`].
    #[must_use]
    pub fn write(self, value: u32, begun: bool) -> Option<u32> {
        Some(match self {
            Fault::WriteLost => return None,
            Fault::ClearLost if value == 0 => return None,
            Fault::WrittenOff(by) => value.wrapping_add_signed(by),
            Fault::Ignored(mask) => value & !mask,
            Fault::StuckAtOne(mask) => value | mask,
            Fault::FirstLost(mask) if !begun => value & !mask,
            Fault::NextInField(mask) => {
                let one = mask & mask.wrapping_neg();
                value & !mask | value.wrapping_add(one) & mask
            }
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
            Fault::Wraps(bits) => format!("wraps at {bits} bits"),
            Fault::Doubled => "counts twice".to_owned(),
            Fault::ReadsOnes(mask) => format!("reads bits {mask:#x} as 1"),
            Fault::Leaks(_) => "reads its neighbour".to_owned(),
            Fault::WriteLost => "writes are lost".to_owned(),
            Fault::ClearLost => "a clear does not clear".to_owned(),
            Fault::WrittenOff(by) => format!("stores {by:+}"),
            Fault::Ignored(_) => "is ignored".to_owned(),
            Fault::StuckAtOne(_) => "stuck at 1".to_owned(),
            Fault::FirstLost(_) => "first set is lost".to_owned(),
            Fault::NextInField(_) => "selects the next event".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads() {
        let read = |fault: Fault| fault.read(0x0123_4567, 0x0123_4560);
        assert_eq!(read(Fault::ReadOff(1)), 0x0123_4568);
        assert_eq!(read(Fault::ReadOff(-1)), 0x0123_4566);
        assert_eq!(Fault::ReadOff(-1).read(0, 0), u32::MAX);
        assert_eq!(read(Fault::ReadsZero), 0);
        assert_eq!(read(Fault::Frozen), 0x0123_4560);
        assert_eq!(read(Fault::Wraps(16)), 0x4567);
        assert_eq!(read(Fault::Wraps(24)), 0x0023_4567);
        assert_eq!(read(Fault::Doubled), 0x0123_456e);
        assert_eq!(read(Fault::ReadsOnes(0x18)), 0x0123_457f);
        assert_eq!(read(Fault::WriteLost), 0x0123_4567);
    }

    #[test]
    fn writes() {
        let write = |fault: Fault| fault.write(0x1230, false);
        assert_eq!(write(Fault::WriteLost), None);
        assert_eq!(write(Fault::ClearLost), Some(0x1230));
        assert_eq!(Fault::ClearLost.write(0, false), None);
        assert_eq!(write(Fault::WrittenOff(1)), Some(0x1231));
        assert_eq!(write(Fault::Ignored(0x200)), Some(0x1030));
        assert_eq!(write(Fault::StuckAtOne(1)), Some(0x1231));
        assert_eq!(write(Fault::FirstLost(0x1000)), Some(0x230));
        assert_eq!(Fault::FirstLost(0x1000).write(0x1230, true), Some(0x1230));
        assert_eq!(write(Fault::NextInField(0xff0)), Some(0x1240));
        assert_eq!(write(Fault::ReadsZero), Some(0x1230));
    }

    #[test]
    fn a_field_wraps_in_itself() {
        assert_eq!(
            Fault::NextInField(0xf0).write(0x1f3, false),
            Some(0x103),
            "the bits above stay"
        );
    }
}
