//! From the fields of CCTRL to the happening that is counted.

use crate::events::{Class, Event};
use crate::params::Params;
use crate::processors::Processors;
use trueboard_core::meter::{BusMeter, Meters, Watch};

/// First event from a bus: from here on SU is a filter by AHB master.
const FIRST_BUS_EVENT: u8 = 0x40;

/// What a counter with control word `ctrl` counts, and what the model cannot do about it.
pub fn select(p: &Params, processors: &Processors, ctrl: u32) -> (Option<Watch>, Option<String>) {
    let id = (ctrl >> 4) as u8;
    let master = (ctrl & 15) as u8;
    let su = ctrl >> 14 & 3;
    let by_master = id >= FIRST_BUS_EVENT && su & 2 != 0;
    let Some(event) = Event::by_id(id) else {
        return (None, Some(format!("there is no event {id:#04x}: counts 0")));
    };
    let vain = |why: &str| Some(format!("event {id:#04x} ({}): {why}", event.name));
    match event.class {
        Class::Core(_) if master >= p.cores => (None, vain("there is no such processor: counts 0")),
        Class::Core(_) => {
            let Some(meter) = processors.meter(master, id) else {
                return (
                    None,
                    vain("processors of that kind have none of it: counts 0"),
                );
            };
            let watch = Watch::Core {
                core: master,
                meter,
                user: su != 0b01,
                supervisor: su != 0b10,
            };
            (Some(watch), None)
        }
        Class::Utilisation => {
            let watch = Watch::Owned { bus: p.bus, master };
            (Some(watch), mode_filter(su).and_then(vain))
        }
        Class::Bus(meter) if id < FIRST_BUS_EVENT => {
            let watch = Watch::Bus { bus: p.bus, meter };
            (Some(watch), mode_filter(su).and_then(vain))
        }
        Class::Bus(meter) => {
            let (watch, why) = on_bus(p.bus, meter, by_master.then_some(master));
            (Some(watch), why.and_then(vain))
        }
        Class::IoBus(meter) => match p.io_bus {
            None => (None, vain("this board models no master I/O bus: counts 0")),
            Some(bus) => {
                let (watch, why) = on_bus(bus, meter, by_master.then_some(master));
                (Some(watch), why.and_then(vain))
            }
        },
        Class::Cache(meter) => match p.l2 {
            None => (None, vain("this board models no L2 cache: counts 0")),
            Some(cache) => {
                let why = by_master.then_some("cannot be filtered by master: counts all");
                (Some(Watch::Cache { cache, meter }), why.and_then(vain))
            }
        },
        Class::Grant(n) | Class::Lack(n) if by_master && n != master => (
            None,
            vain("filtered by another master than its own: counts 0"),
        ),
        Class::Grant(master) => (Some(Watch::Owned { bus: p.bus, master }), None),
        Class::Lack(master) => (Some(Watch::Waited { bus: p.bus, master }), None),
        Class::None => (None, vain("not modelled: counts 0")),
    }
}

fn mode_filter(su: u32) -> Option<&'static str> {
    matches!(su, 0b01 | 0b10).then_some("cannot be filtered by privilege mode: counts both")
}

fn on_bus(bus: u8, meter: BusMeter, master: Option<u8>) -> (Watch, Option<&'static str>) {
    match master {
        // No master drives an idle bus, so its cycles belong to none.
        Some(_) if meter == BusMeter::Idle => (
            Watch::Bus { bus, meter },
            Some("cannot be filtered by master: counts all"),
        ),
        Some(master) => (Watch::BusBy { bus, meter, master }, None),
        None => (Watch::Bus { bus, meter }, None),
    }
}

/// A filter by master that must read 0 because the bus model does not say who made its transfers.
pub fn blind(watch: Watch, meters: &Meters) -> Option<&'static str> {
    let Watch::BusBy { bus, meter, .. } = watch else {
        return None;
    };
    let bank = meters.buses.get(usize::from(bus))?;
    let named: u64 = bank.parts(meter).iter().sum();
    (bank.get(meter) > 0 && named == 0)
        .then_some("this bus does not keep the event per master: the filtered counter reads 0")
}
