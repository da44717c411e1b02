//! A micro-program on one core of the TC275, timed in three independent ways.
//!
//! The program runs twice over; the second pass is measured. The firmware's own view is CCNT, read
//! just before and just behind the body. The *truth* is the core's time when it stands behind either
//! read, and its stall meters must account for every cycle of it. A second run without stops, in
//! which the simulator takes its short cuts, must read the same.

use crate::counts::Devices;
use conformance::mixed::Program;
use conformance::tricore::assemble;
use std::collections::BTreeSet;
use trueboard_board::{BoardModel, Ended, Machine, Pause, Stops, machine};
use trueboard_core::meter::{CoreMeter, Meters};
use trueboard_core::time::Tick;
use trueboard_cpu_tricore::meters::{METERS, Meter};

/// Own data of the program: a word that holds its own address, then zeros.
pub const DATA: &str = "0xd0000100";
/// The context save areas, in the own data scratchpad.
const CONTEXTS: u32 = 0xd000_4000;
/// How many.
const CONTEXT_COUNT: u32 = 16;

/// Where code lies, as the program sees it: the own program scratchpad.
const CODE: u32 = 0xc000_0000;

/// One of the two kinds of cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// TC1.6P: core 1.
    P,
    /// TC1.6E: core 0.
    E,
}

impl Kind {
    fn core(self) -> u8 {
        match self {
            Kind::P => 1,
            Kind::E => 0,
        }
    }
}

/// A micro-program. %d12 to %d14 and %a9 are the bench's own; %a4 points to [`DATA`].
#[derive(Clone, Default)]
pub struct Bench {
    /// Overrides of the board file.
    sets: Vec<String>,
    /// Executed once.
    init: String,
    /// Executed before each pass.
    ready: String,
    /// What is measured.
    body: String,
    /// Executed after each pass.
    after: String,
    /// Behind the program: subroutines, data.
    more: String,
    /// Code elsewhere, by address.
    elsewhere: Vec<(u32, String)>,
}

/// What was seen of the second pass.
pub struct Measured {
    /// Cycles of the body.
    pub cycles: u64,
    /// Index of the core.
    pub core: usize,
    /// All meters before the body, and behind the MFCR behind it.
    pub before: Meters,
    pub after: Meters,
    /// Those of devices.
    pub devices: (Devices, Devices),
}

impl Measured {
    /// What a meter of the core counted.
    pub fn meter(&self, m: impl Into<CoreMeter> + Copy) -> u64 {
        self.after.cores[self.core].get(m) - self.before.cores[self.core].get(m)
    }
}

/// A bench with a body only.
pub fn body(text: &str) -> Bench {
    Bench {
        body: text.to_owned(),
        ..Bench::default()
    }
}

/// Cycles of a body that needs nothing else: on a TC1.6P, on a TC1.6E.
pub fn cycles(text: &str) -> (u64, u64) {
    body(text).cycles()
}

