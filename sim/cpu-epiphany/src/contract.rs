//! The core as the board sees it.

use crate::core::Ecore;
use crate::meters::METERS;
use crate::state::{config, debug};
use crate::status::ACTIVE;
use std::borrow::Cow;
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{Core, ErrorStop, RunCx, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_engine::zero_cost::ZeroCost;

/// Size of a core's window.
const WINDOW: u64 = 1 << 20;
/// The line by which another core's MBKPT arrives. Others are interrupts by number.
const PIN_MBKPT: u8 = 16;

impl Core for Ecore {
    fn now(&self) -> Tick {
        self.tick(self.live.now)
    }

    fn state(&self) -> CoreState {
        self.state
    }

    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop {
        let stop = self.run_slice(cx);
        self.ran = match self.live.rested {
            0 => self.live.now.min(self.live.ends),
            behind => behind,
        };
        self.spin_ends(&stop);
        stop
    }

    #[inline]
    fn waits(&self) -> Option<Wait> {
        self.spin_wait()
    }

    fn wait_until(&mut self, at: Tick) {
        self.spin_on(self.cycle_of(at));
    }

    fn look_again(&mut self) {
        self.spin.forget();
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

    fn meters(&self) -> &'static Dictionary {
        &METERS
    }

    fn accounts(&self) -> Option<&Accounts> {
        Some(&self.accounts)
    }

    fn signal(&mut self, signal: CoreSignal, at: Tick, _meters: &mut Meters) {
        let t = self.cycle_of(at);
        self.spin.forget();
        match signal {
            // A loader has written what it has to tell the program, and raises SYNC.
            CoreSignal::Start(None) => self.request(crate::state::irq::SYNC, t),
            CoreSignal::Start(Some(pc)) => {
                if self.state != CoreState::Running {
                    self.skip(t);
                    self.st.status |= ACTIVE;
                    self.state = CoreState::Running;
                }
                self.begin_at(pc as u32);
            }
            CoreSignal::Line { pin, level: true } => match pin {
                PIN_MBKPT if self.st.config & config::MBKPTEN != 0 => {
                    if self.state != CoreState::Running {
                        self.skip(t);
                    }
                    self.halt(debug::MBKPT_FLAG);
                }
                PIN_MBKPT => {}
                _ => self.request(pin.into(), t),
            },
            CoreSignal::ForceError => {
                self.error = Some(ErrorStop {
                    trap: 0,
                    pc: self.live.pc.into(),
                    what: "stopped from outside".to_owned(),
                    exit: None,
                });
                self.state = CoreState::Error;
            }
            CoreSignal::Wake => self.wake_if_due(t),
            CoreSignal::Irq(_)
            | CoreSignal::Nmi
            | CoreSignal::Sleep
            | CoreSignal::Line { level: false, .. } => {}
        }
        self.attention = true;
    }

    fn skip_to(&mut self, at: Tick, _meters: &mut Meters) {
        self.skip(self.cycle_of(at));
    }

    fn settle(&mut self, meters: &mut Meters) {
        self.report_meters(meters);
    }

    fn set_free(&mut self, ranges: &[(u64, u64)]) {
        self.zero_cost = ZeroCost::new(ranges);
        self.clear_blocks();
        self.code.pages.clear();
    }

    fn save(&self) -> Vec<u8> {
        match self.all_counts() {
            Cow::Borrowed(_) => to_bytes(self),
            Cow::Owned(counts) => to_bytes(&Ecore {
                counts,
                ..self.clone()
            }),
        }
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state: Ecore = from_bytes(bytes)?;
        let zero_cost = std::mem::take(&mut self.zero_cost).moved();
        let breakpoints = std::mem::take(&mut self.breakpoints);
        let accounts = std::mem::take(&mut self.accounts);
        *self = Ecore {
            zero_cost,
            breakpoints,
            accounts,
            ..state
        };
        Ok(())
    }

    fn registers_changed(&mut self, at: Tick, _meters: &mut Meters) {
        self.spin.forget();
        self.wake_if_due(self.cycle_of(at));
    }
}
