//! What instructions do, as pure functions; those of the FPU are in [`crate::fpu`].

pub mod alu;
