//! L4STAT units under random writes: the judge against a count of single happenings.

use crate::common::brute::{Act, Done, Plain, Rng, check, verdict, window};
use crate::common::{STAT, fact};
use std::sync::Arc;
use trueboard_core::fact::{FactKind, Source};
use trueboard_core::meter::{BusBank, BusMeter, CacheBank, CacheMeter, CoreBank, Meters, Watch};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::{METERS, Meter};
use trueboard_judge::l4stat::CoreTruths;
use trueboard_judge::{Cause, Counters, L4stat, Quantity, Verdict, Window};

const CORES: u8 = 2;

/// What can happen in a step, which is a cycle.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Thing {
    /// A core completes an instruction of one cycle: a load, or another one.
    Instruction { core: u8, user: bool, load: bool },
    /// A master makes a transfer on the processor bus (0) or the I/O bus (1).
    Transfer { bus: u8, master: u8, write: bool },
    /// A look-up of the shared cache hits.
    Hit,
}

fn things(rng: &mut Rng) -> Vec<Thing> {
    let mut all = Vec::new();
    for core in 0..CORES {
        // Core 0 enters user mode rarely, core 1 often.
        let user = rng.one_in(if core == 0 { 40 } else { 2 });
        if rng.one_in(2) {
            let load = rng.one_in(2);
            all.push(Thing::Instruction { core, user, load });
        }
    }
    for bus in 0..2 {
        if rng.one_in(3) {
            let (master, write) = (rng.below(3) as u8, rng.one_in(3));
            all.push(Thing::Transfer { bus, master, write });
        }
    }
    if rng.one_in(4) {
        all.push(Thing::Hit);
    }
    all
}

/// Whether a counter with this control register counts it, by the manual's tables; `None` where the
/// simulator's meters cannot know, or there is no such event.
fn counts(control: u32, t: Thing) -> Option<bool> {
    let (event, who, su) = (control >> 4 & 0xff, control as u8 & 15, control >> 14 & 3);
    let filtered = su & 2 != 0;
    let mode = |user: bool| !(su == 1 && user || su == 2 && !user);
    let transfer = |on: u8, wanted: Option<bool>| {
        matches!(t, Thing::Transfer { bus, master, write } if bus == on
            && (!filtered || master == who) && wanted.is_none_or(|w| w == write))
    };
    Some(match event {
        0x11 | 0x15 => {
            matches!(t, Thing::Instruction { core, user, .. } if core == who && mode(user))
        }
        0x39 => {
            matches!(t, Thing::Instruction { core, user, load } if core == who && load && mode(user))
        }
        0x17 if su == 1 || su == 2 => return None,
        0x17 => matches!(t, Thing::Transfer { bus: 0, master, .. } if master == who),
        0x44 => transfer(0, Some(false)),
        0x45 => transfer(0, Some(true)),
        0x72 => transfer(1, None),
        0x74 => transfer(1, Some(false)),
        0x60 if filtered => return None,
        0x60 => t == Thing::Hit,
        // Instruction cache misses, which a counter after reset selects; errors of a memory.
        0x00 | 0x63 => false,
        0x80..=0x8f => {
            let named = event as u8 & 15;
            matches!(t, Thing::Transfer { bus: 0, master, .. } if master == named)
                && (!filtered || who == named)
        }
        _ => return None,
    })
}

/// The part of a control register that decides what is counted, with what cannot matter taken out.
fn selection(control: u32) -> u32 {
    let (event, who, su) = (control >> 4 & 0xff, control & 15, control >> 14 & 3);
    let run = if control >> 16 & 1 == 1 {
        control & 0x3_0000
    } else {
        0
    };
    let field = |who, su| event << 4 | who | su << 14 | run;
    match event {
        0x40..=0x9f if su & 2 == 0 => field(0, 0),
        0x40..=0xff => field(who, su & 2),
        _ if su == 3 => field(who, 0),
        _ => field(who, su),
    }
}

/// The third count: one counter.
#[derive(Clone, Default)]
struct Counter {
    control: u32,
    value: u32,
    second: u32,
    done: Vec<Done<u32>>,
    /// Steps at which the second register was written.
    second_set: Option<usize>,
    /// It has counted what nobody knows.
    hazy: bool,
    /// Selection and truth of what the second register latched.
    latched: Option<(u32, Option<u64>)>,
}

struct Rig {
    judge: Counters,
    meters: Meters,
    steps: Vec<Vec<Thing>>,
    clocked: Vec<bool>,
    counters: [Counter; 2],
    gate: bool,
    junk: u32,
}

