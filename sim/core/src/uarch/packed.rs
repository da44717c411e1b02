//! Long tables of numbers in a snapshot: as bytes, which take a copy instead of a call for each number.

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;
use std::marker::PhantomData;

/// A number of a table.
pub(crate) trait Number: Sized {
    /// Its bytes, the least significant one first.
    fn put(&self, bytes: &mut [u8]);
    /// The number of these bytes.
    fn of(bytes: &[u8]) -> Self;
    /// How many bytes it has.
    const BYTES: usize;
}

macro_rules! number {
    ($t:ty) => {
        impl Number for $t {
            const BYTES: usize = size_of::<$t>();

            #[inline(always)]
            fn put(&self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline(always)]
            fn of(bytes: &[u8]) -> $t {
                bytes.try_into().map_or(0, <$t>::from_le_bytes)
            }
        }
    };
}

number!(u32);
number!(u64);

impl Number for bool {
    const BYTES: usize = 1;

    #[inline(always)]
    fn put(&self, bytes: &mut [u8]) {
        bytes.copy_from_slice(&[u8::from(*self)]);
    }

    #[inline(always)]
    fn of(bytes: &[u8]) -> bool {
        bytes != [0]
    }
}

/// Serialises `table`.
pub(crate) fn serialize<T: Number, S: Serializer>(table: &[T], s: S) -> Result<S::Ok, S::Error> {
    let mut bytes = vec![0; table.len() * T::BYTES];
    for (bytes, number) in bytes.chunks_exact_mut(T::BYTES).zip(table) {
        number.put(bytes);
    }
    s.serialize_bytes(&bytes)
}

/// Deserialises a table.
pub(crate) fn deserialize<'de, T: Number, D: Deserializer<'de>>(d: D) -> Result<Vec<T>, D::Error> {
    d.deserialize_bytes(Bytes(PhantomData))
}

struct Bytes<T>(PhantomData<T>);

impl<T: Number> Visitor<'_> for Bytes<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bytes of numbers of {} each", T::BYTES)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<T>, E> {
        let numbers = bytes.chunks_exact(T::BYTES);
        match numbers.remainder() {
            [] => Ok(numbers.map(T::of).collect()),
            _ => Err(E::invalid_length(bytes.len(), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Tables {
        #[serde(with = "super")]
        longs: Vec<u64>,
        #[serde(with = "super")]
        words: Vec<u32>,
        #[serde(with = "super")]
        flags: Vec<bool>,
    }

    #[test]
    fn tables_come_back_and_a_part_of_a_number_is_refused() {
        let tables = Tables {
            longs: vec![u64::MAX, 0, 0x0123_4567_89ab_cdef],
            words: vec![0x7654_3210, 1],
            flags: vec![true, false, true],
        };
        let mut bytes = postcard::to_stdvec(&tables).expect("it is serialised");
        assert_eq!(postcard::from_bytes(&bytes), Ok(tables));
        // The length of the first table.
        assert_eq!(bytes[0], 24);
        bytes[0] = 23;
        assert!(postcard::from_bytes::<Tables>(&bytes).is_err());
    }
}
