//! Registers, or what is kept for each, by the number of the register as an instruction has it.
//!
//! There is room for every number that a byte can hold, so no access needs a check; only the first
//! `N` are state.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::{Deref, DerefMut};

/// See the module. `ROOM` is 256 for a place per register and 128 for a place per pair.
#[derive(Clone, Copy, Debug)]
pub struct Numbered<T, const N: usize, const ROOM: usize>([T; ROOM]);

/// A place for each of 32 registers.
pub type PerRegister<T> = Numbered<T, 32, 256>;
/// A place for each of 16 pairs of registers.
pub type PerPair<T> = Numbered<T, 16, 128>;

impl<T: Copy + Default, const N: usize, const ROOM: usize> Default for Numbered<T, N, ROOM> {
    fn default() -> Self {
        Numbered([T::default(); ROOM])
    }
}

impl<T, const N: usize, const ROOM: usize> Numbered<T, N, ROOM> {
    /// The `K` places from number `AT` on.
    #[inline(always)]
    pub fn run_prefix<const AT: usize, const K: usize>(&mut self) -> &mut [T; K] {
        const { assert!(AT + K <= ROOM, "the places are there") };
        match self.0[AT..].first_chunk_mut() {
            Some(part) => part,
            None => unreachable!("it is checked when this is compiled"),
        }
    }
}

impl<T, const N: usize, const ROOM: usize> Deref for Numbered<T, N, ROOM> {
    type Target = [T; ROOM];
    #[inline(always)]
    fn deref(&self) -> &[T; ROOM] {
        &self.0
    }
}

impl<T, const N: usize, const ROOM: usize> DerefMut for Numbered<T, N, ROOM> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T; ROOM] {
        &mut self.0
    }
}

impl<T: PartialEq, const N: usize, const ROOM: usize> PartialEq for Numbered<T, N, ROOM> {
    fn eq(&self, other: &Self) -> bool {
        self.0[..N] == other.0[..N]
    }
}

impl<T: Eq, const N: usize, const ROOM: usize> Eq for Numbered<T, N, ROOM> {}

impl<T: Serialize, const N: usize, const ROOM: usize> Serialize for Numbered<T, N, ROOM> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.0[..N].serialize(s)
    }
}

impl<'de, T: Deserialize<'de> + Copy + Default, const N: usize, const ROOM: usize> Deserialize<'de>
    for Numbered<T, N, ROOM>
{
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let values = Vec::<T>::deserialize(d)?;
        if values.len() != N {
            return Err(D::Error::invalid_length(values.len(), &"one for each"));
        }
        let mut all = Numbered::default();
        all.0[..N].copy_from_slice(&values);
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trueboard_core::snapshot::{from_bytes, to_bytes};

    #[test]
    fn only_the_registers_are_state() {
        let mut a = PerPair::<u64>::default();
        a[3] = 7;
        let mut b = a;
        b[16] = 1;
        assert_eq!(a, b);
        assert_eq!(to_bytes(&a), to_bytes(&b));
        assert_eq!(from_bytes::<PerPair<u64>>(&to_bytes(&a)).unwrap(), a);
        assert!(from_bytes::<PerPair<u64>>(&to_bytes(&vec![0u64; 15])).is_err());
    }
}
