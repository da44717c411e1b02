//! What a board file says about an eCore. Every number has its source in the board file.

use serde::{Deserialize, Serialize};

/// Configuration of the cores of one chip. Core number n of the board is n / columns rows below and
/// n % columns columns right of the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Row of the first core.
    pub row: u8,
    /// Column of the first core.
    pub column: u8,
    /// Rows of cores.
    pub rows: u8,
    /// Columns of cores.
    pub columns: u8,
    /// Address of the wires that all cores share: SYNC, WAND, MBKPT. Without them each core is alone.
    #[serde(default)]
    pub wires: Option<u64>,
    /// Address of the link nodes' registers, which CTRLMODE makes reachable.
    #[serde(default)]
    pub links: Option<u64>,
    /// TRAP is served as by a debugger's console: write, exit. Else it halts the core, as on silicon
    /// without one.
    #[serde(default = "yes")]
    pub serve_traps: bool,
    /// First address and size of the memory outside of the chip, which a loader passes to programs.
    #[serde(default)]
    pub external: Option<u32>,
    /// Cycle counts.
    #[serde(default)]
    pub timing: TimingParams,
    /// Cycle counts of the DMA engine.
    #[serde(default)]
    pub dma: DmaParams,
}

fn yes() -> bool {
    true
}

/// Cycle counts of the pipeline (AR, pipeline, tables 8 to 10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimingParams {
    /// Lost behind a taken branch.
    pub branch_cycles: u8,
    /// Between a load and who uses it; an instruction of the FPU waits one more.
    pub load_cycles: u8,
    /// Between a load of a byte or half-word and who uses it.
    pub narrow_load_cycles: u8,
    /// Between an instruction of the FPU and who uses its result, truncating; one more to nearest.
    pub fpu_cycles: u8,
    /// From the instruction boundary at which an interrupt is taken to the vector.
    pub interrupt_cycles: u8,
}

impl Default for TimingParams {
    fn default() -> TimingParams {
        TimingParams {
            branch_cycles: 3,
            load_cycles: 1,
            narrow_load_cycles: 2,
            fpu_cycles: 3,
            interrupt_cycles: 4,
        }
    }
}

/// Cycle counts of the DMA engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DmaParams {
    /// Fetching a descriptor.
    pub descriptor_cycles: u8,
    /// From one element to the next, when nothing holds it up.
    pub element_cycles: u8,
}

impl Default for DmaParams {
    fn default() -> DmaParams {
        DmaParams {
            descriptor_cycles: 4,
            element_cycles: 2,
        }
    }
}

impl Params {
    /// Checks ranges; every problem is one entry.
    pub fn check(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let mut range = |name: &str, value: u8, least: u8, most: u8| {
            if !(least..=most).contains(&value) {
                problems.push(format!("{name}: {value} is not from {least} to {most}"));
            }
        };
        range("row", self.row, 0, 63);
        range("column", self.column, 0, 63);
        range("rows", self.rows, 1, 64);
        range("columns", self.columns, 1, 64);
        let t = &self.timing;
        range("timing.branch_cycles", t.branch_cycles, 1, 15);
        range("timing.load_cycles", t.load_cycles, 0, 15);
        range("timing.narrow_load_cycles", t.narrow_load_cycles, 0, 15);
        range("timing.fpu_cycles", t.fpu_cycles, 1, 14);
        range("timing.interrupt_cycles", t.interrupt_cycles, 1, 100);
        range("dma.descriptor_cycles", self.dma.descriptor_cycles, 1, 100);
        range("dma.element_cycles", self.dma.element_cycles, 1, 100);
        problems
    }

    /// Row and column of core number `n`, as COREID has them.
    pub(crate) fn core_id(&self, n: u8) -> u32 {
        let row = u32::from(self.row) + u32::from(n / self.columns);
        let column = u32::from(self.column) + u32::from(n % self.columns);
        (row & 63) << 6 | column & 63
    }
}
