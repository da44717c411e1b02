//! Runs in pieces, and what they did as a whole.

use trueboard_board::{Ended, Machine};
use trueboard_core::fact::Fact;
use trueboard_core::time::Tick;

/// Base ticks that are looked at of images that run longer.
pub const PREFIX: u64 = 1_500_000;

/// What a machine did until [`PREFIX`], from wherever it was.
pub struct Rest {
    pub ended: Ended,
    facts: Vec<Fact>,
    console: Vec<u8>,
    pub parts: Vec<(String, String)>,
    pub ticks: u64,
}

/// Facts and console.
pub type Taken = (Vec<Fact>, Vec<u8>);

/// What came out of `m` up to now.
pub fn taken(m: &mut Machine) -> Taken {
    (m.take_facts(), m.take_console())
}

/// Lets `m` go on until [`PREFIX`].
pub fn rest(m: &mut Machine) -> Rest {
    let ended = m.run(Tick(PREFIX));
    m.finish();
    let (facts, console) = taken(m);
    Rest {
        ended,
        facts,
        console,
        parts: m.digest_parts(),
        ticks: m.now().0,
    }
}

impl Rest {
    /// The whole, when `begin` came before. A core that was ahead at the seam made some facts early.
    pub fn behind(self, begin: Taken) -> Rest {
        let (mut facts, mut console) = begin;
        facts.extend(self.facts);
        facts.sort_by_key(|f| (f.at, f.source));
        console.extend(self.console);
        Rest {
            facts,
            console,
            ..self
        }
    }

    /// It is what `expected` is.
    pub fn is(&self, expected: &Rest, what: &str) {
        assert_eq!(self.ended, expected.ended, "{what}");
        for (got, wanted) in self.parts.iter().zip(&expected.parts) {
            assert_eq!(got, wanted, "{what}");
        }
        assert_eq!(self.console, expected.console, "{what}");
        let mut pairs = self.facts.iter().zip(&expected.facts);
        let differs = pairs.find(|(a, b)| a != b);
        assert_eq!(differs, None, "{what}: first fact that differs");
        assert_eq!(self.facts.len(), expected.facts.len(), "{what}");
    }
}
