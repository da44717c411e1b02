//! The language of described workloads: the types behind `models/workloads/keystone2/*.ron`, and
//! reading them. [`crate::program`] checks what is said and assembles it.

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A workload: what each core of a board runs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Its name.
    pub name: String,
    /// What it is, in a line.
    #[serde(default)]
    pub title: String,
    /// Numbers that actions may name.
    #[serde(default)]
    pub params: BTreeMap<String, u64>,
    /// What the tracers of its cores write.
    #[serde(default)]
    pub trace: Option<TraceFormat>,
    /// Message queues by name, each with the core that reads it.
    #[serde(default)]
    pub queues: BTreeMap<String, String>,
    /// Heaps of equal blocks in shared memory, from which messages and buffers come.
    #[serde(default)]
    pub heaps: BTreeMap<String, Heap>,
    /// Numbers that the program leaves in shared memory, as symbols.
    #[serde(default)]
    pub results: Vec<String>,
    /// What tasks and other functions call.
    pub functions: BTreeMap<String, Vec<Action>>,
    /// What runs where: `arm`, which is the first CPU of the ARM, `arm2`, `dsp3`; `arm1-3`, `dsp0-7` for equal
    /// ones.
    pub cores: BTreeMap<String, CoreDef>,
}

/// The stream class of the tracers, as barectf 3.1.2 would generate it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceFormat {
    /// UUID of the trace.
    pub uuid: String,
    /// Events by name, in each the fields in order: name and size in bits, 8 to 64, byte aligned.
    pub events: BTreeMap<String, Vec<(String, u8)>>,
}

/// A heap of equal blocks (HeapBufMP).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heap {
    /// Bytes of a block; a message has 32 of them for its header.
    pub block: u32,
    /// How many blocks.
    pub count: u32,
}

/// What one core runs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoreDef {
    /// Its tasks.
    pub tasks: Vec<TaskDef>,
    /// Its semaphores, each with its first count.
    #[serde(default)]
    pub semaphores: BTreeMap<String, u32>,
    /// Its tracer.
    #[serde(default)]
    pub tracer: Option<TracerDef>,
    /// The function that an interrupt of another core (`Interrupt`) runs.
    #[serde(default)]
    pub on_interrupt: Option<String>,
}

/// A task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskDef {
    /// Its name.
    pub name: String,
    /// Its priority, 1 to 15: the ready task with the highest one runs.
    pub priority: u8,
    /// The function that it runs.
    pub runs: String,
    /// It exists from the beginning; otherwise `TaskCreate` creates it.
    #[serde(default = "yes")]
    pub starts: bool,
    /// First values of its variables.
    #[serde(default)]
    pub with: BTreeMap<String, u64>,
}

fn yes() -> bool {
    true
}

/// A core's barectf tracer.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TracerDef {
    /// The queue that full packets are put to; without one the core keeps its stream itself.
    #[serde(default)]
    pub to: Option<String>,
    /// Packets that may be on their way.
    #[serde(default = "packets")]
    pub packets: u32,
    /// What happens when so many are.
    #[serde(default)]
    pub when_full: WhenFull,
    /// Every call and return is traced, by `func_entry(addr)` and `func_exit(addr)`.
    #[serde(default)]
    pub functions: bool,
    /// Every message is traced with what its header says, by `message_put(src, dst, seq)` before it is
    /// put and `message_get(src, dst, seq)` when a task has got it; those that carry packets are not.
    /// An event with a fourth field `size` has the bytes of the message, header included, in it.
    #[serde(default)]
    pub messages: bool,
    /// Every switch of tasks is traced by `task_switch(from, to)`, with the addresses of the functions
    /// that the tasks run, 0 for idle.
    #[serde(default)]
    pub tasks: bool,
}

fn packets() -> u32 {
    256
}

/// What a tracer does without a packet to write to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhenFull {
    /// The event waits until there is one; in an interrupt handler it is discarded.
    #[default]
    Wait,
    /// The event is discarded and counted.
    Discard,
}

/// A number: itself, or the name of a parameter or variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Number {
    /// Itself.
    Is(u64),
    /// What has this name.
    Named(String),
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Number, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Number;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number from 0 up, or the name of one in quotes")
            }

            fn visit_u64<E: de::Error>(self, v: u64) -> Result<Number, E> {
                Ok(Number::Is(v))
            }

            fn visit_i64<E: de::Error>(self, v: i64) -> Result<Number, E> {
                let v = u64::try_from(v);
                v.map(Number::Is)
                    .map_err(|_| E::custom("must not be negative"))
            }

            fn visit_str<E: de::Error>(self, v: &str) -> Result<Number, E> {
                Ok(Number::Named(v.to_owned()))
            }
        }
        d.deserialize_any(Text)
    }
}

