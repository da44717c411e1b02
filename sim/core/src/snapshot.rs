//! Saving, restoring and digesting state. Every state in a machine is `Clone` + serde; the bytes
//! are postcard's, which has one form per value, so equal states have equal bytes.

use serde::{Serialize, de::DeserializeOwned};
use std::cell::Cell;
use thiserror::Error;

/// A saved state that cannot be used; cause and remedy.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct SnapshotError(String);

impl SnapshotError {
    /// An error with this cause.
    pub fn new(cause: impl Into<String>) -> SnapshotError {
        SnapshotError(cause.into())
    }
}

thread_local! {
    /// Room for the bytes of a state while they are made: a vector that grew with each state would be copied some
    /// sixteen times on its way to the tags of a large cache.
    static SCRATCH: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// The bytes of `state`.
pub fn to_bytes<T: Serialize>(state: &T) -> Vec<u8> {
    let mut scratch = SCRATCH.take();
    scratch.clear();
    let scratch = postcard::to_extend(state, scratch)
        .expect("model states serialise: they hold no maps of unknown length");
    let bytes = scratch.as_slice().to_vec();
    SCRATCH.set(scratch);
    bytes
}

/// The state that `bytes` were made from.
///
/// # Errors
/// When `bytes` were made from another type or another version of it.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, SnapshotError> {
    postcard::from_bytes(bytes)
        .map_err(|e| SnapshotError(format!("it does not fit ({e}); make it again")))
}

/// First bytes of every snapshot file; the schema of its states and a line end follow.
const FAMILY: &[u8] = b"trueboard.snapshot/";

/// `body`, states of this `schema`, as a file that [`unseal`] knows again, and knows to be whole.
/// `schema` is one word that changes whenever a saved state does.
pub fn seal(schema: &str, body: &[u8]) -> Vec<u8> {
    let sum = xxhash_rust::xxh3::xxh3_128(body).to_be_bytes();
    [FAMILY, schema.as_bytes(), b"\n", &sum, body].concat()
}

/// The body of a sealed file.
///
/// # Errors
/// When it is no snapshot, holds states of another schema, or is damaged.
pub fn unseal<'a>(schema: &str, bytes: &'a [u8]) -> Result<&'a [u8], SnapshotError> {
    let Some(rest) = bytes.strip_prefix(FAMILY) else {
        return Err(SnapshotError::new(
            "it is no snapshot; give a file that --save wrote",
        ));
    };
    let head = rest.strip_prefix(schema.as_bytes());
    let Some(rest) = head.and_then(|r| r.strip_prefix(b"\n")) else {
        return Err(SnapshotError::new(
            "another version of Trueboard wrote it; make it again with this one",
        ));
    };
    let whole = rest
        .split_first_chunk::<16>()
        .filter(|(sum, body)| **sum == xxhash_rust::xxh3::xxh3_128(body).to_be_bytes());
    whole.map(|(_, body)| body).ok_or_else(|| {
        SnapshotError::new("it is damaged or truncated; copy it again, or make it again")
    })
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
    fn a_seal_tells_what_is_wrong() {
        let sealed = seal("cafe", b"body");
        assert_eq!(unseal("cafe", &sealed).unwrap(), b"body");
        let why = |bytes: &[u8]| unseal("cafe", bytes).unwrap_err().to_string();
        assert!(why(b"").contains("no snapshot"));
        assert!(why(&sealed[..sealed.len() - 1]).contains("truncated"));
        assert!(why(&sealed[..FAMILY.len() + 5]).contains("truncated"));
        assert!(why(&sealed[..FAMILY.len() + 4]).contains("another version"));
        for other in ["cafd", "caf", "cafe0", ""] {
            assert!(why(&seal(other, b"body")).contains("another version"));
        }
        for i in FAMILY.len()..sealed.len() {
            let mut damaged = sealed.clone();
            damaged[i] ^= 4;
            assert!(unseal("cafe", &damaged).is_err(), "byte {i}");
        }
    }

    #[test]
    fn wrong_bytes_are_an_error() {
        assert!(from_bytes::<(u64, String)>(&[1]).is_err());
    }
}
