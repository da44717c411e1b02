//! The network of a Parallella: latencies by the published rules, occupancy, order. Times are in
//! cycles; a base tick is half of one.

use super::*;
use trueboard_core::meter::{BusBank, BusMeter, CoreBank, Dictionary};
use trueboard_cpu_epiphany::meters::{METERS, Meter};

mod latency;
mod offchip;
mod order;
mod traffic;

/// The network as in the board file, and its meters.
pub(super) struct Rig {
    pub mesh: Mesh,
    pub meters: Meters,
}

/// The board file's parameters.
pub(super) const PARAMS: &str = include_str!("../../../../../models/boards/parallella.ron");

/// What follows `kind: "emesh"` in the board file.
pub(super) fn board_params() -> Params {
    let board: ron::Value = ron::from_str(PARAMS).unwrap();
    fn get<'a>(v: &'a ron::Value, name: &str) -> &'a ron::Value {
        let ron::Value::Map(m) = v else {
            panic!("{name}: no map")
        };
        let found = m
            .iter()
            .find(|(k, _)| **k == ron::Value::String(name.into()));
        found.unwrap().1
    }
    let ron::Value::Seq(stages) = get(&board, "stages") else {
        panic!("stages")
    };
    get(&stages[0], "params").clone().into_rust().unwrap()
}

impl Rig {
    pub fn new() -> Rig {
        Rig::with(&board_params())
    }

    /// With as little order as the architecture has.
    pub fn weak() -> Rig {
        let mut p = board_params();
        p.offchip.reads_pass_writes = true;
        Rig::with(&p)
    }

    pub fn with(p: &Params) -> Rig {
        Rig {
            mesh: Mesh::new(p, Clock::new(2), [0, 1, 2, 3], &[&METERS; 16]).unwrap(),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 16],
                buses: vec![BusBank::new(); 4],
                caches: Vec::new(),
            },
        }
    }

    pub fn send(&mut self, t: Txn) -> Timing {
        let (at, mut none) = (t.at, []);
        let mut below = Below::new(&mut none, &[]);
        self.mesh.access(&t, at, &mut below, &mut self.meters)
    }

    pub fn write(&mut self, master: u8, cycle: u64, pa: u64) -> Timing {
        self.send(txn(master, cycle, pa, Op::Write))
    }

    pub fn read(&mut self, master: u8, cycle: u64, pa: u64) -> Timing {
        self.send(txn(master, cycle, pa, Op::Read))
    }
}

pub(super) fn txn(master: u8, cycle: u64, pa: u64, op: Op) -> Txn {
    Txn {
        master,
        at: Tick(2 * cycle),
        pa,
        bytes: 8,
        op,
        line: false,
        uncached: false,
        pc: 0,
    }
}

/// Address of a byte in a core's memory.
pub(super) fn sram(core: u64, off: u64) -> u64 {
    0x8080_0000 + (core / 4) * 0x0400_0000 + (core % 4) * 0x0010_0000 + off
}

pub(super) const DRAM: u64 = 0x8e00_0000;

pub(super) fn hops(a: u64, b: u64) -> u64 {
    (a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)
}

#[test]
fn wrong_parameters_are_told() {
    let err = |change: fn(&mut Params)| {
        let mut p = board_params();
        change(&mut p);
        Mesh::new(&p, Clock::new(2), [0; 4], &[&METERS; 16]).unwrap_err()
    };
    assert!(err(|p| p.hop_cycles.1 = 1.3).contains("hop_cycles.1"));
    assert!(err(|p| p.link_cycles = 0.0).contains("link_cycles"));
    assert!(err(|p| p.offchip.read_cycles = -1.0).contains("read_cycles"));
    assert!(err(|p| p.offchip.burst_cycles = f64::NAN).contains("burst_cycles"));
    assert!(err(|p| p.queue = 9).contains("queue"));
    assert!(err(|p| p.nodes = (16, 16)).contains("nodes"));
    assert!(err(|p| p.entry = (4, 0)).contains("entry"));
    assert!(err(|p| p.host_master = 3).contains("host_master"));
    assert!(err(|p| p.offchip.request_latency_cycles = 1080.0).contains("request_latency"));
}

#[test]
fn state_is_saved_whole() {
    let mut a = Rig::new();
    for i in 0..50 {
        a.write((i % 16) as u8, i, sram(i % 7, 0));
        a.write((i % 16) as u8, i, DRAM + 8 * i);
        a.read((i % 5) as u8, i, sram(3, 0));
        a.read(16, i, sram(3, 0));
    }
    let saved = a.mesh.save();
    let mut b = Rig::new();
    assert_ne!(saved, b.mesh.save());
    b.mesh.load(&saved).unwrap();
    assert_eq!(saved, b.mesh.save());
    assert!(b.mesh.load(&saved[..9]).is_err());
    assert_eq!(a.write(2, 60, DRAM), b.write(2, 60, DRAM));
    assert_eq!(a.read(2, 60, sram(9, 0)), b.read(2, 60, sram(9, 0)));
}
