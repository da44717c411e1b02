//! The blocks of the metadata: trace, env, clock, stream, event.

use super::super::clock::Clock;
use super::super::tsdl::{Block, BlockKind, Declaration, Fault, Item, Setting};
use super::super::types::{ByteOrder, StructType, Type};
use super::build::{Builder, plain};
use super::link::Linker;
use super::names::Names;
use super::{EnvValue, EventClass, Metadata, StreamClass, scope};
use std::collections::BTreeMap;
use std::sync::Arc;

const MEND: &str = "mend the metadata, or what makes it";

/// What all declarations mean together.
pub(super) fn metadata(items: &[Item]) -> Result<Metadata, Fault> {
    let trace = one_trace(items)?;
    let order = trace.attributes.order()?.ok_or_else(|| {
        let cause = "the trace has no byte_order of its own";
        Fault::new(trace.at, cause, "write byte_order = le; or be; into it")
    })?;
    let clocks = blocks(items, BlockKind::Clock)
        .map(clock)
        .collect::<Result<_, _>>()?;
    let mut b = Builder {
        names: Names::default(),
        order,
        clocks,
        env: blocks(items, BlockKind::Env).flat_map(env).collect(),
    };
    let uuid = uuid(trace)?;
    let mut packet_header = None;
    let mut streams: Vec<(usize, StreamClass)> = Vec::new();
    let mut events: Vec<(usize, Option<u64>, EventClass, Option<u64>)> = Vec::new();
    b.names.open();
    for item in items {
        let block = match item {
            Item::Declaration(d) => {
                b.declare(d)?;
                continue;
            }
            Item::Block(block) => block,
        };
        b.names.open();
        block
            .types
            .iter()
            .try_for_each(|d: &Declaration| b.declare(d))?;
        match block.kind {
            BlockKind::Trace => packet_header = structure(&mut b, block, "packet.header")?,
            BlockKind::Stream => {
                let class = stream(&mut b, block)?;
                if streams.iter().any(|(_, s)| s.id == class.id) {
                    let cause = format!("two streams have the id {}", class.id);
                    return Err(Fault::new(block.at, cause, MEND));
                }
                streams.push((block.at, class));
            }
            BlockKind::Event => {
                let (stream, id) = (
                    block.attributes.unsigned("stream_id")?,
                    block.attributes.unsigned("id")?,
                );
                events.push((block.at, stream, event(&mut b, block)?, id));
            }
            BlockKind::Env | BlockKind::Clock | BlockKind::Callsite => (),
        }
        b.names.close();
    }
    if streams.is_empty() {
        // Events without a stream block belong to one that has nothing else (section 6).
        streams.push((trace.at, StreamClass::empty(0)));
    }
    let clocks = map_stamps(&mut b, &mut streams);
    finish(
        b.env,
        clocks,
        order,
        uuid,
        (trace.at, packet_header),
        streams,
        events,
    )
}

type Streams = Vec<(usize, StreamClass)>;
type Events = Vec<(usize, Option<u64>, EventClass, Option<u64>)>;

