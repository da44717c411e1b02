//! Clocks of the tracers of stub cores.

/// The time stamp counter of a stub core's tracer, as far as its core does not know it.
#[derive(Clone, Debug)]
pub(crate) struct TracerClock {
    pub core: u8,
    pub name: String,
    /// What it shows when it starts, and how many millionths it is too fast.
    pub offset: u64,
    pub ppm: i64,
}
