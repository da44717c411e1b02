//! The state of the pipes put back after an instruction that costs nothing.

use super::predict::Remembered;
use super::{ISSUED, Pipe, REGISTERS, UNITS};

/// All that the instruction at one address can change of the pipes.
#[derive(Clone, Debug)]
pub struct PipeCheckpoint {
    cycle: u64,
    next: u64,
    group: u8,
    closed: bool,
    group_writes: u32,
    held: u64,
    ready: [u64; REGISTERS],
    last_busy: u64,
    waiting: u32,
    from_mac: u32,
    unit_free: [u64; UNITS],
    fetched: u64,
    issued: [u64; ISSUED],
    issued_next: u8,
    learnt: Remembered,
    looping: Option<u32>,
    groups: u64,
    multi: u64,
}

impl Pipe {
    /// The state before the instruction at `pc`.
    #[must_use]
    pub fn checkpoint(&self, pc: u32) -> PipeCheckpoint {
        let &Pipe {
            params: _,
            classes: _,
            ref predictor,
            cycle,
            next,
            group,
            closed,
            group_writes,
            held,
            ready,
            last_busy,
            waiting,
            from_mac,
            unit_free,
            fetched,
            issued,
            issued_next,
            looping,
            groups,
            multi,
        } = self;
        PipeCheckpoint {
            cycle,
            next,
            group,
            closed,
            group_writes,
            held,
            ready,
            last_busy,
            waiting,
            from_mac,
            unit_free,
            fetched,
            issued,
            issued_next,
            learnt: predictor.remembered(pc),
            looping,
            groups,
            multi,
        }
    }

    /// Puts the state before an instruction back.
    pub fn go_back(&mut self, before: PipeCheckpoint) {
        self.predictor.put_back(before.learnt);
        self.cycle = before.cycle;
        self.next = before.next;
        self.group = before.group;
        self.closed = before.closed;
        self.group_writes = before.group_writes;
        self.held = before.held;
        self.ready = before.ready;
        self.last_busy = before.last_busy;
        self.waiting = before.waiting;
        self.from_mac = before.from_mac;
        self.unit_free = before.unit_free;
        self.fetched = before.fetched;
        self.issued = before.issued;
        self.issued_next = before.issued_next;
        self.looping = before.looping;
        self.groups = before.groups;
        self.multi = before.multi;
    }
}
