//! What others do to a core: registers through its window, starting and halting, snapshots.

use super::*;
use crate::isa::operands::{Disp, Ku};
use trueboard_core::cpu::PeerAccess;
use trueboard_core::fact::CoreState;
use trueboard_core::inspect::Inspect;

fn mov(to: u8, v: i32) -> Insn {
    Insn::MovURlc {
        d: d(to),
        b: Ku::new(v),
    }
}

impl Bench {
    fn peer(&mut self, offset: u32, write: Option<u32>) -> Result<u32, BusFault> {
        let access = PeerAccess {
            core: 1,
            offset,
            write,
        };
        self.core.peer(access, Tick(1000), &mut self.meters)
    }
}

/// As start-up code starts another core: PC, then DBGSR.HALT.
#[test]
fn a_halted_core_is_started_through_its_window() {
    let mut b = Bench::new();
    b.code(&[mov(1, 7)]);
    b.core = Cpu::new(TriCore::new(params(), 1, Clock::new(1)));
    assert_eq!(b.run_until(5000), Stop::Idle);
    assert_eq!(b.peer(0xfd00, None), Ok(3), "HALT and DE");
    assert_eq!(b.peer(0xfe08, Some(CODE)), Ok(CODE));
    assert_eq!(b.peer(0xff0c, Some(33)), Ok(33));
    b.peer(0xfd00, Some(4)).expect("DBGSR");
    assert_eq!(b.core.state(), CoreState::Running);
    assert_eq!(b.core.now(), Tick(1000));
    assert_eq!(b.peer(0xff0c, None), Err(BusFault::Refused), "it runs");
    b.run();
    assert_eq!((b.d(1), b.d(3)), (7, 33));
    assert_eq!(b.bank().get(Meter::IdleCycles), 1000);
}

#[test]
fn a_running_core_is_halted_and_goes_on() {
    let mut b = Bench::new();
    b.code(&[Insn::JSb { t: Disp::new(0) }]);
    assert_eq!(b.run_until(100), Stop::Horizon);
    b.peer(0xfd00, Some(6)).expect("DBGSR");
    assert_eq!(b.run_until(200), Stop::Idle);
    assert_eq!(b.peer(0xfc00, Some(2)), Ok(2), "CCTRL");
    b.peer(0xfd00, Some(4)).expect("DBGSR");
    assert_eq!(b.run_until(5000), Stop::Horizon);
    assert_ne!(b.peer(0xfc04, None), Ok(0));
}

#[test]
fn slices_and_snapshots_do_not_show() {
    let program = [
        mov(1, 100),
        Insn::CallB {
            t: Disp::new(0x100),
        },
        Insn::JnedBrc {
            a: d(1),
            b: crate::isa::operands::K::new(0),
            t: Disp::new(-4),
        },
    ];
    let start = || {
        let mut b = Bench::new();
        b.code(&program);
        b.put(CODE + 0x100, &[mov(9, 1), Insn::RetSr {}]);
        b
    };
    let mut whole = start();
    whole.run();
    let mut pieces = start();
    let mut until = 1;
    while !matches!(pieces.run_until(until), Stop::Error(_)) {
        until += 7;
        let saved = pieces.core.save();
        pieces.core = Cpu::new(TriCore::new(params(), 1, Clock::new(1)));
        pieces.core.load(&saved).expect("its own bytes");
        assert_eq!(pieces.core.save(), saved);
    }
    assert_eq!(whole.core.now(), pieces.core.now());
    assert_eq!(whole.bank(), pieces.bank());
    assert_eq!(whole.core.st, pieces.core.st);
}

#[test]
fn history_names_the_last_instructions() {
    let mut b = Bench::new();
    b.code(&[
        mov(1, 1),
        Insn::CallB {
            t: Disp::new(0x100),
        },
    ]);
    b.put(CODE + 0x104, &[mov(2, 2), mov(3, 3)]);
    b.run();
    let c = u64::from(CODE);
    let executed = b.core.history();
    let pcs: Vec<u64> = executed.iter().map(|p| p.pc).collect();
    assert_eq!(pcs, [c, c + 4, c + 0x104, c + 0x108]);
}

#[test]
fn registers_by_name() {
    let mut b = Bench::new();
    let at = |name: &str, b: &Bench| {
        b.core
            .registers()
            .iter()
            .position(|r| r.name == name)
            .expect("a register")
    };
    for (name, value) in [
        ("d3", 1),
        ("a10", 2),
        ("pc", 0x8000_0000),
        ("psw", 0x980),
        ("fcx", 5),
    ] {
        let i = at(name, &b);
        b.core.set(i, value);
        assert_eq!(b.core.get(i), value, "{name}");
    }
    assert_eq!((b.d(3), b.a(10), b.core.pc()), (1, 2, 0x8000_0000));
}

