//! One LEON core: its state, and the bookkeeping of time and meters that every instruction uses.

use crate::code_pages::CodePages;
use crate::contended::Contended;
use crate::fpu::Fpu;
use crate::isa::Counted;
use crate::l1::{FetchState, FillState};
use crate::live::Piece;
use crate::mmu::Mmu;
use crate::numbered::{PerPair, PerRegister};
use crate::params::Params;
use crate::spin::Spin;
use crate::state::{Psr, Regs};
use crate::taken::TakenTraps;
use serde::{Deserialize, Serialize};
use serde_big_array::BigArray;
use trueboard_core::cpu::{ErrorStop, RunCx};
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::meter::{CORE_METERS, CoreMeter, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_core::uarch::cache::Cache;
use trueboard_core::uarch::memo::LineMemo;

/// Taken control transfers kept for crash messages.
pub(crate) const HISTORY: usize = 16;

/// One core. Fields are grouped as the manual groups them; timing state is last.
#[derive(Clone, Serialize, Deserialize)]
pub struct Leon {
    pub(crate) params: Params,
    pub(crate) id: u8,
    pub(crate) clock: Clock,

    // Integer unit.
    pub(crate) regs: Regs,
    pub(crate) psr: Psr,
    pub(crate) wim: u32,
    pub(crate) tbr: u32,
    pub(crate) y: u32,
    pub(crate) pc: u32,
    pub(crate) npc: u32,
    pub(crate) annul: bool,
    pub(crate) asr16: u32,
    pub(crate) asr17: u32,
    /// %asr24 to %asr31: address and mask of each watchpoint.
    pub(crate) watch: [u32; 8],
    /// Cycle at which the up-counter was 0, and its frozen value while it is stopped.
    pub(crate) up_base: u64,
    pub(crate) up_stopped: Option<u64>,

    pub(crate) fpu: Fpu,
    pub(crate) mmu: Mmu,

    // Caches.
    pub(crate) ccr: u32,
    pub(crate) icache: Cache,
    pub(crate) dcache: Cache,
    /// Lines whose loads keep the order of all cores.
    pub(crate) contended: Contended,
    pub(crate) icfg: u32,
    pub(crate) dcfg: u32,

    // Outside.
    pub(crate) state: CoreState,
    pub(crate) error: Option<ErrorStop>,
    /// Interrupt request level at the input.
    pub(crate) irl: u8,
    /// Instructions to execute before an interrupt may be taken (after a wake-up).
    pub(crate) irq_delay: u8,
    /// The instruction being executed asked for power-down.
    pub(crate) power_down: bool,
    /// A buffered store ended in a bus error at this cycle.
    pub(crate) store_error: Option<(u64, u32)>,

    // Time.
    pub(crate) cycle: u64,
    /// The next instruction needs a look before it is issued: an interrupt, an annulled slot, a
    /// store error. Nothing else in the loop asks for these.
    pub(crate) attention: bool,
    pub(crate) fetch: FetchState,
    pub(crate) dfill: FillState,
    /// The write buffer is free from this cycle on.
    pub(crate) wb_free: u64,
    /// Integer registers that the instruction before is still producing, one bit each; bit 0
    /// ([`crate::live::FROM_MULTIPLIER`]) says by which unit.
    pub(crate) hazard: u32,
    /// Cycle in which the condition codes were last set.
    pub(crate) icc_cycle: u64,
    /// Cycle from which what was last written to each FPU register alone can be used, and what was
    /// last written to both of a pair. Results come in the order in which they were asked for.
    pub(crate) fp_ready: PerRegister<u64>,
    pub(crate) fp_double_ready: PerPair<u64>,
    /// The latest for each pair.
    pub(crate) fp_pair_ready: PerPair<u64>,
    /// The same for the compare result and the divider.
    pub(crate) fcc_ready: u64,
    pub(crate) fdiv_free: u64,
    /// A ring of (address of the transfer, target), both with marks of `history.rs`.
    pub(crate) history: [(u32, u32); HISTORY],
    pub(crate) history_next: u8,
    /// Traps not returned from, for crash messages.
    pub(crate) taken: TakenTraps,

    // Meters not yet added to the board's.
    pub(crate) kinds: [u64; Counted::COUNT],
    #[serde(with = "BigArray")]
    pub(crate) acc: [u64; CORE_METERS],
    pub(crate) metered_cycle: u64,

    // Not state: derived, or valid within one slice only.
    pub(crate) code: CodePages,
    #[serde(skip)]
    pub(crate) iknown: LineMemo,
    #[serde(skip)]
    pub(crate) dknown: LineMemo,
    #[serde(skip)]
    pub(crate) limits: Limits,
    #[serde(skip)]
    pub(crate) spin: Spin,
    #[serde(skip)]
    pub(crate) piece: Piece,
    #[serde(skip)]
    pub(crate) next_npc: u32,
    #[serde(skip)]
    pub(crate) loaded: u64,
    #[serde(skip)]
    pub(crate) yield_now: bool,
    #[serde(skip)]
    pub(crate) snoops: Vec<u64>,
    /// Addresses of code that costs nothing, sorted; set up by the run, not by the program.
    #[serde(skip)]
    pub(crate) free_ranges: Vec<(u64, u64)>,
    /// The instruction being executed costs nothing.
    #[serde(skip)]
    pub(crate) free: bool,
    /// A trap was taken out of free code: its handler is free too, until its RETT.
    #[serde(skip)]
    pub(crate) free_trap: bool,
    /// Free instructions executed while time stood at `free_cycle`.
    #[serde(skip)]
    pub(crate) free_run: u64,
    #[serde(skip)]
    pub(crate) free_cycle: u64,
}

/// Up to which of its own cycles the core may do what, in this slice.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    pub until: u64,
    pub shared: u64,
    pub sync: u64,
    /// Main memory, for the fast path.
    pub ram: usize,
    pub ram_base: u32,
    pub ram_size: u32,
    /// How much of it loads, and stores, reach without translation, watchpoint or other detour.
    pub load_size: u32,
    pub store_size: u32,
    /// Cores wait that a store may have to wake.
    pub waiters: bool,
}

