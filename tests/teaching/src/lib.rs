//! RV32I on the engine: what an instruction set takes.
//!
//! [`isa`] is the table, [`exec`] the semantics, [`core`] the core with its pipeline of one line, [`blocks`] basic
//! blocks, `guest` the traits for engine, observers and debuggers. It contains no line for slices, links, saved states,
//! profiles, traces or reverse execution: the engine and the board supply these.
//!
//! Not modelled: privileged modes and interrupts, the turn of a core at memory that others write.

#![allow(missing_docs)]

pub mod blocks;
pub mod core;
pub mod exec;
mod guest;
pub mod isa;

use crate::core::{METERS, Rv32};
use trueboard_board::{CoreKind, Expected, Runs};
use trueboard_core::cpu::Core;
use trueboard_core::time::Clock;
use trueboard_engine::cpu::Cpu;

/// Core number `id` by this clock as after reset.
pub fn cpu(id: u8, clock: Clock) -> Box<dyn Core> {
    Box::new(Cpu::new(Rv32::new(id, clock)))
}

/// The kind of core `rv32i`, for boards.
pub static KIND: CoreKind = CoreKind::new(
    "rv32i",
    Runs::Images(Expected {
        // EM_RISCV
        machines: &[243],
        name: "RISC-V",
        big_endian: false,
        entry_bytes: 4,
    }),
    &METERS,
    |_, site| Ok(cpu(site.id, site.clock)),
);
