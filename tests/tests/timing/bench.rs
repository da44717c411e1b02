//! A micro-program on the whole machine, timed between two labels in two independent ways.
//!
//! The program runs twice over: the first pass brings the instruction cache and the L2 cache into
//! a known state, the second is measured. The *truth* is the core's time when it stands before
//! `begin` and before `end`; the firmware's own view is %asr23 read just before `begin` and at
//! `end`. Both must agree, and the core's stall meters must account for every cycle.

use crate::counts::Devices;
use conformance::asm::{Program, assemble};
use conformance::tiny::{CODE, Part, Tiny};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use trueboard_board::{BoardModel, Ended, Image, Machine, Pause, Stops, machine};
use trueboard_core::fact::Fact;
use trueboard_core::meter::{BusMeter, CacheMeter, CoreMeter, Meters};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::{METERS, Meter};

/// Data of programs lies from here on: 1 MiB behind the code.
pub const DATA: u32 = 0x10_0000;

/// SDCFG1 of the board file without refresh (RF = 0).
pub const NO_REFRESH: &str = "stages.sdctrl.params.preset=[(0x00, 0x2340830C)]";

/// NOPs that can be put before a body to shift its phase.
const PADS: usize = 9;

/// A micro-program. `%g5`, `%g6` and `%g7` are the bench's own.
#[derive(Clone, Default)]
pub struct Bench {
    /// Overrides of the board file.
    pub sets: Vec<String>,
    /// Executed once.
    pub init: String,
    /// Executed before each pass: brings caches and registers into the state wanted.
    pub ready: String,
    /// What is measured.
    pub body: String,
    /// Executed after each pass.
    pub after: String,
    /// Behind the program: subroutines, cold code, data.
    pub more: String,
    /// Code at the beginning of PROM.
    pub prom: String,
    /// Trap table entries: trap type and up to four instructions.
    pub traps: Vec<(u32, String)>,
    /// The cycle of `begin` modulo 5, for programs that reach the SDRAM: five CPU cycles are two
    /// SDRAM cycles, and both clocks have an edge at cycle 0.
    pub phase: Option<u64>,
}

/// What was seen between the labels in the second pass.
pub struct Measured {
    /// Cycles.
    pub cycles: u64,
    /// The cycle of `begin`.
    pub begin: u64,
    /// %o0 to %o7 at the end of the program.
    pub outs: [u64; 8],
    /// All meters before and behind the body.
    pub before: Meters,
    pub after: Meters,
    /// Those of devices.
    pub devices: (Devices, Devices),
    /// Of the whole run.
    pub warnings: Vec<String>,
}

impl Measured {
    /// What a meter of core 0 counted.
    pub fn core(&self, m: impl Into<CoreMeter> + Copy) -> u64 {
        self.after.cores[0].get(m) - self.before.cores[0].get(m)
    }

    /// What a meter of the processor bus counted for core 0.
    pub fn bus(&self, m: BusMeter) -> u64 {
        let of = |x: &Meters| x.buses[0].parts(m)[0];
        of(&self.after) - of(&self.before)
    }

    /// Cycles core 0 waited for the processor bus.
    pub fn waited(&self) -> u64 {
        self.after.buses[0].waited[0] - self.before.buses[0].waited[0]
    }

    /// Those of them in which its own earlier transfer had the bus.
    pub fn waited_for_itself(&self) -> u64 {
        self.after.buses[0].waited_for[0][0] - self.before.buses[0].waited_for[0][0]
    }

    /// What a meter of the L2 cache counted.
    pub fn l2(&self, m: CacheMeter) -> u64 {
        self.after.caches[0].get(m) - self.before.caches[0].get(m)
    }
}

