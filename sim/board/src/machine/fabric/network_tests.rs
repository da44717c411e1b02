//! The board with packets on their way, and cores that do nothing but send and note what comes.

use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::machine::fabric::{Fabric, Holders, MemoryRoute};
use crate::machine::kinds::CoreInfo;
use crate::machine::kinds::EPIPHANY;
use crate::machine::models::open_board;
use std::sync::{Arc, Mutex};
use trueboard_core::bus::{BusFault, Op, Txn};
use trueboard_core::cpu::{Core, Past, RegName, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::inspect::Inspect;
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{BusBank, CoreBank, Dictionary, Meters};
use trueboard_core::net::{Delivery, Packet};
use trueboard_core::snapshot::SnapshotError;
use trueboard_core::time::{Clock, Tick};
use trueboard_periph::{BuildEnv, build_stage};

/// What a core does, at a cycle.
#[derive(Clone, Copy)]
enum Act {
    Write(u64, u32),
    Read(u64, u32),
    Swap(u64, u32),
    Remind(u64, u32),
    /// Private work until here.
    Work,
}

/// Core, time and what came.
type Log = Arc<Mutex<Vec<(u8, u64, Delivery)>>>;

struct Sender {
    id: u8,
    now: Tick,
    script: Vec<(u64, Act)>,
    next: usize,
    log: Log,
}

const CYCLE: u64 = 2;
const QUANTUM: u64 = 50 * CYCLE;

fn sram(core: u64) -> u64 {
    0x8080_0000 + (core / 4) * 0x0400_0000 + (core % 4) * 0x0010_0000
}

const DRAM: u64 = 0x8e00_0000;

impl Sender {
    fn packet(&self, pa: u64, op: Op, value: u32) -> Packet {
        Packet {
            txn: Txn {
                master: self.id,
                at: self.now,
                pa,
                bytes: 4,
                op,
                line: false,
                uncached: false,
                pc: 0x100 + 4 * self.next as u64,
            },
            value: u64::from(value),
            tag: value,
        }
    }
}

impl Core for Sender {
    fn now(&self) -> Tick {
        self.now
    }

    fn state(&self) -> CoreState {
        if self.next < self.script.len() {
            CoreState::Running
        } else {
            CoreState::Idle
        }
    }

    fn run(&mut self, cx: &mut RunCx<'_>) -> Stop {
        let mut until = cx.until;
        while let Some(&(cycle, act)) = self.script.get(self.next) {
            let at = Tick(cycle * CYCLE).max(self.now);
            if at >= until {
                self.now = until.max(self.now);
                return Stop::Horizon;
            }
            self.now = at;
            if !matches!(act, Act::Work) && at >= cx.sync_until {
                return Stop::Sync;
            }
            let (pa, op, value) = match act {
                Act::Write(pa, value) => (pa, Op::Write, value),
                Act::Read(pa, tag) => (pa, Op::Read, tag),
                Act::Swap(pa, tag) => (pa, Op::Rmw, tag),
                Act::Remind(at, tag) => {
                    let at = Tick(at * CYCLE);
                    cx.bus.remind(self.id, at, tag);
                    until = until.min(at);
                    (0, Op::Fetch, 0)
                }
                Act::Work => (0, Op::Fetch, 0),
            };
            if op != Op::Fetch {
                let sent = cx.bus.send(&self.packet(pa, op, value), cx.meters);
                until = until.min(sent.first);
            }
            self.next += 1;
            self.now += CYCLE;
        }
        Stop::Idle
    }

    fn window(&self) -> Option<(u64, u64)> {
        let at = sram(u64::from(self.id));
        Some((at, at + 0x10_0000))
    }

    fn receive(
        &mut self,
        delivery: &Delivery,
        at: Tick,
        cx: &mut RunCx<'_>,
    ) -> Result<u64, BusFault> {
        if self.state() == CoreState::Running {
            // Whatever was sent by a core that was not behind comes before this one goes past it.
            let ahead = self.now.since(at);
            let limit = match delivery {
                Delivery::Packet(_) => QUANTUM,
                // What it has asked for itself, it waits for.
                _ => CYCLE,
            };
            assert!(
                ahead <= limit,
                "core {} is {ahead} past {delivery:?}",
                self.id
            );
        }
        self.log.lock().unwrap().push((self.id, at.0, *delivery));
        match delivery {
            Delivery::Packet(p) => cx.mem.packet(p),
            _ => Ok(0),
        }
    }

    fn meters(&self) -> &'static Dictionary {
        EPIPHANY.meters
    }

    fn signal(&mut self, _: CoreSignal, _: Tick, _: &mut Meters) {}

    fn skip_to(&mut self, at: Tick, _: &mut Meters) {
        self.now = at;
    }

    fn settle(&mut self, _: &mut Meters) {}

    fn set_free(&mut self, _: &[(u64, u64)]) {}

    fn save(&self) -> Vec<u8> {
        Vec::new()
    }

    fn load(&mut self, _: &[u8]) -> Result<(), SnapshotError> {
        Ok(())
    }
}

