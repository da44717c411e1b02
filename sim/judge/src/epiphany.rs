//! The event counters of Epiphany cores for the judge: CTIMER0 and CTIMER1 under CONFIG and MESHCFG. This is a second
//! decoding (Epiphany Architecture Reference, core registers); it shares no code with the core model.

use super::counters::{Decoder, Described, Reading, Register, Selection, Setting, Shape};
use super::{Cause, Quantity};
use std::collections::BTreeMap;
use trueboard_core::fact::Source;
use trueboard_core::meter::{CoreMeter, Dictionary, Meters, UnknownMeter};

/// The event CLK.
const CLK: u8 = 1;
/// CONFIG[24]: counters stop while a debugger holds the core.
const DBGPAUSE: u32 = 1 << 24;
/// The words of the unit.
const CONFIG: usize = 0;
const MESHCFG: usize = 1;

/// A core that counts.
#[derive(Clone, Debug)]
pub struct Epiphany {
    /// By which facts and meters name it.
    pub core: u8,
    /// Its name.
    pub name: String,
    /// Base ticks of its cycle.
    pub ticks_per_cycle: u64,
    /// Cycles in which a debugger or a breakpoint held the core.
    halted: CoreMeter,
    /// The truth of its events, by number and code of the mesh; found by their names once.
    truths: BTreeMap<(u8, u8), Vec<CoreMeter>>,
}

impl Epiphany {
    /// A core that has the meters of `dictionary`.
    ///
    /// # Errors
    /// When the dictionary lacks the truth of an event.
    pub fn new(
        core: u8,
        name: String,
        ticks_per_cycle: u64,
        dictionary: &Dictionary,
    ) -> Result<Epiphany, UnknownMeter> {
        let mut truths = BTreeMap::new();
        for (event, code) in (0..16).flat_map(|event| (0..16).map(move |code| (event, code))) {
            if let Some(names) = happened(event, code) {
                let meters = names.iter().map(|name| dictionary.need(name));
                truths.insert((event, code), meters.collect::<Result<_, _>>()?);
            }
        }
        Ok(Epiphany {
            core,
            name,
            ticks_per_cycle,
            halted: dictionary.need("halted_cycles")?,
            truths,
        })
    }
}

impl Decoder for Epiphany {
    fn source(&self) -> Source {
        Source::Core(self.core)
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn counters(&self) -> usize {
        2
    }

    fn words(&self) -> usize {
        2
    }

    fn shape(&self) -> Shape {
        Shape::Down
    }

    fn register(&self, address: u32) -> Register {
        register(address)
    }

    fn register_name(&self, counter: usize, _: Quantity) -> String {
        format!("CTIMER{counter}")
    }

    fn setting(&self, words: &[u32], counter: usize) -> Setting {
        let word = |i| words.get(i).copied().unwrap_or(0);
        let asked = selected(word(CONFIG), word(MESHCFG), counter);
        let on = asked.event != 0;
        Setting {
            on,
            asked,
            selects: on,
            clears: false,
        }
    }

    fn ticks_per_cycle(&self) -> u64 {
        self.ticks_per_cycle
    }

    /// What is written in a cycle holds from the next one on.
    fn delay(&self) -> u64 {
        self.ticks_per_cycle
    }

    fn reading(&self, s: Selection, words: &[u32], tick: u64, m: &Meters) -> Reading {
        let Some(bank) = m.cores.get(usize::from(self.core)) else {
            return Reading::default();
        };
        let cycles = tick / self.ticks_per_cycle.max(1);
        let pauses = words.get(CONFIG).is_some_and(|c| c & DBGPAUSE != 0);
        let count = match s.event {
            CLK if pauses => Ok(cycles.saturating_sub(bank.get(self.halted))),
            CLK => Ok(cycles),
            _ => match self.truths.get(&(s.event, s.who)) {
                Some(meters) => Ok(bank.sum(meters)),
                None => Err(Cause::UnknownEvent),
            },
        };
        // Time, sleep and the mesh go on without the core.
        let alone = matches!(s.event, CLK | 2 | 0xe | 0xf);
        let own = bank.get(CoreMeter::CYCLES);
        Reading {
            count,
            alive: if alone { cycles } else { own },
        }
    }

    fn silent(&self, s: Selection, _: &Meters) -> Option<Cause> {
        Some(match s.event {
            0 => Cause::NothingSelected,
            _ => Cause::CoreStopped,
        })
    }

    fn event(&self, s: Selection) -> Described {
        Described {
            name: event_name(s.event),
            core: Some(self.core),
            master: None,
        }
    }
}

/// The register at a local address.
fn register(address: u32) -> Register {
    match address {
        0xf0400 => Register::Control(CONFIG),
        0xf0438 => Register::Value(0),
        0xf043c => Register::Value(1),
        0xf0700 => Register::Control(MESHCFG),
        _ => Register::Other,
    }
}

/// What CONFIG and MESHCFG select for a counter: CTIMER0CFG 7:4, CTIMER1CFG 11:8; MESHEVENT0 11:8,
/// MESHEVENT1 7:4.
fn selected(config: u32, meshcfg: u32, counter: usize) -> Selection {
    let field = |word: u32, at: u32| (word >> at & 0xf) as u8;
    let event = field(config, if counter == 0 { 4 } else { 8 });
    let who = match event {
        0xe => field(meshcfg, 8),
        0xf => field(meshcfg, 4),
        _ => 0,
    };
    Selection {
        event,
        who,
        ..Selection::default()
    }
}

/// The manual's name of an event.
#[must_use]
pub fn event_name(event: u8) -> &'static str {
    match event {
        0x0 => "OFF",
        0x1 => "CLK",
        0x2 => "IDLE",
        0x4 => "IALU_INST",
        0x5 => "FPU_INST",
        0x6 => "DUAL_INST",
        0x7 => "E1_STALLS",
        0x8 => "RA_STALLS",
        0xa => "LOCAL_FETCH_STALLS",
        0xb => "LOCAL_LOAD_STALLS",
        0xc => "EXT_FETCH_STALLS",
        0xd => "EXT_LOAD_STALLS",
        0xe => "MESH_0",
        0xf => "MESH_1",
        _ => "reserved",
    }
}

