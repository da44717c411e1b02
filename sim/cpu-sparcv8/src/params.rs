//! What a board file says about a LEON core: configuration and timing. Every number has its source
//! in the board file; the defaults are those of the GR740's LEON4FT.

use serde::{Deserialize, Serialize};
use trueboard_core::uarch::cache::{Geometry, Replacement};
use trueboard_core::uarch::memo::LineMemo;

/// Configuration of one core.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// PSR.impl and PSR.ver.
    pub psr_impl: u8,
    /// See `psr_impl`.
    pub psr_ver: u8,
    /// Register windows, 2 to 32.
    pub windows: u8,
    /// PC after reset.
    pub reset_pc: u32,
    /// True with a GRFPU.
    pub fpu: bool,
    /// True with an SRMMU.
    pub mmu: bool,
    /// Entries of each of the two TLBs.
    pub tlb_entries: u8,
    /// Hardware watchpoints (%asr24 to %asr31), 0 to 4.
    pub watchpoints: u8,
    /// True when %asr22 and %asr23 hold an up-counter.
    pub up_counter: bool,
    /// Instruction cache.
    pub icache: CacheParams,
    /// Data cache.
    pub dcache: CacheParams,
    /// First address beyond the cacheable range that starts at 0x00000000 or at `cacheable_from`.
    pub cacheable_below: u32,
    /// First cacheable address.
    pub cacheable_from: u32,
    /// Cycle counts.
    pub timing: TimingParams,
}

/// One L1 cache.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CacheParams {
    /// Ways.
    pub ways: u8,
    /// Size of a way in KiB.
    pub way_kib: u16,
    /// Bytes in a line.
    pub line_bytes: u8,
    /// Replacement at reset.
    pub replacement: Replacement,
}

impl CacheParams {
    /// The shape of the tag store.
    pub fn geometry(&self) -> Geometry {
        let line_bytes = u32::from(self.line_bytes.max(4));
        Geometry {
            sets: u32::from(self.way_kib) * 1024 / line_bytes,
            ways: u32::from(self.ways),
            line_bytes,
        }
    }

    /// An empty memo for it.
    pub(crate) fn memo(&self) -> LineMemo {
        let g = self.geometry();
        LineMemo::new(g.sets, g.line_bytes)
    }
}

/// Cycle counts of the pipeline (UM 1.7 p. 51-54, UM 2.9 section 6.10).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimingParams {
    /// Stall when an instruction uses the result of the load just before it.
    pub load_use_cycles: u8,
    /// Stall when an instruction uses the result of the multiplication just before it.
    pub mul_use_cycles: u8,
    /// Whole duration of a division.
    pub div_cycles: u8,
    /// Whole duration of JMPL and RETT, without the delay slot.
    pub jmpl_cycles: u8,
    /// A branch directly behind the instruction that sets the condition codes waits this long; one
    /// position later one cycle less, and so on.
    pub icc_cycles: u8,
    /// Entering a trap.
    pub trap_cycles: u8,
    /// Leaving power-down.
    pub wake_cycles: u8,
    /// Whole duration of SWAP, LDSTUB and CASA in the pipeline, without the bus.
    pub atomic_cycles: u8,
    /// Pipeline cycles of a cache miss besides the memory's time.
    pub miss_cycles: u8,
    /// More of them while the MMU is on.
    pub mmu_miss_cycles: u8,
    /// Duration of a cache flush.
    pub flush_cycles: u16,
    /// Latency of pipelined FPops: add, subtract, multiply, convert, compare.
    pub fp_cycles: u8,
    /// Latency of FMOVs, FNEGs, FABSs.
    pub fp_move_cycles: u8,
    /// Latency of FDIVs.
    pub fdivs_cycles: u8,
    /// Shorter and longer latency of FDIVd (by operand).
    pub fdivd_cycles: (u8, u8),
    /// Latency of FSQRTs.
    pub fsqrts_cycles: u8,
    /// Shorter and longer latency of FSQRTd.
    pub fsqrtd_cycles: (u8, u8),
}

impl Params {
    /// Checks ranges; every problem is one entry.
    pub fn check(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if !(2..=32).contains(&self.windows) {
            problems.push(format!("windows: {} is not in 2..=32", self.windows));
        }
        if self.watchpoints > 4 {
            problems.push(format!("watchpoints: {} is more than 4", self.watchpoints));
        }
        if self.mmu && self.tlb_entries == 0 {
            problems.push("tlb_entries: an MMU needs at least 1".to_owned());
        }
        for (name, c) in [("icache", &self.icache), ("dcache", &self.dcache)] {
            if !(c.line_bytes == 16 || c.line_bytes == 32) {
                problems.push(format!(
                    "{name}.line_bytes: {} is neither 16 nor 32",
                    c.line_bytes
                ));
            } else if let Err(e) = c.geometry().check() {
                problems.push(format!("{name}: {e}"));
            }
        }
        problems
    }
}

impl Default for Params {
    fn default() -> Params {
        let cache = CacheParams {
            ways: 4,
            way_kib: 4,
            line_bytes: 32,
            replacement: Replacement::Lru,
        };
        Params {
            psr_impl: 0xf,
            psr_ver: 3,
            windows: 8,
            reset_pc: 0xC000_0000,
            fpu: true,
            mmu: true,
            tlb_entries: 16,
            watchpoints: 4,
            up_counter: true,
            icache: cache,
            dcache: cache,
            cacheable_from: 0,
            cacheable_below: 0x8000_0000,
            timing: TimingParams::default(),
        }
    }
}

impl Default for TimingParams {
    fn default() -> TimingParams {
        TimingParams {
            load_use_cycles: 1,
            mul_use_cycles: 1,
            div_cycles: 35,
            jmpl_cycles: 3,
            icc_cycles: 2,
            trap_cycles: 5,
            wake_cycles: 5,
            atomic_cycles: 5,
            miss_cycles: 3,
            mmu_miss_cycles: 2,
            flush_cycles: 128,
            fp_cycles: 4,
            fp_move_cycles: 1,
            fdivs_cycles: 16,
            fdivd_cycles: (15, 18),
            fsqrts_cycles: 24,
            fsqrtd_cycles: (23, 26),
        }
    }
}
