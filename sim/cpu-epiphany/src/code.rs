//! Code of the host for the blocks of a core `C`: what a core keeps of it.

use crate::blocks::Blocks;
use crate::counters::events::COUNTED;
use crate::pipeline::HotState;
use crate::pipeline::timing::Next;
use std::marker::PhantomData;
use trueboard_engine::blocks::NodeId;
use trueboard_jit::{Field, Guest};

/// A core `C`, as what is translated.
pub(crate) struct OfCore<C>(PhantomData<fn(C)>);

/// Code of a core, with the places of what it uses.
pub(crate) type Translation<C> = trueboard_jit::Translation<OfCore<C>, Fields<C>>;

/// Fields of a core.
pub(crate) struct Fields<C> {
    pub registers: Field<C, [u32; 64]>,
    pub status: Field<C, u32>,
    pub pc: Field<C, u32>,
    pub now: Field<C, u64>,
    pub pair: Field<C, bool>,
    pub line: Field<C, u64>,
    pub early_end_from: Field<C, u64>,
    pub until: Field<C, u64>,
    pub ready: Field<C, [u64; 128]>,
    pub maybe_pending: Field<C, u64>,
    pub counted: Field<C, [u64; COUNTED.len()]>,
    /// The first bank: when loads and stores have used it.
    pub last_use: Field<C, u64>,
    pub uses: Field<C, u64>,
    pub ring: Field<C, [(u32, u32); 16]>,
    pub transfers: Field<C, u8>,
    /// Bytes of the SRAM that loads, and stores, reach.
    pub reached: [Field<C, u32>; 2],
    /// Whether the branch of the node was taken behind which code was left.
    pub taken: Field<C, u32>,
}

/// Executions that `code` has counted become those of their nodes.
pub(crate) fn count<C>(code: &mut Translation<C>, blocks: &Blocks)
where
    OfCore<C>: Guest,
{
    code.translator.drain(|node, times| {
        let id = blocks.id_at(node);
        blocks.executed(id, times);
        blocks.node(id).0.extra.count_more(times);
    });
}

/// Where a slice ended behind a node.
pub(crate) struct Behind {
    pub node: NodeId,
    pub outcome: Next,
    pub at: HotState,
}

/// What a core shows to code, and code to the core.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ForCode {
    /// See [`Fields`].
    pub reached: [u32; 2],
    /// See [`Fields`].
    pub taken: u32,
    /// From this cycle on registers have no ready time that a load from outside has set; `None` if that is not known.
    pub settled_from: Option<u64>,
}
