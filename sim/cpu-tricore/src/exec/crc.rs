//! CRC32.

/// The polynomial of IEEE 802.3, bit-reversed.
const POLYNOMIAL: u32 = 0xEDB8_8320;

/// The checksum `seed` continued over the four bytes of `data`, the most significant first. Seed and
/// result are inverted, as IEEE 802.3 has them, so that results can be seeds again.
pub(super) fn crc32(seed: u32, data: u32) -> u32 {
    !(0..32).fold(!seed ^ data.swap_bytes(), |crc, _| {
        crc >> 1 ^ if crc & 1 != 0 { POLYNOMIAL } else { 0 }
    })
}
