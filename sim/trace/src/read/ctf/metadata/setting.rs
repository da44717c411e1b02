//! The meaning of attributes.

use super::super::tsdl::{Attributes, Fault, Setting, TypeText};
use super::super::types::{Base, ByteOrder};

impl Attributes {
    /// An unsigned number.
    pub(super) fn unsigned(&self, name: &str) -> Result<Option<u64>, Fault> {
        match self.get(name) {
            None => Ok(None),
            Some((at, Setting::Number(n))) => match u64::try_from(*n) {
                Ok(n) => Ok(Some(n)),
                Err(_) => Err(wrong(at, name, "a number that is not negative")),
            },
            Some((at, _)) => Err(wrong(at, name, "a number")),
        }
    }

    /// A signed number.
    pub(super) fn signed(&self, name: &str) -> Result<Option<i64>, Fault> {
        match self.get(name) {
            None => Ok(None),
            Some((at, Setting::Number(n))) => match i64::try_from(*n) {
                Ok(n) => Ok(Some(n)),
                Err(_) => Err(wrong(at, name, "a number of 64 bits")),
            },
            Some((at, _)) => Err(wrong(at, name, "a number")),
        }
    }

    /// `true`, `false`, 1 or 0.
    pub(super) fn truth(&self, name: &str) -> Result<Option<bool>, Fault> {
        match self.get(name) {
            None => Ok(None),
            Some((_, Setting::Number(n))) => Ok(Some(*n != 0)),
            Some((at, Setting::Path(p))) => match p.join(".").to_ascii_lowercase().as_str() {
                "true" => Ok(Some(true)),
                "false" => Ok(Some(false)),
                _ => Err(wrong(at, name, "true or false")),
            },
            Some((at, _)) => Err(wrong(at, name, "true or false")),
        }
    }

    /// A text, or a word without quotes.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>, Fault> {
        match self.get(name) {
            None => Ok(None),
            Some((_, Setting::Text(t))) => Ok(Some(t.clone())),
            Some((_, Setting::Path(p))) => Ok(Some(p.join("."))),
            Some((at, _)) => Err(wrong(at, name, "a text")),
        }
    }

    /// A type.
    pub(super) fn ty(&self, name: &str) -> Result<Option<&TypeText>, Fault> {
        match self.get(name) {
            None => Ok(None),
            Some((_, Setting::Type(t))) => Ok(Some(t)),
            Some((at, _)) => Err(wrong(at, name, "a type behind :=")),
        }
    }

    /// A byte order; `None` for the trace's.
    pub(super) fn order(&self) -> Result<Option<ByteOrder>, Fault> {
        let Some((at, _)) = self.get("byte_order") else {
            return Ok(None);
        };
        match self.text("byte_order")?.unwrap_or_default().as_str() {
            "le" => Ok(Some(ByteOrder::Little)),
            "be" | "network" => Ok(Some(ByteOrder::Big)),
            "native" => Ok(None),
            _ => Err(wrong(at, "byte_order", "le, be, network or native")),
        }
    }

    /// The base in which numbers are shown.
    pub(super) fn base(&self) -> Result<Base, Fault> {
        let Some((at, setting)) = self.get("base") else {
            return Ok(Base::Decimal);
        };
        let word = match setting {
            Setting::Number(n) => n.to_string(),
            Setting::Path(p) => p.join("."),
            _ => String::new(),
        };
        match word.as_str() {
            "10" | "decimal" | "dec" | "d" | "i" | "u" => Ok(Base::Decimal),
            "16" | "hexadecimal" | "hex" | "x" | "X" | "p" => Ok(Base::Hexadecimal),
            "8" | "octal" | "oct" | "o" => Ok(Base::Octal),
            "2" | "binary" | "b" => Ok(Base::Binary),
            _ => Err(wrong(at, "base", "dec, hex, oct or bin")),
        }
    }
}

fn wrong(at: usize, name: &str, expected: &str) -> Fault {
    Fault::new(
        at,
        format!("`{name}` is not {expected}"),
        "mend the metadata, or what makes it",
    )
}
