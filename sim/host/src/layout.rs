//! Memory that firmware and host agree on, as a file beside the firmware describes it: mailboxes of cores, and rings of
//! packets (docs/user/reference/host.md, "Layout of the firmware"). The simulator knows no firmware's mailboxes; without a
//! description rings are those of barectf's Parallella platform.

use crate::chip::{Chip, CoreAt, OWN, SRAM};
use crate::words::word;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes of a mailbox, and of a packet.
const MOST: u32 = 1 << 16;
/// The most packets in a ring.
const MOST_PACKETS: u32 = 256;
/// The least bytes of a packet: its header with the fields that CTF has for packets.
const LEAST_PACKET: u32 = 64;
/// Bytes in front of a ring's packets: consumer and producer index.
pub(crate) const INDICES: u32 = 8;

/// What a firmware's host has to know of its memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Layout {
    /// Mailboxes, one for each core.
    pub mailboxes: Option<Mailboxes>,
    /// Rings of packets, one for each core.
    pub rings: Rings,
}

/// A few words for each core by which it talks to the host.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mailboxes {
    /// Address of core 0's mailbox, those of the others behind it; below 1 MiB, the address of each in its core's own
    /// memory.
    pub at: u32,
    /// Bytes of a mailbox, and from one to the next.
    pub bytes: u32,
    /// Words of the exchanges that synchronise clocks.
    #[serde(default)]
    pub exchange: Option<ExchangeWords>,
    /// Words in which a tracer counts.
    #[serde(default)]
    pub tracer: Option<TracerWords>,
    /// Offsets of further words, by name.
    #[serde(default)]
    pub words: BTreeMap<String, u32>,
}

/// Offsets of the words of an exchange, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExchangeWords {
    /// The host's sequence number.
    pub request: u32,
    /// The core's answer: the number after it.
    pub ack: u32,
}

/// Offsets of a tracer's words, in bytes, and the state from which on they are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TracerWords {
    /// The state of the program.
    pub state: u32,
    /// The state in which all packets are in the ring and all counts are written.
    pub finished: u32,
    /// Calls of tracepoints.
    pub attempted: u32,
    /// Records dropped.
    pub discarded: u32,
    /// Packets put into the ring.
    pub packets: u32,
}

/// Rings of packets: two indices of four bytes, then the packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rings {
    /// Packets in a ring.
    pub packets: u32,
    /// Bytes of a packet.
    pub packet_bytes: u32,
}

/// The rings of barectf's Parallella platform (`barectf-platform-parallella-config.h`).
impl Default for Rings {
    fn default() -> Rings {
        Rings {
            packets: 4,
            packet_bytes: 256,
        }
    }
}

/// What a tracer says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Calls of tracepoints.
    pub attempted: u32,
    /// Records dropped.
    pub discarded: u32,
    /// Packets put into the ring.
    pub packets: u32,
}

impl Rings {
    /// Whether they are those of a script without a description.
    pub(crate) fn is_default(&self) -> bool {
        *self == Rings::default()
    }

    /// Bytes from one core's ring to the next.
    pub(crate) fn stride(&self) -> u32 {
        INDICES + self.packets * self.packet_bytes
    }

    fn problems(&self) -> Vec<String> {
        let mut problems = Vec::new();
        // Indices run freely: behind 2^32 - 1 comes 0, in the slot that follows.
        if !(2..=MOST_PACKETS).contains(&self.packets) || !self.packets.is_power_of_two() {
            problems.push(format!(
                "rings.packets is {}, but must be a power of two from 2 to {MOST_PACKETS}",
                self.packets
            ));
        }
        if !(LEAST_PACKET..=MOST).contains(&self.packet_bytes)
            || !self.packet_bytes.is_multiple_of(4)
        {
            problems.push(format!(
                "rings.packet_bytes is {}, but must be a multiple of 4 from {LEAST_PACKET} to {MOST}",
                self.packet_bytes
            ));
        }
        problems
    }
}

impl Mailboxes {
    /// The words with their names, and the field that describes each.
    fn all(&self) -> Vec<(&str, &str, u32)> {
        let exchange = self.exchange.iter();
        let exchange = exchange.flat_map(|e| [("request", e.request), ("ack", e.ack)]);
        let tracer = self.tracer.iter().flat_map(|t| {
            [
                ("state", t.state),
                ("attempted", t.attempted),
                ("discarded", t.discarded),
                ("packets", t.packets),
            ]
        });
        let words = self.words.iter().map(|(name, at)| (name.as_str(), *at));
        let of = |field| move |(name, at)| (field, name, at);
        exchange
            .map(of("exchange"))
            .chain(tracer.map(of("tracer")))
            .chain(words.map(of("words")))
            .collect()
    }

