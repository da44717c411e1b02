//! The window of a task that is left: WRPSR may turn to another one before the stack pointer is put.

use crate::checked::SP;
use crate::core::Leon;

/// A window that was left by WRPSR.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WindowLeft {
    /// Its number.
    window: u8,
    /// Its stack pointer; 0 if no window was left.
    pub stack: u32,
    /// When.
    cycle: u64,
    /// Control transfers before it, modulo 256.
    transfers: u8,
}

impl WindowLeft {
    /// Between it and `now`, in another window, nothing else can have come than the switch of a task: hardly any time
    /// and control transfers.
    pub fn is_just_before(&self, now: &WindowLeft) -> bool {
        const CYCLES: u64 = 1000;
        const TRANSFERS: u8 = 4;
        let transfers = now.transfers.wrapping_sub(self.transfers);
        self.stack != 0
            && self.window != now.window
            && now.cycle.wrapping_sub(self.cycle) < CYCLES
            && transfers <= TRANSFERS
    }
}

impl Leon {
    /// The current window, as one that is left in this cycle.
    pub(crate) fn leaves_window(&self, cycle: u64) -> WindowLeft {
        WindowLeft {
            window: self.state.psr.cwp,
            stack: self.state.regs.get(SP),
            cycle,
            transfers: self.history.noted(),
        }
    }

    /// WRPSR is about to write `psr`.
    ///
    /// A window is left by the write that turns to another one, or by an earlier one that disables traps: RESTORE may
    /// lead through the windows above, which go to the stack, until WRPSR turns back.
    pub(crate) fn window_written(&mut self, psr: u32) {
        let (cwp, et) = (psr as u8 & 0x1f, psr & 1 << 5 != 0);
        let now = &self.state.psr;
        if !now.et && self.window_left.stack != 0 && self.window_left.window == cwp {
            self.window_left = WindowLeft::default();
        } else if cwp != now.cwp || now.et && !et {
            self.window_left = self.leaves_window(self.cycle);
        }
    }
}
