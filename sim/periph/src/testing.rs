//! A board for one device: what device scripts in tests are written against. And register maps of devices as a board
//! file builds them.

use crate::{BuildEnv, build, build_stage};
use trueboard_core::device::{Accessor, Cx, DevId, Device, Effect, ResetPhase, Warning};
use trueboard_core::event::EventQueue;
use trueboard_core::fact::FactBuf;
use trueboard_core::meter::Meters;
use trueboard_core::regs::RegDesc;
use trueboard_core::time::{Clock, Tick};

/// One device, reset, with all that a [`Cx`] needs. Its clock has two base ticks per cycle, so
/// that a test notices when the two are mixed up.
pub struct Rig<D> {
    pub dev: D,
    pub now: Tick,
    pub clock: Clock,
    pub queue: EventQueue,
    pub effects: Vec<Effect>,
    pub warnings: Vec<Warning>,
    meters: Meters,
    facts: FactBuf,
}

impl<D: Device> Rig<D> {
    pub fn new(dev: D) -> Rig<D> {
        let mut rig = Rig {
            dev,
            now: Tick(0),
            clock: Clock::new(2),
            queue: EventQueue::default(),
            effects: Vec::new(),
            warnings: Vec::new(),
            meters: Meters::default(),
            facts: FactBuf::new(false),
        };
        for phase in [ResetPhase::Enter, ResetPhase::Hold, ResetPhase::Exit] {
            rig.with(|d, cx| d.reset(phase, cx));
        }
        rig
    }

    pub fn with<R>(&mut self, f: impl FnOnce(&mut D, &mut Cx<'_>) -> R) -> R {
        let mut cx = Cx {
            id: DevId(0),
            now: self.now,
            clock: self.clock,
            queue: &mut self.queue,
            effects: &mut self.effects,
            meters: &self.meters,
            facts: &mut self.facts,
            accessor: Some(Accessor { core: 0, pc: 0x40 }),
            die_mc: 54_000,
            warnings: &mut self.warnings,
        };
        f(&mut self.dev, &mut cx)
    }

    /// Reads a register; a look without effects must have given that value.
    pub fn read(&mut self, off: u32) -> u32 {
        let peeked = self.dev.peek(off, self.now);
        let value = self.with(|d, cx| d.read(off, cx)).unwrap();
        if let Some(p) = peeked {
            assert_eq!(p, value, "peek and read differ at {off:#x}");
        }
        value
    }

    pub fn write(&mut self, off: u32, value: u32) {
        self.with(|d, cx| d.write(off, value, cx)).unwrap();
    }

    pub fn line(&mut self, pin: u16, level: bool) {
        self.with(|d, cx| d.line(pin, level, cx));
    }

    pub fn pulse(&mut self, pin: u16) {
        self.line(pin, true);
        self.line(pin, false);
    }

    /// Runs to the given cycle of the device's clock, events included.
    pub fn go(&mut self, cycle: u64) {
        let until = Tick(self.clock.ticks(cycle));
        while let Some(due) = self.queue.pop_due(until) {
            self.now = due.at;
            self.with(|d, cx| d.event(due.tag, cx));
        }
        self.now = until;
    }

    /// Takes what the device asked of the outside.
    pub fn took(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// How often the device raised output `pin` since the last call of this or `took`.
    pub fn raised(&mut self, pin: u16) -> usize {
        let up = Effect::Line { pin, level: true };
        self.took().into_iter().filter(|e| *e == up).count()
    }

    /// Every register, freshly reset, reads as the table says, `exceptions` (by name) aside.
    pub fn check_reset_values(&mut self, exceptions: &[&str]) {
        for d in self.dev.map() {
            for i in 0..d.count {
                let off = d.offset + i * d.stride;
                if !exceptions.contains(&d.name) {
                    assert_eq!(self.read(off), d.reset, "{} {i}", d.name);
                }
            }
        }
    }

    /// Saving, loading and saving again gives the same bytes.
    pub fn check_snapshot(&mut self) {
        let bytes = self.dev.save();
        self.dev.load(&bytes).unwrap();
        assert_eq!(bytes, self.dev.save());
    }
}

/// The register map of the first part of a kind on a board, built with its parameters there.
pub(crate) fn map(board: &str, kind: &str) -> &'static [RegDesc] {
    let at = board.find(&format!("kind: \"{kind}\"")).unwrap();
    let from = at + board[at..].find("params: ").unwrap() + "params: ".len();
    // Up to the bracket that closes the first one.
    let mut depth = 0;
    let end = board[from..].find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let params = || ron::from_str(&board[from..=from + end.unwrap()]).unwrap();
    let env = BuildEnv {
        cores: 4,
        caches: vec!["l2".to_owned()],
        clock_hz: 100_000_000,
        clocks: ["asclinf", "asclins", "spb", "cpu", "stm"]
            .map(|name| (name.to_owned(), 100_000_000))
            .into(),
        ..BuildEnv::default()
    };
    let built = build(kind, params(), &env).map(|d| d.map());
    let built = built.or_else(|_| build_stage(kind, params(), &env).map(|s| s.device_ref().map()));
    built.unwrap_or_else(|e| panic!("{kind}: {e}"))
}
