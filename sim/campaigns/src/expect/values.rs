//! What a library of the firmware told: variables, lines of the console, results of functions.

use super::spec::{Expectation, Kind, Value};
use crate::error::Error;
use trueboard_analyses::expect::Number;
use trueboard_analyses::regions::matches;
use trueboard_board::{Part, Session, Step, did_you_mean};

/// The value that an expectation is about.
pub fn value(e: &Expectation, session: &Session, console: &[u8]) -> Result<Number, Error> {
    match &e.value {
        Value::Variable { .. } => variable(e, session),
        Value::Console { before, behind } => {
            let text = String::from_utf8_lossy(console);
            let lines = text.lines().map(str::trim_end);
            let found: Vec<i128> = lines.filter_map(|l| number(before, behind, l)).collect();
            let n = chosen(e, &found, "line of the console matches", "lines match")?;
            Ok(Number { value: n, bits: 64 })
        }
        Value::Return(function) => returned(e, function, session),
    }
}

/// One of several, by its number.
fn chosen<T: Copy>(e: &Expectation, all: &[T], one: &str, several: &str) -> Result<T, Error> {
    let refuse = |text: String| Err(Error::input(format!("{}: {text}", e.value)));
    match (e.nth, all) {
        (_, []) => refuse(format!("no {one}")),
        (None, [only]) => Ok(*only),
        (None, all) => refuse(format!("{} {several}; give `nth`, from 1 on", all.len())),
        (Some(n), all) => {
            let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
            match place.and_then(|i| all.get(i)) {
                Some(found) => Ok(*found),
                None => refuse(format!("`nth` is {n}, and {} {several}", all.len())),
            }
        }
    }
}

/// The number between `before` and `behind`, patterns that together match the whole line.
fn number(before: &str, behind: &str, line: &str) -> Option<i128> {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let starts = line.char_indices().filter_map(|(i, c)| {
        let first = c.is_ascii_digit() && !digit(line[..i].chars().next_back());
        first.then_some(i)
    });
    for start in starts {
        let rest = &line[start..];
        let length = rest.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = rest.split_at(length.unwrap_or(rest.len()));
        let Ok(n) = digits.parse::<u64>() else {
            continue;
        };
        if !matches(behind, rest) {
            continue;
        }
        if matches(before, &line[..start]) {
            return Some(n.into());
        }
        let minus = line[..start].strip_suffix('-');
        if minus.is_some_and(|head| matches(before, head)) {
            return Some(-i128::from(n));
        }
    }
    None
}

/// The number in bytes in the order of memory.
fn decoded(bytes: &[u8], kind: Kind, big: bool) -> Number {
    let fold = |n: u64, b: &u8| n << 8 | u64::from(*b);
    let n = match big {
        true => bytes.iter().fold(0, fold),
        false => bytes.iter().rev().fold(0, fold),
    };
    typed(n, kind)
}

fn typed(n: u64, kind: Kind) -> Number {
    let bits = kind.bits();
    let low = i128::from(n) & ((1 << bits) - 1);
    let negative = kind.signed() && low >> (bits - 1) != 0;
    let value = if negative { low - (1 << bits) } else { low };
    Number { value, bits }
}

/// The type of a value in a variable of `size` bytes, and where in these it stands. `part` is what the debug information
/// says of it.
fn place(
    e: &Expectation,
    size: u64,
    part: Option<Result<Part, String>>,
) -> Result<(Kind, usize), String> {
    let Value::Variable {
        name,
        steps,
        offset,
        ..
    } = &e.value
    else {
        unreachable!("only variables have a place");
    };
    let word = Kind::U32;
    let (at, kind) = match (part, steps.as_slice()) {
        // Bytes behind a place, or a type of the user's own: what the variable is made of does not matter.
        (_, []) if *offset != 0 || e.kind.is_some() => (0, e.kind.unwrap_or(word)),
        (Some(part), _) => {
            let part = part?;
            let own = Kind::of_bytes(part.bytes, part.signed);
            let no_number = || format!("it has {} bytes; give a `type`", part.bytes);
            let kind = e.kind.or((*offset != 0).then_some(word)).or(own);
            (part.offset, kind.ok_or_else(no_number)?)
        }
        (None, []) => {
            let kind = Kind::of_bytes(size, false).ok_or_else(|| {
                format!("`{name}` has {size} bytes; name an element, `{name}[0]`, or give a `type`")
            })?;
            (0, kind)
        }
        (None, [Step::Index(i)]) => {
            let kind = e.kind.unwrap_or(word);
            (i.saturating_mul(u64::from(kind.bits()) / 8), kind)
        }
        (None, _) => {
            return Err(format!(
                "the images have no debug information of `{name}`; write `{name}+BYTES` and a `type`"
            ));
        }
    };
    let (at, bytes) = (at.saturating_add(*offset), u64::from(kind.bits()) / 8);
    let within = at.checked_add(bytes).is_some_and(|end| end <= size);
    let at = usize::try_from(at).ok().filter(|_| within);
    at.map(|at| (kind, at))
        .ok_or_else(|| format!("`{name}` has {size} bytes: there is nothing of {bytes} bytes"))
}

