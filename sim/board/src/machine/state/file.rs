//! Snapshot files: a run continues in another process as if it had never stopped. They include the data of judges,
//! warnings and regions, so the final report is that of an uninterrupted run. Traces begin again.

use super::State;
use crate::machine::Machine;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::snapshot::{SnapshotError, from_bytes, seal, to_bytes, unseal};

/// What the saved states look like: a hash of the sources that define them (`schema.rs`).
pub const SOURCES: &str = env!("TRUEBOARD_STATES");

#[derive(Serialize, Deserialize)]
struct Saved {
    board: String,
    fingerprint: String,
    /// SHA-256 of the images.
    images: Vec<String>,
    state: State,
    regions: Vec<u8>,
}

impl Machine {
    /// The whole state, as bytes of a file.
    pub fn save(&self) -> Vec<u8> {
        self.save_with(Vec::new(), self.fabric.outside.streams.clone())
    }

    /// The whole state together with what is known of `regions`, and all `streams` of the run.
    pub(crate) fn save_with(
        &self,
        regions: Vec<u8>,
        streams: BTreeMap<String, Vec<u8>>,
    ) -> Vec<u8> {
        let state = self.state(self.mem.image());
        let saved = Saved {
            board: self.name.clone(),
            fingerprint: self.fingerprint.clone(),
            images: self
                .firmware
                .images
                .iter()
                .map(|i| i.sha256.clone())
                .collect(),
            state: State { streams, ..state },
            regions,
        };
        seal(SOURCES, &to_bytes(&saved))
    }

    /// Loads a state of [`Machine::save`] into a machine with equal board file and images.
    ///
    /// # Errors
    /// Why the bytes do not fit, and which would. The machine is unusable then.
    pub fn load_state(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.load_with(bytes).map(|_| ())
    }

    /// As [`Machine::load_state`]; answers what [`Machine::save_with`] was given.
    pub(crate) fn load_with(&mut self, bytes: &[u8]) -> Result<Vec<u8>, SnapshotError> {
        let s: Saved = from_bytes(unseal(SOURCES, bytes)?)?;
        self.check_origin(&s)?;
        self.set_state(s.state)?;
        Ok(s.regions)
    }

    /// A snapshot goes back to the board and the images that it was made with.
    fn check_origin(&self, s: &Saved) -> Result<(), SnapshotError> {
        if s.board != self.name {
            return Err(SnapshotError::new(format!(
                "it is of the board {}, not of {}; say --board {}",
                s.board, self.name, s.board
            )));
        }
        if s.fingerprint != self.fingerprint || s.state.power.is_some() != self.power.is_some() {
            return Err(SnapshotError::new(format!(
                "it is of {} with other values; use the same board file and the same --set",
                self.name
            )));
        }
        let images = self.firmware.images.iter().map(|i| &i.sha256);
        if !images.eq(&s.images) {
            return Err(SnapshotError::new(
                "it was made with other images; give the same files in the same order",
            ));
        }
        // This holds for every snapshot of this board that was not tampered with.
        if !self.fits(&s.state) {
            return Err(SnapshotError::new(
                "its parts are not those of this board; make it again",
            ));
        }
        Ok(())
    }
}
