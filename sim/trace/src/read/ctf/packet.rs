//! Packets: header, context, and the events in them (section 5).

use super::clock::{Time, extend};
use super::decode::{Decoder, State};
use super::error::Fault;
use super::event::{Event, FieldView};
use super::metadata::{Metadata, StreamClass, scope};
use super::types::{ByteOrder, StructType, Type};
use super::value::Value;
use std::sync::Arc;
use trueboard_ctf::{MAGIC, Uuid};

/// A packet: what its header and context say.
#[derive(Clone, Debug, PartialEq)]
pub struct Packet {
    /// Which stream of the trace.
    pub stream: usize,
    /// Which packet of its stream, from 0.
    pub number: u64,
    /// Where it begins in its file.
    pub byte: u64,
    /// Its size in bits, with header and padding.
    pub size_bits: u64,
    /// Bits from its begin to the end of its last event.
    pub content_bits: u64,
    /// Bits from its begin to its first event, alignment not counted.
    pub head_bits: u64,
    /// Class of the stream.
    pub class: Arc<StreamClass>,
    /// The header.
    pub header: Option<Value>,
    /// The context.
    pub context: Option<Value>,
    /// `timestamp_begin`.
    pub begin: Option<Time>,
    /// `timestamp_end`.
    pub end: Option<Time>,
    /// `events_discarded`: how many events the stream has lost so far, as a running counter.
    pub discarded: Option<u64>,
    /// `packet_seq_num`.
    pub sequence: Option<u64>,
    /// The UUID of its header, where that is not the one of the metadata.
    pub other_uuid: Option<Uuid>,
}

impl Packet {
    /// A field of the context.
    pub fn context_field(&self, name: &str) -> Option<FieldView<'_>> {
        FieldView::in_scope(
            self.class.packet_context.as_ref(),
            self.context.as_ref(),
            name,
        )
    }

    /// Events lost since the previous packet, with counter `before`; `None` if the counter fell.
    pub(crate) fn lost_since(&self, before: Option<u64>) -> Option<u64> {
        let (now, before) = (self.discarded.unwrap_or(0), before.unwrap_or(0));
        let mask = self.mask("events_discarded");
        let more = now.wrapping_sub(before) & mask;
        let fell = now < before && more > mask / 2;
        match self.discarded {
            None => Some(0),
            Some(_) => (!fell).then_some(more),
        }
    }

    /// All bits of a field of its context.
    pub(super) fn mask(&self, name: &str) -> u64 {
        let size = int_size(self.class.packet_context.as_ref(), name).unwrap_or(64);
        u64::MAX >> (64 - size.clamp(1, 64))
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.size_bits.div_ceil(8)
    }
}

/// Goes through the packets of one stream. It is given bytes; where they come from is not its
/// business.
#[derive(Clone, Debug)]
pub(super) struct PacketReader {
    metadata: Arc<Metadata>,
    /// Which stream of the trace, for what it makes.
    stream: usize,
    state: State,
    /// Number of the next packet.
    number: u64,
    packet: Option<Arc<Packet>>,
    /// Next bit in the packet, and number of the event there.
    at: u64,
    event: u64,
    /// Name of the event in the making, for errors.
    name: String,
}

const SIZES: &str = "the packet was overwritten, or is not of this metadata";

impl PacketReader {
    pub(super) fn new(metadata: Arc<Metadata>, stream: usize) -> PacketReader {
        PacketReader {
            metadata,
            stream,
            state: State::default(),
            number: 0,
            packet: None,
            at: 0,
            event: 0,
            name: String::new(),
        }
    }

    pub(super) fn metadata(&self) -> &Arc<Metadata> {
        &self.metadata
    }

    /// Number of the packet that comes next.
    pub(super) fn next_number(&self) -> u64 {
        self.number
    }

    /// Gives a damaged packet its number.
    pub(super) fn skip_packet(&mut self) {
        self.number += 1;
        self.packet = None;
    }

    /// Leaves the packet. The clock of its stream continues from its end: that is the time of the next event without a
    /// stamp, and the base of narrow stamps.
    pub(super) fn end(&mut self) {
        let end = self.packet.take().and_then(|p| p.end);
        self.state.clock = end.map_or(self.state.clock, |end| end.cycles.max(self.state.clock));
    }

