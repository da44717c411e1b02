//! What the core marks its packets with, by which it knows their answers.

/// A load or TESTSET.
pub const LOAD: u32 = 1;
/// A line of instructions.
pub const FETCH: u32 = 2;
/// Of the DMA engine; the channel is in bit 16, a number in the bits below.
pub const DMA: u32 = 1 << 17;
/// A write that is the last one of a message.
pub const MESSAGE: u32 = 1 << 31;
/// A write for all nodes with the upper bits of its address in MULTICAST.
pub const MULTICAST: u32 = 1 << 30;
