//! The memory side on the crossbar, memories and peripheral bus of a TC275 at 200 MHz. One tick per
//! cycle.

mod rules;
mod shared;
mod timing;

use super::{Access, Fault, Limits, MemSide, Params};
use crate::meters::{METERS, Meter};
use crate::tally::Tally;
use trueboard_core::bus::{Below, BusFault, CoreBus, Host, Op, Stage, Timing, Txn};
use trueboard_core::cpu::{ArmedStops, RunCx};
use trueboard_core::fact::FactBuf;
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{BusBank, CoreBank, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_periph::{BuildEnv, build_stage};

/// Supervisor mode.
pub const PSW: u32 = 0xB80;
pub const OWN: u32 = 0xD000_0000;
pub const CODE: u32 = 0xC000_0000;
pub const REMOTE: u32 = 0x7000_0000;
pub const LMU: u32 = 0xB000_0000;
pub const LMU_CACHED: u32 = 0x9000_0000;
pub const FLASH: u32 = 0xA000_0000;
pub const FLASH_CACHED: u32 = 0x8000_0000;
pub const DFLASH: u32 = 0xAF00_0000;
/// A device of one word.
pub const DEVICE: u32 = 0xF000_1000;
/// A device that looks at meters.
pub const COUNTER: u32 = 0xF000_2000;

const PMA0: u32 = 0x8100;
const DCON0: u32 = 0x9040;
const PCON0: u32 = 0x920C;

/// (name, first address, bytes, writable, port, what is behind it)
const MEMORIES: &[(&str, u64, u64, bool, u8, u8)] = &[
    ("pf0", 0x8000_0000, 0x1_0000, false, 0, 6),
    ("dflash", 0xAF00_0000, 0x1000, false, 1, 6),
    ("lmu", 0x9000_0000, 0x8000, true, 2, 5),
    ("dspr0", 0x7000_0000, 0x1_C000, true, 3, 4),
    ("dspr1", 0x6000_0000, 0x1_E000, true, 3, 4),
    ("pspr1", 0x6010_0000, 0x8000, true, 3, 4),
];

/// What is outside the core.
pub struct Chip {
    stages: Vec<Box<dyn Stage>>,
    pub word: u64,
    /// All transfers, and what was refused.
    pub log: Vec<Txn>,
    pub refused: Vec<(Op, BusFault)>,
}

impl Chip {
    fn new() -> Chip {
        let env = BuildEnv {
            buses: vec!["sri".into()],
            clock: Clock::new(1),
            ..BuildEnv::default()
        };
        let stage = |kind: &str, params: &str| {
            build_stage(kind, ron::from_str(params).expect("RON"), &env).expect(kind)
        };
        let port = "(bus: \"sri\", width_bytes: 8, request_cycles: 2, address_cycles: 1,
            return_cycles: 2, register_cycles: 1)";
        let mut stages: Vec<_> = (0..4).map(|_| stage("sri", port)).collect();
        let spr = "(read_cycles: 1, fetch_cycles: 1, write_cycles: 2, width_bytes: 8)";
        let lmu = "(read_cycles: 6, fetch_cycles: 7, write_cycles: 2, width_bytes: 8)";
        stages.push(stage("sram", spr));
        stages.push(stage("sram", lmu));
        stages.push(stage(
            "pmu",
            r#"(width_bytes: 8, fcon: 0x14D5, fsi2_cycles: 1, fsi_cycles: 2, hit_cycles: 0,
            dflash_sync_cycles: 4, rom_cycles: 1, fetch_buffers: true, data_buffers: false,
            times: (dflash_program: (75, 140), dflash_erase: 1200, pflash_program: (80, 220),
                pflash_erase: (2000, 3)),
            banks: [(at: 0x80000000, size: 0x200000, kind: "pflash"),
                    (at: 0xAF000000, size: 0x120000, kind: "dflash")])"#,
        ));
        let spb = "(request_cycles: 1, apb_cycles: 6, return_cycles: 1, write_accept_cycles: 1)";
        stages.push(stage("bridge", spb));
        Chip {
            stages,
            word: 0,
            log: Vec::new(),
            refused: Vec::new(),
        }
    }

    fn is_device(pa: u64) -> bool {
        pa == u64::from(DEVICE) || pa == u64::from(COUNTER)
    }
}

impl Host for Chip {}

impl CoreBus for Chip {
    fn transfer(&mut self, t: &Txn, meters: &mut Meters) -> Timing {
        self.log.push(*t);
        let m = MEMORIES
            .iter()
            .find(|m| t.pa.wrapping_sub(m.1) < m.2)
            .expect("a memory");
        Below::new(&mut self.stages, &[m.4, m.5]).access(t, meters)
    }
    fn looks_at_meters(&self, pa: u64) -> bool {
        pa == u64::from(COUNTER)
    }
    fn io_read(&mut self, t: &Txn, meters: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        if !Chip::is_device(t.pa) {
            return (Err(BusFault::Unmapped), Timing::free(t.at));
        }
        let timing = Below::new(&mut self.stages, &[7]).access(t, meters);
        (Ok(self.word), timing)
    }
    fn io_write(&mut self, t: &Txn, v: u64, meters: &mut Meters) -> (Result<(), BusFault>, Timing) {
        if !Chip::is_device(t.pa) {
            return (Err(BusFault::Unmapped), Timing::free(t.at));
        }
        self.word = v;
        (Ok(()), Below::new(&mut self.stages, &[7]).access(t, meters))
    }
    fn refused(&mut self, t: &Txn, fault: BusFault) {
        self.refused.push((t.op, fault));
    }
    fn irq_ack(&mut self, _: u8, _: u32, _: Tick, _: &mut Meters) {}
    fn take_snoops(&mut self, _: u8, _: &mut Vec<u64>) {}
}

