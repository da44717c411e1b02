//! Events that were read from CTF traces, written as one CTF trace with other times: all on one clock, in the plain
//! form.

use super::described::{Class, Description, Open, StreamFile};
use super::folder::Folder;
use crate::read::ctf::{Clock, EnvValue, Event, Trace};
use crate::write::TraceError;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The name of the clock.
const REFERENCE: &str = "reference";

/// A trace in the making.
#[derive(Debug)]
pub struct Retimed {
    folder: Folder,
    traces: Vec<Input>,
    /// The greatest time that readers can keep.
    most: u64,
    /// By trace and number of the stream.
    streams: BTreeMap<(usize, usize), StreamFile>,
}

/// What has to be known of a trace that was read.
#[derive(Debug)]
struct Input {
    /// What its files are called by.
    name: String,
    /// Its streams' file names.
    streams: Vec<String>,
    /// The number of its first class of streams; they are numbered through.
    first: u64,
    /// The ids of its classes.
    ids: Vec<u64>,
}

impl Retimed {
    /// Begins a trace in a directory, replacing one of ours; `clock` is the one that all times are
    /// of. The traces that are read have names, which begin the names of files.
    ///
    /// # Errors
    /// When it cannot be written, or the directory holds other files.
    pub fn create(
        dir: &Path,
        clock: &Clock,
        traces: &[(String, &Trace)],
    ) -> Result<Retimed, TraceError> {
        let mut folder = Folder::begin(dir)?;
        folder.file("metadata")?;
        let mut next = 0;
        let mut inputs = Vec::new();
        for (name, trace) in traces {
            inputs.push(Input {
                name: name.clone(),
                streams: trace.streams.iter().map(|s| s.name.clone()).collect(),
                first: next,
                ids: trace.metadata.streams.iter().map(|s| s.id).collect(),
            });
            next += trace.metadata.streams.len() as u64;
        }
        describe(clock, traces).write(dir)?;
        Ok(Retimed {
            folder,
            traces: inputs,
            most: clock.most().unwrap_or(0),
            streams: BTreeMap::new(),
        })
    }

    /// Takes the next event of the trace with this number. Of each stream they come in order of
    /// time: one that does not is left out, and the answer says why.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn event(
        &mut self,
        trace: usize,
        event: &Event,
        time: u64,
    ) -> Result<Option<String>, TraceError> {
        let Some(input) = self.traces.get(trace) else {
            return Err(TraceError::Unknown(format!("trace {trace}")));
        };
        let number = event.stream();
        if !self.streams.contains_key(&(trace, number)) {
            let stream = input.streams.get(number).map_or("", String::as_str);
            let name = file_name(&["stream", &input.name, stream]);
            let file = StreamFile::create(&self.folder.file(&name)?, None)?;
            self.streams.insert((trace, number), file);
        }
        let Some(file) = self.streams.get_mut(&(trace, number)) else {
            return Ok(None);
        };
        if !file.is_in(&event.packet) {
            let id = event.packet.class.id;
            let class = input.ids.iter().position(|i| *i == id).unwrap_or(0);
            let left_out = file.packet(Open {
                packet: Arc::clone(&event.packet),
                class: input.first + class as u64,
                timed: true,
                most: self.most,
                begin: None,
                end: None,
                first: 0,
            })?;
            if let Some(why) = left_out {
                return Ok(Some(why.to_string()));
            }
        }
        Ok(file.event(event, Some(time)).map(|why| why.to_string()))
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<(), TraceError> {
        let mut files = self.streams.values_mut();
        files.try_for_each(StreamFile::close)
    }
}

/// A file name of these parts.
fn file_name(parts: &[&str]) -> String {
    let usual = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    let name = |part: &&str| part.replace(|c| !usual(c), "_");
    parts.iter().map(name).collect::<Vec<_>>().join("_")
}

fn describe<'a>(clock: &Clock, traces: &[(String, &'a Trace)]) -> Description<'a> {
    let text = |name: &str, value: &str| (name.to_owned(), EnvValue::Text(value.to_owned()));
    let mut env = vec![
        text("domain", "synchronised"),
        text("tracer_name", "trueboard"),
    ];
    let mut streams: Vec<Class<'a>> = Vec::new();
    for (name, trace) in traces {
        for (key, value) in &trace.metadata.env {
            let key = format!("_{name}_{key}").replace(|c: char| !c.is_ascii_alphanumeric(), "_");
            env.push((key, value.clone()));
        }
        for class in &trace.metadata.streams {
            streams.push(Class {
                id: streams.len() as u64,
                class,
                clock: Some(REFERENCE.to_owned()),
            });
        }
    }
    Description {
        uuid: None,
        env,
        clocks: vec![Clock {
            name: REFERENCE.to_owned(),
            uuid: None,
            ..clock.clone()
        }],
        streams,
    }
}
