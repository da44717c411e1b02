//! What the core finds at its own local addresses.

/// Size of the SRAM (AR, memory).
pub(crate) const SRAM: u32 = 0x8000;
/// First local address of the registers.
pub(crate) const REGISTERS: u32 = 0xf_0000;
/// Bytes of R0 to R63, which come first.
pub(crate) const GENERAL_BYTES: u32 = 0x100;
/// One past the last.
pub(crate) const REGISTERS_END: u32 = 0xf_0800;
/// First and last local address of a link node's registers.
pub(crate) const LINK: std::ops::Range<u32> = 0xf_0300..0xf_0330;
