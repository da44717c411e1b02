//! A board of one RV32I core: what the engine and the board bring to an instruction set that says nothing of it.

use conformance::tiny::{Part, Tiny};
use conformance::{Run, run};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use teaching::KIND;
use teaching::isa::{Disp, Imm, Insn, Reg};
use trueboard_analyses::profile::request;
use trueboard_board::checked::CheckOptions;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{
    Analyses, Back, BoardModel, CoreKind, Options, Pause, Session, Stops, WatchKind, Watchpoint,
    open_board,
};
use trueboard_check::Checks;
use trueboard_core::time::Tick;

const ZERO: Reg = Reg(0);
const RA: Reg = Reg(1);
const SP: Reg = Reg(2);
const T0: Reg = Reg(5);
const S0: Reg = Reg(8);
const A0: Reg = Reg(10);
const A1: Reg = Reg(11);
const A7: Reg = Reg(17);

/// Where the program begins, where `add` lies, and what it stores to.
const START: u32 = 0x1000;
const ADD: u32 = START + 4 * 10;
const CELL: u32 = 0x700;
/// How often `add` is called.
const CALLS: i32 = 1000;

fn li(rd: Reg, value: i32) -> Insn {
    addi(rd, ZERO, value)
}

fn addi(rd: Reg, rs1: Reg, value: i32) -> Insn {
    let imm = Imm::new(value);
    Insn::Addi { rd, rs1, imm }
}

/// Sums 1 to [`CALLS`] by calls of `add`, compares, and exits.
fn program() -> Vec<Insn> {
    let sum = CALLS * (CALLS + 1) / 2;
    let start = vec![
        li(SP, CELL as i32),
        li(A0, 0),
        li(S0, CALLS),
        // loop:
        Insn::Jal {
            rd: RA,
            to: Disp::new(ADD as i32 - (START as i32 + 12)),
        },
        addi(S0, S0, -1),
        Insn::Bne {
            rs1: S0,
            rs2: ZERO,
            to: Disp::new(-8),
        },
        addi(A0, A0, -(sum & 0x7ff)),
        Insn::Andi {
            rd: A0,
            rs1: A0,
            imm: Imm::new(0x7ff),
        },
        li(A7, 93),
        Insn::Ecall {},
    ];
    let add = vec![
        Insn::Add {
            rd: A0,
            rs1: A0,
            rs2: S0,
        },
        Insn::Sw {
            rs2: A0,
            rs1: SP,
            imm: Imm::new(0),
        },
        Insn::Lw {
            rd: A1,
            rs1: SP,
            imm: Imm::new(0),
        },
        Insn::Jalr {
            rd: ZERO,
            rs1: RA,
            imm: Imm::new(0),
        },
    ];
    [start, add].concat()
}

fn image(dir: &Path, program: &[Insn]) -> PathBuf {
    let bytes = program.iter().flat_map(|insn| insn.encode().to_le_bytes());
    let image = Tiny {
        parts: vec![Part {
            at: START,
            bytes: bytes.collect(),
        }],
        entry: START,
        machine: 243,
        kind: 2,
        little_endian: true,
        functions: vec![
            ("start".to_owned(), START, ADD - START),
            ("add".to_owned(), ADD, 16),
        ],
    };
    image.write(dir, "program")
}

fn board(dir: &Path, quantum: u32) -> BoardModel {
    CoreKind::add(&KIND).expect("no other kind has the name");
    let text = format!(
        r#"Board(
    name: "teaching",
    title: "RV32I, one core at 100 MHz, 1 MiB of memory",
    clocks: {{ "cpu": 100_000_000 }},
    quantum_cycles: {quantum},
    big_endian: false,
    buses: [],
    caches: [],
    cores: [(id: "cpu", kind: "rv32i", count: 1, clock: "cpu", params: ())],
    stages: [],
    memories: [(name: "ram", at: 0, size: 0x100000, route: [])],
    devices: [
        (id: "exit", kind: "exitdev", at: 0xE8000000, size: 0x100, clock: "cpu", route: [], params: ()),
    ],
    power: None,
    power_grid_us: 1000,
)"#
    );
    let path = dir.join("teaching.ron");
    std::fs::write(&path, text).expect("there is room");
    open_board(path.to_str().expect("UTF-8"), &[]).expect("the board")
}

struct Bench {
    dir: tempfile::TempDir,
    board: BoardModel,
}

impl Bench {
    fn new() -> Bench {
        let dir = tempfile::tempdir().expect("there is room");
        let board = board(dir.path(), 50);
        Bench { dir, board }
    }

