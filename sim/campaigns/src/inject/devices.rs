//! Places in devices: registers, bus errors, interrupts, sensors.

use super::place::Unit;
use trueboard_board::asked::address;
use trueboard_board::{Machine, Upset, did_you_mean};

/// What a place `KIND:REST` names.
pub fn units(m: &Machine, place: &str, kind: &str, rest: &str) -> Result<Vec<Unit>, String> {
    let name = place.to_owned();
    let (what, times) = rest
        .split_once('*')
        .map_or((rest, None), |(w, t)| (w, Some(t)));
    let count = match times.map(str::parse::<u32>) {
        None => None,
        Some(Ok(n)) if n > 0 => Some(n),
        Some(_) => return Err("write how often as *3".to_owned()),
    };
    let other = |what| {
        Ok(vec![Unit::Other {
            name: name.clone(),
            what,
        }])
    };
    match kind {
        "device" => registers(m, rest),
        "bus-error" => other(Upset::BusError {
            address: one(m, what)?,
            times: count.unwrap_or(1),
        }),
        "sensor" => {
            let (register, value) = what
                .split_once('=')
                .ok_or("write what is shown: sensor:NAME.REGISTER=VALUE")?;
            let value = address("", value).ok();
            let value = value.and_then(|v| u32::try_from(v).ok());
            other(Upset::Shows {
                address: one(m, register)?,
                value: value.ok_or("the value must be a number of 32 bits, as 0x1f4")?,
                times: count,
            })
        }
        "interrupt-lost" | "interrupt-stuck" => {
            let line = what.parse::<u16>().ok().filter(|n| (1..1024).contains(n));
            other(Upset::Interrupt {
                line: line.ok_or(
                    "name the line into the interrupt controller by its number, as interrupt-lost:8",
                )?,
                stuck: kind == "interrupt-stuck",
                times: count.unwrap_or(1),
            })
        }
        _ => {
            let kinds = [
                "memory",
                "l2",
                "device",
                "bus-error",
                "sensor",
                "interrupt-lost",
                "interrupt-stuck",
            ];
            let near = did_you_mean(kind, kinds);
            Err(format!(
                "no such kind of place{near}; docs/user/howto/inject.md lists them"
            ))
        }
    }
}

/// The registers of a device, or one of them.
fn registers(m: &Machine, name: &str) -> Result<Vec<Unit>, String> {
    let (device, register) = name
        .split_once('.')
        .map_or((name, None), |(d, r)| (d, Some(r)));
    let all = known(m, device)?;
    let wanted = |r: &&(String, u64, u32)| register.is_none_or(|name| name == r.0);
    let found = all
        .iter()
        .filter(wanted)
        .map(|(register, at, bits)| Unit::Device {
            at: *at,
            name: format!("{device}.{register}"),
            bits: *bits,
        });
    let found: Vec<Unit> = found.collect();
    if found.is_empty() {
        let name = register.unwrap_or_default();
        let near = did_you_mean(name, all.iter().map(|r| r.0.as_str()));
        return Err(format!("{device} has no register {name}{near}"));
    }
    Ok(found.into_iter().filter(|u| u.bits() > 0).collect())
}

/// Name, address and written bits of each register of a device.
fn known(m: &Machine, device: &str) -> Result<Vec<(String, u64, u32)>, String> {
    if device.is_empty() {
        return Err("name a device behind the colon, as device:gpt0".to_owned());
    }
    let all = m.device_registers(device);
    if all.is_empty() {
        let near = did_you_mean(device, m.device_names());
        return Err(format!("the board has no device {device}{near}"));
    }
    Ok(all)
}

/// The address of a register, by name or as it is.
fn one(m: &Machine, name: &str) -> Result<u64, String> {
    if let Ok(at) = address("", name) {
        return Ok(at);
    }
    let (device, register) = name
        .split_once('.')
        .ok_or("name an address, or DEVICE.REGISTER")?;
    let all = known(m, device)?;
    let found = all.iter().find(|r| r.0 == register).map(|r| r.1);
    found.ok_or_else(|| {
        let near = did_you_mean(register, all.iter().map(|r| r.0.as_str()));
        format!("{device} has no register {register}{near}")
    })
}
