//! Places of a program, from text and to text.

use crate::view::Place;
use trueboard_board::Machine;

/// A number, decimal, or hexadecimal behind `0x`; `_` between digits.
pub(crate) fn number(text: &str) -> Option<i128> {
    let text = text.trim().replace('_', "");
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.as_str()),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => i128::from_str_radix(hex, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if negative { -value } else { value })
}

/// The address of a place as `core` sees it, and its size if it is a symbol.
pub(crate) fn address(m: &Machine, core: u8, text: &str) -> Result<(u64, Option<u64>), String> {
    let text = text.trim();
    if let Some(n) = number(text) {
        let at = u64::try_from(n).map_err(|_| format!("place `{text}`: no address is negative"))?;
        return Ok((at, None));
    }
    let image = m.image_of(core).ok_or_else(|| {
        format!(
            "place `{text}`: core {core} has no image with symbols; write an address, 0x40001234"
        )
    })?;
    if let Some((file, line)) = text.rsplit_once(':')
        && let Ok(line) = line.parse()
    {
        let found = image.address_of_line(file, line);
        return found.map(|at| (at, None)).ok_or_else(|| {
            format!(
                "place `{text}`: the debug information of {} has no such line; write FILE.c:12 of a file \
                 that is compiled with -g, or a symbol",
                image.path.display()
            )
        });
    }
    let (name, offset) = match text.split_once('+') {
        Some((name, offset)) => (name.trim(), number(offset)),
        None => (text, Some(0)),
    };
    let offset = offset
        .and_then(|o| u64::try_from(o).ok())
        .ok_or_else(|| format!("place `{text}`: what follows + is no number; write main+0x10"))?;
    match image.symbol(name) {
        Some(s) => Ok((
            s.at.saturating_add(offset),
            Some(s.size.saturating_sub(offset)),
        )),
        None => {
            let names = image.symbols().iter().map(|s| s.name.as_str());
            let near = trueboard_board::did_you_mean(name, names);
            Err(format!(
                "place `{text}`: {} has no symbol `{name}`{near}; write a symbol, FILE.c:12 or 0x40001234",
                image.path.display()
            ))
        }
    }
}

/// What is at an address of a core's program.
pub(crate) fn place(m: &Machine, core: u8, at: u64) -> Place {
    let mut place = Place {
        at,
        ..Place::default()
    };
    if let Some(image) = m.image_of(core) {
        let linked = m.linked(core, image, at);
        if let Some((s, offset)) = image.symbol_at(linked) {
            place.function = Some(s.name.clone());
            place.offset = offset;
        }
        if let Some((file, line)) = image.source_at(linked) {
            (place.file, place.line) = (Some(file), Some(line));
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_read_in_both_bases() {
        assert_eq!(number("0x4000_0000"), Some(0x4000_0000));
        assert_eq!(number(" -12 "), Some(-12));
        assert_eq!(number("0xg"), None);
        assert_eq!(number(""), None);
    }
}