    /// The offset of the word called `name`, if there is one.
    pub(crate) fn offset(&self, name: &str) -> Option<u32> {
        let all = self.all();
        all.iter().find(|w| w.1 == name).map(|w| w.2)
    }

    /// The names of all words.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.all().iter().map(|w| w.1).collect()
    }

    /// The address of a core's mailbox.
    pub(crate) fn of(&self, core: CoreAt) -> u32 {
        if self.at < OWN {
            core.global(self.at)
        } else {
            self.at + self.bytes * u32::from(core.number)
        }
    }

    fn problems(&self, chip: &Chip) -> Vec<String> {
        let mut problems = Vec::new();
        if !(4..=MOST).contains(&self.bytes) || !self.bytes.is_multiple_of(4) {
            return vec![format!(
                "mailboxes.bytes is {}, but must be a multiple of 4 from 4 to {MOST}",
                self.bytes
            )];
        }
        let (room, end) = match self.at {
            own if own < OWN => (self.bytes, SRAM.into()),
            _ => (self.bytes * u32::from(chip.cores()), 1 << 32),
        };
        if !self.at.is_multiple_of(4) {
            problems.push(format!(
                "mailboxes.at is {:#x}, but must be a multiple of 4",
                self.at
            ));
        } else if u64::from(self.at) + u64::from(room) > end {
            problems.push(format!(
                "mailboxes.at is {:#x}, but {room} bytes from there on must end below {end:#x}",
                self.at
            ));
        }
        let (mut names, mut places) = (BTreeSet::new(), BTreeMap::new());
        for (field, name, at) in self.all() {
            let nameable = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let wrong = if name.is_empty() || !name.chars().all(nameable) {
                Some("a name has letters, digits and _".to_owned())
            } else if !names.insert(name) {
                Some("another word has this name; give it a second one".to_owned())
            } else if !at.is_multiple_of(4) || at > self.bytes - 4 {
                Some(format!(
                    "its offset is {at}, but must be a multiple of 4 up to {}",
                    self.bytes - 4
                ))
            } else {
                let other = places.insert(at, name);
                other.map(|other| format!("`{other}` is at offset {at}, too"))
            };
            problems.extend(wrong.map(|why| format!("mailboxes.{field}: `{name}`: {why}")));
        }
        problems
    }
}

