//! The recorded past of a run: its checkpoints, returns to an earlier time, and repetition of a part under an observer.

use super::{Options, Session};
use crate::machine::debug::{Pause, Stops};
use trueboard_analyses::Analysis;
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::Tick;

impl Session {
    /// How many bytes had come out of the console up to here. After going back they are fewer than
    /// were handed out.
    #[must_use]
    pub fn printed(&self) -> u64 {
        self.printed.0
    }

    /// The times at which `core` stood at the recorded checkpoints; nothing when the run is not recorded.
    #[must_use]
    pub fn recorded(&self, core: u8) -> Vec<Tick> {
        let past = self.past.as_ref();
        past.map_or_else(Vec::new, |past| past.times(core).collect())
    }

    /// Goes back to the time `to` of `core`, or to the beginning of what is recorded if that is later. False when the run
    /// is not recorded.
    pub fn back_to(&mut self, core: u8, to: Tick) -> bool {
        let Some(mut past) = self.past.take() else {
            return false;
        };
        let printed = past.back_before(&mut self.machine, core, to);
        self.past = Some(past);
        let Some(printed) = printed else {
            return false;
        };
        self.printed.0 = printed;
        if self.machine.core_stands_at(core) < to {
            let stops = Stops {
                arrive: Some((core, to)),
                ..Stops::default()
            };
            self.machine.run_until_break(to, &stops);
            self.hand_out(&mut std::io::sink());
        }
        true
    }

    /// Returns to the start of the recording. Changes since then, as by a debugger, are undone, and recording begins
    /// again. False when the run is not recorded.
    pub fn back_to_begin(&mut self) -> bool {
        let Some(past) = &mut self.past else {
            return false;
        };
        let begun = past.begin_anew(&mut self.machine);
        if let Some((printed, changed)) = begun {
            self.printed.0 = printed;
            if changed {
                // What comes out from here on is the output of another run.
                self.printed.1 = printed;
            }
        }
        begun.is_some()
    }

    /// Notes the stop that the run came to.
    pub(crate) fn came_to(&mut self, pause: &Pause) {
        if let Some(past) = &mut self.past {
            past.came_to(&self.machine, pause);
        }
    }

    /// A second run at the last recorded checkpoint not behind `at`, to repeat the following part under observers;
    /// `None` when the run is not recorded.
    ///
    /// # Errors
    /// None for a run with a board from its file.
    pub fn replay(&self, at: Tick) -> Option<Result<Session, SnapshotError>> {
        let fork = self.past.as_ref()?.fork_before(&self.machine, at)?;
        let options = Options {
            until: self.options.until,
            ..Options::default()
        };
        Some(fork.map(|machine| Session::bare(machine, options, self.image_cores.clone())))
    }

    /// Collects from now on what `request` needs.
    ///
    /// # Errors
    /// A request that names what there is not.
    pub fn ask(&mut self, request: &dyn Analysis) -> Result<(), String> {
        request.check(&self.machine)?;
        for observer in request.attach(&self.machine, None)? {
            self.machine.observe(observer);
        }
        Ok(())
    }
}