/// One step of a described function.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Action {
    /// So many cycles of private work.
    Compute(Number),
    /// `body`, `count` times; `index` names the variable that counts from 0.
    Loop {
        /// How often.
        count: Number,
        /// The variable.
        #[serde(default)]
        index: Option<String>,
        /// What.
        body: Vec<Action>,
    },
    /// `body` for ever.
    Forever(Vec<Action>),
    /// `body`, `count` times, begun every `period_us` microseconds.
    Every {
        /// The period.
        period_us: Number,
        /// How often.
        count: Number,
        /// What.
        body: Vec<Action>,
    },
    /// `body` written out for each number `from` … `to`, in names that hold `{name}`.
    Each {
        /// The name.
        name: String,
        /// First number.
        from: u64,
        /// Last number.
        to: u64,
        /// What.
        body: Vec<Action>,
    },
    /// Calls a function.
    Call(String),
    /// Sets a variable.
    Set(String, Number),
    /// Adds to a variable.
    Add(String, Number),
    /// Reads the core's time stamp counter into a variable.
    Clock(String),
    /// Leaves a number in shared memory, in the result of this name.
    Store(String, Number),
    /// Leaves the cycles since the counter was read into this variable in a result.
    Elapsed(String, String),
    /// A tracepoint with the values of its fields.
    Trace(String, Vec<Number>),
    /// Switches the tracer on or off.
    Tracing(bool),
    /// Closes the tracer's packet and hands it over.
    Flush,
    /// Lets the task sleep for so many microseconds.
    Sleep(Number),
    /// Takes from a semaphore, waiting until it can.
    Pend(String),
    /// Gives to a semaphore.
    Post(String),
    /// Creates a task.
    TaskCreate(String),
    /// Changes the priority of the task that runs.
    Priority(u8),
    /// Lets ready tasks of equal priority go first.
    Yield,
    /// Creates a message queue of this core.
    Create(String),
    /// Waits until a message queue is there.
    Open(String),
    /// Allocates a message from a heap; the task has it then.
    Alloc(String),
    /// Puts the message that the task has to a queue, with words of payload.
    Put {
        /// The queue.
        queue: String,
        /// Words of payload.
        #[serde(default)]
        words: Vec<Number>,
        /// The queue that a reply goes to.
        #[serde(default)]
        reply: Option<String>,
    },
    /// Gets a message from an own queue, waiting until there is one; the task has it then.
    Get {
        /// The queue.
        queue: String,
        /// Variables that take words of its payload.
        #[serde(default)]
        into: Vec<String>,
    },
    /// Puts the message that the task has to the queue that its sender named.
    Reply(Vec<Number>),
    /// Frees the message that the task has.
    Free,
    /// Allocates a block of a heap, and keeps it under a name.
    HeapAlloc(String, String),
    /// Frees the block of this name.
    HeapFree(String),
    /// Reads so many bytes of a kept block.
    Read(String, u32),
    /// Writes so many bytes of a kept block.
    Write(String, u32),
    /// Interrupts a core; its `on_interrupt` then runs.
    Interrupt(String),
    /// Powers a DSP up, clocks it and releases its reset; it is held until then. A DSP that no core releases begins
    /// with the board.
    Release(String),
    /// The four steps by which clocks are compared with another core's, by interrupts both ways;
    /// traced as `sync_cause` and `sync_effect` with a number each.
    Exchange(String),
    /// Takes a packet of a tracer from a queue, waiting for one, and appends it to its stream.
    /// Packets go back to their tracer `batch` at a time.
    Drain {
        /// The queue.
        queue: String,
        /// Packets of one tracer that are written, and given back, together.
        #[serde(default = "one")]
        batch: u32,
    },
    /// Prints a line.
    Print(String),
    /// Ends the run with this status.
    Exit(u32),
}

fn one() -> u32 {
    1
}

/// Reads a workload; the error has line, column and path of what is wrong.
///
/// # Errors
/// One line that says what and where.
pub fn parse(text: &str) -> Result<Workload, String> {
    // A value that may be left out is written as any other.
    let options =
        ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let mut d =
        ron::Deserializer::from_str_with_options(text, &options).map_err(|e| spanned(&e))?;
    let read: Result<Workload, _> = serde_path_to_error::deserialize(&mut d);
    let whole = read.map_err(|e| {
        let at = d.span_error(e.inner().clone());
        let path = e.path().to_string();
        let (line, column) = (at.span.end.line, at.span.end.col);
        match path.as_str() {
            "." | "" => format!("line {line}, column {column}: {}", e.inner()),
            _ => format!("line {line}, column {column}: {path}: {}", e.inner()),
        }
    })?;
    d.end().map_err(|e| spanned(&d.span_error(e)))?;
    Ok(whole)
}

fn spanned(e: &ron::error::SpannedError) -> String {
    let (line, column) = (e.span.start.line, e.span.start.col);
    format!("line {line}, column {column}: {}", e.code)
}