impl Bench {
    /// Adds what is executed once.
    pub fn init(mut self, text: &str) -> Bench {
        self.init.push_str(text);
        self.init.push('\n');
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

    /// Adds what lies behind the program, in the own program scratchpad.
    pub fn more(mut self, text: &str) -> Bench {
        self.more.push_str(text);
        self.more.push('\n');
        self
    }

    /// Puts code to an address, which may be of another memory.
    pub fn at(mut self, address: u32, text: &str) -> Bench {
        self.elsewhere.push((address, text.to_owned()));
        self
    }

    /// Overrides a value of the board file.
    pub fn set(mut self, set: &str) -> Bench {
        self.sets.push(set.to_owned());
        self
    }

    /// Cycles on a TC1.6P and on a TC1.6E.
    pub fn cycles(&self) -> (u64, u64) {
        (self.run(Kind::P).cycles, self.run(Kind::E).cycles)
    }

    fn text(&self) -> String {
        let head = CONTEXTS >> 28 << 16 | CONTEXTS >> 6 & 0xffff;
        format!(
            "start:  set {head}, %d15; mtcr $fcx, %d15
                     set {limit}, %d15; mtcr $lcx, %d15
                     mov %d15, 0; mtcr $pcxi, %d15; mtcr $pcon0, %d15; mtcr $dcon0, %d15
                     mov.u %d15, 0x980; mtcr $psw, %d15
                     set vectors, %d15; mtcr $btv, %d15
                     set {DATA}, %a4; st.a [%a4]0, %a4
                     mov %d0, 0; mov %d1, 1; mov %d2, 2; mov %d3, 3
                     mov %d4, 4; mov %d5, 5; mov %d6, 6; mov %d7, 7
                     {init}
                     mov %d15, 2; mtcr $cctrl, %d15
                     mov %d14, 2
             again:  {ready}
                     dsync
                     isync
                     .align 8
                     .code32 mov %d15, 0
                     mfcr %d12, $ccnt           # the body begins with a group of the fetch
             begin:  {body}
             end:    mfcr %d13, $ccnt
             done:   nop
                     {after}
                     add %d14, -1
                     jne %d14, 0, again
                     set 0x900d, %a14
                     debug
             {more}
                     .align 256
             vectors: .rept 8; mov.a %a14, 3; debug; .align 32; .endr",
            limit = head + CONTEXT_COUNT - 1,
            init = self.init,
            ready = self.ready,
            body = self.body,
            after = self.after,
            more = self.more,
        )
    }

    fn machine(&self, kind: Kind, program: &Program) -> Machine {
        let sets: Vec<&str> = self.sets.iter().map(String::as_str).collect();
        let model: BoardModel = conformance::board_of("tc275/none", &sets);
        let mut m = machine(&model.place, &model.file, false).expect("the board is sound");
        let core = kind.core();
        let mut put = |at: u32, bytes: &[u8]| {
            assert!(m.patch(core, at.into(), bytes), "no memory at {at:#x}");
        };
        put(program.at, &program.bytes);
        for (at, text) in &self.elsewhere {
            put(*at, &assemble(*at, text).bytes);
        }
        let link = |i: u32| CONTEXTS >> 28 << 16 | (CONTEXTS + 64 * i) >> 6 & 0xffff;
        for i in 0..CONTEXT_COUNT {
            let next = if i + 1 < CONTEXT_COUNT {
                link(i + 1)
            } else {
                0
            };
            put(CONTEXTS + 64 * i, &next.to_le_bytes());
        }
        m.start_at(core, program.label("start").into())
            .expect("the core is there");
        m
    }

    /// Runs the program on a core of this kind.
    pub fn run(&self, kind: Kind) -> Measured {
        let core = kind.core();
        let program = assemble(CODE, &self.text());
        let seen = |m: &Machine| {
            let [from, to] = [12, 13].map(|d| m.register(core, d) as u32);
            u64::from(to.wrapping_sub(from))
        };

        let mut free = self.machine(kind, &program);
        succeeded(&free.run(LIMIT));

        let mut m = self.machine(kind, &program);
        let (begin, done) = (program.label("begin"), program.label("done"));
        for stop in [begin, done, begin] {
            stop_at(&mut m, core, stop);
        }
        let (from, before) = (m.core_cycles(core), m.meters().clone());
        stop_at(&mut m, core, done);
        let (to, after) = (m.core_cycles(core), m.meters().clone());
        succeeded(&m.run(LIMIT));

        let (outside_before, outside_after, devices) =
            seen_from_outside(&mut self.machine(kind, &program), core, from, to);
        for &c in Meter::ALL {
            let of = |m: &Meters| m.cores[usize::from(core)].get(c);
            let (stopped, outside) = (
                of(&after) - of(&before),
                of(&outside_after) - of(&outside_before),
            );
            assert_eq!(stopped, outside, "{c:?} does not depend on breakpoints");
        }
        let measured = Measured {
            // Of the two reads one is within.
            cycles: seen(&m) - 1,
            core: core.into(),
            before: outside_before,
            after: outside_after,
            devices,
        };
        assert_eq!(seen(&free), seen(&m), "short cuts take the same time");
        // CCNT stands while the core is idle.
        let idle = measured.meter(Meter::IdleCycles);
        assert_eq!(to - from, seen(&m) + idle, "CCNT sees what is true");
        let stack: u64 = METERS.stack.iter().map(|&s| measured.meter(s)).sum();
        assert_eq!(stack + idle, to - from, "every cycle has a cause");
        measured
    }
}

const LIMIT: Tick = Tick(1_000_000);

/// Meters at two cycles of a run without breakpoints: they are complete at the end of a run, those of
/// buses and devices too.
fn seen_from_outside(
    m: &mut Machine,
    core: u8,
    from: u64,
    to: u64,
) -> (Meters, Meters, (Devices, Devices)) {
    let mut at = |cycle: u64| {
        m.set_end(Tick(cycle), false);
        assert_eq!(m.run(Tick(cycle)), Ended::Paused);
        assert_eq!(m.core_cycles(core), cycle, "a core stops at the end");
        (m.meters().clone(), m.devices())
    };
    let (before, devices_before) = at(from);
    let (after, devices_after) = at(to);
    (before, after, (devices_before, devices_after))
}

fn succeeded(end: &Ended) {
    assert!(matches!(end, Ended::Exit { status: 0, .. }), "{end:?}");
}

/// Runs until the core is about to execute `pc`.
fn stop_at(m: &mut Machine, core: u8, pc: u32) {
    let stops = Stops {
        breakpoints: BTreeSet::from([pc.into()]),
        ..Stops::default()
    };
    let pause = m.run_until_break(LIMIT, &stops);
    let here = Pause::Breakpoint { core };
    assert!(
        pause == here,
        "{pause:?} before {pc:#x} at {:#x}",
        m.pc(core)
    );
}