/// CPU1 of a TC275, a TC1.6P.
pub fn params() -> Params {
    ron::from_str(
        "(dspr: (at: 0x60000000, size: 0x1E000), pspr: (at: 0x60100000, size: 0x8000),
        pcache_kib: 16, dcache_kib: 8, drb_lines: 0,
        aliases: [(at: 0xA0000000, size: 0x0F000000, to: 0x80000000),
                  (at: 0xB0000000, size: 0x10000000, to: 0x90000000)],
        csfr_windows: (at: 0xF8810000, stride: 0x20000, count: 3),
        store_buffer: 4, store_turn_cycles: 1, fill_cycles: 1, arriving_cycles: 2, csfr_cycles: 6)",
    )
    .expect("parameters")
}

/// The same with a TC1.6E's data read buffer.
pub fn scalar() -> Params {
    Params {
        dcache_kib: 0,
        drb_lines: 4,
        fill_cycles: 0,
        arriving_cycles: 0,
        ..params()
    }
}

/// A memory side and all around it.
pub struct Bench {
    pub side: MemSide,
    pub mem: Memory,
    pub chip: Chip,
    pub meters: Meters,
    pub tally: Tally,
    pub facts: FactBuf,
    pub psw: u32,
    pub settled: bool,
    pub answer: Option<Result<u32, BusFault>>,
}

impl Bench {
    pub fn new() -> Bench {
        Bench::with(params())
    }

    pub fn with(params: Params) -> Bench {
        assert_eq!(params.check(), Vec::<String>::new());
        let mut mem = Memory::default();
        for &(name, at, size, writable, ..) in MEMORIES {
            mem.add(Region::new(name, at, size, writable));
        }
        let mut b = Bench {
            side: MemSide::new(params, 1, Clock::new(1)),
            mem,
            chip: Chip::new(),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 2],
                buses: vec![BusBank::new()],
                ..Meters::default()
            },
            tally: Tally::default(),
            facts: FactBuf::new(false),
            psw: PSW,
            settled: true,
            answer: None,
        };
        b.limits(u64::MAX, u64::MAX);
        b
    }

    /// Both caches on, for segments 7, 8 and 9.
    pub fn cached(params: Params) -> Bench {
        let mut b = Bench::with(params);
        for (off, value) in [(PMA0, 0x380), (PCON0, 0), (DCON0, 0)] {
            b.side.set_csfr(off, value).expect("a register");
        }
        b
    }

    /// A slice with these limits for shared transfers, and for devices and atomics.
    pub fn limits(&mut self, shared: u64, sync: u64) {
        let limits = Limits {
            until: u64::MAX,
            shared,
            sync,
        };
        self.on(|side, cx, _| side.begin_slice(cx, limits));
    }

    pub fn on<R>(&mut self, f: impl FnOnce(&mut MemSide, &mut RunCx<'_>, &mut Tally) -> R) -> R {
        let mut cx = RunCx {
            mem: &mut self.mem,
            bus: &mut self.chip,
            meters: &mut self.meters,
            facts: &mut self.facts,
            until: Tick::NEVER,
            planned: Tick::NEVER,
            ends: Tick::NEVER,
            shared_until: Tick::NEVER,
            sync_until: Tick::NEVER,
            settled: self.settled,
            armed: ArmedStops::default(),
            answer: self.answer.take(),
        };
        f(&mut self.side, &mut cx, &mut self.tally)
    }

    pub fn access(&self, va: u32, bytes: u8, cycle: u64) -> Access {
        Access {
            va,
            bytes,
            pc: 0x1000,
            cycle,
            psw: self.psw,
        }
    }

    pub fn load(&mut self, va: u32, bytes: u8, cycle: u64) -> Result<(u64, u64), Fault> {
        let a = self.access(va, bytes, cycle);
        self.on(|s, cx, t| s.load(cx, t, a))
    }

    pub fn store(&mut self, va: u32, bytes: u8, cycle: u64, v: u64) -> Result<u64, Fault> {
        let a = self.access(va, bytes, cycle);
        self.on(|s, cx, t| s.store(cx, t, a, v))
    }

    pub fn fetch(&mut self, pc: u32, cycle: u64) -> Result<u64, Fault> {
        self.on(|s, cx, t| s.fetch(cx, t, pc, cycle))
    }

    /// Adds 1 to a word; answers what was there, and the stall.
    pub fn add_one(&mut self, va: u32, cycle: u64) -> Result<(u32, u64), Fault> {
        let a = self.access(va, 4, cycle);
        self.on(|s, cx, t| s.modify(cx, t, a, &mut |w| w + 1))
    }

    /// The stall of a load of a word.
    pub fn reads(&mut self, va: u32, cycle: u64) -> u64 {
        self.load(va, 4, cycle).expect("a load").1
    }

    /// The stall of a store of a word.
    pub fn writes(&mut self, va: u32, cycle: u64) -> u64 {
        self.store(va, 4, cycle, 1).expect("a store")
    }

    pub fn fetches(&mut self, pc: u32, cycle: u64) -> u64 {
        self.fetch(pc, cycle).expect("a fetch")
    }

    /// What was metered since the last call.
    pub fn metered<const N: usize>(&mut self, meters: [Meter; N]) -> [u64; N] {
        let mut bank = CoreBank::new(&METERS);
        self.tally.flush(true, &mut bank);
        meters.map(|m| bank.get(m))
    }
}

pub fn trap(class: u8, tin: u8) -> Fault {
    Fault::Trap(crate::trap::Trap { class, tin })
}
