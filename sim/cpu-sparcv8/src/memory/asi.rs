//! Alternate-space accesses (GR740 UM 1.7 p. 64-66, 77-86).

use super::CCR_SNOOP;
use super::mmu::{AccessType, NOWHERE};
use crate::core::Leon;
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;
use trueboard_core::uarch::cache::{Cache, Replacement};

/// CCR fields that software writes: PS, TB, DS, IB, error counters, DF, IF, DCS, ICS.
const CCR_RW: u32 = 1 << 28 | 0xf << 24 | CCR_SNOOP | 1 << 16 | 0xff << 6 | 0x3f;
/// CCR.FT = 01 and ST = 1, read-only.
const CCR_FIXED: u32 = 1 << 19 | 1 << 17;
const CCR_FLUSH_D: u32 = 1 << 22;
/// CCR.PS and TB: diagnostic accesses to check bits, and parity that they turn (UM 1.7 p. 77).
const CCR_PARITY: u32 = 1 << 28 | 0xf << 24;
const PARITY: &str = "CCR: PS and TB are set, but the caches' parity is not modelled: check bits read as data, \
                      wrong ones are not made, and no error is counted";
const CCR_FLUSH_I: u32 = 1 << 21;
/// Replacement field of the cache configuration registers.
const CFG_REPL: u32 = 3 << 28;

impl Leon {
    /// Reads in an alternate space; the bytes come right-aligned. The address is aligned.
    pub(crate) fn read_asi(
        &mut self,
        cx: &mut RunCx<'_>,
        asi: u8,
        va: u32,
        bytes: u8,
    ) -> Exec<u64> {
        Ok(match asi {
            0x01 => {
                // Forced miss: the line is read from the bus again.
                self.shared_turn()?;
                self.memory.dcache.invalidate(va.into());
                self.memory.dmemo.forget();
                return self.load_any(cx, va, bytes);
            }
            0x02 => match va & 0xff {
                0x00 => u64::from(self.memory.ccr | CCR_FIXED),
                0x08 => self.memory.icfg.into(),
                0x0c => self.memory.dcfg.into(),
                _ => 0,
            },
            0x03 | 0x18 => self.probe(cx, va).into(),
            0x0c => read_tag(&self.memory.icache, va).into(),
            0x0e | 0x1e => read_tag(&self.memory.dcache, va).into(),
            0x0d => self.read_cached_data(cx, false, va),
            0x0f => self.read_cached_data(cx, true, va),
            0x10 | 0x11 | 0x13 => 0,
            0x08..=0x0b if self.memory.mmu.enabled() => {
                self.state.check_watch(va, false)?;
                let (pa, cacheable) = self.translate_space(cx, va, asi, false)?;
                return match pa {
                    NOWHERE => Ok(0),
                    _ => self.load_physical(cx, pa, bytes, cacheable),
                };
            }
            0x19 => self.memory.mmu.read(va).into(),
            0x1c => return self.load_physical(cx, va.into(), bytes, false),
            0x80..=0xff => 0,
            _ => return self.load_any(cx, va, bytes),
        })
    }

