//! What `at` of a step names: `0x1000`, `symbol`, `reg:STATUS`, `mailbox:ack`, `shm:NAME`, each with
//! `+OFFSET` if wanted.

/// A place, not yet looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place<'a> {
    /// An address, in the core's own view.
    Address(u32),
    /// A symbol of the core's image.
    Symbol(&'a str, u32),
    /// A register of the core, by its place in the core's window.
    Register(u32),
    /// A word of the core's mailbox, by the name that the layout of the firmware has for it.
    Mailbox(&'a str, u32),
    /// A shared region.
    Region(&'a str, u32),
}

/// Reads a number as a script writes it: decimal, or hexadecimal after `0x`, with `_` anywhere.
fn number(text: &str) -> Option<u32> {
    let plain = text.replace('_', "");
    match plain.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => plain.parse().ok(),
    }
}

impl Place<'_> {
    /// Reads the text of `at`.
    pub fn parse(text: &str) -> Result<Place<'_>, String> {
        let (name, offset) = match text.rsplit_once('+') {
            Some((name, offset)) => (
                name.trim(),
                number(offset.trim())
                    .ok_or_else(|| format!("`{text}`: `{offset}` after + is no number"))?,
            ),
            None => (text.trim(), 0),
        };
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            let at = number(name).and_then(|n| n.checked_add(offset));
            return at
                .map(Place::Address)
                .ok_or_else(|| format!("`{text}` is no address of 32 bits"));
        }
        match name.split_once(':') {
            None if name.is_empty() => Err("names no place".to_owned()),
            None => Ok(Place::Symbol(name, offset)),
            Some(("reg", reg)) => crate::chip::register(reg)
                .and_then(|at| at.checked_add(offset))
                .map(Place::Register)
                .ok_or_else(|| {
                    format!("`{reg}` is no register; write R0 to R63, STATUS, CONFIG, CTIMER1, …")
                }),
            Some(("mailbox", word)) => Ok(Place::Mailbox(word, offset)),
            Some(("shm", region)) => Ok(Place::Region(region, offset)),
            Some((kind, _)) => Err(format!(
                "`{kind}:` is no kind of place; write an address, a symbol, reg:, mailbox: or shm:"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form() {
        assert_eq!(
            Place::parse("0x8f00_0000+8"),
            Ok(Place::Address(0x8f00_0008))
        );
        assert_eq!(Place::parse("table + 0x10"), Ok(Place::Symbol("table", 16)));
        assert_eq!(Place::parse("reg:pc"), Ok(Place::Register(0xf0408)));
        assert_eq!(Place::parse("mailbox:ack+2"), Ok(Place::Mailbox("ack", 2)));
        assert_eq!(Place::parse("shm:x+4"), Ok(Place::Region("x", 4)));
        for wrong in ["", "reg:nope", "what:x", "0xzz", "a+b", "0xffffffff+1"] {
            assert!(Place::parse(wrong).is_err(), "{wrong}");
        }
    }
}
