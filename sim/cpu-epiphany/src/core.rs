//! One core: its state, and the bookkeeping of time that every part uses.

use crate::blocks;
use crate::code::{self, Behind, ForCode, Translation};
use crate::code_pages::Code;
use crate::counters::timer::Timer;
use crate::counters::{counts::Counts, events::Counted};
use crate::decoded::DecodedInsn;
use crate::dma::channel::Channel;
use crate::memory::bank_use::{BankUse, MeshUse};
use crate::memory::banks::Banks;
use crate::memory::lines::Lines;
use crate::memory::map::SRAM;
use crate::memory::touched::Touched;
use crate::memory::ways::Outside;
use crate::noted::Noted;
use crate::params::Params;
use crate::pipeline::{HotState, Scoreboard};
use crate::slice::Limits;
use crate::spin::Spin;
use crate::state::{State, debug, irq};
use crate::status::ACTIVE;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use trueboard_core::cpu::{Past, RunCx};
use trueboard_core::fact::CoreState;
use trueboard_core::meter::Meters;
use trueboard_core::time::{Clock, Tick};
use trueboard_engine::common::{Activity, Common};
use trueboard_engine::derived::Derived;
use trueboard_engine::history::History;

/// One eCore.
#[derive(Clone, Serialize, Deserialize)]
pub struct Ecore {
    pub(crate) params: Params,
    pub(crate) common: Common,

    pub(crate) st: State,
    pub(crate) live: HotState,
    pub(crate) ready: Scoreboard,
    pub(crate) timers: [Timer; 2],
    /// The cycle of the next test of the counters.
    pub(crate) alarm: u64,
    /// The last alarm that was requested from the board.
    pub(crate) reminded: u64,
    pub(crate) dma: [Channel; 2],
    pub(crate) lines: Lines,
    pub(crate) outside: Outside,
    pub(crate) touched: Touched,

    pub(crate) activity: Activity,
    /// Work is pending before the next instruction.
    pub(crate) pending_work: bool,
    /// GIE was just executed and IDLE follows: no interrupt is taken in between.
    pub(crate) gie_idle: bool,
    /// Cycles in which the counters stood still.
    pub(crate) frozen: u64,
    pub(crate) counts: Counts,
    /// As of the last flush into the board's meters.
    pub(crate) flushed: Counts,
    pub(crate) history: History,
    /// Before this cycle nothing comes too early for what the core does, as of the end of its slice.
    pub(crate) safe_until: u64,
    /// Banks of the SRAM: when the mesh used each, and when loads and stores did.
    pub(crate) mesh: MeshUse,
    pub(crate) banks: [BankUse; 4],

    // Not state: derived, or valid within one slice only.
    #[serde(skip)]
    pub(crate) code: Code,
    /// Code of its blocks.
    #[serde(skip)]
    pub(crate) translation: Derived<Option<Box<Translation<Ecore>>>>,
    /// Where the slice before ended.
    #[serde(skip)]
    pub(crate) behind: Derived<Option<Behind>>,
    /// What it shows to code.
    #[serde(skip)]
    pub(crate) for_code: ForCode,
    /// Number of the SRAM among the board's memories.
    #[serde(skip)]
    pub(crate) sram: usize,
    /// The cycle in which the slice began: what arrived before is where it belongs.
    #[serde(skip)]
    pub(crate) slice_start: u64,
    /// The loop that the core may wait in.
    #[serde(skip)]
    pub(crate) spin: Spin,
    /// What holds within the slice, between looks.
    #[serde(skip)]
    pub(crate) limits: Limits,
    /// The end of the hardware loop that was looked at last, for warnings.
    #[serde(skip)]
    pub(crate) checked_loop: u32,
    /// A warning was given of a multicast that the chip would not take.
    #[serde(skip)]
    pub(crate) warned_multicast: bool,
    /// Where the last load or store of a single step was, and how many bytes.
    #[serde(skip)]
    pub(crate) accessed: (u32, u8),
    /// What the checks get to know of blocks.
    #[serde(skip)]
    pub(crate) noted: Derived<Noted>,
    /// A debugger watches loads: they are single steps.
    #[serde(skip)]
    pub(crate) reads_watched: bool,
    /// It is at a breakpoint between two instructions that issue together.
    #[serde(skip)]
    pub(crate) between: bool,
}

