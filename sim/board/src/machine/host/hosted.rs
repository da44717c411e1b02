//! The parts of a machine that belong to its host.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use trueboard_host::{HostClock, Params, Program};
use trueboard_trace::read::ctf::Metadata;

/// Metadata of each trace, by its folder.
pub(crate) type AllMetadata = BTreeMap<String, Arc<Metadata>>;

/// The host of a machine, with its script.
#[derive(Clone)]
pub(crate) struct Hosted {
    /// Its number among the cores.
    pub core: u8,
    /// Its clock, against true time.
    pub clock: HostClock,
    /// Names of its operations, by the addresses that facts have for them.
    pub calls: BTreeMap<u64, String>,
    /// Folders of its own traces.
    pub own_traces: Vec<String>,
    /// Folders of traces that it drains, with the cores.
    pub drained: Vec<(String, Vec<u8>)>,
    /// Metadata of those.
    pub metadata: AllMetadata,
    /// The files that the script names.
    pub files: BTreeSet<PathBuf>,
    /// Its parameters in the board file.
    pub params: Params,
    /// What it executes.
    pub program: Program,
}
