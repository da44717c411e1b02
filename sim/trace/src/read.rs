//! Traces in: readers of what firmware, hosts and other tracers wrote.

pub mod ctf;
