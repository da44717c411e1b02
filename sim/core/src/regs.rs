//! Register maps as tables: offset, array, reset value, which bits software can write, and which
//! writes of 1 clear. A device declares its map once; access rules, reset values, documentation
//! and coverage come from it.

use serde::{Deserialize, Serialize};

/// One register, or an array of equal ones.
#[derive(Clone, Copy, Debug)]
pub struct RegDesc {
    /// Name as in the manual.
    pub name: &'static str,
    /// Byte offset of the first.
    pub offset: u32,
    /// How many.
    pub count: u32,
    /// Byte distance between two of them.
    pub stride: u32,
    /// Value after reset.
    pub reset: u32,
    /// Bits that software writes.
    pub rw: u32,
    /// Bits that a written 1 clears.
    pub w1c: u32,
    /// What it is, with its fields.
    pub doc: &'static str,
}

impl RegDesc {
    /// Which element of this register `off` names.
    pub fn index(&self, off: u32) -> Option<u32> {
        let d = off.checked_sub(self.offset)?;
        if self.count == 1 {
            return (d == 0).then_some(0);
        }
        (d.is_multiple_of(self.stride) && d / self.stride < self.count).then(|| d / self.stride)
    }
}

/// Declares a register map: an enum of registers and the table behind it.
///
/// ```
/// trueboard_core::regs! {
///     /// A timer.
///     pub enum Reg: MAP {
///         Reload @ 0x04 = 0xffff, rw 0xffff; "reload value";
///         Value @ 0x10 [5; 0x10] = 0, rw !0; "counter";
///         Ctrl @ 0x18 [5; 0x10] = 0, rw 0b1011, w1c 0b1_0000; "EN 0, RS 1, IE 3, IP 4";
///     }
/// }
/// assert_eq!(Reg::at(0x28), Some((Reg::Ctrl, 1)));
/// assert_eq!(Reg::at(0x29), None);
/// assert_eq!(MAP[Reg::Reload as usize].reset, 0xffff);
/// ```
#[macro_export]
macro_rules! regs {
    ($(#[$m:meta])* $vis:vis enum $E:ident : $MAP:ident { $(
        $V:ident @ $off:literal $([$count:literal; $stride:literal])? = $reset:expr,
        rw $rw:expr $(, w1c $w1c:expr)? ; $doc:literal;
    )* }) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $E { $( #[doc = $doc] $V, )* }
        /// The register map.
        $vis const $MAP: &[$crate::regs::RegDesc] = &[ $( $crate::regs::RegDesc {
            name: stringify!($V), offset: $off,
            count: 1 $( - 1 + $count )?, stride: 4 $( - 4 + $stride )?,
            reset: $reset, rw: $rw, w1c: 0 $( | $w1c )?, doc: $doc,
        }, )* ];
        impl $E {
            const ALL: &'static [$E] = &[ $( $E::$V, )* ];
            /// The register at byte offset `off`, and its index in its array.
            $vis fn at(off: u32) -> Option<($E, usize)> {
                $MAP.iter().zip(Self::ALL).find_map(|(d, &r)| d.index(off).map(|i| (r, i as usize)))
            }
        }
    };
}

/// Stored values of a register map, with its access rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegBank {
    values: Vec<Vec<u32>>,
}

impl RegBank {
    /// All registers at their reset values.
    pub fn new(map: &[RegDesc]) -> RegBank {
        RegBank {
            values: map
                .iter()
                .map(|d| vec![d.reset; d.count as usize])
                .collect(),
        }
    }

    /// The stored value of element `index` of register number `reg` of the map.
    pub fn get(&self, reg: usize, index: usize) -> u32 {
        self.values[reg][index]
    }

    /// Stores a value without access rules: the hardware side.
    pub fn set(&mut self, reg: usize, index: usize, value: u32) {
        self.values[reg][index] = value;
    }

    /// Applies a software write; answers the old and the new value.
    pub fn write(&mut self, desc: &RegDesc, reg: usize, index: usize, value: u32) -> (u32, u32) {
        let old = self.values[reg][index];
        let new = ((old & !desc.rw) | (value & desc.rw)) & !(value & desc.w1c);
        self.values[reg][index] = new;
        (old, new)
    }
}

/// Checks a map: no two registers at one offset, arrays with a stride that fits.
///
/// # Errors
/// Names the two registers, or the one, that are wrong.
pub fn check_map(map: &[RegDesc]) -> Result<(), String> {
    let mut seen: Vec<(u32, &str)> = Vec::new();
    for d in map {
        if d.offset % 4 != 0 || d.stride % 4 != 0 || d.count == 0 {
            return Err(format!(
                "{}: offset, stride or count is not possible",
                d.name
            ));
        }
        for i in 0..d.count {
            let off = d.offset + i * d.stride;
            if let Some((_, other)) = seen.iter().find(|(o, _)| *o == off) {
                return Err(format!("{} and {} are both at {off:#x}", d.name, other));
            }
            seen.push((off, d.name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::regs! {
        /// Test map.
        enum Reg: MAP {
            A @ 0x0 = 5, rw 0xff; "a";
            B @ 0x10 [3; 0x10] = 0, rw 0x3, w1c 0x10; "b";
        }
    }

    #[test]
    fn rules() {
        let mut bank = RegBank::new(MAP);
        assert_eq!(bank.get(Reg::A as usize, 0), 5);
        let b = Reg::B as usize;
        bank.set(b, 2, 0x10);
        assert_eq!(bank.write(&MAP[b], b, 2, 0xff), (0x10, 0x03));
        assert_eq!(bank.write(&MAP[b], b, 2, 0x0), (0x03, 0x00));
        assert_eq!(Reg::at(0x30), Some((Reg::B, 2)));
        assert_eq!(Reg::at(0x40), None);
        check_map(MAP).unwrap();
    }

    #[test]
    fn overlaps_are_told() {
        let mut m = MAP.to_vec();
        m[0].offset = 0x20;
        assert!(check_map(&m).unwrap_err().contains("0x20"));
    }
}