impl Measured {
    /// Runs a machine without breakpoints from cycle to cycle, and takes its meters for the measured
    /// ones: they are complete at the end of a run, those of buses and devices too.
    fn seen_from_outside(&mut self, m: &mut Machine) {
        let mut at = |cycle: u64| {
            m.set_end(Tick(2 * cycle), false);
            assert_eq!(m.run(Tick(2 * cycle)), Ended::Paused);
            assert_eq!(m.core_cycles(0), cycle, "a core stops at the end");
            (m.meters().clone(), m.devices())
        };
        let (before, devices_before) = at(self.begin);
        let (after, devices_after) = at(self.begin + self.cycles);
        for &c in Meter::ALL {
            let of = |m: &Meters| m.cores[0].get(c);
            let seen = of(&after) - of(&before);
            assert_eq!(seen, self.core(c), "{c:?} does not depend on breakpoints");
        }
        (self.before, self.after) = (before, after);
        self.devices = (devices_before, devices_after);
    }
}

/// A bench with a body only.
pub fn body(text: &str) -> Bench {
    Bench {
        body: text.to_owned(),
        ..Bench::default()
    }
}

/// Cycles of a body that needs nothing else.
pub fn cycles(text: &str) -> u64 {
    body(text).run().cycles
}

/// Removes the line at `label` from the instruction cache: an invalid tag in each of the four ways
/// (ASI 0xC, UM 1.7 p. 65: way in bits 13:12, line in bits 11:5).
pub fn chill(label: &str) -> String {
    let ways = (0..4).map(|way| format!("set {}, %g2; sta %g0, [%g1 + %g2] (12);", way << 12));
    let ways: String = ways.collect();
    format!("set {label}, %g1; set 0xfe0, %g2; and %g1, %g2, %g1; {ways}")
}

impl Bench {
    /// Adds what is executed once.
    pub fn init(mut self, text: &str) -> Bench {
        self.init.push_str(text);
        self
    }

    /// Adds what is executed before each pass.
    pub fn ready(mut self, text: &str) -> Bench {
        self.ready.push_str(text);
        self.ready.push('\n');
        self
    }

    /// Adds what is executed after each pass.
    pub fn after(mut self, text: &str) -> Bench {
        self.after.push_str(text);
        self
    }

    /// Adds what lies behind the program.
    pub fn more(mut self, text: &str) -> Bench {
        self.more.push_str(text);
        self.more.push('\n');
        self
    }

    /// Puts code into PROM.
    pub fn prom(mut self, text: &str) -> Bench {
        self.prom = text.to_owned();
        self
    }

    /// Sets a trap table entry.
    pub fn trap(mut self, tt: u32, text: &str) -> Bench {
        self.traps.push((tt, text.to_owned()));
        self
    }

    /// Overrides a value of the board file.
    pub fn set(mut self, set: &str) -> Bench {
        self.sets.push(set.to_owned());
        self
    }

    /// Without refresh, and `begin` at a cycle that is `phase` modulo 5.
    pub fn sdram_phase(mut self, phase: u64) -> Bench {
        self.phase = Some(phase);
        self.set(NO_REFRESH)
    }

    fn board(&self) -> BoardModel {
        let sets: Vec<&str> = self.sets.iter().map(String::as_str).collect();
        conformance::board(&sets)
    }

    fn text(&self, pad: usize) -> String {
        format!(
            "start:  wr %g0, 0, %tbr
                     {init}
                     mov 2, %g7
             again:  {ready}
                     ba padded                  ! {pad} cycles, without a change of the layout
                     nop
                     .rept {rest}; nop; .endr
             padded: .rept {pad}; nop; .endr
                     .rept 64; nop; .endr       ! buffers drain
                     .align 32                  ! a short body is in this line as a whole
                     rd %asr23, %g5
             begin:  {body}
             end:    rd %asr23, %g6
                     {after}
                     subcc %g7, 1, %g7
                     bne again
                     nop
                     wr %g0, 0xfc0, %psr        ! traps off
                     nop; nop; nop
                     mov 1, %g1
                     ta 0
             {more}",
            rest = PADS - pad,
            init = self.init,
            ready = self.ready,
            body = self.body,
            after = self.after,
            more = self.more,
        )
    }

