//! What a library of the firmware told: variables, lines of the console, results of functions.

use super::spec::{Expectation, Kind, Value};
use crate::command::Failure;
use trueboard::analysis::expect::Number;
use trueboard::board::{Session, did_you_mean};
use trueboard::truth::region::matches;

/// The value that an expectation is about.
pub fn value(e: &Expectation, session: &Session, console: &[u8]) -> Result<Number, Failure> {
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
fn chosen<T: Copy>(e: &Expectation, all: &[T], one: &str, several: &str) -> Result<T, Failure> {
    let refuse = |text: String| Err(Failure::input(format!("{}: {text}", e.value)));
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

/// The type of a variable, and where in its bytes it stands.
fn place(e: &Expectation, size: usize) -> Result<(Kind, usize), Failure> {
    let Value::Variable {
        name,
        index,
        offset,
        ..
    } = &e.value
    else {
        unreachable!("only variables have a place");
    };
    let refuse = |text: String| Failure::input(format!("{}: {text}", e.value));
    let whole = index.is_none() && *offset == 0;
    let kind = match e.kind {
        Some(kind) => kind,
        None if !whole => Kind::U32,
        None => Kind::of_bytes(size).ok_or_else(|| {
            refuse(format!(
                "`{name}` has {size} bytes; name an element, `{name}[0]`, or give a `type`"
            ))
        })?,
    };
    let bytes = kind.bits() as usize / 8;
    let at = usize::try_from(index.unwrap_or(0)).ok().and_then(|i| {
        i.checked_mul(bytes)?
            .checked_add(usize::try_from(*offset).ok()?)
    });
    match at.filter(|at| at.checked_add(bytes).is_some_and(|end| end <= size)) {
        Some(at) => Ok((kind, at)),
        None => Err(refuse(format!(
            "`{name}` has {size} bytes: {} elements of {bytes} bytes, [0] to [{}]",
            size / bytes,
            (size / bytes).saturating_sub(1)
        ))),
    }
}

/// The bytes of the variable.
fn bytes(e: &Expectation, name: &str, session: &Session) -> Result<Vec<u8>, Failure> {
    session.variable(e.core, name).ok_or_else(|| {
        let near = did_you_mean(name, session.symbols(false));
        Failure::input(format!(
            "{}: no image has a variable `{name}`{near}",
            e.value
        ))
    })
}

fn variable(e: &Expectation, session: &Session) -> Result<Number, Failure> {
    let Value::Variable { name, .. } = &e.value else {
        unreachable!("asked for variables only");
    };
    let bytes = bytes(e, name, session)?;
    let (kind, at) = place(e, bytes.len())?;
    let end = at + kind.bits() as usize / 8;
    Ok(decoded(&bytes[at..end], kind, session.big_endian()))
}

fn returned(e: &Expectation, function: &str, session: &Session) -> Result<Number, Failure> {
    let calls = session
        .returns()
        .map_or(&[][..], |r| r.of(e.core, function));
    let one = format!("call of {function} by core {}", e.core);
    let several = format!("calls of {function} by core {}", e.core);
    let result = chosen(e, calls, &one, &several)?;
    let Some(r) = result else {
        let text = format!("{}: that call had not returned when the run ended", e.value);
        return Err(Failure::input(text));
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
pub fn check(e: &Expectation, session: &Session) -> Result<(), Failure> {
    match &e.value {
        Value::Variable { name, .. } => {
            let bytes = bytes(e, name, session)?;
            place(e, bytes.len()).map(|_| ())
        }
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
    fn bytes_are_read_in_the_order_and_type_asked_for() {
        let of = |bytes: &[u8], kind, big| decoded(bytes, kind, big).value;
        assert_eq!(of(&[1, 2], Kind::U16, true), 0x102);
        assert_eq!(of(&[1, 2], Kind::U16, false), 0x201);
        assert_eq!(of(&[0xff, 0xfe], Kind::I16, true), -2);
        assert_eq!(of(&[0xff; 8], Kind::U64, true), u64::MAX.into());
        assert_eq!(of(&[0xff; 8], Kind::I64, false), -1);
    }
}
