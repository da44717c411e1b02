//! What CTIMER0 and CTIMER1 can count (Epiphany Architecture Reference, CONFIG and MESHCFG), for people who look
//! it up; `timer.rs` counts by it what the mesh does, and the rest where it happens.

use trueboard_core::meter::CoreMeter as M;

/// An event.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// What selects it: in CONFIG, CTIMER0CFG 7:4 or CTIMER1CFG 11:8; of a mesh event in MESHCFG, MESHEVENT0 11:8
    /// or MESHEVENT1 7:4.
    pub code: u8,
    /// Selected in MESHCFG, by a counter for which CONFIG selects MESH_0 (0xe) or MESH_1 (0xf).
    pub mesh: bool,
    /// The manual's name.
    pub name: &'static str,
    /// The meters whose sum it counts; none for time, which goes on while the core sleeps.
    pub meters: &'static [M],
    /// What it is.
    pub doc: &'static str,
}

const fn core(code: u8, name: &'static str, meters: &'static [M], doc: &'static str) -> Event {
    let mesh = false;
    Event {
        code,
        mesh,
        name,
        meters,
        doc,
    }
}

const fn mesh(code: u8, name: &'static str, meters: &'static [M], doc: &'static str) -> Event {
    let mesh = true;
    Event {
        code,
        mesh,
        name,
        meters,
        doc,
    }
}

/// All of them. Numbers that are missing are reserved.
pub const EVENTS: &[Event] = &[
    core(0x1, "CLK", &[], "Clock cycles, also while the core sleeps."),
    core(
        0x2,
        "IDLE",
        &[M::IdleCycles],
        "Cycles in which the core sleeps.",
    ),
    core(
        0x4,
        "IALU_INST",
        &[M::IaluInstructions, M::LoadStores],
        "Instructions of the integer unit, loads and stores.",
    ),
    core(
        0x5,
        "FPU_INST",
        &[M::FpInstructions],
        "Instructions of the floating-point unit.",
    ),
    core(
        0x6,
        "DUAL_INST",
        &[M::MultiIssue],
        "Cycles in which two instructions issue.",
    ),
    core(
        0x7,
        "E1_STALLS",
        &[M::RawLoad, M::StoreData],
        "Cycles in which a result of a load, or the data of a store, is waited for.",
    ),
    core(
        0x8,
        "RA_STALLS",
        &[
            M::RawInt,
            M::RawLoad,
            M::RawExternal,
            M::RawFpu,
            M::Waw,
            M::FpuFlags,
        ],
        "Cycles in which a register is waited for.",
    ),
    core(
        0xa,
        "LOCAL_FETCH_STALLS",
        &[M::FetchLost],
        "Cycles in which a fetch does not get its bank.",
    ),
    core(
        0xb,
        "LOCAL_LOAD_STALLS",
        &[M::BankLost],
        "Cycles in which a load or store does not get its bank.",
    ),
    core(
        0xc,
        "EXT_FETCH_STALLS",
        &[M::FetchOutside],
        "Cycles in which code from outside is waited for.",
    ),
    core(
        0xd,
        "EXT_LOAD_STALLS",
        &[M::RawExternal],
        "Cycles in which a load from outside is waited for.",
    ),
    mesh(
        0x2,
        "any wait",
        &[
            M::MeshCoreWait,
            M::MeshSouthWait,
            M::MeshNorthWait,
            M::MeshWestWait,
            M::MeshEastWait,
        ],
        "Waits at any side of the router.",
    ),
    mesh(
        0x3,
        "core wait",
        &[M::MeshCoreWait],
        "Waits at the side of the core.",
    ),
    mesh(
        0x4,
        "south wait",
        &[M::MeshSouthWait],
        "Waits at the south side.",
    ),
    mesh(
        0x5,
        "north wait",
        &[M::MeshNorthWait],
        "Waits at the north side.",
    ),
    mesh(
        0x6,
        "west wait",
        &[M::MeshWestWait],
        "Waits at the west side.",
    ),
    mesh(
        0x7,
        "east wait",
        &[M::MeshEastWait],
        "Waits at the east side.",
    ),
    mesh(
        0x8,
        "south and east wait",
        &[M::MeshSouthWait, M::MeshEastWait],
        "Waits at the south and east sides.",
    ),
    mesh(
        0x9,
        "north and west wait",
        &[M::MeshNorthWait, M::MeshWestWait],
        "Waits at the north and west sides.",
    ),
    mesh(
        0xa,
        "south access",
        &[M::MeshSouthAccess],
        "Transfers in from the south.",
    ),
    mesh(
        0xb,
        "north access",
        &[M::MeshNorthAccess],
        "Transfers in from the north.",
    ),
    mesh(
        0xc,
        "west access",
        &[M::MeshWestAccess],
        "Transfers in from the west.",
    ),
    mesh(
        0xd,
        "east access",
        &[M::MeshEastAccess],
        "Transfers in from the east.",
    ),
    mesh(
        0xe,
        "core access",
        &[M::MeshCoreAccess],
        "Transfers in from the core.",
    ),
];

/// The meters whose sum a mesh event is; none for codes that select nothing.
pub(crate) fn of_mesh(code: u8) -> &'static [M] {
    let event = EVENTS.iter().find(|e| e.mesh && e.code == code);
    event.map_or(&[], |e| e.meters)
}
