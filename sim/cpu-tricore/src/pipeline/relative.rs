//! The pipes apart from when: what a loop has to leave as it was, and its turns repeated.

use super::branch::Looping;
use super::predict::Predictor;
use super::{ISSUED, Pipe, REGISTERS, UNITS};

/// The state of the pipes, with times as they are against [`Pipe::now`]. Results that are ready are
/// left out.
#[derive(Clone, Debug, PartialEq)]
pub struct RelativeState {
    cycle: u64,
    group: u8,
    closed: bool,
    group_writes: u32,
    held: u64,
    ready: [u64; REGISTERS],
    busy: u64,
    from_mac: u32,
    /// As it is: a turn that uses such a unit changes it.
    unit_free: [u64; UNITS],
    fetched: u64,
    issued: [u64; ISSUED],
    predictor: Predictor,
    looping: Looping,
}

impl Pipe {
    /// The state at this moment.
    #[must_use]
    pub fn relative(&self) -> RelativeState {
        let from = self.ready_from();
        let mut issued = self.issued.map(|at| at.wrapping_sub(self.next));
        issued.rotate_left(usize::from(self.issued_next) % ISSUED);
        RelativeState {
            cycle: self.cycle.wrapping_sub(self.next),
            group: self.group,
            closed: self.closed,
            group_writes: self.group_writes,
            held: self.held,
            ready: self.ready.map(|at| at.saturating_sub(from)),
            busy: self.last_busy.saturating_sub(self.next),
            from_mac: self.from_mac,
            unit_free: self.unit_free,
            fetched: self.fetched.wrapping_sub(self.next),
            issued,
            predictor: self.predictor.clone(),
            looping: self.looping,
        }
    }

    /// Groups, and groups of more than one instruction, that are counted here.
    #[must_use]
    pub fn groups(&self) -> (u64, u64) {
        (self.groups, self.multi)
    }

    /// `cycles` have passed in which what was done is done again, and more groups were issued.
    pub fn repeated(&mut self, cycles: u64, (groups, multi): (u64, u64)) {
        let from = self.ready_from();
        for at in self.ready.iter_mut().filter(|at| **at > from) {
            *at += cycles;
        }
        for at in &mut self.issued {
            *at = at.wrapping_add(cycles);
        }
        self.cycle += cycles;
        self.next += cycles;
        self.last_busy += cycles;
        self.fetched += cycles;
        self.groups += groups;
        self.multi += multi;
    }
}
