//! A script made ready: plain steps on addresses, with nothing left that could be unknown.

use crate::chip::CoreAt;
use crate::drain::Drain;
use crate::exchange::Exchange;
use crate::layout::Layout;
use crate::poll::Poll;
use crate::traps::Traps;
use serde::Serialize;

/// What the host does next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Step {
    /// An operation begins, for traces.
    Begin(u32),
    /// It is over.
    End,
    /// Writes bytes, in words where it can.
    Write { at: u32, bytes: Vec<u8> },
    /// Reads bytes, and uses them.
    Read(Read),
    /// Clears its own (shared) memory without a way over the chip.
    Clear { at: u32, bytes: u32 },
    /// A core's program begins again.
    Started { core: u8 },
    /// See [`Poll`].
    Poll(Poll),
    /// See [`Traps`].
    Traps(Traps),
    /// See [`Drain`].
    Drain(Drain),
    /// See [`Exchange`].
    Exchange(Exchange),
    /// Waits for the exit of a core's program.
    WaitExit { core: CoreAt, timeout_ns: u64 },
    /// Holds a core's exit status against this one.
    ExpectExit { core: CoreAt, status: u32 },
    /// Nothing for so long.
    Sleep { ns: u64 },
    /// A line on the console.
    Print(String),
    /// The steps up to the matching [`Step::Again`] so many times.
    Repeat { times: u32 },
    /// See [`Step::Repeat`].
    Again,
    /// A job begins at that step, and this task continues after it.
    Job { job: u32, end: u32 },
    /// The end of a job's round, which began at that step.
    Round { job: u32, start: u32, every_ns: u64 },
    /// Ends a job.
    StopJob { job: u32 },
    /// Ends the run.
    Finish { status: u32 },
}

/// See [`Step::Read`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Read {
    pub at: u32,
    pub bytes: u32,
    pub expect: Option<Expect>,
    pub print: bool,
    /// It is a C string.
    pub text: bool,
    pub save: Option<String>,
    /// What it is called, in messages.
    pub what: String,
}

/// What must be there.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Expect {
    Value(u64),
    Between(u64, u64),
    /// A C string.
    Text(String),
    /// These in a C string, in this order.
    InText(Vec<String>),
    /// The contents of a file of this name.
    File(String, Vec<u8>),
}

/// A checked script, ready for an [`crate::EHost`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Program {
    pub(crate) steps: Vec<Step>,
    /// Names of operations, for traces.
    pub(crate) names: Vec<String>,
    /// How many jobs there are, the server of TRAPs included.
    pub(crate) jobs: u32,
    /// Files of the run that are there from the beginning.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Images and the cores (by number) that they are loaded into, in order.
    pub(crate) loads: Vec<(String, Vec<u8>)>,
    /// Folders of traces that are drained, with the cores.
    pub(crate) drained: Vec<(String, Vec<u8>)>,
    /// Folders of the host's own traces.
    pub(crate) own: Vec<String>,
    /// Layout of the firmware's memory. What steps need of it is in them.
    #[serde(skip)]
    pub(crate) layout: Layout,
}

/// Calls in traces go to addresses from here on, one for each name.
const CALLS: u64 = 0x1_0000_0000;

impl Program {
    /// Images and the cores (by number) that they are loaded into, in order.
    pub fn loads(&self) -> &[(String, Vec<u8>)] {
        &self.loads
    }

    /// Files of the run that are there from the beginning.
    pub fn files(&self) -> &[(String, Vec<u8>)] {
        &self.files
    }

    /// Folders of traces that are drained, and from which cores (by number).
    pub fn drained(&self) -> &[(String, Vec<u8>)] {
        &self.drained
    }

    /// Folders of the traces that the host writes of itself.
    pub fn own_traces(&self) -> &[String] {
        &self.own
    }

    /// Layout of the firmware's memory.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Names of the operations that traces show as calls, with their addresses.
    pub fn calls(&self) -> impl Iterator<Item = (u64, &str)> {
        (CALLS..).zip(self.names.iter().map(String::as_str))
    }

    pub(crate) fn call(name: u32) -> u64 {
        CALLS + u64::from(name)
    }

    /// Identifies the program, for snapshots.
    pub(crate) fn mark(&self) -> String {
        let mut digest = trueboard_core::snapshot::Digest::default();
        digest.add("program", &trueboard_core::snapshot::to_bytes(self));
        digest.finish()
    }
}
