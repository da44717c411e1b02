//! The two event counters CTIMER0 and CTIMER1 (AR, event timers). They count down, stop at 0 and
//! then request an interrupt.
//!
//! A counter is what it was when it was last set, less what its event has counted since. No event
//! happens more than once per cycle, so a counter at n cannot reach 0 in fewer than n cycles: the core
//! looks then, and again as often as needed.

pub(crate) mod counts;
pub mod events;
pub(crate) mod timer;

use crate::core::Ecore;
use crate::counters::timer::Timer;
use crate::state::{config, irq};
use trueboard_core::meter::CoreBank;

/// Events that go on while the core sleeps.
const CLK: u8 = 1;
const IDLE: u8 = 2;
const EXT_FETCH_STALLS: u8 = 0xc;
/// What MESHEVENT0 in MESHCFG selects, and what MESHEVENT1 does.
const MESH_0: u8 = 0xe;
const MESH_1: u8 = 0xf;

impl Ecore {
    /// How often event `select` has happened before cycle `now`; `bank` has what the mesh counts.
    fn event(&self, select: u8, now: u64, bank: Option<&CoreBank>) -> u64 {
        let core = || events::meters(false, select).iter();
        let of_core = || {
            let counts = self.all_counts();
            core().map(|&m| counts.meter(m)).sum::<u64>()
        };
        let mesh = |shift: u32| {
            let meters = events::meters(true, (self.st.meshcfg >> shift & 15) as u8).iter();
            bank.map_or(0, |b| meters.map(|&m| b.get(m)).sum())
        };
        match select {
            CLK => now - self.frozen,
            // What is waited for at this moment is counted when it is over.
            EXT_FETCH_STALLS => of_core() + self.lines.waited(now),
            MESH_0 => mesh(8),
            MESH_1 => mesh(4),
            _ => of_core(),
        }
    }

    /// What counter `n` shows in cycle `now`.
    pub(crate) fn timer(&self, n: usize, now: u64, bank: Option<&CoreBank>) -> u32 {
        let timer = &self.timers[n & 1];
        timer.read(self.event(timer.select, now, bank))
    }

    /// Sets counter `n`; it continues from there in cycle `now`.
    pub(crate) fn set_timer(&mut self, n: usize, value: u32, now: u64, bank: Option<&CoreBank>) {
        self.meter_blocks();
        let select = self.timers[n & 1].select;
        self.timers[n & 1] = Timer {
            value,
            from: self.event(select, now, bank),
            select,
        };
        self.set_alarm(now, bank);
    }

    /// The selections in CONFIG, or the mesh events, hold from cycle `now` on; `before` changes them.
    pub(crate) fn select_events(
        &mut self,
        now: u64,
        bank: Option<&CoreBank>,
        change: impl FnOnce(&mut Ecore),
    ) {
        let values = [0, 1].map(|n| self.timer(n, now, bank));
        change(self);
        for (n, value) in values.into_iter().enumerate() {
            let shift = config::CTIMER_SHIFT + 4 * n as u32;
            self.timers[n].select = (self.st.config >> shift & 15) as u8;
            self.set_timer(n, value, now, bank);
        }
    }

    /// The next test of the counters.
    fn set_alarm(&mut self, now: u64, bank: Option<&CoreBank>) {
        let next = |n: usize| match self.timers[n].runs() {
            true => now + u64::from(self.timer(n, now, bank)),
            false => u64::MAX,
        };
        self.alarm = next(0).min(next(1));
    }

    /// When a counter of an idle core reaches 0: only time advances then.
    pub(crate) fn alarm_asleep(&self) -> u64 {
        let (now, halted, paused) = (self.live.now, self.st.halted(), self.st.paused());
        let next = |n: usize| match self.timers[n].select {
            CLK if paused => u64::MAX,
            IDLE if halted => u64::MAX,
            CLK | IDLE if self.timers[n].runs() => now + u64::from(self.timer(n, now, None)),
            _ => u64::MAX,
        };
        next(0).min(next(1))
    }

    /// Tests the counters: those that have reached 0 stop and request their interrupts.
    pub(crate) fn look_at_timers(&mut self, now: u64, bank: Option<&CoreBank>) {
        self.meter_blocks();
        for n in 0..2 {
            if self.timers[n].runs() && self.timer(n, now, bank) == 0 {
                self.timers[n].value = 0;
                self.st.ilat |= 1 << (irq::CTIMER0 + n as u32);
            }
        }
        self.set_alarm(now, bank);
    }
}
