//! What a debugger sends, cut into packets of which none asks for too much or goes on for ever.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use trueboard::defect;

/// Bytes of a packet. GDB keeps to the size of `PacketSize`, which is less.
const LONGEST: usize = 1 << 16;
/// Bytes between two packets: acknowledgements and interruptions, of which a debugger sends a few.
const MOST_BETWEEN: usize = 1 << 16;
/// Bytes of memory in an answer; one may be shorter than what was asked for (GDB manual, "Packets", `m`).
const MOST_READ: u64 = 4096;

/// See the module.
#[derive(Default)]
pub struct Packets {
    /// The packet in the making, from its `$` on.
    held: Vec<u8>,
    ready: VecDeque<u8>,
    /// Bytes since the last packet.
    between: usize,
}

impl Packets {
    /// The next byte of what has come and is whole.
    pub fn pop(&mut self) -> Option<u8> {
        self.ready.pop_front()
    }

    /// Takes a byte from the debugger.
    ///
    /// # Errors
    /// The packet is too long, or what comes is no packet.
    pub fn push(&mut self, byte: u8) -> io::Result<()> {
        if self.held.is_empty() && byte != b'$' {
            // An acknowledgement, or an interruption.
            self.between += 1;
            if self.between > MOST_BETWEEN {
                let what = format!("{MOST_BETWEEN} bytes came that belong to no packet");
                return Err(io::Error::new(ErrorKind::InvalidData, what));
            }
            self.ready.push_back(byte);
            return Ok(());
        }
        self.held.push(byte);
        if self.held.len() > LONGEST {
            let what = format!("a packet has more than {LONGEST} bytes");
            return Err(io::Error::new(ErrorKind::InvalidData, what));
        }
        let end = self.held.len().checked_sub(3);
        if end.and_then(|e| self.held.get(e)) == Some(&b'#') {
            self.between = 0;
            let packet = std::mem::take(&mut self.held);
            self.ready.extend(shorter(&packet).unwrap_or(packet));
        }
        Ok(())
    }
}

/// The packet with a read of less memory, if it asks for too much.
fn shorter(packet: &[u8]) -> Option<Vec<u8>> {
    let body = packet.strip_prefix(b"$m")?;
    let body = std::str::from_utf8(body.get(..body.len().checked_sub(3)?)?).ok()?;
    let (at, bytes) = body.split_once(',')?;
    let most = bytes.bytes().all(|b| b.is_ascii_hexdigit())
        && u64::from_str_radix(bytes, 16).is_ok_and(|n| n <= MOST_READ);
    if most || bytes.is_empty() {
        return None;
    }
    let body = format!("m{at},{MOST_READ:x}");
    let sum = body.bytes().fold(0u8, u8::wrapping_add);
    Some(format!("${body}#{sum:02x}").into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn through(text: &str) -> io::Result<String> {
        let mut p = Packets::default();
        text.bytes().try_for_each(|b| p.push(b))?;
        Ok(std::iter::from_fn(|| p.pop()).map(char::from).collect())
    }

    #[test]
    fn packets_come_whole_and_ask_for_a_little() {
        assert_eq!(
            through("+$m0,4#fd\u{3}").ok().as_deref(),
            Some("+$m0,4#fd\u{3}")
        );
        assert_eq!(through("$m0,ff").ok().as_deref(), Some(""));
        assert_eq!(
            through("$m0,ffffffff#00").ok().as_deref(),
            Some("$m0,1000#8a")
        );
        assert_eq!(through("$m0,1000#8a").ok().as_deref(), Some("$m0,1000#8a"));
        let far = through("$mffff,fffffffffffffffffffffff#00").ok();
        assert!(far.is_some_and(|f| f.starts_with("$mffff,1000#")));
    }

    #[test]
    fn a_packet_without_end_is_an_error() {
        let text = "$".to_owned() + &"a".repeat(LONGEST);
        assert!(through(&text).is_err());
    }

    #[test]
    fn what_belongs_to_no_packet_has_an_end() {
        let few = "+".repeat(MOST_BETWEEN);
        assert!(through(&few).is_ok());
        assert!(through(&format!("{few}-")).is_err());
        // A packet resets the count.
        assert!(through(&format!("{few}$?#3f{few}")).is_ok());
    }
}
