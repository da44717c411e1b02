//! One LEON core: what it is made of, its time, and the trace events and meters that are its own.

use crate::accounts::ProfileCounts;
use crate::blocks::{self, Blocks, PendingExit};
use crate::charges::Charges;
use crate::code::Translation;
use crate::code_pages::CodePages;
use crate::counters::Counters;
use crate::fpu::Fpu;
use crate::memory::{InFlight, MemorySide};
use crate::meters::Meter;
use crate::noted::Noted;
use crate::params::Params;
use crate::pipeline::Pipeline;
use crate::short_slices::ShortSlices;
use crate::spin::Spin;
use crate::state::{Psr, Regs, State};
use crate::tally::{COUNTED, Tally};
use crate::trap::Exc;
use crate::trap_stack::TrapStack;
use crate::window::{FetchWindow, HotState};
use crate::window_left::WindowLeft;
use serde::{Deserialize, Serialize};
use trueboard_core::cpu::RunCx;
use trueboard_core::fact::{ControlFlow, Fact, FactBuf, FactKind, Source};
use trueboard_core::meter::Meters;
use trueboard_core::observe::Running;
use trueboard_core::time::{Clock, Tick};
use trueboard_engine::common::{Activity, Common};
use trueboard_engine::derived::Derived;
use trueboard_engine::guest::Guest;
use trueboard_engine::history::History;
use trueboard_engine::pages::{DecodedCode, Invalidated};

/// One core.
#[derive(Clone, Serialize, Deserialize)]
pub struct Leon {
    pub(crate) params: Params,
    pub(crate) common: Common,
    pub(crate) state: State,
    pub(crate) counters: Counters,
    pub(crate) fpu: Fpu,
    pub(crate) memory: MemorySide,
    pub(crate) activity: Activity,
    pub(crate) control: Control,
    /// The core's own time.
    pub(crate) cycle: u64,
    /// Work is pending before the next instruction: an interrupt, an annulled slot, a store error, the end of the
    /// slice. The loop tests no other condition.
    pub(crate) pending_work: bool,
    pub(crate) in_flight: InFlight,
    pub(crate) pipeline: Pipeline,
    /// Control transfers, with the marks of `history.rs`.
    pub(crate) history: History,
    /// Traps not returned from, for crash messages.
    pub(crate) trap_stack: TrapStack,
    pub(crate) tally: Tally,
    pub(crate) code: CodePages,

    // Not state: derived, or valid within one slice only.
    #[serde(skip)]
    pub(crate) limits: Limits,
    #[serde(skip)]
    pub(crate) window: FetchWindow,
    #[serde(skip)]
    pub(crate) next_npc: u32,
    #[serde(skip)]
    pub(crate) spin: Spin,
    /// Not there while they are executed.
    #[serde(skip)]
    pub(crate) blocks: Derived<Option<Box<Blocks<Leon>>>>,
    /// Their code.
    #[serde(skip)]
    pub(crate) translation: Derived<Option<Box<Translation<Leon>>>>,
    /// The cycle in which the block being executed was entered, or would have been: what was waited for
    /// since then is added.
    #[serde(skip)]
    pub(crate) base: u64,
    /// What is to be known of it while it is executed.
    #[serde(skip)]
    pub(crate) exit: PendingExit,
    /// The instruction at which it stopped.
    #[serde(skip)]
    pub(crate) stopped: u32,
    /// It stopped at a load from a line that cores hand to each other.
    #[serde(skip)]
    pub(crate) at_contended_load: bool,
    /// Each line of the block under way is taken when it is reached.
    #[serde(skip)]
    pub(crate) takes_lines: bool,
    /// Why an instruction of a block has failed.
    #[serde(skip)]
    pub(crate) failure: Exc,
    /// Whether slices are too short for blocks.
    #[serde(skip)]
    pub(crate) short_slices: ShortSlices,
    /// What is reported of calls, returns and traps.
    #[serde(skip)]
    pub(crate) flow: ControlFlow,
    /// An instruction of a block is being executed.
    #[serde(skip)]
    pub(crate) in_block: bool,
    /// There while an observer chooses accounts.
    #[serde(skip)]
    pub(crate) profile: Derived<Option<Box<ProfileCounts>>>,
    /// What was metered by instruction.
    #[serde(skip)]
    pub(crate) charges: Derived<Option<Box<Charges>>>,
    /// What the checks get to know of blocks.
    #[serde(skip)]
    pub(crate) noted: Derived<Noted>,
    /// The window that WRPSR has left, while facts are reported: no part of the state, which is that of a run without.
    #[serde(skip)]
    pub(crate) window_left: WindowLeft,
}

/// What comes from outside of the core, and is due before an instruction.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct Control {
    /// Interrupt request level at the input.
    pub irl: u8,
    /// Instructions to execute before an interrupt may be taken (after a wake-up).
    pub irq_delay: u8,
    /// The current instruction requested power-down.
    pub power_down: bool,
    /// A buffered store ended in a bus error at this cycle; it was made by the instruction at this
    /// address.
    pub store_error: Option<(u64, u32)>,
}

