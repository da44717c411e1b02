//! One core: its state, and the bookkeeping of time and meters that every instruction uses.

use crate::blocks::{self, BlockInsn, Blocks};
use crate::code::Translation;
use crate::code_pages::CodePages;
use crate::counters::{Change, Counters};
use crate::decoded::DecodedInsn;
use crate::isa::{self, Class};
use crate::memory::MemSide;
use crate::meters::Meter;
use crate::params::Params;
use crate::pipeline::{BlockTiming, Chain, NO_GROUP, Pipe};
use crate::simple_csfrs::SimpleCsfrs;
use crate::spin::Spin;
use crate::state::{PSW_IO, SUPERVISOR, State};
pub(crate) use crate::tally::KINDS;
use crate::tally::Tally;
use crate::trap::Trap;
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use trueboard_core::cpu::{Past, RunCx};
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_core::mem::Memory;
use trueboard_core::meter::Meters;
use trueboard_core::time::{Clock, Tick};
use trueboard_engine::checks::Noted;
use trueboard_engine::common::{Activity, Common};
use trueboard_engine::derived::Derived;
use trueboard_engine::guest::Guest;
use trueboard_engine::history::History;

/// One TC1.6P or TC1.6E.
#[derive(Clone, Serialize, Deserialize)]
pub struct TriCore {
    pub(crate) params: Params,
    pub(crate) common: Common,

    pub(crate) st: State,
    /// Core registers that only hold a value.
    pub(crate) simple_csfrs: SimpleCsfrs,
    pub(crate) counters: Counters,
    pub(crate) watch: Watch,
    pub(crate) mem: MemSide,
    pub(crate) pipe: Pipe,

    // Outside.
    pub(crate) activity: Activity,
    /// ENDINIT of this core's watchdog: protected registers cannot be written.
    pub(crate) endinit: bool,
    /// A warning was given of a write that it forbade.
    pub(crate) warned_endinit: bool,
    /// The non-maskable interrupt waits.
    pub(crate) nmi: bool,
    /// A trap to be taken before the next instruction.
    pub(crate) pending: Option<Trap>,
    /// The last trap was taken without a context, as there was none free: which, and where.
    pub(crate) out_of_contexts: Option<(Trap, u32)>,
    /// The last trap, until an RFE, and where it came: for messages.
    pub(crate) handling: Option<(Trap, u32)>,

    /// The group of eight bytes that was fetched last.
    pub(crate) group: u32,
    /// Number of the page that the next instruction is fetched from, by its address.
    pub(crate) page: u32,
    /// The core has a request in this cycle that waits for its turn.
    pub(crate) waits_for: u64,
    pub(crate) history: History,

    // Meters not yet added to the board's.
    pub(crate) kinds: [u64; KINDS],
    pub(crate) tally: Tally,
    pub(crate) metered_cycle: u64,

    // Not state: derived, or valid within one slice only.
    pub(crate) code: CodePages,
    /// Not there while they are executed.
    #[serde(skip)]
    pub(crate) blocks: Derived<Option<Box<Blocks<TriCore>>>>,
    /// Their code.
    #[serde(skip)]
    pub(crate) translation: Derived<Option<Box<Translation<TriCore>>>>,
    /// The pipes while blocks are executed.
    #[serde(skip)]
    pub(crate) chain: Chain,
    /// The number of the instruction of a block that was executed last and has not ended with [`blocks::Done::Yes`].
    #[serde(skip)]
    pub(crate) stopped: u8,
    #[serde(skip)]
    pub(crate) until: u64,
    /// Work is pending before the next instruction.
    pub(crate) pending_work: bool,
    /// Where the last load or store of a single step went, and how many bytes.
    #[serde(skip)]
    pub(crate) accessed: (u32, u8),
    /// What the checks get to know of blocks.
    #[serde(skip)]
    pub(crate) noted: Derived<Noted>,
    /// PC after the instruction being executed.
    #[serde(skip)]
    pub(crate) next: u32,
    #[serde(skip)]
    pub(crate) spin: Spin,
    /// Zero-cost code is executed: what is metered is not for the board.
    #[serde(skip)]
    pub(crate) keeps_meters: bool,
}