    /// The packet that is being read.
    pub(super) fn packet(&self) -> Option<&Arc<Packet>> {
        self.packet.as_ref()
    }

    /// Number and name of the event that was read last, or could not be read.
    pub(super) fn place(&self) -> (u64, &str) {
        (self.event, &self.name)
    }

    /// Begins a packet. `bytes` are its first ones, `left` is how many there are up to the end of
    /// the file, and `byte` is where it begins.
    ///
    /// # Errors
    /// When header or context make no sense. If the fault is `short`, more bytes may help.
    pub(super) fn begin(&mut self, bytes: &[u8], left: u64, byte: u64) -> Result<(), Fault> {
        let metadata = Arc::clone(&self.metadata);
        let there = 8 * bytes.len() as u64;
        self.state.packet(there);
        let mut d = Decoder::new(bytes, 0, there, &mut self.state);
        let header = d.scope(scope::PACKET_HEADER, &metadata.packet_header)?;
        let class = class(&metadata, header.as_ref())?;
        let other_uuid = other_uuid(&metadata, header.as_ref());
        let context = d.scope(scope::PACKET_CONTEXT, &class.packet_context)?;
        let head_bits = d.at;
        let number = |name: &str| {
            let ty = class.packet_context.as_ref();
            FieldView::in_scope(ty, context.as_ref(), name)?.unsigned()
        };
        let whole = 8 * left;
        let size_bits = number("packet_size").unwrap_or(whole);
        let content_bits = number("content_size").unwrap_or(size_bits);
        let wrong = |cause: String| Fault {
            bit: 0,
            cause,
            remedy: SIZES,
            short: false,
        };
        if !size_bits.is_multiple_of(8) {
            return Err(wrong(format!(
                "packet_size is {size_bits} bits, no whole bytes"
            )));
        }
        if content_bits > size_bits {
            return Err(wrong(format!(
                "content_size is {content_bits} bits, more than packet_size, {size_bits} bits"
            )));
        }
        if content_bits < head_bits {
            return Err(wrong(format!(
                "content_size is {content_bits} bits, but header and context have {head_bits}"
            )));
        }
        if size_bits == 0 {
            return Err(wrong("the packet has no bits".to_owned()));
        }
        let stamp = |name: &str, last: u64| {
            let v = number(name)?;
            let size = int_size(class.packet_context.as_ref(), name)?;
            Some(extend(last, v, size))
        };
        let begin = stamp("timestamp_begin", self.state.clock);
        if let Some(begin) = begin {
            self.state.clock = begin;
        }
        let end = stamp("timestamp_end", self.state.clock);
        let time = |cycles: Option<u64>| Some(metadata.clock(&class)?.time(cycles?));
        let packet = Packet {
            stream: self.stream,
            number: self.number,
            byte,
            size_bits,
            content_bits,
            head_bits,
            begin: time(begin),
            end: time(end),
            discarded: number("events_discarded"),
            sequence: number("packet_seq_num"),
            other_uuid,
            header,
            context,
            class,
        };
        self.state.packet(packet.content_bits.min(whole));
        self.at = packet.head_bits;
        self.event = 0;
        self.name.clear();
        self.number += 1;
        self.packet = Some(Arc::new(packet));
        Ok(())
    }