impl Leon {
    /// A core as after reset, held until it is started.
    pub fn new(params: Params, id: u8, clock: Clock) -> Leon {
        let icache = Cache::new(params.icache.geometry(), params.icache.replacement);
        let dcache = Cache::new(params.dcache.geometry(), params.dcache.replacement);
        let mut core = Leon {
            regs: Regs::new(params.windows),
            psr: Psr {
                impl_ver: params.psr_impl << 4 | params.psr_ver,
                icc: 0,
                ef: false,
                pil: 0,
                s: true,
                ps: true,
                et: false,
                cwp: 0,
            },
            wim: 0,
            tbr: params.reset_pc & !0xfff,
            y: 0,
            pc: params.reset_pc,
            npc: params.reset_pc.wrapping_add(4),
            annul: false,
            asr16: 0,
            asr17: 0,
            watch: [0; 8],
            up_base: 0,
            up_stopped: None,
            fpu: Fpu::default(),
            mmu: Mmu::new(params.tlb_entries),
            ccr: 0,
            icache,
            dcache,
            contended: Contended::default(),
            icfg: 0,
            dcfg: 0,
            state: CoreState::Held,
            error: None,
            irl: 0,
            irq_delay: 0,
            power_down: false,
            store_error: None,
            cycle: 0,
            attention: false,
            fetch: FetchState::default(),
            dfill: FillState::default(),
            wb_free: 0,
            hazard: 0,
            icc_cycle: 0,
            fp_ready: PerRegister::default(),
            fp_double_ready: PerPair::default(),
            fp_pair_ready: PerPair::default(),
            fcc_ready: 0,
            fdiv_free: 0,
            history: [(0, 0); HISTORY],
            history_next: 0,
            taken: TakenTraps::default(),
            kinds: [0; Counted::COUNT],
            acc: [0; CORE_METERS],
            metered_cycle: 0,
            code: CodePages::default(),
            iknown: params.icache.memo(),
            dknown: params.dcache.memo(),
            limits: Limits::default(),
            spin: Spin::default(),
            piece: Piece::default(),
            next_npc: 0,
            loaded: 0,
            yield_now: false,
            snoops: Vec::new(),
            free_ranges: Vec::new(),
            free: false,
            free_trap: false,
            free_run: 0,
            free_cycle: 0,
            params,
            id,
            clock,
        };
        core.asr17 = core.asr17_reset();
        core.icfg = cache_config(&core.params.icache, false, core.params.mmu);
        core.dcfg = cache_config(&core.params.dcache, true, core.params.mmu);
        core
    }

    /// %asr17 after reset: INDEX, DBPM=1, FPU, V8, watchpoints, windows (UM 1.7 p. 67).
    fn asr17_reset(&self) -> u32 {
        u32::from(self.id) << 28
            | 1 << 25
            | u32::from(self.params.fpu) << 10
            | 1 << 8
            | u32::from(self.params.watchpoints) << 5
            | u32::from(self.params.windows - 1)
    }

    /// Adds to a meter of the current mode.
    #[inline(always)]
    pub(crate) fn meter(&mut self, m: CoreMeter, n: u64) {
        if self.free {
            return;
        }
        self.acc[m as usize & (CORE_METERS - 1)] += n;
    }

    /// Lets `cycles` pass, charged to `m`.
    #[inline(always)]
    pub(crate) fn stall(&mut self, m: CoreMeter, cycles: u64) {
        if cycles != 0 && !self.free {
            self.cycle += cycles;
            self.meter(m, cycles);
        }
    }

    /// Waits until cycle `until`, charged to `m`.
    #[inline(always)]
    pub(crate) fn wait_until(&mut self, m: CoreMeter, until: u64) {
        self.stall(m, until.saturating_sub(self.cycle));
    }

    /// This core's time.
    #[inline]
    pub(crate) fn tick(&self) -> Tick {
        Tick(self.clock.ticks(self.cycle))
    }

