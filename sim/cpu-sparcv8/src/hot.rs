//! The state that changes with every instruction, between the loop and the core. Between slices, and for
//! everything that is not on the hot path, PC, nPC and the cycle are in [`Leon`]: [`Leon::write_back`] puts
//! them there and [`Leon::hot_state`] takes them up again.

use crate::core::Leon;
use crate::meters::Meter;
use crate::window::HotState;

impl Leon {
    /// For the loop, which executes no zero-cost code.
    #[inline(always)]
    pub(crate) fn hot_state(&mut self) -> HotState {
        let mut l = HotState {
            at: 0,
            cycle: self.cycle,
            free: false,
        };
        self.window.begin(&mut l, self.state.pc, self.state.npc);
        l
    }

    /// For an instruction off the hot path, which may cost nothing.
    pub(crate) fn hot_state_any(&mut self) -> HotState {
        HotState {
            free: self.common.zero_cost.active,
            ..self.hot_state()
        }
    }

    /// Puts PC, nPC and the cycle into the core.
    #[inline(always)]
    pub(crate) fn write_back(&mut self, l: &HotState) {
        self.state.pc = self.window.pc_of(l);
        self.state.npc = self.window.npc_of(l);
        self.cycle = l.cycle;
    }

    /// Lets `cycles` pass, charged to `m`: [`Leon::stall`] on the hot path.
    #[inline(always)]
    pub(crate) fn stall_hot(&mut self, l: &mut HotState, m: Meter, cycles: u64) {
        if cycles != 0 && !l.free {
            l.cycle += cycles;
            self.tally.add(m, cycles);
        }
    }

    /// Adds to a meter: [`Leon::meter`] on the hot path.
    #[inline(always)]
    pub(crate) fn meter_hot(&mut self, l: &HotState, m: Meter, n: u64) {
        if !l.free {
            self.tally.add(m, n);
        }
    }

    /// After an access off the hot path: [`FetchWindow::check_pending`] if a device was accessed or code
    /// overwritten.
    #[inline(always)]
    pub(crate) fn check_pending_if_set(&mut self, l: &HotState) {
        if self.pending_work {
            self.window.check_pending(l);
        }
    }

    /// Waits until cycle `until`, charged to `m`.
    #[inline(always)]
    pub(crate) fn wait_hot(&mut self, l: &mut HotState, m: Meter, until: u64) {
        if l.cycle < until {
            self.stall_hot(l, m, until - l.cycle);
        }
    }
}
