//! Traces that firmware made and a host drained: their packets are checked on the way, and at the
//! end what is in them is held against what the firmware says that it wrote.

use crate::host::Host;
use crate::machine::Machine;
use crate::report::{TracerReport, TracingReport};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use trueboard_truth::read::ctf::{Metadata, PacketCheck};

/// Metadata of each trace, by its folder.
pub(crate) type AllMetadata = BTreeMap<String, Arc<Metadata>>;

/// Bytes of a packet in a ring (firmware/parallella/README.md, "Packet rings").
const PACKET: usize = 256;
/// The mailboxes of cores (ibid., "Mailboxes"), and the words that are read here.
const MAILBOXES: u64 = 0x8e80_0000;
const MAILBOX_BYTES: u64 = 64;
const STATE: usize = 8;
const ATTEMPTED: usize = 12;
const DISCARDED: usize = 16;
const PACKETS: usize = 20;
const FINISHED: u32 = 2;

/// Reads the metadata files among `files`, which have names like `TRACE/metadata`.
///
/// # Errors
/// Every one that cannot be understood.
pub(crate) fn metadata<'a>(
    files: impl Iterator<Item = &'a (String, Vec<u8>)>,
) -> Result<AllMetadata, Vec<String>> {
    let mut all = AllMetadata::new();
    let mut problems = Vec::new();
    for (name, bytes) in files {
        let Some(folder) = name.strip_suffix("/metadata") else {
            continue;
        };
        match Metadata::from_file(bytes, Path::new(name)) {
            Ok(m) => {
                all.insert(folder.to_owned(), Arc::new(m));
            }
            Err(e) => problems.push(format!("drain: metadata: {e}")),
        }
    }
    if problems.is_empty() {
        Ok(all)
    } else {
        Err(problems)
    }
}

/// What checks packets while they are drained.
pub(crate) fn check(all: AllMetadata) -> trueboard_host::PacketCheck {
    let mut streams: BTreeMap<String, PacketCheck> = BTreeMap::new();
    Box::new(move |stream, packet| {
        let folder = stream.rsplit_once('/').map_or("", |parts| parts.0);
        let Some(metadata) = all.get(folder) else {
            return Ok(());
        };
        let check = streams
            .entry(stream.to_owned())
            .or_insert_with(|| PacketCheck::new(metadata.clone(), stream));
        check.packet(packet).map(|_| ()).map_err(|d| d.to_string())
    })
}

/// What was drained, held against what the firmware says.
pub(crate) fn report(m: &Machine, host: &Host) -> Vec<TracingReport> {
    let cores = |(trace, cores): &(String, Vec<u8>)| {
        let metadata = host.metadata.get(trace);
        let one = |&core: &u8| of_core(m, trace, metadata, core);
        cores.iter().map(one).collect::<Vec<_>>()
    };
    host.drained.iter().flat_map(cores).collect()
}

fn of_core(m: &Machine, trace: &str, metadata: Option<&Arc<Metadata>>, core: u8) -> TracingReport {
    let (row, col) = crate::host::position(core);
    let stream = format!("{trace}/stream-{row}-{col}");
    let bytes = m.streams().get(&stream).map_or(&[][..], Vec::as_slice);
    let mut check = metadata.map(|meta| PacketCheck::new(meta.clone(), &stream));
    if let Some(check) = &mut check {
        for packet in bytes.chunks(PACKET) {
            // What is wrong with it was told when it was drained.
            let _ = check.packet(packet);
        }
    }
    let read = check.as_ref().map(|c| c.summary());
    let at = MAILBOXES + MAILBOX_BYTES * u64::from(core);
    let mailbox = m.memory().peek(at, MAILBOX_BYTES as usize);
    let tracer = mailbox.and_then(|box_| {
        let word = |at: usize| {
            let bytes = box_.get(at..at + 4).and_then(|b| b.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes)
        };
        (word(STATE) == FINISHED).then(|| TracerReport {
            attempted: word(ATTEMPTED),
            discarded: word(DISCARDED),
            packets: word(PACKETS),
        })
    });
    let packets = (bytes.len() / PACKET) as u64;
    let events = read.map(|s| s.events);
    let discarded = read.map(|s| s.discarded);
    let agrees = tracer.as_ref().zip(events).map(|(t, events)| {
        events == u64::from(t.attempted.wrapping_sub(t.discarded))
            && packets == u64::from(t.packets)
    });
    TracingReport {
        stream,
        core,
        packets,
        events,
        discarded,
        tracer,
        agrees,
    }
}

impl TracingReport {
    /// A line for the user where firmware and stream differ.
    pub(crate) fn warning(&self) -> Option<String> {
        let t = self
            .tracer
            .as_ref()
            .filter(|_| self.agrees == Some(false))?;
        Some(format!(
            "{}: {} events in {} packets were drained, but the firmware says that it made {} calls, \
             dropped {} records and put {} packets into the ring",
            self.stream,
            self.events.unwrap_or_default(),
            self.packets,
            t.attempted,
            t.discarded,
            t.packets
        ))
    }
}
