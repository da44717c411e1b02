//! Watched places of memories, for a debugger. They are no state of the board.

/// What a watchpoint stops at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WatchKind {
    /// A write that changes what is there.
    Change,
    /// A read by a core: loads, not fetches.
    Read,
    /// A read by a core, or any write.
    Access,
}

impl WatchKind {
    /// It stops at reads.
    #[must_use]
    pub const fn reads(self) -> bool {
        !matches!(self, WatchKind::Change)
    }

    /// It stops at writes.
    #[must_use]
    pub const fn writes(self) -> bool {
        !matches!(self, WatchKind::Read)
    }
}

/// Memory that a debugger watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Watchpoint {
    /// First physical address.
    pub at: u64,
    /// Bytes.
    pub len: u64,
    /// What it stops at.
    pub kind: WatchKind,
}

impl Watchpoint {
    /// Stops where one of the `len` bytes at `at` changes.
    #[must_use]
    pub fn change(at: u64, len: u64) -> Watchpoint {
        let kind = WatchKind::Change;
        Watchpoint { at, len, kind }
    }

    /// An access to `len` bytes at `pa` reaches it.
    fn reaches(&self, pa: u64, len: u64) -> bool {
        let end = pa.saturating_add(len);
        pa < self.at.saturating_add(self.len) && self.at < end
    }
}

/// The watchpoints that are armed, and what has reached them.
#[derive(Default)]
pub(super) struct Watched {
    pub points: Vec<Watchpoint>,
    /// Some stop at reads.
    pub reads: bool,
    /// One of them was reached.
    pub reached: bool,
    /// The first one reached, of those that stop with or without a change.
    pub accessed: Option<Watchpoint>,
}

impl Watched {
    /// Notes an access to `len` bytes at `pa`; true if it reaches a watchpoint.
    pub fn note(&mut self, pa: u64, len: u64, write: bool) -> bool {
        let stops = |kind: WatchKind| if write { kind.writes() } else { kind.reads() };
        let mut reached = false;
        for point in &self.points {
            if stops(point.kind) && point.reaches(pa, len) {
                reached = true;
                if point.kind.reads() {
                    self.accessed.get_or_insert(*point);
                }
            }
        }
        self.reached |= reached;
        reached
    }
}
