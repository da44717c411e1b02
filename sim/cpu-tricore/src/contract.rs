//! The core's side of the contract with the board.

use crate::checked;
use crate::core::TriCore;
use crate::decoded::DecodedInsn;
use crate::isa::Control;
use crate::meters::METERS;
use crate::state::ICR_IE;
use crate::{isa, names};
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{
    Core, ErrorStop, Handling, Past, PeerAccess, RegName, RunCx, Scene, Standstill, Stop, Wait,
};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::mem::Memory;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::observe::RegSet;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_core::uarch::cache::Cache;
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

    fn caches(&self) -> Vec<(&'static str, &Cache)> {
        self.mem.caches()
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

    fn registers_changed(&mut self, at: Tick, meters: &mut Meters) {
        self.wake_if_due(at, meters);
        self.review_attention();
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

    fn pc(&self) -> u64 {
        self.st.pc.into()
    }

    fn next_instruction(&self) -> Option<u64> {
        let entry = self.pending.is_some() || self.nmi || self.st.interrupt_due();
        (!entry).then_some(self.st.pc.into())
    }

    fn checks_stops(&self) -> bool {
        true
    }

    fn set_breakpoints(&mut self, addresses: &[u64]) {
        for at in self.breakpoints.set(addresses) {
            self.code.forget_place(at);
        }
        self.blocks.unlink();
    }

    fn memory_struck(&mut self, struck: bool) {
        self.mem.set_struck(struck);
    }

    fn watch_reads(&mut self, watched: bool) {
        self.mem.watch_reads(watched);
    }

    fn holding(&self) -> RegSet {
        self.holds()
    }

    fn line_bytes(&self) -> (u64, u64) {
        (32, 32)
    }

    fn register_name(&self, place: usize) -> String {
        checked::name(place)
    }

    fn physical(&self, va: u64, mem: &Memory) -> Option<u64> {
        let _ = mem;
        Some(self.mem.physical(u32::try_from(va).ok()?).into())
    }

    fn is_quiet(&self) -> bool {
        true
    }

    fn standstill(&self, mem: &Memory) -> Option<Standstill> {
        let pc = self.st.pc;
        let to_itself = |s: DecodedInsn| match s.opcode.traits().control {
            Control::Direct => s.o == 0,
            // The distance of a jump that links is shorter than any address of code.
            Control::Far => s.o as u32 == pc,
            _ => false,
        };
        let nothing_due = self.pending.is_none() && !self.nmi;
        let here = nothing_due && self.insn(pc, mem).is_some_and(to_itself);
        here.then(|| Standstill {
            pc: pc.into(),
            masked: self.st.icr & ICR_IE == 0,
        })
    }

    fn handling(&self) -> Vec<Handling> {
        let taken = self.handling.iter().map(|&(trap, pc)| Handling {
            trap: trap.number(),
            what: trap.to_string(),
            pc: pc.into(),
            vector: (self.st.btv | u32::from(trap.class) << 5).into(),
        });
        taken.collect()
    }

    fn scene(&self, mem: &Memory) -> Scene {
        let registers = names::REGISTERS.iter().enumerate();
        Scene {
            registers: registers
                .map(|(i, r)| (r.name, self.register(i).into()))
                .collect(),
            calls: self.calls(mem),
        }
    }

    fn history(&self) -> Vec<Past> {
        self.executed_before()
    }

    fn registers(&self) -> &'static [RegName] {
        names::REGISTERS
    }

    fn get(&self, i: usize) -> u64 {
        self.register(i).into()
    }

    fn set(&mut self, i: usize, value: u64) {
        self.set_register(i, value as u32);
    }

    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize) {
        let (word, len) = match *bytes {
            [a, b, c, d, ..] if a & 1 != 0 => (u32::from_le_bytes([a, b, c, d]), 4),
            [a, b, ..] if a & 1 == 0 => (u16::from_le_bytes([a, b]).into(), 2),
            _ => return ("?".to_owned(), bytes.len()),
        };
        (isa::disasm(word, pc as u32), len)
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
}
