//! `monitor` commands in the words that GRMON has for them: system, registers, memory, performance, caches, power.

use super::arch::from_bytes;
use super::monitor::{cores, name};
use std::fmt::Write;
use trueboard::internals::board::describe::Area;
use trueboard::internals::board::{Machine, did_you_mean};
use trueboard::internals::core::meter::{CacheMeter, CoreMeter, cpi_text};

/// Bytes of a line of memory.
const LINE: usize = 16;
/// Bytes of memory that one command shows at most.
const MOST: usize = 4096;

/// `info sys`.
pub fn system(areas: &[Area]) -> String {
    let mut s = String::new();
    for a in areas {
        let last = a.at + (a.size_bytes - 1);
        let _ = writeln!(s, "{:#010x}-{last:#010x}  {:<12} {}", a.at, a.name, a.kind);
    }
    s
}

/// `info reg`.
pub fn device_registers(m: &Machine, areas: &[Area], core: u8, device: Option<&str>) -> String {
    let with = || areas.iter().filter(|a| !a.registers.is_empty());
    let chosen: Vec<&Area> = with()
        .filter(|a| device.is_none_or(|d| d == a.name))
        .collect();
    if let (Some(word), []) = (device, chosen.as_slice()) {
        let near = did_you_mean(word, with().map(|a| a.name.as_str()));
        return format!(
            "no device with registers is called `{word}`{near}; monitor info sys lists them\n"
        );
    }
    let mut s = String::new();
    for a in chosen {
        let _ = writeln!(s, "{} at {:#010x}", a.name, a.at);
        for r in &a.registers {
            for i in 0..r.count {
                let at = a.at + u64::from(r.offset) + u64::from(i) * u64::from(r.stride);
                let name = match r.count {
                    1 => r.name.to_owned(),
                    _ => format!("{}{i}", r.name),
                };
                let mut bytes = [0; 4];
                let value = match m.look(core, at, &mut bytes) {
                    4 => format!("{:#010x}", word(m, core, bytes)),
                    _ => "-".to_owned(),
                };
                let _ = writeln!(s, "  {at:#010x}  {name:<16} {value:<10}  {}", r.doc);
            }
        }
    }
    s
}

/// A word of the board's byte order.
fn word(m: &Machine, core: u8, bytes: [u8; 4]) -> u32 {
    let debug = m.core_kind(core).and_then(|kind| kind.debug);
    debug.map_or(u32::from_le_bytes(bytes), |of| from_bytes(of, bytes))
}

/// `reg`.
pub fn registers(m: &Machine, core: u8) -> String {
    let mut s = format!("{}\n", name(m, core));
    let all: Vec<String> = m
        .registers(core)
        .iter()
        .enumerate()
        .map(|(i, r)| format!("{:>8} {:08x}", r.name, m.register(core, i)))
        .collect();
    for row in all.chunks(4) {
        let _ = writeln!(s, "{}", row.join(" "));
    }
    s
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => text.parse().ok(),
    }
}

/// `mem`.
pub fn memory(m: &Machine, core: u8, at: &str, bytes: &str) -> String {
    let (Some(at), Some(len)) = (number(at), number(bytes)) else {
        return format!(
            "mem {at} {bytes}: write an address and how many bytes: mem 0x40000000 64\n"
        );
    };
    let len = usize::try_from(len).unwrap_or(MOST).min(MOST);
    let mut s = String::new();
    for off in (0..len).step_by(LINE) {
        let mut line = [0; LINE];
        let line = &mut line[..LINE.min(len - off)];
        let at = at.wrapping_add(off as u64);
        let found = m.look(core, at, line);
        if found == 0 {
            let _ = writeln!(s, "{at:#010x}: nothing can be read here");
            break;
        }
        let hex: Vec<String> = line[..found].iter().map(|b| format!("{b:02x}")).collect();
        let text: String = line[..found]
            .iter()
            .map(|&b| {
                if b.is_ascii_graphic() || b == b' ' {
                    char::from(b)
                } else {
                    '.'
                }
            })
            .collect();
        let _ = writeln!(s, "{at:#010x}  {:<47}  {text}", hex.join(" "));
    }
    s
}

/// `perf`.
pub fn performance(m: &Machine) -> String {
    let mut s = String::from("core      instructions         cycles    CPI\n");
    for core in cores(m) {
        let bank = &m.meters().cores[usize::from(core)];
        let instructions = bank.get(CoreMeter::INSTRUCTIONS);
        let cycles = bank.get(CoreMeter::CYCLES);
        let cpi = cpi_text(cycles, instructions);
        let _ = writeln!(
            s,
            "{:<8} {instructions:>13} {cycles:>14} {cpi:>6}",
            name(m, core)
        );
        let Some(dictionary) = m.dictionary(core) else {
            continue;
        };
        let misses = dictionary
            .all()
            .filter(|&d| dictionary.name(d).ends_with("_misses"));
        for meter in misses {
            let n = bank.get(meter);
            if n != 0 {
                let _ = writeln!(s, "  {:<28} {n:>14}", dictionary.name(meter));
            }
        }
    }
    s
}

/// `cache`.
pub fn caches(m: &Machine) -> String {
    if m.meters().caches.is_empty() {
        return "the board has no shared cache; monitor perf has the misses of the cores\n"
            .to_owned();
    }
    let mut s = String::new();
    for (i, bank) in m.meters().caches.iter().enumerate() {
        let _ = writeln!(s, "shared cache {i}");
        for meter in CacheMeter::ALL {
            let _ = writeln!(s, "  {:<28} {:>14}", meter.def().name, bank.get(*meter));
        }
    }
    s
}

/// `power`: as of the last point of the power model's grid.
pub fn power(m: &Machine) -> String {
    let Some(point) = m.power_series().last() else {
        return "no power so far: the board has no power model, or its first interval is not over\n"
            .to_owned();
    };
    let seconds = point.at.0 as f64 / m.base_hz as f64;
    let energy: f64 = point.energy_uj.iter().sum();
    format!(
        "{energy:.1} uJ in {seconds:.6} s, {:.2} mW on average; die {:.1} degC\n",
        energy / seconds / 1000.0,
        point.die_mc as f64 / 1000.0
    )
}
