//! Fields of a core, as code finds them.

use crate::asm::{Mem, RBX};
use std::marker::PhantomData;

/// A field of a `G`, of type `T`.
pub struct Field<G, T> {
    offset: i32,
    of: PhantomData<fn(&G) -> &T>,
}

impl<G, T> Clone for Field<G, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, T> Copy for Field<G, T> {}

impl<G, T> Field<G, T> {
    /// The field that `get` leads to, measured on `guest`.
    ///
    /// # Panics
    /// If `get` leads out of `guest`, as through a pointer: code could not reach it.
    pub fn of(guest: &G, get: impl FnOnce(&G) -> &T) -> Field<G, T> {
        let start = std::ptr::from_ref(guest) as usize;
        let at = std::ptr::from_ref(get(guest)) as usize;
        let offset = at.wrapping_sub(start);
        let fits = offset.checked_add(size_of::<T>());
        assert!(
            fits.is_some_and(|end| end <= size_of::<G>()) && offset <= i32::MAX as usize,
            "a field of a core lies in it"
        );
        Field {
            offset: offset as i32,
            of: PhantomData,
        }
    }

    /// A field of one byte, as that byte. Code gives it values that a `T` has.
    ///
    /// # Panics
    /// If it has more bytes.
    #[must_use]
    pub fn byte(self) -> Field<G, u8> {
        assert!(size_of::<T>() == 1, "a byte has no more bits");
        Field {
            offset: self.offset,
            of: PhantomData,
        }
    }

    pub(crate) fn offset(self) -> i32 {
        self.offset
    }

    pub(crate) fn mem(self) -> Mem {
        Mem::At(RBX, self.offset)
    }
}

impl<G> Field<G, u64> {
    /// The low word.
    #[must_use]
    pub fn low(self) -> Field<G, u32> {
        self.word(0)
    }

    /// The high word.
    #[must_use]
    pub fn high(self) -> Field<G, u32> {
        self.word(4)
    }

    /// Code is made for hosts that store the low word first.
    fn word(self, plus: i32) -> Field<G, u32> {
        Field {
            offset: self.offset + plus,
            of: PhantomData,
        }
    }
}

impl<G, T, const N: usize> Field<G, [T; N]> {
    /// Element `i` of an array.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn element(self, i: usize) -> Field<G, T> {
        assert!(i < N, "an array of {N} has no element {i}");
        Field {
            offset: self.offset + (i * size_of::<T>()) as i32,
            of: PhantomData,
        }
    }
}
