//! Micro-programs on the whole board, timed by the machine and by the firmware's own counter.

use conformance::epiphany::assemble;
use conformance::mixed::Program;
use std::collections::BTreeSet;
use trueboard_board::{Machine, Pause, Stops, machine, open_board};
use trueboard_core::meter::{CoreMeter, Meters};
use trueboard_core::time::Tick;
use trueboard_cpu_epiphany::meters::{METERS, Meter};

/// Where programs lie: in the first bank of the SRAM.
pub const CODE: u32 = 0x100;
/// Data in the second bank.
pub const DATA: u32 = 0x2000;
/// The memory off the chip.
pub const DRAM: u32 = 0x8e00_0000;

/// Starts CTIMER0 from its highest value: the clock of a program, the same for all cores that begin
/// with this.
pub const COUNT: &str = "set 0xffffffff,r60; movts ctimer0,r60; movfs r59,config
    .code32 mov r58,0x10; orr r59,r59,r58; movts config,r59";

const FOREVER: Tick = Tick(u64::MAX / 4);

/// First address of the window of core `n`.
pub fn window(n: u8) -> u32 {
    0x8080_0000 + u32::from(n / 4) * 0x0400_0000 + u32::from(n % 4) * 0x0010_0000
}

/// Links between two cores.
pub fn hops(a: u8, b: u8) -> u64 {
    u64::from((a / 4).abs_diff(b / 4)) + u64::from((a % 4).abs_diff(b % 4))
}

/// A board with programs in its cores, all started in cycle 0. A line `@9 rti` puts an instruction
/// into a vector; the others have BKPT.
pub struct Board {
    pub machine: Machine,
    programs: Vec<Option<Program>>,
}

impl Board {
    pub fn new(programs: &[(u8, &str)]) -> Board {
        Board::with(&[], programs)
    }

    /// With overrides of the board file.
    pub fn with(sets: &[&str], programs: &[(u8, &str)]) -> Board {
        let sets: Vec<String> = sets.iter().map(|&s| s.to_owned()).collect();
        let board = open_board("parallella", &sets).expect("it is a board");
        let mut machine = machine(&board.place, &board.file, false).expect("it is sound");
        let mut assembled = vec![None; 16];
        for &(core, text) in programs {
            let (vectors, text): (Vec<&str>, Vec<&str>) = text
                .lines()
                .map(str::trim)
                .partition(|line| line.starts_with('@'));
            let vector = |n: u32| {
                let found = vectors
                    .iter()
                    .find_map(|v| v.strip_prefix(&format!("@{n} ")));
                format!(".org {}; {}\n", 4 * n, found.unwrap_or("bkpt"))
            };
            let vectors: String = (0..10).map(vector).collect();
            let text = text.join("\n");
            let p = assemble(0, &format!("{vectors} .org {CODE}; {text}\n bkpt"));
            assert!(machine.patch(core, 0, &p.bytes));
            machine
                .start_at(core, CODE.into())
                .expect("there is such a core");
            assembled[usize::from(core)] = Some(p);
        }
        Board {
            machine,
            programs: assembled,
        }
    }

    pub fn label(&self, core: u8, name: &str) -> u32 {
        self.programs[usize::from(core)]
            .as_ref()
            .expect("it has a program")
            .label(name)
    }

    /// Runs until `core` is about to execute what is at the label; answers its cycle.
    pub fn until(&mut self, core: u8, label: &str) -> u64 {
        let pc = u64::from(self.label(core, label));
        let stops = Stops {
            breakpoints: BTreeSet::from([pc]),
            ..Stops::default()
        };
        loop {
            match self.machine.run_until_break(FOREVER, &stops) {
                Pause::Breakpoint { core: c } if c == core => {
                    return self.machine.core_cycles(core);
                }
                Pause::Breakpoint { .. } => {}
                other => panic!("{other:?} before {label} at {:#x}", self.machine.pc(core)),
            }
        }
    }

