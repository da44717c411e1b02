//! The core as the board sees it.

use crate::checked;
use crate::core::Ecore;
use crate::counters::timer::Timer;
use crate::dma::channel::Channel;
use crate::memory::map::SRAM;
use crate::meters::METERS;
use crate::state::{config, debug};
use crate::status::ACTIVE;
use crate::{isa, names};
use std::borrow::Cow;
use trueboard_core::bus::BusFault;
use trueboard_core::cpu::{
    Core, ErrorStop, LoaderWords, Past, RegName, RunCx, Standstill, Stop, Wait,
};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::mem::Memory;
use trueboard_core::meter::{Accounts, Dictionary, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::observe::RegSet;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::Tick;
use trueboard_engine::zero_cost::ZeroCost;

/// Size of a core's window.
const WINDOW: u64 = 1 << 20;
/// The line by which another core's MBKPT arrives. Others are interrupts by number.
const PIN_MBKPT: u8 = 16;

impl Core for Ecore {
    fn now(&self) -> Tick {
        self.tick(self.live.now)
    }

    fn state(&self) -> CoreState {
        self.state
    }

    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop {
        let stop = self.run_slice(cx);
        self.ran = match self.live.rested {
            0 => self.live.now.min(self.live.ends),
            behind => behind,
        };
        self.spin_ends(&stop);
        stop
    }

    #[inline]
    fn waits(&self) -> Option<Wait> {
        self.spin_wait()
    }

    fn wait_until(&mut self, at: Tick) {
        self.spin_on(self.cycle_of(at));
    }

    fn look_again(&mut self) {
        self.spin.forget();
    }

    fn registers_changed(&mut self, at: Tick, _meters: &mut Meters) {
        self.spin.forget();
        self.wake_if_due(self.cycle_of(at));
    }

    fn window(&self) -> Option<(u64, u64)> {
        Some((self.base(), self.base() + WINDOW))
    }

    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        self.take_mail(delivery, at, cx)
    }

    fn meters(&self) -> &'static Dictionary {
        &METERS
    }

    fn accounts(&self) -> Option<&Accounts> {
        Some(&self.accounts)
    }

    fn signal(&mut self, signal: CoreSignal, at: Tick, _meters: &mut Meters) {
        let t = self.cycle_of(at);
        self.spin.forget();
        match signal {
            // A loader has written what it has to tell the program, and raises SYNC.
            CoreSignal::Start(None) => self.request(crate::state::irq::SYNC, t),
            CoreSignal::Start(Some(pc)) => {
                if self.state != CoreState::Running {
                    self.skip(t);
                    self.st.status |= ACTIVE;
                    self.state = CoreState::Running;
                }
                self.begin_at(pc as u32);
            }
            CoreSignal::Line { pin, level: true } => match pin {
                PIN_MBKPT if self.st.config & config::MBKPTEN != 0 => {
                    if self.state != CoreState::Running {
                        self.skip(t);
                    }
                    self.halt(debug::MBKPT_FLAG);
                }
                PIN_MBKPT => {}
                _ => self.request(pin.into(), t),
            },
            CoreSignal::ForceError => {
                self.error = Some(ErrorStop {
                    trap: 0,
                    pc: self.live.pc.into(),
                    what: "stopped from outside".to_owned(),
                    exit: None,
                });
                self.state = CoreState::Error;
            }
            CoreSignal::Wake => self.wake_if_due(t),
            CoreSignal::Irq(_)
            | CoreSignal::Nmi
            | CoreSignal::Sleep
            | CoreSignal::Line { level: false, .. } => {}
        }
        self.attention = true;
    }

    fn skip_to(&mut self, at: Tick, _meters: &mut Meters) {
        self.skip(self.cycle_of(at));
    }

    fn settle(&mut self, meters: &mut Meters) {
        self.report_meters(meters);
    }

    fn pc(&self) -> u64 {
        self.live.pc.into()
    }

    fn next_instruction(&self) -> Option<u64> {
        let first = self.due().is_none() || self.gie_idle;
        first.then_some(self.live.pc.into())
    }

    fn stands_between(&self) -> bool {
        self.between
    }

    fn stand_between(&mut self, between: bool) {
        self.between = between;
    }

    fn checks_stops(&self) -> bool {
        true
    }

    fn set_breakpoints(&mut self, addresses: &[u64]) {
        for at in self.breakpoints.set(addresses) {
            if at < SRAM.into() {
                self.code.pages.forget_place(at);
            }
        }
    }

    fn watch_reads(&mut self, watched: bool) {
        self.reads_watched = watched;
    }

    fn holding(&self) -> RegSet {
        self.holds()
    }

    fn register_name(&self, place: usize) -> String {
        checked::name(place)
    }

    fn physical(&self, va: u64, _mem: &Memory) -> Option<u64> {
        Some(self.global(u32::try_from(va).ok()?))
    }

    fn left_by_loader(&self) -> Vec<LoaderWords> {
        self.loader_words()
    }

    fn start_vector(&self) -> Option<u64> {
        Some(0)
    }

    fn standstill(&self, mem: &Memory) -> Option<Standstill> {
        let to_itself = |op: isa::Op| op.opcode == isa::Opcode::B && op.imm == 0;
        let here = self.word(self.live.pc, mem).map(isa::decode);
        // Whoever can write its registers can interrupt it.
        here.is_some_and(to_itself).then(|| Standstill {
            pc: self.live.pc.into(),
            masked: false,
        })
    }

    fn is_quiet(&self) -> bool {
        !self.timers.iter().any(Timer::runs) && self.dma.iter().all(Channel::is_idle)
    }

    fn idles(&self) -> Option<&'static str> {
        let hangs = self.outside.hangs;
        hangs.then_some("waiting for a read that nobody answers")
    }

    fn history(&self) -> Vec<Past> {
        self.executed_before()
    }

    fn registers(&self) -> &'static [RegName] {
        names::REGISTERS
    }

    fn get(&self, i: usize) -> u64 {
        self.register(i).into()
    }

    fn set(&mut self, i: usize, value: u64) {
        self.set_register(i, value as u32);
    }

    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize) {
        let (word, len) = match *bytes {
            [a, b, c, d, ..] if isa::is_long(a.into()) => (u32::from_le_bytes([a, b, c, d]), 4),
            [a, b, ..] if !isa::is_long(a.into()) => (u16::from_le_bytes([a, b]).into(), 2),
            _ => return ("?".to_owned(), bytes.len()),
        };
        (isa::disasm(word, pc as u32), len)
    }

    fn set_free(&mut self, ranges: &[(u64, u64)]) {
        self.zero_cost = ZeroCost::new(ranges);
        self.clear_blocks();
        self.code.pages.clear();
    }

    fn save(&self) -> Vec<u8> {
        match self.all_counts() {
            Cow::Borrowed(_) => to_bytes(self),
            Cow::Owned(counts) => to_bytes(&Ecore {
                counts,
                ..self.clone()
            }),
        }
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state: Ecore = from_bytes(bytes)?;
        let zero_cost = std::mem::take(&mut self.zero_cost).moved();
        let breakpoints = std::mem::take(&mut self.breakpoints);
        let accounts = std::mem::take(&mut self.accounts);
        *self = Ecore {
            zero_cost,
            breakpoints,
            accounts,
            ..state
        };
        Ok(())
    }
}

