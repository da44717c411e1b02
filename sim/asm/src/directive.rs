//! Directives.

use crate::assembler::Pass;
use crate::diagnostic::Fault;
use crate::expression::Value;
use crate::layout::{BYTES, Defined};
use crate::program::SymbolKind;
use crate::source::is_name;
use crate::statement::fits_32;
use trueboard_core::near::did_you_mean;

type Handler = fn(&mut Pass<'_>, &str) -> Result<(), Fault>;

/// All directives, without the point.
const DIRECTIVES: &[(&str, Handler)] = &[
    ("text", |p, rest| enter(p, ".text", "ax", false, rest)),
    ("data", |p, rest| enter(p, ".data", "aw", false, rest)),
    ("bss", |p, rest| enter(p, ".bss", "aw", true, rest)),
    ("section", section),
    ("address", address),
    ("org", org),
    ("align", |p, rest| {
        let power = p.guest.align_is_power;
        align(p, rest, power)
    }),
    ("balign", |p, rest| align(p, rest, false)),
    ("p2align", |p, rest| align(p, rest, true)),
    ("byte", |p, rest| integers(p, rest, 1)),
    ("half", |p, rest| integers(p, rest, 2)),
    ("hword", |p, rest| integers(p, rest, 2)),
    ("short", |p, rest| integers(p, rest, 2)),
    ("2byte", |p, rest| integers(p, rest, 2)),
    ("word", |p, rest| integers(p, rest, 4)),
    ("long", |p, rest| integers(p, rest, 4)),
    ("int", |p, rest| integers(p, rest, 4)),
    ("4byte", |p, rest| integers(p, rest, 4)),
    ("quad", |p, rest| integers(p, rest, 8)),
    ("8byte", |p, rest| integers(p, rest, 8)),
    ("float", |p, rest| floats(p, rest, false)),
    ("single", |p, rest| floats(p, rest, false)),
    ("double", |p, rest| floats(p, rest, true)),
    ("ascii", |p, rest| strings(p, rest, false)),
    ("asciz", |p, rest| strings(p, rest, true)),
    ("string", |p, rest| strings(p, rest, true)),
    ("space", space),
    ("skip", space),
    ("zero", space),
    ("equ", equ),
    ("set", equ),
    ("global", globals),
    ("globl", globals),
    ("type", kind),
    ("size", size),
    ("entry", entry),
];

/// Directives of GNU `as` that are refused, with what is written instead.
const REFUSED: &[(&str, &str)] = &[
    ("include", "write its text here: a program is one source"),
    ("incbin", "write its bytes by `.byte`"),
    ("macro", "write out its text: there are no macros"),
    ("endm", "write out its text: there are no macros"),
    (
        "rept",
        "write out its text, or use `.space`: there are no repetitions",
    ),
    (
        "endr",
        "write out its text, or use `.space`: there are no repetitions",
    ),
    (
        "if",
        "leave out what is not wanted: there are no conditions",
    ),
    (
        "ifdef",
        "leave out what is not wanted: there are no conditions",
    ),
    (
        "else",
        "leave out what is not wanted: there are no conditions",
    ),
    (
        "endif",
        "leave out what is not wanted: there are no conditions",
    ),
];

/// The names of all directives, without the point.
pub fn names() -> impl Iterator<Item = &'static str> {
    DIRECTIVES.iter().map(|(name, _)| *name)
}

/// Carries out the directive behind its point.
pub fn directive(pass: &mut Pass<'_>, text: &str) -> Result<(), Fault> {
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if let Some((_, handler)) = DIRECTIVES.iter().find(|(known, _)| *known == name) {
        return handler(pass, rest.trim_start());
    }
    if let Some((_, remedy)) = REFUSED.iter().find(|(known, _)| *known == name) {
        return Err(Fault::new(
            text.len() + 1,
            format!("`.{name}` is refused"),
            *remedy,
        ));
    }
    let near = did_you_mean(name, DIRECTIVES.iter().map(|(known, _)| *known));
    Err(Fault::new(
        text.len() + 1,
        format!("`.{name}` is no directive{near}"),
        "remove it, or write one that docs/user/howto/assemble.md lists",
    ))
}

fn end(rest: &str) -> Result<(), Fault> {
    if rest.trim().is_empty() {
        return Ok(());
    }
    Err(Fault::new(
        rest.trim_start().len(),
        format!("`{}` is too much", rest.trim()),
        "remove it",
    ))
}

