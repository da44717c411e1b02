//! What a board file says about a TriCore core. Every number has its source in the board file.

use crate::memory::Params as MemParams;
use crate::pipeline::Params as PipeParams;
use serde::{Deserialize, Serialize};

/// The two implementations of TriCore 1.6 in the TC27x.
///
/// In files it is a word: `TC1.6P` or `TC1.6E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum CoreType {
    /// TC1.6P: superscalar, six stages.
    P,
    /// TC1.6E: scalar, four stages.
    E,
}

impl TryFrom<String> for CoreType {
    type Error = String;
    fn try_from(word: String) -> Result<CoreType, String> {
        match word.as_str() {
            "TC1.6P" => Ok(CoreType::P),
            "TC1.6E" => Ok(CoreType::E),
            _ => Err(format!("`{word}` is none of TC1.6P, TC1.6E")),
        }
    }
}

impl From<CoreType> for String {
    fn from(t: CoreType) -> String {
        match t {
            CoreType::P => "TC1.6P",
            CoreType::E => "TC1.6E",
        }
        .to_owned()
    }
}

/// Configuration of one core.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Which implementation.
    pub core_type: CoreType,
    /// CORE_ID.
    pub core_id: u8,
    /// CPU_ID.
    pub cpu_id: u32,
    /// PC after reset, by default.
    pub reset_pc: u32,
    /// Values of registers after reset.
    #[serde(default)]
    pub reset: ResetValues,
    /// Cycle counts.
    #[serde(default)]
    pub timing: TimingParams,
    /// Issue model.
    pub pipe: PipeParams,
    /// Memories and caches.
    pub mem: MemParams,
}

/// Values of registers after reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ResetValues {
    /// PSW: supervisor, interrupt stack, global write, call depth counting on.
    pub psw: u32,
    /// BTV.
    pub btv: u32,
    /// ISP.
    pub isp: u32,
}

impl Default for ResetValues {
    /// As the TC27x user manual has them.
    fn default() -> ResetValues {
        ResetValues {
            psw: 0x0000_0b80,
            btv: 0xa000_0100,
            isp: 0x0000_0100,
        }
    }
}

/// Cycle counts that are not the issue model's nor the memories'.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimingParams {
    /// Saving or restoring a context in local memory, with the issue cycle.
    pub context_cycles: u8,
    /// Going on elsewhere after the context was moved: calls, returns, traps, interrupts.
    pub redirect_cycles: u8,
    /// From the request that ends idle mode or WAIT to the next instruction.
    pub wake_cycles: u8,
    /// DIV and DIV.U: shortest and longest latency. The result of each four bits of quotient takes
    /// one cycle.
    pub division_cycles: (u8, u8),
}

impl Default for TimingParams {
    fn default() -> TimingParams {
        TimingParams {
            context_cycles: 4,
            redirect_cycles: 1,
            wake_cycles: 1,
            division_cycles: (4, 11),
        }
    }
}

impl TimingParams {
    /// Latency of a division with `bits` significant bits in its quotient.
    pub(crate) fn division(&self, bits: u32) -> u8 {
        let (shortest, longest) = self.division_cycles;
        (shortest - 1 + bits.div_ceil(4) as u8).clamp(shortest, longest)
    }
}

impl Params {
    /// Checks ranges; every problem is one entry.
    pub fn check(&self) -> Vec<String> {
        let mut problems = Vec::new();
        if self.core_id > 7 {
            problems.push(format!("core_id: {} is more than 7", self.core_id));
        }
        if self.reset_pc & 1 != 0 {
            problems.push(format!("reset_pc: {:#x} is odd", self.reset_pc));
        }
        if self.timing.context_cycles == 0 {
            problems.push("timing.context_cycles: must be at least 1".to_owned());
        }
        let (shortest, longest) = self.timing.division_cycles;
        if shortest == 0 || shortest > longest || longest > 200 {
            problems.push(format!(
                "timing.division_cycles: ({shortest}, {longest}) is no range from 1 to 200"
            ));
        }
        problems.extend(self.pipe.check());
        problems.extend(self.mem.check());
        problems
    }
}
