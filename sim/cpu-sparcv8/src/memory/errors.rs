//! Errors in memories and caches, as transfers report them where faults were injected.

use crate::core::Leon;
use crate::meters::Meter;
use crate::trap::{self, Exc, Exec};
use trueboard_core::bus::Served;

/// Where CCR counts errors in data that was fetched and loaded: IDE 11:10, DDE 7:6 (UM 1.7 p. 77).
const IDE: u32 = 10;
const DDE: u32 = 6;

impl Leon {
    /// A transfer was served in a special way; the requested word is there in cycle `first`.
    ///
    /// # Errors
    /// The trap of an access to what cannot be corrected.
    #[cold]
    pub(crate) fn served(&mut self, by: Served, fetched: bool, first: u64) -> Exec {
        // A status register may have raised an interrupt.
        self.end_slice();
        match by {
            Served::Refetched => {
                // UM 1.7, 6.3.14: the cache is flushed; the counter of errors saturates.
                let shift = if fetched {
                    self.flush_icache();
                    IDE
                } else {
                    self.flush_dcache();
                    DDE
                };
                let count = (self.memory.ccr >> shift & 3) + 1;
                self.memory.ccr = self.memory.ccr & !(3 << shift) | count.min(3) << shift;
                Ok(())
            }
            Served::Failed if fetched => {
                self.wait_until(Meter::ICacheHold, first);
                Err(Exc::Trap(trap::INSTRUCTION_ACCESS))
            }
            Served::Failed => {
                self.wait_until(Meter::DCacheHold, first);
                Err(Exc::Trap(trap::DATA_ACCESS))
            }
            _ => Ok(()),
        }
    }

    /// Takes a line out of a cache, because its parity is wrong.
    pub(crate) fn take_out(&mut self, fetched: bool, pa: u64) -> bool {
        if fetched {
            let there = self.memory.icache.invalidate(pa).is_some();
            self.memory.imemo.forget();
            self.in_flight.fetch.invalidate();
            there
        } else {
            let there = self.memory.dcache.invalidate(pa).is_some();
            self.memory.dmemo.forget();
            self.spin.invalidate();
            there
        }
    }
}
