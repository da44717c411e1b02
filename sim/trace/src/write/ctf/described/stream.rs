//! Streams in the plain form.

use super::values::put_fields;
use super::{Budget, Head, MADE, Number, Stream, TraceError, wide};
use crate::read::ctf::{Event, Packet};
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use trueboard_ctf::Uuid;

/// A stream in the making. **Invariant** for any input: times do not run back, packets have one class and successive
/// numbers, and the counter of lost events does not fall. Readers refuse other streams.
#[derive(Debug)]
pub(crate) struct StreamFile {
    uuid: Option<Uuid>,
    stream: Stream,
    /// The packet that was read, of which one is in the making.
    packet: Option<Arc<Packet>>,
    /// The class of its packets, and the number of the next one; none before the first.
    class: Option<u64>,
    sequence: Option<u64>,
    /// The latest time so far, and the greatest that readers can keep.
    last: Option<u64>,
    most: u64,
    /// Events lost so far, and what the packet before said of them.
    lost: u64,
    said: Option<u64>,
}

/// Why an event is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LeftOut {
    /// An event: its time, and a later one before it.
    Back(u64, u64),
    /// An event: its time, which is beyond 64 bits of nanoseconds.
    Far(u64),
    /// A packet: its class, and that of the packets before it.
    Class(u64, u64),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftOut::Back(time, last) => {
                write!(
                    f,
                    "its time {time} is before {last}, which its stream has reached"
                )
            }
            LeftOut::Far(time) => {
                write!(
                    f,
                    "its time {time} is beyond what readers can keep, 64 bits of nanoseconds"
                )
            }
            LeftOut::Class(class, before) => {
                write!(
                    f,
                    "the packet is of stream {class}, those before it of stream {before}"
                )
            }
        }
    }
}

/// A packet in the making.
#[derive(Debug)]
pub(crate) struct Open {
    /// The packet that was read.
    pub packet: Arc<Packet>,
    /// The number of its class in the trace that is written.
    pub class: u64,
    /// The class has a clock.
    pub timed: bool,
    /// The greatest time of its clock that readers can keep.
    pub most: u64,
    /// Its times, if they are known; events stretch them.
    pub begin: Option<u64>,
    pub end: Option<u64>,
    /// Its number, if it is the first of its stream; those that follow count on.
    pub first: u64,
}

impl StreamFile {
    /// An empty file of a trace with this UUID.
    pub(crate) fn create(path: &Path, uuid: Option<Uuid>) -> Result<StreamFile, TraceError> {
        Ok(StreamFile {
            uuid,
            stream: Stream::create(path)?,
            packet: None,
            class: None,
            sequence: None,
            last: None,
            most: u64::MAX,
            lost: 0,
            said: None,
        })
    }

    /// Whether the packet in the making is this one.
    pub(crate) fn is_in(&self, packet: &Arc<Packet>) -> bool {
        let open = self.packet.as_ref();
        open.is_some_and(|p| Arc::ptr_eq(p, packet))
    }

    /// Begins a packet, behind the one before; or says why it is left out, with its events.
    pub(crate) fn packet(&mut self, open: Open) -> Result<Option<LeftOut>, TraceError> {
        self.close()?;
        let packet = open.packet;
        let class = *self.class.get_or_insert(open.class);
        if class != open.class {
            return Ok(Some(LeftOut::Class(open.class, class)));
        }
        let sequence = self.sequence.unwrap_or(open.first);
        self.sequence = Some(sequence.wrapping_add(1));
        let more = packet.lost_since(self.said).unwrap_or(0);
        self.lost = self.lost.saturating_add(more);
        self.said = packet.discarded;
        let mut head = Head {
            uuid: self.uuid,
            class: Number::Of64(open.class),
            timed: open.timed,
            discarded: self.lost,
            sequence,
            ..Head::default()
        };
        let ty = packet.class.packet_context.as_ref();
        put_fields(&mut head.context, ty, packet.context.as_ref(), &MADE);
        // Where nothing says when it begins, it does so where the one before has ended.
        self.most = open.most;
        let kept = |time: &u64| *time <= open.most;
        let begin = open.begin.filter(kept).max(self.last);
        let end = open
            .end
            .filter(kept)
            .map(|end| end.max(begin.unwrap_or(end)));
        self.last = self.last.max(begin);
        self.stream.open(&head, (begin, end));
        self.packet = Some(packet);
        Ok(None)
    }

    /// Adds an event to the packet; or says why it is left out.
    pub(crate) fn event(&mut self, event: &Event, time: Option<u64>) -> Option<LeftOut> {
        if let Some(at) = time {
            if let Some(last) = self.last.filter(|&last| at < last) {
                return Some(LeftOut::Back(at, last));
            }
            if at > self.most {
                return Some(LeftOut::Far(at));
            }
            self.last = Some(at);
            self.stream.stretch(at);
        }
        let out = self.stream.events();
        let id = event.id();
        match wide(&event.packet.class) {
            true => out.u64(id),
            false => out.u32(id as u32),
        };
        if let Some(at) = time {
            out.u64(at);
        }
        let [_, scopes @ ..] = event.scopes();
        for (ty, value) in scopes {
            put_fields(out, ty, value, &[]);
        }
        None
    }

    /// Writes the packet, if there is one.
    pub(crate) fn close(&mut self) -> Result<(), TraceError> {
        match self.packet.take() {
            Some(_) => {
                self.last = self.last.max(self.stream.ends());
                self.stream.close(&mut Budget(None))
            }
            None => Ok(()),
        }
    }
}
