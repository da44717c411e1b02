//! Code of the host for the blocks of a core `C`: what a core keeps of it.

use crate::meters::Meter;
use std::marker::PhantomData;
use trueboard_jit::{Field, Rings};

/// A core `C`, as what is translated.
pub(crate) struct OfCore<C>(PhantomData<fn(C)>);

/// Code of a core, with the places of what it uses.
pub(crate) type Translation<C> = trueboard_jit::Translation<OfCore<C>, Fields<C>>;

/// Fields of a core.
pub(crate) struct Fields<C> {
    pub registers: Field<C, [u32; 256]>,
    pub psw: Field<C, u32>,
    pub pc: Field<C, u32>,
    pub now: Field<C, u64>,
    pub until: Field<C, u64>,
    pub fetched: Field<C, u64>,
    pub last_busy: Field<C, u64>,
    pub from_mac: Field<C, u32>,
    pub left: Field<C, u32>,
    pub recent: Rings<C>,
    pub looping: Field<C, u32>,
    pub ring: Field<C, [(u32, u32); 16]>,
    pub transfers: Field<C, u8>,
    pub meters: Field<C, [u64; Meter::COUNT]>,
    pub code_lines: Field<C, [u32; 256]>,
    pub at_hand: [Field<C, u32>; 2],
    /// Bytes of the own data scratchpad that loads, and stores, reach.
    pub direct: [Field<C, u32>; 2],
}
