//! A board with two cores and a hand-made run on it.

pub mod babel;
pub mod traces;

use std::sync::Arc;
use trueboard_analyses::Symbols;
use trueboard_core::device::DevId;
use trueboard_core::fact::{CoreState, Fact, FactKind, Source};
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;
use trueboard_trace::{DeviceInfo, TraceContext};

pub const STAT: DevId = DevId(3);
pub const UART: DevId = DevId(4);
pub const CORE0: Source = Source::Core(0);
pub const CORE1: Source = Source::Core(1);

/// 250 MHz: a tick is 4 ns.
pub const HZ: u64 = 250_000_000;

const fn array(name: &'static str, offset: u32) -> RegDesc {
    RegDesc {
        name,
        offset,
        count: 16,
        stride: 4,
        reset: 0,
        rw: !0,
        w1c: 0,
        doc: "",
    }
}

static REGISTERS: &[RegDesc] = &[
    array("Cval", 0),
    array("Cctrl", 0x80),
    array("Csval", 0x100),
];

/// Functions of 0x100 bytes.
pub struct Table(pub &'static [(u64, &'static str)]);

impl Symbols for Table {
    fn function(&self, _core: u8, addr: u64) -> Option<(&str, u64)> {
        self.0
            .iter()
            .find(|(a, _)| (*a..*a + 0x100).contains(&addr))
            .map(|(a, n)| (*n, addr - a))
    }
}

pub fn table() -> Arc<Table> {
    Arc::new(Table(&[
        (0x4000, "main"),
        (0x5000, "fir \"quoted\""),
        (0x6000, "leaf"),
        (0x7000, "roi_begin"),
        (0x7100, "roi_end"),
    ]))
}

pub fn context() -> TraceContext {
    let device = |id, name: &str, kind: &str, registers| DeviceInfo {
        id,
        name: name.into(),
        kind: kind.into(),
        registers,
    };
    TraceContext {
        buses: vec!["ahb0".into()],
        devices: vec![
            device(STAT, "l4stat0", "l4stat", REGISTERS),
            device(UART, "uart0", "apbuart", &[]),
        ],
        symbols: table(),
        trap_names: vec![|tt| if tt == 5 { "window_overflow" } else { "trap" }; 2],
        ..TraceContext::bare("demo", HZ, 2)
    }
}

pub fn fact(at: u64, source: Source, kind: FactKind) -> Fact {
    Fact {
        at: Tick(at),
        source,
        kind,
    }
}

pub fn call(at: u64, source: Source, from: u64, to: u64) -> Fact {
    fact(at, source, FactKind::Call { from, to })
}

pub fn ret(at: u64, source: Source, from: u64, to: u64) -> Fact {
    fact(at, source, FactKind::Return { from, to })
}

pub fn read(at: u64, offset: u32, value: u32) -> Fact {
    let kind = FactKind::RegRead {
        core: 0,
        pc: 0x4010,
        offset,
        value,
    };
    fact(at, Source::Device(STAT), kind)
}

pub fn write(at: u64, offset: u32, value: u32) -> Fact {
    let kind = FactKind::RegWrite {
        core: 0,
        pc: 0x4014,
        offset,
        value,
    };
    fact(at, Source::Device(STAT), kind)
}

/// Every kind of fact at least once.
pub fn run() -> Vec<Fact> {
    let mut f = vec![
        fact(0, CORE0, FactKind::State(CoreState::Running)),
        call(10, CORE0, 0x4000, 0x5000),
        write(12, 0x80, 0x1111),
        fact(
            15,
            CORE0,
            FactKind::Trap {
                tt: 5,
                pc: 0x5004,
                to: 0x50,
            },
        ),
        fact(18, CORE0, FactKind::TrapReturn { to: 0x5004 }),
        fact(20, CORE1, FactKind::State(CoreState::Running)),
        call(25, CORE0, 0x5010, 0x6000),
        fact(
            26,
            CORE1,
            FactKind::Interrupt {
                level: 13,
                pc: 0x4020,
                to: 0x1d0,
            },
        ),
        fact(28, CORE1, FactKind::TrapReturn { to: 0x4020 }),
        read(30, 0x00, 700),
        ret(40, CORE0, 0x6010, 0x5018),
    ];
    for (i, byte) in b"ok\r\n".iter().enumerate() {
        let kind = FactKind::Console { byte: *byte };
        f.push(fact(50 + i as u64, Source::Device(UART), kind));
    }
    let line = FactKind::Line {
        pin: 2,
        level: true,
    };
    f.extend([
        fact(60, Source::Device(UART), line),
        fact(
            70,
            Source::Bus(0),
            FactKind::BusUse {
                used: 1,
                cycles: 16,
            },
        ),
        fact(70, Source::Board, FactKind::Power { uw: 944_500 }),
        fact(70, Source::Board, FactKind::Temperature { mc: -1500 }),
        read(75, 0x00, 1000),
        ret(80, CORE0, 0x5050, 0x4008),
        fact(90, CORE0, FactKind::State(CoreState::Idle)),
        fact(95, CORE1, FactKind::State(CoreState::Error)),
    ]);
    f
}

/// Much of the same, for tests of files that end early.
pub fn long_run(rounds: u64) -> Vec<Fact> {
    let mut all = Vec::new();
    for i in 0..rounds {
        all.extend(run().into_iter().map(|mut f| {
            f.at += 100 * i;
            f
        }));
    }
    all
}