/// Up to which of its own cycles the core may do what, in this slice.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    pub until: u64,
    pub shared: u64,
    pub sync: u64,
    /// Cores wait that a store may have to wake.
    pub waiters: bool,
}

impl Leon {
    /// A core as after reset, held until it is started.
    pub fn new(params: Params, id: u8, clock: Clock) -> Leon {
        let state = State {
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
            asr17: asr17_reset(&params, id),
            watch: [0; 8],
        };
        Leon {
            state,
            counters: Counters::default(),
            fpu: Fpu::default(),
            memory: MemorySide::new(&params),
            activity: Activity::held(),
            control: Control::default(),
            cycle: 0,
            pending_work: false,
            in_flight: InFlight::default(),
            pipeline: Pipeline::default(),
            history: History::default(),
            trap_stack: TrapStack::default(),
            tally: Tally::default(),
            code: CodePages::default(),
            limits: Limits::default(),
            window: FetchWindow::default(),
            next_npc: 0,
            spin: Spin::default(),
            blocks: Derived::default(),
            translation: Derived::default(),
            base: 0,
            short_slices: ShortSlices::default(),
            flow: ControlFlow::Unreported,
            window_left: WindowLeft::default(),
            exit: PendingExit::default(),
            stopped: 0,
            at_contended_load: false,
            takes_lines: false,
            failure: Exc::Alone,
            in_block: false,
            profile: Derived::default(),
            charges: Derived::default(),
            noted: Derived::default(),
            params,
            common: Common::new(id, clock),
        }
    }

    /// Adds to a meter of the current mode.
    #[inline(always)]
    pub(crate) fn meter(&mut self, m: Meter, n: u64) {
        if self.common.zero_cost.active {
            return;
        }
        self.tally.add(m, n);
    }

    /// Lets `cycles` pass, charged to `m`.
    #[inline(always)]
    pub(crate) fn stall(&mut self, m: Meter, cycles: u64) {
        if cycles != 0 && !self.common.zero_cost.active {
            self.cycle += cycles;
            self.meter(m, cycles);
        }
    }

    /// Waits until cycle `until`, charged to `m`.
    #[inline(always)]
    pub(crate) fn wait_until(&mut self, m: Meter, until: u64) {
        self.stall(m, until.saturating_sub(self.cycle));
    }

    /// This core's time.
    #[inline]
    pub(crate) fn tick(&self) -> Tick {
        self.common.tick(self.cycle)
    }

