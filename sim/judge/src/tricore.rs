//! The counters of TC1.6P and TC1.6E cores for the judge: CCNT, ICNT, M1CNT, M2CNT and M3CNT under CCTRL. This is a
//! second decoding (TC27x user's manual, CPU chapter, performance counter registers); it shares no code with the core
//! model.

use super::counters::{Decoder, Described, Reading, Register, Selection, Setting, Shape};
use super::{Cause, Quantity};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::fact::Source;
use trueboard_core::meter::{CoreMeter, Dictionary, Meters, UnknownMeter};

/// The counters of a core.
const NAMES: [&str; 5] = ["CCNT", "ICNT", "M1CNT", "M2CNT", "M3CNT"];
/// The words of the unit: CCTRL, and whether a debug event has started the counters of task mode.
const CCTRL: usize = 0;
const TASK: usize = 1;

/// Which pipeline a core has; they differ in what their counters can select.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoreType {
    /// TC1.6P.
    Performance,
    /// TC1.6E.
    Efficiency,
}

/// A core that counts.
#[derive(Clone, Debug)]
pub struct Tricore {
    /// By which facts and meters name it.
    pub core: u8,
    /// Its name.
    pub name: String,
    /// Its pipeline.
    pub kind: CoreType,
    /// The truth of its events, by their numbers; found by their names once.
    truths: BTreeMap<u8, CoreMeter>,
}

impl Tricore {
    /// A core that has the meters of `dictionary`.
    ///
    /// # Errors
    /// When the dictionary lacks the truth of an event.
    pub fn new(
        core: u8,
        name: String,
        kind: CoreType,
        dictionary: &Dictionary,
    ) -> Result<Tricore, UnknownMeter> {
        let mut truths = BTreeMap::new();
        for number in 0..=u8::MAX {
            if let Some(name) = event(number, kind).and_then(|e| e.meter) {
                truths.insert(number, dictionary.need(name)?);
            }
        }
        Ok(Tricore {
            core,
            name,
            kind,
            truths,
        })
    }
}

