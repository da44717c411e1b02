//! Counters of Epiphany cores under random writes: the judge against a count of single happenings.

use crate::common::brute::{Act, Done, Rng, check, window};
use crate::common::fact;
use std::sync::Arc;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_cpu_epiphany::meters::{METERS, Meter};
use trueboard_judge::{Counters, Epiphany, Verdict, Window};

const CONFIG: u32 = 0xf0400;
const CTIMER: [u32; 2] = [0xf0438, 0xf043c];
const MESHCFG: u32 = 0xf0700;
/// Base ticks of a cycle.
const TICKS: u64 = 3;

/// Whether a thing makes a counter with this selection (event, and mesh code in the upper digit) come
/// down; `None` for reserved numbers. By the Architecture Reference's tables.
fn counts(asked: u32, thing: Meter) -> Option<bool> {
    use Meter as M;
    let meters: &[Meter] = match (asked & 15, asked >> 4) {
        (0 | 1, _) => &[],
        (0x4, _) => &[M::IaluInstructions, M::LoadStores],
        (0x5, _) => &[M::FpInstructions],
        (0x6, _) => &[M::MultiIssue],
        (0x8, _) => &[
            M::RawInt,
            M::RawLoad,
            M::RawExternal,
            M::RawFpu,
            M::Waw,
            M::FpuFlags,
        ],
        (0xd, _) => &[M::RawExternal],
        (0xe | 0xf, 9) => &[M::MeshNorthWait, M::MeshWestWait],
        (0xe | 0xf, 14) => &[M::MeshCoreAccess],
        (0xe | 0xf, 0) => &[],
        _ => return None,
    };
    Some(meters.contains(&thing))
}

fn selection(config: u32, meshcfg: u32, i: usize) -> u32 {
    let event = config >> (4 + 4 * i) & 15;
    let mesh = match event {
        14 => meshcfg >> 8 & 15,
        15 => meshcfg >> 4 & 15,
        _ => 0,
    };
    event | mesh << 4
}

struct Rig {
    judge: Counters,
    meters: Meters,
    steps: Vec<Vec<Meter>>,
    config: u32,
    meshcfg: u32,
    /// What was written, and what it shows.
    preset: [u32; 2],
    values: [u32; 2],
    done: [Vec<Done<u32>>; 2],
}

impl Rig {
    fn new() -> Rig {
        let unit = Epiphany::new(0, "core0".into(), TICKS, &METERS).unwrap();
        Rig {
            judge: Counters::new(vec![Arc::new(unit)], 1000, 0),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS)],
                ..Meters::default()
            },
            steps: Vec::new(),
            config: 0,
            meshcfg: 0,
            preset: [0; 2],
            values: [0; 2],
            done: Default::default(),
        }
    }

    fn step(&mut self, things: Vec<Meter>) {
        for &m in &things {
            self.meters.cores[0].add(true, m, 1);
        }
        self.meters.cores[0].add(true, Meter::Cycles, 1);
        for i in 0..2 {
            let asked = selection(self.config, self.meshcfg, i);
            let mut n = u32::from(asked == 1);
            for &t in &things {
                n += u32::from(counts(asked, t) == Some(true));
            }
            // It stops at 0.
            self.values[i] = self.values[i].saturating_sub(n);
        }
        self.steps.push(things);
    }

    fn fact(&self, write: bool, offset: u32, value: u32) -> Fact {
        let (core, pc) = (0, 0x100);
        let kind = if write {
            FactKind::RegWrite {
                core,
                pc,
                offset,
                value,
            }
        } else {
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            }
        };
        fact(self.steps.len() as u64 * TICKS, Source::Core(0), kind)
    }

    /// A write, which holds from the next cycle on; in its own cycle nothing but time passes.
    fn write(&mut self, offset: u32, value: u32) {
        let f = self.fact(true, offset, value);
        self.judge.access(&f, &self.meters);
        self.step(Vec::new());
    }

    fn note(&mut self, i: usize, act: Act<u32>) {
        self.done[i].push(Done {
            step: self.steps.len(),
            register: self.preset[i] - self.values[i],
            act,
        });
    }

    fn selected(&mut self) {
        for i in 0..2 {
            let asked = selection(self.config, self.meshcfg, i);
            let on = asked & 15 != 0;
            self.note(i, Act::Control(on.then_some(asked), on));
        }
    }

    fn see(&self, i: usize, value: u32) -> (Counters, Window) {
        let mut judge = self.judge.clone();
        let f = self.fact(false, CTIMER[i], value);
        judge.access(&f, &self.meters);
        let w = judge.report().windows.pop().expect("a window");
        (judge, w)
    }

    fn read(&mut self, i: usize) {
        let p = window(&self.done[i], 0, self.steps.len());
        let (judge, w) = self.see(i, self.values[i]);
        let truth = counts(p.asked, Meter::Cycles).map(|_| {
            let cycles = if p.asked == 1 { p.close - p.open } else { 0 };
            let things = self.steps[p.open..p.close].iter().flatten();
            let n = things.filter(|&&t| counts(p.asked, t) == Some(true));
            (cycles + n.count()) as u64
        });
        check(&w, &p, truth, false);
        if truth.is_some() {
            assert_eq!(self.see(i, self.values[i] ^ 8).1.verdict, Verdict::Wrong);
        }
        self.judge = judge;
        self.note(i, Act::Read);
    }
}

#[test]
fn random_writes_are_judged_as_a_plain_count_does() {
    use Meter as M;
    let all = [
        M::IaluInstructions,
        M::LoadStores,
        M::FpInstructions,
        M::MultiIssue,
        M::RawInt,
        M::RawLoad,
        M::RawExternal,
        M::Waw,
        M::MeshNorthWait,
        M::MeshWestWait,
        M::MeshCoreAccess,
    ];
    for seed in 1..=400 {
        let mut rng = Rng(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let mut rig = Rig::new();
        for _ in 0..60 {
            let i = rng.below(2) as usize;
            match rng.below(9) {
                0 | 1 => {
                    let mut event = || rng.pick(&[0, 0, 1, 4, 5, 6, 8, 13, 14, 15]);
                    let config = event() << 4 | event() << 8;
                    rig.write(CONFIG, config);
                    rig.config = config;
                    rig.selected();
                }
                2 => {
                    let mut code = || rng.pick(&[0, 9, 14]);
                    let meshcfg = code() << 4 | code() << 8;
                    rig.write(MESHCFG, meshcfg);
                    rig.meshcfg = meshcfg;
                    rig.selected();
                }
                3 | 4 => {
                    let value = rng.pick(&[u32::MAX, u32::MAX, 1000, 3, 0]);
                    rig.write(CTIMER[i], value);
                    (rig.preset[i], rig.values[i]) = (value, value);
                    rig.note(i, Act::Set(0));
                }
                _ => rig.read(i),
            }
            for _ in 0..rng.below(9) {
                let mut things = Vec::new();
                for &m in &all {
                    if rng.one_in(4) {
                        things.push(m);
                    }
                }
                rig.step(things);
            }
        }
    }
}