    /// Shows the board an access to register `asr` of the up-counter.
    #[inline(never)]
    pub(crate) fn clock_access(&self, cx: &mut RunCx<'_>, asr: u8, value: u32, write: bool) {
        let (core, pc, offset) = (self.common.id, self.state.pc.into(), asr.into());
        let kind = match write {
            false => FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            },
            true => FactKind::RegWrite {
                core,
                pc,
                offset,
                value,
            },
        };
        let source = Source::Core(core);
        let at = self.tick();
        cx.bus.clock_access(&Fact { at, source, kind });
    }

    /// Counts and meters the blocks that were executed since the last call.
    pub(crate) fn meter_blocks(&mut self) {
        if let Some(blocks) = self.blocks.take() {
            self.meter_all_of(&blocks);
            *self.blocks = Some(blocks);
        }
    }

    /// Meters all executions of `blocks`, which are those of the core.
    pub(crate) fn meter_all_of(&mut self, blocks: &Blocks<Leon>) {
        if let Some(charges) = &mut *self.charges {
            charges.keep(&self.tally);
        }
        if let Some(translation) = &mut *self.translation {
            translation.count(blocks);
        }
        blocks::meter_executed(blocks, &mut self.tally);
        if let Some(profile) = &mut *self.profile {
            profile.meter_all(blocks, &mut self.tally);
        }
        if let Some(charges) = &mut *self.charges {
            charges.stands_at(&self.tally);
        }
    }

    /// A copy of the core as if its blocks were metered; it has none, and no observer.
    pub(crate) fn state_alone(&self) -> Leon {
        let mut state = self.clone();
        if let Some(blocks) = self.blocks.as_deref() {
            blocks::meter_pending(blocks, &mut state.tally);
            if let Some(translation) = self.translation.as_deref() {
                translation.pending(blocks, |_, node, times| {
                    let metered = &node.timing.details.metered;
                    metered.add_to(&mut state.tally, times);
                });
            }
            if let Some(profile) = self.profile.as_deref() {
                profile.meter_pending(blocks, &mut state.tally);
            }
        }
        state.tally.keep_flushed(None);
        state
    }

    /// Code was overwritten: no block leads to another one any more.
    pub(crate) fn unlink_blocks(&mut self) {
        if let Some(blocks) = &mut *self.blocks {
            blocks.unlink();
        }
        if let Some(translation) = &mut *self.translation {
            translation.unlink();
        }
    }

    /// Forgets all blocks.
    pub(crate) fn clear_blocks(&mut self) {
        self.meter_blocks();
        if let Some(blocks) = self.blocks.take() {
            self.charge_nodes(&blocks);
        }
        *self.translation = None;
        self.noted.block.forget_numbers();
        self.code.forget_blocks();
    }

    /// Flushes pending counts, which belong to the current mode, into the board's meters.
    pub(crate) fn flush_meters(&mut self, meters: &mut Meters) {
        self.meter_blocks();
        if let Some(bank) = meters.cores.get_mut(usize::from(self.common.id)) {
            self.flush_to(bank, self.state.psr.s, self.cycle);
        }
    }

    /// Flushes pending counts after the instruction in `l` has changed the mode: that instruction, its
    /// cycle included, and all before it belong to mode `old`.
    #[inline(never)]
    pub(crate) fn leave_mode(&mut self, l: &HotState, old: bool, meters: &mut Meters) {
        self.meter_blocks();
        if let Some(bank) = meters.cores.get_mut(usize::from(self.common.id)) {
            let issue = u64::from(!l.free);
            self.flush_to(bank, old, self.cycle + issue);
        }
    }

    /// Changes PSR.S. An instruction that does so belongs to the old mode ([`Leon::leave_mode`]).
    pub(crate) fn set_supervisor(&mut self, s: bool) {
        if s != self.state.psr.s {
            self.state.psr.s = s;
            // Translation and protection depend on the mode.
            self.in_flight.fetch.invalidate();
        }
    }

    /// Whether the current input level would interrupt.
    pub(crate) fn interrupt_due(&self) -> bool {
        self.state.psr.et && (self.control.irl == 15 || self.control.irl > self.state.psr.pil)
    }

    /// Computes whether work is pending; call after every action that may change the result.
    pub(crate) fn recompute_pending(&mut self) {
        self.pending_work = self.state.annul
            || self.common.yield_now
            || self.control.power_down
            || self.control.store_error.is_some()
            || self.control.irq_delay != 0
            || self.interrupt_due();
    }

    /// Ends the slice after this instruction: a device was accessed.
    pub(crate) fn end_slice(&mut self) {
        self.common.yield_now = true;
        self.pending_work = true;
    }

    /// Records a control-flow fact, and does what observers ask for.
    pub(crate) fn fact(&mut self, cx: &mut RunCx<'_>, kind: FactKind) {
        let mut blocks = self.blocks.take().unwrap_or_default();
        self.tally.beyond_hot |= COUNTED;
        self.fact_behind(&mut blocks, cx, kind);
        *self.blocks = Some(blocks);
    }

    /// [`Leon::fact`] where the blocks of the core are being executed, none of them in part.
    pub(crate) fn fact_behind(
        &mut self,
        blocks: &mut Blocks<Leon>,
        cx: &mut RunCx<'_>,
        kind: FactKind,
    ) {
        let at = self.tick();
        let asked = cx.facts.control(at, self.common.id, kind);
        if let Some(account) = asked.account() {
            self.turn_to(account, blocks);
        }
        if asked.meters {
            self.meter_all_of(blocks);
            self.measured(cx);
        }
    }

    /// Hands observers the meters of this moment; blocks are metered.
    pub(crate) fn measured(&mut self, cx: &mut RunCx<'_>) {
        self.tally.bring_cycles(self.cycle);
        let at = self.tick();
        if let Some(running) = self.tally.running() {
            cx.facts.measured(at, self.common.id, &running);
        } else if let Some(bank) = cx.meters.cores.get_mut(usize::from(self.common.id)) {
            self.flush_to(bank, self.state.psr.s, self.cycle);
            cx.facts
                .measured(at, self.common.id, &Running::of_bank(bank));
        }
    }

    /// What is reported of control flow is not what was reported so far.
    #[cold]
    pub(crate) fn observe_control(&mut self, facts: &FactBuf, meters: &Meters) {
        self.flow = facts.control_flow();
        self.code_mut().clear();
        self.code_changed(Invalidated::All);
        let bank = meters.cores.get(usize::from(self.common.id));
        let accounts = self.flow.has_accounts();
        self.tally
            .keep_flushed(bank.filter(|_| facts.on() && !accounts));
        self.choose_accounts(accounts, bank);
        if let Some(charges) = &mut *self.charges {
            charges.stands_at(&self.tally);
        }
    }
}

/// %asr17 after reset: INDEX, DBPM=1, FPU, V8, watchpoints, windows (UM 1.7 p. 67).
fn asr17_reset(params: &Params, id: u8) -> u32 {
    u32::from(id) << 28
        | 1 << 25
        | u32::from(params.fpu) << 10
        | 1 << 8
        | u32::from(params.watchpoints) << 5
        | u32::from(params.windows - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reset_values_of_the_gr740() {
        let c = Leon::new(Params::default(), 2, Clock::new(2));
        assert_eq!(c.state.asr17, 0x2200_0587);
        assert_eq!(c.memory.icfg, 0x1323_0008);
        assert_eq!(c.memory.dcfg, 0x1b23_0008);
        assert_eq!(c.state.psr.to_bits(), 0xf300_00c0);
        assert_eq!(c.state.tbr, 0xc000_0000);
    }
}
