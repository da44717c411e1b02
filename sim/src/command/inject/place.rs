//! Places where faults can come, by the names of the command line.

use crate::command::{Failure, options};
use trueboard::board::{Machine, Upset, did_you_mean};

/// A part that has bits to flip.
#[derive(Clone, Debug)]
pub enum Unit {
    Register {
        core: u8,
        register: usize,
        name: String,
        bits: u32,
    },
    Memory {
        at: u64,
        bytes: u64,
    },
}

impl Unit {
    /// How many bits there are.
    pub fn bits(&self) -> u64 {
        match self {
            Unit::Register { bits, .. } => u64::from(*bits),
            Unit::Memory { bytes, .. } => bytes.saturating_mul(8),
        }
    }

    /// The fault in `flips` bits from number `first` on, and its name.
    pub fn fault(&self, first: u64, flips: u32) -> (Upset, String) {
        match self {
            Unit::Register {
                core,
                register,
                name,
                bits,
            } => {
                let mask = neighbours(first, flips, u64::from(*bits));
                let what = Upset::Register {
                    core: *core,
                    register: *register,
                    bits: mask,
                };
                (what, format!("{name}{}", listed(mask)))
            }
            Unit::Memory { at, .. } => {
                let (address, bit) = (at + first / 8, first % 8);
                let mask = neighbours(bit, flips, 8);
                let what = Upset::Memory {
                    address,
                    bits: mask as u8,
                };
                (what, format!("memory:{address:#x}{}", listed(mask)))
            }
        }
    }

    /// The fault in these bits of the register, or of the byte that holds bit number `near`.
    pub fn fault_in(&self, near: u64, bits: &[u64]) -> (Upset, String) {
        let (mut what, name) = self.fault(near, 1);
        let mask = bits.iter().fold(0, |mask, b| {
            mask | 1_u64.checked_shl(*b as u32).unwrap_or(0)
        });
        match &mut what {
            Upset::Register { bits, .. } => *bits = mask,
            Upset::Memory { bits, .. } => *bits = mask as u8,
        }
        let part = name.split('#').next().unwrap_or_default();
        (what, format!("{part}{}", listed(mask)))
    }

    /// What bits are counted in: those of a byte, or all.
    pub fn width(&self) -> u64 {
        match self {
            Unit::Memory { .. } => 8,
            _ => self.bits(),
        }
    }
}

/// `flips` bits from number `first` on; at the end of `width` those before it.
fn neighbours(first: u64, flips: u32, width: u64) -> u64 {
    let flips = u64::from(flips).min(width);
    let first = first.min(width - flips);
    (u64::MAX >> (64 - flips)) << first
}

/// Bits as a fault names them: `#3+4`.
fn listed(mask: u64) -> String {
    let bits = (0..64).filter(|b| mask >> b & 1 != 0);
    let bits: Vec<String> = bits.map(|b| b.to_string()).collect();
    format!("#{}", bits.join("+"))
}

/// The parts that a place names.
pub fn units(place: &str, m: &Machine) -> Result<Vec<Unit>, Failure> {
    let wrong = |cause: String| Failure::usage(format!("--faults {place}: {cause}"));
    if place == "registers" {
        return Ok((0..m.core_count() as u8)
            .flat_map(|c| registers(m, c))
            .collect());
    }
    if place == "memory" {
        return Ok(loaded(m));
    }
    if let Some(name) = place.strip_prefix("memory:") {
        return memory(m, name).map_err(wrong);
    }
    let (core, register) = place
        .split_once('.')
        .map_or((place, None), |(c, r)| (c, Some(r)));
    let names: Vec<String> = (0..m.core_count() as u8)
        .filter_map(|c| m.core_state(c).map(|s| s.0.to_owned()))
        .collect();
    let Some(number) = names.iter().position(|n| n == core) else {
        let kinds = ["registers", "memory"];
        let near = did_you_mean(core, names.iter().map(String::as_str).chain(kinds));
        return Err(wrong(format!(
            "no such place{near}; there are registers, memory, memory:SYMBOL, memory:ADDRESS, {} with .REGISTER",
            names.join(", ")
        )));
    };
    let all = registers(m, number as u8);
    let Some(wanted) = register else {
        return Ok(all);
    };
    let full = format!("{core}.{}", wanted.trim_start_matches('%'));
    let found: Vec<Unit> = all
        .iter()
        .filter(|u| matches!(u, Unit::Register { name, .. } if *name == full))
        .cloned()
        .collect();
    if found.is_empty() {
        let known = m.registers(number as u8).iter().map(|r| r.name);
        let near = did_you_mean(wanted, known);
        return Err(wrong(format!("{core} has no register {wanted}{near}")));
    }
    Ok(found)
}

