//! The tests of the judges of counters, clocks and sensors, as one program.

mod brute_epiphany;
mod brute_l4stat;
mod brute_tricore;
mod clocks;
mod common;
mod epiphany;
mod runs;
mod sensors;
mod tricore;
mod windows;
