//! What the pipes know of the classes of instructions.

use super::Params;
use crate::isa::Class;
use crate::meters::Meter;
use serde::{Deserialize, Serialize};

/// The pipes of a group, as bits.
pub(super) const IP: u8 = 1;
pub(super) const LS: u8 = 2;
pub(super) const LP: u8 = 4;

/// Classes, rounded up to a power of two so that an index masks for free.
pub(super) const CLASSES: usize = 32;
/// Units that are busy for more than a cycle.
pub(super) const DIVIDER: usize = 1;
pub(super) const FP_DIVIDER: usize = 2;
pub(super) const LOAD_STORE: usize = 3;
pub(super) const UNITS: usize = 4;

/// Properties of a class that the loop needs.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[repr(align(8))]
pub(super) struct Info {
    /// Cycles until another instruction can use the result.
    pub latency: u8,
    /// Cycles until another instruction can use the unit.
    pub repeat: u8,
    /// The pipe, as a bit.
    pub pipe: u8,
    /// The unit that it keeps busy, or 0.
    pub unit: u8,
    /// It issues alone: all of the TC1.6E do.
    pub alone: bool,
}

/// What is known of each class.
pub(super) fn infos(params: &Params) -> [Info; CLASSES] {
    let mut classes = [Info {
        latency: 1,
        repeat: 1,
        pipe: LS,
        unit: 0,
        alone: false,
    }; CLASSES];
    for opcode in crate::isa::ROWS.iter().map(|row| row.class) {
        let class = opcode.class();
        classes[class as usize] = Info {
            pipe: pipe_of(class),
            unit: unit_of(class) as u8,
            alone: alone(class) || !params.superscalar,
            ..classes[class as usize]
        };
    }
    for (class, latency, repeat) in params.classes() {
        let info = &mut classes[class as usize];
        (info.latency, info.repeat) = (latency, repeat);
    }
    classes
}

/// The pipe of a class.
fn pipe_of(class: Class) -> u8 {
    use Class as C;
    match class {
        C::Alu | C::Alu2 | C::Mul | C::Mac | C::Div | C::Dvstep => IP,
        C::Fp | C::Fp1 | C::FpMac | C::FpDiv | C::JumpD => IP,
        C::Loop => LP,
        _ => LS,
    }
}

/// The unit that a class keeps busy, or 0.
fn unit_of(class: Class) -> usize {
    use Class as C;
    match class {
        C::Div | C::Dvstep => DIVIDER,
        C::FpDiv => FP_DIVIDER,
        C::Alu | C::Alu2 | C::Mul | C::Mac | C::Fp | C::Fp1 | C::FpMac | C::JumpD | C::Loop => 0,
        _ => LOAD_STORE,
    }
}

/// Whether an instruction of a class may issue in one cycle with the pipes in `group`.
#[inline(always)]
pub(super) fn joins(info: Info, group: u8) -> bool {
    match info.pipe {
        IP => false,
        LS => group == IP && !info.alone,
        _ => group & LP == 0,
    }
}

/// Classes that issue alone.
fn alone(class: Class) -> bool {
    use Class as C;
    matches!(
        class,
        C::Context | C::System | C::LoadContext | C::StoreContext | C::CacheOp | C::Swap | C::Ldmst
    )
}

/// The meter of cycles in which an instruction of a class was the oldest and did not issue.
pub(super) fn dispatch_stall(class: Class) -> Meter {
    match pipe_of(class) {
        IP => Meter::IpDispatchStall,
        LS => Meter::LsDispatchStall,
        _ => Meter::LpDispatchStall,
    }
}
