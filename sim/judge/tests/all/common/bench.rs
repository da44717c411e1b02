//! Firmware that reads counters on a hand-made board, and the judge of its reads.

use super::{STAT, fact};
use std::sync::Arc;
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::meter::{BusBank, CacheBank, CoreBank, Meters};
use trueboard_cpu_sparcv8::meters::{METERS, Meter};
use trueboard_judge::l4stat::CoreTruths;
use trueboard_judge::{Cause, Counters, L4stat, Verdict, Window, WindowReport};

/// CCTRL fields.
pub const EN: u32 = 1 << 12;
pub const CL: u32 = 1 << 13;
pub const SUPERVISOR: u32 = 1 << 14;
pub const USER: u32 = 1 << 15;
pub const CD: u32 = 1 << 16;
pub const EL: u32 = 1 << 17;
pub const LOADS: u32 = 0x39 << 4;

/// Firmware on core 0, a board, and the judge.
pub struct Bench {
    pub judge: Counters,
    pub meters: Meters,
    pub now: u64,
}

impl Bench {
    pub fn new() -> Bench {
        Bench::with(1000, 0)
    }

    pub fn with(limit: usize, skew: u64) -> Bench {
        let unit = L4stat {
            device: STAT,
            name: "l4stat0".into(),
            bus: 0,
            io_bus: Some(1),
            cache: Some(0),
            ticks_per_cycle: 2,
            clocked: true,
            cores: CoreTruths::new(&[&METERS; 4]).unwrap(),
        };
        Bench {
            judge: Counters::new(vec![Arc::new(unit)], limit, skew),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 4],
                buses: vec![BusBank::new(), BusBank::new()],
                caches: vec![CacheBank::default()],
            },
            now: 0,
        }
    }

    pub fn loads(&mut self, core: usize, n: u64) -> &mut Bench {
        self.meters.cores[core].add(true, Meter::Cycles, n);
        self.meters.cores[core].add(true, Meter::Loads, n);
        self
    }

    pub fn access(&mut self, kind: FactKind) -> &mut Bench {
        self.now += 10;
        let f = fact(self.now, Source::Device(STAT), kind);
        self.judge.access(&f, &self.meters);
        self
    }

    pub fn write(&mut self, offset: u32, value: u32) -> &mut Bench {
        self.access(FactKind::RegWrite {
            core: 0,
            pc: 0x4000 + u64::from(offset),
            offset,
            value,
        })
    }

    pub fn read(&mut self, offset: u32, value: u32) -> Window {
        self.access(FactKind::RegRead {
            core: 0,
            pc: 0x4abc,
            offset,
            value,
        });
        self.report().windows.pop().expect("a window")
    }

    pub fn report(&self) -> WindowReport {
        self.judge.report()
    }
}

pub fn verdict(w: &Window) -> (Verdict, Option<u64>, &[Cause]) {
    (w.verdict, w.truth, &w.causes)
}
