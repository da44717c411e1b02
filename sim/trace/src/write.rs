//! Trace writers. Facts arrive in batches, merged in time order; memory is bounded. After a failed write the file holds
//! a valid, shorter trace, and the error names it.

pub(crate) mod ctf;
pub(crate) mod json;
mod messages;
pub(crate) mod paraver;
mod paraver_labels;
pub(crate) mod pcf;
pub(crate) mod perfetto;
pub(crate) mod prv;
pub(crate) mod sink;
pub(crate) mod timeline;

pub use ctf::retimed;

use crate::context::TraceContext;
use std::io;
use std::path::PathBuf;
use trueboard_core::fact::{Fact, FactKind};
use trueboard_core::time::Tick;

/// Why a trace ended early.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The operating system refused.
    #[error("cannot write the trace {}: {source}; what was written before is kept", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The directory for a CTF trace holds files that are none of ours; readers would take them
    /// for part of the trace.
    #[error("{} is not empty and holds `{found}`, which is no part of a trace that was written there; name another directory", path.display())]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// One of the files.
        found: String,
    },
    /// The format is unknown: its name, and those of the formats that there are.
    #[error("unknown trace format `{0}`; known are {1}")]
    Format(String, String),
    /// A fact came late: the merge of facts is broken.
    #[error("a fact of tick {} came after one of tick {}", at.0, last.0)]
    Order {
        /// Its time.
        at: Tick,
        /// The time reached before.
        last: Tick,
    },
    /// A fact about a part that the board lacks.
    #[error("a fact about {0}, which the board does not have")]
    Unknown(String),
    /// The trace was ended by an earlier error.
    #[error("the trace ended earlier with an error")]
    Stopped,
}

/// Takes facts and writes them to files.
pub trait TraceWriter: Send {
    /// Takes the next facts. After an error the trace is closed and every further call fails.
    ///
    /// # Errors
    /// When a file cannot be written, or the facts are out of order.
    fn write(&mut self, facts: &[Fact]) -> Result<(), TraceError>;

    /// Ends the trace at `end`. A second call does nothing.
    ///
    /// # Errors
    /// When a file cannot be written.
    fn finish(&mut self, end: Tick) -> Result<(), TraceError>;

    /// What was left out because the trace has reached [`crate::TraceOptions::limit`].
    fn left_out(&self) -> Option<LeftOut>;
}

/// What a trace does not have because of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The trace ends here.
    pub from: Tick,
    /// So many facts came later.
    pub facts: u64,
}

/// A backend behind the checks that all formats need.
pub(crate) fn checked<B: Backend + 'static>(backend: B, cx: &TraceContext) -> Box<dyn TraceWriter> {
    Box::new(Checked {
        backend,
        last: Tick(0),
        state: State::Open,
        limit: cx.options.limit.unwrap_or(u64::MAX),
        left_out: None,
    })
}

/// An access to a register.
#[derive(Clone, Copy)]
pub(crate) struct Access {
    core: u8,
    pc: u64,
    pub offset: u32,
    pub value: u32,
    read: bool,
}

impl Access {
    pub fn of(kind: &FactKind) -> Option<Access> {
        let read = matches!(kind, FactKind::RegRead { .. });
        match *kind {
            FactKind::RegRead {
                core,
                pc,
                offset,
                value,
            }
            | FactKind::RegWrite {
                core,
                pc,
                offset,
                value,
            } => Some(Access {
                core,
                pc,
                offset,
                value,
                read,
            }),
            _ => None,
        }
    }
}

/// A format behind the checks that all of them need.
pub(crate) trait Backend: Send {
    /// Takes one fact.
    fn fact(&mut self, fact: &Fact) -> Result<(), TraceError>;
    /// Ends the trace.
    fn finish(&mut self, end: Tick) -> Result<(), TraceError>;
    /// Makes the best of the files after an error.
    fn mend(&mut self);
    /// Bytes of the trace so far, those in memory included.
    fn size(&self) -> u64;
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Open,
    Finished,
    Stopped,
}

struct Checked<B> {
    backend: B,
    last: Tick,
    state: State,
    limit: u64,
    left_out: Option<LeftOut>,
}

impl<B: Backend> Checked<B> {
    fn one(&mut self, fact: &Fact) -> Result<(), TraceError> {
        if fact.at < self.last {
            return Err(TraceError::Order {
                at: fact.at,
                last: self.last,
            });
        }
        // At or beyond the limit the trace is over; facts are counted.
        if self.left_out.is_none() && self.limit != u64::MAX && self.backend.size() >= self.limit {
            self.left_out = Some(LeftOut {
                from: self.last,
                facts: 0,
            });
        }
        self.last = fact.at;
        if let Some(left_out) = &mut self.left_out {
            left_out.facts += 1;
            return Ok(());
        }
        self.backend.fact(fact)
    }

    fn stop_on_error(&mut self, done: Result<(), TraceError>) -> Result<(), TraceError> {
        if done.is_err() {
            self.state = State::Stopped;
            self.backend.mend();
        }
        done
    }
}

impl<B: Backend> TraceWriter for Checked<B> {
    fn write(&mut self, facts: &[Fact]) -> Result<(), TraceError> {
        if self.state != State::Open {
            return Err(TraceError::Stopped);
        }
        let done = facts.iter().try_for_each(|f| self.one(f));
        self.stop_on_error(done)
    }

    fn finish(&mut self, end: Tick) -> Result<(), TraceError> {
        match self.state {
            State::Finished => Ok(()),
            State::Stopped => Err(TraceError::Stopped),
            State::Open => {
                self.state = State::Finished;
                let end = match self.left_out {
                    Some(left_out) => left_out.from,
                    None => end.max(self.last),
                };
                let done = self.backend.finish(end);
                self.stop_on_error(done)
            }
        }
    }

    fn left_out(&self) -> Option<LeftOut> {
        self.left_out
    }
}
