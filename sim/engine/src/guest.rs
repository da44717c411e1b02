//! The traits of a guest, an instruction set under the engine: start here to write a core.
//!
//! A guest has state, semantics, pipeline and memory side. [`Cpu`](crate::cpu::Cpu) adds the parts that all cores
//! share: the contract with the board, slices, breakpoints and watchpoints, zero-cost code, saved states.
//! [`Executor`](crate::block_loop::Executor) executes blocks, [`Steps`](crate::steps::Steps) reports single
//! instructions.

use crate::common::{Activity, Common};
use crate::pages::{DecodedCode, Invalidated};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{PeerAccess, RunCx, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::FactKind;
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::CodeLog;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::observe::Running;
use trueboard_core::time::Tick;

/// The four methods of [`Guest`] by which the engine reaches the fields `common` and `activity`.
#[macro_export]
macro_rules! guest_parts {
    () => {
        #[inline(always)]
        fn common(&self) -> &$crate::common::Common {
            &self.common
        }

        #[inline(always)]
        fn common_mut(&mut self) -> &mut $crate::common::Common {
            &mut self.common
        }

        #[inline(always)]
        fn activity(&self) -> &$crate::common::Activity {
            &self.activity
        }

        #[inline(always)]
        fn activity_mut(&mut self) -> &mut $crate::common::Activity {
            &mut self.activity
        }
    };
}

/// What follows an instruction, or what was due before it.
pub enum Step {
    /// The next one.
    Next,
    /// The slice ends.
    Stop(Stop),
}

/// A core of one instruction set, without its loop.
///
/// A slice is `begin_slice`, then `handle_pending` or `advance` until `is_over` or either of them stops it, then
/// `after_horizon` where its time is over, then `end_slice`.
pub trait Guest: Inspect + Outside + Waits + Clone + Send + Serialize + DeserializeOwned {
    /// The meters of this kind of core.
    const METERS: &'static Dictionary;

    /// A core that sleeps looks in its slices for what wakes it; else the board wakes it by a signal.
    const WAKES_ITSELF: bool = false;

    /// What every core has.
    fn common(&self) -> &Common;

    /// What every core has, to be changed.
    fn common_mut(&mut self) -> &mut Common;

    /// What it is doing.
    fn activity(&self) -> &Activity;

    /// What it is doing, to be changed.
    fn activity_mut(&mut self) -> &mut Activity;

    // Time and meters.

    /// The cycle before which it does nothing more.
    fn cycle(&self) -> u64;

    /// The cycle that other cores must not pass: its own, or that of a transfer that it has yet to make.
    fn due(&self) -> u64 {
        self.cycle()
    }

    /// Puts the time of a core that is held or sleeps forward to `cycle`, if that is later, and meters the cycles between.
    fn skip_to(&mut self, cycle: u64, meters: &mut Meters);

    /// What was charged to the accounts of an observer ([`trueboard_core::cpu::Core::accounts`]).
    fn accounts(&self) -> Option<&Accounts> {
        Some(&self.common().accounts)
    }

    /// Adds all that it has metered to its bank.
    fn flush_meters(&mut self, meters: &mut Meters);

    /// Reports a call, a return, a trap or the like, and does what observers ask for.
    fn fact(&mut self, cx: &mut RunCx<'_>, kind: FactKind) {
        let (id, at) = (self.common().id, self.common().tick(self.cycle()));
        let asked = cx.facts.control(at, id, kind);
        if !asked.anything() {
            return;
        }
        self.flush_meters(cx.meters);
        if let Some(bank) = cx.meters.cores.get(usize::from(id)) {
            if let Some(account) = asked.account() {
                self.common_mut().accounts.turn_to(account, bank);
            }
            if asked.meters {
                cx.facts.measured(at, id, &Running::of_bank(bank));
            }
        }
    }

    // Code.

    /// Its decoded instructions.
    fn code(&self) -> &impl DecodedCode;

    /// Its decoded instructions, to be changed.
    fn code_mut(&mut self) -> &mut impl DecodedCode;

    /// Decoded instructions were forgotten: its blocks follow.
    fn code_changed(&mut self, how: Invalidated);

    /// Forgets decoded instructions that the stores in `log` have changed.
    fn apply_code_log(&mut self, log: &CodeLog) {
        let how = self.code_mut().invalidate(log);
        self.code_changed(how);
    }

    // A slice.

    /// Begins a slice, after [`Guest::apply_code_log`]. An answer ends it at once.
    fn begin_slice(&mut self, cx: &mut RunCx<'_>) -> Option<Stop>;

    /// Why the slice is over, if it is.
    fn is_over(&self, cx: &RunCx<'_>) -> Option<Stop>;

    /// Work is pending before the next instruction: a trap, an interrupt, the end of the slice.
    fn is_pending(&self) -> bool;

    /// Computes whether work is pending.
    fn recompute_pending(&mut self);

    /// Does what is due; may execute an instruction behind it.
    fn handle_pending(&mut self, cx: &mut RunCx<'_>) -> Step;

    /// Executes instructions, by blocks where possible: at least one, unless work is pending or the slice is over.
    fn advance(&mut self, cx: &mut RunCx<'_>) -> Step;

    /// [`Guest::handle_pending`] or [`Guest::advance`] for observers of instructions. `alone`: the next instruction is a
    /// single step.
    fn advance_observed(&mut self, alone: bool, cx: &mut RunCx<'_>) -> Step;

    /// The time of a slice is over: the other reason for which it ends, if there is one.
    fn after_horizon(&mut self) -> Option<Stop> {
        None
    }

    /// A slice has ended with `stop`.
    fn end_slice(&mut self, stop: &Stop, cx: &mut RunCx<'_>);

    // State.

    /// Its state, with all that it has metered.
    fn saved(&self) -> Cow<'_, Self>;

    /// It was put to a saved state. `old` is what it was before, of which it keeps what an observer has there.
    fn restored(&mut self, old: Self) {
        let _ = old;
    }
}

/// What reaches a core from outside. Times are the board's; no core is behind them, this one may be ahead.
pub trait Outside {
    /// A signal of a device, except [`CoreSignal::ForceError`].
    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters);

    /// Its registers were changed from outside: a waiting core continues if an interrupt is due now.
    fn registers_changed(&mut self, at: Tick, meters: &mut Meters);

    /// As [`trueboard_core::cpu::Core::peer`].
    ///
    /// # Errors
    /// When there is no such register, or it cannot be reached from outside.
    fn peer(&mut self, access: PeerAccess, at: Tick, meters: &mut Meters) -> Result<u32, BusFault> {
        let _ = (access, at, meters);
        Err(BusFault::Unmapped)
    }

    /// As [`trueboard_core::cpu::Core::window`].
    fn window(&self) -> Option<(u64, u64)> {
        None
    }

    /// As [`trueboard_core::cpu::Core::receive`].
    ///
    /// # Errors
    /// When there is nothing at the packet's address.
    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        let _ = (delivery, at, cx);
        Err(BusFault::Unmapped)
    }

    /// As [`trueboard_core::cpu::Core::set_bit_flips`].
    fn set_bit_flips(&mut self, struck: bool) {
        let _ = struck;
    }
}

/// Loops in which a core waits for others to write ([`crate::spin`]). A guest that looks for none leaves it as it is.
pub trait Waits {
    /// As [`trueboard_core::cpu::Core::waits`].
    fn waits(&self) -> Option<Wait> {
        None
    }

    /// Continues by as many whole turns as fit before cycle `until`.
    fn wait_until(&mut self, until: u64) {
        let _ = until;
    }

    /// What was seen of a loop does not hold any more.
    fn look_again(&mut self) {}
}
