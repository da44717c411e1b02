//! Stub cores of Keystone 2: they run *described* workloads.
//!
//! **What a stub is.** A core that executes a description: tasks, priorities, phases of work with their cost in cycles,
//! calls, messages, semaphores, interrupts, tracepoints. It is on the board as any core: it has a clock, a time stamp
//! counter, meters and facts. Devices interrupt it. It takes its turn on shared memory and device registers, and leaves
//! real bytes there: messages with their headers, lists, packets of a tracer.
//!
//! **What it is not.** It executes no machine code: no C66x instruction, no ARM instruction, no ELF
//! file. It has no caches and no pipeline; what a phase costs is what the description says, and what
//! a service of the operating system costs is a number in the board file. What comes out of a run is
//! therefore as good as these numbers, except for what follows from order and waiting: who runs when,
//! who waits for whom, how long a message is on its way, what is in the traces.
//!
//! [`workload`] is the language, [`program`] checks and assembles it.

pub mod barectf;
pub mod layout;
pub mod meters;
pub mod op;
pub mod params;
pub mod program;
pub mod tsc;
pub mod workload;

mod assemble;
mod cluster;
mod core;
mod exchange;
mod exec;
mod memory;
mod message;
mod micro;
mod notify;
mod release;
mod run;
mod trace;

#[cfg(test)]
mod tests;

pub use crate::core::StubCore;

use crate::meters::METERS;
use crate::run::{IPC, SGI, TIMER};
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{Core, Past, RegName, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::inspect::Inspect;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;

const REGISTERS: &[RegName] = &[
    RegName {
        name: "pc",
        bits: 32,
    },
    RegName {
        name: "dnum",
        bits: 32,
    },
    RegName {
        name: "tscl",
        bits: 32,
    },
    RegName {
        name: "tsch",
        bits: 32,
    },
    RegName {
        name: "ifr",
        bits: 32,
    },
    RegName {
        name: TSC_BEGAN,
        bits: 64,
    },
];

/// The register that shows in which cycle the time stamp counter was started; all ones before.
pub const TSC_BEGAN: &str = "tsc_began";

/// Traps of a stub, for traces: it has none.
pub fn trap_name(_: u16) -> &'static str {
    "interrupt"
}

impl StubCore {
    /// An interrupt is here at `at`.
    fn raise(&mut self, bit: u8, at: Tick, meters: &mut Meters) {
        self.pending |= bit;
        if self.state == CoreState::Idle {
            self.skip(at, meters);
            self.state = CoreState::Running;
            self.woken = true;
        }
    }
}

impl Core for StubCore {
    fn now(&self) -> Tick {
        self.tick()
    }

    fn state(&self) -> CoreState {
        self.state
    }

    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop {
        self.slice(cx)
    }

    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        if let Delivery::Reminder { .. } = delivery {
            let now = self.clock.cycle_of(at);
            if self.sleeps_until(now) {
                self.raise(TIMER, at, cx.meters);
            }
            return Ok(0);
        }
        Err(BusFault::Unmapped)
    }

    fn meters(&self) -> &'static Dictionary {
        &METERS
    }

    fn accounts(&self) -> Option<&Accounts> {
        Some(&self.accounts)
    }

    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters) {
        match signal {
            // An edge: the request is kept until it is taken.
            CoreSignal::Line {
                pin: 0,
                level: true,
            } => self.raise(IPC, at, meters),
            CoreSignal::Line { pin: 1, level } => self.released(level, at, meters),
            CoreSignal::Line {
                pin: 2,
                level: true,
            } => self.raise(SGI, at, meters),
            CoreSignal::Start(_) if self.state == CoreState::Held => {
                self.skip(at, meters);
                self.tsc.write(self.cycle);
                self.state = CoreState::Running;
            }
            CoreSignal::ForceError => {
                self.stop("stopped from outside".to_owned(), None);
            }
            _ => {}
        }
    }

    fn skip_to(&mut self, at: Tick, meters: &mut Meters) {
        self.skip(at, meters);
    }

    fn settle(&mut self, meters: &mut Meters) {
        self.flush(meters);
    }

    /// Costs are described.
    fn set_free(&mut self, _: &[(u64, u64)]) {}

    fn save(&self) -> Vec<u8> {
        to_bytes(self)
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state: StubCore = from_bytes(bytes)?;
        let program = self.program.take();
        let accounts = std::mem::take(&mut self.accounts);
        *self = StubCore {
            program,
            accounts,
            ..state
        };
        Ok(())
    }
}

impl Inspect for StubCore {
    fn pc(&self) -> u64 {
        self.address(self.at_op())
    }

    fn history(&self) -> Vec<Past> {
        self.executed()
    }

    fn registers(&self) -> &'static [RegName] {
        REGISTERS
    }

    fn stamped(&self) -> &[u64] {
        &self.tracer.stamped
    }

    fn get(&self, i: usize) -> u64 {
        let tsc = self.tsc.value(self.cycle);
        match i {
            0 => self.pc(),
            1 => u64::from(layout::number_in_kind(self.id)),
            2 => tsc & 0xffff_ffff,
            3 => tsc >> 32,
            4 => self.pending.into(),
            _ => self.tsc.began().unwrap_or(u64::MAX),
        }
    }

    /// What a stub does is described; its registers only show.
    fn set(&mut self, _: usize, _: u64) {}

    fn disasm(&self, pc: u64, _: &[u8]) -> (String, usize) {
        let program = self.program.as_ref();
        let op = program.and_then(|p| p.ops.get(p.op_at(pc)? as usize));
        let text = op.map_or_else(|| "?".to_owned(), |op| format!("{op:?}"));
        (text, program::OP_BYTES as usize)
    }
}