impl Ecore {
    /// Core number `id` of the board as after reset, asleep until it gets an interrupt.
    pub fn new(params: Params, id: u8, clock: Clock) -> Ecore {
        Ecore {
            st: State::new(&params, id),
            live: HotState {
                loop_end: 1,
                ..HotState::default()
            },
            ready: Scoreboard::new(),
            timers: Default::default(),
            alarm: u64::MAX,
            reminded: u64::MAX,
            dma: Default::default(),
            lines: Lines::default(),
            outside: Outside::default(),
            touched: Touched::default(),
            activity: Activity::held(),
            pending_work: true,
            gie_idle: false,
            frozen: 0,
            counts: Counts::new(),
            flushed: Counts::new(),
            history: History::default(),
            safe_until: 0,
            mesh: MeshUse::default(),
            banks: Default::default(),
            code: Code::default(),
            translation: Derived::default(),
            behind: Derived::default(),
            for_code: ForCode::default(),
            sram: 0,
            slice_start: 0,
            spin: Spin::default(),
            limits: Limits::default(),
            checked_loop: 0,
            warned_multicast: false,
            accessed: (0, 0),
            noted: Derived::default(),
            reads_watched: false,
            between: false,
            params,
            common: Common::new(id, clock),
        }
    }

    /// First address of its window.
    #[inline(always)]
    pub(crate) fn base(&self) -> u64 {
        self.st.base()
    }

    /// Cycle `cycle` in the board's time.
    #[inline]
    pub(crate) fn tick(&self, cycle: u64) -> Tick {
        self.common.tick(cycle)
    }

    /// The first own cycle at or after `at`.
    #[inline]
    pub(crate) fn cycle_of(&self, at: Tick) -> u64 {
        if at == Tick::NEVER {
            return u64::MAX;
        }
        self.common.cycle_of(at)
    }

    /// Puts the time of a core that does nothing forward to cycle `at`.
    pub(crate) fn skip(&mut self, at: u64) {
        let Some(n) = at.checked_sub(self.live.now).filter(|&n| n != 0) else {
            return;
        };
        let why = if self.outside.hangs {
            Counted::RawExternal
        } else if self.st.halted() {
            Counted::Halted
        } else {
            Counted::Idle
        };
        self.live.wait(why, at, &mut self.counts);
        if self.st.paused() {
            self.frozen += n;
        }
    }

    /// As [`Ecore::skip`], of a core that may run.
    pub(crate) fn skip_idle(&mut self, at: u64) {
        if !self.activity.is_running() {
            self.skip(at);
        }
    }

    /// The interrupt that would be taken now.
    pub(crate) fn due(&self) -> Option<u32> {
        let n = self.st.interrupt()?;
        (!self.outside.is_busy()).then_some(n)
    }

    /// A request: it wakes the core if it will be taken.
    pub(crate) fn request(&mut self, n: u32, at: u64) {
        self.st.ilat |= 1 << n & irq::ALL;
        self.wake_if_due(at);
    }

    /// A sleeping core continues in cycle `at` when an interrupt is due.
    pub(crate) fn wake_if_due(&mut self, at: u64) {
        let sleeps = matches!(self.activity.state, CoreState::Idle | CoreState::Held);
        if sleeps && self.due().is_some() && !self.st.halted() && !self.st.in_reset {
            self.skip(at);
            self.st.status |= ACTIVE;
            self.activity.state = CoreState::Running;
        }
        self.pending_work = true;
    }

    /// IDLE: it sleeps until an interrupt is due.
    pub(crate) fn sleep(&mut self) {
        self.st.status &= !ACTIVE;
        self.activity.state = CoreState::Idle;
    }

    /// The banks of the SRAM, and where the core is.
    #[inline(always)]
    pub(crate) fn banks(&mut self) -> (Banks<'_>, &mut HotState) {
        let banks = Banks {
            mesh: &mut self.mesh,
            own: &mut self.banks,
            touched: &mut self.touched,
            counts: &mut self.counts,
        };
        (banks, &mut self.live)
    }

    /// The mesh accesses the SRAM at `address` in cycle `t`.
    pub(crate) fn reach(&mut self, address: u32, t: u64, write: bool) {
        let (runs, safe_until) = (self.activity.is_running(), self.safe_until);
        let (banks, l) = self.banks();
        banks.reach(address, t, write, runs.then_some(l), safe_until);
    }

    /// The core, and the instruction at its program counter: the origin of a report.
    pub(crate) fn by(&self) -> (u8, u64) {
        (self.common.id, self.live.pc.into())
    }

    /// Brings the board's meters up to the core's own time.
    pub(crate) fn report_meters(&mut self, meters: &mut Meters) {
        self.lines.settle(self.live.now, &mut self.counts);
        self.hand_over(meters);
    }

    /// Ready times have changed as no instruction of a block changes them.
    pub(crate) fn loads_outside(&mut self) {
        self.for_code.settled_from = None;
        *self.behind = None;
    }

