//! Counts of a core at their origin, their meters, and the events that CTIMER0 and CTIMER1 can count (Epiphany
//! Architecture Reference, CONFIG and MESHCFG).

use crate::meters::Meter as M;

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// A cycle that is not one of issue: the meters of these and of issue add up to the core's cycles.
    Stall,
    /// Anything else.
    Other,
}

/// Defines [`Counted`] of rows: a name, what it is, and its meter.
macro_rules! counted {
    ($( $(#[$doc:meta])* $name:ident $what:ident $meter:ident; )*) => {
        /// What is counted where it happens. Instructions are counted by opcode.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Counted { $( $(#[$doc])* $name, )* }

        /// All of them, with what they are and their meters.
        pub(crate) const COUNTED: &[(Counted, What, M)] =
            &[ $( (Counted::$name, What::$what, M::$meter), )* ];
    };
}

counted! {
    DualIssue Other MultiIssue;
    RawInt Stall RawInt;
    RawLoad Stall RawLoad;
    RawExternal Stall RawExternal;
    RawFpu Stall RawFpu;
    Waw Stall Waw;
    FpuFlags Stall FpuFlags;
    /// Of these, waits of a store for its data. Each is also in one of the other counts.
    StoreData Other StoreData;
    BranchRefill Stall BranchStalls;
    Straddle Stall Straddle;
    FetchLocal Stall FetchLocal;
    /// The fetch unit did not get its bank; the buffer may hide it.
    FetchLost Other FetchLost;
    FetchExternal Stall FetchExternal;
    /// While the buffer is empty and a line from outside is on its way.
    FetchOutside Other FetchOutside;
    BankLost Stall BankLost;
    MeshFull Stall MeshFull;
    Entry Stall TrapCycles;
    Idle Other IdleCycles;
    Halted Other HaltedCycles;
    BranchesTaken Other BranchesTaken;
    Interrupts Other Interrupts;
    MeshLoads Other MeshLoads;
    MeshStores Other MeshStores;
    MeshFetches Other MeshFetches;
    DmaElements Other DmaElements;
    IoReads Other IoReads;
    IoWrites Other IoWrites;
    Traps Other Traps;
}

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
    /// The meters that sum to it; none for time, which advances while the core sleeps.
    pub meters: &'static [M],
    /// What it is.
    pub doc: &'static str,
}

/// Defines [`EVENTS`], of the core and of the mesh, as [`Event::mesh`] says: code, name, meters and what it is.
macro_rules! events {
    ($($of:ident = $mesh:literal { $($code:literal $name:literal [$($meter:ident)*] $doc:literal;)* })*) => {
        /// All of them. Numbers that are missing are reserved.
        pub const EVENTS: &[Event] = &[$($(Event {
            code: $code,
            mesh: $mesh,
            name: $name,
            meters: &[$(M::$meter),*],
            doc: $doc,
        },)*)*];
    };
}

events! {
    core = false {
        0x1 "CLK" [] "Clock cycles, also while the core sleeps.";
        0x2 "IDLE" [IdleCycles] "Cycles in which the core sleeps.";
        0x4 "IALU_INST" [IaluInstructions LoadStores] "Instructions of the integer unit, loads and stores.";
        0x5 "FPU_INST" [FpInstructions] "Instructions of the floating-point unit.";
        0x6 "DUAL_INST" [MultiIssue] "Cycles in which two instructions issue.";
        0x7 "E1_STALLS" [RawLoad StoreData] "Cycles in which a result of a load, or the data of a store, is waited for.";
        0x8 "RA_STALLS" [RawInt RawLoad RawExternal RawFpu Waw FpuFlags] "Cycles in which a register is waited for.";
        0xa "LOCAL_FETCH_STALLS" [FetchLost] "Cycles in which a fetch does not get its bank.";
        0xb "LOCAL_LOAD_STALLS" [BankLost] "Cycles in which a load or store does not get its bank.";
        0xc "EXT_FETCH_STALLS" [FetchOutside] "Cycles in which code from outside is waited for.";
        0xd "EXT_LOAD_STALLS" [RawExternal] "Cycles in which a load from outside is waited for.";
    }
    mesh = true {
        0x2 "any wait" [MeshCoreWait MeshSouthWait MeshNorthWait MeshWestWait MeshEastWait] "Waits at any side of the router.";
        0x3 "core wait" [MeshCoreWait] "Waits at the side of the core.";
        0x4 "south wait" [MeshSouthWait] "Waits at the south side.";
        0x5 "north wait" [MeshNorthWait] "Waits at the north side.";
        0x6 "west wait" [MeshWestWait] "Waits at the west side.";
        0x7 "east wait" [MeshEastWait] "Waits at the east side.";
        0x8 "south and east wait" [MeshSouthWait MeshEastWait] "Waits at the south and east sides.";
        0x9 "north and west wait" [MeshNorthWait MeshWestWait] "Waits at the north and west sides.";
        0xa "south access" [MeshSouthAccess] "Transfers in from the south.";
        0xb "north access" [MeshNorthAccess] "Transfers in from the north.";
        0xc "west access" [MeshWestAccess] "Transfers in from the west.";
        0xd "east access" [MeshEastAccess] "Transfers in from the east.";
        0xe "core access" [MeshCoreAccess] "Transfers in from the core.";
    }
}

/// The meters that sum to an event: of the core, or with `mesh` of the mesh. None for time, and for codes without an
/// event.
pub(crate) fn meters(mesh: bool, code: u8) -> &'static [M] {
    let event = EVENTS.iter().find(|e| e.mesh == mesh && e.code == code);
    event.map_or(&[], |e| e.meters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meters::METERS;
    use std::collections::BTreeSet;

    #[test]
    fn every_event_is_metered_and_has_a_code_of_its_own() {
        let mut codes = BTreeSet::new();
        for event in EVENTS {
            assert!(codes.insert((event.mesh, event.code)), "{}", event.name);
            assert!(event.code < 16, "{}", event.name);
            // What the mesh does is metered there.
            let metered = event
                .meters
                .iter()
                .all(|&m| METERS.counted.contains(&m.into()));
            assert!(metered || event.mesh, "{}", event.name);
        }
        for (happening, _, meter) in COUNTED {
            assert!(METERS.counted.contains(&(*meter).into()), "{happening:?}");
        }
    }
}
