//! Facts about the devices of a board.

pub mod bench;
pub mod brute;

use trueboard_core::device::DevId;
use trueboard_core::fact::{Fact, FactKind, Source};
use trueboard_core::time::Tick;

pub const STAT: DevId = DevId(3);

pub fn fact(at: u64, source: Source, kind: FactKind) -> Fact {
    Fact {
        at: Tick(at),
        source,
        kind,
    }
}
