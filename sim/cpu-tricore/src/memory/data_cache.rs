//! The data cache and the data read buffer: their lines, and what cache instructions do with them.

use super::Params;
use super::arriving::Arriving;
use super::params::{LINE, geometry};
use crate::meters::Meter;
use serde::{Deserialize, Serialize};
use trueboard_core::uarch::cache::{Cache, Geometry, Replacement};
use trueboard_core::uarch::memo::LineMemo;

/// What a cache instruction does with a line. The forms by address are CACHEA.*, those by index
/// CACHEI.*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheOp {
    /// The address names set and way: the index in its usual place, the way in bit 0.
    pub by_index: bool,
    /// A dirty line is written back.
    pub write_back: bool,
    /// The line leaves the cache.
    pub invalidate: bool,
}

/// The data cache or the data read buffer.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct DataSide {
    pub(super) cache: Option<Cache>,
    /// It is a data cache, not a read buffer.
    pub(super) write_back: bool,
    pub(super) arriving: Arriving,
    /// Lines of the data cache that a load can take without a look-up. Derived.
    #[serde(skip)]
    pub(super) known: LineMemo,
}

impl DataSide {
    pub fn new(p: &Params) -> DataSide {
        let write_back = p.dcache_kib != 0;
        let shape = if write_back {
            Some(geometry(p.dcache_kib))
        } else {
            (p.drb_lines != 0).then(|| Geometry {
                sets: 1,
                ways: u32::from(p.drb_lines),
                line_bytes: LINE,
            })
        };
        DataSide {
            cache: shape.map(|g| Cache::new(g, Replacement::Lru)),
            write_back,
            arriving: Arriving::default(),
            known: LineMemo::default(),
        }
    }

    /// What a hit is metered as.
    pub fn hits(&self) -> Meter {
        match self.write_back {
            true => Meter::DataCacheHits,
            false => Meter::DrbHits,
        }
    }

    /// The next load looks. Of a read buffer no line is ever known.
    pub fn forget(&mut self) {
        self.known = match &self.cache {
            Some(c) if self.write_back => LineMemo::new(c.geometry().sets, c.geometry().line_bytes),
            _ => LineMemo::default(),
        };
    }

    /// DCON0.DCBYP is set: a read buffer forgets, a cache keeps its lines.
    pub fn bypassed(&mut self) {
        if !self.write_back
            && let Some(c) = &mut self.cache
        {
            c.invalidate_all();
        }
    }
}
