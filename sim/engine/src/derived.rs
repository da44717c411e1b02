//! Derived data of a core, which its state omits.

use std::ops::{Deref, DerefMut};

/// Data that follow from a core's state, or that an observer keeps there. A copy of the core begins without them, so
/// its cost is that of the state.
#[derive(Debug, Default)]
pub struct Derived<T>(T);

impl<T> From<T> for Derived<T> {
    fn from(derived: T) -> Derived<T> {
        Derived(derived)
    }
}

impl<T: Default> Clone for Derived<T> {
    fn clone(&self) -> Derived<T> {
        Derived::default()
    }
}

impl<T> Deref for Derived<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Derived<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
