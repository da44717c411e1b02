//! TriCore 1.6.1 cores, cycle-approximately: the superscalar TC1.6P and the scalar TC1.6E of the
//! AURIX TC27x.
#![deny(missing_docs)]

pub mod isa;
pub mod mem;
pub mod slot;
pub mod tally;
