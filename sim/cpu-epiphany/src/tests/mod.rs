//! Short programs on a core whose outside answers after fixed times.

mod addresses;
mod block_edges;
mod blocks;
mod dma;
mod interrupts;
mod lowered;
mod outside;
mod registers;
mod timers;
mod timing;
mod translated;
mod watch;

use crate::Ecore;
use crate::counters::events::Counted;
use crate::isa::Insn;
use crate::isa::operands::*;
use crate::meters::{METERS, Meter};
use crate::params::Params;
use trueboard_core::bus::{BusFault, CoreBus, Host, Op, Timing, Txn};
use trueboard_core::cpu::{ArmedStops, Core, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::{CoreState, Fact, FactBuf, FactKind};
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_core::net::{Delivery, Packet};
use trueboard_core::time::{Clock, Tick};
use trueboard_engine::cpu::Cpu;

/// The core's window, its neighbour's, and memory outside of the chip.
pub const OWN: u32 = 0x8080_0000;
pub const NEXT: u32 = 0x8090_0000;
pub const DRAM: u32 = 0x8e00_0000;
/// Where programs are put.
pub const CODE: u32 = 0x100;
/// Shared wires.
pub const WIRES: u64 = 0x808f_1000;
/// Cycles of a packet: to arrive, and until its answer can be used, on the chip and outside.
pub const WAY: u64 = 3;
pub const ANSWER: u64 = 17;
pub const FAR: u64 = 100;

/// What is on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Parcel {
    Delivery(Delivery, Option<Tick>),
    Board(Packet, Option<Tick>),
}

#[derive(Default)]
pub struct TestBus {
    on_way: Vec<(Tick, Parcel)>,
    /// Packets that the core sent.
    pub sent: Vec<Packet>,
    /// What it wrote to devices.
    pub io: Vec<(u64, u64)>,
    pub printed: Vec<u8>,
    pub measured: Vec<FactKind>,
    /// What programs did that they must not do.
    pub violated: Vec<String>,
    /// Cycles for which a packet keeps the way into the network.
    pub busy: u64,
}

impl TestBus {
    fn put(&mut self, at: Tick, parcel: Parcel) {
        if at != Tick::NEVER {
            self.on_way.push((at, parcel));
        }
    }

    /// Lets `packet` arrive at `at` as it is.
    pub fn delivery(&mut self, at: u64, packet: Packet) {
        self.put(Tick(at), Parcel::Delivery(Delivery::Packet(packet), None));
    }

    fn take(&mut self) -> Option<(Tick, Parcel)> {
        let first = (0..self.on_way.len()).min_by_key(|&i| (self.on_way[i].0, i))?;
        Some(self.on_way.remove(first))
    }

    fn next_at(&self) -> Tick {
        let times = self.on_way.iter().map(|&(at, _)| at);
        times.min().unwrap_or(Tick::NEVER)
    }
}

impl Host for TestBus {
    fn print(&mut self, _core: u8, _at: Tick, bytes: &[u8]) {
        self.printed.extend_from_slice(bytes);
    }

    fn violated(&mut self, _core: u8, _pc: u64, what: &dyn Fn() -> String) {
        self.violated.push(what());
    }
}

impl CoreBus for TestBus {
    fn transfer(&mut self, t: &Txn, _meters: &mut Meters) -> Timing {
        Timing::free(t.at)
    }
    fn io_read(&mut self, t: &Txn, _m: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        (Ok(0x77), Timing::free(t.at))
    }
    fn io_write(&mut self, t: &Txn, v: u64, _m: &mut Meters) -> (Result<(), BusFault>, Timing) {
        self.io.push((t.pa, v));
        (Ok(()), Timing::free(t.at))
    }
    fn send(&mut self, p: &Packet, _meters: &mut Meters) -> Timing {
        self.sent.push(*p);
        let at = p.txn.at;
        if p.txn.pa >> 24 == 0xff {
            // Nobody is there.
            return Timing {
                first: Tick::NEVER,
                ..Timing::free(at)
            };
        }
        let far = p.txn.pa >> 24 == 0x8e;
        let first = match p.txn.op {
            Op::Write => Tick::NEVER,
            _ => at + if far { FAR } else { ANSWER },
        };
        let done = at + WAY;
        let answered = (first != Tick::NEVER).then_some(first);
        let parcel = match p.txn.pa >> 20 == u64::from(OWN >> 20) {
            true => Parcel::Delivery(Delivery::Packet(*p), answered),
            false => Parcel::Board(*p, answered),
        };
        self.put(done, parcel);
        Timing {
            first,
            done,
            freed: at + self.busy,
            ..Timing::free(at)
        }
    }
    fn remind(&mut self, _core: u8, at: Tick, tag: u32) {
        self.put(at, Parcel::Delivery(Delivery::Reminder { tag }, None));
    }
    fn refused(&mut self, _t: &Txn, _fault: BusFault) {}
    fn measured(&mut self, fact: &Fact, _meters: &Meters) {
        self.measured.push(fact.kind);
    }
    fn irq_ack(&mut self, _core: u8, _level: u32, _at: Tick, _meters: &mut Meters) {}
    fn take_snoops(&mut self, _core: u8, _lines: &mut Vec<u64>) {}
}

