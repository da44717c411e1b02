//! The partner of a board that is linked to other boards: it takes what the board sends, and hands over what arrives.

use super::Session;
use super::partner::{Lines, Partner};
use crate::near::NotThere;
use std::collections::VecDeque;
use trueboard_core::time::Tick;

/// The end of a link at a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// A serial line, by the name of its device.
    Line(String),
    /// A pin of a device: its number among the outputs where the link begins, among the inputs where it leads to.
    Pin(String, u16),
}

/// What passes a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// A byte of a serial line.
    Byte(u8),
    /// A level of a pin.
    Level(bool),
}

/// Something that passes a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passing {
    /// The time at the board, in its base ticks: of sending, or of arrival.
    pub at: Tick,
    /// The number of the link's end among those of the board.
    pub end: usize,
    /// What it is.
    pub signal: Signal,
}

/// The ends of links at one board.
#[derive(Debug, Default)]
pub struct Linked {
    /// Where links begin.
    sources: Vec<End>,
    /// Where links lead to.
    targets: Vec<End>,
    sent: Vec<Passing>,
    /// In order of time.
    coming: VecDeque<Passing>,
}

impl Linked {
    /// Takes what was sent since the last call, in order of time for each source.
    pub fn take_sent(&mut self) -> Vec<Passing> {
        std::mem::take(&mut self.sent)
    }

    /// Hands over what will arrive, none of it in the board's past. Of one time, it arrives in the order of the ends, and
    /// at one end in the order in which it was handed over.
    pub fn arrive(&mut self, coming: impl IntoIterator<Item = Passing>) {
        self.coming.extend(coming);
        let all = self.coming.make_contiguous();
        all.sort_by_key(|p| (p.at, p.end));
    }

    /// Nothing is on its way.
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.coming.is_empty() && self.sent.is_empty()
    }

    fn take(&mut self, lines: &mut Lines<'_>) {
        for (end, source) in self.sources.iter().enumerate() {
            let passing = |at: Tick, signal| Passing { at, end, signal };
            match source {
                End::Line(name) => {
                    let bytes = lines.fresh(name).iter().zip(lines.times(name));
                    let bytes = bytes.map(|(byte, at)| passing(*at, Signal::Byte(*byte)));
                    self.sent.extend(bytes);
                }
                End::Pin(device, pin) => {
                    let levels = lines.levels(device, *pin).into_iter();
                    self.sent
                        .extend(levels.map(|(at, level)| passing(at, Signal::Level(level))));
                }
            }
        }
        let now = lines.now();
        let due = self.coming.partition_point(|p| p.at <= now);
        for passing in self.coming.drain(..due) {
            match (self.targets.get(passing.end), passing.signal) {
                (Some(End::Line(name)), Signal::Byte(byte)) => lines.type_in(name, &[byte]),
                (Some(End::Pin(device, pin)), Signal::Level(level)) => {
                    lines.drive(device, *pin, level);
                }
                _ => {}
            }
        }
    }
}

impl Partner for Linked {
    fn next(&self, _: Tick) -> Tick {
        self.coming.front().map_or(Tick::NEVER, |p| p.at)
    }

    fn meet(&mut self, lines: &mut Lines<'_>) {
        self.take(lines);
    }

    fn idle(&mut self, lines: &mut Lines<'_>) -> bool {
        self.take(lines);
        false
    }

    fn awaited(&self) -> bool {
        true
    }
}

impl Session {
    /// Links the board to others: `sources` are where links begin, `targets` where they lead to.
    ///
    /// # Errors
    /// [`NotThere`]: a serial line, a device or an input pin that the board does not have.
    pub fn link(&mut self, sources: Vec<End>, targets: Vec<End>) -> Result<(), NotThere> {
        let mut lines = Vec::new();
        for end in &sources {
            match end {
                End::Line(name) => lines.push(name.clone()),
                End::Pin(device, pin) => self.watch(device, *pin)?,
            }
        }
        for end in &targets {
            match end {
                // It is heard for nothing, and its name is tested.
                End::Line(name) => self.hear(std::slice::from_ref(name))?,
                End::Pin(device, pin) => self.has_input(device, *pin)?,
            }
        }
        let linked = Linked {
            sources,
            targets,
            ..Linked::default()
        };
        self.partner(Box::new(linked), lines)
    }

    /// The ends of links, after what was sent up to now is taken from the board.
    pub fn linked(&mut self) -> Option<&mut Linked> {
        self.meet_now();
        self.partner_as_mut()
    }

    /// Nothing is left to happen on the board by itself.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.machine.is_idle()
    }

    /// Nothing will arrive any more: the run ends once nothing is left to happen on the board.
    pub fn unlink(&mut self) {
        self.machine.fabric.outside.awaited = false;
        self.met = None;
    }
}