impl TriCore {
    /// A core as after reset, halted until it is started.
    pub fn new(params: Params, id: u8, clock: Clock) -> TriCore {
        TriCore {
            st: State::new(&params),
            simple_csfrs: SimpleCsfrs::default(),
            counters: Counters::new(params.core_type),
            watch: Watch::default(),
            mem: MemSide::new(params.mem.clone(), id, clock),
            pipe: Pipe::new(params.pipe.clone()),
            activity: Activity::held(),
            endinit: false,
            warned_endinit: false,
            nmi: false,
            pending: None,
            out_of_contexts: None,
            handling: None,
            group: NO_GROUP,
            page: NO_GROUP,
            waits_for: 0,
            history: History::default(),
            kinds: [0; KINDS],
            tally: Tally::default(),
            metered_cycle: 0,
            code: CodePages::default(),
            blocks: Derived::default(),
            translation: Derived::default(),
            chain: Chain::default(),
            stopped: 0,
            until: 0,
            pending_work: false,
            accessed: (0, 0),
            noted: Derived::default(),
            next: 0,
            spin: Spin::default(),
            keeps_meters: false,
            params,
            common: Common::new(id, clock),
        }
    }

    /// The instruction at `pc`; none if there is no memory, or no instruction.
    pub(crate) fn insn(&self, pc: u32, memory: &Memory) -> Option<DecodedInsn> {
        DecodedInsn::at(self.mem.physical(pc).into(), memory)
    }

    /// The cycle before which the core does nothing more.
    #[inline(always)]
    pub(crate) fn cycle(&self) -> u64 {
        self.pipe.now().max(self.waits_for)
    }

    /// This core's time.
    #[inline]
    pub(crate) fn tick(&self) -> Tick {
        self.common.tick(self.cycle())
    }

    /// Meters the blocks that were executed since the last call.
    pub(crate) fn meter_blocks(&mut self) {
        if let (Some(translation), Some(blocks)) =
            (self.translation.as_deref_mut(), self.blocks.as_deref())
        {
            translation.count(blocks);
        }
        let (tally, kinds) = (&mut self.tally, &mut self.kinds);
        if let Some(blocks) = self.blocks.as_deref() {
            blocks.drain(|insns, timing, times| {
                timing.meter(times, tally);
                blocks::count(insns, times, kinds);
            });
        }
    }

    /// A copy of the core as if its blocks were metered; it has none, and no observer.
    pub(crate) fn state_alone(&self) -> TriCore {
        let mut state = self.clone();
        let (tally, kinds) = (&mut state.tally, &mut state.kinds);
        let mut meter = |insns: &[BlockInsn<TriCore>], timing: &BlockTiming, times| {
            timing.meter(times, tally);
            blocks::count(insns, times, kinds);
        };
        if let Some(blocks) = self.blocks.as_deref() {
            blocks.pending(&mut meter);
        }
        if let (Some(translation), Some(blocks)) =
            (self.translation.as_deref(), self.blocks.as_deref())
        {
            translation.pending(blocks, |_, node, times| {
                meter(blocks.of(node).insns(), &node.timing, times);
            });
        }
        state.pipe.forget_past();
        state
    }

    /// No block leads to another one.
    pub(crate) fn unlink_blocks(&mut self) {
        if let Some(blocks) = self.blocks.as_deref_mut() {
            blocks.unlink();
        }
        if let Some(translation) = &mut *self.translation {
            translation.unlink();
        }
    }

    /// Forgets all blocks.
    pub(crate) fn clear_blocks(&mut self) {
        self.meter_blocks();
        *self.blocks = None;
        *self.translation = None;
        self.noted.forget_numbers();
        self.code.forget_blocks();
    }

    /// After a store: code may be overwritten, which is looked at before the next instruction.
    #[inline(always)]
    pub(crate) fn written(&mut self, cx: &RunCx<'_>) {
        if cx.mem.code_log().end() != self.code.seen() {
            self.pending_work = true;
        }
    }

    /// Moves what was metered in the current mode to the board's meters.
    pub(crate) fn flush_meters(&mut self, meters: &mut Meters) {
        let Some(bank) = meters.cores.get_mut(usize::from(self.common.id)) else {
            return;
        };
        if self.keeps_meters {
            return;
        }
        self.meter_blocks();
        self.pipe.flush(&mut self.tally);
        let kinds = std::mem::take(&mut self.kinds);
        let of = |class: Class| kinds[class as usize];
        let all: u64 = kinds.iter().sum();
        if all != 0 {
            let fp: u64 = [Class::Fp, Class::Fp1, Class::FpMac, Class::FpDiv]
                .map(of)
                .iter()
                .sum();
            let loads = of(Class::LoadD) + of(Class::LoadA) + of(Class::LoadContext);
            let stores = of(Class::Store) + of(Class::StoreContext);
            // Atomics are both.
            let both = of(Class::Swap) + of(Class::Ldmst);
            let t = &mut self.tally;
            t.add(Meter::Instructions, all);
            t.add(Meter::IntInstructions, all - fp);
            t.add(Meter::FpInstructions, fp);
            t.add(Meter::Loads, loads + both);
            t.add(Meter::Stores, stores + both);
            t.add(Meter::LoadStores, loads + stores + both);
        }
        let now = self.pipe.now();
        self.tally.add(Meter::Cycles, now - self.metered_cycle);
        self.metered_cycle = now;
        self.tally.flush(self.st.psw & PSW_IO == SUPERVISOR, bank);
    }