impl Rig {
    fn new() -> Rig {
        let unit = L4stat {
            device: STAT,
            name: "l4stat".into(),
            bus: 0,
            io_bus: Some(1),
            cache: Some(0),
            ticks_per_cycle: 2,
            clocked: true,
            cores: CoreTruths::new(&[&METERS; CORES as usize]).unwrap(),
        };
        Rig {
            judge: Counters::new(vec![Arc::new(unit)], 1000, 0),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); CORES.into()],
                buses: vec![BusBank::new(), BusBank::new()],
                caches: vec![CacheBank::default()],
            },
            steps: Vec::new(),
            clocked: Vec::new(),
            counters: Default::default(),
            gate: true,
            junk: 1 << 20,
        }
    }

    fn tick(&self) -> u64 {
        2 * self.steps.len() as u64
    }

    /// A cycle passes: meters, the registers of the third count, pulses.
    fn step(&mut self, things: Vec<Thing>) {
        for &t in &things {
            match t {
                Thing::Instruction { core, user, load } => {
                    let bank = &mut self.meters.cores[usize::from(core)];
                    bank.add(!user, Meter::Instructions, 1);
                    bank.add(!user, Meter::Cycles, 1);
                    bank.add(!user, Meter::Loads, load.into());
                }
                Thing::Transfer { bus, master, write } => {
                    let bank = &mut self.meters.buses[usize::from(bus)];
                    let way = if write {
                        BusMeter::Writes
                    } else {
                        BusMeter::Reads
                    };
                    bank.add_for(master.into(), way, 1);
                    bank.add_for(master.into(), BusMeter::NonSeq, 1);
                    bank.add_for(master.into(), BusMeter::Used, 1);
                    bank.used[usize::from(master)] += 1;
                }
                Thing::Hit => self.meters.caches[0].add(CacheMeter::ReadHits, 1),
            }
        }
        let mut watches = Vec::new();
        for c in &mut self.counters {
            if c.control >> 12 & 1 == 0 || !self.gate {
                continue;
            }
            let n = things
                .iter()
                .filter(|&&t| counts(c.control, t) == Some(true))
                .count() as u32;
            if c.control >> 16 & 1 == 0 {
                c.value = c.value.wrapping_add(n);
                continue;
            }
            // The level that EL names, in each clock.
            let level = c.control >> 17 & 1 == u32::from(n > 0);
            c.value = if level { c.value.wrapping_add(1) } else { 0 };
            c.second = c.second.max(c.value);
            if n > 0 {
                let su = c.control >> 14 & 3;
                watches.push(Watch::Core {
                    core: c.control as u8 & 15,
                    meter: match c.control >> 4 & 0xff {
                        0x11 => Meter::Instructions.into(),
                        _ => Meter::Loads.into(),
                    },
                    user: su != 1,
                    supervisor: su != 2,
                });
            }
        }
        watches.sort_unstable();
        watches.dedup();
        let from = Tick(self.tick());
        for w in watches {
            self.judge.pulse(STAT, w, from, 1);
        }
        self.steps.push(things);
        self.clocked.push(self.gate);
    }

    fn access(&mut self, kind: FactKind) {
        let f = fact(self.tick(), Source::Device(STAT), kind);
        self.judge.access(&f, &self.meters);
    }

    fn write(&mut self, offset: u32, value: u32) {
        let (core, pc) = (0, 0x100);
        self.access(FactKind::RegWrite {
            core,
            pc,
            offset,
            value,
        });
    }

    fn note(&mut self, i: usize, act: Act<u32>) {
        let c = &mut self.counters[i];
        c.done.push(Done {
            step: self.steps.len(),
            register: c.value,
            act,
        });
    }

    fn set_control(&mut self, i: usize, mut control: u32) {
        if self.counters[i].hazy {
            // A run would begin at 0 again, which nobody expects of a counter that shows anything.
            control &= !(1 << 16);
        }
        self.write(0x80 + 4 * i as u32, control);
        if self.gate {
            let on = control >> 12 & 1 == 1;
            let selects = on || control & 0x3_cfff != 0;
            let act = Act::Control(selects.then(|| selection(control)), on);
            self.note(i, act);
            self.counters[i].control = control;
            self.haze(i);
        }
    }

    fn set_value(&mut self, i: usize, value: u32) {
        self.write(4 * i as u32, value);
        if self.gate {
            self.note(i, Act::Set(value));
            self.counters[i].value = value;
            self.counters[i].hazy = false;
            self.haze(i);
        }
    }

    /// A counter of what nobody knows shows anything.
    fn haze(&mut self, i: usize) {
        let c = &mut self.counters[i];
        if c.control >> 12 & 1 == 1 && counts(c.control, Thing::Hit).is_none() {
            self.junk += 1;
            (c.value, c.hazy) = (self.junk, true);
        }
    }

    fn set_second(&mut self, i: usize, value: u32) {
        self.write(0x100 + 4 * i as u32, value);
        if self.gate {
            let c = &mut self.counters[i];
            (c.second, c.latched) = (value, None);
            c.second_set = Some(self.steps.len());
        }
    }

    fn see(&self, offset: u32, value: u32) -> (Counters, Window) {
        let mut judge = self.judge.clone();
        let (core, pc) = (0, 0x200);
        let kind = FactKind::RegRead {
            core,
            pc,
            offset,
            value,
        };
        let f = fact(self.tick(), Source::Device(STAT), kind);
        judge.access(&f, &self.meters);
        let w = judge.report().windows.pop().expect("a window");
        (judge, w)
    }

    /// The truth of a window, happening by happening.
    fn truth(&self, p: &Plain<u32>) -> Option<u64> {
        let mut sum = 0;
        for t in self.steps[p.open..p.close].iter().flatten() {
            sum += u64::from(counts(p.asked, *t)?);
        }
        // Without happenings to ask about, the selection itself is asked.
        counts(p.asked, Thing::Hit)?;
        Some(sum)
    }

    fn read_value(&mut self, i: usize) {
        let c = self.counters[i].clone();
        let p = window(&c.done, 0, self.steps.len());
        let shown = if self.gate { c.value } else { 0 };
        let (judge, w) = self.see(4 * i as u32, shown);
        let wrong = self.see(4 * i as u32, shown ^ 4).1.verdict;
        // Of a counter that shows anything, nothing is wrong.
        assert_eq!(wrong == Verdict::Wrong, !c.hazy);
        let runs = p.asked >> 16 & 1 == 1;
        if runs {
            assert_eq!(w.quantity, Quantity::CurrentRun);
            assert_ne!(w.verdict, Verdict::Wrong, "{w:?} {p:?}");
        } else {
            let truth = self.truth(&p);
            check(&w, &p, truth, c.hazy);
            let dark = (p.open..p.close).any(|s| !self.clocked[s]);
            assert!(
                !w.causes.contains(&Cause::ClockGated) || dark || !self.gate,
                "{w:?}"
            );
            self.nothing_could_be_counted(&w, &p, truth);
        }
        self.judge = judge;
        if self.gate && c.control >> 13 & 1 == 1 {
            let truth = self.truth(&p);
            if !runs {
                self.counters[i].latched = Some((p.asked, truth));
                self.counters[i].second = c.value;
            }
            self.note(i, Act::Set(0));
            self.counters[i].value = 0;
            self.counters[i].hazy = false;
            self.haze(i);
        } else {
            self.note(i, Act::Read);
        }
    }

    /// A mode that was not entered, a master that did nothing: named if and only if it is so.
    fn nothing_could_be_counted(&self, w: &Window, p: &Plain<u32>, truth: Option<u64>) {
        let (event, who, su) = (p.asked >> 4 & 0xff, p.asked as u8 & 15, p.asked >> 14 & 3);
        if truth != Some(0) {
            return;
        }
        let seen = || self.steps[p.open..p.close].iter().flatten();
        // A pause is left out: what could have been counted there was not asked for.
        if p.pause {
            return;
        }
        let ran = seen().any(|&t| {
            matches!(t, Thing::Instruction { core, user, .. }
            if core == who && !(su == 1 && user || su == 2 && !user))
        });
        let has = |c| w.causes.contains(&c);
        match event {
            0x11 | 0x15 | 0x39 if who >= CORES => assert!(has(Cause::NoSuchCore), "{w:?}"),
            0x11 | 0x15 | 0x39 if su != 0 => {
                assert_eq!(has(Cause::ModeNotEntered), !ran, "{w:?}")
            }
            0x11 | 0x15 | 0x39 => assert_eq!(has(Cause::CoreStopped), !ran, "{w:?}"),
            0x44 | 0x45 | 0x72 | 0x74 if su & 2 != 0 => {
                let bus = u8::from(event >= 0x70);
                let owned = seen().any(|&t| {
                    matches!(t, Thing::Transfer { bus: b, master, .. }
                    if b == bus && master == who)
                });
                assert_eq!(has(Cause::MasterSilent), !owned, "{w:?}");
            }
            0x63 => assert!(has(Cause::NotModelled), "{w:?}"),
            0x80..=0x8f if su & 2 != 0 && who != event as u8 & 15 => {
                assert!(has(Cause::NeverMatches), "{w:?}")
            }
            _ => {}
        }
    }

    fn read_second(&mut self, i: usize) {
        let c = self.counters[i].clone();
        let p = window(&c.done, 0, self.steps.len());
        let shown = if self.gate { c.second } else { 0 };
        let (judge, w) = self.see(0x100 + 4 * i as u32, shown);
        if p.asked >> 16 & 1 == 1 {
            assert_eq!(w.quantity, Quantity::LongestRun);
            let truth = p.counted.then(|| self.longest(&c, &p));
            assert_eq!(w.truth, truth, "{w:?} {p:?}");
            verdict(&w, truth, c.hazy);
        } else {
            let truth = match c.latched {
                Some((asked, truth)) if asked == p.asked => truth,
                _ => None,
            };
            assert_eq!((w.quantity, w.truth), (Quantity::Latched, truth), "{w:?}");
            assert_ne!(w.verdict, Verdict::Wrong, "{w:?}");
        }
        self.judge = judge;
        self.note(i, Act::Read);
    }

    /// The longest run since the last start that opened a window, or the last write of the register.
    fn longest(&self, c: &Counter, p: &Plain<u32>) -> u64 {
        let (mut run, mut longest) = (0, 0);
        for (s, things) in self.steps.iter().enumerate().skip(p.start) {
            if c.second_set == Some(s) {
                longest = 0;
            }
            let mut on = false;
            for d in c.done.iter().filter(|d| d.step <= s) {
                match d.act {
                    Act::Control(_, counts) => on = counts,
                    Act::Set(_) if d.step == s => run = 0,
                    _ => {}
                }
            }
            if !on || !self.clocked[s] {
                continue;
            }
            let active = things.iter().any(|&t| counts(p.asked, t) == Some(true));
            run = if (p.asked >> 17 & 1 == 1) == active {
                run + 1
            } else {
                0
            };
            longest = longest.max(run);
        }
        if c.second_set == Some(self.steps.len()) {
            return 0;
        }
        longest
    }

    fn switch_clock(&mut self) {
        self.gate = !self.gate;
        self.judge
            .clock(STAT, Tick(self.tick()), self.gate, &self.meters);
    }
}