impl Inspect for Sender {
    fn pc(&self) -> u64 {
        0x100
    }

    fn history(&self) -> Vec<Past> {
        Vec::new()
    }

    fn registers(&self) -> &'static [RegName] {
        &[]
    }

    fn get(&self, _: usize) -> u64 {
        0
    }

    fn set(&mut self, _: usize, _: u64) {}

    fn disasm(&self, _: u64, _: &[u8]) -> (String, usize) {
        (String::new(), 4)
    }
}

/// A Parallella's network, as weak as the architecture lets it be, with these cores on it.
fn machine(scripts: Vec<Vec<(u64, Act)>>, log: &Log) -> Machine {
    // Any board file will do for what a machine takes of it besides its parts.
    let mut file = open_board("leon3-mini", &[]).unwrap().file;
    let board: ron::Value =
        ron::from_str(crate::boardfile::built_in::built_in("boards/parallella.ron").unwrap())
            .unwrap();
    let ron::Value::Seq(stages) = crate::boardfile::schema::field(&board, "stages").unwrap() else {
        panic!("stages");
    };
    let params = crate::boardfile::schema::field(&stages[0], "params").unwrap();
    let ron::Value::Map(mut params) = params.clone() else {
        panic!("params");
    };
    for (name, value) in params.iter_mut() {
        if let (ron::Value::String(name), ron::Value::Map(offchip)) = (name, value)
            && name == "offchip"
        {
            let weak = ron::Value::String("reads_pass_writes".to_owned());
            offchip.insert(weak, ron::Value::Bool(true));
        }
    }
    let params = ron::Value::Map(params);
    file.buses = ["cmesh", "rmesh", "xmesh", "elink"]
        .map(str::to_owned)
        .to_vec();
    file.caches.clear();
    let clock = Clock::new(CYCLE);
    let env = BuildEnv {
        buses: file.buses.clone(),
        clock,
        ..BuildEnv::default()
    };
    let mut fabric = Fabric::new(scripts.len(), false, false);
    fabric
        .stages
        .push(build_stage("emesh", params, &env).unwrap());
    fabric
        .attached
        .push(crate::machine::build::attached("emesh", 0, clock));
    fabric.network = Some(0);
    let mut mem = Memory::default();
    let mut add = |fabric: &mut Fabric, name: &str, base: u64, size: u64| {
        mem.add(Region::new(name, base, size, true));
        fabric.memories.push(MemoryRoute {
            route: Vec::new(),
            base,
            end: base + size,
            holders: Holders::default(),
        });
    };
    for n in 0..scripts.len() {
        let at = sram(n as u64);
        fabric.windows.push((at, at + 0x10_0000, n as u8));
        add(&mut fabric, "sram", at, 0x8000);
    }
    add(&mut fabric, "dram", DRAM, 0x10000);
    let cores: Vec<(CoreInfo, Box<dyn Core>)> = scripts
        .into_iter()
        .enumerate()
        .map(|(n, script)| {
            let info = CoreInfo {
                name: format!("core{n}"),
                kind: &EPIPHANY,
                clock,
                hz: 600_000_000,
            };
            let core = Sender {
                id: n as u8,
                now: Tick(0),
                script,
                next: 0,
                log: log.clone(),
            };
            (info, Box::new(core) as Box<dyn Core>)
        })
        .collect();
    let meters = Meters {
        cores: vec![CoreBank::new(EPIPHANY.meters); cores.len()],
        buses: vec![BusBank::new(); 4],
        caches: Vec::new(),
    };
    let mut m = Machine::new(&file, 1_200_000_000, cores, mem, fabric, meters);
    m.note_states();
    m
}

/// What came, in the order in which it came, when all is over.
fn run(
    scripts: &[Vec<(u64, Act)>],
    strict: bool,
    pieces: u64,
) -> (Machine, Vec<(u8, u64, Delivery)>) {
    let log = Log::default();
    let mut m = machine(scripts.to_vec(), &log);
    m.set_strict(strict);
    let mut until = pieces;
    while m.run(Tick(until)) == Ended::Paused {
        until += pieces;
    }
    let came = log.lock().unwrap().clone();
    (m, came)
}

const ALL: u64 = u64::MAX / 4;

fn answers(came: &[(u8, u64, Delivery)]) -> Vec<(u8, u64, u32, u64)> {
    let answer = |&(core, at, delivery): &(u8, u64, Delivery)| match delivery {
        Delivery::Answer { tag, value } => Some((core, at / CYCLE, tag, value.unwrap())),
        _ => None,
    };
    came.iter().filter_map(answer).collect()
}

