//! Counters of TriCore cores under random writes: the judge against a count of single happenings.

use crate::common::brute::{Act, Done, Rng, check, window};
use crate::common::fact;
use std::sync::Arc;
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_cpu_tricore::meters::{METERS, Meter};
use trueboard_judge::{Cause, CoreType, Counters, Tricore, Verdict, Window};

const CCTRL: u32 = 0xfc00;
const CCNT: u32 = 0xfc04;
const SWEVT: u32 = 0xfd10;

/// What counter 2 to 4 (M1CNT to M3CNT) counts by its code on a TC1.6P, as the manual's table has it.
const TABLE: [[Meter; 4]; 3] = [
    [
        Meter::IpDispatchStall,
        Meter::PcacheHits,
        Meter::DataCacheHits,
        Meter::TotalBranch,
    ],
    [
        Meter::LsDispatchStall,
        Meter::PcacheMisses,
        Meter::DataCacheMissesClean,
        Meter::PmemStall,
    ],
    [
        Meter::LpDispatchStall,
        Meter::MultiIssue,
        Meter::DataCacheMissesDirty,
        Meter::DmemStall,
    ],
];

/// The happening that a counter is about: `None` for reserved codes.
fn wanted(asked: u32, counter: usize) -> Option<Meter> {
    match counter {
        0 => Some(Meter::Cycles),
        1 => Some(Meter::Instructions),
        _ => TABLE[counter - 2].get(asked as usize & 7).copied(),
    }
}

/// The field of a counter, and CM in bit 3.
fn selection(control: u32, counter: usize) -> u32 {
    let field = match counter {
        0 | 1 => 0,
        _ => control >> (3 * counter - 4) & 7,
    };
    field | (control & 1) << 3
}

struct Rig {
    judge: Counters,
    meters: Meters,
    /// What happened in each cycle, and whether a debug event let task mode count then.
    steps: Vec<(Vec<Meter>, bool)>,
    control: u32,
    task: bool,
    values: [u32; 5],
    hazy: [bool; 5],
    junk: u32,
    done: [Vec<Done<u32>>; 5],
}

impl Rig {
    fn new() -> Rig {
        let unit = Tricore::new(0, "cpu0".into(), CoreType::Performance, &METERS).unwrap();
        Rig {
            judge: Counters::new(vec![Arc::new(unit)], 1000, 0),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS)],
                ..Meters::default()
            },
            steps: Vec::new(),
            control: 0,
            task: false,
            values: [0; 5],
            hazy: [false; 5],
            junk: 1 << 20,
            done: Default::default(),
        }
    }

    fn step(&mut self, things: Vec<Meter>) {
        for &m in &things {
            self.meters.cores[0].add(true, m, 1);
        }
        if self.control & 2 != 0 && (self.control & 1 == 0 || self.task) {
            for i in 0..5 {
                let asked = selection(self.control, i);
                for _ in things.iter().filter(|&&m| wanted(asked, i) == Some(m)) {
                    // 31 bits, and a bit that stays.
                    let v = self.values[i];
                    let next = (v & 0x7fff_ffff) + 1;
                    self.values[i] = next & 0x7fff_ffff | v & 0x8000_0000 | next & 0x8000_0000;
                }
            }
        }
        self.steps.push((things, self.task));
    }

    fn fact(&self, write: bool, offset: u32, value: u32) -> trueboard_core::fact::Fact {
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
        fact(self.steps.len() as u64, Source::Core(0), kind)
    }

    fn write(&mut self, offset: u32, value: u32) {
        let f = self.fact(true, offset, value);
        self.judge.access(&f, &self.meters);
    }

    fn note(&mut self, i: usize, act: Act<u32>) {
        self.done[i].push(Done {
            step: self.steps.len(),
            register: self.values[i],
            act,
        });
    }

    fn set_control(&mut self, control: u32) {
        self.write(CCTRL, control);
        let on = control & 2 != 0;
        for i in 0..5 {
            let selects = on || control & !2 != 0;
            let act = Act::Control(selects.then(|| selection(control, i)), on);
            self.note(i, act);
        }
        self.control = control;
        (0..5).for_each(|i| self.haze(i));
    }

    /// A counter of what nobody knows shows anything.
    fn haze(&mut self, i: usize) {
        if self.control & 2 != 0 && wanted(selection(self.control, i), i).is_none() {
            self.junk += 1;
            (self.values[i], self.hazy[i]) = (self.junk, true);
        }
    }

    fn see(&self, i: usize, value: u32) -> (Counters, Window) {
        let mut judge = self.judge.clone();
        let f = self.fact(false, CCNT + 4 * i as u32, value);
        judge.access(&f, &self.meters);
        let w = judge.report().windows.pop().expect("a window");
        (judge, w)
    }

    fn read(&mut self, i: usize) {
        let p = window(&self.done[i], 0, self.steps.len());
        let (judge, w) = self.see(i, self.values[i]);
        let in_task = p.asked >> 3 & 1 == 1;
        let truth = wanted(p.asked, i).map(|m| {
            let window = self.steps[p.open..p.close].iter();
            let let_through = window.filter(|s| !in_task || s.1);
            let_through.flat_map(|s| &s.0).filter(|&&x| x == m).count() as u64
        });
        check(&w, &p, truth, self.hazy[i]);
        if truth == Some(0) && in_task && !p.pause {
            let any = self.steps[p.open..p.close]
                .iter()
                .any(|s| s.1 && !s.0.is_empty());
            assert_eq!(w.causes.contains(&Cause::TaskMode), !any, "{w:?} {p:?}");
        }
        let wrong = self.see(i, self.values[i] ^ 8).1.verdict;
        assert_eq!(wrong == Verdict::Wrong, !self.hazy[i]);
        self.judge = judge;
        self.note(i, Act::Read);
    }
}

#[test]
fn random_writes_are_judged_as_a_plain_count_does() {
    for seed in 1..=400 {
        let mut rng = Rng(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let mut rig = Rig::new();
        for _ in 0..60 {
            let i = rng.below(5) as usize;
            match rng.below(10) {
                0 => {
                    // Reserved codes now and then; task mode now and then.
                    let codes: u32 = (0..3)
                        .map(|m| {
                            let codes = if rng.one_in(5) { 8 } else { 4 };
                            let code = rng.below(codes) as u32;
                            code << (2 + 3 * m)
                        })
                        .sum();
                    let enable = u32::from(!rng.one_in(4)) << 1;
                    rig.set_control(codes | enable | u32::from(rng.one_in(4)));
                }
                1 => rig.set_control(0),
                2 => rig.set_control(rig.control ^ 2),
                3 | 4 => {
                    let value = rng.pick(&[0, 0, 5, 0x7fff_fffd, 0x8000_0002]);
                    rig.write(CCNT + 4 * i as u32, value);
                    rig.note(i, Act::Set(value));
                    (rig.values[i], rig.hazy[i]) = (value, false);
                    rig.haze(i);
                }
                5 => {
                    let action = rng.below(4) as u32;
                    rig.write(SWEVT, action << 6);
                    rig.task = match action {
                        1 => true,
                        2 => false,
                        3 => !rig.task,
                        _ => rig.task,
                    };
                }
                _ => rig.read(i),
            }
            for _ in 0..rng.below(9) {
                let mut things = vec![Meter::Cycles];
                if rng.one_in(2) {
                    things.push(Meter::Instructions);
                }
                for m in TABLE.into_iter().flatten() {
                    if rng.one_in(4) {
                        things.push(m);
                    }
                }
                rig.step(things);
            }
        }
    }
}
