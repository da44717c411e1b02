//! A board for stubs alone: a port to shared memory, IPC registers, reminders, and whoever is
//! furthest behind goes next.

use super::MAP;
use crate::StubCore;
use crate::layout::{CORES, core_of_cpu, host_cpu};
use crate::meters::{METERS, Meter};
use crate::params::Params;
use crate::program::Described;
use crate::workload::parse;
use ron::Value;
use std::collections::BTreeMap;
use trueboard_core::bus::{BusFault, CoreBus, Host, Op, Served, Timing, Txn};
use trueboard_core::cpu::{ArmedStops, Core, ErrorStop, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::{CoreState, Fact, FactBuf};
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_core::net::Delivery;
use trueboard_core::time::{Clock, Tick};

/// Ticks of a cycle of a DSP at 1.2 GHz and of the ARM at 1.4 GHz.
const DSP: u64 = 7;
const ARM: u64 = 6;
const IPC: u64 = 0x0262_0000;
const PSC: u64 = 0x0235_0000;
const GICD: u64 = 0x0256_1000;
const GICC: u64 = 0x0256_2000;
const QUANTUM: u64 = 200 * DSP;

/// Those of `models/boards/keystone2.ron`.
pub fn params(text: &str, arm: bool) -> Params {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../models/boards/keystone2.ron"
    );
    let board: Value = ron::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let Value::Seq(groups) = field(&board, "cores") else {
        panic!("a list of cores");
    };
    let mut params: Params = field(&groups[usize::from(!arm)], "params")
        .into_rust()
        .unwrap();
    params.workload = text.to_owned();
    params
}

fn field(value: &Value, name: &str) -> Value {
    let Value::Map(map) = value else {
        panic!("a structure with `{name}`");
    };
    map.get(&Value::String(name.to_owned())).unwrap().clone()
}

#[derive(Default)]
pub struct Outside {
    port_free: u64,
    sources: [u32; 9],
    /// Interrupts between CPUs of the ARM that are not acknowledged: to, CPU that sent it, number.
    sgis: Vec<(u8, u8, u32)>,
    /// Interrupts that were ended: by whom, as they were acknowledged.
    pub ended: Vec<(u8, u32)>,
    /// Lines into cores that have risen: core, pin, when.
    signals: Vec<(usize, u8, Tick)>,
    boot: [u32; 8],
    pub lines: Vec<String>,
    reminders: BTreeMap<(Tick, u64), u8>,
    reminded: u64,
    pub streams: BTreeMap<String, Vec<u8>>,
    pub console: String,
}

impl Host for Outside {
    fn stream(&mut self, name: &str, bytes: &[u8]) {
        self.streams
            .entry(name.to_owned())
            .or_default()
            .extend(bytes);
    }

    fn print(&mut self, _: u8, _: Tick, bytes: &[u8]) {
        self.console += &String::from_utf8_lossy(bytes);
    }

    fn warn(&mut self, _: u8, _: Tick, what: &str) {
        self.lines.push(what.to_owned());
    }
}

impl CoreBus for Outside {
    fn transfer(&mut self, t: &Txn, _: &mut Meters) -> Timing {
        let begin = t.at.0.max(self.port_free);
        let first = begin + DSP * if t.op == Op::Write { 13 } else { 21 };
        let done = first + DSP * ((u64::from(t.bytes) - 1) / 32);
        self.port_free = done;
        Timing {
            granted: Tick(begin),
            first: Tick(first),
            done: Tick(done),
            served_by: Served::Memory,
            freed: Tick(done),
            split: false,
        }
    }

    fn io_read(&mut self, t: &Txn, _: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        let value = match t.pa {
            _ if t.pa == GICC + 0xc => {
                let mine = self.sgis.iter().position(|s| s.0 == t.master);
                mine.map_or(1023, |i| {
                    let (_, cpu, id) = self.sgis.remove(i);
                    u32::from(cpu) << 10 | id
                })
            }
            PSC..IPC => 0,
            _ if t.pa < IPC + 0x60 => self.boot[((t.pa - IPC - 0x40) / 4) as usize],
            _ => self.sources[((t.pa - IPC - 0x280) / 4) as usize],
        };
        (Ok(value.into()), Timing::free(t.at.after(36 * DSP)))
    }

    fn io_write(&mut self, t: &Txn, v: u64, _: &mut Meters) -> (Result<(), BusFault>, Timing) {
        let off = t.pa.wrapping_sub(IPC);
        if t.pa == GICD + 0xf00 {
            let cpu = host_cpu(t.master).unwrap();
            for to in (0..4).filter(|n| v >> (16 + n) & 1 != 0) {
                let core = core_of_cpu(to);
                self.sgis.push((core, cpu, v as u32 & 15));
                self.signals.push((core.into(), 2, t.at));
            }
        } else if t.pa == GICC + 0x10 {
            self.ended.push((t.master, v as u32));
            if self.sgis.iter().any(|s| s.0 == t.master) {
                self.signals.push((t.master.into(), 2, t.at));
            }
        } else if t.pa < IPC {
            // Only what releases a DSP has an effect: LRST of its module.
            let module = (t.pa - PSC).wrapping_sub(0xa00) / 4;
            if (15..23).contains(&module) && v & 0x100 != 0 {
                self.signals.push((module as usize - 14, 1, t.at));
            }
        } else if off < 0x60 {
            self.boot[((off - 0x40) / 4) as usize] = v as u32;
        } else if off >= 0x280 {
            self.sources[((off - 0x280) / 4) as usize] &= !(v as u32);
        } else {
            let i = ((off - 0x240) / 4) as usize;
            self.sources[i] |= v as u32 & !1;
            assert_eq!(v & 1, 1);
            self.signals.push(((i + 1) % 9, 0, t.at));
        }
        (Ok(()), Timing::free(t.at.after(36 * DSP)))
    }