impl Decoder for Tricore {
    fn source(&self) -> Source {
        Source::Core(self.core)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn counters(&self) -> usize {
        NAMES.len()
    }

    fn words(&self) -> usize {
        2
    }

    fn shape(&self) -> Shape {
        Shape::Sticky
    }

    fn register(&self, csfr: u32) -> Register {
        register(csfr)
    }

    fn register_name(&self, counter: usize, _: Quantity) -> String {
        NAMES.get(counter).copied().unwrap_or_default().to_owned()
    }

    fn control(&self, words: &mut [u32], word: usize, value: u32) {
        let Some(word_now) = words.get_mut(word) else {
            return;
        };
        *word_now = match (word, value >> 6 & 3) {
            (CCTRL, _) => value,
            // CNT, bits 7:6 of the register of a debug event: start, stop, the other of the two.
            (_, 1) => 1,
            (_, 2) => 0,
            (_, 3) => 1 - *word_now,
            _ => *word_now,
        };
    }

    fn setting(&self, words: &[u32], counter: usize) -> Setting {
        setting(words.get(CCTRL).copied().unwrap_or(0), counter)
    }

    fn gate(&self, words: &[u32], s: Selection) -> bool {
        !s.gated || words.get(TASK) == Some(&1)
    }

    fn reading(&self, s: Selection, _: &[u32], _: u64, m: &Meters) -> Reading {
        if event(s.event, self.kind).is_none() {
            return Reading {
                count: Err(Cause::UnknownEvent),
                alive: 0,
            };
        }
        match (
            self.truths.get(&s.event),
            m.cores.get(usize::from(self.core)),
        ) {
            (Some(&meter), Some(bank)) => Reading {
                count: Ok(bank.get(meter)),
                alive: bank.get(CoreMeter::CYCLES),
            },
            _ => Reading::default(),
        }
    }

    fn silent(&self, s: Selection, _: &Meters) -> Option<Cause> {
        Some(match event(s.event, self.kind) {
            Some(e) if e.meter.is_none() => Cause::NothingSelected,
            _ if s.gated => Cause::TaskMode,
            _ => Cause::CoreStopped,
        })
    }

    fn event(&self, s: Selection) -> Described {
        Described {
            name: event(s.event, self.kind).map_or("reserved", |e| e.name),
            core: Some(self.core),
            master: None,
        }
    }
}

/// The register with this CSFR number.
fn register(csfr: u32) -> Register {
    match csfr {
        0xfc00 => Register::Control(CCTRL),
        0xfc04 => Register::Value(0),
        0xfc08 => Register::Value(1),
        0xfc0c => Register::Value(2),
        0xfc10 => Register::Value(3),
        0xfc14 => Register::Value(4),
        // Of a debug event that adjusts the counters: SWEVT, TRnEVT. A fact of it is the event.
        0xfd10 => Register::Control(TASK),
        0xf000..0xf040 if csfr.is_multiple_of(8) => Register::Control(TASK),
        _ => Register::Other,
    }
}

/// What CCTRL says of a counter. CE, bit 1, lets all of them count; with CM, bit 0, the debug unit gates
/// them as well. There is nothing to select for CCNT and ICNT; M1 has bits 4:2, M2 7:5, M3 10:8.
fn setting(cctrl: u32, counter: usize) -> Setting {
    let on = cctrl & 2 != 0;
    let multi = |n: u8| n << 4 | (cctrl >> (3 * n - 1) & 7) as u8;
    Setting {
        on,
        asked: Selection {
            event: match counter {
                0 => 0,
                1 => 1,
                2 => multi(1),
                3 => multi(2),
                _ => multi(3),
            },
            gated: cctrl & 1 != 0,
            ..Selection::default()
        },
        // A reader that stops the counters by writing 0 wants the earlier count.
        selects: on || cctrl & 0x7fd != 0,
        clears: false,
    }
}

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Event {
    /// The manual's name.
    name: &'static str,
    /// The name of the meter that is its truth; `None` for what such a core never counts.
    meter: Option<&'static str>,
}

/// The event with this number on such a core; `None` for reserved selections. 0 is that of CCNT, 1 that
/// of ICNT; those of a multi-count register have its number in the upper digit, and the selection in the
/// lower one.
fn event(number: u8, core: CoreType) -> Option<Event> {
    let event = |name, meter| {
        Some(Event {
            name,
            meter: Some(meter),
        })
    };
    let none = || {
        Some(Event {
            name: "none",
            meter: None,
        })
    };
    let performance = core == CoreType::Performance;
    match (number >> 4, number & 15) {
        (0, 0) => event("CLOCK_COUNT", "cycles"),
        (0, 1) => event("INSTRUCTION_COUNT", "instructions"),
        (1, 0) => event("IP_DISPATCH_STALL", "ip_dispatch_stall"),
        (2, 0) => event("LS_DISPATCH_STALL", "ls_dispatch_stall"),
        (3, 0) if performance => event("LP_DISPATCH_STALL", "lp_dispatch_stall"),
        (1, 1) => event("PCACHE_HIT", "pcache_hits"),
        (2, 1) => event("PCACHE_MISS", "pcache_misses"),
        (3, 1) if performance => event("MULTI_ISSUE", "multi_issue"),
        (1, 2) if performance => event("DCACHE_HIT", "dcache_hits"),
        (2, 2) if performance => event("DCACHE_MISS_CLEAN", "dcache_misses_clean"),
        (3, 2) if performance => event("DCACHE_MISS_DIRTY", "dcache_misses_dirty"),
        (1, 2) => event("DRB_HIT", "drb_hits"),
        (2, 2) => event("DRB_MISS", "drb_misses"),
        (3, 0..=2) => none(),
        (1, 3) => event("TOTAL_BRANCH", "total_branches"),
        (2, 3) => event("PMEM_STALL", "pmem_stall"),
        (3, 3) => event("DMEM_STALL", "dmem_stall"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_and_fields_stand_where_the_manual_puts_them() {
        assert_eq!(register(0xfc00), Register::Control(CCTRL));
        assert_eq!(register(0xfc0c), Register::Value(2));
        assert_eq!(register(0xfc18), Register::Other);
        let of = |counter| setting(0b011_0010_1010, counter);
        assert!(of(2).on && !of(2).asked.gated && setting(1, 2).asked.gated);
        assert_eq!([2, 3, 4].map(|i| of(i).asked.event), [0x12, 0x21, 0x33]);
    }

    /// The groups of the vendor's examples: one code in all three fields.
    #[test]
    fn groups_of_events() {
        let names = |core: CoreType, cctrl: u32| {
            [2, 3, 4].map(|i| {
                let event = event(setting(cctrl, i).asked.event, core);
                event.map_or("reserved", |e| e.name)
            })
        };
        use CoreType::{Efficiency as E, Performance as P};
        for (cctrl, p, e) in [
            (
                0x002,
                [
                    "IP_DISPATCH_STALL",
                    "LS_DISPATCH_STALL",
                    "LP_DISPATCH_STALL",
                ],
                ["IP_DISPATCH_STALL", "LS_DISPATCH_STALL", "none"],
            ),
            (
                0x126,
                ["PCACHE_HIT", "PCACHE_MISS", "MULTI_ISSUE"],
                ["PCACHE_HIT", "PCACHE_MISS", "none"],
            ),
            (
                0x24a,
                ["DCACHE_HIT", "DCACHE_MISS_CLEAN", "DCACHE_MISS_DIRTY"],
                ["DRB_HIT", "DRB_MISS", "none"],
            ),
            (
                0x36e,
                ["TOTAL_BRANCH", "PMEM_STALL", "DMEM_STALL"],
                ["TOTAL_BRANCH", "PMEM_STALL", "DMEM_STALL"],
            ),
            (0x492, ["reserved"; 3], ["reserved"; 3]),
        ] {
            assert_eq!(names(P, cctrl), p);
            assert_eq!(names(E, cctrl), e);
        }
    }
}
