//! Traces in: readers of traces that firmware, hosts and other tracers wrote.

pub mod ctf;