/// The variable's bytes, and the type of the value and where in them it stands.
fn variable_bytes(e: &Expectation, session: &Session) -> Result<(Vec<u8>, Kind, usize), Error> {
    let Value::Variable { name, steps, .. } = &e.value else {
        unreachable!("asked for variables only");
    };
    let bytes = bytes(e, name, session)?;
    let part = session.part(e.core, name, steps);
    let (kind, at) = place(e, bytes.len() as u64, part)
        .map_err(|why| Error::input(format!("{}: {why}", e.value)))?;
    Ok((bytes, kind, at))
}

/// The bytes of the variable.
fn bytes(e: &Expectation, name: &str, session: &Session) -> Result<Vec<u8>, Error> {
    session.variable(e.core, name).ok_or_else(|| {
        let near = did_you_mean(name, session.symbols(false));
        Error::input(format!(
            "{}: no image has a variable `{name}`{near}",
            e.value
        ))
    })
}

fn variable(e: &Expectation, session: &Session) -> Result<Number, Error> {
    let (bytes, kind, at) = variable_bytes(e, session)?;
    let end = at + kind.bits() as usize / 8;
    Ok(decoded(&bytes[at..end], kind, session.big_endian()))
}

fn returned(e: &Expectation, function: &str, session: &Session) -> Result<Number, Error> {
    let calls = session
        .returns()
        .map_or(&[][..], |r| r.of(e.core, function));
    let one = format!("call of {function} by core {}", e.core);
    let several = format!("calls of {function} by core {}", e.core);
    let result = chosen(e, calls, &one, &several)?;
    let Some(r) = result else {
        let text = format!("{}: that call had not returned when the run ended", e.value);
        return Err(Error::input(text));
    };
    let (first, second) = (u64::from(r.first), u64::from(r.second));
    let kind = e.kind.unwrap_or(Kind::U32);
    let n = match kind.bits() {
        64 if session.big_endian() => first << 32 | second,
        64 => second << 32 | first,
        _ => first,
    };
    Ok(typed(n, kind))
}

/// What can be said before the run: that the variable is there.
pub fn check(e: &Expectation, session: &Session) -> Result<(), Error> {
    match &e.value {
        Value::Variable { .. } => variable_bytes(e, session).map(|_| ()),
        // The run refuses functions that are not there.
        Value::Console { .. } | Value::Return(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_in_a_line_stands_where_the_pattern_says() {
        let of = |pattern: &str, line: &str| {
            let (before, behind) = pattern.split_once('#').expect("a number");
            number(before, behind, line)
        };
        let line = "step 16: 123140 cycles, 57346 instructions, 8192 read misses";
        assert_eq!(of("step #: *", line), Some(16));
        assert_eq!(of("step 16: # cycles*", line), Some(123_140));
        assert_eq!(of("*, # read misses", line), Some(8192));
        assert_eq!(of("step 1: # cycles*", line), None);
        assert_eq!(of("*23# *", line), None, "a number is whole");
        assert_eq!(of("x = #", "x = -7"), Some(-7));
        assert_eq!(
            of("x-#", "x-7"),
            Some(7),
            "a dash of the pattern is no sign"
        );
        assert_eq!(of("#", "99999999999999999999"), None);
    }

    #[test]
    fn a_place_is_that_of_the_types_or_in_words() {
        let of = |text: &str, size, part: Option<Part>| {
            let e: Expectation = ron::from_str(text).expect("an expectation");
            place(&e, size, part.map(Ok)).ok()
        };
        let plain = |value: &str| format!("(value: {value:?}, is: \"cycles\", of: \"f\")");
        assert_eq!(of(&plain("n"), 8, None), Some((Kind::U64, 0)));
        assert_eq!(of(&plain("n"), 24, None), None);
        assert_eq!(of(&plain("n[5]"), 24, None), Some((Kind::U32, 20)));
        assert_eq!(of(&plain("n[6]"), 24, None), None);
        assert_eq!(of(&plain("n.x"), 24, None), None);
        assert_eq!(of(&plain("n+22"), 24, None), None);
        let typed = "(value: \"n[3]\", type: Some(i16), is: \"cycles\", of: \"f\")";
        assert_eq!(of(typed, 8, None), Some((Kind::I16, 6)));
        let part = |bytes, signed| Part {
            offset: 8,
            bytes,
            signed,
        };
        assert_eq!(
            of(&plain("n.x"), 24, Some(part(2, true))),
            Some((Kind::I16, 8))
        );
        assert_eq!(
            of(&plain("n.x+4"), 24, Some(part(2, true))),
            Some((Kind::U32, 12))
        );
        assert_eq!(of(&plain("n.x"), 24, Some(part(3, false))), None);
        assert_eq!(of(&plain("n.x"), 9, Some(part(2, false))), None);
    }

    #[test]
    fn bytes_are_read_in_the_order_and_type_asked_for() {
        let of = |bytes: &[u8], kind, big| decoded(bytes, kind, big).value;
        assert_eq!(of(&[1, 2], Kind::U16, true), 0x102);
        assert_eq!(of(&[1, 2], Kind::U16, false), 0x201);
        assert_eq!(of(&[0xff, 0xfe], Kind::I16, true), -2);
        assert_eq!(of(&[0xff; 8], Kind::U64, true), u64::MAX.into());
        assert_eq!(of(&[0xff; 8], Kind::I64, false), -1);
    }
}