impl Layout {
    /// Reads the file called `name`.
    ///
    /// # Errors
    /// All that is wrong, each with its place.
    pub(crate) fn read(name: &str, bytes: &[u8], chip: &Chip) -> Result<Layout, Vec<String>> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| vec![format!("layout: {name}: is no text in UTF-8")])?;
        let options = ron::Options::default()
            .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
        let layout: Layout = options.from_str(text).map_err(|e| {
            let at = e.span.start;
            vec![format!("layout: {name}:{}:{}: {}", at.line, at.col, e.code)]
        })?;
        let mailboxes = layout.mailboxes.iter().flat_map(|m| m.problems(chip));
        let problems = mailboxes.chain(layout.rings.problems());
        let problems: Vec<String> = problems
            .map(|what| format!("layout: {name}: {what}"))
            .collect();
        if problems.is_empty() {
            Ok(layout)
        } else {
            Err(problems)
        }
    }

    /// Each core's mailbox: its address and its bytes; none where none are described.
    pub fn mailboxes_of(&self, chip: &Chip) -> Vec<(u32, u32)> {
        let cores = (0..chip.cores()).filter_map(|n| chip.numbered(n));
        let of = |core| self.mailboxes.as_ref().map(|m| (m.of(core), m.bytes));
        cores.filter_map(of).collect()
    }

    /// Whether a tracer's counts are described.
    pub fn counts_known(&self) -> bool {
        self.mailboxes.as_ref().is_some_and(|m| m.tracer.is_some())
    }

    /// What the tracer of core number `core` says of itself, once it has finished. `peek` reads memory.
    pub fn counts<'a>(
        &self,
        chip: &Chip,
        core: u8,
        peek: &dyn Fn(u64, usize) -> Option<&'a [u8]>,
    ) -> Option<Counts> {
        let mailboxes = self.mailboxes.as_ref()?;
        let tracer = mailboxes.tracer?;
        let at = mailboxes.of(chip.numbered(core)?);
        let bytes = peek(at.into(), mailboxes.bytes as usize)?;
        let word = |at: u32| word(bytes, at as usize);
        (word(tracer.state) == tracer.finished).then(|| Counts {
            attempted: word(tracer.attempted),
            discarded: word(tracer.discarded),
            packets: word(tracer.packets),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Layout, Vec<String>> {
        Layout::read("layout.ron", text.as_bytes(), &Chip::default())
    }

    #[test]
    fn what_cannot_be_is_one_line_with_its_place() {
        for (text, begin, part) in [
            ("(\n  mailboxs: None,\n)", "2:3: ", "mailboxs"),
            ("(mailboxes: (at: 0x8e800000))", "1:", "bytes"),
            (
                "(mailboxes: (at: 0x8e800000, bytes: 64, exchange: (request: 0)))",
                "1:",
                "ack",
            ),
            (
                "(mailboxes: (at: 0x8e800000, bytes: 6))",
                " mailboxes.bytes is 6",
                "multiple of 4 from 4 to 65536",
            ),
            (
                "(mailboxes: (at: 0x8e800002, bytes: 64))",
                " mailboxes.at is 0x8e800002",
                "multiple of 4",
            ),
            (
                "(mailboxes: (at: 0xfffffc04, bytes: 64))",
                " mailboxes.at is 0xfffffc04",
                "1024 bytes from there on must end below 0x100000000",
            ),
            (
                "(mailboxes: (at: 0x7fe0, bytes: 64))",
                " mailboxes.at is 0x7fe0",
                "64 bytes from there on must end below 0x8000",
            ),
            (
                "(mailboxes: (at: 0x8e800000, bytes: 8, exchange: (request: 0, ack: 8)))",
                " mailboxes.exchange: `ack`",
                "its offset is 8, but must be a multiple of 4 up to 4",
            ),
            (
                "(mailboxes: (at: 0x8e800000, bytes: 8, exchange: (request: 4, ack: 4)))",
                " mailboxes.exchange: `ack`",
                "`request` is at offset 4, too",
            ),
            (
                "(mailboxes: (at: 0, bytes: 16, exchange: (request: 0, ack: 4), words: {\"ack\": 8}))",
                " mailboxes.words: `ack`",
                "another word has this name",
            ),
            (
                "(mailboxes: (at: 0, bytes: 16, words: {\"a+b\": 8}))",
                " mailboxes.words: `a+b`",
                "letters, digits and _",
            ),
            (
                "(rings: (packets: 3))",
                " rings.packets is 3",
                "power of two",
            ),
            (
                "(rings: (packet_bytes: 32))",
                " rings.packet_bytes is 32",
                "from 64 to 65536",
            ),
        ] {
            let problems = read(text).expect_err(text);
            assert_eq!(problems.len(), 1, "{problems:?}");
            let line = problems[0].strip_prefix("layout: layout.ron:");
            let line = line.expect("the file is named");
            assert!(line.starts_with(begin) && line.contains(part), "{line}");
        }
        assert!(Layout::read("x", &[0xff], &Chip::default()).is_err());
    }

    #[test]
    fn mailboxes_lie_behind_each_other_or_in_each_core() {
        let chip = Chip::default();
        let shared = read("(mailboxes: (at: 0x8f800100, bytes: 32))").expect("it is right");
        let at = shared.mailboxes_of(&chip);
        assert_eq!((at[0], at[15]), ((0x8f80_0100, 32), (0x8f80_02e0, 32)));
        let own = read("(mailboxes: (at: 0x7f00, bytes: 32))").expect("it is right");
        let at = own.mailboxes_of(&chip);
        assert_eq!((at[0], at[15]), ((0x8080_7f00, 32), (0x8cb0_7f00, 32)));
        let none = Layout::default();
        assert_eq!(none.mailboxes_of(&chip), []);
        assert_eq!(none.rings.stride(), 1032);
    }

    /// The description says where the counts are, whatever the firmware's layout is.
    #[test]
    fn counts_are_read_where_the_description_says() {
        let chip = Chip::default();
        let counts = |layout: &Layout, core: u8, place: u64, words: [u32; 5]| {
            let all: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
            layout.counts(&chip, core, &|at, n| (at == place).then(|| &all[..n]))
        };
        let known = Some(Counts {
            attempted: 30,
            discarded: 4,
            packets: 7,
        });
        let first = read(
            "(mailboxes: (at: 0x8e800000, bytes: 20, tracer: (state: 0, finished: 2, attempted: 4, discarded: 8, \
             packets: 12)))",
        );
        let first = first.expect("it is right");
        let core5 = 0x8e80_0000 + 20 * 5;
        assert_eq!(counts(&first, 5, core5, [2, 30, 4, 7, 0]), known);
        assert_eq!(counts(&first, 5, core5, [1, 30, 4, 7, 0]), None);
        assert_eq!(counts(&first, 6, core5, [2, 30, 4, 7, 0]), None);
        let second = read(
            "(mailboxes: (at: 0x100, bytes: 20, tracer: (state: 16, finished: 0xd0, attempted: 12, discarded: 0, \
             packets: 8)))",
        );
        let second = second.expect("it is right");
        assert_eq!(counts(&second, 5, 0x8490_0100, [4, 0, 7, 30, 0xd0]), known);
        let none = Layout::default();
        assert!(second.counts_known() && !none.counts_known());
        assert_eq!(counts(&none, 5, 0x8490_0100, [4, 0, 7, 30, 0xd0]), None);
    }
}
