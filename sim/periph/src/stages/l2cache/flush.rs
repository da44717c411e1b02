//! Flushes of the level-2 cache: by address, by set and way, or all of it (GR740 UM 2.9 ch. 9,
//! registers L2CFMA and L2CFSI).

use super::L2Cache;
use super::regs::{Control, MAP, Reg};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Below, Op, Txn};
use trueboard_core::meter::{CacheMeter, Meters};
use trueboard_core::time::Tick;

/// What a flush goes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Extent {
    Line(u64),
    Entry { set: u32, way: u32 },
    Way(u32),
    All,
}

/// A flush that software has requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Flush {
    extent: Extent,
    invalidate: bool,
    write_back: bool,
    disable: bool,
}

impl Flush {
    /// The flush that a write of `value` to `reg` requests.
    pub fn decode(reg: Reg, value: u32) -> Option<Flush> {
        let mode = value & 3;
        let extent = match reg {
            Reg::Cfma if value & 4 != 0 => Extent::All,
            Reg::Cfma => Extent::Line(u64::from(value & !0x1f)),
            Reg::Cfsi if value & 4 != 0 => Extent::Way(value >> 4 & 3),
            Reg::Cfsi => Extent::Entry {
                set: value >> 16,
                way: value >> 4 & 3,
            },
            _ => return None,
        };
        (mode != 0).then_some(Flush {
            extent,
            invalidate: mode & 1 != 0,
            write_back: mode & 2 != 0,
            disable: value & 8 != 0,
        })
    }
}

impl L2Cache {
    /// Carries out `flush` at `now`: the tags change at once, the cache is busy for as long as it
    /// takes. A flush without write-back drops dirty lines without a memory access.
    pub(super) fn flush(
        &mut self,
        flush: Flush,
        now: Tick,
        below: &mut Below<'_>,
        meters: &mut Meters,
    ) {
        let p = &self.params;
        let lines = match flush.extent {
            Extent::Line(_) | Extent::Entry { .. } => 1,
            Extent::Way(_) => u64::from(p.geometry().sets),
            Extent::All => p.flush_lines,
        };
        let walk = p.flush_first_cycles + lines.saturating_sub(1) * p.flush_line_cycles;
        let per_dirty = p.flush_dirty_cycles;
        let mut at = self.clock.edge_at_or_after(now.max(self.busy_until));
        let g = p.geometry();
        let (sets, ways) = match flush.extent {
            Extent::Line(pa) => {
                let set = (pa / u64::from(g.line_bytes)) as u32 & (g.sets - 1);
                (set..set + 1, 0..g.ways)
            }
            Extent::Entry { set, way } => {
                let (set, way) = (set & (g.sets - 1), way % g.ways);
                (set..set + 1, way..way + 1)
            }
            Extent::Way(way) => (0..g.sets, way % g.ways..way % g.ways + 1),
            Extent::All => (0..g.sets, 0..g.ways),
        };
        for set in sets {
            for way in ways.clone() {
                let (pa, valid, dirty) = self.cache.entry(set, way);
                if !valid || matches!(flush.extent, Extent::Line(a) if a != pa) {
                    continue;
                }
                if dirty && flush.write_back {
                    at = self.write_back(pa, at, below, meters) + self.clock.ticks(per_dirty);
                    self.cache.clean(pa);
                }
                if flush.invalidate {
                    self.cache.set_entry(set, way, 0, false);
                }
            }
        }
        self.busy_until = at + self.clock.ticks(walk);
        self.flush_until = self.busy_until;
        if flush.disable {
            let cc = self.bank.get(Reg::Cc as usize, 0);
            self.bank.set(Reg::Cc as usize, 0, cc & !(1 << 31));
            self.control = Control::new(&self.bank, g.ways);
        }
    }

    /// Writes a line to memory at `at`; answers when that is done.
    fn write_back(
        &mut self,
        pa: u64,
        at: Tick,
        below: &mut Below<'_>,
        meters: &mut Meters,
    ) -> Tick {
        let t = Txn {
            master: 0,
            at,
            pa,
            bytes: self.params.line_bytes as u16,
            op: Op::Write,
            line: true,
            uncached: false,
            pc: 0,
        };
        let done = below.access(&t, meters).done;
        if let Some(bank) = meters.caches.get_mut(self.index) {
            bank.add(CacheMeter::WriteBacks, 1);
            bank.add(CacheMeter::MemoryAccesses, 1);
        }
        self.clock.edge_at_or_after(done)
    }

    /// The value that software sees in a flush register: the mode is 0 when the flush is over.
    pub(super) fn flush_register(&self, reg: Reg, value: u32, now: Tick) -> u32 {
        let mode = if reg == Reg::Cfma { 7 } else { 3 };
        if now < self.flush_until {
            value
        } else {
            value & !mode & MAP[reg as usize].rw
        }
    }
}
