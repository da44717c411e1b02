//! Values written into variables of an image before it starts: a program's input.

use crate::machine::Machine;
use crate::near::did_you_mean;
use serde::Serialize;
use std::fmt;
use trueboard_core::time::Tick;
use trueboard_image::Laid;

/// Bytes of the variables that a number can be written into.
const SIZES: [u64; 4] = [1, 2, 4, 8];

/// What is written into a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum PokeValue {
    /// A number, into a variable of 1, 2, 4 or 8 bytes.
    Number(i128),
    /// Characters, into an array of them; zeros fill the rest of it, at least one.
    Text(String),
}

impl PokeValue {
    /// The text that a value in quotes is, as on a command line; nothing for another value.
    #[must_use]
    pub fn quoted(value: &str) -> Option<PokeValue> {
        let text = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        Some(PokeValue::Text(text.to_owned()))
    }

    /// A variable and its value, `SYMBOL=VALUE`: a number in decimal or behind `0x`, or a text in quotes. Nothing
    /// for another text.
    #[must_use]
    pub fn assignment(text: &str) -> Option<(String, PokeValue)> {
        let (name, value) = text.split_once('=')?;
        let number = || {
            let (digits, sign) = match value.trim().strip_prefix('-') {
                Some(digits) => (digits, -1),
                None => (value.trim(), 1),
            };
            let digits = digits.replace('_', "");
            let number = match digits.strip_prefix("0x") {
                Some(hex) => u64::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            Some((i128::from(number.ok()?) * sign).into())
        };
        let value = PokeValue::quoted(value).or_else(number)?;
        Some((name.trim().to_owned(), value))
    }

    /// What to say of a text that is no such assignment.
    #[must_use]
    pub fn wrong_assignment(text: &str) -> String {
        format!(
            "--poke {text}: must be SYMBOL=VALUE with a whole number, as in particles=4096, or a text, as in name=\"lu\""
        )
    }

    /// The bytes for a variable of this size.
    fn bytes(&self, name: &str, size: u64, big: bool) -> Result<Vec<u8>, String> {
        match self {
            PokeValue::Number(value) => {
                if !SIZES.contains(&size) {
                    return Err(format!(
                        "`{name}` is no number ({size} bytes); variables of 1, 2, 4 and 8 bytes can be set"
                    ));
                }
                let bits = size as u32 * 8;
                let (least, most) = (-(1_i128 << (bits - 1)), (1_i128 << bits) - 1);
                if !(least..=most).contains(value) {
                    return Err(format!("`{name}` has {bits} bits: {least} to {most}"));
                }
                let bytes = value.to_be_bytes();
                let mut bytes = bytes[bytes.len() - size as usize..].to_vec();
                if !big {
                    bytes.reverse();
                }
                Ok(bytes)
            }
            PokeValue::Text(text) => {
                if text.len() as u64 >= size {
                    return Err(format!(
                        "the text has {} bytes and a 0 behind them; `{name}` has room for {size}",
                        text.len()
                    ));
                }
                let mut bytes = text.clone().into_bytes();
                bytes.resize(size as usize, 0);
                Ok(bytes)
            }
        }
    }
}

impl From<i128> for PokeValue {
    fn from(value: i128) -> PokeValue {
        PokeValue::Number(value)
    }
}

impl fmt::Display for PokeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PokeValue::Number(value) => write!(f, "{value}"),
            PokeValue::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// Writes each value into the variable of this name, in the board's byte order.
///
/// # Errors
/// A name that no image has, a variable that is no number, or a value that it has no room for.
pub(super) fn apply(machine: &mut Machine, pokes: &[(String, PokeValue)]) -> Result<(), String> {
    let big = machine.fabric.big_endian;
    for (name, value) in pokes {
        let wrong = |why: String| Err(format!("--poke {name}={value}: {why}"));
        let images = machine.firmware.images.iter();
        let Some(s) = images.clone().find_map(|i| i.symbol(name)) else {
            let all = images.flat_map(|i| i.symbols()).filter(|s| !s.code);
            let near = did_you_mean(name, all.map(|s| s.name.as_str()));
            return wrong(format!("no image has such a variable{near}"));
        };
        if s.code {
            return wrong(format!(
                "`{name}` is a function ({} bytes); variables can be set",
                s.size
            ));
        }
        let bytes = match value.bytes(name, s.size, big) {
            Ok(bytes) => bytes,
            Err(why) => return wrong(why),
        };
        let in_file = |l: &Laid| l.loaded && (l.at..l.at.saturating_add(l.size)).contains(&s.at);
        let loaded = images
            .clone()
            .any(|i| i.loads(s.at, s.size) || i.laid().iter().any(in_file));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_a_number_or_a_text() {
        let text = PokeValue::quoted(" \"11,15\"").expect("a text");
        assert_eq!(text.to_string(), "\"11,15\"");
        assert_eq!(text.bytes("v", 8, true), Ok(b"11,15\0\0\0".to_vec()));
        assert_eq!(text.bytes("v", 6, false), Ok(b"11,15\0".to_vec()));
        let said = text.bytes("v", 5, true).expect_err("no room");
        assert!(
            said.contains("has 5 bytes and a 0 behind them; `v` has room for 5"),
            "{said}"
        );
        assert_eq!(
            PokeValue::quoted("\"\""),
            Some(PokeValue::Text(String::new()))
        );
        for other in ["12", "\"open", "\"", ""] {
            assert_eq!(PokeValue::quoted(other), None, "{other}");
        }
        assert_eq!(
            PokeValue::Number(-2).bytes("v", 2, true),
            Ok(vec![0xff, 0xfe])
        );
        assert_eq!(
            PokeValue::Number(0x1234).bytes("v", 4, false),
            Ok(vec![0x34, 0x12, 0, 0])
        );
    }
}
