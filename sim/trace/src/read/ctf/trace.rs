//! A trace: a directory of metadata and streams (section 3).

use super::error::{TraceError, io_error};
use super::event::Event;
use super::metadata::Metadata;
use super::stream::{Item, StreamReader};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of packets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// Its name in the directory.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// A trace with its metadata.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The directory.
    pub path: PathBuf,
    /// What the metadata declares.
    pub metadata: Arc<Metadata>,
    /// The streams, by name; events give them by their index here.
    pub streams: Vec<Stream>,
}

impl Trace {
    /// Opens a trace: reads its metadata and lists its streams.
    ///
    /// # Errors
    /// When there is no metadata, or it cannot be understood.
    pub fn open(dir: &Path) -> Result<Trace, TraceError> {
        if dir.is_file() {
            return Err(TraceError::NoTrace {
                path: dir.into(),
                cause: "it is a file".to_owned(),
                remedy: "name the directory that holds metadata and streams",
            });
        }
        let entries = fs::read_dir(dir).map_err(|e| io_error(dir, e))?;
        let mut streams = Vec::new();
        let mut there = false;
        for entry in entries {
            let entry = entry.map_err(|e| io_error(dir, e))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            if name == "metadata" {
                there = true;
            } else if !name.starts_with('.') && path.is_file() {
                streams.push(Stream { name, path });
            }
        }
        if !there {
            return Err(TraceError::NoTrace {
                path: dir.into(),
                cause: "there is no file `metadata`".to_owned(),
                remedy: "name the directory that holds it",
            });
        }
        streams.sort_by_cached_key(|s: &Stream| (natural(&s.name), s.name.clone()));
        Ok(Trace {
            path: dir.into(),
            metadata: Arc::new(Metadata::open(&dir.join("metadata"))?),
            streams,
        })
    }

    /// The events of all streams in order of time; at equal times in order of the streams.
    ///
    /// After an error the iterator continues behind the damaged packet. Times that run back within a stream are passed
    /// on as they are.
    pub fn events(&self) -> Events {
        let reader = |i| self.reader(i);
        Events::new((0..self.streams.len()).filter_map(reader).collect())
    }

    /// Packets and events of one stream in the order of its file.
    pub fn reader(&self, stream: usize) -> Option<StreamReader> {
        let path = &self.streams.get(stream)?.path;
        Some(StreamReader::new(Arc::clone(&self.metadata), stream, path))
    }
}

/// The events of several streams in order of time.
#[derive(Debug)]
pub struct Events {
    readers: Vec<StreamReader>,
    heads: Vec<Option<Box<Event>>>,
    /// Times of the heads, earliest first.
    order: BinaryHeap<Reverse<(i128, usize)>>,
    /// Streams without a head.
    missing: Vec<usize>,
}

impl Events {
    pub(super) fn new(readers: Vec<StreamReader>) -> Events {
        Events {
            heads: readers.iter().map(|_| None).collect(),
            order: BinaryHeap::new(),
            missing: (0..readers.len()).rev().collect(),
            readers,
        }
    }

    /// How many events each stream's tracer has lost, by the packets so far.
    pub fn discarded(&self) -> Vec<u64> {
        self.readers.iter().map(StreamReader::discarded).collect()
    }
}

impl Iterator for Events {
    type Item = Result<Event, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(&i) = self.missing.last() {
            match self.readers.get_mut(i).and_then(Iterator::next) {
                Some(Err(e)) => return Some(Err(e)),
                Some(Ok(Item::Packet(_))) => (),
                Some(Ok(Item::Event(event))) => {
                    // Without a clock there is only the order of the file.
                    let at = event.time.map_or(i128::MIN, |t| t.ns);
                    self.order.push(Reverse((at, i)));
                    if let Some(head) = self.heads.get_mut(i) {
                        *head = Some(event);
                    }
                    self.missing.pop();
                }
                None => {
                    self.missing.pop();
                }
            }
        }
        let Reverse((_, i)) = self.order.pop()?;
        self.missing.push(i);
        let head = self.heads.get_mut(i)?.take()?;
        Some(Ok(*head))
    }
}

/// A name with its numbers as numbers, so that `stream_2` comes before `stream_10`.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(rest.len());
        let (text, tail) = rest.split_at(digits);
        let end = tail
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(tail.len());
        let (number, tail) = tail.split_at(end);
        parts.push((text.to_owned(), number.parse().unwrap_or(0)));
        rest = tail;
    }
    parts
}