    fn options(&self, program: &[Insn]) -> Options {
        Options {
            images: vec![(image(self.dir.path(), program), vec![0])],
            ..Options::default()
        }
    }

    fn run(&self, change: impl FnOnce(&mut Options)) -> Run {
        let mut options = self.options(&program());
        change(&mut options);
        run(&self.board, options)
    }

    fn session(&self) -> Session {
        Session::new(&self.board, self.options(&program())).expect("it can be run")
    }
}

#[test]
fn a_program_runs_to_its_exit() {
    let run = Bench::new().run(|_| {});
    let o = &run.report.outcome;
    assert_eq!((o.kind, o.status), (OutcomeKind::Success, Some(0)), "{o:?}");
    let meters = &run.report.cores[0].meters;
    let calls = CALLS as u64;
    // Three before the loop; in each turn seven; three and ECALL behind it, which does not complete.
    assert_eq!(meters["instructions"], 3 + 7 * calls + 3);
    assert_eq!(meters["loads"], calls);
    assert_eq!(meters["stores"], calls);
    // A call, a return, and a branch that is taken but the last time.
    assert_eq!(meters["branch_stall_cycles"], 3 * calls - 1);
}

#[test]
fn blocks_slices_of_a_cycle_and_single_steps_agree() {
    let bench = Bench::new();
    let whole = |board: &BoardModel, options: Options| {
        let mut s = Session::new(board, options).expect("it can be run");
        s.run(&mut Vec::new(), &AtomicBool::new(false));
        // The judge keeps when it looked, which is by slices.
        let mut parts = s.machine().digest_parts();
        parts.retain(|(name, _)| name != "judge");
        parts
    };
    let blocks = whole(&bench.board, bench.options(&program()));
    let mut options = bench.options(&program());
    options.analyses = Analyses::one(request::EachInstruction);
    assert_eq!(blocks, whole(&bench.board, options), "single steps");
    let short = board(bench.dir.path(), 1);
    assert_eq!(
        blocks,
        whole(&short, bench.options(&program())),
        "slices of a cycle"
    );
}

#[test]
fn it_is_profiled() {
    let run = Bench::new().run(|o| o.analyses = Analyses::one(request::Functions::default()));
    let profile = run.report.profile.expect("a profile");
    let text = serde_json::to_string(&profile).expect("JSON");
    assert!(text.contains("\"add\""), "{text}");
    assert!(text.contains(&format!("\"calls\":{CALLS}")), "{text}");
}

#[test]
fn a_register_that_nobody_set_is_found() {
    let bench = Bench::new();
    let read = vec![
        Insn::Add {
            rd: A0,
            rs1: T0,
            rs2: T0,
        },
        Insn::Beq {
            rs1: A0,
            rs2: ZERO,
            to: Disp::new(4),
        },
        li(A7, 93),
        Insn::Ecall {},
    ];
    let check = || CheckOptions {
        checks: Checks::ALL,
        ..CheckOptions::default()
    };
    let run_checked = |program: &[Insn]| {
        let mut options = bench.options(program);
        options.checks = Some(check());
        run(&bench.board, options)
            .report
            .checks
            .expect("checks")
            .findings
    };
    let found = run_checked(&read);
    assert!(
        found
            .iter()
            .any(|f| f.check == "uninit" && f.text.contains("t0")),
        "{found:?}"
    );
    assert!(run_checked(&program()).iter().all(|f| f.check != "uninit"));
}

#[test]
fn breakpoints_and_watchpoints_stop_it() {
    let mut s = Bench::new().session();
    let m = s.machine_mut();
    let pause = m.run_until_break(Tick(1_000_000), &Stops::at(ADD.into()));
    assert_eq!(
        (pause, m.pc(0)),
        (Pause::Breakpoint { core: 0 }, ADD.into())
    );
    for kind in [WatchKind::Change, WatchKind::Read] {
        let mut stops = Stops::default();
        stops.watched.insert(Watchpoint {
            at: CELL.into(),
            len: 4,
            kind,
        });
        let pause = m.run_until_break(Tick(1_000_000), &stops);
        assert!(matches!(pause, Pause::Watched { core: 0, .. }), "{pause:?}");
        // Behind the store, or the load.
        let behind = if kind == WatchKind::Change { 8 } else { 12 };
        assert_eq!(m.pc(0), u64::from(ADD) + behind);
    }
}

