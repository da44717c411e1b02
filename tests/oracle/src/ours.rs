//! Our own core, bare: a flat memory, a bus on which nothing takes time, and the common trap
//! handlers.

mod irq;

use crate::asm::{NOP, Src, ba, f3};
use crate::blocks::{trap, visible};
use crate::case::{
    Case, EXTRA_NUMBERS, End, F, FSR, Faults, MEM, Oracle, Outcome, PSR, State, TBR, W, WIM, WORDS,
    XTRA, Y,
};
use crate::layout::{self, FpTraps};
use irq::Bus;
use trueboard_core::cpu::{ArmedStops, Core, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::FactBuf;
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_core::time::{Clock, Tick};
use trueboard_cpu_sparcv8::isa::Op;
use trueboard_cpu_sparcv8::meters::{METERS, Meter};
use trueboard_cpu_sparcv8::params::Params;
use trueboard_cpu_sparcv8::{Cpu, Leon};

/// Cycles after which a program counts as lost.
const LIMIT: u64 = 20_000_000;
/// Cycle in which a timed program starts: nothing from before is under way any more.
const START: u64 = 100;
/// The register numbers of the core's own list.
const R_Y: usize = 64;
const R_PSR: usize = 65;
const R_PC: usize = 68;
const R_FSR: usize = 70;
/// FSR.qne: the FPU's queue is not empty.
const FSR_QNE: u32 = 1 << 13;

/// The core that is to be proved.
pub struct Ours {
    blank: Cpu<Leon>,
    /// The core that ran the case before: what it decoded can be used again. A program that stops
    /// it, or leaves exceptions in the FPU's queue, takes it away.
    used: Option<Cpu<Leon>>,
    mem: Memory,
    /// What the trap table in memory is made for.
    faults: Faults,
}

impl Default for Ours {
    fn default() -> Ours {
        Ours::new()
    }
}

impl Ours {
    /// A GR740 core with its default parameters, but caches whose misses cost nothing: what is left
    /// is the time of the pipeline.
    pub fn new() -> Ours {
        let mut mem = Memory::default();
        mem.add(Region::new(
            "ram",
            layout::RAM.into(),
            layout::RAM_BYTES.into(),
            true,
        ));
        for piece in layout::traps(FpTraps::Deferred) {
            poke(&mut mem, piece.at, &piece.words);
        }
        poke(&mut mem, layout::DONE, &last_words());
        let mut params = Params::default();
        params.timing.miss_cycles = 0;
        params.timing.mmu_miss_cycles = 0;
        Ours {
            blank: Cpu::new(Leon::new(params, 0, Clock::new(1))),
            used: None,
            mem,
            faults: Faults::Plain,
        }
    }

    /// The state in which a core stands before a program, all zero but for what must be set.
    pub fn plain_state() -> State {
        let mut s = vec![0; WORDS];
        s[PSR] = 0xf300_10e0;
        // The trap type is the last program's.
        s[TBR] = layout::TABLE | (0x80 + layout::END_TRAP) << 4;
        s[FSR] = 2 << 17;
        s[7] = layout::DATA_MIDDLE;
        s[XTRA + 1] = 0x0200_0587;
        s
    }

    /// Writes memory.
    pub fn poke(&mut self, at: u32, words: &[u32]) {
        poke(&mut self.mem, at, words);
    }

    /// Reads memory; nothing where there is none.
    pub fn peek(&self, at: u32, words: usize) -> Vec<u32> {
        peek(&self.mem, at, words)
    }

    fn start(&mut self, case: &Case) -> Cpu<Leon> {
        let mut core = self.used.take().unwrap_or_else(|| self.blank.clone());
        let b = &case.before;
        let psr = |w: usize| u64::from(b[PSR] & !0x1f) | w as u64;
        for w in 0..8 {
            core.set(R_PSR, psr(w));
            for r in 0..16 {
                core.set(16 + r, b[W + w * 16 + r].into());
            }
        }
        core.set(R_PSR, b[PSR].into());
        for (g, &word) in b.iter().enumerate().take(8).skip(1) {
            core.set(g, word.into());
        }
        for f in 0..32 {
            core.set(32 + f, b[F + f].into());
        }
        core.set(R_Y, b[Y].into());
        core.set(66, b[WIM].into());
        core.set(67, b[TBR].into());
        core.set(R_FSR, b[FSR].into());
        for (i, n) in EXTRA_NUMBERS.into_iter().enumerate() {
            core.set(n, b[XTRA + i].into());
        }
        core.set(R_PC, case.base.into());
        poke(&mut self.mem, layout::DATA, &b[MEM..Y]);
        poke(&mut self.mem, case.base, &case.code);
        if self.faults != case.faults {
            self.faults = case.faults;
            for piece in layout::fault_vectors(case.faults) {
                poke(&mut self.mem, piece.at, &piece.words);
            }
        }
        poke(&mut self.mem, layout::VARS, &layout::variables(0));
        core
    }

    /// Runs a case one step at a time: its cycles are known then, and interrupts come when the case
    /// wants them.
    pub fn run_timed(&mut self, case: &Case) -> Outcome {
        self.run_one(case, true)
    }

    fn run_one(&mut self, case: &Case, timed: bool) -> Outcome {
        if timed {
            self.used = None;
        }
        let mut core = self.start(case);
        let mut meters = Meters {
            cores: vec![CoreBank::new(&METERS)],
            ..Meters::default()
        };
        let start = if timed { Tick(START) } else { core.now() };
        core.signal(CoreSignal::Start(None), start, &mut meters);
        let mut bus = Bus::default();
        core.signal(bus.signal(), start, &mut meters);
        let mut facts = FactBuf::new(false);
        let program = case.base..case.base + case.code.len() as u32 * 4;
        let (mut cycles, mut steps, mut irq) = (0, 0, case.irq);
        let stop = loop {
            let (pc, begun) = (core.pc() as u32, core.now());
            let inside = program.contains(&pc);
            if inside && let Some(i) = irq.take_if(|i| i.step == steps) {
                core.signal(CoreSignal::Irq(i.level), begun, &mut meters);
            }
            let until = Tick(if timed { begun.0 + 1 } else { start.0 + LIMIT });
            let mut cx = RunCx {
                mem: &mut self.mem,
                bus: &mut bus,
                meters: &mut meters,
                facts: &mut facts,
                until,
                planned: until,
                ends: until,
                shared_until: Tick(start.0 + 2 * LIMIT),
                sync_until: Tick(start.0 + 2 * LIMIT),
                settled: true,
                armed: ArmedStops::default(),
                answer: None,
            };
            let stop = core.run(&mut cx);
            if inside && core.pc() as u32 != layout::END_VECTOR {
                cycles += core.now().0 - begun.0;
                steps += 1;
            }
            match stop {
                Stop::Yield if case.irq.is_none() => {
                    core.signal(bus.signal(), core.now(), &mut meters);
                }
                Stop::Yield => {}
                Stop::Horizon if timed && core.now().0 < start.0 + LIMIT => {}
                Stop::Idle if program.contains(&(core.pc() as u32)) => match irq.take() {
                    Some(i) => {
                        let asleep = core.now();
                        core.signal(CoreSignal::Irq(i.level), asleep, &mut meters);
                        cycles += core.now().0 - asleep.0;
                    }
                    None => break Stop::Horizon,
                },
                stop => break stop,
            }
        };
        core.settle(&mut meters);
        let end = match stop {
            Stop::Idle => End::Done,
            Stop::Error(e) => End::Error(e.trap as u8),
            _ => return Outcome::nothing(End::Lost),
        };
        let outcome = Outcome {
            cycles: timed.then_some(cycles),
            ..self.outcome(&mut core, end, &meters)
        };
        if end == End::Done && core.get(R_FSR) as u32 & FSR_QNE == 0 {
            self.used = Some(core);
        }
        outcome
    }

    fn outcome(&self, core: &mut Cpu<Leon>, end: End, meters: &Meters) -> Outcome {
        let get = |core: &Cpu<Leon>, i: usize| core.get(i) as u32;
        let mut after = vec![0; WORDS];
        for (i, word) in after.iter_mut().enumerate().take(8) {
            *word = get(core, i);
        }
        for f in 0..32 {
            after[F + f] = get(core, 32 + f);
        }
        let psr = get(core, R_PSR);
        after[PSR] = psr;
        after[Y] = get(core, R_Y);
        after[WIM] = get(core, 66);
        after[TBR] = get(core, 67);
        after[FSR] = get(core, R_FSR);
        for (i, n) in EXTRA_NUMBERS.into_iter().enumerate() {
            after[XTRA + i] = get(core, n);
        }
        for w in 0..8 {
            core.set(R_PSR, u64::from(psr & !0x1f) | w as u64);
            for r in 0..16 {
                after[W + w * 16 + r] = get(core, 16 + r);
            }
        }
        after[MEM..Y].copy_from_slice(&peek(&self.mem, layout::DATA, layout::DATA_WORDS));
        let log = peek(&self.mem, layout::VARS + layout::LOG as u32, 1)[0];
        let words = log.wrapping_sub(layout::TRAPS) / 4;
        let raw = peek(&self.mem, layout::TRAPS, words as usize);
        let added: u64 = raw
            .chunks_exact(5)
            .map(|entry| handler_insns(entry, self.faults))
            .sum();
        let total = meters.cores[0].get(Meter::Instructions);
        let tail = match end {
            End::Done => layout::DONE_INSNS + last_words().len() as u64 - 2,
            _ => 0,
        };
        Outcome {
            end,
            after: visible(after, WORDS, end),
            traps: raw.chunks_exact(5).map(trap).collect(),
            executed: Some(total.saturating_sub(added + tail)),
            cycles: None,
        }
    }
}

/// The end of a program: translation and watchpoints off, and power-down, which ends a slice.
fn last_words() -> Vec<u32> {
    let clear = |asr| f3(Op::Wrasr, 0, Src::R(0), asr);
    let mut code = vec![layout::MMU_OFF];
    code.extend((24..32).map(clear));
    code.extend([clear(19), ba(0), NOP]);
    code
}

/// Instructions that the handler of a logged trap executed.
fn handler_insns(entry: &[u32], faults: Faults) -> u64 {
    match (entry[0] >> 4 & 0xff, entry[4] >> 13 & 1) {
        (1 | 9, _) if faults == Faults::Plain => layout::TRAP_INSNS,
        (1, _) => layout::FETCH_FAULT_INSNS,
        (9, _) => layout::FAULT_INSNS,
        (8, 1) => layout::FP_QUEUE_INSNS,
        (8, _) => layout::FP_QUEUE_INSNS - 5,
        _ => layout::TRAP_INSNS,
    }
}

impl Oracle for Ours {
    fn name(&self) -> String {
        "trueboard".to_owned()
    }

    fn supports(&self, case: &Case) -> bool {
        case.before.len() == WORDS
    }

    fn run(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        Ok(cases.iter().map(|c| self.run_one(c, false)).collect())
    }
}

fn poke(mem: &mut Memory, at: u32, words: &[u32]) {
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
    mem.poke(at.into(), &bytes);
}

fn peek(mem: &Memory, at: u32, words: usize) -> Vec<u32> {
    mem.peek(at.into(), words * 4)
        .map_or_else(Vec::new, |bytes| {
            bytes
                .chunks_exact(4)
                .map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]))
                .collect()
        })
}