/// Loads and stores in another core's window stop the core until the board has answered.
#[test]
fn windows_of_other_cores_are_asked_through_the_board() {
    let mut b = Bench::new();
    b.set_a(4, 0xf881_0000);
    b.set_d(1, 77);
    let (base, m) = (a(4), crate::isa::operands::Base);
    let o = |v| crate::isa::operands::Off::new(v);
    b.set_a(5, 0xf881_fe08);
    b.code(&[
        Insn::StWSsrBase {
            b: a(5),
            m,
            a: d(1),
        },
        Insn::LdWBoBase {
            d: d(2),
            b: base,
            o: o(0x1c),
            m,
        },
    ]);
    let ask = |b: &mut Bench, until: u64, answer| {
        let mut cx = RunCx {
            mem: &mut b.mem,
            bus: &mut b.bus,
            meters: &mut b.meters,
            facts: &mut b.facts,
            until: Tick(until),
            planned: Tick(until),
            ends: Tick(until),
            shared_until: Tick(1000),
            sync_until: Tick(1000),
            settled: true,
            armed: ArmedStops::default(),
            answer,
        };
        b.core.run(&mut cx)
    };
    let access = |offset, write| {
        Stop::Peer(PeerAccess {
            core: 0,
            offset,
            write,
        })
    };
    assert_eq!(ask(&mut b, 1000, None), access(0xfe08, Some(77)));
    // The answer is taken although the slice is over.
    assert_eq!(ask(&mut b, 0, Some(Ok(77))), Stop::Horizon);
    assert_eq!(ask(&mut b, 1000, None), access(0x1c, None));
    assert!(matches!(
        ask(&mut b, 1000, Some(Ok(0x1234))),
        Stop::Error(_)
    ));
    assert_eq!(b.d(2), 0x1234);
    // The own window is an error.
    let mut b = Bench::new();
    b.set_a(5, 0xf883_fe08);
    b.code(&[Insn::StWSsrBase {
        b: a(5),
        m,
        a: d(1),
    }]);
    assert_eq!(b.trapped(), (4, 2));
}

/// The same results, and the time of the rest only.
#[test]
fn free_code_costs_nothing() {
    let start = |observed: bool| {
        let mut b = Bench::new();
        let call = Insn::CallB {
            t: Disp::new(0x104),
        };
        if observed {
            b.code(&[mov(1, 7), call, mov(3, 9)]);
        } else {
            b.code(&[mov(1, 7), Insn::NopSys {}, mov(3, 9)]);
        }
        let observer = [
            mov(2, 5),
            Insn::SyscallRc { b: Ku::new(3) },
            Insn::MfcrRlc {
                d: d(4),
                b: crate::isa::operands::Csfr::new(0xfc08),
            },
            Insn::RetSr {},
        ];
        b.put(CODE + 0x108, &observer);
        b.put(VECTORS + 0xc0, &[mov(5, 1), Insn::RfeSr {}]);
        let c = u64::from(CODE);
        b.core.set_free(&[(c + 4, c + 8), (c + 0x108, c + 0x118)]);
        b.run();
        b
    };
    let (mut with, mut without) = (start(true), start(false));
    assert_eq!((with.d(1), with.d(3)), (7, 9));
    assert_eq!(with.core.st.pcxi, 0);
    assert_eq!(with.core.now(), without.core.now());
    assert_eq!(with.bank(), without.bank());
    assert_eq!(with.bank().get(Meter::Instructions), 2);
}

/// What follows an instruction that reaches into the next page is in the same group of the fetch, and
/// of another page all the same.
#[test]
fn execution_goes_on_in_the_next_page_behind_an_instruction_across_both() {
    let mut b = Bench::new();
    let short = |to, v| Insn::MovSrc {
        d: d(to),
        b: crate::isa::operands::K::new(v),
    };
    // What the first page has where the second one goes on.
    b.code(&[short(1, 1), short(2, 5)]);
    b.code(&[Insn::JB {
        t: Disp::new(0xffe - 4),
    }]);
    b.put(CODE + 0xffe, &[mov(4, 7), short(3, 6)]);
    assert_eq!(b.run(), CODE + 0x1004);
    assert_eq!((b.d(2), b.d(3), b.d(4)), (5, 6, 7));
}
