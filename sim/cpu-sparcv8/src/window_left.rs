//! The window of a task that is left: WRPSR may turn to another one before the stack pointer is put.

/// A window that was left by WRPSR.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WindowLeft {
    /// Its number.
    pub window: u8,
    /// Its stack pointer; 0 if no window was left.
    pub stack: u32,
    /// When.
    pub cycle: u64,
    /// Control transfers before it, modulo 256.
    pub transfers: u8,
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
