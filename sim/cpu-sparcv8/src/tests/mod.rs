//! A core with memory that answers after a while.

mod blocks;
mod faults;
mod floating;
mod lowered;
mod watch;
mod windows;

use crate::Leon;
use crate::meters::{METERS, Meter};
use crate::params::Params;
use crate::registers::Reg;
use crate::short_slices::ShortSlices;
use trueboard_core::bus::{BusFault, CoreBus, Host, Timing, Txn};
use trueboard_core::cpu::{ArmedStops, Core, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::{Fact, FactBuf, FactKind};
use trueboard_core::lane::{Lane, OfSize};
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_engine::cpu::Cpu;

/// Random instructions and operands.
struct Random(trueboard_core::random::Random);

impl Random {
    fn new(seed: u64) -> Random {
        Random(trueboard_core::random::Random::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.long()
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.index(n)
    }
}

/// Where programs are put, and how much memory there is.
pub const CODE: u32 = 0x1000;
const SIZE: u64 = 0x1_0000;
/// Where their data are.
pub const DATA: u32 = 0x8000;

/// Where a device lies; elsewhere there is memory or nothing.
const DEVICE: u32 = 0x8000_0000;

/// Memory, and a device that counts accesses.
#[derive(Clone, Default)]
struct TestBus {
    /// Ticks until it answers.
    delay: u64,
    device_reads: u32,
    device_writes: u32,
    /// Addresses at which nothing answered.
    asked: Vec<u64>,
    /// Stores occupy it, and whatever comes then waits.
    occupied: bool,
    /// Until then it is occupied.
    free_at: Tick,
    /// Stores may go by it.
    lane: Option<Box<Lane>>,
}

/// Ticks for which a store of 2^n bytes occupies the bus.
const STORE_TICKS: [u64; 4] = [7, 6, 4, 5];

impl TestBus {
    fn is_device(&self, t: &Txn) -> bool {
        t.pa >= DEVICE.into()
    }

    /// When `t` begins.
    fn begins(&mut self, t: &Txn) -> Tick {
        if let Some(lane) = &mut self.lane {
            if lane.is_open() {
                self.free_at = Tick(lane.free_from);
            }
            lane.close();
            lane.forget_set(t.pa);
        }
        t.at.max(self.free_at)
    }
}

impl Host for TestBus {}

impl CoreBus for TestBus {
    fn transfer(&mut self, t: &Txn, _meters: &mut Meters) -> Timing {
        let first = self.begins(t).after(self.delay);
        Timing {
            first,
            done: first.after(if t.line { 3 } else { 0 }),
            ..Timing::free(t.at)
        }
    }
    fn store(&mut self, t: &Txn, meters: &mut Meters) -> Tick {
        if !self.occupied {
            return self.transfer(t, meters).done;
        }
        let (begins, delay) = (self.begins(t), self.delay);
        // The write buffer is free before the bus, which may be by one cycle or several.
        let of = |ticks: u64| OfSize {
            done: ticks,
            end: ticks + delay,
            stores: 0,
        };
        let sizes = STORE_TICKS.map(of);
        let OfSize { done, end, .. } = sizes[t.bytes.trailing_zeros() as usize];
        self.free_at = begins.after(end);
        if let Some(lane) = &mut self.lane {
            lane.note(t.master, t.pa);
            lane.open(self.free_at.0, sizes);
        }
        begins.after(done)
    }
    fn lane(&mut self) -> Option<&mut Lane> {
        self.lane.as_deref_mut()
    }
    fn io_read(&mut self, t: &Txn, _m: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        if self.is_device(t) {
            self.device_reads += 1;
            let first = t.at.after(self.delay);
            return (
                Ok(0),
                Timing {
                    first,
                    done: first,
                    ..Timing::free(t.at)
                },
            );
        }
        self.asked.push(t.pa);
        (Err(BusFault::Unmapped), Timing::free(t.at))
    }
    fn io_write(&mut self, t: &Txn, _v: u64, _m: &mut Meters) -> (Result<(), BusFault>, Timing) {
        if self.is_device(t) {
            self.device_writes += 1;
            return (Ok(()), Timing::free(t.at));
        }
        self.asked.push(t.pa);
        (Err(BusFault::Unmapped), Timing::free(t.at))
    }
    fn refused(&mut self, _t: &Txn, _fault: BusFault) {}
    fn measured(&mut self, _fact: &Fact, _meters: &Meters) {}
    fn irq_ack(&mut self, _core: u8, _level: u32, _at: Tick, _meters: &mut Meters) {}
    fn take_snoops(&mut self, _core: u8, _lines: &mut Vec<u64>) {}
}

/// A core and its memory.
pub struct Bench {
    pub core: Cpu<Leon>,
    pub mem: Memory,
    bus: TestBus,
    meters: Meters,
    facts: FactBuf,
}

impl Bench {
    /// A core at [`CODE`], with both caches and the FPU on and traps disabled: any trap ends the program.
    /// Memory answers after `delay` cycles.
    pub fn new(delay: u64) -> Bench {
        let mut mem = Memory::default();
        mem.add(Region::new("ram", 0, SIZE, true));
        let mut b = Bench {
            core: Cpu::new(Leon::new(Params::default(), 0, Clock::new(1))),
            mem,
            bus: TestBus {
                delay,
                ..TestBus::default()
            },
            meters: Meters {
                cores: vec![CoreBank::new(&METERS)],
                ..Meters::default()
            },
            facts: FactBuf::new(false),
        };
        b.core.set_register(Reg::Ccr, 0xf);
        b.core.set_register(Reg::Psr, 1 << 12 | 1 << 7);
        b.core
            .signal(CoreSignal::Start(Some(CODE.into())), Tick(0), &mut b.meters);
        b
    }

    /// Puts a word into memory.
    pub fn poke(&mut self, at: u32, word: u32) {
        assert!(self.mem.poke(at.into(), &word.to_be_bytes()));
    }

    /// Puts a program at [`CODE`].
    pub fn program(&mut self, words: &[u32]) {
        for (word, at) in words.iter().zip((CODE..).step_by(4)) {
            self.poke(at, *word);
        }
    }

    /// Sets visible integer register `n`.
    pub fn set(&mut self, n: u8, value: u32) {
        self.core.set_register(Reg::R(n), value);
    }

    /// Lets the core run a slice until `until`, in blocks however short the last one was.
    pub fn run_until(&mut self, until: u64) -> Stop {
        self.core.short_slices = ShortSlices::default();
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

    /// The core's meters up to now; every cycle must have a cause.
    pub fn bank(&mut self) -> CoreBank {
        self.core.settle(&mut self.meters);
        let bank = self.meters.cores[0].clone();
        let stack: u64 = METERS.stack.iter().map(|&m| bank.get(m)).sum();
        assert_eq!(stack, bank.get(Meter::Cycles));
        bank
    }
}

/// Others are never far behind: the core gets its turn for a moment only, each time.
#[test]
fn a_locked_access_of_a_device_is_one_read_and_one_write() {
    const SWAP_G2_AT_G1: u32 = 0xc478_6000;
    const BRANCH_TO_ITSELF: u32 = 0x1080_0000;
    const NOP: u32 = 0x0100_0000;
    let mut b = Bench::new(50);
    b.program(&[SWAP_G2_AT_G1, BRANCH_TO_ITSELF, NOP]);
    b.set(1, DEVICE);
    for until in 1..1000 {
        b.run_until(until);
    }
    assert_eq!((b.bus.device_reads, b.bus.device_writes), (1, 1));
}
