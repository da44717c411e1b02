//! Traces into clocks, time stamps and events that take part.

use super::Owner;
use crate::Error;
use std::collections::BTreeMap;
use std::path::PathBuf;
use trueboard_clocksync::affine::{Affine, whole};
use trueboard_clocksync::kinds::{self, Kind};
use trueboard_clocksync::network;
use trueboard_clocksync::pairs::Mark;
use trueboard_clocksync::point::LIMIT;
use trueboard_clocksync::report::NamedClock;
use trueboard_trace::read::ctf::{self, Event, Trace};

/// A clock with its events.
pub struct Source {
    pub name: String,
    pub clock: ctf::Clock,
    /// Value of the clock from which time stamps are counted: that of the first event.
    pub origin: u64,
    /// Time stamps of its events, in the order in which they are read.
    pub values: Vec<i64>,
}

impl Source {
    /// The clock as the algorithms need it.
    pub fn clock(&self) -> network::Clock {
        let all = || self.values.iter().copied();
        network::Clock {
            hz: self.clock.freq,
            span: (all().min().unwrap_or(0), all().max().unwrap_or(0)),
        }
    }

    /// The clock as the report names it.
    pub fn named(&self) -> NamedClock {
        NamedClock {
            name: self.name.clone(),
            hz: self.clock.freq,
            events: self.values.len(),
            origin: self.origin,
            ns: self.ns(),
        }
    }

    /// Nanoseconds from the clock's stated origin, by ticks since the first event.
    pub fn ns(&self) -> Affine {
        let slope = whole(1_000_000_000) / whole(self.clock.freq.max(1));
        let ticks = whole(self.clock.offset) + whole(self.origin);
        Affine {
            offset: whole(self.clock.offset_s) * whole(1_000_000_000) + ticks * &slope,
            slope,
        }
    }
}

/// All traces.
pub struct Loaded {
    pub traces: Vec<Trace>,
    pub sources: Vec<Source>,
    pub marks: Vec<Mark>,
    /// A line for each part that could not be read.
    pub damage: Vec<String>,
    owners: Owners,
}

/// Which clock an event belongs to: the trace, and the clock or the stream in it.
pub struct Owners {
    by: Owner,
    numbers: BTreeMap<(usize, usize), usize>,
}

impl Owners {
    fn key(&self, trace: usize, event: &Event) -> Option<(usize, usize)> {
        let clock = event.packet.class.clock?;
        let part = match self.by {
            Owner::Trace => clock,
            Owner::Stream => event.stream(),
        };
        Some((trace, part))
    }

    /// The number of the source of an event, if it has a clock.
    pub fn source(&self, trace: usize, event: &Event) -> Option<usize> {
        self.numbers.get(&self.key(trace, event)?).copied()
    }
}

impl Loaded {
    /// Reads traces.
    pub fn open(dirs: &[PathBuf], by: Owner, kinds: &[Kind]) -> Result<Loaded, Error> {
        let mut loaded = Loaded {
            traces: Vec::new(),
            sources: Vec::new(),
            marks: Vec::new(),
            damage: Vec::new(),
            owners: Owners {
                by,
                numbers: BTreeMap::new(),
            },
        };
        for dir in dirs {
            let trace = Trace::open(dir)?;
            loaded.traces.push(trace);
            loaded.read(loaded.traces.len() - 1, kinds)?;
        }
        loaded.name();
        Ok(loaded)
    }

    /// The number of the source of an event.
    pub fn source(&self, trace: usize, event: &Event) -> Option<usize> {
        self.owners.source(trace, event)
    }

    /// Names of the traces, all different.
    pub fn trace_names(&self) -> Vec<String> {
        let name = |t: &Trace| {
            let path = std::fs::canonicalize(&t.path).unwrap_or_else(|_| t.path.clone());
            let dir = path.file_name().map(|n| n.to_string_lossy().into_owned());
            dir.unwrap_or_else(|| t.path.display().to_string())
        };
        let names: Vec<String> = self.traces.iter().map(name).collect();
        let unique = |(i, n): (usize, &String)| match names.iter().filter(|o| *o == n).count() {
            1 => n.clone(),
            _ => format!("{n}-{i}"),
        };
        names.iter().enumerate().map(unique).collect()
    }

    fn read(&mut self, number: usize, kinds: &[Kind]) -> Result<(), Error> {
        let place = |t: &Trace| t.path.display().to_string();
        for event in self.traces[number].events() {
            let event = match event {
                Ok(e) => e,
                Err(e) => {
                    self.damage.push(e.to_string());
                    continue;
                }
            };
            let trace = &self.traces[number];
            let (Some(owner), Some(time)) = (self.owners.key(number, &event), event.time) else {
                let stream = &trace.streams[event.stream()].name;
                return Err(Error::Unusable(format!(
                    "{}: events of {stream} have no time; map `timestamp` in its event header to a clock",
                    place(trace)
                )));
            };
            let next = self.sources.len();
            let source = *self.owners.numbers.entry(owner).or_insert(next);
            if source == next {
                let clock = event.packet.class.clock;
                let clock = clock.and_then(|c| trace.metadata.clocks.get(c)).cloned();
                self.sources.push(Source {
                    name: String::new(),
                    clock: clock.unwrap_or_else(|| ctf::Clock::named("")),
                    origin: time.cycles,
                    values: Vec::new(),
                });
            }
            let s = &mut self.sources[source];
            let since = i128::from(time.cycles) - i128::from(s.origin);
            let Some(value) = i64::try_from(since).ok().filter(|v| v.abs() < LIMIT) else {
                return Err(Error::Unusable(format!(
                    "{}: event {} of {} is 2^61 ticks or more away from the first event; check the trace with `trueboard trace check`",
                    place(trace),
                    event.name(),
                    trace.streams[event.stream()].name
                )));
            };
            let index = s.values.len() as u64;
            s.values.push(value);
            if let Some((kind, role)) = kinds::role(kinds, event.name()) {
                let key = kinds::key(kinds, kind, &|name| {
                    event.field(name).and_then(|f| f.integer())
                })
                .map_err(|field| {
                    Error::Unusable(format!(
                        "{}: event {} has no integer field `{field}`; name the key with --pairs",
                        place(trace),
                        event.name()
                    ))
                })?;
                self.marks.push(Mark {
                    key,
                    role,
                    clock: source,
                    index,
                    value,
                });
            }
        }
        Ok(())
    }

    /// Names the sources: a trace with one clock by its directory, of several clocks each by its
    /// stream's file or by what the metadata calls it. Equal names get that of the trace before.
    fn name(&mut self) {
        let traces = self.trace_names();
        let clocks = |trace: usize| self.owners.numbers.keys().filter(move |k| k.0 == trace);
        for (&(trace, part), &source) in &self.owners.numbers {
            let s = &mut self.sources[source];
            s.name = match self.owners.by {
                _ if clocks(trace).count() == 1 => traces[trace].clone(),
                Owner::Stream => self.traces[trace].streams[part].name.clone(),
                Owner::Trace => s.clock.name.clone(),
            };
        }
        let names: Vec<String> = self.sources.iter().map(|s| s.name.clone()).collect();
        for (&(trace, _), &source) in &self.owners.numbers {
            let name = &names[source];
            if names.iter().filter(|n| *n == name).count() > 1 {
                self.sources[source].name = format!("{}/{name}", traces[trace]);
            }
        }
    }
}
