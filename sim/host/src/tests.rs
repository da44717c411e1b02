//! Whole scripts against a chip that only has memories, and firmware in a closure.

mod rig;
mod scripts;
