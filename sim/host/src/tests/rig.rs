//! A chip of memories, on which the host's packets arrive after a fixed time.

use crate::meters::METERS;
use crate::{Chip, EHost, Files, Image, Params, Program, Script, Segment, compile};
use std::collections::BTreeMap;
use std::sync::Arc;
use trueboard_core::bus::{BusFault, CoreBus, Host, Op, Timing, Txn};
use trueboard_core::cpu::{ArmedStops, Core, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::{CoreState, Fact, FactBuf};
use trueboard_core::mem::{Memory, Region};
use trueboard_core::meter::{CoreBank, Meters};
use trueboard_core::net::{Delivery, Packet};
use trueboard_core::time::{Clock, Tick};

pub const HZ: u64 = 600_000_000;
/// Ticks that a packet is on its way.
pub const WAY: u64 = 30;
/// Ticks from one written word to the next.
pub const WORD: u64 = 160;
pub const HOST: u8 = 16;

/// What a test's firmware does when a packet has changed memory.
pub type Firmware = Box<dyn FnMut(&Packet, Tick, &mut Memory)>;

#[derive(Default)]
pub struct Outside {
    pub post: BTreeMap<(Tick, u64), (Packet, Tick)>,
    pub streams: BTreeMap<String, Vec<u8>>,
    pub console: String,
    pub lines: Vec<String>,
    pub sent: u64,
}

impl Host for Outside {
    fn stream(&mut self, name: &str, bytes: &[u8]) {
        self.streams.entry(name.into()).or_default().extend(bytes);
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
        Timing::free(t.at)
    }

    fn io_read(&mut self, t: &Txn, _: &mut Meters) -> (Result<u64, BusFault>, Timing) {
        (Err(BusFault::Unmapped), Timing::free(t.at))
    }

    fn io_write(&mut self, t: &Txn, _: u64, _: &mut Meters) -> (Result<(), BusFault>, Timing) {
        (Err(BusFault::Unmapped), Timing::free(t.at))
    }

    fn send(&mut self, p: &Packet, _: &mut Meters) -> Timing {
        let done = p.txn.at.after(WAY);
        let first = if p.txn.op == Op::Write {
            Tick::NEVER
        } else {
            done.after(WAY)
        };
        self.post.insert((done, self.sent), (*p, first));
        self.sent += 1;
        Timing {
            first,
            done,
            freed: p.txn.at.after(WORD),
            ..Timing::free(p.txn.at)
        }
    }

    fn refused(&mut self, _: &Txn, _: BusFault) {}
    fn irq_ack(&mut self, _: u8, _: u32, _: Tick, _: &mut Meters) {}
    fn take_snoops(&mut self, _: u8, _: &mut Vec<u64>) {}
}

/// Images and files of a test.
#[derive(Default)]
pub struct TestFiles {
    pub images: BTreeMap<String, Image>,
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Files for TestFiles {
    fn image(&mut self, name: &str) -> Result<Arc<Image>, String> {
        let found = self.images.get(name).cloned();
        found.map(Arc::new).ok_or(format!("{name}: no such image"))
    }

    fn file(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let found = self.files.get(name).cloned();
        found.ok_or(format!("{name}: no such file"))
    }
}

/// A layout that is no firmware's of ours: mailboxes elsewhere, their words in another order, rings of other packets.
pub const LAYOUT: &str = "(mailboxes: (at: 0x8e100000, bytes: 24, exchange: (request: 12, ack: 8), \
                          words: {\"led\": 16}), rings: (packets: 2, packet_bytes: 128))";

/// An image with 16 bytes at 0x100 and the symbol `result`.
pub fn app() -> TestFiles {
    let mut files = TestFiles::default();
    let image = Image {
        segments: vec![Segment {
            at: 0x100,
            bytes: (1..=16).collect(),
        }],
        symbols: [("result".to_owned(), (0x200, 4))].into(),
        ..Image::default()
    };
    files.images.insert("app.elf".into(), image);
    files
        .files
        .insert("metadata".into(), b"/* CTF 1.8 */".to_vec());
    files
        .files
        .insert("layout.ron".into(), LAYOUT.as_bytes().to_vec());
    files
}

pub struct Rig {
    pub host: EHost,
    pub mem: Memory,
    pub out: Outside,
    pub facts: Vec<Fact>,
    pub meters: Meters,
    firmware: Firmware,
}

impl Rig {
    pub fn new(text: &str, firmware: Firmware) -> Rig {
        let script = Script::parse(text).expect("it is a script");
        Rig::of(&script, Params::default(), firmware)
    }

    pub fn of(script: &Script, params: Params, firmware: Firmware) -> Rig {
        let program = compile(script, &Chip::default(), &mut app()).expect("it is right");
        Rig::running(program, params, firmware)
    }

    fn running(program: Program, params: Params, firmware: Firmware) -> Rig {
        let mut mem = Memory::default();
        let chip = Chip::default();
        for n in 0..16 {
            let core = chip.numbered(n).expect("there are 16");
            let base = u64::from(core.global(0));
            mem.add(Region::new(&format!("sram{n}"), base, 0x8000, true));
            mem.add(Region::new(
                &format!("regs{n}"),
                base + 0xf0000,
                0x1000,
                true,
            ));
        }
        mem.add(Region::new("dram", 0x8e00_0000, 32 << 20, true));
        Rig {
            host: EHost::new(params, HOST, Clock::new(1), HZ, program),
            mem,
            out: Outside::default(),
            facts: Vec::new(),
            meters: Meters {
                cores: vec![CoreBank::new(&METERS); 17],
                buses: Vec::new(),
                caches: Vec::new(),
            },
            firmware,
        }
    }

    /// Runs to the end, and answers the status.
    pub fn run(&mut self) -> u32 {
        self.run_for(u64::MAX).expect("it ends")
    }

    /// The same, for so many packets at most.
    pub fn run_for(&mut self, packets: u64) -> Option<u32> {
        self.host
            .signal(CoreSignal::Start(None), Tick(0), &mut self.meters);
        let mut buf = FactBuf::new(true);
        loop {
            let next = self.out.post.keys().next().map_or(Tick::NEVER, |k| k.0);
            let mut cx = RunCx {
                mem: &mut self.mem,
                bus: &mut self.out,
                meters: &mut self.meters,
                facts: &mut buf,
                until: next,
                planned: next,
                ends: next,
                shared_until: next,
                sync_until: next,
                settled: false,
                armed: ArmedStops::default(),
                answer: None,
            };
            let stop = self.host.run(&mut cx);
            buf.move_to(&mut self.facts);
            if let Stop::Error(e) = &stop {
                return e.exit;
            }
            if stop == Stop::Yield && self.host.state() == CoreState::Running {
                continue;
            }
            let packet = self.out.post.pop_first();
            let ((at, _), (p, back)) = packet.expect("something is on its way");
            let value = self.mem.packet(&p);
            (self.firmware)(&p, at, &mut self.mem);
            if back != Tick::NEVER {
                let delivery = Delivery::Answer { tag: p.tag, value };
                let mut cx = RunCx {
                    mem: &mut self.mem,
                    bus: &mut self.out,
                    meters: &mut self.meters,
                    facts: &mut buf,
                    until: back,
                    planned: back,
                    ends: back,
                    shared_until: back,
                    sync_until: back,
                    settled: false,
                    armed: ArmedStops::default(),
                    answer: None,
                };
                self.host
                    .receive(&delivery, back, &mut cx)
                    .expect("it is its answer");
            }
            if self.out.sent > packets {
                return None;
            }
        }
    }

    pub fn word(&self, at: u64) -> u32 {
        let bytes = self.mem.peek(at, 4).expect("there is memory");
        u32::from_le_bytes(bytes.try_into().expect("four bytes"))
    }
}

/// No firmware.
pub fn nothing() -> Firmware {
    Box::new(|_, _, _| {})
}