    fn remind(&mut self, core: u8, at: Tick, _: u32) {
        self.reminders.insert((at, self.reminded), core);
        self.reminded += 1;
    }

    fn refused(&mut self, _: &Txn, _: BusFault) {}

    fn irq_ack(&mut self, _: u8, _: u32, _: Tick, _: &mut Meters) {}

    fn take_snoops(&mut self, _: u8, _: &mut Vec<u64>) {}
}

pub struct Rig {
    pub cores: Vec<StubCore>,
    pub mem: Memory,
    pub meters: Meters,
    pub outside: Outside,
    pub facts: FactBuf,
    pub described: Described,
}

impl Rig {
    pub fn new(text: &str) -> Rig {
        let described =
            Described::new(parse(text).unwrap(), MAP).unwrap_or_else(|e| panic!("{e:#?}"));
        let mut mem = Memory::default();
        mem.add(Region::new("msmc", MAP.shared.into(), 0x60_0000, true));
        for p in described.programs.values().take(1) {
            for (at, words) in p.layout.initial() {
                let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
                assert!(mem.poke(at.into(), &bytes));
            }
        }
        let core = |id: u8| {
            let arm = host_cpu(id).is_some();
            let (ticks, hz) = if arm {
                (ARM, 1_400_000_000)
            } else {
                (DSP, 1_200_000_000)
            };
            StubCore::new(params(text, arm), id, Clock::new(ticks), hz, arm).unwrap()
        };
        let mut rig = Rig {
            cores: (0..CORES).map(core).collect(),
            mem,
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); CORES.into()],
                buses: Vec::new(),
                caches: Vec::new(),
            },
            outside: Outside::default(),
            facts: FactBuf::new(true),
            described,
        };
        for (id, core) in (0u8..).zip(&mut rig.cores) {
            let released = &rig.described.released;
            if rig.described.programs.contains_key(&id) && !released.contains(&id) {
                core.signal(CoreSignal::Start(None), Tick(0), &mut rig.meters);
            }
        }
        rig
    }

    /// Runs to an end; `None` when nothing is left to happen.
    pub fn run(&mut self) -> Option<ErrorStop> {
        loop {
            let running = self.cores.iter().enumerate();
            let mut times: Vec<(Tick, usize)> = running
                .filter(|(_, c)| c.state() == CoreState::Running)
                .map(|(i, c)| (c.now(), i))
                .collect();
            times.sort_unstable();
            let first = times.first().copied();
            let due = self.outside.reminders.keys().next().copied();
            if let Some(key) = due
                && first.is_none_or(|f| key.0 <= f.0)
            {
                let core = self.outside.reminders.remove(&key).unwrap();
                let at = key.0;
                self.with(core.into(), (at, at, at), |c, cx| {
                    c.receive(&Delivery::Reminder { tag: 0 }, at, cx).unwrap();
                    Stop::Horizon
                });
                continue;
            }
            let (now, core) = first?;
            let other = times.get(1).copied();
            let (behind, ahead) = match other {
                None => (Tick::NEVER, now.after(1 << 20)),
                Some((at, o)) => (at.after(u64::from(core < o)), at.after(QUANTUM)),
            };
            let edge = due.map_or(Tick::NEVER, |d| d.0);
            let until = ahead.min(edge).max(now.after(1));
            let turn = behind.min(edge);
            let stop = self.with(core, (until, turn, turn), |c, cx| c.run(cx));
            for (i, pin, at) in std::mem::take(&mut self.outside.signals) {
                let line = CoreSignal::Line { pin, level: true };
                self.cores[i].signal(line, at, &mut self.meters);
            }
            if let Stop::Error(e) = stop {
                for c in &mut self.cores {
                    c.settle(&mut self.meters);
                }
                return Some(e);
            }
        }
    }

    fn with(
        &mut self,
        core: usize,
        (until, shared_until, sync_until): (Tick, Tick, Tick),
        f: impl FnOnce(&mut StubCore, &mut RunCx<'_>) -> Stop,
    ) -> Stop {
        let mut cx = RunCx {
            mem: &mut self.mem,
            bus: &mut self.outside,
            meters: &mut self.meters,
            facts: &mut self.facts,
            until,
            planned: until,
            ends: until,
            shared_until,
            sync_until,
            settled: false,
            armed: ArmedStops::default(),
            answer: None,
        };
        f(&mut self.cores[core], &mut cx)
    }

    /// A result of a core.
    pub fn result(&self, core: u8, i: usize) -> u64 {
        let layout = &self.described.programs[&core].layout;
        let at = layout.result(core, i);
        u64::from_le_bytes(self.mem.peek(at.into(), 8).unwrap().try_into().unwrap())
    }

    pub fn meter(&self, core: usize, m: Meter) -> u64 {
        self.meters.cores[core].get(m)
    }

    pub fn facts(&mut self) -> Vec<Fact> {
        let mut all = Vec::new();
        self.facts.move_to(&mut all);
        all
    }
}
