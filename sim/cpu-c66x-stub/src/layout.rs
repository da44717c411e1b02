//! Where described programs have their shared data, and what is there before they start: the boxes
//! by which a core notifies another one, and says of what, MessageQ queues, HeapBufMP heaps, results.
//!
//! All words are little-endian; addresses are those of the board. A MessageQ message begins with the
//! header of 32 bytes of TI IPC 3 (`packages/ti/sdo/ipc/MessageQ.xdc`, `MsgHeader`).

use crate::workload::Workload;
use serde::{Deserialize, Serialize};

/// Processors of TI IPC: the ARM cluster is 0, the host; DSP k is k + 1 (`MultiProc` of 66AK2H: HOST, CORE0 …).
pub const PROCESSORS: u8 = 9;
/// CPUs of the ARM cluster.
const CPUS: u8 = 4;
/// Cores: each processor's first one has its number; CPUs 1 to 3 of the host come after all of them.
pub const CORES: u8 = PROCESSORS + CPUS - 1;

/// Bytes between descriptors: a line of the second-level cache of a C66x CorePac (TMS320C66x DSP
/// CorePac User Guide, SPRUGW0, L2 cache).
const LINE: u32 = 128;
/// Bytes of a notification box, and from one to the next.
pub(crate) const BOX: u32 = 16;
/// Where the number of the host's last message is: its CPUs share it.
const NUMBER_AT: u32 = 0xff0;
const QUEUES_AT: u32 = 0x1000;
const HEAPS_AT: u32 = 0xa000;
const RESULTS_AT: u32 = 0xe000;
const BLOCKS_AT: u32 = 0x1_0000;
const MOST_QUEUES: usize = 256;
const MOST_HEAPS: usize = 128;
/// Results of one core.
pub const MOST_RESULTS: usize = 64;

/// Size of the header of a message.
pub const HEADER: u32 = 32;
/// Payload of a message that carries a packet of a tracer.
pub const PACKET: u32 = 256;

/// Fields of a message header, by byte offset.
pub mod message {
    /// List links, next and previous.
    pub const NEXT: u32 = 0;
    /// u32, header included.
    pub const SIZE: u32 = 8;
    /// u16 flags, u16 message id.
    pub const FLAGS: u32 = 12;
    /// u16 destination queue, u16 destination processor.
    pub const DST: u32 = 16;
    /// u16 reply queue, u16 reply processor.
    pub const REPLY: u32 = 20;
    /// u16 source processor, u16 heap.
    pub const SRC: u32 = 24;
    /// u16 sequence number, u16 reserved: here the CPU of the host that sent it, which facts name.
    pub const SEQ: u32 = 28;
}

/// Words of a queue's descriptor, by byte offset.
pub mod queue {
    /// Its gate: 0, or core + 1.
    pub const GATE: u32 = 0;
    /// First message, or 0.
    pub const HEAD: u32 = 4;
    /// Last message, or 0.
    pub const TAIL: u32 = 8;
    /// How many.
    pub const COUNT: u32 = 12;
    /// 1 when it was created.
    pub const CREATED: u32 = 16;
    /// Tasks that wait for a message, of a queue of the host: what wakes them may run on another CPU.
    pub const WAITING: u32 = 20;
}

/// Words of a heap's descriptor, by byte offset.
pub mod heap {
    /// Its gate.
    pub const GATE: u32 = 0;
    /// First free block, or 0.
    pub const FREE: u32 = 4;
    /// How many are free.
    pub const COUNT: u32 = 8;
    /// The least that ever were.
    pub const LEAST: u32 = 12;
}

/// Words of a notification box, which says why the core that it is for is interrupted.
pub mod notify {
    /// Messages put since the receiver looked.
    pub const MESSAGES: u32 = 0;
    /// Interrupts meant for `on_interrupt`.
    pub const INTERRUPTS: u32 = 4;
    /// Number of the exchange that begins, or 0.
    pub const BEGUN: u32 = 8;
    /// Number of the answer to one, or 0.
    pub const ANSWERED: u32 = 12;
}

/// Where things are, on every board with these processors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    /// First address of the shared region.
    pub shared: u32,
    /// Its size.
    pub shared_bytes: u32,
    /// First address of described code.
    pub code: u32,
}

/// A queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueAt {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub at: u32,
    /// The core that reads it.
    pub home: u8,
    /// Its number on the processor of that core.
    pub index: u16,
}

impl QueueAt {
    /// How the headers of messages name it.
    pub(crate) fn id(&self) -> u32 {
        u32::from(processor_of(self.home)) << 16 | u32::from(self.index)
    }
}

/// A heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapAt {
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub at: u32,
    /// First block.
    pub first: u32,
    /// Bytes that a user has of a block.
    pub block: u32,
    /// Bytes between blocks.
    pub stride: u32,
    /// How many blocks.
    pub count: u32,
}

/// The shared data of a workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The board's places.
    pub map: Map,
    /// Queues.
    pub queues: Vec<QueueAt>,
    /// Heaps.
    pub heaps: Vec<HeapAt>,
    /// Names of results.
    pub results: Vec<String>,
}

/// What a user may write for a core, for messages.
pub(crate) const NAMES: &str = "arm, arm1 to arm3, or dsp0 to dsp7";

/// The number of a core by its name.
pub fn core_number(name: &str) -> Option<u8> {
    (0..CORES).find(|&c| core_name(c) == name)
}

/// The name of a core.
pub fn core_name(core: u8) -> String {
    match (core, host_cpu(core)) {
        (_, Some(0)) => "arm".to_owned(),
        (_, Some(cpu)) => format!("arm{cpu}"),
        (n, None) => format!("dsp{}", n - 1),
    }
}

