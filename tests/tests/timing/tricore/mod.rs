//! The same for the cores of the TC275: each rule with a micro-program whose cycles are derived by
//! hand, on a TC1.6P and on a TC1.6E.
//!
//! Results are pairs: (TC1.6P, TC1.6E). "UM" is the TC27x User's Manual, chapter CPU; "OTAWA" the
//! timing models of that tool, which cite it; "measured" what others measured on the chip, as in the
//! board file. What none of them says is an *estimate*.

mod bench;
mod counts;
mod issue;
mod jumps;
mod latency;
mod memory;
mod slices;
