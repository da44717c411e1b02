//! The outside world of a run: the console, and files that cores write, by name.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use trueboard_core::device::DevId;
use trueboard_core::time::Tick;
use xxhash_rust::xxh3::xxh3_128;

/// See the module.
#[derive(Default)]
pub(crate) struct Outside {
    /// Pending bytes of the console.
    pub console: Vec<u8>,
    /// Pending bytes of serial lines that a partner listens to, with their times.
    pub heard: BTreeMap<DevId, Vec<(Tick, u8)>>,
    /// Pending levels of output pins that a partner watches, with their times.
    pub pins: BTreeMap<(DevId, u16), Vec<(Tick, bool)>>,
    /// A partner may still type, or drive a pin: a run in which nothing is left to happen waits for it.
    pub awaited: bool,
    /// What was typed on a board without a console device, and no core has had yet.
    pub typed: VecDeque<u8>,
    /// Pending bytes of each file.
    pub streams: BTreeMap<String, Vec<u8>>,
    /// All that ever went there.
    pub streamed: BTreeMap<String, Streamed>,
}

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

impl Outside {
    /// Appends `bytes` to the stream called `name`.
    pub fn append(&mut self, name: &str, bytes: &[u8]) {
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