/// Puts events into their streams and links all references.
fn finish(
    env: Vec<(String, EnvValue)>,
    clocks: Vec<Clock>,
    order: ByteOrder,
    uuid: Option<[u8; 16]>,
    (at, mut packet_header): (usize, Option<StructType>),
    mut streams: Streams,
    events: Events,
) -> Result<Metadata, Fault> {
    let mut linker = Linker::default();
    linker.scope(at, scope::PACKET_HEADER, &mut packet_header)?;
    let mut linkers = Vec::with_capacity(streams.len());
    for (at, s) in &mut streams {
        let mut linker = linker.clone();
        linker.scope(*at, scope::PACKET_CONTEXT, &mut s.packet_context)?;
        linker.scope(*at, scope::EVENT_HEADER, &mut s.event_header)?;
        linker.scope(*at, scope::STREAM_EVENT_CONTEXT, &mut s.event_context)?;
        linkers.push(linker);
    }
    for (at, stream, mut class, id) in events {
        let only = streams.len() == 1;
        let found = streams
            .iter_mut()
            .zip(&mut linkers)
            .find(|((_, s), _)| stream.map_or(only, |id| s.id == id));
        let Some(((_, s), linker)) = found else {
            let cause = match stream {
                Some(id) => format!(
                    "event `{}` is of stream {id}, which is not declared",
                    class.name
                ),
                None => format!("event `{}` does not say its stream_id", class.name),
            };
            return Err(Fault::new(at, cause, MEND));
        };
        class.id = id.unwrap_or(s.events.len() as u64);
        linker.scope(at, scope::EVENT_CONTEXT, &mut class.context)?;
        linker.scope(at, scope::EVENT_FIELDS, &mut class.fields)?;
        if let Some(old) = s.events.insert(class.id, Arc::new(class)) {
            let cause = format!(
                "a second event of stream {} has the id {} of `{}`",
                s.id, old.id, old.name
            );
            return Err(Fault::new(at, cause, MEND));
        }
    }
    Ok(Metadata {
        uuid,
        order,
        packet_header,
        streams: streams.into_iter().map(|(_, s)| Arc::new(s)).collect(),
        clocks,
        env,
    })
}

fn blocks(items: &[Item], kind: BlockKind) -> impl Iterator<Item = &Block> {
    items.iter().filter_map(move |i| match i {
        Item::Block(b) if b.kind == kind => Some(b),
        _ => None,
    })
}

fn one_trace(items: &[Item]) -> Result<&Block, Fault> {
    let mut all = blocks(items, BlockKind::Trace);
    let first = all.next().ok_or_else(|| {
        let cause = "there is no trace block";
        Fault::new(
            0,
            cause,
            "a trace needs `trace { major = 1; minor = 8; byte_order = …; };`",
        )
    })?;
    if let Some(second) = all.next() {
        return Err(Fault::new(second.at, "a second trace block", MEND));
    }
    let version = (
        first.attributes.unsigned("major")?.unwrap_or(1),
        first.attributes.unsigned("minor")?.unwrap_or(8),
    );
    if version != (1, 8) {
        let cause = format!("this is CTF {}.{}", version.0, version.1);
        return Err(Fault::new(first.at, cause, "only CTF 1.8 can be read"));
    }
    Ok(first)
}

fn uuid(trace: &Block) -> Result<Option<[u8; 16]>, Fault> {
    let Some(text) = trace.attributes.text("uuid")? else {
        return Ok(None);
    };
    let at = trace.attributes.get("uuid").map_or(trace.at, |(at, _)| at);
    let bad = || {
        let cause = format!("`{text}` is no UUID");
        Fault::new(at, cause, "a UUID has 32 hexadecimal digits")
    };
    let digits: Vec<u8> = text
        .chars()
        .filter(|&c| c != '-')
        .map(|c| c.to_digit(16).map(|d| d as u8))
        .collect::<Option<_>>()
        .ok_or_else(bad)?;
    let digits: [u8; 32] = digits.try_into().map_err(|_| bad())?;
    let mut uuid = [0; 16];
    for (byte, pair) in uuid.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair.iter().fold(0, |acc, d| acc << 4 | d);
    }
    Ok(Some(uuid))
}

fn env(block: &Block) -> Vec<(String, EnvValue)> {
    let value = |s: &Setting| match s {
        Setting::Number(n) => Some(EnvValue::Number(*n)),
        Setting::Text(t) => Some(EnvValue::Text(t.clone())),
        Setting::Path(p) => Some(EnvValue::Text(p.join("."))),
        Setting::Type(_) => None,
    };
    let all = &block.attributes.0;
    all.iter()
        .filter_map(|(_, n, s)| Some((n.clone(), value(s)?)))
        .collect()
}

