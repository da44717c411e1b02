//! What instructions do to the architectural state, by family. Functions of state and operands: time,
//! meters, caches and the board are the business of their callers.

pub(crate) mod alu;
pub(crate) mod branch;
pub(crate) mod fp;
pub(crate) mod mem;
pub(crate) mod system;
