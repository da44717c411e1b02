//! The parts of a report: what every core, bus and device counted.

use crate::machine::Machine;
use crate::machine::ended::Ended;
use crate::report::{BusReport, CoreReport, PartReport, PowerReport};
use std::collections::BTreeMap;
use trueboard_core::device::DevId;
use trueboard_core::meter::{BusMeter, CoreMeter, Meters};

pub(crate) fn table<'a>(rows: impl Iterator<Item = (&'a str, u64)>) -> BTreeMap<String, u64> {
    rows.map(|(n, v)| (n.to_owned(), v)).collect()
}

pub(crate) fn named(
    names: &[String],
    meters: impl Fn(usize) -> BTreeMap<String, u64>,
) -> Vec<PartReport> {
    let part = |(i, n): (usize, &String)| PartReport {
        name: n.clone(),
        meters: meters(i),
    };
    names.iter().enumerate().map(part).collect()
}

impl Machine {
    /// The status with which core number `i` ended the run, if it did.
    pub(crate) fn exit_of(&self, i: usize) -> Option<u32> {
        match self.ended {
            Some(Ended::Exit { core, status }) if usize::from(core) == i => Some(status),
            Some(Ended::Fatal { core, code, .. }) if usize::from(core) == i => Some(code),
            _ => None,
        }
    }
}

pub(crate) fn core_reports(m: &Machine, meters: &Meters) -> Vec<CoreReport> {
    m.info
        .iter()
        .enumerate()
        .map(|(i, info)| {
            let bank = &meters.cores[i];
            let dictionary = m.cores[i].meters();
            let has = dictionary.counted;
            let user = has
                .iter()
                .map(|c| (dictionary.name(*c), bank.in_mode(false, *c)));
            CoreReport {
                id: i as u8,
                name: info.name.clone(),
                kind: info.kind.name.to_owned(),
                clock_hz: info.hz,
                state: m.state_word(i as u8).to_owned(),
                exit_status: m.exit_of(i),
                cycles: bank.get(CoreMeter::CYCLES),
                instructions: bank.get(CoreMeter::INSTRUCTIONS),
                idle_cycles: bank.get(CoreMeter::IDLE_CYCLES),
                meters: table(has.iter().map(|c| (dictionary.name(*c), bank.get(*c)))),
                user_meters: table(user.filter(|(_, v)| *v != 0)),
            }
        })
        .collect()
}

pub(crate) fn bus_reports(m: &Machine, meters: &Meters) -> Vec<BusReport> {
    m.buses
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let b = &meters.buses[i];
            let masters = b
                .used
                .iter()
                .zip(&b.waited)
                .rposition(|(u, w)| u + w != 0)
                .map_or(0, |n| n + 1);
            BusReport {
                name: name.clone(),
                meters: table(BusMeter::ALL.iter().map(|c| (c.def().name, b.get(*c)))),
                used_cycles: b.used[..masters].to_vec(),
                waited_cycles: b.waited[..masters].to_vec(),
                waited_for_cycles: b.waited_for[..masters]
                    .iter()
                    .map(|row| row[..masters].to_vec())
                    .collect(),
            }
        })
        .collect()
}

pub(crate) fn device_reports(m: &Machine) -> Vec<PartReport> {
    m.fabric
        .attached
        .iter()
        .enumerate()
        .filter_map(|(i, s)| {
            let meters = m.fabric.device_ref(DevId(i as u16)).meters();
            (!meters.is_empty()).then(|| PartReport {
                name: s.name.clone(),
                meters: table(meters.into_iter()),
            })
        })
        .collect()
}

pub(crate) fn power_report(state: &trueboard_power::PowerState) -> PowerReport {
    let parts = state.energy_uj();
    PowerReport {
        mean_mw: state.mean_uw() as f64 / 1000.0,
        energy_uj: parts.iter().map(|p| p.1).sum(),
        components_uj: parts.into_iter().map(|(n, e)| (n.to_owned(), e)).collect(),
    }
}