impl Ecore {
    /// What a loader tells the program about its place: `e_group_config`, `e_emem_config` and its own
    /// flags (e-hal, `e-loader.c`).
    fn loader_words(&self) -> Vec<LoaderWords> {
        /// Object types, chip type and loader flags of e-hal.
        const GROUP: u32 = 3;
        const EXTERNAL: u32 = 5;
        const E16G301: u32 = 0;
        const BSS_CLEARED: u32 = 1;
        const PAD: u32 = 0xdead_beef;
        let p = &self.params;
        let (row, column) = (u32::from(p.row), u32::from(p.column));
        let group = [
            GROUP,
            E16G301,
            row << 6 | column,
            row,
            column,
            p.rows.into(),
            p.columns.into(),
            (self.id / p.columns).into(),
            (self.id % p.columns).into(),
            PAD,
        ];
        let external = [EXTERNAL, p.external.unwrap_or(0)];
        let words = |section, at, words: &[u32]| LoaderWords {
            section,
            at,
            bytes: words.iter().flat_map(|w| w.to_le_bytes()).collect(),
        };
        vec![
            words("workgroup_cfg", 0x28, &group),
            words("ext_mem_cfg", 0x50, &external),
            words("loader_cfg", 0x58, &[BSS_CLEARED, 0, 0, 0]),
        ]
    }
}
