//! The LEON as a guest of the engine.

use crate::core::Leon;
use crate::meters::{METERS, Meter};
use std::borrow::Cow;
use trueboard_core::cpu::{RunCx, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;

use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::time::Tick;
use trueboard_engine::guest::{Guest, Outside, Step, Waits};
use trueboard_engine::pages::{DecodedCode, Invalidated};

impl Guest for Leon {
    const METERS: &'static Dictionary = &METERS;

    trueboard_engine::guest_parts!();

    fn cycle(&self) -> u64 {
        self.cycle
    }

    fn skip_to(&mut self, cycle: u64, meters: &mut Meters) {
        if cycle <= self.cycle {
            return;
        }
        Leon::flush_meters(self, meters);
        let skipped = cycle - self.cycle;
        self.cycle = cycle;
        self.tally.metered_cycle = cycle;
        if let Some(bank) = meters.cores.get_mut(usize::from(self.common.id)) {
            self.tally.idle(bank, self.state.psr.s, skipped);
            if let Some(charges) = &mut *self.charges
                && self.tally.running().is_none()
            {
                charges.idle(skipped);
            }
            if let Some(profile) = &mut *self.profile {
                profile.accounts.charge(bank);
            }
        }
    }

    fn accounts(&self) -> Option<&Accounts> {
        Some(&self.profile.as_ref()?.accounts)
    }

    fn flush_meters(&mut self, meters: &mut Meters) {
        Leon::flush_meters(self, meters);
    }

    fn code(&self) -> &impl DecodedCode {
        &self.code
    }

    fn code_mut(&mut self) -> &mut impl DecodedCode {
        &mut self.code
    }

    fn code_changed(&mut self, how: Invalidated) {
        self.spin.invalidate();
        match how {
            Invalidated::Nothing => {}
            Invalidated::Some => self.unlink_blocks(),
            Invalidated::All => self.clear_blocks(),
        }
    }

    #[inline(always)]
    fn begin_slice(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        self.begin(cx);
        None
    }

    #[inline(always)]
    fn is_over(&self, _: &RunCx<'_>) -> Option<Stop> {
        (self.cycle >= self.limits.until).then_some(Stop::Horizon)
    }

    #[inline(always)]
    fn is_pending(&self) -> bool {
        self.pending_work
    }

    fn recompute_pending(&mut self) {
        Leon::recompute_pending(self);
    }

    #[inline(always)]
    fn handle_pending(&mut self, cx: &mut RunCx<'_>) -> Step {
        self.single_step(cx)
    }

    #[inline(always)]
    fn advance(&mut self, cx: &mut RunCx<'_>) -> Step {
        self.run(cx)
    }

    fn advance_observed(&mut self, _alone: bool, cx: &mut RunCx<'_>) -> Step {
        self.run_observed(cx)
    }

    #[inline(always)]
    fn after_horizon(&mut self) -> Option<Stop> {
        if (self.common.yield_now || self.control.power_down)
            && let Step::Stop(stop) = self.after()
        {
            return Some(stop);
        }
        None
    }

    #[inline(always)]
    fn end_slice(&mut self, stop: &Stop, cx: &mut RunCx<'_>) {
        self.end(stop);
        self.hand_over_charges(cx);
    }

    fn saved(&self) -> Cow<'_, Leon> {
        Cow::Owned(self.state_alone())
    }

    fn restored(&mut self, mut old: Leon) {
        let mut profile = std::mem::take(&mut old.profile);
        if let Some(profile) = &mut *profile {
            profile.resume(old.tally, &self.tally);
        }
        self.profile = profile;
        self.memory.forget_derived(&self.params);
    }
}

impl Outside for Leon {
    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters) {
        match signal {
            CoreSignal::Irq(level) => {
                self.control.irl = (level & 15) as u8;
                self.registers_changed(at, meters);
            }
            CoreSignal::Start(entry) if self.activity.state == CoreState::Held => {
                self.skip_to(self.common.cycle_of(at), meters);
                if let Some(pc) = entry {
                    self.state.pc = pc as u32 & !3;
                    self.state.npc = self.state.pc.wrapping_add(4);
                }
                self.in_flight.fetch.invalidate();
                self.activity.state = CoreState::Running;
            }
            CoreSignal::Start(_) | CoreSignal::Wake => {
                if self.activity.state == CoreState::Idle {
                    self.wake(at, meters);
                    self.recompute_pending();
                }
            }
            // A LEON lacks the other signals: it enters power-down by itself.
            CoreSignal::ForceError
            | CoreSignal::Nmi
            | CoreSignal::Sleep
            | CoreSignal::Line { .. } => {}
        }
    }

    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        if self.activity.state == CoreState::Idle && self.interrupt_due() {
            self.wake(at, meters);
        }
        self.recompute_pending();
    }
}

impl Waits for Leon {
    #[inline]
    fn waits(&self) -> Option<Wait> {
        self.wait()
    }

    fn wait_until(&mut self, until: u64) {
        self.spin_on(until);
    }

    fn look_again(&mut self) {
        self.spin.invalidate();
    }
}

impl Leon {
    fn wake(&mut self, at: Tick, meters: &mut Meters) {
        self.skip_to(self.common.cycle_of(at), meters);
        self.activity.state = CoreState::Running;
        let cycles = u64::from(self.params.timing.wake_cycles);
        self.stall(Meter::WakeCycles, cycles);
        // One instruction executes before the interrupt is taken (UM 1.7 p. 68).
        self.control.irq_delay = 1;
    }
}
