//! The host on the other end of the line. It has every address but the board's: it answers requests of ARP (RFC 826)
//! and echoes (RFC 792), and serves a folder by NFS ([`rpc`]).

use super::folder::Folder;
use super::ip::{Assembler, Datagram, packets, sum};
use super::rpc;
use serde::{Deserialize, Serialize};
use trueboard_core::device::FolderChanges;

/// The host's own MAC address, of the range that is administered locally.
const MAC: [u8; 6] = [0x02, 0, 0, 0, 0, 0x01];
/// Types of Ethernet frames.
const ARP: [u8; 2] = [0x08, 0x06];
const IP: [u8; 2] = [0x08, 0x00];
/// Protocols of IP.
const ICMP: u8 = 1;
const UDP: u8 = 17;

/// See the module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Peer {
    folder: Folder,
    assembler: Assembler,
    /// Identification of the next datagram.
    next: u16,
}

impl Peer {
    /// A host that exports `files`.
    ///
    /// # Errors
    /// As [`Folder::new`].
    pub fn new(files: Vec<(String, Vec<u8>)>) -> Result<Peer, String> {
        Ok(Peer {
            folder: Folder::new(files)?,
            assembler: Assembler::default(),
            next: 1,
        })
    }

    /// What firmware has changed.
    pub fn changes(&self) -> FolderChanges<'_> {
        self.folder.changes()
    }

    /// Takes a frame, without its check sequence, and gives the frames of the answer. They are not filled up to the
    /// shortest: the line does that.
    pub fn frame(&mut self, frame: &[u8]) -> Vec<Vec<u8>> {
        self.answer(frame).unwrap_or_default()
    }

    fn answer(&mut self, frame: &[u8]) -> Option<Vec<Vec<u8>>> {
        let (from, kind, payload) = (frame.get(6..12)?, frame.get(12..14)?, frame.get(14..)?);
        let answers = if kind == ARP {
            vec![arp(payload)?]
        } else if kind == IP {
            let datagram = self.assembler.take(payload)?;
            let answer = self.datagram(&datagram)?;
            self.next = self.next.wrapping_add(1);
            packets(&answer, self.next)
        } else {
            return None;
        };
        let framed = |payload: Vec<u8>| [from, &MAC, kind, &payload].concat();
        Some(answers.into_iter().map(framed).collect())
    }

    fn datagram(&mut self, d: &Datagram) -> Option<Datagram> {
        let payload = match d.protocol {
            ICMP => echo(&d.payload)?,
            UDP => self.udp(&d.payload)?,
            _ => return None,
        };
        Some(Datagram {
            from: d.to,
            to: d.from,
            protocol: d.protocol,
            payload,
        })
    }

    /// Checksums are left out, which UDP permits (RFC 768).
    fn udp(&mut self, payload: &[u8]) -> Option<Vec<u8>> {
        let (from, to) = (payload.get(..2)?, payload.get(2..4)?);
        let port = u16::from_be_bytes(to.try_into().ok()?);
        let answer = rpc::answer(&mut self.folder, port, payload.get(8..)?)?;
        let length = (8 + answer.len()) as u16;
        Some([to, from, &length.to_be_bytes(), &[0, 0], &answer].concat())
    }
}

/// The answer to a request for the hardware address of an IP address that is not the asker's own.
fn arp(payload: &[u8]) -> Option<Vec<u8>> {
    let (head, hardware) = (payload.get(..8)?, payload.get(8..14)?);
    let (asker, asked) = (payload.get(14..18)?, payload.get(24..28)?);
    // Ethernet, IP, 6 and 4 bytes, request.
    if head != [0, 1, 8, 0, 6, 4, 0, 1] || asker == asked {
        return None;
    }
    Some([&head[..7], &[2], &MAC, asked, hardware, asker].concat())
}

/// The reply to an echo request.
fn echo(payload: &[u8]) -> Option<Vec<u8>> {
    if payload.first() != Some(&8) {
        return None;
    }
    let mut reply = payload.to_vec();
    reply.get_mut(..4)?.copy_from_slice(&[0; 4]);
    let check = sum(&reply).to_be_bytes();
    reply.get_mut(2..4)?.copy_from_slice(&check);
    Some(reply)
}
