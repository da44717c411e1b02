//! What the caches and the translation of a core hold.

use super::contended::Contended;
use super::mmu::Mmu;
use crate::params::{CacheParams, Params};
use serde::{Deserialize, Serialize};
use trueboard_core::uarch::cache::Cache;
use trueboard_core::uarch::memo::LineMemo;

/// Caches and translation: what they hold and how they are set up.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct MemorySide {
    pub mmu: Mmu,
    /// Cache control register.
    pub ccr: u32,
    pub icache: Cache,
    pub dcache: Cache,
    /// Lines with loads that keep the order of all cores.
    pub contended: Contended,
    /// Cache configuration registers.
    pub icfg: u32,
    pub dcfg: u32,

    // Derived, or valid within one access only.
    #[serde(skip)]
    pub imemo: LineMemo,
    #[serde(skip)]
    pub dmemo: LineMemo,
    #[serde(skip)]
    pub fast_ram: FastRam,
    /// A debugger watches loads: none takes the fast path.
    #[serde(skip)]
    pub reads_watched: bool,
    #[serde(skip)]
    pub snoops: Vec<u64>,
    /// What a load off the hot path has read.
    #[serde(skip)]
    pub loaded: u64,
}

/// Main memory, for the fast path of loads and stores.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FastRam {
    /// Which of the board's memories it is.
    pub region: usize,
    pub base: u32,
    pub size: u32,
    /// How much of it loads, and stores, reach without translation, watchpoint or other detour.
    pub load_size: u32,
    pub store_size: u32,
    /// Stores may leave the core by a lane.
    pub lane: bool,
}

impl MemorySide {
    /// Empty caches, switched off.
    pub fn new(params: &Params) -> MemorySide {
        MemorySide {
            mmu: Mmu::new(params.tlb_entries),
            ccr: 0,
            icache: Cache::new(params.icache.geometry(), params.icache.replacement),
            dcache: Cache::new(params.dcache.geometry(), params.dcache.replacement),
            contended: Contended::default(),
            icfg: cache_config(&params.icache, false, params.mmu),
            dcfg: cache_config(&params.dcache, true, params.mmu),
            imemo: params.icache.memo(),
            dmemo: params.dcache.memo(),
            fast_ram: FastRam::default(),
            reads_watched: false,
            snoops: Vec::new(),
            loaded: 0,
        }
    }

    /// After a snapshot was loaded: nothing is known yet.
    pub fn forget_derived(&mut self, params: &Params) {
        self.imemo = params.icache.memo();
        self.dmemo = params.dcache.memo();
    }
}

/// Cache configuration register (UM 1.7 p. 78): REPL, SN, WAYS, WSIZE, LSIZE, M.
fn cache_config(c: &CacheParams, snoop: bool, mmu: bool) -> u32 {
    1 << 28
        | u32::from(snoop) << 27
        | (u32::from(c.ways) - 1) << 24
        | u32::from(c.way_kib).trailing_zeros() << 20
        | (u32::from(c.line_bytes) / 4).trailing_zeros() << 16
        | u32::from(mmu) << 3
}