fn control(rng: &mut Rng) -> u32 {
    let events = [
        0x11, 0x11, 0x39, 0x15, 0x17, 0x44, 0x45, 0x72, 0x74, 0x60, 0x63, 0x81, 0x04,
    ];
    let event = rng.pick(&events);
    let who = rng.below(3) as u32;
    let su = if rng.one_in(2) {
        0
    } else {
        rng.below(4) as u32
    };
    let enable = u32::from(!rng.one_in(4)) << 12;
    let clear = u32::from(rng.one_in(4)) << 13;
    // Runs, of events of cores that exist.
    let run = match event {
        0x11 | 0x39 if who < 2 && rng.one_in(3) => 1 << 16 | (rng.below(2) as u32) << 17,
        _ => (rng.below(2) as u32) << 17,
    };
    enable | clear | event << 4 | who | su << 14 | run
}

#[test]
fn random_writes_are_judged_as_a_plain_count_does() {
    for seed in 1..=400 {
        let mut rng = Rng(u64::wrapping_mul(seed, 0x9e37_79b9_7f4a_7c15));
        let mut rig = Rig::new();
        for _ in 0..60 {
            let i = rng.below(2) as usize;
            match rng.below(12) {
                0 | 1 => rig.set_control(i, control(&mut rng)),
                2 => {
                    let c = &rig.counters[i];
                    let again = c.control ^ 1 << 12;
                    rig.set_control(i, again);
                }
                3 => rig.set_control(i, 0),
                4 => rig.set_value(i, 0),
                5 => {
                    let value = rng.pick(&[7, 0xffff_fffe, 0x8000_0000]);
                    rig.set_value(i, value);
                }
                6 => {
                    let value = rng.pick(&[0, 0, 9]);
                    rig.set_second(i, value);
                }
                7 | 8 => rig.read_value(i),
                9 => rig.read_second(i),
                10 if rng.one_in(4) => rig.switch_clock(),
                _ => {}
            }
            for _ in 0..rng.below(12) {
                let things = if rng.one_in(6) {
                    Vec::new()
                } else {
                    things(&mut rng)
                };
                rig.step(things);
            }
        }
    }
}