fn enter(
    pass: &mut Pass<'_>,
    name: &str,
    flags: &str,
    reserved: bool,
    rest: &str,
) -> Result<(), Fault> {
    end(rest)?;
    pass.enter(name, flags, reserved);
    Ok(())
}

/// `.section NAME[, "FLAGS"[, @TYPE]]`.
fn section(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let mut parts = rest.splitn(3, ',').map(str::trim);
    let name = parts.next().unwrap_or_default().trim_matches('"');
    if name.is_empty() || !name.bytes().all(|b| is_name(b) || b == b'-') {
        return Err(Fault::new(
            rest.len(),
            "the name of a section is expected here",
            "write one, as `.section .rodata`",
        ));
    }
    let starts = |prefix: &str| name == prefix || name.starts_with(&format!("{prefix}."));
    let usual = match name {
        _ if starts(".text") => "ax",
        _ if starts(".rodata") => "a",
        _ => "aw",
    };
    let flags = match parts.next() {
        None => usual,
        Some(quoted) => {
            let flags = quoted.strip_prefix('"').and_then(|f| f.strip_suffix('"'));
            let known = flags.filter(|f| f.chars().all(|c| "awx".contains(c)));
            known.ok_or_else(|| {
                Fault::new(
                    rest.len(),
                    format!("`{quoted}` are no flags of a section"),
                    "write \"ax\" for code, \"a\" for constants, \"aw\" for data",
                )
            })?
        }
    };
    let reserved = match parts.next() {
        None => starts(".bss"),
        Some("@nobits" | "%nobits") => true,
        Some("@progbits" | "%progbits") => false,
        Some(other) => {
            return Err(Fault::new(
                other.len(),
                format!("`{other}` is no type of a section"),
                "write @progbits or @nobits",
            ));
        }
    };
    pass.enter(name, flags, reserved);
    Ok(())
}

/// A number; 0 while it is open.
fn number(pass: &Pass<'_>, text: &str) -> Result<Value, Fault> {
    Ok(pass.evaluate(text)?.unwrap_or(Value::constant(0)))
}

/// A number from 0 to `most`.
fn count(pass: &Pass<'_>, text: &str, most: u64) -> Result<u64, Fault> {
    let value = number(pass, text)?.number;
    u64::try_from(value)
        .ok()
        .filter(|v| *v <= most)
        .ok_or_else(|| {
            Fault::new(
                text.len(),
                format!("`{}` is {value}: 0 to {most} fit", text.trim()),
                "use one of these",
            )
        })
}

/// `.address EXPRESSION`: where the section begins.
fn address(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let at = count(pass, rest, u32::MAX.into())? as u32;
    let section = pass.section();
    if section.size > 0 || section.fixed.is_some_and(|fixed| fixed != at) {
        return Err(Fault::new(
            rest.len(),
            format!("{} has begun at another address", section.name),
            "write `.address` in front of its contents, or begin another section",
        ));
    }
    section.fixed = Some(at);
    section.base = at;
    Ok(())
}

/// `.org EXPRESSION`: continues at this distance from the beginning of the section, or at this label.
fn org(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let value = number(pass, rest)?;
    let base = i64::from(pass.section().base);
    let to = if value.address {
        value.number
    } else {
        base + value.number
    };
    let more = to - pass.here();
    match u64::try_from(more) {
        Ok(more) => pass.fill(more, 0, rest.len()),
        Err(_) => Err(Fault::new(
            rest.len(),
            format!("`.org` goes back by {} bytes", more.unsigned_abs()),
            "write a place behind what there is",
        )),
    }
}

