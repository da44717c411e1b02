//! The event counters of Epiphany cores, CTIMER0 and CTIMER1 under CONFIG and MESHCFG, as the judge of
//! counters sees them: decoded a second time (Epiphany Architecture Reference, core registers), for the
//! judge must not believe what the core model believes.

use super::counters::{Decoder, Described, Reading, Register, Selection, Setting, Shape};
use super::{Cause, Quantity};
use trueboard_core::fact::Source;
use trueboard_core::meter::{CoreBank, CoreMeter, Meters};

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
            CLK if pauses => Ok(cycles.saturating_sub(bank.get(CoreMeter::HaltedCycles))),
            CLK => Ok(cycles),
            _ => happened(s, bank).ok_or(Cause::UnknownEvent),
        };
        // Time, sleep and the mesh go on without the core.
        let alone = matches!(s.event, CLK | 2 | 0xe | 0xf);
        let own = bank.get(CoreMeter::Cycles);
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

/// How often it has happened since reset, by the meters; CLK is time and no meter. `None` for
/// reserved numbers.
fn happened(asked: Selection, m: &CoreBank) -> Option<u64> {
    use CoreMeter as M;
    let meters: &[CoreMeter] = match asked.event {
        0x0 => &[],
        0x2 => &[M::IdleCycles],
        0x4 => &[M::IaluInstructions, M::LoadStores],
        0x5 => &[M::FpInstructions],
        0x6 => &[M::MultiIssue],
        0x7 => &[M::RawLoad, M::StoreData],
        0x8 => &[
            M::RawInt,
            M::RawLoad,
            M::RawExternal,
            M::RawFpu,
            M::Waw,
            M::FpuFlags,
        ],
        0xa => &[M::FetchLost],
        0xb => &[M::BankLost],
        0xc => &[M::FetchOutside],
        0xd => &[M::RawExternal],
        0xe | 0xf => mesh(asked.who),
        _ => return None,
    };
    Some(meters.iter().map(|&meter| m.get(meter)).sum())
}

/// Codes of MESHCFG.
fn mesh(code: u8) -> &'static [CoreMeter] {
    use CoreMeter as M;
    match code {
        2 => &[
            M::MeshCoreWait,
            M::MeshSouthWait,
            M::MeshNorthWait,
            M::MeshWestWait,
            M::MeshEastWait,
        ],
        3 => &[M::MeshCoreWait],
        4 => &[M::MeshSouthWait],
        5 => &[M::MeshNorthWait],
        6 => &[M::MeshWestWait],
        7 => &[M::MeshEastWait],
        8 => &[M::MeshSouthWait, M::MeshEastWait],
        9 => &[M::MeshNorthWait, M::MeshWestWait],
        10 => &[M::MeshSouthAccess],
        11 => &[M::MeshNorthAccess],
        12 => &[M::MeshWestAccess],
        13 => &[M::MeshEastAccess],
        14 => &[M::MeshCoreAccess],
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
        let reserved = Selection {
            event: 3,
            ..Selection::default()
        };
        assert_eq!(happened(reserved, &CoreBank::default()), None);
    }
}
