//! What a debugger sends, cut into packets. None asks for too much, goes on for ever, or is one that the stub library
//! cannot read.

use super::grammar::{Threads, Verdict, judge};
use std::collections::VecDeque;
use std::io::{self, ErrorKind};

/// Bytes of a packet. GDB keeps to the size of `PacketSize`, which is less.
const LONGEST: usize = 1 << 16;
/// Bytes between two packets: acknowledgements and interruptions, of which a debugger sends a few.
const MOST_BETWEEN: usize = 1 << 16;
/// What a packet is answered that cannot be read: EINVAL, as Linux numbers it.
const REFUSAL: &str = "E16";

/// What comes next of what a debugger has sent.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// A byte for the stub library.
    Byte(u8),
    /// An answer for the debugger.
    Answer(Vec<u8>),
    /// The debugger wants the last answer again.
    Again,
}

/// See the module.
#[derive(Default)]
pub struct Packets {
    /// The packet in the making, from its `$` on.
    held: Vec<u8>,
    ready: VecDeque<Next>,
    /// Bytes since the last packet.
    between: usize,
    /// Packets are acknowledged no more.
    unacknowledged: bool,
}

impl Packets {
    /// The next of what has come and is whole.
    pub fn pop(&mut self) -> Option<Next> {
        self.ready.pop_front()
    }

    /// Takes a byte from the debugger; these threads there are.
    ///
    /// # Errors
    /// The packet is too long, or what comes is no packet.
    pub fn push(&mut self, byte: u8, threads: &Threads) -> io::Result<()> {
        if self.held.is_empty() && byte != b'$' {
            self.between += 1;
            if self.between > MOST_BETWEEN {
                let what = format!("{MOST_BETWEEN} bytes came that belong to no packet");
                return Err(io::Error::new(ErrorKind::InvalidData, what));
            }
            match byte {
                b'-' => self.ready.push_back(Next::Again),
                b'+' | 3 => self.ready.push_back(Next::Byte(byte)),
                // Noise on the line.
                _ => {}
            }
            return Ok(());
        }
        self.held.push(byte);
        if self.held.len() > LONGEST {
            let what = format!("a packet has more than {LONGEST} bytes");
            return Err(io::Error::new(ErrorKind::InvalidData, what));
        }
        let end = self.held.len().checked_sub(3).filter(|&e| e > 0);
        if end.and_then(|e| self.held.get(e)) == Some(&b'#') {
            self.between = 0;
            let packet = std::mem::take(&mut self.held);
            self.take(&packet, threads);
        }
        Ok(())
    }

    /// A packet is whole.
    fn take(&mut self, packet: &[u8], threads: &Threads) {
        let (body, sum) = packet.split_at(packet.len() - 3);
        let body = &body[1..];
        let said = std::str::from_utf8(&sum[1..]).ok();
        if said.and_then(|s| u8::from_str_radix(s, 16).ok()) != Some(check_sum(body)) {
            if !self.unacknowledged {
                self.ready.push_back(Next::Answer(b"-".to_vec()));
            }
            return;
        }
        match judge(body, threads) {
            Verdict::Pass => self.hand_on(packet),
            Verdict::Instead(body) => self.hand_on(&packet_of(&body)),
            Verdict::Refuse => self.answer(REFUSAL),
            Verdict::Kill => {
                self.answer("OK");
                self.hand_on(&packet_of("k"));
            }
        }
        self.unacknowledged |= body == b"QStartNoAckMode";
    }

    fn hand_on(&mut self, packet: &[u8]) {
        self.ready.extend(packet.iter().map(|&b| Next::Byte(b)));
    }

    fn answer(&mut self, text: &str) {
        let mut bytes = packet_of(text);
        if !self.unacknowledged {
            bytes.insert(0, b'+');
        }
        self.ready.push_back(Next::Answer(bytes));
    }
}

fn check_sum(body: &[u8]) -> u8 {
    body.iter().fold(0, |sum, b| sum.wrapping_add(*b))
}

fn packet_of(body: &str) -> Vec<u8> {
    format!("${body}#{:02x}", check_sum(body.as_bytes())).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of `text`: bytes for the library, answers in brackets.
    fn through(text: &str) -> io::Result<String> {
        let mut p = Packets::default();
        text.bytes()
            .try_for_each(|b| p.push(b, &Threads::default()))?;
        let mut out = String::new();
        while let Some(next) = p.pop() {
            match next {
                Next::Byte(b) => out.push(char::from(b)),
                Next::Answer(bytes) => out += &format!("[{}]", String::from_utf8_lossy(&bytes)),
                Next::Again => out += "[again]",
            }
        }
        Ok(out)
    }

    #[test]
    fn packets_come_whole_and_ask_for_a_little() {
        assert_eq!(
            through("+$m0,4#fd\u{3}").ok().as_deref(),
            Some("+$m0,4#fd\u{3}")
        );
        assert_eq!(through("$m0,ff").ok().as_deref(), Some(""));
        assert_eq!(
            through("$m0,ffffffff#f9").ok().as_deref(),
            Some("$m0,1000#8a")
        );
        assert_eq!(through("$m0,1000#8a").ok().as_deref(), Some("$m0,1000#8a"));
    }

    /// Check sums by hand: `m` 6d, `z` 7a.
    #[test]
    fn what_cannot_be_read_is_answered() {
        assert_eq!(through("$m#6d").ok().as_deref(), Some("[+$E16#ac]"));
        assert_eq!(through("$m0,4#fe").ok().as_deref(), Some("[-]"));
        assert_eq!(through("$m0,4#zz").ok().as_deref(), Some("[-]"));
        assert_eq!(through("-xyz").ok().as_deref(), Some("[again]"));
        let quiet = through("$QStartNoAckMode#b0$m#6d$m#00").ok();
        assert_eq!(quiet.as_deref(), Some("$QStartNoAckMode#b0[$E16#ac]"));
        let killed = through("$vKill;1#6e").ok();
        assert_eq!(killed.as_deref(), Some("[+$OK#9a]$k#6b"));
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
