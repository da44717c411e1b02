//! The limits of a core's slice, and the pace of all cores from which they follow.

use trueboard_core::time::Tick;

/// How far a core may run ahead of the other cores, in base ticks: in private work, and with shared transfers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub quantum: u64,
    pub relax: u64,
    /// A quantum of one cycle: the reference mode. Nothing at all happens before its turn, private work included.
    pub lock_step: bool,
    /// When the run ends for good: a core that is alone stops there.
    pub end: Tick,
    /// Cores that are ahead stop there, too: the run does not continue.
    pub cut: bool,
}

impl Pace {
    /// How far the core that is furthest behind may go. The second core is at `at`, the next event at `edge`, the
    /// core's next delivery at `delivery`. The next delivery to any core is at `in_flight`: the core that it wakes is
    /// behind from then on.
    #[inline(always)]
    pub(crate) fn slice(
        self,
        (now, core): (Tick, usize),
        (at, other): (Tick, usize),
        edge: Tick,
        delivery: Tick,
        in_flight: Tick,
    ) -> Slice {
        // Alone a core may run far; the limit only keeps host signals and budgets in view.
        const ALONE: u64 = 1 << 20;
        let (behind, ahead) = if at == Tick::NEVER {
            (Tick::NEVER, now.after(ALONE).min(self.end))
        } else {
            let behind = at.after(u64::from(core < other));
            let ahead = if self.lock_step {
                behind
            } else {
                at.after(self.quantum)
            };
            let end = if self.cut { self.end } else { Tick::NEVER };
            (behind, ahead.min(end))
        };
        let (behind, ahead) = if self.lock_step {
            (behind.min(in_flight), ahead.min(in_flight))
        } else {
            (behind, ahead.min(in_flight.after(self.quantum)))
        };
        let until = edge.min(delivery).min(ahead).max(Tick(now.0 + 1));
        Slice {
            core,
            from: now,
            until,
            planned: until,
            shared_until: edge.min(behind.after(self.relax)),
            sync_until: edge.min(behind),
        }
    }
}

/// A decision of the scheduler: the next core, and its limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub core: usize,
    /// The core's time at the beginning.
    pub from: Tick,
    pub until: Tick,
    pub planned: Tick,
    pub shared_until: Tick,
    pub sync_until: Tick,
}
