//! What is beyond the East link, and the host's accesses. Writes and reads go through the FPGA one
//! after the other, each kind at its own pace; double words that a DMA engine sends in one go make
//! bursts (E16G301 datasheet, eLink).

use super::params::{Host, Offchip, Ticks};
use serde::{Deserialize, Serialize};
use trueboard_core::bus::{Op, Txn};
use trueboard_core::time::Tick;

/// The way off the chip, for all cores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Elink {
    write: u64,
    word_write: u64,
    burst: u64,
    read: u64,
    write_latency: u64,
    request_latency: u64,
    load_latency: u64,
    word_load_latency: u64,
    fetch_latency: u64,
    last_write: Option<Last>,
    last_read: Option<Last>,
    writes: u64,
    burst_writes: u64,
    reads: u64,
}

/// The last packet of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Last {
    at: Tick,
    master: u8,
    /// The address with which a burst would go on.
    next: Option<u64>,
}

/// A packet's turn on the way off the chip.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// It continues.
    pub start: Tick,
    /// The sender of the previous packet, and the ticks for which it had the way.
    pub before: u8,
    pub had: u64,
}

/// A packet leaves `apart` after the last one of its kind.
fn follow(last: &mut Option<Last>, master: u8, at: Tick, apart: u64, next: Option<u64>) -> Turn {
    let turn = match *last {
        Some(l) => Turn {
            start: at.max(l.at + apart),
            before: l.master,
            had: apart,
        },
        None => Turn {
            start: at,
            before: master,
            had: 0,
        },
    };
    *last = Some(Last {
        at: turn.start,
        master,
        next,
    });
    turn
}

impl Elink {
    pub fn new(p: &Offchip, ticks: &mut Ticks) -> Result<Elink, String> {
        let least = p.word_load_latency_cycles.min(p.load_latency_cycles);
        if p.request_latency_cycles > least.min(p.fetch_latency_cycles) {
            return Err(
                "params: offchip.request_latency_cycles is part of word_load_latency_cycles, \
                 load_latency_cycles and fetch_latency_cycles, so it cannot be more"
                    .to_owned(),
            );
        }
        Ok(Elink {
            write: ticks.some("offchip.write_cycles", p.write_cycles),
            word_write: ticks.some("offchip.word_write_cycles", p.word_write_cycles),
            burst: ticks.some("offchip.burst_cycles", p.burst_cycles),
            read: ticks.some("offchip.read_cycles", p.read_cycles),
            write_latency: ticks.of("offchip.write_latency_cycles", p.write_latency_cycles),
            request_latency: ticks.of("offchip.request_latency_cycles", p.request_latency_cycles),
            load_latency: ticks.of("offchip.load_latency_cycles", p.load_latency_cycles),
            word_load_latency: ticks.of(
                "offchip.word_load_latency_cycles",
                p.word_load_latency_cycles,
            ),
            fetch_latency: ticks.of("offchip.fetch_latency_cycles", p.fetch_latency_cycles),
            last_write: None,
            last_read: None,
            writes: 0,
            burst_writes: 0,
            reads: 0,
        })
    }

    /// Takes a write that reaches the end of the mesh at `at`.
    pub fn write(&mut self, t: &Txn, at: Tick) -> Turn {
        let double = t.line && t.bytes == 8;
        let next = double.then_some(t.pa + 8);
        let of_burst = |last: &Last| double && last.master == t.master && last.next == Some(t.pa);
        let goes_on = self.last_write.is_some_and(|last| of_burst(&last));
        self.writes += 1;
        self.burst_writes += u64::from(goes_on);
        let apart = match t.bytes {
            8 if goes_on => self.burst,
            8 => self.write,
            _ => self.word_write,
        };
        follow(&mut self.last_write, t.master, at, apart, next)
    }

    /// Takes a read that reaches the end of the mesh at `at`; as [`Elink::write`].
    pub fn read(&mut self, t: &Txn, at: Tick) -> Turn {
        self.reads += 1;
        follow(&mut self.last_read, t.master, at, self.read, None)
    }

    pub fn write_latency(&self) -> u64 {
        self.write_latency
    }

    pub fn request_latency(&self) -> u64 {
        self.request_latency
    }

    /// From the end of the mesh to its other end.
    pub fn latency(&self, t: &Txn) -> u64 {
        match (t.op, t.bytes) {
            (Op::Fetch, _) => self.fetch_latency,
            (_, 8) => self.load_latency,
            _ => self.word_load_latency,
        }
    }

    pub fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("offchip_writes", self.writes),
            ("offchip_burst_writes", self.burst_writes),
            ("offchip_reads", self.reads),
        ]
    }
}

/// The host's way to the chip and to the shared memory: one access after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct HostWay {
    /// Ticks for a word: to or from the chip or another place, writing or reading.
    chip: (u64, u64),
    other: (u64, u64),
    free: Tick,
    chip_accesses: u64,
    other_accesses: u64,
}

impl HostWay {
    pub fn new(p: &Host, ticks: &mut Ticks) -> HostWay {
        HostWay {
            chip: (
                ticks.some("host.chip_write_cycles", p.chip_write_cycles),
                ticks.some("host.chip_read_cycles", p.chip_read_cycles),
            ),
            other: (
                ticks.some("host.other_write_cycles", p.other_write_cycles),
                ticks.some("host.other_read_cycles", p.other_read_cycles),
            ),
            free: Tick(0),
            chip_accesses: 0,
            other_accesses: 0,
        }
    }

    /// When an access begins, and when it is over.
    pub fn take(&mut self, t: &Txn, at: Tick, on_chip: bool) -> (Tick, Tick) {
        let (write, read) = if on_chip { self.chip } else { self.other };
        let word = if t.op == Op::Write { write } else { read };
        let start = at.max(self.free);
        self.free = start + word * u64::from(t.bytes.div_ceil(4).max(1));
        self.chip_accesses += u64::from(on_chip);
        self.other_accesses += u64::from(!on_chip);
        (start, self.free)
    }

    pub fn meters(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("host_chip_accesses", self.chip_accesses),
            ("host_other_accesses", self.other_accesses),
        ]
    }
}
