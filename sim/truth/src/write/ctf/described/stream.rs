//! Streams in the plain form.

use super::values::put_fields;
use super::{Budget, Head, MADE, Number, Stream, TraceError, wide};
use crate::read::ctf::{Event, Packet};
use std::path::Path;
use std::sync::Arc;
use trueboard_ctf::Uuid;

/// A stream in the making.
#[derive(Debug)]
pub(crate) struct StreamFile {
    uuid: Option<Uuid>,
    stream: Stream,
    /// The packet that was read, of which one is in the making.
    packet: Option<Arc<Packet>>,
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
    /// Its times, if they are known; events stretch them.
    pub begin: Option<u64>,
    pub end: Option<u64>,
    pub sequence: u64,
}

impl StreamFile {
    /// An empty file of a trace with this UUID.
    pub(crate) fn create(path: &Path, uuid: Option<Uuid>) -> Result<StreamFile, TraceError> {
        Ok(StreamFile {
            uuid,
            stream: Stream::create(path)?,
            packet: None,
        })
    }

    /// Whether the packet in the making is this one.
    pub(crate) fn is_in(&self, packet: &Arc<Packet>) -> bool {
        let open = self.packet.as_ref();
        open.is_some_and(|p| Arc::ptr_eq(p, packet))
    }

    /// Begins a packet, behind the one before.
    pub(crate) fn packet(&mut self, open: Open) -> Result<(), TraceError> {
        self.close()?;
        let packet = open.packet;
        let mut head = Head {
            uuid: self.uuid,
            class: Number::Of64(open.class),
            timed: open.timed,
            discarded: packet.discarded.unwrap_or(0),
            sequence: open.sequence,
            ..Head::default()
        };
        let ty = packet.class.packet_context.as_ref();
        put_fields(&mut head.context, ty, packet.context.as_ref(), &MADE);
        self.stream.open(&head, (open.begin, open.end));
        self.packet = Some(packet);
        Ok(())
    }

    /// Adds an event to the packet.
    pub(crate) fn event(&mut self, event: &Event, time: Option<u64>) {
        if let Some(at) = time {
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
    }

    /// Writes the packet, if there is one.
    pub(crate) fn close(&mut self) -> Result<(), TraceError> {
        match self.packet.take() {
            Some(_) => self.stream.close(&mut Budget(None)),
            None => Ok(()),
        }
    }
}
