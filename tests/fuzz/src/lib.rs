//! Fuzz targets. Each is a plain function of bytes that must return for any bytes. They cover inputs (ELF images,
//! S-records, board files, power models, `--set`, snapshots, host scripts, workloads, traces), firmware (any machine
//! code on all cores, any traffic to devices), and outputs (disassembly, traces). Two drivers run them:
//!
//! - `cargo test -p fuzz`: the corpus, the regressions and seeded mutations of both, always the
//!   same ones;
//! - libFuzzer, guided by coverage: see docs/contributing/fuzzing.md.

mod board;
mod code;
pub mod corpus;
mod ctf;
mod ctf_types;
mod disasm;
mod elf;
mod epiphany;
mod host;
pub mod mutate;
mod parallella;
mod power;
mod rig;
mod set;
mod snapshot;
mod sync;
mod tc275;
mod traces;
mod traffic;
mod tricore;
mod workload;

/// A fuzz target.
pub struct Target {
    /// Its name, also that of its folders in `corpus/` and `regressions/`.
    pub name: &'static str,
    /// Returns for all bytes, and panics when an invariant does not hold.
    pub run: fn(&[u8]),
    /// Inputs to begin with that the tree holds elsewhere.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Words of its language, for mutations.
    pub words: &'static [&'static str],
    /// Longer inputs are of no use.
    pub longest: usize,
    /// How many seeded mutations the smoke test runs.
    pub mutations: u64,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    elf::TARGET,
    board::TARGET,
    power::TARGET,
    set::TARGET,
    snapshot::TARGET,
    code::TARGET,
    traffic::TARGET,
    disasm::TARGET,
    traces::TARGET,
    ctf::TARGET,
    ctf_types::TARGET,
    tc275::CODE,
    tc275::TRAFFIC,
    tc275::ELF,
    tricore::TARGET,
    parallella::CODE,
    parallella::TRAFFIC,
    parallella::ELF,
    epiphany::DISASM,
    host::SCRIPT,
    host::SREC,
    workload::TARGET,
    sync::TARGET,
];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|t| t.name == name)
}