    /// Writes the low `bytes` of `v` in an alternate space. The address is aligned.
    pub(crate) fn write_asi(
        &mut self,
        cx: &mut RunCx<'_>,
        asi: u8,
        va: u32,
        bytes: u8,
        v: u64,
    ) -> Exec {
        match asi {
            0x02 => match va & 0xff {
                0x00 => self.write_ccr(cx, v as u32),
                0x08 => {
                    self.memory.icfg = (self.memory.icfg & !CFG_REPL) | (v as u32 & CFG_REPL);
                    set_replacement(&mut self.memory.icache, self.memory.icfg);
                }
                0x0c => {
                    self.memory.dcfg = (self.memory.dcfg & !CFG_REPL) | (v as u32 & CFG_REPL);
                    set_replacement(&mut self.memory.dcache, self.memory.dcfg);
                }
                _ => {}
            },
            0x03 | 0x18 => {
                self.memory.mmu.flush();
                self.flush_caches(true, true);
            }
            0x0c => {
                write_tag(&mut self.memory.icache, va, v as u32);
                self.memory.imemo.forget();
                self.in_flight.fetch.invalidate();
            }
            0x0e | 0x1e => {
                write_tag(&mut self.memory.dcache, va, v as u32);
                self.memory.dmemo.forget();
            }
            // Diagnostic writes of cached data have no store of their own to go to.
            0x0d | 0x0f => {}
            0x10 | 0x13 => self.flush_caches(true, true),
            0x11 => self.flush_caches(false, true),
            0x19 => {
                self.memory.mmu.write(va, v as u32);
                self.recompute_fast_ram();
                self.in_flight.fetch.invalidate();
            }
            0x08..=0x0b if self.memory.mmu.enabled() => {
                self.state.check_watch(va, true)?;
                let (pa, _) = self.translate_space(cx, va, asi, true)?;
                return match pa {
                    NOWHERE => Ok(()),
                    _ => self.store_physical(cx, pa, bytes, v),
                };
            }
            0x1c => return self.store_physical(cx, va.into(), bytes, v),
            // Trace markers: no effect (UM 1.7 p. 66).
            0x80..=0xff => {}
            _ => return self.store_any(cx, va, bytes, v),
        }
        Ok(())
    }

    /// Translates an access in one of the spaces for instructions and data. Whatever the space, it
    /// is a data access that fails.
    fn translate_space(
        &mut self,
        cx: &mut RunCx<'_>,
        va: u32,
        asi: u8,
        store: bool,
    ) -> Exec<(u64, bool)> {
        self.translate(cx, va, AccessType::space(asi, store))
            .map_err(|e| match e {
                Exc::Trap(trap::INSTRUCTION_ACCESS) => Exc::Trap(trap::DATA_ACCESS),
                e => e,
            })
    }

    fn write_ccr(&mut self, cx: &mut RunCx<'_>, v: u32) {
        if v & CCR_PARITY != 0 {
            cx.bus.warn(self.common.id, self.tick(), PARITY);
        }
        self.memory.ccr = v & CCR_RW;
        self.recompute_fast_ram();
        self.in_flight.fetch.invalidate();
        self.memory.dmemo.forget();
        self.flush_caches(v & CCR_FLUSH_I != 0, v & CCR_FLUSH_D != 0);
    }

    /// The data in a cache way: the bytes live in memory, so they are read from there.
    fn read_cached_data(&mut self, cx: &RunCx<'_>, data: bool, va: u32) -> u64 {
        let cache = if data {
            &self.memory.dcache
        } else {
            &self.memory.icache
        };
        let (set, way) = position(cache, va);
        let (line, valid, _) = cache.entry(set, way);
        let off = u64::from(va) & (u64::from(cache.geometry().line_bytes) - 4);
        let bytes = if valid {
            cx.mem.peek(line + off, 4)
        } else {
            None
        };
        bytes.map_or(0, |b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]).into())
    }
}

/// Set and way of a diagnostic address: way in the bits above the way size.
fn position(cache: &Cache, va: u32) -> (u32, u32) {
    let g = cache.geometry();
    let set = (va / g.line_bytes) & (g.sets - 1);
    (set, va / (g.line_bytes * g.sets) % g.ways)
}

/// Tag word: address bits above the way, all eight valid flags equal.
fn read_tag(cache: &Cache, va: u32) -> u32 {
    let (set, way) = position(cache, va);
    let (pa, valid, _) = cache.entry(set, way);
    let g = cache.geometry();
    (pa as u32 & !(g.sets * g.line_bytes - 1)) | if valid { 0xff } else { 0 }
}

fn write_tag(cache: &mut Cache, va: u32, v: u32) {
    let (set, way) = position(cache, va);
    let g = cache.geometry();
    let pa = u64::from(v & !(g.sets * g.line_bytes - 1)) + u64::from(set * g.line_bytes);
    cache.set_entry(set, way, pa, v & 0xff != 0);
}

fn set_replacement(cache: &mut Cache, cfg: u32) {
    cache.set_replacement(match cfg >> 28 & 3 {
        1 => Replacement::Lru,
        2 => Replacement::Lrr,
        3 => Replacement::Random,
        _ => Replacement::Direct,
    });
}
