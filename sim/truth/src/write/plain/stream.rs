//! Streams in the plain form.

use super::super::TraceError;
use super::super::sink::{Budget, Sink};
use super::values::put_fields;
use super::{MADE, wide};
use crate::read::ctf::{Event, MAGIC, Packet};
use std::path::Path;
use std::sync::Arc;

/// A stream in the making.
#[derive(Debug)]
pub(crate) struct StreamFile {
    uuid: Option<[u8; 16]>,
    sink: Sink,
    /// The packet in the making: its events.
    bytes: Vec<u8>,
    open: Option<Open>,
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
    pub(crate) fn create(path: &Path, uuid: Option<[u8; 16]>) -> Result<StreamFile, TraceError> {
        Ok(StreamFile {
            uuid,
            sink: Sink::create(path)?,
            bytes: Vec::new(),
            open: None,
        })
    }

    /// Whether the packet in the making is this one.
    pub(crate) fn is_in(&self, packet: &Arc<Packet>) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|o| Arc::ptr_eq(&o.packet, packet))
    }

    /// Begins a packet, behind the one before.
    pub(crate) fn packet(&mut self, open: Open) -> Result<(), TraceError> {
        self.close()?;
        self.open = Some(open);
        Ok(())
    }

    /// Adds an event to the packet.
    pub(crate) fn event(&mut self, event: &Event, time: Option<u64>) {
        let id = event.id();
        match wide(&event.packet.class) {
            true => self.bytes.extend(id.to_le_bytes()),
            false => self.bytes.extend((id as u32).to_le_bytes()),
        }
        if let Some(at) = time {
            self.bytes.extend(at.to_le_bytes());
            if let Some(open) = &mut self.open {
                open.begin.get_or_insert(at);
                open.end = open.end.max(Some(at));
            }
        }
        let [_, scopes @ ..] = event.scopes();
        for (ty, value) in scopes {
            put_fields(&mut self.bytes, ty, value, &[]);
        }
    }

    /// Writes the packet, if there is one.
    pub(crate) fn close(&mut self) -> Result<(), TraceError> {
        let Some(open) = self.open.take() else {
            return Ok(());
        };
        let packet = &open.packet;
        let mut head = MAGIC.to_le_bytes().to_vec();
        head.extend(self.uuid.iter().flatten());
        head.extend(open.class.to_le_bytes());
        if open.timed {
            let begin = open.begin.unwrap_or(0);
            head.extend(begin.to_le_bytes());
            head.extend(open.end.unwrap_or(begin).to_le_bytes());
        }
        let mut context = Vec::new();
        let ty = packet.class.packet_context.as_ref();
        put_fields(&mut context, ty, packet.context.as_ref(), &MADE);
        let bits = 8 * (head.len() + 32 + context.len() + self.bytes.len()) as u64;
        let discarded = packet.discarded.unwrap_or(0);
        for n in [bits, bits, discarded, open.sequence] {
            head.extend(n.to_le_bytes());
        }
        self.sink.put(&head);
        self.sink.put(&context);
        self.sink.put(&self.bytes);
        self.bytes.clear();
        self.sink.flush(&mut Budget(None))
    }
}
