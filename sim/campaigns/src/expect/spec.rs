//! What a list of expectations says (RON).

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use trueboard_analyses::expect::Within;
use trueboard_board::Step;
use trueboard_board::asked::percent;

/// What a value that the firmware's library told is said to be.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// Where it is.
    pub value: Value,
    /// Its type, if the symbol does not tell.
    #[serde(default, rename = "type")]
    pub kind: Option<Kind>,
    /// Which call returned it, or which matching line has it, from 1 on; needed if there are several.
    #[serde(default)]
    pub nth: Option<u64>,
    /// The meter that it is said to be; of several, with `+` between them, the sum.
    pub is: String,
    /// The region in which that was counted.
    pub of: Region,
    /// The core on which it was counted, and which called the library.
    #[serde(default)]
    pub core: u8,
    /// The call of the region, from 1 on; all together if it is not given.
    #[serde(default)]
    pub call: Option<u64>,
    /// How far it may be.
    #[serde(default)]
    pub within: Allowed,
}

impl Expectation {
    /// The meters whose sum the value is said to be.
    #[must_use]
    pub fn meters(&self) -> Vec<String> {
        self.is.split('+').map(|m| m.trim().to_owned()).collect()
    }
}

/// Where a value is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Value {
    /// A variable at the end of the run, a field or an element of it, or so many bytes behind that:
    /// `name`, `name[2].field`, `name+8`.
    Variable {
        /// Its name.
        name: String,
        /// The way into it.
        steps: Vec<Step>,
        /// Bytes behind that.
        offset: u64,
        /// How it was written.
        text: String,
    },
    /// The number that stands for `#` in a line of the console: `console: step 16: * cycles, # misses`.
    Console {
        /// The pattern of what stands before the number.
        before: String,
        /// The pattern of what stands behind it.
        behind: String,
    },
    /// The result of a function: `return of pmc_stop`.
    Return(String),
}

impl TryFrom<String> for Value {
    type Error = String;

    fn try_from(text: String) -> Result<Value, String> {
        if let Some(pattern) = text.strip_prefix("console:") {
            return match pattern.trim_start().split('#').collect::<Vec<_>>()[..] {
                [before, behind] => Ok(Value::Console {
                    before: before.to_owned(),
                    behind: behind.to_owned(),
                }),
                _ => Err(format!(
                    "`{text}`: write `#` once, where the number stands in the line, and `*` for any text"
                )),
            };
        }
        if let Some(function) = text.strip_prefix("return of ") {
            return Ok(Value::Return(function.trim().to_owned()));
        }
        match variable(&text) {
            Some((name, steps, offset)) => Ok(Value::Variable {
                name,
                steps,
                offset,
                text,
            }),
            None => Err(format!(
                "`{text}` names no value; write a variable (`name`, `name[2]`, `name.field`, `name+8`), \
                 `return of FUNCTION` or `console: LINE` with `#` for the number"
            )),
        }
    }
}

/// A variable, the steps into it, and the bytes behind that.
fn variable(text: &str) -> Option<(String, Vec<Step>, u64)> {
    let (place, offset) = match text.split_once('+') {
        Some((place, offset)) => (place, offset.trim().parse().ok()?),
        None => (text, 0),
    };
    let word = |text: &str| {
        let letter = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        (!text.is_empty() && text.chars().all(letter)).then(|| text.to_owned())
    };
    // The names of C++ and Rust have colons.
    let name = |text: &str| text.split("::").all(|part| word(part).is_some());
    let place = place.trim();
    let first = place.find(['[', '.']).unwrap_or(place.len());
    let (variable, mut rest) = place.split_at(first);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let (index, behind) = inner.split_once(']')?;
            steps.push(Step::Index(index.trim().parse().ok()?));
            rest = behind;
        } else {
            let inner = rest.strip_prefix('.')?;
            let end = inner.find(['[', '.']).unwrap_or(inner.len());
            let (field, behind) = inner.split_at(end);
            steps.push(Step::Field(word(field)?));
            rest = behind;
        }
    }
    name(variable).then(|| (variable.to_owned(), steps, offset))
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Variable { text, .. } => f.write_str(text),
            Value::Console { before, behind } => write!(f, "console: {before}#{behind}"),
            Value::Return(function) => write!(f, "return of {function}"),
        }
    }
}

/// The name of one region.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Region(pub String);

impl TryFrom<String> for Region {
    type Error = String;

