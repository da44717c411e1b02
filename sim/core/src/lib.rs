//! The contracts of all simulated parts: time, the event queue, buses and devices, register maps, meters, facts,
//! observers, instruction tables, cache models and snapshots.
//!
//! This crate knows no instruction set, board or file format. Parts meet only through its contracts. A core
//! ([`cpu::Core`]) sees memory and a [`bus::CoreBus`]; a device ([`device::Device`]) sees its registers and a
//! [`device::Cx`]. Neither names the other.

pub mod bus;
pub mod cpu;
pub mod device;
pub mod duration;
pub mod event;
pub mod fact;
pub mod fp;
pub mod id;
pub mod inspect;
pub mod interpose;
pub mod isa;
pub mod lane;
pub mod mem;
pub mod meter;
pub mod near;
pub mod net;
pub mod observe;
pub mod pattern;
pub mod random;
pub mod regs;
pub mod roles;
pub mod snapshot;
pub mod time;
pub mod timeless;
pub mod transfer;
pub mod uarch;