fn clock(block: &Block) -> Result<Clock, Fault> {
    let a = &block.attributes;
    let name = a
        .text("name")?
        .ok_or_else(|| Fault::new(block.at, "a clock without a name", "give it one: name = …;"))?;
    let default = Clock::named(&name);
    let freq = a.unsigned("freq")?.unwrap_or(default.freq);
    if freq == 0 {
        let cause = format!("clock `{name}` has a frequency of 0");
        return Err(Fault::new(block.at, cause, MEND));
    }
    Ok(Clock {
        freq,
        uuid: a.text("uuid")?,
        description: a.text("description")?.unwrap_or_default(),
        precision: a.unsigned("precision")?.unwrap_or(0),
        offset_s: a.signed("offset_s")?.unwrap_or(0),
        offset: a.signed("offset")?.unwrap_or(0),
        absolute: a.truth("absolute")?.unwrap_or(false),
        ..default
    })
}

fn structure(b: &mut Builder, block: &Block, name: &str) -> Result<Option<StructType>, Fault> {
    let text = block.attributes.ty(name)?;
    text.map(|t| b.structure(t, name)).transpose()
}

fn stream(b: &mut Builder, block: &Block) -> Result<StreamClass, Fault> {
    Ok(StreamClass {
        packet_context: structure(b, block, "packet.context")?,
        event_header: structure(b, block, "event.header")?,
        event_context: structure(b, block, "event.context")?,
        ..StreamClass::empty(block.attributes.unsigned("id")?.unwrap_or(0))
    })
}

fn event(b: &mut Builder, block: &Block) -> Result<EventClass, Fault> {
    let name = block.attributes.text("name")?.ok_or_else(|| {
        Fault::new(
            block.at,
            "an event without a name",
            "give it one: name = …;",
        )
    })?;
    Ok(EventClass {
        id: 0,
        name,
        loglevel: block.attributes.signed("loglevel")?,
        context: structure(b, block, "context")?,
        fields: structure(b, block, "fields")?,
    })
}

impl StreamClass {
    fn empty(id: u64) -> StreamClass {
        StreamClass {
            id,
            clock: None,
            packet_context: None,
            event_header: None,
            event_context: None,
            events: BTreeMap::new(),
        }
    }
}

/// Finds the clock of every stream. Stamps without a clock count the only one there is, or one of
/// 1 GHz if there is none, as other readers have it.
fn map_stamps(b: &mut Builder, streams: &mut Streams) -> Vec<Clock> {
    for (_, s) in streams {
        let stamps = [&mut s.packet_context, &mut s.event_header];
        for fields in stamps.into_iter().flatten() {
            for f in &mut fields.fields {
                let stamp = matches!(
                    plain(&f.name),
                    "timestamp" | "timestamp_begin" | "timestamp_end"
                );
                if stamp && b.clocks.len() <= 1 {
                    if b.clocks.is_empty() {
                        b.clocks.push(Clock::named("default"));
                    }
                    map_unmapped(&mut f.ty);
                }
            }
        }
        s.clock = [&s.event_header, &s.packet_context]
            .into_iter()
            .flatten()
            .find_map(first_clock);
    }
    std::mem::take(&mut b.clocks)
}

fn map_unmapped(ty: &mut Type) {
    if let Type::Int(i) = ty {
        i.clock.get_or_insert(0);
    }
}

fn first_clock(s: &StructType) -> Option<usize> {
    s.fields.iter().find_map(|f| match &f.ty {
        Type::Int(i) => i.clock,
        Type::Enum(e) => e.int.clock,
        Type::Struct(s) => first_clock(s),
        Type::Variant(v) => v.options.iter().find_map(|o| match &o.ty {
            Type::Struct(s) => first_clock(s),
            Type::Int(i) => i.clock,
            _ => None,
        }),
        _ => None,
    })
}
