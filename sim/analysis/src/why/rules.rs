//! The rules of the models by which cycles pass, with their sources.

use serde::Serialize;

/// A rule: what passes cycles of one part of a CPI stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// What an instruction does in these cycles.
    pub does: &'static str,
    /// The unit that takes part, if it is one of the core.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<&'static str>,
    /// Where the rule stands: a manual, with the page of ours that has all rules and what is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
}

type Row = (&'static str, &'static str, &'static str, &'static str);

/// Part, what an instruction does, unit, source. UM is the manual of the board's processor.
const OF_LEON: &[Row] = &[
    (
        "issue_cycles",
        "instructions issue, one cycle each",
        "",
        "UM 1.7 p. 52",
    ),
    (
        "icache_hold_cycles",
        "waits to be fetched",
        "instruction cache",
        "UM 1.7 p. 54",
    ),
    (
        "dcache_hold_cycles",
        "waits for data that it reads",
        "data cache",
        "UM 1.7 p. 54",
    ),
    (
        "write_buffer_hold_cycles",
        "waits for the write buffer of one entry",
        "write buffer",
        "UM 1.7 p. 54",
    ),
    (
        "immu_hold_cycles",
        "waits for a table walk for its own address",
        "MMU",
        "UM 1.7 p. 84",
    ),
    (
        "dmmu_hold_cycles",
        "waits for a table walk for its data",
        "MMU",
        "UM 1.7 p. 84",
    ),
    (
        "load_use_stall_cycles",
        "waits for what the load before it delivers",
        "",
        "UM 1.7 p. 67",
    ),
    (
        "icc_stall_cycles",
        "waits for condition codes",
        "",
        "UM 1.7 p. 52",
    ),
    (
        "muldiv_stall_cycles",
        "waits for the multiplier or divider",
        "multiplier, divider",
        "UM 1.7 p. 52",
    ),
    (
        "fpu_stall_cycles",
        "waits for the FPU",
        "FPU",
        "UM 2.9 section 6.5",
    ),
    (
        "control_stall_cycles",
        "takes more than its issue to go elsewhere",
        "",
        "estimate",
    ),
    (
        "trap_cycles",
        "is where a trap or interrupt is entered",
        "",
        "UM 1.7 p. 52",
    ),
    (
        "flush_cycles",
        "waits for the flush of a cache",
        "",
        "estimate",
    ),
    (
        "atomic_cycles",
        "is an atomic, which takes the pipeline longer",
        "",
        "estimate",
    ),
    (
        "wake_cycles",
        "the core leaves power-down",
        "",
        "UM 1.7 p. 68",
    ),
];

const OF_TRICORE: &[Row] = &[
    (
        "issue_cycles",
        "instructions issue, one to three in a cycle",
        "",
        "",
    ),
    (
        "operand_stall_cycles",
        "waits for an operand or a busy unit",
        "pipelines",
        "",
    ),
    (
        "fetch_stall_cycles",
        "waits to be fetched",
        "program memory interface",
        "UM, table of access latencies",
    ),
    (
        "data_stall_cycles",
        "waits for a data memory",
        "data memory interface",
        "UM, table of access latencies",
    ),
    (
        "branch_stall_cycles",
        "is a branch, taken or mispredicted",
        "",
        "",
    ),
    ("context_cycles", "saves or restores a context", "", ""),
    (
        "sync_cycles",
        "waits until accesses or the pipeline are through",
        "",
        "",
    ),
    (
        "trap_cycles",
        "is where a trap or interrupt is entered",
        "",
        "",
    ),
    ("wake_cycles", "the core leaves power-down", "", ""),
];

const OF_ECORE: &[Row] = &[
    (
        "issue_cycles",
        "instructions issue, one or two in a cycle",
        "",
        "",
    ),
    ("trap_cycles", "is where an interrupt is entered", "", ""),
    ("branch_stall_cycles", "is a branch that is taken", "", ""),
    (
        "raw_int_stall_cycles",
        "waits for the result of an integer instruction",
        "IALU",
        "",
    ),
    (
        "raw_load_stall_cycles",
        "waits for a load from the core's own memory",
        "",
        "",
    ),
    (
        "raw_external_stall_cycles",
        "waits for a load from outside the core",
        "read mesh",
        "",
    ),
    (
        "raw_fpu_stall_cycles",
        "waits for a result of the FPU",
        "FPU",
        "",
    ),
    (
        "waw_stall_cycles",
        "waits for an earlier result for the register that it writes",
        "",
        "",
    ),
    (
        "fpu_flag_stall_cycles",
        "waits for the flags of the FPU",
        "FPU",
        "",
    ),
    (
        "straddle_cycles",
        "is the target of a branch across two lines",
        "",
        "",
    ),
    (
        "fetch_local_stall_cycles",
        "waits for its bank of memory to be fetched",
        "memory banks",
        "",
    ),
    (
        "fetch_external_stall_cycles",
        "waits to be fetched from outside the core",
        "read mesh",
        "",
    ),
    (
        "bank_conflict_cycles",
        "waits for a bank of the core's memory",
        "memory banks",
        "",
    ),
    (
        "mesh_output_stall_cycles",
        "waits for the core's way into the mesh",
        "mesh",
        "",
    ),
];

/// Of all kinds.
const OF_ALL: &[Row] = &[
    ("idle_cycles", "the core sleeps", "", ""),
    ("cycles", "other cycles pass", "", ""),
];

/// The rule of `part` on cores of this kind, as the report names them.
#[must_use]
pub fn rule(kind: &str, part: &str) -> Option<Rule> {
    let own = match kind {
        k if k.starts_with("leon") => OF_LEON,
        k if k.starts_with("tc1") || k.starts_with("tricore") => OF_TRICORE,
        k if k.starts_with("epiphany") => OF_ECORE,
        _ => &[],
    };
    let some = |text: &'static str| (!text.is_empty()).then_some(text);
    let row = own.iter().chain(OF_ALL).find(|r| r.0 == part)?;
    Some(Rule {
        does: row.1,
        unit: some(row.2),
        source: some(row.3),
    })
}
