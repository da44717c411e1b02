//! What a board file says about the unit.

use serde::{Deserialize, Serialize};

/// Where the unit's events come from, by index of their meters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Params {
    /// Processors, numbered from 0.
    pub cores: u8,
    /// The processor AHB, among the buses.
    pub bus: u8,
    /// The master I/O AHB, among the buses, if the board has one.
    pub io_bus: Option<u8>,
    /// The L2 cache, among the shared caches, if the board has one.
    pub l2: Option<u8>,
}

/// The parameters with the names of a board file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RonParams {
    /// Name of the processor AHB.
    pub bus: String,
    /// Name of the master I/O AHB.
    #[serde(default)]
    pub io_bus: Option<String>,
    /// Name of the L2 cache.
    #[serde(default)]
    pub l2: Option<String>,
}

impl RonParams {
    /// Looks the names up on a board with `cores` processors.
    ///
    /// # Errors
    /// All names that the board does not have, each with the parameter that uses it.
    pub fn resolve(
        &self,
        cores: usize,
        bus: impl Fn(&str) -> Option<usize>,
        cache: impl Fn(&str) -> Option<usize>,
    ) -> Result<Params, Vec<String>> {
        let mut problems = Vec::new();
        let mut find = |what: &str, name: &str, found: Option<usize>| {
            let index = found.and_then(|i| u8::try_from(i).ok());
            if index.is_none() {
                problems.push(format!("{what}: the board has no \"{name}\""));
            }
            index.unwrap_or(0)
        };
        let main = find("bus", &self.bus, bus(&self.bus));
        let io_bus = self.io_bus.as_ref().map(|n| find("io_bus", n, bus(n)));
        let l2 = self.l2.as_ref().map(|n| find("l2", n, cache(n)));
        // NCPU has four bits and counts from one.
        let cores = u8::try_from(cores)
            .ok()
            .filter(|c| (1..=16).contains(c))
            .unwrap_or_else(|| {
                problems.push(format!("L4STAT knows 1 to 16 processors, not {cores}"));
                1
            });
        if problems.is_empty() {
            Ok(Params {
                cores,
                bus: main,
                io_bus,
                l2,
            })
        } else {
            Err(problems)
        }
    }
}
