//! Stops at a moment instead of the next decision of the scheduler: a fault strikes at any instruction, not only in
//! front of an access that waits for its turn.

use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::machine::schedule::Choice;
use crate::session::Session;
use std::io::Write;
use trueboard_core::cpu::{ArmedStops, Stop};
use trueboard_core::time::Tick;

/// Base ticks before the moment in which slices are run one by one: more than a core is held up by an access.
const CLOSE: u64 = 10_000;
/// A slice longer than this is that of a core that runs alone.
const LONG: u64 = 4_096;

impl Machine {
    /// Like [`Machine::run`], but core `of` stops at its first boundary of instructions at or after `at`; the first core
    /// that comes there, if none is named. Going on leaves the run as it would have been.
    pub fn run_up_to(&mut self, at: Tick, of: Option<u8>) -> Ended {
        if let Some(e) = &self.ended {
            return e.clone();
        }
        self.disarm();
        for core in &mut self.cores {
            core.look_again();
        }
        let end = loop {
            if let Some(end) = self.step_towards(at, of.map(usize::from)) {
                break end;
            }
        };
        self.settle();
        if end != Ended::Paused {
            self.ended = Some(end.clone());
        }
        end
    }

    /// A slice, or what comes instead of one; how it ends, if it does.
    fn step_towards(&mut self, at: Tick, of: Option<usize>) -> Option<Ended> {
        let choice = match self.held.take() {
            Some(slice) => {
                self.note_times();
                // It continues as the slice that was chosen.
                self.set_time(slice.core, slice.from);
                Choice::Run(slice)
            }
            None => self.choose(at),
        };
        let mut slice = match choice {
            Choice::Again => return None,
            Choice::End(end) => return Some(end),
            Choice::Run(slice) => slice,
        };
        let wanted = of.is_none_or(|core| core == slice.core);
        let there = |m: &Machine, core: usize| m.cores.get(core).is_some_and(|c| c.now() >= at);
        if wanted && there(self, slice.core) || of.is_some_and(|core| there(self, core)) {
            self.held = Some(slice);
            return Some(Ended::Paused);
        }
        if slice.until <= at || !wanted {
            let close = slice.until.after(CLOSE) > at || slice.until.0 - slice.from.0 > LONG;
            let (slice, stop) = if close {
                (slice, self.lend(&slice, slice.until, ArmedStops::None))
            } else {
                self.run_slices::<false>(slice, Tick(at.0 - CLOSE))
            };
            return self.after_slice(&slice, stop);
        }
        self.fabric.asked = Tick::NEVER;
        let stop = self.lend(&slice, at, ArmedStops::None);
        // In one go the slice would have ended where the first of what it sent arrives.
        slice.until = slice.until.min(self.fabric.asked);
        let core = slice.core;
        if stop == Stop::Horizon && self.cores.get(core).is_some_and(|c| c.now() < slice.until) {
            self.held = Some(slice);
            return Some(Ended::Paused);
        }
        self.after_slice(&slice, stop)
    }

    /// The time of the stop: of the core in the interrupted slice, or of the board.
    pub(crate) fn moment(&self) -> Tick {
        let core = self.held.and_then(|slice| self.cores.get(slice.core));
        core.map_or(self.now, |c| c.now().max(self.now))
    }
}

impl Session {
    /// Continues to a moment, see [`Machine::run_up_to`]; console bytes go to `console` as they come.
    pub fn go_up_to(&mut self, at: Tick, of: Option<u8>, console: &mut dyn Write) -> Ended {
        let ended = self.machine_mut().run_up_to(at, of);
        self.hand_out(console);
        ended
    }
}
