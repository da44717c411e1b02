//! Numbers of a stub core in a board file. The board file says what they are made of.

use crate::layout::{CORES, Map};
use crate::program::{Described, Program};
use crate::workload::parse;
use serde::{Deserialize, Serialize};

/// Parameters of a stub core.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Places in the board's memory.
    pub map: Map,
    /// First address of the device with the IPC registers.
    pub ipc: u32,
    /// First address of the power and sleep controller.
    pub psc: u32,
    /// What services cost.
    pub costs: Costs,
    /// How CPUs of the ARM cluster interrupt each other; DSPs have none.
    #[serde(default)]
    pub cluster: Option<Cluster>,
    /// Time stamp counters of the cores of the kind.
    #[serde(default)]
    pub tsc: Counters,
    /// The workload, as text: `--workload` puts it here.
    #[serde(default)]
    pub workload: String,
}

/// How CPUs of one cluster interrupt each other: by software generated interrupts of its GIC.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cluster {
    /// First address of the distributor.
    pub gicd: u32,
    /// First address of the interface of a CPU, which each CPU sees as its own.
    pub gicc: u32,
    /// Cycles to find out that a task of another CPU is to be woken, until the interrupt is sent.
    pub send: u64,
    /// Cycles of the handler from the interrupt's number to what it is for.
    pub receive: u64,
}

/// How counters differ from the clock of their core. Entry k is for DSP k, or CPU k of the ARM; what is not
/// there is 0.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// What the counter shows when it starts.
    #[serde(default)]
    pub offset: Vec<u64>,
    /// How many millionths it is too fast.
    #[serde(default)]
    pub ppm: Vec<i64>,
}

/// Costs of services of the operating system, of messages and of the tracer, in cycles of the core, without the time of
/// accesses to shared memory and device registers.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Costs {
    /// From a wake-up out of idle to the first instruction.
    pub wake: u64,
    /// From the interrupt to the first instruction of its handler.
    pub interrupt_enter: u64,
    /// From the handler's end to the next task.
    pub interrupt_leave: u64,
    /// Finding out why another processor interrupts.
    pub notify: u64,
    /// Handling one message that has come, in the handler.
    pub notify_message: u64,
    /// Switching to another task.
    pub task_switch: u64,
    /// Creating a task.
    pub task_create: u64,
    /// A semaphore operation, a change of priority, a yield.
    pub semaphore: u64,
    /// Going to sleep.
    pub sleep: u64,
    /// A tracepoint, without what it writes.
    pub trace_call: u64,
    /// Writing one byte to a packet.
    pub trace_byte: u64,
    /// Opening or closing a packet, without what it writes.
    pub packet_call: u64,
    /// From one look for a free packet to the next.
    pub packet_poll: u64,
    /// Allocating a message.
    pub message_alloc: u64,
    /// Freeing a message.
    pub message_free: u64,
    /// Putting a message.
    pub message_put: u64,
    /// Getting a message that is there.
    pub message_get: u64,
    /// Creating a queue, or asking whether one is there.
    pub queue_open: u64,
    /// Microseconds between two such questions.
    pub open_retry_us: u64,
    /// Allocating or freeing a block.
    pub heap: u64,
    /// Appending a packet to its stream.
    pub drain: u64,
    /// Between two polls of a gate that another core holds.
    pub gate_retry: u64,
}

impl Params {
    /// Everything that is impossible.
    pub fn check(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if self.map.shared_bytes < 0x2_0000 {
            problems.push("map.shared_bytes: must be at least 0x20000".to_owned());
        }
        if self.costs.gate_retry == 0 || self.costs.packet_poll == 0 {
            problems.push("costs: gate_retry and packet_poll must be at least 1".to_owned());
        }
        if self.tsc.ppm.iter().any(|p| p.abs() > 100_000) {
            problems.push("tsc.ppm: must be between -100000 and 100000".to_owned());
        }
        problems
    }

    /// The program of core `id`, if the workload has one for it.
    ///
    /// # Errors
    /// All that is wrong with the workload.
    pub fn program(&self, id: u8) -> Result<Option<Program>, Vec<String>> {
        if id >= CORES {
            return Err(vec![format!(
                "core {id} is one too many: a Keystone 2 has {CORES}"
            )]);
        }
        if self.workload.is_empty() {
            return Ok(None);
        }
        let workload = parse(&self.workload).map_err(|e| vec![e])?;
        let mut described = Described::new(workload, self.map)?;
        Ok(described.programs.remove(&id))
    }
}