/// `.balign BYTES[, FILL]`: continues at a multiple.
fn align(pass: &mut Pass<'_>, rest: &str, power: bool) -> Result<(), Fault> {
    let parts = commas(rest);
    let (first, fill) = match parts[..] {
        [first] => (first, None),
        [first, fill] => (first, Some(fill)),
        _ => {
            return Err(Fault::new(
                rest.len(),
                "an alignment and at most one byte to fill with are expected",
                "write them, as `.balign 8`",
            ));
        }
    };
    let bytes = if power {
        1 << count(pass, first, 16)?
    } else {
        count(pass, first, 1 << 16)?.max(1)
    };
    if !bytes.is_power_of_two() {
        return Err(Fault::new(
            rest.len(),
            format!("{bytes} is no power of two"),
            "write one, as 8",
        ));
    }
    let fill = fill.map(|f| number(pass, f)).transpose()?;
    let section = pass.section();
    section.align = section.align.max(bytes as u32);
    let code = section.executable;
    let at = pass.here() as u64;
    let more = at.next_multiple_of(bytes) - at;
    match fill {
        Some(fill) => pass.fill(more, fill.number as u8, rest.len()),
        None if code => {
            let nop = pass.guest.nop;
            let odd = more % nop.len() as u64;
            pass.fill(odd, 0, rest.len())?;
            let nops = nop.repeat((more - odd) as usize / nop.len());
            pass.emit(&nops, false, rest.len())
        }
        None => pass.fill(more, 0, rest.len()),
    }
}

