//! The core's side of the contract with the board.

use crate::core::TriCore;
use crate::meters::METERS;
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{Core, ErrorStop, PeerAccess, RunCx, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_engine::zero_cost::ZeroCost;

/// The line from the core's watchdog: ENDINIT.
const PIN_ENDINIT: u8 = 0;

impl Core for TriCore {
    fn now(&self) -> Tick {
        self.tick()
    }

    fn due(&self) -> Tick {
        let cycle = self.cycle();
        Tick(self.clock.ticks(self.mem.next_posted().min(cycle)))
    }

    fn state(&self) -> CoreState {
        self.state
    }

    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop {
        self.run_slice(cx)
    }

    #[inline]
    fn waits(&self) -> Option<Wait> {
        self.wait()
    }

    fn wait_until(&mut self, at: Tick) {
        self.spin_on(self.cycle_of(at));
    }

    fn look_again(&mut self) {
        self.spin_forgets();
    }

    fn peer(&mut self, access: PeerAccess, at: Tick, meters: &mut Meters) -> Result<u32, BusFault> {
        self.accessed(access, at, meters)
    }

    fn meters(&self) -> &'static Dictionary {
        &METERS
    }

    fn accounts(&self) -> Option<&Accounts> {
        Some(&self.accounts)
    }

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
                if self.state == CoreState::Held {
                    self.skip(at, meters);
                    if let Some(pc) = entry {
                        self.begin_at(pc as u32);
                    }
                    self.state = CoreState::Running;
                } else {
                    self.wake(at, meters);
                }
            }
            CoreSignal::Wake => self.wake(at, meters),
            CoreSignal::Sleep => {
                if self.state == CoreState::Running {
                    self.state = CoreState::Idle;
                    self.wake_if_due(at, meters);
                }
            }
            CoreSignal::ForceError => {
                self.error = Some(ErrorStop {
                    trap: 0,
                    pc: self.st.pc.into(),
                    what: "stopped from outside".to_owned(),
                    exit: None,
                });
                self.state = CoreState::Error;
            }
            CoreSignal::Line { pin, level } => {
                if pin == PIN_ENDINIT {
                    self.endinit = level;
                }
            }
        }
        self.review_attention();
    }

    fn skip_to(&mut self, at: Tick, meters: &mut Meters) {
        self.skip(at, meters);
    }

    fn settle(&mut self, meters: &mut Meters) {
        // Time in power-down is added by `skip_to`.
        self.flush_meters(meters);
    }

    fn memory_struck(&mut self, struck: bool) {
        self.mem.set_struck(struck);
    }

    fn set_free(&mut self, ranges: &[(u64, u64)]) {
        self.zero_cost = ZeroCost::new(ranges);
        self.code.clear();
        self.clear_blocks();
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&self.state_alone())
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state: TriCore = from_bytes(bytes)?;
        let zero_cost = std::mem::take(&mut self.zero_cost).moved();
        let breakpoints = std::mem::take(&mut self.breakpoints);
        let accounts = std::mem::take(&mut self.accounts);
        *self = TriCore {
            zero_cost,
            breakpoints,
            accounts,
            ..state
        };
        Ok(())
    }

    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        self.wake_if_due(at, meters);
        self.review_attention();
    }
}
