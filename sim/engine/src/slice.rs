//! A slice of a run, for every instruction set.
//!
//! ```text
//! running? → breakpoint here? → stores into code → begin ─→ over? ─→ pending? ─→ handle it ─┐
//!                                                           ↑ ↓        └→ blocks or a step ─┤
//!                                                           │ end                           │
//!                                                           └───────────────────────────────┘
//! ```
//!
//! Observed slices execute equal instructions at equal times; only the unit of a step differs.

use crate::guest::{Guest, Step};
use crate::pages::DecodedCode;
use trueboard_core::cpu::{RunCx, Stop};
use trueboard_core::fact::CoreState;

/// Runs one slice of `guest`.
#[inline(always)]
pub(crate) fn run<G: Guest>(guest: &mut G, cx: &mut RunCx<'_>) -> Stop {
    let activity = guest.activity();
    let looks = activity.is_running() || G::WAKES_ITSELF && activity.state != CoreState::Error;
    if !looks {
        return activity.not_running(guest.pc());
    }
    let stop = if stops_here(guest, cx) {
        Stop::Breakpoint
    } else {
        execute(guest, cx)
    };
    guest.end_slice(&stop, cx);
    stop
}

/// A breakpoint is in front of the next instruction, and nothing comes before that.
#[inline(always)]
fn stops_here<G: Guest>(guest: &G, cx: &RunCx<'_>) -> bool {
    let breakpoints = &guest.common().breakpoints;
    breakpoints.stop(cx.armed, || guest.next_instruction())
}

/// Executes instructions until the slice ends.
#[inline(always)]
fn execute<G: Guest>(guest: &mut G, cx: &mut RunCx<'_>) -> Stop {
    if cx.mem.code_log().end() != guest.code().seen() {
        guest.apply_code_log(cx.mem.code_log());
        guest.recompute_pending();
    }
    // An answer belongs to the instruction that made the request, however long it has waited.
    let mut answered = cx.answer.is_some();
    if let Some(stop) = guest.begin_slice(cx) {
        return stop;
    }
    let observed = cx.facts.steps();
    loop {
        let alone = std::mem::take(&mut answered);
        if !alone && let Some(stop) = guest.is_over(cx) {
            return match stop {
                Stop::Horizon => at_horizon(guest, cx),
                stop => stop,
            };
        }
        let step = if observed {
            guest.advance_observed(alone, cx)
        } else if guest.is_pending() {
            guest.handle_pending(cx)
        } else {
            guest.advance(cx)
        };
        if let Step::Stop(stop) = step {
            return stop;
        }
    }
}

/// Ends a slice at its time limit.
#[inline(always)]
fn at_horizon<G: Guest>(guest: &mut G, cx: &RunCx<'_>) -> Stop {
    if let Some(stop) = guest.after_horizon() {
        return stop;
    }
    if cx.armed.watches() && cx.mem.code_log().is_code_unchanged(guest.code().seen()) {
        // A watchpoint was reached, which is the debugger's business only.
        guest.recompute_pending();
    }
    Stop::Horizon
}