    /// Runs until nothing can happen any more.
    pub fn finish(&mut self) {
        self.machine.run(FOREVER);
    }

    pub fn r(&self, core: u8, n: usize) -> u32 {
        self.machine.register(core, n) as u32
    }

    pub fn word(&self, at: u32) -> u32 {
        let bytes = self.machine.memory().peek(at.into(), 4).expect("memory");
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    }
}

/// What was seen of the body of a program.
pub struct Measured {
    /// From the first cycle in which the first instruction can be issued to that of what follows.
    pub cycles: u64,
    before: Meters,
    after: Meters,
    /// At the end.
    pub board: Board,
}

impl Measured {
    /// What a meter of core 0 counted.
    pub fn core(&self, m: impl Into<CoreMeter> + Copy) -> u64 {
        self.after.cores[0].get(m) - self.before.cores[0].get(m)
    }
}

/// A program of core 0: what is executed before the body, the body, and what lies behind. r58 to r63
/// are the bench's own.
#[derive(Clone, Default)]
pub struct Bench {
    init: String,
    body: String,
    more: String,
    others: Vec<(u8, String)>,
    sets: Vec<String>,
    /// Results of the FPU are on their way behind the body, and hold up the counter's reading.
    floats: bool,
}

/// A bench with a body only.
pub fn body(text: &str) -> Bench {
    Bench {
        body: text.to_owned(),
        ..Bench::default()
    }
}

/// Cycles of a body.
pub fn cycles(text: &str) -> u64 {
    body(text).run().cycles
}

/// Cycles of a body with instructions of the FPU.
pub fn fpu_cycles(text: &str) -> u64 {
    body(text).floats().run().cycles
}

impl Bench {
    pub fn init(mut self, text: &str) -> Bench {
        self.init.push_str(text);
        self.init.push('\n');
        self
    }

    /// What lies behind the program.
    pub fn more(mut self, text: &str) -> Bench {
        self.more.push_str(text);
        self
    }

    /// Another core's program.
    pub fn other(mut self, core: u8, text: &str) -> Bench {
        self.others.push((core, text.to_owned()));
        self
    }

    pub fn set(mut self, text: &str) -> Bench {
        self.sets.push(text.to_owned());
        self
    }

    pub fn floats(mut self) -> Bench {
        self.floats = true;
        self
    }

    pub fn run(&self) -> Measured {
        let text = format!(
            "{COUNT}
             {init}
             .align 8; .code32 mov r58,0; movfs r62,ctimer0
             begin: {body}
             end: nop
             done: movfs r61,ctimer0
             bkpt
             .align 8
             {more}",
            init = self.init,
            body = self.body,
            more = self.more,
        );
        let mut programs = vec![(0, text.as_str())];
        programs.extend(
            self.others
                .iter()
                .map(|(core, text)| (*core, text.as_str())),
        );
        let sets: Vec<&str> = self.sets.iter().map(String::as_str).collect();
        let mut board = Board::with(&sets, &programs);
        let from = board.until(0, "begin");
        let before = board.machine.meters().clone();
        let to = board.until(0, "done");
        let after = board.machine.meters().clone();
        board.finish();
        let seen = u64::from(board.r(0, 62).wrapping_sub(board.r(0, 61)));
        let measured = Measured {
            // The NOP at `end` has been executed.
            cycles: to - from - 1,
            before,
            after,
            board,
        };
        // The read before `begin`, the body, the NOP.
        let expected = 1 + measured.cycles + 1;
        assert!(
            seen == expected || self.floats && seen > expected,
            "{seen} {expected}"
        );
        let stack: u64 = METERS.stack.iter().map(|&s| measured.core(s)).sum();
        let idle = measured.core(Meter::IdleCycles) + measured.core(Meter::HaltedCycles);
        assert_eq!(stack + idle, to - from, "every cycle has a cause");
        measured
    }
}
