//! The true number of an event at a moment, from the meters of the parts to which a unit is wired.

use super::L4stat;
use super::cctrl::{Event, Meter};
use crate::Cause;
use crate::counters::{Modes, Reading, Selection};
use std::collections::BTreeMap;
use trueboard_core::meter::{
    BUS_MASTERS, BusBank, BusMeter, CoreMeter, Dictionary, Meters, UnknownMeter, Watch,
};

/// Of each core, the meters that are the truth of its events, by their numbers; found by their names once.
/// A core of another kind may lack some, which it then never counts.
#[derive(Clone, Debug, Default)]
pub struct CoreTruths(Vec<BTreeMap<u8, CoreMeter>>);

impl CoreTruths {
    /// Those of cores with these dictionaries.
    ///
    /// # Errors
    /// When none of the cores has one.
    pub fn new(cores: &[&Dictionary]) -> Result<CoreTruths, UnknownMeter> {
        let mut truths = vec![BTreeMap::new(); cores.len()];
        for id in 0..=u8::MAX {
            let Some(Meter::Core(name)) = Event::by_id(id).map(|e| e.meter) else {
                continue;
            };
            for (core, dictionary) in truths.iter_mut().zip(cores) {
                core.extend(dictionary.by_name(name).map(|meter| (id, meter)));
            }
            let nowhere = truths.iter().all(|t| !t.contains_key(&id));
            if let Some(first) = cores.first().filter(|_| nowhere) {
                first.need(name)?;
            }
        }
        Ok(CoreTruths(truths))
    }

    /// The meter of the selected core that is the truth of the selected event.
    fn of(&self, s: Selection) -> Option<CoreMeter> {
        self.0.get(usize::from(s.who))?.get(&s.event).copied()
    }
}

impl L4stat {
    fn wired(&self, second: bool) -> Option<usize> {
        if second { self.io_bus } else { Some(self.bus) }
    }
}

/// How often (or for how many cycles) the selected event has happened since reset.
pub(super) fn reading(s: Selection, wiring: &L4stat, m: &Meters) -> Reading {
    let (count, alive) = sums(s, wiring, m);
    Reading { count, alive }
}

fn sums(s: Selection, wiring: &L4stat, m: &Meters) -> (Result<u64, Cause>, u64) {
    let Some(event) = Event::by_id(s.event) else {
        return (Err(Cause::UnknownEvent), 0);
    };
    // Mode filters are for numbers below 0x40; there, two are events of the bus, whose meters do
    // not know modes.
    let of_bus = |value: u64| match s.modes {
        Modes::Both => Ok(value),
        _ => Err(Cause::NotMetered),
    };
    let who = usize::from(s.who);
    match event.meter {
        Meter::Core(_) => (
            Ok(of_core(m, who, wiring.cores.of(s), s.modes)),
            of_core(m, who, Some(CoreMeter::CYCLES), s.modes),
        ),
        Meter::Bus(meter, second) => {
            let Some(bank) = wiring.wired(second.0).and_then(|b| m.buses.get(b)) else {
                return (Ok(0), 0);
            };
            match s.only {
                None => (of_bus(bank.get(meter)), 0),
                Some(master) => (
                    by_master(bank, meter, usize::from(master)),
                    bank.used[usize::from(master)],
                ),
            }
        }
        Meter::Owned | Meter::Waited => {
            let Some(bank) = m.buses.get(wiring.bus) else {
                return (Ok(0), 0);
            };
            let waited = waited(bank, who);
            match event.meter {
                _ if s.only.is_some_and(|only| only != s.who) => (Ok(0), 0),
                Meter::Owned => (of_bus(bank.used[who]), bank.used[who] + waited),
                _ => (Ok(waited), bank.used[who] + waited),
            }
        }
        Meter::Cache(_) if s.only.is_some() => (Err(Cause::NotMetered), 0),
        Meter::Cache(meter) => {
            let bank = wiring.cache.and_then(|c| m.caches.get(c));
            (Ok(bank.map_or(0, |c| c.get(meter))), 0)
        }
        Meter::Never => (Ok(0), 0),
    }
}

/// Why an event that a window lacks could not happen; `None` if its 0 means that it did not happen.
pub(super) fn silent(s: Selection, wiring: &L4stat, m: &Meters) -> Option<Cause> {
    match Event::by_id(s.event)?.meter {
        Meter::Core(_) if m.cores.get(usize::from(s.who)).is_none() => Some(Cause::NoSuchCore),
        Meter::Core(_) if s.modes != Modes::Both => Some(Cause::ModeNotEntered),
        Meter::Core(_) => Some(Cause::CoreStopped),
        Meter::Bus(_, second) if wiring.wired(second.0).is_none() => Some(Cause::NotModelled),
        Meter::Bus(..) => s.only.map(|_| Cause::MasterSilent),
        Meter::Owned | Meter::Waited if s.only.is_some_and(|only| only != s.who) => {
            Some(Cause::NeverMatches)
        }
        Meter::Owned | Meter::Waited => Some(Cause::MasterSilent),
        Meter::Cache(_) => wiring.cache.is_none().then_some(Cause::NotModelled),
        Meter::Never => Some(Cause::NotModelled),
    }
}

/// The happening by which the board names the selected event; `None` when there is none.
pub(super) fn watched(s: Selection, wiring: &L4stat) -> Option<Watch> {
    let index = |i: usize| u8::try_from(i).ok();
    let (who, bus) = (s.who, index(wiring.bus)?);
    Some(match Event::by_id(s.event)?.meter {
        Meter::Core(_) => Watch::Core {
            core: who,
            meter: wiring.cores.of(s)?,
            user: s.modes != Modes::Supervisor,
            supervisor: s.modes != Modes::User,
        },
        Meter::Bus(meter, second) => {
            let bus = index(wiring.wired(second.0)?)?;
            match s.only {
                Some(master) => Watch::BusBy { bus, meter, master },
                None => Watch::Bus { bus, meter },
            }
        }
        Meter::Owned | Meter::Waited if s.only.is_some_and(|only| only != who) => return None,
        Meter::Owned => Watch::Owned { bus, master: who },
        Meter::Waited => Watch::Waited { bus, master: who },
        Meter::Cache(meter) => Watch::Cache {
            cache: index(wiring.cache?)?,
            meter,
        },
        Meter::Never => return None,
    })
}

/// What a meter of a core has counted in these modes; 0 without the core or the meter.
fn of_core(m: &Meters, core: usize, meter: Option<CoreMeter>, modes: Modes) -> u64 {
    let (Some(bank), Some(meter)) = (m.cores.get(core), meter) else {
        return 0;
    };
    match modes {
        Modes::Both => bank.get(meter),
        Modes::Supervisor => bank.in_mode(true, meter),
        Modes::User => bank.in_mode(false, meter),
    }
}

/// A master's part of a meter, where the bus keeps all of it by master.
fn by_master(bank: &BusBank, meter: BusMeter, master: usize) -> Result<u64, Cause> {
    let parts = bank.parts(meter);
    if parts.iter().sum::<u64>() == bank.get(meter) {
        Ok(parts[master])
    } else {
        Err(Cause::NotMetered)
    }
}

/// Cycles that a master waited while another one had the bus: who waits behind a transfer of its
/// own has the grant.
fn waited(bank: &BusBank, who: usize) -> u64 {
    (0..BUS_MASTERS)
        .filter(|&other| other != who)
        .map(|other| bank.waited_for[who][other])
        .sum()
}