pub fn params() -> Params {
    Params {
        row: 32,
        column: 8,
        rows: 4,
        columns: 4,
        wires: Some(WIRES),
        links: Some(0x808f_2000),
        serve_traps: true,
        external: Some(DRAM),
        timing: Default::default(),
        dma: Default::default(),
    }
}

/// A core, its memories, and what it reported.
pub struct Bench {
    pub core: Cpu<Ecore>,
    pub mem: Memory,
    pub bus: TestBus,
    pub meters: Meters,
    pub facts: FactBuf,
    /// Cycles of a slice.
    pub quantum: u64,
    pub stop: Stop,
}

impl Bench {
    /// A core that sleeps; BKPT in every vector.
    pub fn new() -> Bench {
        let mut mem = Memory::default();
        mem.add(Region::new("sram00", OWN.into(), 0x8000, true));
        mem.add(Region::new("sram01", NEXT.into(), 0x8000, true));
        mem.add(Region::new("dram", DRAM.into(), 0x1_0000, true));
        let mut b = Bench {
            core: Cpu::new(Ecore::new(params(), 0, Clock::new(1))),
            mem,
            bus: TestBus::default(),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 1],
                ..Meters::default()
            },
            facts: FactBuf::new(true),
            quantum: 50,
            stop: Stop::Horizon,
        };
        for vector in 0..10 {
            b.put(4 * vector, &[Insn::Bkpt {}]);
        }
        b
    }

    /// A core that is to run `program` at [`CODE`], followed by BKPT.
    pub fn with(program: &[Insn]) -> Bench {
        let mut b = Bench::new();
        let end = b.put(CODE, program);
        b.put(end, &[Insn::Bkpt {}]);
        b.start(CODE);
        b
    }

    pub fn start(&mut self, pc: u32) {
        let start = CoreSignal::Start(Some(pc.into()));
        self.core.signal(start, Tick(0), &mut self.meters);
    }

    /// Puts instructions at local address `at`; answers where they end.
    pub fn put(&mut self, at: u32, program: &[Insn]) -> u32 {
        let mut at = at;
        for insn in program {
            let bytes = insn.encode().to_le_bytes();
            let len = insn.op().width() / 8;
            let pa = self.core.global(at);
            assert!(self.mem.poke(pa, &bytes[..len as usize]));
            at += len;
        }
        at
    }

    pub fn poke(&mut self, at: u32, word: u32) {
        let pa = self.core.global(at);
        assert!(self.mem.poke(pa, &word.to_le_bytes()));
    }

    pub fn peek(&self, at: u32) -> u32 {
        let bytes = self.mem.peek(self.core.global(at), 4).expect("memory");
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    }

    pub fn r(&self, n: usize) -> u32 {
        self.core.st.r[n]
    }

    pub fn count(&self, e: Counted) -> u64 {
        self.core.all_counts().get(e)
    }

    /// Lets packet `p` arrive at `at`.
    pub fn arrive(&mut self, at: u64, op: Op, pa: u32, bytes: u16, value: u64) {
        let packet = Packet {
            txn: Txn {
                master: 1,
                at: Tick(at),
                pa: pa.into(),
                bytes,
                op,
                line: false,
                uncached: true,
                pc: 0,
            },
            value,
            tag: 0,
        };
        self.bus.delivery(at, packet);
    }

    /// Runs until nothing can happen any more, or the core has stopped, or at `end`.
    pub fn run_until(&mut self, end: u64) {
        loop {
            let next = self.bus.next_at();
            let runs = self.core.state() == CoreState::Running;
            let now = if runs { self.core.now() } else { Tick::NEVER };
            if next.min(now) >= Tick(end) {
                return;
            }
            let parcel = if now < next { None } else { self.bus.take() };
            let limit = if now < next { next } else { now.min(next) };
            let mut cx = RunCx {
                mem: &mut self.mem,
                bus: &mut self.bus,
                meters: &mut self.meters,
                facts: &mut self.facts,
                until: limit.min(now.after(self.quantum)),
                planned: limit.min(now.after(self.quantum)),
                ends: limit.min(now.after(self.quantum)),
                shared_until: limit,
                sync_until: limit,
                settled: false,
                armed: ArmedStops::default(),
                answer: None,
            };
            let Some((at, parcel)) = parcel else {
                let stop = self.core.run(&mut cx);
                if matches!(stop, Stop::Error(_) | Stop::Break(_)) {
                    self.stop = stop;
                    return;
                }
                continue;
            };
            let (packet, back, value) = match parcel {
                Parcel::Delivery(delivery, back) => {
                    let value = self.core.receive(&delivery, at, &mut cx);
                    let Delivery::Packet(p) = delivery else {
                        continue;
                    };
                    (p, back, value)
                }
                Parcel::Board(p, back) => (p, back, self.mem.packet(&p)),
            };
            if let Some(back) = back {
                let tag = packet.tag;
                let answer = Delivery::Answer { tag, value };
                self.bus.put(back, Parcel::Delivery(answer, None));
            }
        }
    }

    pub fn run(&mut self) {
        self.run_until(1_000_000);
        self.core.settle(&mut self.meters);
        let bank = &self.meters.cores[0];
        let stack: u64 = METERS.stack.iter().map(|&m| bank.get(m)).sum();
        assert_eq!(stack, bank.get(Meter::Cycles), "the stack is complete");
        let rest = bank.get(Meter::IdleCycles) + bank.get(Meter::HaltedCycles);
        assert_eq!(stack + rest, self.core.now().0, "every cycle is somewhere");
    }
}

