//! The contract of a core with the board that runs it.

use crate::checked;
use crate::core::Leon;
use crate::isa;
use crate::meters::{METERS, Meter};
use crate::registers::{REGISTERS, Reg};
use trueboard_core::cpu::{Core, Handling, Past, RegName, RunCx, Scene, Standstill, Stop, Wait};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::mem::Memory;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::observe::RegSet;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_core::uarch::cache::Cache;
use trueboard_engine::zero_cost::ZeroCost;

impl Core for Leon {
    fn now(&self) -> Tick {
        self.tick()
    }

    fn caches(&self) -> Vec<(&'static str, &Cache)> {
        vec![
            ("icache", &self.memory.icache),
            ("dcache", &self.memory.dcache),
        ]
    }

    fn takes_out(&mut self, fetched: bool, pa: u64) -> bool {
        self.take_out(fetched, pa)
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

    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        if self.control.state == CoreState::Idle && self.interrupt_due() {
            self.wake(at, meters);
        }
        self.recompute_pending();
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

    fn pc(&self) -> u64 {
        // An annulled delay slot is passed, not executed.
        let st = &self.state;
        let pc = if st.annul { st.npc } else { st.pc };
        pc.into()
    }

    fn next_instruction(&self) -> Option<u64> {
        self.stands_at()
    }

    fn checks_stops(&self) -> bool {
        true
    }

    fn set_breakpoints(&mut self, addresses: &[u64]) {
        for at in self.breakpoints.set(addresses) {
            self.code.forget_place(at);
        }
        self.unlink_blocks();
    }

    fn watch_reads(&mut self, watched: bool) {
        if self.memory.reads_watched != watched {
            self.memory.reads_watched = watched;
            self.recompute_direct();
        }
    }

    fn physical(&self, va: u64, mem: &Memory) -> Option<u64> {
        self.memory.mmu.look_through(va as u32, mem)
    }

    fn frames_in_registers(&self) -> Vec<(u64, Vec<u8>)> {
        self.unsaved_windows()
    }

    fn standstill(&self, mem: &Memory) -> Option<Standstill> {
        self.stands_still(mem)
    }

    fn is_quiet(&self) -> bool {
        true
    }

    fn holding(&self) -> RegSet {
        self.holds()
    }

    fn line_bytes(&self) -> (u64, u64) {
        let p = &self.params;
        (p.icache.line_bytes.into(), p.dcache.line_bytes.into())
    }

    fn register_name(&self, place: usize) -> String {
        checked::name(place)
    }

    /// Registers of all windows, not only of the current one.
    fn visible_state(&self) -> Vec<u8> {
        to_bytes(&(&self.state, &self.fpu))
    }

    fn handling(&self) -> Vec<Handling> {
        self.handled()
    }

    fn scene(&self, mem: &Memory) -> Scene {
        self.scene_of_trap(mem)
    }

    fn history(&self) -> Vec<Past> {
        self.executed_before()
    }

    fn registers(&self) -> &'static [RegName] {
        REGISTERS
    }

    fn get(&self, i: usize) -> u64 {
        Reg::number(i).map_or(0, |r| self.register(r).into())
    }

    fn set(&mut self, i: usize, value: u64) {
        if let Some(r) = Reg::number(i) {
            self.set_register(r, value as u32);
        }
    }

    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize) {
        match bytes {
            [a, b, c, d, ..] => (
                isa::disasm(u32::from_be_bytes([*a, *b, *c, *d]), pc as u32),
                4,
            ),
            _ => ("?".to_owned(), bytes.len()),
        }
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
