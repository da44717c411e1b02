//! Facts about a kind of core that checks of firmware need.

use trueboard_check::Topic;

/// Where the rules that firmware is checked by are written: manual and section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSources {
    /// What memory holds after power-up.
    pub memory: &'static str,
    /// What general registers hold after power-up.
    pub registers: &'static str,
    /// How a stack is laid out.
    pub stack: &'static str,
    /// Whether the data cache sees what others write.
    pub data_cache: &'static str,
    /// Whether the instruction cache sees what is written.
    pub code_cache: &'static str,
    /// What orders the accesses of cores.
    pub order: &'static str,
    /// Registers of devices.
    pub devices: &'static str,
}

impl RuleSources {
    /// Where the manual treats `topic`.
    #[must_use]
    pub fn on(&self, topic: Topic) -> &'static str {
        match topic {
            Topic::Memory => self.memory,
            Topic::Registers => self.registers,
            Topic::Stack => self.stack,
            Topic::DataCache => self.data_cache,
            Topic::CodeCache => self.code_cache,
            Topic::Order => self.order,
            Topic::Devices => self.devices,
        }
    }
}

/// What a kind of core says to those who check firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckFacts {
    /// The address behind a table of interrupt vectors at 0, which null pointers would hit; 0 without one.
    pub vectors_end: u64,
    /// Sources of rules.
    pub sources: RuleSources,
}

/// Of cores that are not checked.
pub(crate) const NO_SOURCES: RuleSources = RuleSources {
    memory: "",
    registers: "",
    stack: "",
    data_cache: "",
    code_cache: "",
    order: "",
    devices: "",
};

/// A kind of core that executes no machine code, of which nothing is checked.
pub(super) const UNCHECKED: CheckFacts = CheckFacts {
    vectors_end: 0,
    sources: NO_SOURCES,
};