/// The parts of a list, split at commas outside parentheses, strings and characters.
fn commas(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    let (mut quoted, mut escaped, mut character) = (false, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted || character => (escaped, character) = (true, false),
            _ if character => character = false,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '\'' => character = true,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// Bytes of the text from the beginning of a part of it on.
fn left(text: &str, part: &str) -> usize {
    let front = part.as_ptr() as usize - text.as_ptr() as usize;
    text.len() - front - (part.len() - part.trim_start().len())
}

fn with_left<T>(result: Result<T, Fault>, text: &str, part: &str) -> Result<T, Fault> {
    result.map_err(|fault| Fault {
        left: fault.left + left(text, part).saturating_sub(part.trim_start().len()),
        ..fault
    })
}

fn integers(pass: &mut Pass<'_>, rest: &str, size: usize) -> Result<(), Fault> {
    for part in commas(rest) {
        let value = with_left(number(pass, part), rest, part)?.number;
        let bits = 8 * size as u32;
        let fits = bits == 64 || (-(1 << (bits - 1))..1 << bits).contains(&value);
        if !fits {
            return Err(Fault::new(
                left(rest, part),
                format!(
                    "`{}` does not fit: {} to {} do",
                    part.trim(),
                    -(1_i64 << (bits - 1)),
                    (1_i64 << bits) - 1
                ),
                "use one of these, or a wider directive",
            ));
        }
        put(pass, value as u64, size, rest.len())?;
    }
    Ok(())
}

/// Appends a number in the guest's order of bytes.
fn put(pass: &mut Pass<'_>, value: u64, size: usize, left: usize) -> Result<(), Fault> {
    if pass.guest.isa.big_endian() {
        pass.emit(&value.to_be_bytes()[8 - size..], false, left)
    } else {
        pass.emit(&value.to_le_bytes()[..size], false, left)
    }
}

fn floats(pass: &mut Pass<'_>, rest: &str, double: bool) -> Result<(), Fault> {
    for part in commas(rest) {
        let wrong = |_| {
            Fault::new(
                left(rest, part),
                format!("`{}` is no number", part.trim()),
                "write one, as 1.5 or 2e-3",
            )
        };
        if double {
            let value: f64 = part.trim().parse().map_err(wrong)?;
            put(pass, value.to_bits(), 8, rest.len())?;
        } else {
            let value: f32 = part.trim().parse().map_err(wrong)?;
            put(pass, value.to_bits().into(), 4, rest.len())?;
        }
    }
    Ok(())
}

fn strings(pass: &mut Pass<'_>, rest: &str, zero: bool) -> Result<(), Fault> {
    for part in commas(rest) {
        let text = part.trim();
        let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        let inner = inner.filter(|_| text.len() >= 2).ok_or_else(|| {
            Fault::new(
                left(rest, part),
                "a string is expected here",
                "write it in quotation marks",
            )
        })?;
        let mut bytes = unescaped(inner).map_err(|cause| {
            Fault::new(
                left(rest, part),
                cause,
                "write `\\\\` for a backslash itself",
            )
        })?;
        if zero {
            bytes.push(0);
        }
        pass.emit(&bytes, false, rest.len())?;
    }
    Ok(())
}

/// The bytes of a string: `\n`, `\t`, `\r`, `\b`, `\f`, `\\`, `\"`, octal and hexadecimal numbers.
fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            bytes.extend(c.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        let digits = |base: u32, most: usize, text: &str| {
            let digit = |c: &char| c.is_digit(base);
            text.chars().take(most).take_while(digit).count()
        };
        let next = rest.chars().next().unwrap_or_default();
        let simple = match next {
            'n' => Some(10),
            't' => Some(9),
            'r' => Some(13),
            'b' => Some(8),
            'f' => Some(12),
            '\\' => Some(b'\\'),
            '"' => Some(b'"'),
            _ => None,
        };
        let octal = digits(8, 3, rest);
        if let Some(byte) = simple {
            bytes.push(byte);
            rest = &rest[1..];
        } else if octal > 0 {
            let value = u32::from_str_radix(&rest[..octal], 8).unwrap_or_default();
            bytes.push(value as u8);
            rest = &rest[octal..];
        } else if next == 'x' && digits(16, 2, &rest[1..]) > 0 {
            let length = digits(16, 2, &rest[1..]);
            bytes.extend(u8::from_str_radix(&rest[1..=length], 16));
            rest = &rest[1 + length..];
        } else {
            return Err(format!("`\\{next}` stands for no character"));
        }
    }
    Ok(bytes)
}

/// `.space BYTES[, FILL]`.
fn space(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let parts = commas(rest);
    let bytes = count(pass, parts[0], BYTES)?;
    let fill = match parts[..] {
        [_] => 0,
        [_, fill] => number(pass, fill)?.number as u8,
        _ => {
            return Err(Fault::new(
                rest.len(),
                "a number of bytes and at most one byte to fill with are expected",
                "write them, as `.space 16`",
            ));
        }
    };
    pass.fill(bytes, fill, rest.len())
}

/// A name in front, and what follows.
fn name(rest: &str) -> Result<(&str, &str), Fault> {
    let length = rest.bytes().take_while(|&b| is_name(b)).count();
    if length == 0 {
        return Err(Fault::new(
            rest.len(),
            "the name of a symbol is expected here",
            "write one",
        ));
    }
    Ok((&rest[..length], rest[length..].trim_start()))
}

fn comma(rest: &str) -> Result<&str, Fault> {
    rest.strip_prefix(',')
        .map(str::trim_start)
        .ok_or_else(|| Fault::new(rest.len(), "a comma is expected here", "write it"))
}

fn equ(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let (symbol, behind) = name(rest)?;
    assign(pass, symbol, comma(behind)?)
}

/// Gives a symbol the value of an expression.
pub fn assign(pass: &mut Pass<'_>, symbol: &str, expression: &str) -> Result<(), Fault> {
    let Some(value) = pass.evaluate(expression)? else {
        return Ok(());
    };
    if !fits_32(value.number) {
        return Err(Fault::new(
            expression.len(),
            format!("{} has more than 32 bits", value.number),
            "write a smaller number",
        ));
    }
    let defined = Defined { value, label: None };
    pass.define(symbol, defined, expression.len())
}

fn globals(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    for part in commas(rest) {
        let (symbol, behind) = with_left(name(part.trim_start()), rest, part)?;
        end(behind)?;
        pass.marks.globals.insert(symbol.to_owned());
    }
    Ok(())
}

/// `.type SYMBOL, @function`.
fn kind(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let (symbol, behind) = name(rest)?;
    let word = comma(behind)?;
    let kind = match word.trim().trim_start_matches(['@', '#', '%']) {
        "function" | "STT_FUNC" => SymbolKind::Function,
        "object" | "STT_OBJECT" => SymbolKind::Object,
        "notype" | "STT_NOTYPE" => SymbolKind::Plain,
        _ => {
            return Err(Fault::new(
                word.len(),
                format!("`{}` is no type of a symbol", word.trim()),
                "write @function or @object",
            ));
        }
    };
    pass.marks.kinds.insert(symbol.to_owned(), kind);
    Ok(())
}

/// `.size SYMBOL, EXPRESSION`.
fn size(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let (symbol, behind) = name(rest)?;
    let expression = comma(behind)?;
    let bytes = count(pass, expression, u32::MAX.into())? as u32;
    pass.marks.sizes.insert(symbol.to_owned(), bytes);
    Ok(())
}

/// `.entry SYMBOL`: where the program begins.
fn entry(pass: &mut Pass<'_>, rest: &str) -> Result<(), Fault> {
    let (symbol, behind) = name(rest)?;
    end(behind)?;
    pass.evaluate(symbol)?;
    pass.marks.entry = Some(symbol.to_owned());
    Ok(())
}