#[test]
fn it_is_stepped_back() {
    let mut s = Bench::new().session();
    assert!(s.record());
    let step = Stops {
        step: Some(0),
        ..Stops::default()
    };
    let mut way = Vec::new();
    for _ in 0..300 {
        let m = s.machine();
        way.push((m.pc(0), m.core_cycles(0), m.digest()));
        assert_eq!(s.debug(&step, &mut Vec::new()), Pause::Stepped { core: 0 });
    }
    for before in way.iter().rev().take(100) {
        assert!(matches!(s.step_back(0), Some(Back::There(_))));
        let m = s.machine();
        assert_eq!(*before, (m.pc(0), m.core_cycles(0), m.digest()));
    }
    // To the breakpoint at the call before.
    let back = s.run_back(&Stops::at(ADD.into()));
    assert!(matches!(
        back,
        Some(Back::There(Pause::Breakpoint { core: 0 }))
    ));
    assert_eq!(s.machine().pc(0), u64::from(ADD));
}

#[test]
fn a_fork_and_a_restored_state_go_the_same_way() {
    let mut s = Bench::new().session();
    s.machine_mut().run(Tick(2_000));
    let kept = s.machine_mut().checkpoint();
    let mut fork = s.fork().expect("it can be forked");
    for m in [s.machine_mut(), fork.machine_mut()] {
        m.run(Tick(5_000));
    }
    let there = s.machine().digest();
    assert_eq!(there, fork.machine().digest());
    let m = s.machine_mut();
    m.restore(&kept).expect("its own state");
    m.run(Tick(5_000));
    assert_eq!(m.digest(), there);
}

#[test]
fn code_without_cost_takes_no_time() {
    let bench = Bench::new();
    let whole = bench.run(|_| {});
    let free = bench.run(|o| o.free = vec!["add".to_owned()]);
    let cycles = |r: &Run| r.report.cores[0].cycles;
    // `add` has four instructions, and its return takes one cycle more.
    assert_eq!(cycles(&whole) - cycles(&free), 5 * CALLS as u64);
    assert_eq!(free.report.outcome.status, Some(0));
}

#[test]
fn code_that_is_overwritten_is_decoded_again() {
    let bench = Bench::new();
    // The second turn executes what the first one has stored over the instruction at `patched`.
    let patched = START + 4 * 5;
    let new = li(A0, 0).encode();
    let program = vec![
        li(A0, 1),
        li(S0, 2),
        Insn::Lui {
            rd: T0,
            imm: teaching::isa::Upper::new((new & 0xffff_f000) as i32),
        },
        addi(T0, T0, (new & 0xfff) as i32),
        Insn::Lui {
            rd: A1,
            imm: teaching::isa::Upper::new((patched & 0xffff_f000) as i32),
        },
        // patched:
        li(A0, 1),
        Insn::Sw {
            rs2: T0,
            rs1: A1,
            imm: Imm::new((patched & 0xfff) as i32),
        },
        addi(S0, S0, -1),
        Insn::Bne {
            rs1: S0,
            rs2: ZERO,
            to: Disp::new(-12),
        },
        li(A7, 93),
        Insn::Ecall {},
    ];
    let run = run(&bench.board, bench.options(&program));
    assert_eq!(
        run.report.outcome.status,
        Some(0),
        "{:?}",
        run.report.outcome
    );
}

/// Back into the middle of an instruction that was executed before: that is a fault, and not the instruction again.
#[test]
fn a_jump_to_an_address_that_is_not_aligned_is_a_fault() {
    let bench = Bench::new();
    let program = vec![
        Insn::Lui {
            rd: T0,
            imm: teaching::isa::Upper::new(START as i32),
        },
        Insn::Jalr {
            rd: ZERO,
            rs1: T0,
            imm: Imm::new(2),
        },
    ];
    let o = run(&bench.board, bench.options(&program)).report.outcome;
    assert_eq!(o.kind, OutcomeKind::Crash, "{o:?}");
    assert_eq!(o.pc, Some(u64::from(START) + 2), "{o:?}");
}

#[test]
fn the_table_is_sound_and_disassembles() {
    use teaching::isa::{ROWS, disasm};
    trueboard_core::isa::check_table(ROWS).expect("no two rows overlap");
    for (insn, text) in
        program()
            .iter()
            .zip(["li sp, 1792", "li a0, 0", "li s0, 1000", "jal ra, 0x1028"])
    {
        let at = if matches!(insn, Insn::Jal { .. }) {
            START + 12
        } else {
            0
        };
        assert_eq!(disasm(insn.encode(), at), text);
    }
}