pub const fn r(n: u8) -> R {
    R::new(n)
}

pub fn mov(d: u8, i: i32) -> Insn {
    Insn::MovI32 {
        d: r(d),
        i: Hex::new(i),
    }
}

pub fn movt(d: u8, i: i32) -> Insn {
    Insn::Movt32 {
        d: r(d),
        i: Hex::new(i),
    }
}

/// Both halves of a register.
pub fn set(d: u8, value: u32) -> [Insn; 2] {
    [
        mov(d, (value & 0xffff) as i32),
        movt(d, (value >> 16) as i32),
    ]
}

pub fn add(d: u8, n: u8, m: u8) -> Insn {
    Insn::Add32 {
        d: r(d),
        n: r(n),
        m: r(m),
    }
}

pub fn addi(d: u8, n: u8, i: i32) -> Insn {
    Insn::AddI32 {
        d: r(d),
        n: r(n),
        i: Dec::new(i),
    }
}

pub fn fadd(d: u8, n: u8, m: u8) -> Insn {
    Insn::Fadd32 {
        d: r(d),
        n: r(n),
        m: r(m),
    }
}

pub fn fmadd(d: u8, n: u8, m: u8) -> Insn {
    Insn::Fmadd32 {
        d: r(d),
        n: r(n),
        m: r(m),
    }
}

pub fn ldr(d: u8, n: u8, i: i32) -> Insn {
    Insn::LdrDisp32 {
        d: r(d),
        n: r(n),
        s: Sign::Plus,
        i: Off4::new(i),
    }
}

pub fn ldrb(d: u8, n: u8, i: i32) -> Insn {
    Insn::LdrbDisp32 {
        d: r(d),
        n: r(n),
        s: Sign::Plus,
        i: Off1::new(i),
    }
}

pub fn str(d: u8, n: u8, i: i32) -> Insn {
    Insn::StrDisp32 {
        d: r(d),
        n: r(n),
        s: Sign::Plus,
        i: Off4::new(i),
    }
}

pub fn strd(d: u8, n: u8, i: i32) -> Insn {
    Insn::StrdDisp32 {
        d: r(d),
        n: r(n),
        s: Sign::Plus,
        i: Off8::new(i),
    }
}

pub fn movts(to: u32, d: u8) -> Insn {
    Insn::Movts32 {
        d: r(d),
        i: Special::new(to),
    }
}

pub fn movfs(d: u8, from: u32) -> Insn {
    Insn::Movfs32 {
        d: r(d),
        i: Special::new(from),
    }
}

pub fn b(bytes: i32) -> Insn {
    Insn::B32 {
        t: Target::new(bytes),
    }
}

pub fn nop() -> Insn {
    Insn::Nop {}
}
