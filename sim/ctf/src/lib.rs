//! Packets of the Common Trace Format 1.8 (CTF), as all of Trueboard's tracers write them: little-endian,
//! every field on a byte boundary. What a packet's header, its context and its events hold is their
//! writer's business.

use serde::{Deserialize, Serialize};

/// What every packet begins with (CTF 1.8.3, section 5.1).
pub const MAGIC: u32 = 0xc1fc_1fc1;

/// Of a trace, or of a clock.
pub type Uuid = [u8; 16];

/// A UUID as metadata has it: 32 hexadecimal digits in groups of 8-4-4-4-12.
#[must_use]
pub fn uuid_text(uuid: &Uuid) -> String {
    let t = format!("{:032x}", u128::from_be_bytes(*uuid));
    [&t[..8], &t[8..12], &t[12..16], &t[16..20], &t[20..]].join("-")
}

/// The UUID that a text says; `None` when it says none.
///
/// ```
/// let text = "5a1d0e6b-7b54-4c0d-937e-2f686f737401";
/// let uuid = trueboard_ctf::uuid_of(text).unwrap();
/// assert_eq!(trueboard_ctf::uuid_text(&uuid), text);
/// ```
#[must_use]
pub fn uuid_of(text: &str) -> Option<Uuid> {
    let groups: Vec<usize> = text.split('-').map(str::len).collect();
    if groups != [8, 4, 4, 4, 12] || !text.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit()) {
        return None;
    }
    let n = u128::from_str_radix(&text.replace('-', ""), 16).ok()?;
    Some(n.to_be_bytes())
}

/// A packet, or a part of one, in the making. Fields come one behind the other; those that are known
/// later are filled in by [`Packet::set`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packet {
    bytes: Vec<u8>,
}

impl Packet {
    /// How many bytes it has.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// True when it has none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many bits it has.
    #[must_use]
    pub fn bits(&self) -> u64 {
        8 * self.bytes.len() as u64
    }

    /// Its bytes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its bytes, for whoever moves them elsewhere; the packet goes on with what is left there.
    pub fn room(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }

    /// Its bytes; it is empty then.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Makes it `len` bytes long, with zeros at its end.
    pub fn pad(&mut self, len: usize) {
        self.bytes.resize(len, 0);
    }

    /// Adds bytes.
    #[inline]
    pub fn put(&mut self, bytes: &[u8]) -> &mut Packet {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// Adds an integer of 8 bits.
    #[inline]
    pub fn u8(&mut self, v: u8) -> &mut Packet {
        self.put(&[v])
    }

    /// Adds an integer of 16 bits.
    #[inline]
    pub fn u16(&mut self, v: u16) -> &mut Packet {
        self.put(&v.to_le_bytes())
    }

    /// Adds an integer of 32 bits.
    #[inline]
    pub fn u32(&mut self, v: u32) -> &mut Packet {
        self.put(&v.to_le_bytes())
    }

    /// Adds an integer of 64 bits.
    #[inline]
    pub fn u64(&mut self, v: u64) -> &mut Packet {
        self.put(&v.to_le_bytes())
    }

    /// Adds the low `bytes` bytes of an integer, at most 8.
    pub fn integer(&mut self, v: u64, bytes: usize) -> &mut Packet {
        let all = v.to_le_bytes();
        self.put(all.get(..bytes).unwrap_or(&all))
    }

    /// Adds a text; zeros in it, which would end it, are left out.
    #[inline]
    pub fn text(&mut self, s: &str) -> &mut Packet {
        self.string(s.as_bytes())
    }

    /// As [`Packet::text`], of bytes that need not be UTF-8.
    #[inline]
    pub fn string(&mut self, bytes: &[u8]) -> &mut Packet {
        self.bytes.extend(bytes.iter().filter(|&&b| b != 0));
        self.u8(0)
    }

    /// Fills in an integer of 64 bits whose place is `at`; it must be within the packet.
    #[inline]
    pub fn set(&mut self, at: usize, v: u64) {
        if let Some(place) = self.bytes.get_mut(at..at.saturating_add(8)) {
            place.copy_from_slice(&v.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_lie_one_behind_the_other() {
        let mut p = Packet::default();
        p.u32(MAGIC).u64(0).integer(0x0102_0304, 2).text("a\0b");
        p.set(4, 7);
        p.set(10, 7);
        assert_eq!(
            p.bytes(),
            [
                0xc1, 0x1f, 0xfc, 0xc1, 7, 0, 0, 0, 0, 0, 0, 0, 4, 3, b'a', b'b', 0
            ],
            "what lies beyond the end is not filled in"
        );
        p.pad(20);
        assert_eq!((p.bits(), p.take().len(), p.is_empty()), (160, 20, true));
    }

    #[test]
    fn only_hexadecimal_digits_in_groups_are_a_uuid() {
        for bad in [
            "",
            "5a1d0e6b7b544c0d937e2f686f737401",
            "+a1d0e6b-7b54-4c0d-937e-2f686f737401",
        ] {
            assert_eq!(uuid_of(bad), None, "{bad}");
        }
    }
}
