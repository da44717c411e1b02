//! A bare TC1.6P: flat memories, and a bus on which there is nothing.

use super::{CODE, DATA, DATA_BYTES, End, State, VECTORS, Vector};
use trueboard_core::bus::{BusFault, CoreBus, Host, Timing, Txn};
use trueboard_core::cpu::{ArmedStops, Core, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::FactBuf;
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_cpu_tricore::meters::METERS;
use trueboard_cpu_tricore::params::Params;
use trueboard_cpu_tricore::{Cpu, TriCore};

/// The parameters of CPU1 of the TC275.
const PARAMS: &str = include_str!("../../../../sim/cpu-tricore/src/tests/tc16p.ron");
/// Where the core's own data scratchpad lies for others.
const SCRATCHPAD: u32 = 0x6000_0000;
/// DEBUG.
const DEBUG: [u8; 2] = [0x00, 0xa0];
/// Cycles after which a program counts as lost.
const LIMIT: u64 = 1_000_000;

/// The core that is to be proved.
pub struct Bare {
    blank: Cpu<TriCore>,
    names: Vec<&'static str>,
}

impl Default for Bare {
    fn default() -> Bare {
        Bare::new()
    }
}

impl Bare {
    /// A TC1.6P.
    pub fn new() -> Bare {
        let params: Params = ron::from_str(PARAMS).expect("the parameters are sound");
        let blank = Cpu::new(TriCore::new(params, 1, Clock::new(1)));
        let names = blank.registers().iter().map(|r| r.name).collect();
        Bare { blank, names }
    }

    /// What comes of a vector's program: how it ended, and the state.
    ///
    /// # Errors
    /// When it does not end.
    pub fn run(&self, v: &Vector) -> Result<(End, State), String> {
        let mut mem = Memory::default();
        mem.add(Region::new("dspr", SCRATCHPAD.into(), 0x1_0000, true));
        mem.add(Region::new("flash", 0x8000_0000, 0x1_0000, false));
        let mut code = v.bytes();
        code.extend(DEBUG);
        let mut pieces = vec![(CODE, code)];
        pieces.extend((0..8).map(|class| (VECTORS + 32 * class, DEBUG.to_vec())));
        if let End::At(at) = v.end {
            pieces.push((at, DEBUG.to_vec()));
        }
        let mut core = self.blank.clone();
        for (name, &value) in &v.before {
            match memory_word(name) {
                Some(at) => pieces.push((SCRATCHPAD + at, value.to_le_bytes().to_vec())),
                None => core.set(self.register(name), value.into()),
            }
        }
        for (at, bytes) in pieces {
            if !mem.poke(at.into(), &bytes) {
                return Err(format!("no memory at {at:#x}"));
            }
        }
        core.set(self.register("btv"), VECTORS.into());
        core.set(self.register("isp"), (DATA + DATA_BYTES).into());
        let pc = self.run_core(&mut core, &mut mem)?;
        let after = v.before.keys().map(|name| {
            let value = match memory_word(name) {
                Some(at) => word(&mem, SCRATCHPAD + at),
                None => core.get(self.register(name)) as u32,
            };
            (name.clone(), value)
        });
        let after: State = after.collect();
        let end = match pc {
            None => End::Idle,
            Some(pc) if (VECTORS..VECTORS + 256).contains(&pc) => {
                End::Trap((pc - VECTORS) / 32, after["d15"], after["a11"])
            }
            Some(pc) => End::At(pc),
        };
        Ok((end, after))
    }

    /// Runs to a DEBUG and returns its address, or until the core is idle.
    fn run_core(&self, core: &mut Cpu<TriCore>, mem: &mut Memory) -> Result<Option<u32>, String> {
        let mut meters = Meters {
            cores: vec![CoreBank::new(&METERS); 2],
            ..Meters::default()
        };
        let mut facts = FactBuf::new(false);
        core.signal(CoreSignal::Start(Some(CODE.into())), Tick(0), &mut meters);
        loop {
            let mut cx = RunCx {
                mem,
                bus: &mut Nothing,
                meters: &mut meters,
                facts: &mut facts,
                until: Tick(LIMIT),
                planned: Tick(LIMIT),
                ends: Tick(LIMIT),
                shared_until: Tick(LIMIT),
                sync_until: Tick(LIMIT),
                settled: true,
                armed: ArmedStops::default(),
                answer: None,
            };
            match core.run(&mut cx) {
                Stop::Yield => {}
                Stop::Error(e) => return Ok(Some(e.pc as u32)),
                Stop::Idle => return Ok(None),
                stop => return Err(format!("{stop:?} at {:#x}", core.pc())),
            }
        }
    }

    fn register(&self, name: &str) -> usize {
        let number = self.names.iter().position(|n| *n == name);
        number.unwrap_or_else(|| panic!("no register {name}"))
    }
}

/// The offset of a word of data memory.
fn memory_word(name: &str) -> Option<u32> {
    u32::from_str_radix(name.strip_prefix('m')?, 16).ok()
}

fn word(mem: &Memory, at: u32) -> u32 {
    let bytes = mem.peek(at.into(), 4).and_then(|b| b.try_into().ok());
    bytes.map_or(0, u32::from_le_bytes)
}

/// A bus without devices, on which nothing takes time.
struct Nothing;

impl Host for Nothing {}

impl CoreBus for Nothing {
    fn transfer(&mut self, t: &Txn, _: &mut Meters) -> Timing {
        Timing::free(t.at)
    }
    fn io_read(&mut self, t: &Txn, _: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        (Err(BusFault::Unmapped), Timing::free(t.at))
    }
    fn io_write(&mut self, t: &Txn, _: u64, _: &mut Meters) -> (Result<(), BusFault>, Timing) {
        (Err(BusFault::Unmapped), Timing::free(t.at))
    }
    fn refused(&mut self, _: &Txn, _: BusFault) {}
    fn irq_ack(&mut self, _: u8, _: u32, _: Tick, _: &mut Meters) {}
    fn take_snoops(&mut self, _: u8, _: &mut Vec<u64>) {}
}
