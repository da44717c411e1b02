//! Where a defect is.

use trueboard_core::interpose::Register;

/// Registers that have a defect in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Words of a device.
    Device {
        /// Physical address of the first.
        first: u64,
        /// How many.
        count: u32,
        /// Bytes from one to the next.
        stride: u32,
    },
    /// A register of some cores.
    Core {
        /// The first of the cores, by index.
        first: u8,
        /// How many cores.
        count: u8,
        /// Number of the register.
        number: u32,
    },
}

impl Place {
    /// Whether `at` is one of the registers.
    #[must_use]
    pub fn holds(&self, at: Register) -> bool {
        match (*self, at) {
            (
                Place::Device {
                    first,
                    count,
                    stride,
                },
                Register::Device(at),
            ) => {
                let stride = u64::from(stride.max(1));
                at.checked_sub(first)
                    .is_some_and(|d| d % stride == 0 && d / stride < u64::from(count))
            }
            (
                Place::Core {
                    first,
                    count,
                    number,
                },
                Register::Core { core, number: n },
            ) => n == number && core >= first && core - first < count,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_of_an_array_are_its_words_alone() {
        let place = Place::Device {
            first: 0x100,
            count: 2,
            stride: 16,
        };
        let held = [0xf0, 0x100, 0x104, 0x110, 0x120].map(|at| place.holds(Register::Device(at)));
        assert_eq!(held, [false, true, false, true, false]);
        assert!(!place.holds(Register::Core {
            core: 0,
            number: 0x100
        }));
    }

    #[test]
    fn a_register_of_some_cores() {
        let place = Place::Core {
            first: 1,
            count: 2,
            number: 22,
        };
        let held = [0, 1, 2, 3].map(|core| place.holds(Register::Core { core, number: 22 }));
        assert_eq!(held, [false, true, true, false]);
        assert!(!place.holds(Register::Core {
            core: 1,
            number: 23
        }));
    }
}
