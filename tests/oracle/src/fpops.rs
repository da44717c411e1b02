//! placeholder
use trueboard_cpu_sparcv8::isa::Op;
/// x
pub const OPERATIONS: &[Op] = &[];
