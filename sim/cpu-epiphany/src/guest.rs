//! The eCore as a guest of the engine.

use crate::core::Ecore;
use crate::meters::METERS;
use crate::state::{config, debug, irq};
use crate::status::ACTIVE;
use std::borrow::Cow;
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{RunCx, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;

use trueboard_core::meter::{Dictionary, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::time::Tick;
use trueboard_engine::guest::{Guest, Outside, Step, Waits};
use trueboard_engine::pages::{DecodedCode, Invalidated};

/// Size of a core's window.
const WINDOW: u64 = 1 << 20;
/// The line by which another core's MBKPT arrives. Others are interrupts by number.
const PIN_MBKPT: u8 = 16;

impl Guest for Ecore {
    const METERS: &'static Dictionary = &METERS;

    /// What wakes it may come from its own timers and DMA channels.
    const WAKES_ITSELF: bool = true;

    trueboard_engine::guest_parts!();

    #[inline(always)]
    fn cycle(&self) -> u64 {
        self.live.now
    }

    fn skip_to(&mut self, cycle: u64, _meters: &mut Meters) {
        self.skip(cycle);
    }

    fn flush_meters(&mut self, meters: &mut Meters) {
        self.report_meters(meters);
    }

    fn code(&self) -> &impl DecodedCode {
        &self.code.pages
    }

    fn code_mut(&mut self) -> &mut impl DecodedCode {
        &mut self.code.pages
    }

    fn code_changed(&mut self, how: Invalidated) {
        match how {
            Invalidated::Nothing => {}
            // The block loop tests the entry in front of each block.
            Invalidated::Some => self.unlink_code(),
            Invalidated::All => self.clear_blocks(),
        }
    }

    fn begin_slice(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        self.begin(cx)
    }

    #[inline(always)]
    fn is_over(&self, cx: &RunCx<'_>) -> Option<Stop> {
        if cx.armed.watches() && cx.mem.is_watch_reached() && !self.common.yield_now {
            return Some(Stop::Watched);
        }
        match self.pending_work {
            true => None,
            false => self.live.over(),
        }
    }

    #[inline(always)]
    fn is_pending(&self) -> bool {
        self.pending_work
    }

    /// Interrupts are looked for when they are requested, and STATUS or IMASK written.
    fn recompute_pending(&mut self) {}

    fn handle_pending(&mut self, cx: &mut RunCx<'_>) -> Step {
        self.pending(cx)
    }

    #[inline(always)]
    fn advance(&mut self, cx: &mut RunCx<'_>) -> Step {
        self.run(cx)
    }

    /// Its instructions report themselves: two may be issued in a cycle.
    fn advance_observed(&mut self, _alone: bool, cx: &mut RunCx<'_>) -> Step {
        match self.pending_work {
            true => self.pending(cx),
            false => self.run(cx),
        }
    }

    fn end_slice(&mut self, stop: &Stop, _cx: &mut RunCx<'_>) {
        self.safe_until = match self.live.ended_early_at {
            0 => self.live.now.min(self.live.ends),
            behind => behind,
        };
        self.spin_ends(stop);
    }

    fn saved(&self) -> Cow<'_, Ecore> {
        match self.all_counts() {
            Cow::Borrowed(_) => Cow::Borrowed(self),
            Cow::Owned(counts) => Cow::Owned(Ecore {
                counts,
                ..self.clone()
            }),
        }
    }
}

impl Outside for Ecore {
    fn signal(&mut self, signal: CoreSignal, at: Tick, _meters: &mut Meters) {
        let t = self.cycle_of(at);
        self.spin.forget();
        match signal {
            // A loader has written what it has to tell the program, and raises SYNC.
            CoreSignal::Start(None) => self.request(irq::SYNC, t),
            CoreSignal::Start(Some(pc)) => {
                if !self.activity.is_running() {
                    self.skip(t);
                    self.st.status |= ACTIVE;
                    self.activity.state = CoreState::Running;
                }
                self.begin_at(pc as u32);
            }
            CoreSignal::Line { pin, level: true } => match pin {
                PIN_MBKPT if self.st.config & config::MBKPTEN != 0 => {
                    if !self.activity.is_running() {
                        self.skip(t);
                    }
                    self.halt(debug::MBKPT_FLAG);
                }
                PIN_MBKPT => {}
                _ => self.request(pin.into(), t),
            },
            CoreSignal::Wake => self.wake_if_due(t),
            CoreSignal::ForceError
            | CoreSignal::Irq(_)
            | CoreSignal::Nmi
            | CoreSignal::Sleep
            | CoreSignal::Line { level: false, .. } => {}
        }
        self.pending_work = true;
    }

    fn registers_changed(&mut self, at: Tick, _meters: &mut Meters) {
        self.spin.forget();
        self.wake_if_due(self.cycle_of(at));
    }

    fn window(&self) -> Option<(u64, u64)> {
        Some((self.base(), self.base() + WINDOW))
    }

    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        self.take_mail(delivery, at, cx)
    }
}

impl Waits for Ecore {
    #[inline]
    fn waits(&self) -> Option<Wait> {
        self.spin_wait()
    }

    fn wait_until(&mut self, until: u64) {
        self.spin_on(until);
    }

    fn look_again(&mut self) {
        self.spin.forget();
    }
}