    /// Makes a change of the counters, at this moment.
    pub(crate) fn change_counters(&mut self, change: Change, meters: &mut Meters) {
        self.flush_meters(meters);
        if let Some(bank) = meters.cores.get(usize::from(self.common.id)) {
            self.counters.change(change, bank);
        }
    }

    /// The value of register `off` of the counters, at this moment; `None` for a core without meters.
    pub(crate) fn counter(&mut self, off: u32, meters: &mut Meters) -> Option<u32> {
        self.flush_meters(meters);
        let bank = meters.cores.get(usize::from(self.common.id))?;
        Some(self.counters.read(off, bank))
    }

    /// Reports a call, a return, a trap or the like to a listener, if any.
    #[inline(always)]
    pub(crate) fn tell(&mut self, cx: &mut RunCx<'_>, kind: FactKind) {
        if cx.facts.on() {
            self.fact(cx, kind);
        }
    }

    /// Puts the time of a core that does nothing forward.
    pub(crate) fn skip(&mut self, target: u64, meters: &mut Meters) {
        let now = self.pipe.now();
        if target <= now {
            return;
        }
        self.flush_meters(meters);
        self.timers_stand_until(target);
        self.pipe.skip_to(target);
        self.metered_cycle = target;
        if let Some(bank) = meters.cores.get_mut(usize::from(self.common.id)) {
            bank.add(self.st.supervisor(), Meter::IdleCycles, target - now);
        }
    }

    /// Changes the PSW; what was metered so far belongs to the old mode.
    pub(crate) fn set_psw(&mut self, psw: u32, meters: &mut Meters) {
        if (psw ^ self.st.psw) & PSW_IO != 0 {
            self.flush_meters(meters);
        }
        self.mem.set_protection_set((psw >> 12 & 3) as u8);
        self.st.psw = psw;
    }

    /// Computes whether work is pending before the next instruction; call after every action that may change it.
    pub(crate) fn recompute_pending(&mut self) {
        self.pending_work = self.common.yield_now
            || self.pending.is_some()
            || self.nmi
            || self.common.zero_cost.in_handler
            || self.watch.on
            || self.activity.state != CoreState::Running
            || self.st.interrupt_due();
    }

    /// `trap` is taken before the next instruction, unless another one is already.
    pub(crate) fn trap_behind(&mut self, trap: Trap) {
        self.pending = self.pending.or(Some(trap));
        self.pending_work = true;
    }

    /// The slice ends after this instruction: the board has an effect to carry out.
    pub(crate) fn end_slice(&mut self) {
        self.common.yield_now = true;
        self.pending_work = true;
    }

    /// Continues at `pc`: fetched bytes are dropped.
    #[inline(always)]
    pub(crate) fn redirect(&mut self, pc: u32) {
        self.st.pc = pc;
        self.group = NO_GROUP;
    }

    /// Begins execution at `pc`.
    pub(crate) fn begin_at(&mut self, pc: u32) {
        self.redirect(pc & !1);
        self.history = History::default();
        self.note_transfer(self.st.pc, self.st.pc);
    }

    /// Notes a control transfer from `pc` for crash messages.
    #[inline(always)]
    pub(crate) fn note_transfer(&mut self, pc: u32, target: u32) {
        self.history.note(pc, target);
    }

    /// The last instructions executed, oldest first.
    pub(crate) fn executed_before(&self) -> Vec<Past> {
        self.history.executed(self.st.pc, |pc| {
            let insn = self.code.get(self.mem.physical(pc).into())?.decoded()?;
            Some(insn.len.into())
        })
    }

    /// Reports the first write of an own register that ENDINIT forbids; it traps, too.
    pub(crate) fn warn_of_endinit(&mut self, off: u32, cx: &mut RunCx<'_>) {
        if std::mem::replace(&mut self.warned_endinit, true) {
            return;
        }
        let register = u16::try_from(off).ok().and_then(isa::csfr::name);
        let what = format!(
            "core {} at pc {:#010x}: MTCR: write of {} refused with a bus error, for it is protected and \
             ENDINIT of the core's watchdog is set",
            self.common.id,
            self.st.pc,
            register.unwrap_or_else(|| format!("register {off:#x}").into())
        );
        cx.bus.warn(self.common.id, self.tick(), &what);
    }
}
