//! Moments on the row of a core, in bounded memory.

/// Moments kept of a core.
const MOST: usize = 1 << 14;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// An interrupt of this level was taken.
    Interrupt(u8),
    /// A trap of this type was taken.
    Trap(u16),
    /// A message was sent to this core.
    Sent(u8),
    /// A message from this core has come.
    Received(u8),
}

/// A moment, or several alike that are close together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// When, in base ticks; of several, the first.
    pub at: u64,
    /// What happened.
    pub what: What,
    /// How often.
    pub count: u64,
}

/// Moments in order of time.
#[derive(Clone, Debug)]
pub struct Marks {
    marks: Vec<Mark>,
    cell: u64,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks {
            marks: Vec::new(),
            cell: 1,
        }
    }
}

impl Marks {
    /// The moments.
    #[must_use]
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Base ticks within which moments alike are one.
    #[must_use]
    pub fn cell(&self) -> u64 {
        self.cell
    }

    pub(super) fn push(&mut self, at: u64, what: What) {
        self.marks.push(Mark { at, what, count: 1 });
        while self.marks.len() >= MOST && self.cell < u64::MAX / 2 {
            self.cell *= 2;
            self.gather();
        }
    }

    fn gather(&mut self) {
        let mut out: Vec<Mark> = Vec::new();
        for mark in &self.marks {
            let cell = mark.at / self.cell;
            let mut same = out
                .iter_mut()
                .rev()
                .take_while(|m| m.at / self.cell == cell);
            match same.find(|m| m.what == mark.what) {
                Some(m) => m.count += mark.count,
                None => out.push(*mark),
            }
        }
        self.marks = out;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_there_are_none_is_lost() {
        let mut marks = Marks::default();
        for at in 0..100_000 {
            marks.push(at, What::Interrupt((at % 2) as u8));
        }
        assert!(marks.marks().len() <= MOST);
        let counted: u64 = marks.marks().iter().map(|m| m.count).sum();
        assert_eq!(counted, 100_000);
    }
}
