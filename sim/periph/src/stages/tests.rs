//! The whole memory path of a GR740: latencies, contention, and sums that must add up. The CPU
//! cycle is 2 ticks and the SDRAM cycle 5; times in the comments are CPU cycles.

use super::*;
use trueboard_core::bus::{Below, Op, Served, Timing, Txn};
use trueboard_core::device::{Cx, DevId};
use trueboard_core::event::EventQueue;
use trueboard_core::fact::FactBuf;
use trueboard_core::meter::{BusBank, BusMeter, CacheBank, CacheMeter, Meters};
use trueboard_core::time::{Clock, Tick};

mod contention;
mod latency;
mod sri;
mod stores;

pub(super) const AHB: &str = r#"(bus: "cpu-ahb", width_bytes: 16, address_cycles: 1,
    handover_cycles: 1, register_cycles: 4)"#;
pub(super) const L2: &str = r#"(cache: "l2", ways: 4, way_bytes: 0x80000, line_bytes: 32,
    port_bytes: 16, tag_cycles: 4, register_cycles: 1, beat_cycles: 1, write_accept_cycles: 1,
    write_done_cycles: 2, sub_word_cycles: 3, split_cycles: 2, memory_bus_cycles: 2,
    forward_cycles: 3, fill_cycles: 5, flush_first_cycles: 5, flush_line_cycles: 1,
    flush_dirty_cycles: 1, flush_lines: 32768, preset: [(0x3C, 0x6416), (0x00, 0x80000000)])"#;
pub(super) const SDCTRL: &str = r#"(open_page: false, request_sync_cycles: 2,
    return_sync_cycles: 2, write_recovery_cycles: 2, port_bytes: 16,
    preset: [(0x00, 0xA340830C)])"#;
const BRIDGE: &str = "(request_cycles: 5, apb_cycles: 3, return_cycles: 3, write_accept_cycles: 1)";
const FTMCTRL: &str = "(fixed_cycles: 15, lane_cycles: 2, prom_wait_cycles: 16,
    io_wait_cycles: 8, io_base: 0xD0000000)";

pub(super) const MEMORY: &[u8] = &[0, 1, 2];
const APB: &[u8] = &[0, 3];
const PROM: &[u8] = &[0, 3, 4];

pub(super) fn stage(kind: &str, params: &str, ticks: u64) -> Result<Box<dyn Stage>, String> {
    let env = BuildEnv {
        buses: vec!["cpu-ahb".into()],
        caches: vec!["l2".into()],
        clock: Clock::new(ticks),
        ..BuildEnv::default()
    };
    build_stage(kind, ron::from_str(params).unwrap(), &env)
}

/// All stages of a GR740, in the order of its board file.
pub(super) struct Path {
    pub stages: Vec<Box<dyn Stage>>,
    pub meters: Meters,
}

impl Path {
    pub fn new() -> Path {
        Path::with(L2, SDCTRL)
    }

    pub fn with(l2: &str, sdctrl: &str) -> Path {
        Path {
            stages: vec![
                stage("ahb", AHB, 2).unwrap(),
                stage("l2cache", l2, 2).unwrap(),
                stage("sdctrl", sdctrl, 5).unwrap(),
                stage("bridge", BRIDGE, 2).unwrap(),
                stage("ftmctrl", FTMCTRL, 2).unwrap(),
            ],
            meters: Meters {
                buses: vec![BusBank::new()],
                caches: vec![CacheBank::default()],
                ..Meters::default()
            },
        }
    }

    /// A request of `master` at a cycle; its times in cycles.
    pub fn go(
        &mut self,
        route: &[u8],
        (master, at): (u8, u64),
        op: Op,
        bytes: u16,
        pa: u64,
    ) -> Cycles {
        let t = Txn {
            master,
            at: Tick(2 * at),
            pa,
            bytes,
            op,
            line: bytes == 32,
            uncached: false,
            pc: 0,
        };
        self.ask(route, &t)
    }

    pub fn ask(&mut self, route: &[u8], t: &Txn) -> Cycles {
        let x = Below::new(&mut self.stages, route).access(t, &mut self.meters);
        Cycles::new(x)
    }

    /// A line read by CPU 0.
    pub fn line(&mut self, at: u64, pa: u64) -> Cycles {
        self.go(MEMORY, (0, at), Op::Read, 32, pa)
    }