#[test]
fn packets_move_bytes_when_they_arrive_and_answers_come_back() {
    let scripts = vec![
        // A read by the other core's clock is answered 14 cycles and 3 for the hop later.
        vec![
            (10, Act::Write(sram(1) + 8, 77)),
            (100, Act::Read(sram(1) + 8, 5)),
        ],
        // The word is not there after 2 cycles, and is after 4.
        vec![
            (10, Act::Read(sram(1) + 8, 1)),
            (11, Act::Read(sram(1) + 8, 2)),
            (200, Act::Swap(sram(0) + 4, 3)),
            (300, Act::Swap(sram(0) + 4, 4)),
        ],
    ];
    let (m, came) = run(&scripts, false, ALL);
    assert_eq!(
        answers(&came),
        [
            (1, 24, 1, 0),
            // The second request leaves nine cycles after the first.
            (1, 33, 2, 77),
            (0, 117, 5, 77),
            (1, 217, 3, 0),
            (1, 317, 4, 3),
        ]
    );
    assert_eq!(m.memory().peek(sram(0) + 4, 4), Some(&[3, 0, 0, 0][..]));
    assert!(m.fabric.noted.races.is_empty());
}

#[test]
fn reminders_cut_slices_of_cores_that_work() {
    let long = vec![
        (10, Act::Remind(500, 1)),
        (10, Act::Remind(300, 2)),
        (5000, Act::Work),
    ];
    let (_, came) = run(&[long.clone(), long], false, ALL);
    let times: Vec<_> = came.iter().map(|c| (c.0, c.1 / CYCLE)).collect();
    assert_eq!(times, [(0, 300), (1, 300), (0, 500), (1, 500)]);
}

/// A core that asks for what it has just written off the chip gets what was there before.
#[test]
fn reads_that_race_with_own_writes_are_told() {
    let script = vec![
        (10, Act::Write(DRAM + 0x40, 1)),
        (11, Act::Write(DRAM, 2)),
        (12, Act::Read(DRAM, 9)),
        (4000, Act::Read(DRAM, 10)),
        // Alone on the link the write is there first; nothing binds it to be.
        (9000, Act::Write(DRAM + 8, 3)),
        (9001, Act::Read(DRAM + 8, 11)),
    ];
    let (m, came) = run(std::slice::from_ref(&script), false, ALL);
    let values: Vec<_> = answers(&came).iter().map(|a| (a.2, a.3)).collect();
    assert_eq!(values, [(9, 0), (10, 2), (11, 3)]);
    let warnings: Vec<_> = m
        .fabric
        .noted
        .races
        .iter()
        .map(|(k, r)| (*k, r.pa, r.stale))
        .collect();
    assert_eq!(
        warnings,
        [((0, 0x108), DRAM, true), ((0, 0x114), DRAM + 8, false)]
    );
    assert!(
        m.warnings()[0].contains("core 0 at pc 0x00000108"),
        "{:?}",
        m.warnings()
    );
    let (m, _) = run(&[script], true, ALL);
    let Some(Ended::Strict { what }) = &m.ended else {
        panic!("{:?}", m.ended);
    };
    assert!(
        what.contains("core 0 at pc 0x00000108") && what.contains("0x8e000000"),
        "{what}"
    );
}

/// Sixteen cores that send at random: the same comes in the same order, however the scheduler goes
/// on from one core to the next, and in whatever pieces the run is made.
#[test]
fn the_order_does_not_depend_on_how_the_run_is_made() {
    let mut n = 1u64;
    let mut random = |below: u64| {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (n >> 33) % below
    };
    let mut scripts = Vec::new();
    for _ in 0..16 {
        let mut at = random(50);
        let mut script = Vec::new();
        for tag in 0..300 {
            at += 1 + random(40);
            let pa = match random(5) {
                0 => DRAM + 4 * random(64),
                _ => sram(random(16)) + 4 * random(64),
            };
            script.push((
                at,
                match random(8) {
                    0 => Act::Read(pa, tag),
                    1 => Act::Swap(sram(random(16)), tag),
                    2 => Act::Remind(at + random(200), tag),
                    3 => Act::Work,
                    _ => Act::Write(pa, tag),
                },
            ));
        }
        scripts.push(script);
    }
    let (whole, came) = run(&scripts, false, ALL);
    assert!(came.len() > 4000);
    assert!(
        came.windows(2).all(|w| w[0].1 <= w[1].1),
        "in order of time"
    );
    assert_eq!(whole.ended, Some(Ended::Nothing));
    let (pieces, again) = run(&scripts, false, 777);
    assert_eq!(came, again);
    assert_eq!(whole.digest(), pieces.digest());
}