    /// The program with its trap table and PROM.
    fn image(&self, program: &Program) -> Tiny {
        let bytes = |p: &Program| -> Vec<u8> {
            let words = p.words.iter();
            words.flat_map(|w| w.to_be_bytes()).collect()
        };
        let mut tiny = Tiny::new(&program.words);
        for (tt, text) in &self.traps {
            let entry = bytes(&assemble(16 * tt, text));
            let at = 16 * *tt as usize;
            tiny.parts[0].bytes[at..at + entry.len()].copy_from_slice(&entry);
        }
        if !self.prom.is_empty() {
            let at = 0xc000_0000;
            let bytes = bytes(&assemble(at, &self.prom));
            tiny.parts.push(Part { at, bytes });
        }
        tiny
    }

    /// Runs the program and measures its second pass.
    pub fn run(&self) -> Measured {
        let Some(phase) = self.phase else {
            return self.run_padded(0);
        };
        (0..=PADS)
            .map(|pad| self.run_padded(pad))
            .find(|m| m.begin % 5 == phase)
            .expect("some padding moves `begin` to the phase wanted")
    }

    fn run_padded(&self, pad: usize) -> Measured {
        let program = assemble(CODE, &self.text(pad));
        let mut m = load(&self.board(), &self.image(&program));
        let (begin, end) = (program.label("begin"), program.label("end"));
        stop_at(&mut m, begin);
        stop_at(&mut m, end);
        stop_at(&mut m, begin);
        let (from, before, devices) = (m.core_cycles(0), m.meters().clone(), m.devices());
        stop_at(&mut m, end);
        let (to, after) = (m.core_cycles(0), m.meters().clone());
        let devices = (devices, m.devices());
        let ended = m.run(Tick(u64::MAX / 4));
        assert!(matches!(ended, Ended::Exit { .. }), "{ended:?}");
        let seen = m.register(0, 6).wrapping_sub(m.register(0, 5)) & 0xffff_ffff;
        let mut measured = Measured {
            cycles: to - from,
            begin: from,
            outs: std::array::from_fn(|i| m.register(0, 8 + i)),
            before,
            after,
            devices,
            warnings: m.warnings(),
        };
        measured.seen_from_outside(&mut load(&self.board(), &self.image(&program)));
        // The first RD %asr23 takes its own cycle before `begin`.
        assert_eq!(seen, measured.cycles + 1, "%asr23 sees what is true");
        let stack: u64 = METERS.stack.iter().map(|&s| measured.core(s)).sum();
        let idle = measured.core(Meter::IdleCycles);
        assert_eq!(stack + idle, measured.cycles, "every cycle has a cause");
        measured
    }
}

/// Runs a bench with facts: the cycle of `begin` in the second pass, and all that happened.
pub fn facts_of(bench: &Bench) -> (u64, Vec<Fact>) {
    let program = assemble(CODE, &bench.text(0));
    let mut m = booted(&bench.board(), &bench.image(&program), true);
    stop_at(&mut m, program.label("begin"));
    stop_at(&mut m, program.label("end"));
    stop_at(&mut m, program.label("begin"));
    let begin = m.core_cycles(0);
    stop_at(&mut m, program.label("end"));
    (begin, m.take_facts())
}

/// A booted machine with the image on all cores.
pub fn load(board: &BoardModel, image: &Tiny) -> Machine {
    booted(board, image, false)
}

fn booted(board: &BoardModel, image: &Tiny, facts: bool) -> Machine {
    let image = Image::parse(Path::new("bench"), &image.bytes(), conformance::sparc());
    let mut m = machine(&board.place, &board.file, facts).expect("the board is sound");
    let image = Arc::new(image.expect("the image is sound"));
    m.load(image, &[0, 1, 2, 3]).expect("it fits");
    m.boot().expect("the board boots");
    m
}

/// Runs until core 0 is about to execute `pc`.
pub fn stop_at(m: &mut Machine, pc: u32) {
    let stops = Stops {
        breakpoints: BTreeSet::from([pc.into()]),
        ..Stops::default()
    };
    loop {
        match m.run_until_break(Tick(u64::MAX / 4), &stops) {
            Pause::Breakpoint { core: 0 } => return,
            Pause::Breakpoint { .. } => {}
            other => panic!("{other:?} before {pc:#x} at {:#x}", m.pc(0)),
        }
    }
}
