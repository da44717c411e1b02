//! Places where faults can come, by the names of the command line.

use super::devices;
use crate::error::Error;
use trueboard_board::asked::address;
use trueboard_board::{Machine, Upset, did_you_mean};

/// A part that has bits to flip.
#[derive(Clone, Debug)]
pub enum Unit {
    Register {
        core: u8,
        register: usize,
        name: String,
        bits: u32,
        /// The chip corrects the flip of a bit.
        corrected: bool,
    },
    Memory {
        at: u64,
        bytes: u64,
        kind: Kind,
    },
    /// A register of a device, with its bits that software writes.
    Device {
        at: u64,
        name: String,
        bits: u32,
    },
    /// What has no bits.
    Other {
        name: String,
        what: Upset,
    },
}

/// How memory is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As software sees it.
    Plain,
    /// A cell, which a code may protect.
    Cell,
    /// What a shared cache has of it.
    Cached,
    /// What a core's own cache has of it, of data or of instructions.
    Own { core: u8, fetched: bool },
}

impl Unit {
    /// How many bits there are.
    pub fn bits(&self) -> u64 {
        match self {
            Unit::Register { bits, .. } => u64::from(*bits),
            Unit::Memory { bytes, .. } => bytes.saturating_mul(8),
            Unit::Device { bits, .. } => u64::from(bits.count_ones()),
            Unit::Other { .. } => 1,
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
                ..
            } => {
                let mask = neighbours(first, flips, u64::from(*bits));
                let what = Upset::Register {
                    core: *core,
                    register: *register,
                    bits: mask,
                };
                (what, format!("{name}{}", listed(mask)))
            }
            Unit::Memory { at, kind, .. } => {
                let (address, bit) = (at + first / 8, first % 8);
                let mask = neighbours(bit, flips, 8);
                let bits = mask;
                let (what, word) = match *kind {
                    Kind::Plain => (Upset::Memory { address, bits }, "memory".to_owned()),
                    Kind::Cell => (Upset::Cell { address, bits }, "memory".to_owned()),
                    Kind::Cached => (Upset::Cached { address, bits }, "l2".to_owned()),
                    Kind::Own { core, fetched } => {
                        let what = Upset::Parity {
                            core,
                            fetched,
                            address,
                        };
                        let cache = if fetched { 'i' } else { 'd' };
                        return (
                            what,
                            format!("l1{cache}{core}:{address:#x}{}", listed(mask)),
                        );
                    }
                };
                (what, format!("{word}:{address:#x}{}", listed(mask)))
            }
            Unit::Device { at, name, bits } => {
                let all = (0..32).filter(|b| bits >> b & 1 != 0);
                let chosen = all.skip(first as usize).take(flips as usize);
                let mask = chosen.fold(0u32, |mask, b| mask | 1 << b);
                let what = Upset::Device {
                    address: *at,
                    bits: mask,
                };
                (what, format!("device:{name}{}", listed(mask.into())))
            }
            Unit::Other { name, what } => (what.clone(), name.clone()),
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
            Upset::Memory { bits, .. } | Upset::Cell { bits, .. } | Upset::Cached { bits, .. } => {
                *bits = mask;
            }
            Upset::Device { bits, .. } => *bits = mask as u32,
            _ => return (what, name),
        }
        let part = name.split('#').next().unwrap_or_default();
        (what, format!("{part}{}", listed(mask)))
    }

    /// True when named bits leave nothing open: of memory, where it is a byte.
    pub fn is_whole(&self) -> bool {
        match self {
            Unit::Memory { bytes, .. } => *bytes == 1,
            _ => self.bits() <= self.width(),
        }
    }

    /// Bits beyond those of a byte are those of the bytes behind it: there must be memory.
    ///
    /// # Errors
    /// There is none.
    pub fn all_there(&self, bits: &[u64], m: &Machine) -> Result<(), String> {
        let Unit::Memory { at, bytes, .. } = self else {
            return Ok(());
        };
        let more = bits.iter().max().map_or(0, |b| b / 8);
        match m.memory().find(*at, bytes + more) {
            Some(_) => Ok(()),
            None => Err(format!(
                "no memory has the {more} bytes behind {:#x}",
                at + bytes - 1
            )),
        }
    }

    /// What bits are counted in: those of the eight bytes from one on, or all.
    pub fn width(&self) -> u64 {
        match self {
            Unit::Memory { .. } => 64,
            Unit::Device { .. } => 32,
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
pub fn units(place: &str, m: &Machine, unprotected: bool) -> Result<Vec<Unit>, Error> {
    let wrong = |cause: String| Error::usage(format!("--faults {place}: {cause}"));
    let registers = |m: &Machine, core: u8| registers(m, core, unprotected);
    if place == "registers" {
        return Ok((0..m.core_count() as u8)
            .flat_map(|c| registers(m, c))
            .collect());
    }
    let cell = if unprotected { Kind::Plain } else { Kind::Cell };
    match place {
        "memory" => return Ok(loaded(m, cell)),
        "l2" => return Ok(loaded(m, Kind::Cached)),
        _ => (),
    }
    if let Some(units) = own_cache(place, m, unprotected) {
        return units.map_err(wrong);
    }
    if let Some((kind, rest)) = place.split_once(':') {
        let found = match kind {
            "memory" => memory(m, rest, cell),
            "l2" => memory(m, rest, Kind::Cached),
            _ => devices::units(m, place, kind, rest),
        };
        return found.map_err(wrong);
    }
    let (core, register) = place
        .split_once('.')
        .map_or((place, None), |(c, r)| (c, Some(r)));
    let names: Vec<String> = (0..m.core_count() as u8)
        .filter_map(|c| m.core_state(c).map(|s| s.0.to_owned()))
        .collect();
    let Some(number) = names.iter().position(|n| n == core) else {
        let kinds = ["registers", "memory", "l2"];
        let near = did_you_mean(core, names.iter().map(String::as_str).chain(kinds));
        return Err(wrong(format!(
            "no such place{near}; there are registers, memory, l2, memory:SYMBOL, device:NAME.REGISTER and what docs/user/howto/inject.md lists; of cores {}, \
             with .REGISTER",
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
        if constant(wanted) {
            return Err(wrong(format!(
                "{wanted} holds a constant, which cannot flip"
            )));
        }
        let near = did_you_mean(wanted, known);
        return Err(wrong(format!("{core} has no register {wanted}{near}")));
    }
    Ok(found)
}

/// True for a register that has no cells.
fn constant(name: &str) -> bool {
    name.trim_start_matches('%') == "g0"
}

/// The first-level cache of a core: `l1d0` and `l1i0`, with `:SYMBOL` what it has of that. None for other places.
fn own_cache(place: &str, m: &Machine, unprotected: bool) -> Option<Result<Vec<Unit>, String>> {
    let (cache, what) = match place.split_once(':') {
        Some((cache, what)) => (cache, Some(what)),
        None => (place, None),
    };
    let fetched = cache.starts_with("l1i");
    let core = cache.strip_prefix(if fetched { "l1i" } else { "l1d" })?;
    let known = core.parse().ok().filter(|&c| m.core_state(c).is_some());
    let Some(core) = known else {
        return Some(Err(
            "name a core behind l1d or l1i, as l1d0: its cache of data".to_owned(),
        ));
    };
    if m.name != "gr740" || unprotected {
        return Some(Err(
            "only the parity of the GR740's first-level caches is modelled, and no caches without it"
                .to_owned(),
        ));
    }
    let kind = Kind::Own { core, fetched };
    Some(match what {
        None => Ok(loaded(m, kind)),
        Some(what) => memory(m, what, kind),
    })
}

/// The registers of a core. Those that hold a constant have nothing to flip.
fn registers(m: &Machine, core: u8, unprotected: bool) -> Vec<Unit> {
    let Some((of, _)) = m.core_state(core) else {
        return Vec::new();
    };
    let names = m.registers(core).iter().enumerate();
    let names = names.filter(|(_, r)| r.bits > 0 && !constant(r.name));
    names
        .map(|(register, r)| Unit::Register {
            core,
            register,
            name: format!("{of}.{}", r.name),
            bits: u32::from(r.bits),
            corrected: !unprotected && in_register_file(m, r.name),
        })
        .collect()
}

/// True for registers whose file corrects the flip of a bit by itself, without time: those of the IU and the FPU of the
/// GR740 (UM 1.7, 6.2.9). The error stays in the file until the register is written.
fn in_register_file(m: &Machine, name: &str) -> bool {
    let name = name.trim_start_matches('%');
    let (file, number) = name.split_at(name.len().min(1));
    let of_file = ["g", "o", "l", "i", "f", "d"].contains(&file);
    m.name == "gr740" && of_file && number.parse::<u8>().is_ok()
}

/// The memory that images are loaded into, with what they begin with zeros.
fn loaded(m: &Machine, kind: Kind) -> Vec<Unit> {
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
        .map(|(at, bytes)| Unit::Memory { at, bytes, kind })
        .collect()
}

/// A symbol, a section, an address, or a range of addresses.
fn memory(m: &Machine, name: &str, kind: Kind) -> Result<Vec<Unit>, String> {
    let number = |text: &str| address("", text).ok();
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
    if m.memory().find(at, bytes).is_none() {
        let last = at.saturating_add(bytes - 1);
        return Err(match bytes {
            1 => format!("there is no memory at {at:#x}"),
            _ => format!("no memory of the board has all of {at:#x} to {last:#x}"),
        });
    }
    Ok(vec![Unit::Memory { at, bytes, kind }])
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
    if name.is_empty() {
        return Err("name a symbol, a section, an address or a range behind the colon".to_owned());
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
