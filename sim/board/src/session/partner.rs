//! Partners on serial lines: who reads what the firmware sends there, and types.
//!
//! A run meets its partner at fixed simulated times, and when nothing is left to happen. A partner that decides by what
//! it reads there, and by simulated time, gives the same run each time. One that asks the host does not, and records
//! what it typed, for [`Replay`](super::dialogue::Replay).

use super::Session;
use crate::machine::Machine;
use crate::near::NotThere;
use std::collections::BTreeMap;
use trueboard_core::time::Tick;

/// Who is at the other end of serial lines.
pub trait Partner: Send + std::any::Any {
    /// The time of the next meeting behind `now`, in base ticks; [`Tick::NEVER`] if there is none.
    fn next(&self, now: Tick) -> Tick;

    /// Reads and types.
    fn meet(&mut self, lines: &mut Lines<'_>);

    /// Nothing is left to happen on the board. True if the run goes on, for the partner has typed.
    fn idle(&mut self, lines: &mut Lines<'_>) -> bool;
}

/// The serial lines at a meeting.
pub struct Lines<'a> {
    machine: &'a mut Machine,
    fresh: &'a BTreeMap<String, Vec<u8>>,
}

impl Lines<'_> {
    /// The board's time.
    #[must_use]
    pub fn now(&self) -> Tick {
        self.machine.now()
    }

    /// Base ticks in a second.
    #[must_use]
    pub fn ticks_per_second(&self) -> u64 {
        self.machine.base_hz
    }

    /// The bytes that `line` has sent since the last meeting; the console is the line without a name.
    #[must_use]
    pub fn fresh(&self, line: &str) -> &[u8] {
        self.fresh.get(line).map_or(&[], Vec::as_slice)
    }

    /// Hands bytes to the receiver of `line`.
    pub fn type_in(&mut self, line: &str, bytes: &[u8]) {
        self.machine.type_into(line, bytes);
    }
}

/// A session's partner, and what its lines have sent since the last meeting.
pub(crate) struct Met {
    partner: Box<dyn Partner>,
    /// Lines beside the console.
    lines: Vec<String>,
    fresh: BTreeMap<String, Vec<u8>>,
}

impl Session {
    /// Keeps what serial lines send from now on, for a partner; `lines` are names of devices.
    ///
    /// # Errors
    /// [`NotThere`]: the board has no serial line of this name; those that there are.
    pub fn hear(&mut self, lines: &[String]) -> Result<(), NotThere> {
        let machine = &mut self.machine;
        let (fabric, board) = (&mut machine.fabric, &machine.name);
        lines.iter().try_for_each(|line| fabric.hear(board, line))
    }

    /// Gives the run a partner on the console and on `lines`, names of devices.
    ///
    /// # Errors
    /// As [`Session::hear`].
    pub fn partner(
        &mut self,
        partner: Box<dyn Partner>,
        lines: Vec<String>,
    ) -> Result<(), NotThere> {
        self.hear(&lines)?;
        self.met = Some(Met {
            partner,
            lines,
            fresh: BTreeMap::new(),
        });
        Ok(())
    }

    /// The partner, if it is a `P`.
    #[must_use]
    pub fn partner_as<P: Partner>(&self) -> Option<&P> {
        let partner: &dyn std::any::Any = &*self.met.as_ref()?.partner;
        partner.downcast_ref()
    }

    /// Bytes of the console, for the partner.
    pub(crate) fn sent(&mut self, console: &[u8]) {
        if let Some(met) = &mut self.met {
            met.fresh.entry(String::new()).or_default().extend(console);
        }
    }

    /// The time of the next meeting.
    pub(crate) fn next_meeting(&self) -> Tick {
        let now = self.machine.now();
        let met = self.met.as_ref();
        met.map_or(Tick::NEVER, |met| met.partner.next(now))
    }

    /// Meets the partner if its time has come: `due` is what [`Session::next_meeting`] was.
    pub(crate) fn meet(&mut self, due: Tick) {
        if self.machine.now() >= due {
            self.with_partner(|partner, lines| {
                partner.meet(lines);
                true
            });
        }
    }

    /// Nothing is left to happen: the partner may type, and the run then goes on.
    pub(crate) fn goes_on_by_partner(&mut self) -> bool {
        self.with_partner(|partner, lines| partner.idle(lines))
    }

    fn with_partner(
        &mut self,
        meet: impl FnOnce(&mut dyn Partner, &mut Lines<'_>) -> bool,
    ) -> bool {
        let Some(met) = &mut self.met else {
            return false;
        };
        for line in &met.lines {
            let console = || met.fresh.get("").cloned().unwrap_or_default();
            let sent = self.machine.fabric.take_heard(line);
            let sent = sent.unwrap_or_else(console);
            met.fresh.insert(line.clone(), sent);
        }
        let mut lines = Lines {
            machine: &mut self.machine,
            fresh: &met.fresh,
        };
        let answer = meet(&mut *met.partner, &mut lines);
        met.fresh.clear();
        answer
    }
}
