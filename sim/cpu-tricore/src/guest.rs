//! The TriCore as a guest of the engine.

use crate::core::TriCore;
use crate::meters::METERS;
use std::borrow::Cow;
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{PeerAccess, RunCx, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;

use trueboard_core::meter::{Dictionary, Meters};
use trueboard_core::time::Tick;
use trueboard_engine::guest::{Guest, Outside, Step, Waits};
use trueboard_engine::pages::{DecodedCode, Invalidated};
use trueboard_engine::steps::step_observed;

/// The line from the core's watchdog: ENDINIT.
const PIN_ENDINIT: u8 = 0;

impl Guest for TriCore {
    const METERS: &'static Dictionary = &METERS;

    trueboard_engine::guest_parts!();

    #[inline(always)]
    fn cycle(&self) -> u64 {
        TriCore::cycle(self)
    }

    fn due(&self) -> u64 {
        self.mem.next_posted().min(self.cycle())
    }

    fn skip_to(&mut self, cycle: u64, meters: &mut Meters) {
        self.skip(cycle, meters);
    }

    fn flush_meters(&mut self, meters: &mut Meters) {
        TriCore::flush_meters(self, meters);
    }

    fn code(&self) -> &impl DecodedCode {
        &self.code
    }

    fn code_mut(&mut self) -> &mut impl DecodedCode {
        &mut self.code
    }

    fn code_changed(&mut self, how: Invalidated) {
        match how {
            Invalidated::Nothing => {}
            Invalidated::Some => self.unlink_blocks(),
            Invalidated::All => self.clear_blocks(),
        }
    }

    #[inline(always)]
    fn begin_slice(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        self.begin(cx)
    }

    #[inline(always)]
    fn is_over(&self, _: &RunCx<'_>) -> Option<Stop> {
        (self.cycle() >= self.until).then_some(Stop::Horizon)
    }

    #[inline(always)]
    fn is_pending(&self) -> bool {
        self.pending_work
    }

    fn recompute_pending(&mut self) {
        TriCore::recompute_pending(self);
    }

    #[inline(always)]
    fn handle_pending(&mut self, cx: &mut RunCx<'_>) -> Step {
        self.pending(cx)
    }

    #[inline(always)]
    fn advance(&mut self, cx: &mut RunCx<'_>) -> Step {
        loop {
            let by_blocks = self.waits_for == 0 && self.run_blocks::<false>(cx);
            if !by_blocks && let Err(e) = self.step(cx) {
                return self.fail(e, cx);
            }
            if self.pending_work || self.cycle() >= self.until {
                return Step::Next;
            }
        }
    }

    fn advance_observed(&mut self, alone: bool, cx: &mut RunCx<'_>) -> Step {
        let blocks = cx.facts.in_blocks() && !alone && !self.pending_work;
        match blocks && self.run_blocks::<true>(cx) {
            true => Step::Next,
            false => step_observed(self, cx),
        }
    }

    #[inline(always)]
    fn after_horizon(&mut self) -> Option<Stop> {
        (self.common.yield_now || !self.activity.is_running()).then(|| self.after())
    }

    #[inline(always)]
    fn end_slice(&mut self, stop: &Stop, cx: &mut RunCx<'_>) {
        if matches!(stop, Stop::Horizon) && !cx.facts.steps() {
            self.spin_ends();
        }
    }

    fn saved(&self) -> Cow<'_, TriCore> {
        Cow::Owned(self.state_alone())
    }
}

impl Outside for TriCore {
    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters) {
        match signal {
            CoreSignal::Irq(priority) => {
                self.request(priority);
                self.wake_if_due(at, meters);
            }
            CoreSignal::Nmi => {
                self.nmi = true;
                self.wake(at, meters);
            }
            CoreSignal::Start(entry) => {
                if self.activity.state == CoreState::Held {
                    self.skip(self.common.cycle_of(at), meters);
                    if let Some(pc) = entry {
                        self.begin_at(pc as u32);
                    }
                    self.activity.state = CoreState::Running;
                } else {
                    self.wake(at, meters);
                }
            }
            CoreSignal::Wake => self.wake(at, meters),
            CoreSignal::Sleep => {
                if self.activity.is_running() {
                    self.activity.state = CoreState::Idle;
                    self.wake_if_due(at, meters);
                }
            }
            CoreSignal::Line { pin, level } => {
                if pin == PIN_ENDINIT {
                    self.endinit = level;
                }
            }
            CoreSignal::ForceError => {}
        }
        self.recompute_pending();
    }

    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        self.wake_if_due(at, meters);
        self.recompute_pending();
    }

    fn peer(&mut self, access: PeerAccess, at: Tick, meters: &mut Meters) -> Result<u32, BusFault> {
        self.accessed(access, at, meters)
    }

    fn set_bit_flips(&mut self, struck: bool) {
        self.mem.set_bit_flips(struck);
    }
}

impl Waits for TriCore {
    #[inline]
    fn waits(&self) -> Option<Wait> {
        self.wait()
    }

    fn wait_until(&mut self, until: u64) {
        self.spin_on(until);
    }

    fn look_again(&mut self) {
        self.spin_forgets();
    }
}