    /// The first own cycle at or after `at`.
    #[inline]
    pub(crate) fn cycle_of(&self, at: Tick) -> u64 {
        self.clock.cycle_of(at)
    }

    /// Moves what was metered in the current mode to the board's meters.
    pub(crate) fn flush_meters(&mut self, meters: &mut Meters) {
        let Some(bank) = meters.cores.get_mut(usize::from(self.id)) else {
            return;
        };
        let s = self.psr.s;
        let k = std::mem::take(&mut self.kinds);
        let of = |kind: Counted| k[kind as usize];
        let total: u64 = k.iter().sum();
        if total != 0 {
            let fp = of(Counted::Fpop);
            let atomics = of(Counted::Atomic);
            bank.add(s, CoreMeter::Instructions, total);
            bank.add(s, CoreMeter::IssueCycles, total);
            bank.add(s, CoreMeter::IntInstructions, total - fp);
            bank.add(s, CoreMeter::FpInstructions, fp);
            bank.add(s, CoreMeter::Type2, of(Counted::Type2) + fp);
            bank.add(s, CoreMeter::Branches, of(Counted::Branch));
            bank.add(s, CoreMeter::Calls, of(Counted::Call));
            bank.add(s, CoreMeter::Loads, of(Counted::Load) + atomics);
            bank.add(s, CoreMeter::Stores, of(Counted::Store) + atomics);
            bank.add(
                s,
                CoreMeter::LoadStores,
                of(Counted::Load) + of(Counted::Store) + atomics,
            );
        }
        for (&m, n) in CoreMeter::ALL.iter().zip(&mut self.acc) {
            match std::mem::take(n) {
                0 => {}
                n => bank.add(s, m, n),
            }
        }
        bank.add(s, CoreMeter::Cycles, self.cycle - self.metered_cycle);
        self.metered_cycle = self.cycle;
    }

    /// Changes PSR.S; what was metered so far belongs to the old mode.
    pub(crate) fn set_supervisor(&mut self, s: bool, cx: &mut RunCx<'_>) {
        if s != self.psr.s {
            self.flush_meters(cx.meters);
            self.psr.s = s;
            // Translation and protection depend on the mode.
            self.fetch.forget();
        }
    }

    /// Whether the current input level would interrupt.
    pub(crate) fn interrupt_due(&self) -> bool {
        self.psr.et && (self.irl == 15 || self.irl > self.psr.pil)
    }

    /// Looks whether the next instruction needs attention; call after anything that may change it.
    pub(crate) fn review_attention(&mut self) {
        self.attention = self.annul
            || self.yield_now
            || self.power_down
            || self.store_error.is_some()
            || self.irq_delay != 0
            || self.interrupt_due();
    }

    /// The slice ends after this instruction: the board has something to look after.
    pub(crate) fn end_slice(&mut self) {
        self.yield_now = true;
        self.attention = true;
    }

    /// Notes a control transfer from `pc` for crash messages.
    #[inline(always)]
    pub(crate) fn note_transfer(&mut self, pc: u32, target: u32) {
        let i = usize::from(self.history_next) & (HISTORY - 1);
        self.history[i] = (pc, target);
        self.history_next = self.history_next.wrapping_add(1);
    }

    pub(crate) fn fact(&mut self, cx: &mut RunCx<'_>, kind: FactKind) {
        let (at, source) = (self.tick(), Source::Core(self.id));
        if !cx.facts.follows_regions() {
            return cx.facts.push(at, source, kind);
        }
        self.flush_meters(cx.meters);
        if let Some(bank) = cx.meters.cores.get(usize::from(self.id)) {
            cx.facts.push_with_meters(Fact { at, source, kind }, bank);
        }
    }

    /// The up-counter %asr23/%asr22 at this cycle: 56 bits.
    pub(crate) fn up_counter(&self) -> u64 {
        self.up_stopped
            .unwrap_or_else(|| self.cycle.wrapping_sub(self.up_base))
            & ((1 << 56) - 1)
    }
}

/// Cache configuration register (UM 1.7 p. 78): REPL, SN, WAYS, WSIZE, LSIZE, M.
fn cache_config(c: &crate::params::CacheParams, snoop: bool, mmu: bool) -> u32 {
    1 << 28
        | u32::from(snoop) << 27
        | (u32::from(c.ways) - 1) << 24
        | u32::from(c.way_kib).trailing_zeros() << 20
        | (u32::from(c.line_bytes) / 4).trailing_zeros() << 16
        | u32::from(mmu) << 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reset_values_of_the_gr740() {
        let c = Leon::new(Params::default(), 2, Clock::new(2));
        assert_eq!(c.asr17, 0x2200_0587);
        assert_eq!(c.icfg, 0x1323_0008);
        assert_eq!(c.dcfg, 0x1b23_0008);
        assert_eq!(c.psr.to_bits(), 0xf300_00c0);
        assert_eq!(c.tbr, 0xc000_0000);
    }
}