    /// The next event of the packet, of which `bytes` are what there is.
    ///
    /// # Errors
    /// When it makes no sense. What follows it in the packet is lost.
    pub(super) fn event(&mut self, bytes: &[u8]) -> Result<Option<Event>, Fault> {
        let Some(packet) = &self.packet else {
            return Ok(None);
        };
        if self.at >= packet.content_bits {
            return Ok(None);
        }
        let class = &packet.class;
        self.name.clear();
        let mut d = Decoder::new(bytes, self.at, packet.content_bits, &mut self.state);
        let header = d.scope(scope::EVENT_HEADER, &class.event_header)?;
        let event = match d.id {
            Some(id) => class.events.get(&id),
            None if class.events.len() == 1 => class.events.values().next(),
            None => None,
        };
        let Some(event) = event else {
            let cause = match d.id {
                Some(id) => format!("stream {} has no event {id}", class.id),
                None => "the event does not say which one it is".to_owned(),
            };
            return Err(Fault {
                bit: self.at,
                cause,
                remedy: "the packet is damaged, or not of this metadata",
                short: false,
            });
        };
        self.name.push_str(&event.name);
        let stream_context = d.scope(scope::STREAM_EVENT_CONTEXT, &class.event_context)?;
        let context = d.scope(scope::EVENT_CONTEXT, &event.context)?;
        let fields = d.scope(scope::EVENT_FIELDS, &event.fields)?;
        let after = d.at;
        if after == self.at {
            return Err(Fault {
                bit: self.at,
                cause: "the event has no bits".to_owned(),
                remedy: "mend the metadata: an event needs a header or fields",
                short: false,
            });
        }
        let clock = self.metadata.clock(class);
        let event = Event {
            number: self.event,
            first_bit: self.at,
            end_bit: after,
            class: Arc::clone(event),
            time: clock.map(|c| c.time(self.state.clock)),
            packet: Arc::clone(packet),
            header,
            stream_context,
            context,
            fields,
        };
        self.at = after;
        self.event += 1;
        Ok(Some(event))
    }
}

/// The UUID of a packet header, where it is not that of the metadata. Readers continue with such a packet: a rebuilt
/// tracer has another UUID, and mostly compatible packets.
fn other_uuid(metadata: &Metadata, header: Option<&Value>) -> Option<Uuid> {
    let ty = metadata.packet_header.as_ref();
    let Value::Array(bytes) = FieldView::in_scope(ty, header, "uuid")?.value else {
        return None;
    };
    let mut found: Uuid = [0; 16];
    for (place, byte) in found.iter_mut().zip(bytes) {
        *place = u8::try_from(byte.integer()?).ok()?;
    }
    metadata
        .uuid
        .filter(|uuid| bytes.len() != found.len() || *uuid != found)?;
    Some(found)
}

/// The class that a packet header names, after a look at its magic number.
fn class(metadata: &Metadata, header: Option<&Value>) -> Result<Arc<StreamClass>, Fault> {
    let ty = metadata.packet_header.as_ref();
    let field = |name| FieldView::in_scope(ty, header, name);
    let wrong = |cause: String, remedy| Fault {
        bit: 0,
        cause,
        remedy,
        short: false,
    };
    if let Some(magic) = field("magic").and_then(|f| f.unsigned())
        && magic != u64::from(MAGIC)
    {
        let swapped = magic == u64::from(MAGIC.swap_bytes());
        let cause = format!("the magic number is {magic:#010x}, not {MAGIC:#010x}");
        return Err(wrong(
            cause,
            if swapped {
                "the metadata has the wrong byte_order for this stream"
            } else {
                "the packet was overwritten, or this file is no stream of the trace"
            },
        ));
    }
    let id = field("stream_id").and_then(|f| f.unsigned());
    metadata.stream(id).cloned().ok_or_else(|| {
        let cause = match id {
            Some(id) => format!("the metadata has no stream {id}"),
            None => "the packet does not say its stream_id, and there are several".to_owned(),
        };
        wrong(
            cause,
            "use the metadata that was made together with the tracer",
        )
    })
}

/// The size in bits of an integer of a scope.
pub(super) fn int_size(ty: Option<&StructType>, name: &str) -> Option<u32> {
    let field = ty?.fields.iter().find(|f| f.name == name)?;
    match &field.ty {
        Type::Int(i) => Some(i.size),
        _ => None,
    }
}

/// The bytes with which every packet begins, if the metadata says so.
pub(super) fn first_bytes(metadata: &Metadata) -> Option<[u8; 4]> {
    let first = metadata.packet_header.as_ref()?.fields.first()?;
    match &first.ty {
        Type::Int(i) if first.name == "magic" && i.size == 32 => Some(match i.order {
            ByteOrder::Little => MAGIC.to_le_bytes(),
            ByteOrder::Big => MAGIC.to_be_bytes(),
        }),
        _ => None,
    }
}