/// The registers of a core. Those that hold a constant have nothing to flip.
fn registers(m: &Machine, core: u8) -> Vec<Unit> {
    let Some((of, _)) = m.core_state(core) else {
        return Vec::new();
    };
    let constant = |name: &str| ["g0", "%g0"].contains(&name);
    let names = m.registers(core).iter().enumerate();
    let names = names.filter(|(_, r)| r.bits > 0 && !constant(r.name));
    names
        .map(|(register, r)| Unit::Register {
            core,
            register,
            name: format!("{of}.{}", r.name),
            bits: u32::from(r.bits),
        })
        .collect()
}

/// The memory that images are loaded into, with what they begin with zeros.
fn loaded(m: &Machine) -> Vec<Unit> {
    let mut found: Vec<(u64, u64)> = Vec::new();
    for core in (0..m.core_count() as u8).filter(|&c| m.has_image(c)) {
        let segments = m.image_of(core).into_iter().flat_map(|i| &i.segments);
        for s in segments.filter(|s| s.mem_size > 0) {
            let range = (m.physical(usize::from(core), s.va), s.mem_size);
            if !found.contains(&range) {
                found.push(range);
            }
        }
    }
    found
        .into_iter()
        .map(|(at, bytes)| Unit::Memory { at, bytes })
        .collect()
}

/// A symbol, a section, an address, or a range of addresses.
fn memory(m: &Machine, name: &str) -> Result<Vec<Unit>, String> {
    let number = |text: &str| options::address("", text).ok();
    let (at, bytes) = if let Some((from, to)) = name.split_once("..") {
        let (from, to) = number(from)
            .zip(number(to))
            .filter(|(from, to)| from < to)
            .ok_or("must be a range like memory:0x1000..0x2000")?;
        (from, to - from)
    } else if let Some(at) = number(name) {
        (at, 1)
    } else {
        symbol(m, name)?
    };
    let there = |at| m.memory().peek(at, 1).is_some();
    if !there(at) || !there(at + bytes - 1) {
        return Err(format!(
            "there is no memory from {at:#x} to {:#x}",
            at + bytes
        ));
    }
    Ok(vec![Unit::Memory { at, bytes }])
}

/// Where a symbol or a section lies, and how many bytes it has.
fn symbol(m: &Machine, name: &str) -> Result<(u64, u64), String> {
    let cores = (0..m.core_count() as u8).filter(|&c| m.has_image(c));
    let mut symbols = Vec::new();
    for core in cores {
        let Some(image) = m.image_of(core) else {
            continue;
        };
        if let Some(s) = image.symbol(name).filter(|s| s.size > 0) {
            return Ok((m.physical(usize::from(core), s.at), s.size));
        }
        if let Some((from, to)) = image.section_range(name).filter(|(from, to)| from < to) {
            return Ok((m.physical(usize::from(core), from), to - from));
        }
        symbols.extend(image.symbols().iter().map(|s| s.name.as_str()));
    }
    let near = did_you_mean(name, symbols);
    Err(format!(
        "no image has a symbol or section {name} of known size{near}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stay_inside() {
        assert_eq!(neighbours(3, 1, 32), 1 << 3);
        assert_eq!(neighbours(3, 2, 32), 3 << 3);
        assert_eq!(neighbours(31, 2, 32), 3 << 30);
        assert_eq!(neighbours(63, 1, 64), 1 << 63);
        assert_eq!(neighbours(0, 8, 1), 1);
        assert_eq!(listed(0b11000), "#3+4");
    }
}
