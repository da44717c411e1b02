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

    /// It may type at a later simulated time, whatever the board does: time passes on a board on which nothing else is
    /// left to happen.
    fn awaited(&self) -> bool {
        false
    }
}

/// The serial lines at a meeting.
pub struct Lines<'a> {
    machine: &'a mut Machine,
    fresh: &'a BTreeMap<String, Vec<u8>>,
    times: &'a BTreeMap<String, Vec<Tick>>,
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

    /// The times of these bytes; none for the console by its empty name.
    #[must_use]
    pub fn times(&self, line: &str) -> &[Tick] {
        self.times.get(line).map_or(&[], Vec::as_slice)
    }

    /// The levels that output pin `pin` of `device` has had since the last meeting, with their times. Behind
    /// [`Session::watch`].
    pub fn levels(&mut self, device: &str, pin: u16) -> Vec<(Tick, bool)> {
        self.machine.fabric.take_levels(device, pin)
    }

    /// Sets the level of an input pin, if the board has it.
    pub fn drive(&mut self, device: &str, pin: u16, level: bool) {
        let found = self.machine.fabric.input(&self.machine.name, device, pin);
        if let Ok(id) = found {
            self.machine.drive(id, pin, level);
        }
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
    times: BTreeMap<String, Vec<Tick>>,
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
        self.machine.fabric.outside.awaited = partner.awaited();
        self.met = Some(Met {
            partner,
            lines,
            fresh: BTreeMap::new(),
            times: BTreeMap::new(),
        });
        Ok(())
    }

    /// Keeps the levels of output pin `pin` of `device` from now on, for a partner.
    ///
    /// # Errors
    /// [`NotThere`]: the board has no device of this name.
    pub fn watch(&mut self, device: &str, pin: u16) -> Result<(), NotThere> {
        let machine = &mut self.machine;
        machine.fabric.watch(&machine.name, device, pin)
    }

    /// The board has input pin `pin` of `device`.
    ///
    /// # Errors
    /// [`NotThere`]: it has not; the inputs that there are.
    pub fn has_input(&self, device: &str, pin: u16) -> Result<(), NotThere> {
        let machine = &self.machine;
        machine.fabric.input(&machine.name, device, pin).map(|_| ())
    }

    /// The partner, if it is a `P`.
    #[must_use]
    pub fn partner_as<P: Partner>(&self) -> Option<&P> {
        let partner: &dyn std::any::Any = &*self.met.as_ref()?.partner;
        partner.downcast_ref()
    }

    /// The partner, if it is a `P`.
    pub(crate) fn partner_as_mut<P: Partner>(&mut self) -> Option<&mut P> {
        let partner: &mut dyn std::any::Any = &mut *self.met.as_mut()?.partner;
        partner.downcast_mut()
    }

    /// Meets the partner, whatever time it is.
    pub(crate) fn meet_now(&mut self) {
        self.with_partner(|partner, lines| {
            partner.meet(lines);
            true
        });
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
            self.meet_now();
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
            let sent = self.machine.fabric.take_heard(line).unwrap_or_default();
            let (times, bytes) = sent.into_iter().unzip();
            met.fresh.insert(line.clone(), bytes);
            met.times.insert(line.clone(), times);
        }
        let mut lines = Lines {
            machine: &mut self.machine,
            fresh: &met.fresh,
            times: &met.times,
        };
        let answer = meet(&mut *met.partner, &mut lines);
        met.fresh.clear();
        met.times.clear();
        self.machine.fabric.outside.awaited = met.partner.awaited();
        answer
    }
}
