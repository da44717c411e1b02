//! The unit on a bench: meters are moved by hand, registers read as firmware reads them.

mod counting;
mod duration;
mod registers;

use crate::{L4stat, Params, Processors};
use trueboard_core::device::{Cx, DevId, Device, Effect, PIN_CLOCK, ResetPhase, Warning};
use trueboard_core::event::EventQueue;
use trueboard_core::fact::FactBuf;
use trueboard_core::meter::{BusBank, CacheBank, CoreBank, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_cpu_sparcv8::meters::METERS;

/// Base ticks in one cycle of the unit: not 1, so that a confusion of the two shows.
const TICKS: u64 = 2;

struct Bench {
    dev: L4stat,
    meters: Meters,
    queue: EventQueue,
    facts: FactBuf,
    warnings: Vec<Warning>,
    effects: Vec<Effect>,
    cycle: u64,
}

impl Bench {
    fn new() -> Bench {
        Bench {
            dev: L4stat::new(
                Params {
                    cores: 4,
                    bus: 1,
                    io_bus: Some(0),
                    l2: Some(0),
                },
                Processors::new(&[&METERS; 4]).unwrap(),
            ),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 4],
                buses: vec![BusBank::new(); 2],
                caches: vec![CacheBank::default()],
            },
            queue: EventQueue::default(),
            facts: FactBuf::default(),
            warnings: Vec::new(),
            effects: Vec::new(),
            cycle: 1000,
        }
    }

    fn with<T>(&mut self, f: impl FnOnce(&mut L4stat, &mut Cx<'_>) -> T) -> T {
        let mut cx = Cx {
            id: DevId(7),
            now: Tick(self.cycle * TICKS),
            clock: Clock::new(TICKS),
            queue: &mut self.queue,
            effects: &mut self.effects,
            meters: &self.meters,
            facts: &mut self.facts,
            accessor: None,
            die_mc: 0,
            warnings: &mut self.warnings,
        };
        f(&mut self.dev, &mut cx)
    }

    fn read(&mut self, off: u32) -> u32 {
        self.with(|d, cx| d.read(off, cx)).unwrap()
    }

    fn write(&mut self, off: u32, v: u32) {
        self.with(|d, cx| d.write(off, v, cx)).unwrap();
    }

    fn ctrl(&mut self, n: u32, v: u32) {
        self.write(0x80 + 4 * n, v);
    }

    fn cval(&mut self, n: u32) -> u32 {
        self.read(4 * n)
    }

    fn csval(&mut self, n: u32) -> u32 {
        self.read(0x100 + 4 * n)
    }

    fn clock(&mut self, on: bool) {
        self.with(|d, cx| d.line(PIN_CLOCK, on, cx));
    }

    fn reset(&mut self) {
        self.with(|d, cx| d.reset(ResetPhase::Enter, cx));
    }

    /// The watched event is active in cycles `from..from + n`.
    fn pulse(&mut self, from: u64, n: u64) {
        for w in self.dev.watches.clone() {
            self.dev.pulse(w, Tick(from * TICKS), n);
        }
    }
}

/// A control word: enabled, event, processor or master.
fn on(event: u32, cpu: u32) -> u32 {
    crate::EN | event << 4 | cpu
}
