//! Alternate-space accesses (GR740 UM 1.7 p. 64-66, 77-86).

use crate::core::Leon;
use crate::decoded::DecodedInsn;
use crate::l1::CCR_SNOOP;
use crate::mmu::{AccessType, NOWHERE};
use crate::trap::{self, Exc, Exec};
use trueboard_core::cpu::RunCx;
use trueboard_core::meter::CoreMeter;
use trueboard_core::uarch::cache::{Cache, Replacement};

/// CCR fields that software writes: PS, TB, DS, IB, error counters, DF, IF, DCS, ICS.
const CCR_RW: u32 = 1 << 28 | 0xf << 24 | CCR_SNOOP | 1 << 16 | 0xff << 6 | 0x3f;
/// CCR.FT = 01 and ST = 1, read-only.
const CCR_FIXED: u32 = 1 << 19 | 1 << 17;
const CCR_FLUSH_D: u32 = 1 << 22;
const CCR_FLUSH_I: u32 = 1 << 21;
/// Replacement field of the cache configuration registers.
const CFG_REPL: u32 = 3 << 28;

impl Leon {
    fn alternate(&self, s: &DecodedInsn) -> Exec<(u8, u32)> {
        let asi = s.imm as u8;
        if !self.psr.s && asi < 0x80 {
            return Err(Exc::Trap(trap::PRIVILEGED));
        }
        Ok((asi, self.alternate_address(s)))
    }

    /// LDA and its sizes; LDDA answers 64 bits.
    pub(crate) fn load_alternate(
        &mut self,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
        bytes: u8,
        signed: bool,
    ) -> Exec {
        let (asi, va) = self.alternate(s)?;
        if bytes == 8 {
            self.even(s.rd)?;
        }
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        let v = self.read_asi(cx, asi, va, bytes)?;
        if bytes == 8 {
            self.load_pair(s.rd, v);
            self.hazard = 3 << s.rd & !1;
            return Ok(());
        }
        let v = match (bytes, signed) {
            (1, true) => v as i8 as u32,
            (2, true) => v as i16 as u32,
            _ => v as u32,
        };
        self.loaded_word(s.rd, v);
        Ok(())
    }

    /// STA and its sizes.
    pub(crate) fn store_alternate(
        &mut self,
        s: &DecodedInsn,
        cx: &mut RunCx<'_>,
        bytes: u8,
    ) -> Exec {
        let (asi, va) = self.alternate(s)?;
        if bytes == 8 {
            self.even(s.rd)?;
        }
        if va & (u32::from(bytes) - 1) != 0 {
            return Err(Exc::Trap(trap::NOT_ALIGNED));
        }
        let v = match bytes {
            8 => self.register_pair(s.rd),
            4 => self.regs.get(s.rd).into(),
            2 => u64::from(self.regs.get(s.rd) as u16),
            _ => u64::from(self.regs.get(s.rd) as u8),
        };
        self.write_asi(cx, asi, va, bytes, v)
    }

    fn read_asi(&mut self, cx: &mut RunCx<'_>, asi: u8, va: u32, bytes: u8) -> Exec<u64> {
        Ok(match asi {
            0x01 => {
                // Forced miss: the line is read from the bus again.
                self.shared_turn()?;
                self.dcache.invalidate(va.into());
                self.dknown.forget();
                return self.load_any(cx, va, bytes);
            }
            0x02 => match va & 0xff {
                0x00 => u64::from(self.ccr | CCR_FIXED),
                0x08 => self.icfg.into(),
                0x0c => self.dcfg.into(),
                _ => 0,
            },
            0x03 | 0x18 => self.probe(cx, va).into(),
            0x0c => read_tag(&self.icache, va).into(),
            0x0e | 0x1e => read_tag(&self.dcache, va).into(),
            0x0d => self.read_cached_data(cx, false, va),
            0x0f => self.read_cached_data(cx, true, va),
            0x10 | 0x11 | 0x13 => 0,
            0x08..=0x0b if self.mmu.enabled() => {
                self.check_watch(va, false)?;
                let (pa, cacheable) = self.translate_space(cx, va, asi, false)?;
                return match pa {
                    NOWHERE => Ok(0),
                    _ => self.load_physical(cx, pa, bytes, cacheable),
                };
            }
            0x19 => self.mmu.read(va).into(),
            0x1c => return self.load_physical(cx, va.into(), bytes, false),
            0x80..=0xff => 0,
            _ => return self.load_any(cx, va, bytes),
        })
    }

    fn write_asi(&mut self, cx: &mut RunCx<'_>, asi: u8, va: u32, bytes: u8, v: u64) -> Exec {
        match asi {
            0x02 => match va & 0xff {
                0x00 => self.write_ccr(v as u32),
                0x08 => {
                    self.icfg = (self.icfg & !CFG_REPL) | (v as u32 & CFG_REPL);
                    set_replacement(&mut self.icache, self.icfg);
                }
                0x0c => {
                    self.dcfg = (self.dcfg & !CFG_REPL) | (v as u32 & CFG_REPL);
                    set_replacement(&mut self.dcache, self.dcfg);
                }
                _ => {}
            },
            0x03 | 0x18 => {
                self.mmu.flush();
                self.flush_caches(true, true);
            }
            0x0c => {
                write_tag(&mut self.icache, va, v as u32);
                self.iknown.forget();
                self.fetch.forget();
            }
            0x0e | 0x1e => {
                write_tag(&mut self.dcache, va, v as u32);
                self.dknown.forget();
            }
            // Diagnostic writes of cached data have no store of their own to go to.
            0x0d | 0x0f => {}
            0x10 | 0x13 => self.flush_caches(true, true),
            0x11 => self.flush_caches(false, true),
            0x19 => {
                self.mmu.write(va, v as u32);
                self.mmu.set_special(self.watching_data());
                self.review_direct();
                self.fetch.forget();
            }
            0x08..=0x0b if self.mmu.enabled() => {
                self.check_watch(va, true)?;
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

    fn write_ccr(&mut self, v: u32) {
        self.ccr = v & CCR_RW;
        self.review_direct();
        self.fetch.forget();
        self.dknown.forget();
        self.flush_caches(v & CCR_FLUSH_I != 0, v & CCR_FLUSH_D != 0);
    }

    /// Empties caches; the pipeline waits for the flush, one cycle per line index.
    pub(crate) fn flush_caches(&mut self, i: bool, d: bool) {
        if i {
            self.flush_icache();
        }
        if d {
            self.flush_dcache();
        }
        if i || d {
            let cycles = u64::from(self.params.timing.flush_cycles);
            self.stall(CoreMeter::FlushCycles, cycles);
        }
    }

    /// The data in a cache way: the bytes live in memory, so they are read from there.
    fn read_cached_data(&mut self, cx: &RunCx<'_>, data: bool, va: u32) -> u64 {
        let cache = if data { &self.dcache } else { &self.icache };
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