/// The meters whose sum is how often it has happened, by name; CLK is time and no meter. `None` for
/// reserved numbers.
fn happened(event: u8, code: u8) -> Option<&'static [&'static str]> {
    Some(match event {
        0x0 => &[],
        0x2 => &["idle_cycles"],
        0x4 => &["ialu_instructions", "load_stores"],
        0x5 => &["fp_instructions"],
        0x6 => &["multi_issue"],
        0x7 => &["raw_load_stall_cycles", "store_data_stall_cycles"],
        0x8 => &[
            "raw_int_stall_cycles",
            "raw_load_stall_cycles",
            "raw_external_stall_cycles",
            "raw_fpu_stall_cycles",
            "waw_stall_cycles",
            "fpu_flag_stall_cycles",
        ],
        0xa => &["fetch_bank_lost_cycles"],
        0xb => &["bank_conflict_cycles"],
        0xc => &["fetch_outside_cycles"],
        0xd => &["raw_external_stall_cycles"],
        0xe | 0xf => mesh(code),
        _ => return None,
    })
}

/// Codes of MESHCFG.
fn mesh(code: u8) -> &'static [&'static str] {
    match code {
        2 => &[
            "mesh_core_wait_cycles",
            "mesh_south_wait_cycles",
            "mesh_north_wait_cycles",
            "mesh_west_wait_cycles",
            "mesh_east_wait_cycles",
        ],
        3 => &["mesh_core_wait_cycles"],
        4 => &["mesh_south_wait_cycles"],
        5 => &["mesh_north_wait_cycles"],
        6 => &["mesh_west_wait_cycles"],
        7 => &["mesh_east_wait_cycles"],
        8 => &["mesh_south_wait_cycles", "mesh_east_wait_cycles"],
        9 => &["mesh_north_wait_cycles", "mesh_west_wait_cycles"],
        10 => &["mesh_south_accesses"],
        11 => &["mesh_north_accesses"],
        12 => &["mesh_west_accesses"],
        13 => &["mesh_east_accesses"],
        14 => &["mesh_core_accesses"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_where_the_manual_puts_them() {
        assert_eq!(register(0xf0400), Register::Control(CONFIG));
        assert_eq!(register(0xf043c), Register::Value(1));
        let events = |config| {
            [0, 1]
                .map(|i| selected(config, 0xac0, i))
                .map(|a| (a.event, a.who))
        };
        assert_eq!(events(0xd50), [(5, 0), (13, 0)]);
        assert_eq!(events(0xfe0), [(14, 10), (15, 12)]);
        assert_eq!(event_name(6), "DUAL_INST");
        assert_eq!(happened(3, 0), None);
    }
}