    fn try_from(text: String) -> Result<Region, String> {
        match text.is_empty() || text.contains(['*', '?', ' ']) {
            true => Err(format!(
                "`{text}` is no name of one region; write a function, or BEGIN..END"
            )),
            false => Ok(Region(text)),
        }
    }
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// 8 bits without a sign.
    U8,
    /// 16 bits without a sign.
    U16,
    /// 32 bits without a sign.
    U32,
    /// 64 bits without a sign.
    U64,
    /// 8 bits with a sign.
    I8,
    /// 16 bits with a sign.
    I16,
    /// 32 bits with a sign.
    I32,
    /// 64 bits with a sign.
    I64,
}

impl Kind {
    /// How many bits it has.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Kind::U8 | Kind::I8 => 8,
            Kind::U16 | Kind::I16 => 16,
            Kind::U32 | Kind::I32 => 32,
            Kind::U64 | Kind::I64 => 64,
        }
    }

    /// It has a sign.
    #[must_use]
    pub fn signed(self) -> bool {
        matches!(self, Kind::I8 | Kind::I16 | Kind::I32 | Kind::I64)
    }

    /// The type of so many bytes.
    #[must_use]
    pub fn of_bytes(bytes: u64, signed: bool) -> Option<Kind> {
        let all = match signed {
            true => [Kind::I8, Kind::I16, Kind::I32, Kind::I64],
            false => [Kind::U8, Kind::U16, Kind::U32, Kind::U64],
        };
        all.into_iter().find(|k| u64::from(k.bits()) == bytes * 8)
    }
}

/// How far a value may be from what happened: a number, or a part of it in percent as text.
#[derive(Clone, Copy, Debug)]
pub struct Allowed(pub Within);

impl Default for Allowed {
    fn default() -> Allowed {
        Allowed(Within::Count(0))
    }
}

impl<'de> Deserialize<'de> for Allowed {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Allowed, D::Error> {
        struct Seen;
        impl Visitor<'_> for Seen {
            type Value = Allowed;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or percent as text: 5, \"0.1%\"")
            }

            fn visit_u64<E: Error>(self, n: u64) -> Result<Allowed, E> {
                Ok(Allowed(Within::Count(n)))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Allowed, E> {
                // A text without a sign could be meant as a number of events.
                if text != "0" && !text.ends_with('%') {
                    let text = format!(
                        "`within`: `{text}` is neither a share, as in \"2%\", nor a number"
                    );
                    return Err(E::custom(text));
                }
                let share = percent("`within`", text).map_err(|e| E::custom(e))?;
                Ok(Allowed(Within::Share(share)))
            }
        }
        d.deserialize_any(Seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<Value, String> {
        Value::try_from(text.to_owned())
    }

    #[test]
    fn values_are_variables_lines_and_results() {
        let index = Step::Index;
        let field = |name: &str| Step::Field(name.to_owned());
        let of =
            |text: &str| variable(text).map(|(name, steps, offset)| (name.len(), steps, offset));
        assert_eq!(of("n"), Some((1, vec![], 0)));
        assert_eq!(of("n[2]"), Some((1, vec![index(2)], 0)));
        assert_eq!(of("n+8"), Some((1, vec![], 8)));
        assert_eq!(
            of("n[1][2].x.y[3]+4"),
            Some((
                1,
                vec![index(1), index(2), field("x"), field("y"), index(3)],
                4
            ))
        );
        assert_eq!(of("motor::n.x"), Some((8, vec![field("x")], 0)));
        for wrong in [
            "", "n[", "n]", "n[x]", "[2]", "n+", "a b", "n[-1]", "n*", "n.", ".n", "n..x", "n[1]x",
            "::n",
        ] {
            assert!(value(wrong).is_err(), "{wrong}");
        }
        let console = value("console: step *: # cycles").expect("a line");
        assert_eq!(console.to_string(), "console: step *: # cycles");
        assert!(value("console: none").is_err() && value("console: # and #").is_err());
        assert_eq!(value("return of f"), Ok(Value::Return("f".to_owned())));
    }

    #[test]
    fn a_tolerance_is_a_number_or_a_part() {
        let of = |text: &str| ron::from_str::<Allowed>(text).map(|a| a.0).ok();
        assert_eq!(of("5"), Some(Within::Count(5)));
        let share = |ppm| Some(Within::Share(trueboard_analyses::Tolerance { ppm }));
        assert_eq!(of("\"0.1%\""), share(1000));
        assert_eq!(of("\"0\""), share(0));
        assert_eq!(of("\"5\""), None);
        assert_eq!(of("-1"), None);
    }
}
