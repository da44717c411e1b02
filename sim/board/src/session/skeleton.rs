//! The beginning of descriptions of devices: the registers that a run's firmware accessed, and that have no model.

use crate::boardfile::schema::field;
use crate::machine::Machine;
use crate::machine::fabric::Use;
use std::collections::BTreeMap;
use std::fmt::Write;
use trueboard_periph::typed;

/// Bytes around an access where no device is declared that are taken for one device.
const BLOCK: u64 = 0x100;

/// A part without a model.
struct Part {
    id: String,
    at: u64,
    size: u64,
    /// Names that the board file knows, by offset.
    names: BTreeMap<u32, String>,
    /// Bytes and accesses, by offset.
    registers: BTreeMap<u32, (u16, Use)>,
}

/// A `.ron` file for `--device`, with an entry for each part that firmware accessed and that has no model; none
/// where it accessed none.
#[must_use]
pub fn skeleton(machine: &Machine) -> Option<String> {
    let parts = without_model(machine);
    if parts.is_empty() {
        return None;
    }
    let mut text = format!(
        "// What firmware accessed on {} and no model has, for --device: give the registers values.\n[\n",
        machine.name
    );
    for p in &parts {
        entry(&mut text, p);
    }
    text += "]\n";
    Some(text)
}

fn without_model(machine: &Machine) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (&(pa, bytes), used) in &machine.fabric.wanted.uses {
        let inside = |p: &Part| pa >= p.at && pa - p.at < p.size;
        if !parts.last().is_some_and(inside) {
            let new = part(machine, pa);
            match parts.last_mut() {
                // A block that goes on where no device is declared.
                Some(last)
                    if new.id.starts_with("part-")
                        && last.id.starts_with("part-")
                        && last.at + last.size == new.at =>
                {
                    last.size += new.size;
                }
                _ => parts.push(new),
            }
        }
        let Some(part) = parts.last_mut() else {
            continue;
        };
        let off = (pa - part.at) as u32;
        for word in 0..u32::from(bytes).div_ceil(4) {
            add(&mut part.registers, off + 4 * word, bytes.min(4), *used);
        }
    }
    parts
}

/// The part at an address: a device that is declared only, or a block of what is not declared.
fn part(machine: &Machine, pa: u64) -> Part {
    let declared = machine.fabric.find(pa).and_then(|id| {
        let name = &machine.fabric.attached[usize::from(id.0)].name;
        machine.file.devices.iter().find(|d| d.id == *name)
    });
    let (id, at, size) = match declared {
        Some(d) => (format!("{}-described", d.id), d.at, d.size),
        None => {
            let at = pa & !(BLOCK - 1);
            (format!("part-{at:08x}"), at, BLOCK)
        }
    };
    let names = declared.and_then(|d| typed(field(&d.params, "registers")?.clone()).ok());
    Part {
        id,
        at,
        size,
        names: names.unwrap_or_default(),
        registers: BTreeMap::new(),
    }
}

/// Adds accesses to those of the register that the bytes lie in; a wider one takes narrower ones in.
fn add(registers: &mut BTreeMap<u32, (u16, Use)>, off: u32, bytes: u16, used: Use) {
    let mut sum = (off, bytes, used);
    let word = off & !3;
    let meets: Vec<u32> = registers
        .range(word..word + 4)
        .filter(|(o, r)| **o < off + u32::from(bytes) && off < **o + u32::from(r.0))
        .map(|(o, _)| *o)
        .collect();
    for o in meets {
        if let Some((b, u)) = registers.remove(&o) {
            if b > sum.1 {
                (sum.0, sum.1, sum.2.last) = (o, b, u.last);
            }
            sum.2.reads += u.reads;
            sum.2.writes += u.writes;
        }
    }
    registers.insert(sum.0, (sum.1, sum.2));
}

fn entry(text: &mut String, p: &Part) {
    let _ = writeln!(
        text,
        "    (id: \"{}\", at: {:#010x}, size: {:#x}, params: (registers: [",
        p.id, p.at, p.size
    );
    for (off, (bytes, used)) in &p.registers {
        let name = p.names.get(off).cloned();
        let name = name.unwrap_or_else(|| format!("R{off:03X}"));
        let width = match bytes {
            4 => String::new(),
            n => format!(", width: {}", 8 * n),
        };
        let writable = if used.writes == 0 {
            ", writable: 0"
        } else {
            ""
        };
        let written = match used.writes {
            0 => String::new(),
            n => format!(", {n} writes, {:#x} the last", used.last),
        };
        let _ = writeln!(
            text,
            "        (name: \"{name}\", offset: {off:#05x}{width}, reset: 0{writable}), // {} reads{written}",
            used.reads
        );
    }
    *text += "    ])),\n";
}
