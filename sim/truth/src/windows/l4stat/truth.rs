//! The true number of an event at a moment, from the meters.

use super::cctrl::{Control, Event, Meter, Modes};
use crate::windows::Cause;
use serde::{Deserialize, Serialize};
use trueboard_core::meter::{BUS_MASTERS, CoreMeter, Meters, Watch};

/// Which parts of the board a unit is wired to, by index of their meters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Wiring {
    pub bus: usize,
    /// Base ticks in a cycle of the unit.
    pub ticks_per_cycle: u64,
    pub io_bus: Option<usize>,
    pub cache: Option<usize>,
}

/// How often (or for how many cycles) the selected event has happened since reset.
pub(super) fn happened(control: Control, wiring: Wiring, m: &Meters) -> Result<u64, Cause> {
    let event = Event::by_id(control.event()).ok_or(Cause::UnknownEvent)?;
    let who = usize::from(control.who());
    // Mode filters are for numbers below 0x40; there, two are events of the bus, whose meters do
    // not know modes.
    let modes = if control.event() < 0x40 {
        control.modes()
    } else {
        Modes::Both
    };
    let of_bus = |value: u64| match modes {
        Modes::Both => Ok(value),
        _ => Err(Cause::NotMetered),
    };
    match event.meter {
        Meter::Core(meter) => Ok(of_core(m, who, meter, modes)),
        Meter::Bus(meter, second) => {
            let index = if second.0 {
                wiring.io_bus
            } else {
                Some(wiring.bus)
            };
            of_bus(index.and_then(|b| m.buses.get(b)).map_or(
                0,
                |b| match control.master_filter() {
                    true => b.by_master[who][meter as usize],
                    false => b.get(meter),
                },
            ))
        }
        Meter::Owned => of_bus(master(m, wiring, who, false)),
        Meter::Waited => of_bus(master(m, wiring, who, true)),
        Meter::Cache(_) if control.master_filter() => Err(Cause::NotMetered),
        Meter::Cache(meter) => Ok(wiring
            .cache
            .and_then(|c| m.caches.get(c))
            .map_or(0, |c| c.get(meter))),
        Meter::Never => Ok(0),
    }
}

/// The happening by which the board names the selected event; `None` when there is none.
pub(super) fn watched(control: Control, wiring: Wiring) -> Option<Watch> {
    let index = |i: usize| u8::try_from(i).ok();
    let (who, bus) = (control.who(), index(wiring.bus)?);
    Some(match Event::by_id(control.event())?.meter {
        Meter::Core(meter) => Watch::Core {
            core: who,
            meter,
            user: control.modes() != Modes::Supervisor,
            supervisor: control.modes() != Modes::User,
        },
        Meter::Bus(meter, second) => {
            let bus = if second.0 {
                index(wiring.io_bus?)?
            } else {
                bus
            };
            match control.master_filter() {
                true => Watch::BusBy {
                    bus,
                    meter,
                    master: who,
                },
                false => Watch::Bus { bus, meter },
            }
        }
        Meter::Owned => Watch::Owned { bus, master: who },
        Meter::Waited => Watch::Waited { bus, master: who },
        Meter::Cache(meter) => Watch::Cache {
            cache: index(wiring.cache?)?,
            meter,
        },
        Meter::Never => return None,
    })
}

fn of_core(m: &Meters, core: usize, meter: CoreMeter, modes: Modes) -> u64 {
    m.cores.get(core).map_or(0, |bank| match modes {
        Modes::Both => bank.get(meter),
        Modes::Supervisor => bank.in_mode(true, meter),
        Modes::User => bank.in_mode(false, meter),
    })
}

fn master(m: &Meters, wiring: Wiring, who: usize, waited: bool) -> u64 {
    debug_assert!(who < BUS_MASTERS, "a field of four bits");
    m.buses.get(wiring.bus).map_or(0, |b| match waited {
        // Who waits behind a transfer of its own has the grant.
        true => (0..BUS_MASTERS)
            .filter(|&other| other != who)
            .map(|other| b.waited_for[who][other])
            .sum(),
        false => b.used[who],
    })
}
