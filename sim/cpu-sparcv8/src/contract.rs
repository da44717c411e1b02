//! The contract of a core with the board that runs it.

use crate::core::Leon;
use crate::meters::{METERS, Meter};
use trueboard_core::cpu::{Core, RunCx, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_engine::zero_cost::ZeroCost;

impl Core for Leon {
    fn now(&self) -> Tick {
        self.tick()
    }

    fn state(&self) -> CoreState {
        self.control.state
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
        self.spin.invalidate();
    }

    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters) {
        match signal {
            CoreSignal::Irq(level) => {
                self.control.irl = (level & 15) as u8;
                self.registers_changed(at, meters);
            }
            CoreSignal::Start(entry) if self.control.state == CoreState::Held => {
                self.skip_to(at, meters);
                if let Some(pc) = entry {
                    self.state.pc = pc as u32 & !3;
                    self.state.npc = self.state.pc.wrapping_add(4);
                }
                self.in_flight.fetch.invalidate();
                self.control.state = CoreState::Running;
            }
            CoreSignal::Start(_) | CoreSignal::Wake => {
                if self.control.state == CoreState::Idle {
                    self.wake(at, meters);
                    self.recompute_pending();
                }
            }
            CoreSignal::ForceError => self.control.state = CoreState::Error,
            // A LEON has none of these: it enters power-down by itself.
            CoreSignal::Nmi | CoreSignal::Sleep | CoreSignal::Line { .. } => {}
        }
    }

    fn meters(&self) -> &'static Dictionary {
        &METERS
    }

    fn accounts(&self) -> Option<&Accounts> {
        Some(&self.charging.as_ref()?.accounts)
    }

    fn skip_to(&mut self, at: Tick, meters: &mut Meters) {
        let target = self.cycle_of(at);
        if target <= self.cycle {
            return;
        }
        self.flush_meters(meters);
        let skipped = target - self.cycle;
        self.cycle = target;
        self.tally.metered_cycle = target;
        if let Some(bank) = meters.cores.get_mut(usize::from(self.id)) {
            self.tally.idle(bank, self.state.psr.s, skipped);
            if let Some(charging) = &mut *self.charging {
                charging.accounts.charge(bank);
            }
        }
    }

    fn settle(&mut self, meters: &mut Meters) {
        // Time in power-down is added by `skip_to`.
        self.flush_meters(meters);
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
        let state: Leon = from_bytes(bytes)?;
        let zero_cost = std::mem::take(&mut self.zero_cost).moved();
        let breakpoints = std::mem::take(&mut self.breakpoints);
        let mut charging = std::mem::take(&mut self.charging);
        if let Some(charging) = &mut *charging {
            charging.resume(self.tally.clone(), &state.tally);
        }
        *self = Leon {
            zero_cost,
            breakpoints,
            charging,
            ..state
        };
        self.memory.forget_derived(&self.params);
        Ok(())
    }

    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        if self.control.state == CoreState::Idle && self.interrupt_due() {
            self.wake(at, meters);
        }
        self.recompute_pending();
    }
}

impl Leon {
    fn wake(&mut self, at: Tick, meters: &mut Meters) {
        self.skip_to(at, meters);
        self.control.state = CoreState::Running;
        let cycles = u64::from(self.params.timing.wake_cycles);
        self.stall(Meter::WakeCycles, cycles);
        // One instruction executes before the interrupt is taken (UM 1.7 p. 68).
        self.control.irq_delay = 1;
    }
}
