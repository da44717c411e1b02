//! The recorded past of a run: its checkpoints, going to a time that lies behind, and doing a part again under the
//! eyes of an observer.

use super::{Options, Question, Session, why};
use crate::debug::Stops;
use crate::symbols::ImageSymbols;
use std::sync::Arc;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

impl Session {
    /// How many bytes had come out of the console up to here. After going back they are fewer than
    /// were handed out.
    #[must_use]
    pub fn printed(&self) -> u64 {
        self.printed.0
    }

    /// The times of the recorded checkpoints; nothing when the run is not recorded.
    #[must_use]
    pub fn recorded(&self) -> Vec<Tick> {
        let past = self.past.as_ref();
        past.map_or_else(Vec::new, |past| past.times().collect())
    }

    /// Goes back to the time `to`, or to the beginning of what is recorded if that is later. False when the run is not
    /// recorded.
    pub fn back_to(&mut self, to: Tick) -> bool {
        let Some(mut past) = self.past.take() else {
            return false;
        };
        let printed = past.back_before(&mut self.machine, to);
        self.past = Some(past);
        let Some(printed) = printed else {
            return false;
        };
        self.printed.0 = printed;
        if self.machine.now() < to {
            self.machine.run_until_break(to, &Stops::default());
            self.hand_out(&mut std::io::sink());
        }
        true
    }

    /// A second run that stands where this one stood at the last recorded checkpoint not behind `at`, to do again
    /// what came after it under the eyes of observers; none when the run is not recorded.
    ///
    /// # Errors
    /// None of a run whose board was built from its file.
    pub fn replay(&self, at: Tick) -> Option<Result<Session, SnapshotError>> {
        let fork = self.past.as_ref()?.fork_before(&self.machine, at)?;
        let options = Options {
            until: self.options.until,
            ..Options::default()
        };
        Some(fork.map(|machine| Session::bare(machine, options, self.image_cores.clone())))
    }

    /// Records from now on what made the cycles that `question` is about: [`Session::causes`].
    ///
    /// # Errors
    /// A question that names what there is not.
    pub fn ask(&mut self, question: &Question) -> Result<(), String> {
        let symbols = Arc::new(ImageSymbols::new(&self.machine));
        why::follow(&mut self.machine, question, symbols)
    }
}
