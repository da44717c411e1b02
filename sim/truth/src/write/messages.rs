//! Messages between cores that are on their way.

use std::collections::BTreeMap;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Message {
    /// No other message of the trace has it.
    pub number: u64,
    pub from: u8,
    /// When it was sent, in ns.
    pub at: u64,
    pub bytes: u32,
}

/// See the module. Keys come back; the newest message with a key is the one that is on its way.
#[derive(Debug, Default)]
pub(super) struct Messages {
    next: u64,
    under_way: BTreeMap<(u8, u8, u64), Message>,
}

impl Messages {
    /// `from` sends one to `to`; answers its number.
    pub fn sent(&mut self, from: u8, to: u8, key: u64, at: u64, bytes: u32) -> u64 {
        self.next += 1;
        let message = Message {
            number: self.next,
            from,
            at,
            bytes,
        };
        self.under_way.insert((from, to, key), message);
        self.next
    }

    /// The one that `to` has got from `from`, if it was seen to be sent.
    pub fn received(&mut self, from: u8, to: u8, key: u64) -> Option<Message> {
        self.under_way.remove(&(from, to, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_number_of_its_own() {
        let mut m = Messages::default();
        assert_eq!(m.sent(0, 1, 7, 100, 32), 1);
        assert_eq!(m.sent(0, 2, 7, 110, 36), 2);
        assert_eq!(m.received(0, 1, 8), None);
        let got = m.received(0, 2, 7).unwrap();
        assert_eq!((got.number, got.at, got.bytes), (2, 110, 36));
        assert_eq!(m.received(0, 2, 7), None);
        assert_eq!(m.sent(0, 2, 7, 120, 32), 3);
    }
}
