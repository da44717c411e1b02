//! Messages between cores that are in flight.

use std::collections::BTreeMap;

/// See the module. Keys come back; the newest message with a key is the one that is on its way.
#[derive(Debug, Default)]
pub(super) struct Messages {
    next: u64,
    under_way: BTreeMap<(u8, u8, u64), u64>,
}

impl Messages {
    /// `from` sends one to `to`; answers its number, which no other message of the trace has.
    pub fn sent(&mut self, from: u8, to: u8, key: u64) -> u64 {
        self.next += 1;
        self.under_way.insert((from, to, key), self.next);
        self.next
    }

    /// The number of the one that `to` has got from `from`, if it was seen to be sent.
    pub fn received(&mut self, from: u8, to: u8, key: u64) -> Option<u64> {
        self.under_way.remove(&(from, to, key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_a_number_of_its_own() {
        let mut m = Messages::default();
        assert_eq!(m.sent(0, 1, 7), 1);
        assert_eq!(m.sent(0, 2, 7), 2);
        assert_eq!(m.received(0, 1, 8), None);
        assert_eq!(m.received(0, 2, 7), Some(2));
        assert_eq!(m.received(0, 2, 7), None);
        assert_eq!(m.sent(0, 2, 7), 3);
    }
}
