//! One file of packets.

use super::error::{Defect, Fault, TraceError, io_error};
use super::event::Event;
use super::metadata::Metadata;
use super::packet::{Packet, PacketReader, first_bytes};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trueboard_ctf::Uuid;

/// What a stream has, in its order.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A packet begins.
    Packet(Arc<Packet>),
    /// An event of that packet.
    Event(Box<Event>),
}

/// Goes through a file of packets, with one packet in memory. After an error it continues behind the damaged packet: at
/// the packet's own end, or, if that is implausible, at the next place that looks like a packet.
#[derive(Debug)]
pub struct StreamReader {
    path: PathBuf,
    reader: PacketReader,
    /// Opened for the first packet.
    file: Option<File>,
    len: u64,
    /// Where the next packet begins.
    next: u64,
    /// Where the packet in memory begins, and its bytes.
    byte: u64,
    bytes: Vec<u8>,
    /// What is said when the packet at hand is at its end: it was torn.
    torn: Option<Box<Defect>>,
    /// The last reported UUID of packets that differs from that of the metadata.
    other_uuid: Option<Uuid>,
    /// The packet at hand was begun, and is to be handed over.
    begun: bool,
    discarded: u64,
}

/// Bytes that are read to see header and context.
const HEAD: u64 = 4096;
/// No header and context are longer; without a limit damaged ones would each be looked for in all
/// of the file.
const LONGEST_HEAD: u64 = 16 * HEAD;

