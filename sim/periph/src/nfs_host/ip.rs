//! IP version 4 (RFC 791) without options of its own: datagrams out of fragments, and fragments out of datagrams.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Bytes of a header without options.
const HEADER: usize = 20;
/// Bytes of a datagram on Ethernet.
const MTU: usize = 1500;
/// The longest payload that is put together.
const LONGEST: usize = 65_535;
/// How many datagrams can be incomplete at a time; a further one takes the place of another.
const INCOMPLETE: usize = 64;
/// In how many pieces a datagram can come; with more of them it is lost, as with more than [`LONGEST`] bytes in them.
const PIECES: usize = 128;
/// Flag: more fragments follow.
const MORE: u16 = 1 << 13;

/// A datagram, or a fragment of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Datagram {
    pub from: [u8; 4],
    pub to: [u8; 4],
    pub protocol: u8,
    pub payload: Vec<u8>,
}

/// What has come of a datagram.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Partial {
    /// Payload, by where it begins.
    pieces: BTreeMap<u16, Vec<u8>>,
    /// Its length, once the last fragment is there.
    length: Option<usize>,
}

impl Partial {
    /// The payload, if all of it is there.
    fn whole(&self) -> Option<Vec<u8>> {
        let length = self.length?;
        let mut payload = Vec::new();
        for (at, piece) in &self.pieces {
            if usize::from(*at) > payload.len() {
                return None;
            }
            payload.truncate((*at).into());
            payload.extend(piece);
        }
        (payload.len() == length).then_some(payload)
    }
}

/// Puts fragments together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Assembler {
    /// By sender and identification.
    partial: BTreeMap<([u8; 4], u16), Partial>,
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let two = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(u16::from_be_bytes(two))
}

fn address(bytes: &[u8], at: usize) -> Option<[u8; 4]> {
    bytes.get(at..at + 4)?.try_into().ok()
}

impl Assembler {
    /// Takes an IP packet in; a datagram that is complete with it comes out.
    pub fn take(&mut self, packet: &[u8]) -> Option<Datagram> {
        let first = *packet.first()?;
        let header = usize::from(first & 15) * 4;
        if first >> 4 != 4 || header < HEADER || sum(packet.get(..header)?) != 0 {
            return None;
        }
        let total = usize::from(u16_at(packet, 2)?);
        let payload = packet.get(header..total)?;
        let (id, place) = (u16_at(packet, 4)?, u16_at(packet, 6)?);
        let (from, to) = (address(packet, 12)?, address(packet, 16)?);
        let at = usize::from(place & 0x1fff) * 8;
        let last = place & MORE == 0;
        let whole = if at == 0 && last {
            payload.to_vec()
        } else {
            if at + payload.len() > LONGEST {
                return None;
            }
            if self.partial.len() >= INCOMPLETE && !self.partial.contains_key(&(from, id)) {
                self.partial.pop_first();
            }
            let partial = self.partial.entry((from, id)).or_default();
            partial.pieces.insert(at as u16, payload.to_vec());
            // Pieces that lie one over another are no datagram, however many there are.
            let bytes: usize = partial.pieces.values().map(Vec::len).sum();
            if partial.pieces.len() > PIECES || bytes > LONGEST {
                self.partial.remove(&(from, id));
                return None;
            }
            if last {
                partial.length = Some(at + payload.len());
            }
            let whole = partial.whole()?;
            self.partial.remove(&(from, id));
            whole
        };
        Some(Datagram {
            from,
            to,
            protocol: *packet.get(9)?,
            payload: whole,
        })
    }
}

#[cfg(test)]
impl Assembler {
    /// Bytes that wait.
    pub fn bytes(&self) -> usize {
        let pieces = self.partial.values().flat_map(|p| p.pieces.values());
        pieces.map(Vec::len).sum()
    }
}

/// The packets of a datagram.
pub(super) fn packets(datagram: &Datagram, id: u16) -> Vec<Vec<u8>> {
    let piece = (MTU - HEADER) / 8 * 8;
    let pieces = datagram.payload.chunks(piece);
    let n = pieces.len();
    let packet = |(i, payload): (usize, &[u8])| {
        let more = if i + 1 < n { MORE } else { 0 };
        let mut p = vec![0x45, 0];
        p.extend(((HEADER + payload.len()) as u16).to_be_bytes());
        p.extend(id.to_be_bytes());
        p.extend((more | (i * piece / 8) as u16).to_be_bytes());
        p.extend([64, datagram.protocol, 0, 0]);
        p.extend(datagram.from);
        p.extend(datagram.to);
        let check = sum(&p).to_be_bytes();
        p[10..12].copy_from_slice(&check);
        p.extend(payload);
        p
    };
    pieces.enumerate().map(packet).collect()
}

/// The Internet checksum (RFC 1071); 0 over what contains its own.
pub(super) fn sum(bytes: &[u8]) -> u16 {
    let mut sum: u64 = 0;
    for pair in bytes.chunks(2) {
        sum += u64::from(pair[0]) << 8 | pair.get(1).copied().map_or(0, u64::from);
    }
    while sum > 0xffff {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !(sum as u16)
}
