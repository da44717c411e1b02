//! Short programs on a core with memories that answer at once.

mod addresses;
mod blocks;
mod context;
mod counters;
mod loads;
mod outside;
mod trap;
mod watch;

use crate::TriCore;
use crate::isa::Insn;
use crate::isa::operands::{A, D};
use crate::meters::{METERS, Meter};
use crate::params::Params;
use trueboard_core::bus::{BusFault, CoreBus, Host, Timing, Txn};
use trueboard_core::cpu::{ArmedStops, Core, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::{Fact, FactBuf, FactKind};
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_engine::cpu::Cpu;

/// Where programs are put: the program scratchpad.
pub const CODE: u32 = 0xc000_0000;
/// Data, in the data scratchpad.
pub const DATA: u32 = 0xd000_0000;
/// Free contexts.
pub const CONTEXTS: u32 = 0xd000_4000;
/// Trap vectors, in the program scratchpad.
pub const VECTORS: u32 = 0xc000_2000;
/// Interrupt vectors.
pub const INTERRUPTS: u32 = 0xc000_3000;

/// Memories, a device of one word, and what the core reported.
#[derive(Default)]
pub struct TestBus {
    /// Ticks until a memory answers.
    pub delay: u64,
    pub word: u64,
    pub acknowledged: Vec<u32>,
    pub measured: Vec<FactKind>,
}

impl Host for TestBus {}

impl CoreBus for TestBus {
    fn transfer(&mut self, t: &Txn, _meters: &mut Meters) -> Timing {
        let first = t.at.after(self.delay);
        Timing {
            first,
            done: first.after(if t.line { 3 } else { 0 }),
            ..Timing::free(t.at)
        }
    }
    fn io_read(&mut self, t: &Txn, _m: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        let value = if t.pa == 0xf000_0000 {
            Ok(self.word)
        } else {
            Err(BusFault::Unmapped)
        };
        (value, Timing::free(t.at))
    }
    fn io_write(&mut self, t: &Txn, v: u64, _m: &mut Meters) -> (Result<(), BusFault>, Timing) {
        if t.pa != 0xf000_0000 {
            return (Err(BusFault::Unmapped), Timing::free(t.at));
        }
        self.word = v;
        (Ok(()), Timing::free(t.at))
    }
    fn refused(&mut self, _t: &Txn, _fault: BusFault) {}
    fn measured(&mut self, fact: &Fact, _meters: &Meters) {
        self.measured.push(fact.kind);
    }
    fn irq_ack(&mut self, _core: u8, level: u32, _at: Tick, _meters: &mut Meters) {
        self.acknowledged.push(level);
    }
    fn take_snoops(&mut self, _core: u8, _lines: &mut Vec<u64>) {}
}

/// The parameters of a TC1.6P.
pub fn params() -> Params {
    ron::from_str(include_str!("tc16p.ron")).expect("parameters")
}

/// A core, its memories, and what it reported.
pub struct Bench {
    pub core: Cpu<TriCore>,
    pub mem: Memory,
    pub bus: TestBus,
    pub meters: Meters,
    pub facts: FactBuf,
    /// Where the next instruction goes.
    at: u32,
}

impl Bench {
    /// A core that runs, at [`CODE`]; DEBUG in each trap vector and behind the program.
    pub fn new() -> Bench {
        let mut mem = Memory::default();
        mem.add(Region::new("dspr1", 0x6000_0000, 0x1_e000, true));
        mem.add(Region::new("pspr1", 0x6010_0000, 0x8000, true));
        mem.add(Region::new("pflash", 0x8000_0000, 0x1_0000, false));
        let mut b = Bench {
            core: Cpu::new(TriCore::new(params(), 1, Clock::new(1))),
            mem,
            bus: TestBus::default(),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 2],
                ..Meters::default()
            },
            facts: FactBuf::new(true),
            at: CODE,
        };
        b.core.st.btv = VECTORS;
        b.core.st.biv = INTERRUPTS;
        for class in 0..8 {
            b.put(VECTORS + 32 * class, &[Insn::DebugSr {}]);
        }
        b.contexts(4);
        b.core
            .signal(CoreSignal::Start(Some(CODE.into())), Tick(0), &mut b.meters);
        b
    }

    /// Makes a list of `n` free contexts whose limit is the last.
    pub fn contexts(&mut self, n: u32) {
        let link = |i: u32| (CONTEXTS >> 28) << 16 | (CONTEXTS + 64 * i) >> 6 & 0xffff;
        for i in 0..n {
            let next = if i + 1 < n { link(i + 1) } else { 0 };
            self.poke(CONTEXTS + 64 * i, next);
        }
        self.core.st.fcx = link(0);
        self.core.st.lcx = link(n - 1);
    }

    pub fn poke(&mut self, va: u32, word: u32) {
        let pa = self.core.mem.physical(va).into();
        assert!(self.mem.poke(pa, &word.to_le_bytes()));
    }

    pub fn poke_half(&mut self, va: u32, half: u16) {
        let pa = self.core.mem.physical(va).into();
        assert!(self.mem.poke(pa, &half.to_le_bytes()));
    }

    pub fn peek(&self, va: u32) -> u32 {
        let bytes = self.mem.peek(self.core.mem.physical(va).into(), 4);
        u32::from_le_bytes(bytes.expect("memory").try_into().expect("four bytes"))
    }

    /// Puts instructions at `va`, and DEBUG behind them; answers where they end.
    pub fn put(&mut self, va: u32, program: &[Insn]) -> u32 {
        let mut at = va;
        for insn in program.iter().chain(&[Insn::DebugSr {}]) {
            let bytes = insn.encode().to_le_bytes();
            let len = insn.op().width() as usize / 8;
            let pa = self.core.mem.physical(at).into();
            assert!(self.mem.poke(pa, &bytes[..len]));
            at += len as u32;
        }
        at - 2
    }

    /// Adds to the program.
    pub fn code(&mut self, program: &[Insn]) -> u32 {
        self.at = self.put(self.at, program);
        self.at
    }

    /// Lets the core run until `until` at most.
    pub fn run_until(&mut self, until: u64) -> Stop {
        let mut cx = RunCx {
            mem: &mut self.mem,
            bus: &mut self.bus,
            meters: &mut self.meters,
            facts: &mut self.facts,
            until: Tick(until),
            planned: Tick(until),
            ends: Tick(until),
            shared_until: Tick(until),
            sync_until: Tick(until),
            settled: true,
            armed: ArmedStops::default(),
            answer: None,
        };
        self.core.run(&mut cx)
    }

    /// Runs to the end, over the accesses to the device. Answers where the core stopped.
    pub fn run(&mut self) -> u32 {
        for _ in 0..1000 {
            match self.run_until(1_000_000) {
                Stop::Yield => {}
                Stop::Error(e) => return e.pc as u32,
                other => panic!("{other:?} at {:#x}", self.core.st.pc),
            }
        }
        panic!("it does not end");
    }

    /// The class and number of the trap whose vector's DEBUG stopped the core.
    pub fn trapped(&mut self) -> (u32, u32) {
        let pc = self.run();
        assert!(
            (VECTORS..VECTORS + 256).contains(&pc),
            "it stopped at {pc:#x}"
        );
        ((pc - VECTORS) / 32, self.d(15))
    }

    pub fn d(&self, n: usize) -> u32 {
        self.core.st.r[n]
    }

    pub fn a(&self, n: usize) -> u32 {
        self.core.st.r[16 + n]
    }

    pub fn set_d(&mut self, n: usize, v: u32) {
        self.core.st.r[n] = v;
    }

    pub fn set_a(&mut self, n: usize, v: u32) {
        self.core.st.r[16 + n] = v;
    }

    /// The core's meters up to now; every cycle must have a cause.
    pub fn bank(&mut self) -> CoreBank {
        self.core.settle(&mut self.meters);
        let bank = self.meters.cores[1].clone();
        let stack: u64 = METERS.stack.iter().map(|&m| bank.get(m)).sum();
        assert_eq!(stack, bank.get(Meter::Cycles));
        bank
    }
}

pub fn d(n: u8) -> D {
    D::new(n)
}

pub fn a(n: u8) -> A {
    A::new(n)
}
