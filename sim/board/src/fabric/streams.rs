//! What cores leave for the outside world, by name.

use super::Fabric;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

/// What one stream has had so far, whoever has taken it since.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Streamed {
    bytes: u64,
    /// Of the hash before and each piece, in order.
    hash: u128,
}

impl Streamed {
    fn add(&mut self, piece: &[u8]) {
        self.bytes += piece.len() as u64;
        self.hash = xxh3_128(&[&self.hash.to_le_bytes(), piece].concat());
    }
}

impl Fabric {
    /// Appends `bytes` to the stream called `name`.
    pub(crate) fn append(&mut self, name: &str, bytes: &[u8]) {
        if !self.streams.contains_key(name) {
            self.streams.insert(name.to_owned(), Vec::new());
        }
        if let Some(stream) = self.streams.get_mut(name) {
            stream.extend_from_slice(bytes);
        }
        if !self.streamed.contains_key(name) {
            self.streamed.insert(name.to_owned(), Streamed::default());
        }
        if let Some(streamed) = self.streamed.get_mut(name) {
            streamed.add(bytes);
        }
    }
}
