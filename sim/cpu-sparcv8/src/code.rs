//! Code of the host for the blocks of a core `C`: what a core keeps of it.

use crate::fpu::{Ftt, Owed};
use crate::isa::Counted;
use crate::meters::Meter;
use std::marker::PhantomData;
use trueboard_core::fp::Flags;
use trueboard_jit::Field;

/// A core `C`, as what is translated.
pub(crate) struct OfCore<C>(PhantomData<fn(C)>);

/// Code of a core, with the places of what it uses.
pub(crate) type Translation<C> = trueboard_jit::Translation<OfCore<C>, Fields<C>>;

/// Fields of a core.
pub(crate) struct Fields<C> {
    pub regs: Field<C, [u32; 256]>,
    pub y: Field<C, u32>,
    pub icc: Field<C, u8>,
    pub asr17: Field<C, u32>,
    pub base: Field<C, u64>,
    pub until: Field<C, u64>,
    pub hazard: Field<C, u32>,
    pub icc_cycle: Field<C, u64>,
    pub target: Field<C, u32>,
    pub link: Field<C, u32>,
    pub last_issue: Field<C, u32>,
    pub ring: Field<C, [(u32, u32); 16]>,
    pub transfers: Field<C, u8>,
    pub meters: Field<C, [u64; Meter::COUNT]>,
    pub counted: Field<C, [u64; Counted::COUNT]>,
    pub beyond_hot: Field<C, u32>,
    pub code_lines: Field<C, [u32; 256]>,
    pub data_lines: Field<C, [u32; 256]>,
    pub ram_base: Field<C, u32>,
    pub load_size: Field<C, u32>,
    pub store_size: Field<C, u32>,
    pub shared: Field<C, u64>,
    pub waiters: Field<C, bool>,
    /// The number of the core.
    pub core: u8,
    /// Stores may leave it by a lane.
    pub has_lane: bool,
    pub buffer_free: Field<C, u64>,
    pub tag: Field<C, u32>,
    pub mask: Field<C, u32>,
    pub fpu_enabled: Field<C, bool>,
    pub fpu: FpuFields<C>,
}

/// Fields of a floating-point unit.
pub(crate) struct FpuFields<C> {
    pub unhindered: Field<C, bool>,
    pub pairs: Field<C, [u64; 128]>,
    pub ready: Field<C, [u64; 256]>,
    pub double_ready: Field<C, [u64; 128]>,
    pub pair_ready: Field<C, [u64; 128]>,
    pub fcc_ready: Field<C, u64>,
    pub fcc: Field<C, u8>,
    pub ftt: Field<C, Ftt>,
    pub aexc: Field<C, Flags>,
    pub cexc: Field<C, Flags>,
    pub owed: Field<C, Owed>,
    pub owed_by: Field<C, [u64; 2]>,
}