    /// Does `what` to stage `index` at a cycle, with what follows it.
    fn with_stage<R>(
        &mut self,
        index: usize,
        at: u64,
        what: impl FnOnce(&mut dyn Stage, &mut Cx<'_>, &mut Below<'_>, &mut Meters) -> R,
    ) -> R {
        let (head, tail) = self.stages.split_at_mut(index + 1);
        let mut below = Below::new(tail, &[0]);
        let now = Tick(2 * at);
        let mut cx = Cx {
            id: DevId(0),
            now,
            clock: Clock::new(2),
            queue: &mut EventQueue::default(),
            effects: &mut Vec::new(),
            meters: &Meters::default(),
            facts: &mut FactBuf::new(false),
            accessor: None,
            die_mc: 0,
            warnings: &mut Vec::new(),
        };
        what(
            head.last_mut().unwrap().as_mut(),
            &mut cx,
            &mut below,
            &mut self.meters,
        )
    }

    /// Writes a register, with its effects on the stages below.
    pub fn write(&mut self, index: usize, at: u64, off: u32, value: u32) {
        self.with_stage(index, at, |stage, cx, below, meters| {
            stage.device().write(off, value, cx).unwrap();
            stage.after_write(cx, below, meters);
        });
    }

    pub fn read(&mut self, index: usize, at: u64, off: u32) -> u32 {
        self.with_stage(index, at, |stage, cx, _, _| {
            stage.device().read(off, cx).unwrap()
        })
    }

    /// A meter of the bus when all is over.
    pub fn bus(&mut self, m: BusMeter) -> u64 {
        self.stages[0].settle(Tick(1 << 40), &mut self.meters);
        self.meters.buses[0].get(m)
    }

    pub fn l2(&self, m: CacheMeter) -> u64 {
        self.meters.caches[0].get(m)
    }

    /// A stage's own meter.
    pub fn own(&mut self, index: usize, at: u64, name: &str) -> u64 {
        self.stages[index].settle(Tick(2 * at), &mut self.meters);
        let all = self.stages[index].device_ref().meters();
        all.iter().find(|m| m.0 == name).unwrap().1
    }
}

/// A [`Timing`] in cycles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cycles {
    pub granted: u64,
    pub first: u64,
    pub done: u64,
    pub served_by: Served,
}

impl Cycles {
    fn new(x: Timing) -> Cycles {
        assert!(
            [x.granted, x.first, x.done]
                .iter()
                .all(|t| t.0.is_multiple_of(2))
        );
        Cycles {
            granted: x.granted.0 / 2,
            first: x.first.0 / 2,
            done: x.done.0 / 2,
            served_by: x.served_by,
        }
    }

    /// (granted, first, done).
    pub fn times(self) -> (u64, u64, u64) {
        (self.granted, self.first, self.done)
    }

    /// From the grant to the first beat and to the last.
    pub fn latency(self) -> (u64, u64) {
        (self.first - self.granted, self.done - self.granted)
    }
}

#[test]
fn wrong_parameters_are_told() {
    let err = |kind: &str, params: &str| stage(kind, params, 2).err().unwrap();
    assert!(err("ahb", &AHB.replace("cpu-ahb", "x")).contains("cpu-ahb"));
    assert!(err("ahb", &AHB.replace("16", "12")).contains("width_bytes"));
    assert!(err("l2cache", &L2.replace("cache:", "cash:")).contains("cash"));
    assert!(err("l2cache", &L2.replace("ways: 4", "ways: 9")).contains("ways"));
    assert!(err("l2cache", &L2.replace("0x3C", "0x44")).contains("0x44"));
    assert!(err("sdctrl", &SDCTRL.replace("(0x00", "(0x10")).contains("0x10"));
    assert!(err("l3cache", "()").contains("sdctrl"));
}

#[test]
fn maps_are_sound_and_state_is_saved_whole() {
    let mut p = Path::new();
    p.line(0, 0x40);
    p.go(APB, (1, 100), Op::Write, 4, 0xFF90_0000);
    p.go(PROM, (1, 200), Op::Read, 4, 0xC000_0000);
    let mut other = Path::new();
    for (a, b) in p.stages.iter().zip(&mut other.stages) {
        trueboard_core::regs::check_map(a.device_ref().map()).unwrap();
        let saved = a.device_ref().save();
        assert_ne!(saved, b.device_ref().save());
        b.device().load(&saved).unwrap();
        assert_eq!(saved, b.device_ref().save());
        assert!(b.device().load(&saved[..3]).is_err());
    }
    assert_eq!(p.line(300, 0x40), other.line(300, 0x40));
}
