//! SPARC V8 cores of the LEON family, cycle-approximate: instruction set, register windows, traps,
//! MMU, FPU, L1 caches, write buffer and pipeline interlocks.
//!
//! Sources: The SPARC Architecture Manual, Version 8; GR740 Data Sheet and User's Manual (UM),
//! issues 1.7 and 2.9. Where a number in [`params`] is an estimate, the board file says so.
//!
//! Not modelled: register-file and cache parity, the trace buffer, stale data in a cache that was
//! not flushed (a byte lives in one place only), interference between cache diagnostics and data.
//!
//! [`isa`] has the table of instructions, `decoded` what the loop makes of a row, `state` the
//! architectural state, `exec` and [`fpu`] what instructions do to it, `pipeline` when they can go on,
//! `memory` the caches and the way to the bus, `counters` the counters that software reads. `dispatch`
//! puts these together for an instruction, `control` for a control transfer, `traps` for what comes
//! between instructions; `run` is the loop over blocks and instructions at hand, `core` the core, `guest` and
//! `inspect` what it is to the engine and to debuggers.

pub mod fpu;
mod guest;
pub mod isa;
pub mod meters;
pub mod params;
pub mod trap;

mod accounts;
mod block_exec;
mod block_fetch;
mod block_find;
mod blocks;
mod charges;
mod checked;
mod checked_blocks;
mod code;
mod code_pages;
mod control;
mod core;
mod counters;
mod debug;
mod decoded;
mod dispatch;
mod exec;
mod handlers;
mod history;
mod inspect;
mod lowered;
mod memory;
mod metered;
mod noted;
mod noting;
mod numbered;
mod observed;
mod opcodes;
mod pipeline;
mod registers;
mod row_facts;
mod run;
mod scene;
mod short_slices;
mod spin;
mod state;
mod tally;
mod translate;
mod trap_stack;
mod traps;
mod waiting;
mod window;
mod window_left;
mod zero_cost;

#[cfg(test)]
mod tests;

pub use crate::core::Leon;
use crate::params::Params;
use trueboard_core::cpu::Core;
use trueboard_core::time::Clock;
pub use trueboard_engine::cpu::Cpu;

/// Core number `id` by this clock as after reset, for a board.
///
/// The engine's code is compiled for this guest here, where what it calls can be inlined.
pub fn cpu(params: Params, id: u8, clock: Clock) -> Box<dyn Core> {
    Box::new(Cpu::new(Leon::new(params, id, clock)))
}