/// The processor that a core is of.
pub fn processor_of(core: u8) -> u8 {
    host_cpu(core).map_or(core, |_| 0)
}

/// The number of a core in the ARM cluster, if it is one of its CPUs.
pub fn host_cpu(core: u8) -> Option<u8> {
    match core {
        0 => Some(0),
        _ => core.checked_sub(PROCESSORS - 1).filter(|&cpu| cpu > 0),
    }
}

/// The number of a core among those of its kind: of the DSP, or of the CPU in the ARM cluster.
pub fn number_in_kind(core: u8) -> u8 {
    host_cpu(core).unwrap_or_else(|| core.saturating_sub(1))
}

/// The core that is CPU number `cpu` of the ARM cluster.
pub(crate) fn core_of_cpu(cpu: u8) -> u8 {
    match cpu {
        0 => 0,
        n => PROCESSORS - 1 + n,
    }
}

/// The queue to which packets of `core`'s tracer come back.
pub fn free_queue(core: &str) -> String {
    format!("tracer.{core}")
}

impl Layout {
    /// Lays out the shared data of `w`; `tracers` names the cores that hand packets over, with how
    /// many they have. Adds what does not fit to `problems`.
    pub fn new(
        w: &Workload,
        tracers: &[(String, u32)],
        map: Map,
        problems: &mut Vec<String>,
    ) -> Layout {
        let mut layout = Layout {
            map,
            queues: Vec::new(),
            heaps: Vec::new(),
            results: w.results.clone(),
        };
        for (name, home) in &w.queues {
            match core_number(home) {
                Some(home) => layout.add_queue(name.clone(), home),
                None => problems.push(format!(
                    "queues.{name}: there is no core `{home}`; write {NAMES}"
                )),
            }
        }
        let mut next = u64::from(map.shared) + u64::from(BLOCKS_AT);
        for (name, h) in &w.heaps {
            if h.block < HEADER || h.count == 0 {
                problems.push(format!(
                    "heaps.{name}: there must be a block of at least {HEADER} bytes"
                ));
            }
            layout.add_heap(name.clone(), h.block, h.count, &mut next);
        }
        for (core, packets) in tracers {
            if let Some(home) = core_number(core) {
                layout.add_queue(free_queue(core), home);
                layout.add_heap(free_queue(core), HEADER + PACKET, *packets, &mut next);
            }
        }
        if layout.queues.len() > MOST_QUEUES || layout.heaps.len() > MOST_HEAPS {
            problems.push(format!(
                "more than {MOST_QUEUES} queues or {MOST_HEAPS} heaps, those of tracers included"
            ));
        }
        if w.results.len() > MOST_RESULTS {
            problems.push(format!("results: more than {MOST_RESULTS}"));
        }
        if next > u64::from(map.shared) + u64::from(map.shared_bytes) {
            problems.push(format!(
                "heaps: all blocks need {} bytes of shared memory, and there are {}; take fewer or \
                 smaller ones",
                next - u64::from(map.shared),
                map.shared_bytes
            ));
        }
        layout
    }

    fn add_queue(&mut self, name: String, home: u8) {
        let on = processor_of(home);
        let before = self.queues.iter().filter(|q| processor_of(q.home) == on);
        let index = before.count() as u16;
        let at = self.map.shared + QUEUES_AT + LINE * self.queues.len() as u32;
        self.queues.push(QueueAt {
            name,
            at,
            home,
            index,
        });
    }

    fn add_heap(&mut self, name: String, block: u32, count: u32, next: &mut u64) {
        let stride = block.div_ceil(LINE).saturating_mul(LINE);
        self.heaps.push(HeapAt {
            name,
            at: self.map.shared + HEAPS_AT + LINE * self.heaps.len() as u32,
            first: *next as u32,
            block,
            stride,
            count,
        });
        *next += u64::from(stride) * u64::from(count);
    }

    /// The notification box of core `from` for core `to`. Between processors the box of the host is that of its
    /// first CPU, whichever of them sends.
    pub fn notify_box(&self, to: u8, from: u8) -> u32 {
        let (to, from) = match (host_cpu(to), host_cpu(from)) {
            (Some(_), Some(_)) => (to, from),
            _ => (processor_of(to), processor_of(from)),
        };
        self.map.shared + BOX * (u32::from(to) * u32::from(CORES) + u32::from(from))
    }

    /// Where the number of the host's last message is.
    pub(crate) fn host_number(&self) -> u32 {
        self.map.shared + NUMBER_AT
    }

    /// Where result number `i` of `core` is.
    pub fn result(&self, core: u8, i: usize) -> u32 {
        let n = usize::from(core) * MOST_RESULTS + i;
        self.map.shared + RESULTS_AT + 8 * n as u32
    }

    /// The heap that block `at` is of.
    pub fn heap_of(&self, at: u32) -> Option<usize> {
        self.heaps.iter().position(|h| {
            at >= h.first && u64::from(at - h.first) < u64::from(h.stride) * u64::from(h.count)
        })
    }

    /// The queue that a queue id names: the processor in its upper half, the number there in its lower one.
    pub fn queue_of(&self, id: u32) -> Option<usize> {
        self.queues.iter().position(|q| q.id() == id)
    }

    /// Shared memory before the run: free lists of the heaps, as (address, words).
    pub fn initial(&self) -> Vec<(u32, Vec<u32>)> {
        let mut out = Vec::new();
        for h in &self.heaps {
            out.push((h.at, vec![0, h.first, h.count, h.count]));
            for i in 0..h.count {
                let next = if i + 1 < h.count {
                    h.first + h.stride * (i + 1)
                } else {
                    0
                };
                out.push((h.first + h.stride * i, vec![next]));
            }
        }
        out
    }
}
