//! The numbers of the network. Times are in cycles of the cores and may have a fraction, as long as
//! they are whole base ticks.

use serde::Deserialize;
use trueboard_core::time::Clock;

/// Of the whole network.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Buses with the meters of cMesh, rMesh, xMesh and the link off the chip.
    pub buses: [String; 4],
    /// Rows and columns of the chip.
    pub nodes: (u8, u8),
    /// Row and column of the first node in the address space.
    pub origin: (u8, u8),
    /// Where what comes from outside enters: row and column from the first node.
    pub entry: (u8, u8),
    /// Number of the master that is the host.
    pub host_master: u8,
    /// Packets that wait at a core's way into one mesh.
    pub queue: u8,
    /// A packet's way from router to router, and from the last one into the node: cMesh, rMesh, xMesh.
    pub hop_cycles: (f64, f64, f64),
    /// A packet has a link to itself for so long.
    pub link_cycles: f64,
    /// Between two read requests of a node.
    pub read_request_cycles: f64,
    /// Of a read on the chip, what is neither the way of the request nor that of the answer.
    pub read_turn_cycles: f64,
    /// The way off the chip.
    pub offchip: Offchip,
    /// Accesses of the host.
    pub host: Host,
}

/// What is beyond the East link: both directions of the link, FPGA, memory controller.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offchip {
    /// Between two writes of double words that are packets of their own.
    pub write_cycles: f64,
    /// Between two writes of words or less.
    pub word_write_cycles: f64,
    /// Between two double words of a burst of a DMA engine.
    pub burst_cycles: f64,
    /// Between two reads.
    pub read_cycles: f64,
    /// From the end of the mesh until a write is in the memory.
    pub write_latency_cycles: f64,
    /// From the end of the mesh until a read accesses the memory.
    pub request_latency_cycles: f64,
    /// From the end of the mesh to its other end, for a double word of data.
    pub load_latency_cycles: f64,
    /// As above, for a word or less.
    pub word_load_latency_cycles: f64,
    /// As above, for instructions.
    pub fetch_latency_cycles: f64,
    /// A core's read overtakes its older writes that wait for the link; otherwise it follows them.
    pub reads_pass_writes: bool,
}

/// What the host's accesses take, for each word of 4 bytes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// Writes to the chip.
    pub chip_write_cycles: f64,
    /// Reads of the chip.
    pub chip_read_cycles: f64,
    /// Writes to everything else.
    pub other_write_cycles: f64,
    /// Reads of everything else.
    pub other_read_cycles: f64,
}

/// Turns cycles into ticks, and says what does not fit.
pub(super) struct Ticks {
    clock: Clock,
    problem: Option<String>,
}

impl Ticks {
    pub fn new(clock: Clock) -> Ticks {
        Ticks {
            clock,
            problem: None,
        }
    }

    /// `cycles` in ticks; they must be whole ticks.
    pub fn of(&mut self, name: &str, cycles: f64) -> u64 {
        let ticks = cycles * self.clock.ticks_per_cycle() as f64;
        if !(0.0..=1e9).contains(&ticks) || ticks.fract() != 0.0 {
            self.problem.get_or_insert_with(|| {
                format!(
                    "params: {name} is {cycles}, which is no whole number of base ticks ({} make a \
                     cycle) or out of range; add a faster clock, or round it",
                    self.clock.ticks_per_cycle()
                )
            });
            return 0;
        }
        ticks as u64
    }

    /// As [`Ticks::of`], at least one tick.
    pub fn some(&mut self, name: &str, cycles: f64) -> u64 {
        let ticks = self.of(name, cycles);
        if ticks == 0 {
            self.problem
                .get_or_insert_with(|| format!("params: {name} must be more than 0"));
        }
        ticks.max(1)
    }

    pub fn check(self) -> Result<(), String> {
        self.problem.map_or(Ok(()), Err)
    }
}
