//! A stream: a file of packets, and the current packet.

use crate::write::TraceError;
use crate::write::sink::{Budget, Sink};
use std::path::Path;
use trueboard_ctf::{MAGIC, Packet, Uuid};

/// What a packet says before its events, besides its times and sizes.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    /// Of the trace, if it has one.
    pub uuid: Option<Uuid>,
    /// The number of the class of the stream, which has 32 or 64 bits.
    pub class: Number,
    /// Events have times.
    pub timed: bool,
    /// Events that the stream has lost so far.
    pub discarded: u64,
    /// The number of the packet in its stream.
    pub sequence: u64,
    /// Further fields of the context.
    pub context: Packet,
}

/// A number, as wide as its field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number {
    Of32(u32),
    Of64(u64),
}

impl Default for Number {
    fn default() -> Number {
        Number::Of32(0)
    }
}

/// The file.
#[derive(Debug)]
pub(super) struct Stream {
    sink: Sink,
    packet: Packet,
    /// Where its times, its sizes and its events stand.
    times: Option<usize>,
    sizes: usize,
    events: usize,
    /// What it begins and ends with, as far as that is known.
    begin: Option<u64>,
    end: Option<u64>,
}

impl Stream {
    /// An empty file.
    pub fn create(path: &Path) -> Result<Stream, TraceError> {
        Ok(Stream {
            sink: Sink::create(path)?,
            packet: Packet::default(),
            times: None,
            sizes: 0,
            events: 0,
            begin: None,
            end: None,
        })
    }

    /// Bytes so far, those in memory included.
    pub fn size(&self) -> u64 {
        self.sink.pos() + self.packet.len() as u64
    }

    /// Bytes of events in the packet.
    pub fn filled(&self) -> usize {
        self.packet.len() - self.events
    }

    /// Begins a packet, the one before being closed. Of its begin and end what is known is given; events
    /// stretch them.
    pub fn open(&mut self, head: &Head, (begin, end): (Option<u64>, Option<u64>)) {
        let p = &mut self.packet;
        p.u32(MAGIC);
        p.put(head.uuid.as_ref().map_or(&[], |uuid| uuid));
        match head.class {
            Number::Of32(n) => p.u32(n),
            Number::Of64(n) => p.u64(n),
        };
        self.times = head.timed.then_some(p.len());
        if head.timed {
            p.u64(0).u64(0);
        }
        self.sizes = p.len();
        p.u64(0).u64(0).u64(head.discarded).u64(head.sequence);
        p.put(head.context.bytes());
        (self.events, self.begin, self.end) = (p.len(), begin, end);
    }

    /// The packet covers this time.
    #[inline]
    pub fn stretch(&mut self, at: u64) {
        self.begin.get_or_insert(at);
        self.end = self.end.max(Some(at));
    }

    /// The packet, which takes events.
    #[inline]
    pub fn events(&mut self) -> &mut Packet {
        &mut self.packet
    }

    /// When the packet ends, as far as that is known.
    pub fn ends(&self) -> Option<u64> {
        self.end
    }

    /// Writes the packet.
    pub fn close(&mut self, budget: &mut Budget) -> Result<(), TraceError> {
        let begin = self.begin.or(self.end).unwrap_or(0);
        let end = self.end.unwrap_or(begin);
        if let Some(at) = self.times {
            self.packet.set(at, begin);
            self.packet.set(at + 8, end);
        }
        for at in [self.sizes, self.sizes + 8] {
            self.packet.set(at, self.packet.bits());
        }
        self.sink.exchange(self.packet.room());
        self.packet.room().clear();
        self.sink.flush(budget)
    }
}