    /// No register has a ready time in cycle `from` or later that a load from outside has set.
    #[inline(always)]
    pub(crate) fn is_settled(&mut self, from: u64) -> bool {
        let settled = self.for_code.settled_from;
        let settled = settled.unwrap_or_else(|| self.find_settled());
        from >= settled
    }

    #[cold]
    #[inline(never)]
    fn find_settled(&mut self) -> u64 {
        let latest = self.ready.all().iter().max();
        let settled = latest.map_or(0, |code| (code >> 3) + 1);
        self.for_code.settled_from = Some(settled);
        settled
    }

    /// Adds what executions of blocks count as to the sums.
    pub(crate) fn meter_blocks(&mut self) {
        if let (Some(translation), Some(blocks)) =
            (self.translation.as_deref_mut(), self.code.blocks.as_deref())
        {
            code::count(translation, blocks);
        }
        self.code.meter(&mut self.counts);
    }

    /// The sums, with what executions of blocks count as.
    pub(crate) fn all_counts(&self) -> Cow<'_, Counts> {
        let blocks = self.code.unmetered();
        let translation = self.translation.as_deref();
        let in_code = translation.filter(|code| !code.translator.is_drained());
        if blocks.is_none() && in_code.is_none() {
            return Cow::Borrowed(&self.counts);
        }
        let mut counts = self.counts.clone();
        if let Some(blocks) = blocks {
            blocks.pending(|insns, timing, times| blocks::count(insns, timing, times, &mut counts));
        }
        if let (Some(code), Some(blocks)) = (in_code, self.code.blocks.as_deref()) {
            code.pending(blocks, |_, node, times| {
                let insns = blocks.of(node).insns();
                blocks::count(insns, &node.timing, times, &mut counts);
            });
        }
        Cow::Owned(counts)
    }

    /// No code leads to that of another node.
    pub(crate) fn unlink_code(&mut self) {
        if let Some(translation) = &mut *self.translation {
            translation.unlink();
        }
    }

    /// Forgets all blocks.
    pub(crate) fn clear_blocks(&mut self) {
        self.meter_blocks();
        *self.code.blocks = None;
        *self.translation = None;
        *self.behind = None;
        self.code.pages.forget_blocks();
        self.noted.block.forget_numbers();
    }

    /// Adds what was counted to the board's meters, besides the fetch under way.
    pub(crate) fn hand_over(&mut self, meters: &mut Meters) {
        self.meter_blocks();
        if let Some(bank) = meters.cores.get_mut(usize::from(self.common.id))
            && self.counts != self.flushed
        {
            self.counts.hand_over(&self.flushed, bank);
            self.flushed.clone_from(&self.counts);
        }
    }

    /// A breakpoint or TRAP halts the core, or a debugger does.
    pub(crate) fn halt(&mut self, flag: u32) {
        self.st.debug |= debug::HALT | flag;
        if self.activity.state == CoreState::Running {
            self.activity.state = CoreState::Idle;
        }
        self.pending_work = true;
    }

    /// Begins execution at `pc`.
    pub(crate) fn begin_at(&mut self, pc: u32) {
        self.live.go(self.live.now, pc & !1);
        self.lines = Lines::default();
        self.history = History::default();
        self.history.note(self.live.pc, self.live.pc);
    }

    /// Puts the end of the hardware loop where the loop looks for it.
    pub(crate) fn review_loop(&mut self) {
        self.live.loop_end = if self.st.lc != 0 { self.st.le } else { 1 };
    }

    /// The address that the core's own address `at` has for all.
    pub(crate) fn global(&self, at: u32) -> u64 {
        self.st.global(at)
    }

    /// The decoded instruction of the SRAM at `pc`.
    pub(crate) fn own_insn(&self, pc: u32) -> Option<&DecodedInsn> {
        let own = pc < SRAM;
        own.then(|| self.code.known(self.base() + u64::from(pc)))?
    }

    /// Finds the SRAM among the board's memories.
    pub(crate) fn find_sram(&mut self, cx: &RunCx<'_>) -> bool {
        let base = self.base();
        let found = cx.mem.regions().get(self.sram);
        if found.is_none_or(|r| r.base != base) {
            match cx.mem.find(base, SRAM.into()) {
                Some(i) => self.sram = i,
                None => return false,
            }
        }
        true
    }

    /// The last instructions executed, oldest first.
    pub(crate) fn executed_before(&self) -> Vec<Past> {
        self.history.executed(self.live.pc, |pc| {
            let slot = self.code.known(self.global(pc))?;
            Some(slot.op.len.into())
        })
    }
}