impl StreamReader {
    /// A reader of a file; `stream` is the number that its packets get.
    pub fn new(metadata: Arc<Metadata>, stream: usize, path: &Path) -> StreamReader {
        StreamReader {
            path: path.into(),
            reader: PacketReader::new(metadata, stream),
            file: None,
            len: 0,
            next: 0,
            byte: 0,
            bytes: Vec::new(),
            torn: None,
            other_uuid: None,
            begun: false,
            discarded: 0,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many events the tracer has lost, by the latest packet.
    pub fn discarded(&self) -> u64 {
        self.discarded
    }

    fn step(&mut self) -> Result<Option<Item>, TraceError> {
        if std::mem::take(&mut self.begun) {
            return Ok(self.reader.packet().cloned().map(Item::Packet));
        }
        if self.reader.packet().is_some() {
            match self.reader.event(&self.bytes) {
                Ok(Some(event)) => return Ok(Some(Item::Event(Box::new(event)))),
                Ok(None) => (),
                Err(fault) => {
                    let (number, name) = self.reader.place();
                    let event = Some((number, name.to_owned()));
                    // Where bits are missing since the packet is torn, that is the cause to tell.
                    let torn = if fault.short { self.torn.take() } else { None };
                    let mut defect = self.defect(fault, None);
                    if let Some(torn) = torn {
                        defect = torn;
                    }
                    defect.event = event;
                    self.reader.end();
                    return Err(TraceError::Stream(defect));
                }
            }
            self.reader.end();
        }
        if let Some(defect) = self.torn.take() {
            return Err(TraceError::Stream(defect));
        }
        self.open_packet()
    }

    /// Reads the next packet.
    fn open_packet(&mut self) -> Result<Option<Item>, TraceError> {
        if self.file.is_none() {
            let file = trueboard_files::open(&self.path).map_err(|e| io_error(&self.path, e))?;
            let len = file.metadata().map_err(|e| io_error(&self.path, e))?.len();
            (self.file, self.len) = (Some(file), len);
        }
        let left = self.len.saturating_sub(self.next);
        if left == 0 {
            return Ok(None);
        }
        self.byte = self.next;
        let mut want = HEAD;
        loop {
            self.load(self.byte, want)?;
            match self.reader.begin(&self.bytes, left, self.byte) {
                Ok(()) => break,
                Err(fault) if fault.short && want < left.min(LONGEST_HEAD) => want *= 2,
                Err(mut fault) => {
                    if fault.short && self.bytes.len() as u64 == left {
                        fault.cause = format!(
                            "the packet is torn: there are {left} bytes of it, fewer than header and context have"
                        );
                        fault.remedy = "what copied the packet stopped too early, or this file is no stream of \
                                        the trace";
                    }
                    let defect = self.defect(fault, None);
                    self.reader.skip_packet();
                    self.next = self.find_packet(self.byte + 1)?;
                    return Err(TraceError::Stream(defect));
                }
            }
        }
        let Some(packet) = self.reader.packet().cloned() else {
            return Ok(None);
        };
        self.discarded = packet.discarded.unwrap_or(self.discarded);
        let mut size = packet.size();
        if size > left {
            size = self.find_packet(self.byte + 1)? - self.byte;
            let fault = Fault {
                bit: 8 * size,
                cause: format!(
                    "the packet is torn: it says that it has {} bytes, but there are {size}",
                    packet.size()
                ),
                remedy: "what copied the packet stopped too early, or packet_size was overwritten",
                short: true,
            };
            self.torn = Some(self.defect(fault, None));
        }
        self.load(self.byte, size)?;
        self.next = self.byte + size;
        if packet.other_uuid.is_some() && packet.other_uuid != self.other_uuid {
            (self.other_uuid, self.begun) = (packet.other_uuid, true);
            return Err(TraceError::Stream(self.defect(other_uuid(), None)));
        }
        Ok(Some(Item::Packet(packet)))
    }

    /// Takes `len` bytes from `at` into memory, or as many as there are.
    fn load(&mut self, at: u64, len: u64) -> Result<(), TraceError> {
        let len = len.min(self.len.saturating_sub(at));
        let read = read_at(self.file.as_mut(), at, len, &mut self.bytes);
        read.map_err(|e| io_error(&self.path, e))
    }

    /// The next place from `from` on where header and context of a packet can be read, or the end
    /// of the file.
    fn find_packet(&mut self, from: u64) -> Result<u64, TraceError> {
        let Some(magic) = first_bytes(self.reader.metadata()) else {
            return Ok(self.len);
        };
        let mut window = Vec::new();
        let mut at = from;
        while at < self.len {
            // Windows overlap by what a packet needs to be known.
            let len = LONGEST_HEAD.min(self.len - at);
            read_at(self.file.as_mut(), at, len, &mut window)
                .map_err(|e| io_error(&self.path, e))?;
            let last = at + len == self.len;
            let usable = if last { len } else { len - HEAD };
            let mut i = 0;
            while let Some(found) = position(window.get(i..).unwrap_or_default(), magic) {
                i += found;
                if i as u64 >= usable {
                    break;
                }
                let mut probe = self.reader.clone();
                let (place, head) = (at + i as u64, window.get(i..).unwrap_or_default());
                let head = head.get(..HEAD as usize).unwrap_or(head);
                // A number that looks like a magic one is no packet; one that was read before is not another UUID's.
                let sound = probe.begin(head, self.len - place, place).is_ok();
                let uuid = probe.packet().and_then(|p| p.other_uuid);
                if sound && (uuid.is_none() || uuid == self.other_uuid) {
                    return Ok(place);
                }
                i += 1;
            }
            at += usable;
        }
        Ok(self.len)
    }

    fn defect(&self, fault: Fault, event: Option<(u64, String)>) -> Box<Defect> {
        let packet = match self.reader.packet() {
            Some(p) => p.number,
            None => self.reader.next_number(),
        };
        Box::new(Defect {
            file: self.path.clone(),
            packet,
            byte: self.byte + fault.bit / 8,
            event,
            cause: fault.cause,
            remedy: fault.remedy,
        })
    }
}

impl Iterator for StreamReader {
    type Item = Result<Item, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step();
        if let Err(TraceError::Io { .. }) = step {
            // What cannot be read once is not tried for ever.
            self.next = self.len;
            self.reader.end();
        }
        step.transpose()
    }
}

/// The message about a packet with another UUID, which is read nevertheless.
pub(super) fn other_uuid() -> Fault {
    Fault {
        bit: 0,
        cause: "the UUID is not that of the metadata; the packets are read as if it were"
            .to_owned(),
        remedy: "use the metadata that was made together with the tracer",
        short: false,
    }
}

fn read_at(file: Option<&mut File>, at: u64, len: u64, into: &mut Vec<u8>) -> io::Result<()> {
    into.clear();
    if let Some(file) = file {
        file.seek(SeekFrom::Start(at))?;
        file.take(len).read_to_end(into)?;
    }
    Ok(())
}

fn position(bytes: &[u8], magic: [u8; 4]) -> Option<usize> {
    bytes.windows(4).position(|w| w == magic)
}
