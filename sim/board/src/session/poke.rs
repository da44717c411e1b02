//! Values that are written into variables of an image before it starts: a program's input.

use crate::machine::Machine;
use crate::near::did_you_mean;
use trueboard_core::time::Tick;

/// Bytes of the variables that a value can be written into.
const SIZES: [u64; 4] = [1, 2, 4, 8];

/// Writes each value into the variable of this name, in the board's byte order.
///
/// # Errors
/// A name that no image has, a variable that is no number, or a value that it has no room for.
pub(super) fn apply(machine: &mut Machine, pokes: &[(String, i128)]) -> Result<(), String> {
    let big = machine.fabric.big_endian;
    for (name, value) in pokes {
        let wrong = |why: String| Err(format!("--poke {name}={value}: {why}"));
        let images = machine.firmware.images.iter();
        let Some(s) = images.clone().find_map(|i| i.symbol(name)) else {
            let all = images.flat_map(|i| i.symbols()).filter(|s| !s.code);
            let near = did_you_mean(name, all.map(|s| s.name.as_str()));
            return wrong(format!("no image has such a variable{near}"));
        };
        if s.code || !SIZES.contains(&s.size) {
            let what = if s.code {
                "is a function"
            } else {
                "is no number"
            };
            return wrong(format!(
                "`{name}` {what} ({} bytes); variables of 1, 2, 4 and 8 bytes can be set",
                s.size
            ));
        }
        let bits = s.size as u32 * 8;
        let (least, most) = (-(1_i128 << (bits - 1)), (1_i128 << bits) - 1);
        if !(least..=most).contains(value) {
            return wrong(format!("`{name}` has {bits} bits: {least} to {most}"));
        }
        let bytes = value.to_be_bytes();
        let mut bytes = bytes[bytes.len() - s.size as usize..].to_vec();
        if !big {
            bytes.reverse();
        }
        let loaded = images.clone().any(|i| i.loads(s.at, s.size));
        let at = machine.symbol_place(s);
        if !machine.mem.poke(at, &bytes) {
            return wrong(format!("there is no memory at {at:#x}"));
        }
        if !loaded {
            let text = format!(
                "--poke {name}={value}: the image brings no value for `{name}` (.bss), so its start may clear it; \
                 give it an initial value other than 0"
            );
            machine.fabric.noted.core_warnings.add(Tick(0), &text);
        }
    }
    Ok(())
}
