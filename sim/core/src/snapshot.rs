//! Saving, restoring and digesting state. Every state in a machine is `Clone` + serde; the bytes
//! are postcard's, which has one form per value, so equal states have equal bytes.

use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

/// A saved state that does not fit the part it is loaded into.
#[derive(Debug, Error)]
#[error("saved state does not fit: {0}")]
pub struct SnapshotError(String);

impl SnapshotError {
    /// An error with this cause.
    pub fn new(cause: impl Into<String>) -> SnapshotError {
        SnapshotError(cause.into())
    }
}

/// The bytes of `state`.
pub fn to_bytes<T: Serialize>(state: &T) -> Vec<u8> {
    postcard::to_stdvec(state).expect("model states serialise: they hold no maps of unknown length")
}

/// The state that `bytes` were made from.
///
/// # Errors
/// When `bytes` were made from another type or another version of it.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, SnapshotError> {
    postcard::from_bytes(bytes).map_err(|e| SnapshotError(e.to_string()))
}

/// Gathers the digest of a machine, part by part, each under its name.
#[derive(Default)]
pub struct Digest(xxhash_rust::xxh3::Xxh3);

impl Digest {
    /// Adds a part.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        self.0.update(&(name.len() as u64).to_le_bytes());
        self.0.update(name.as_bytes());
        self.0.update(&(bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// 128 bits, as 32 hexadecimal digits.
    pub fn finish(&self) -> String {
        format!("{:032x}", self.0.digest128())
    }
}

/// Implements the `save` and `load` of [`crate::device::Device`] for a type with serde.
#[macro_export]
macro_rules! serde_state {
    () => {
        fn save(&self) -> Vec<u8> {
            $crate::snapshot::to_bytes(self)
        }
        fn load(&mut self, bytes: &[u8]) -> Result<(), $crate::snapshot::SnapshotError> {
            *self = $crate::snapshot::from_bytes(bytes)?;
            Ok(())
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cannot_run_into_each_other() {
        let (mut a, mut b) = (Digest::default(), Digest::default());
        a.add("x", b"yz");
        b.add("xy", b"z");
        assert_ne!(a.finish(), b.finish());
    }

    #[test]
    fn wrong_bytes_are_an_error() {
        assert!(from_bytes::<(u64, String)>(&[1]).is_err());
    }
}
