//! Expressions: numbers, characters, symbols, operators with the precedence of GNU `as`.

use crate::guest::{Guest, Part};
use crate::source::is_name;
use trueboard_core::isa::{Cause, Misfit, Number, Numbers};
use trueboard_core::near::did_you_mean;

/// Parentheses and signs inside each other; more are refused.
const DEPTH: usize = 100;

/// What a symbol is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    pub number: i64,
    /// It moves with the sections.
    pub address: bool,
}

impl Value {
    pub const fn constant(number: i64) -> Self {
        Self {
            number,
            address: false,
        }
    }
}

/// What symbols are worth at a place of the source.
pub trait Symbols {
    /// The value of a symbol: `None` if there is no such symbol.
    fn symbol(&self, name: &str) -> Option<Value>;
    /// The nearest local label of a number, behind or in front.
    fn local(&self, number: u32, forward: bool) -> Option<Value>;
    /// The address of the statement.
    fn here(&self) -> i64;
    /// Symbols that are missing are still open.
    fn open(&self) -> bool;
    /// All names, for proposals.
    fn names(&self) -> Vec<&str>;
}

/// Reads expressions of a guest.
pub struct Reader<'a> {
    pub guest: &'a Guest,
    pub symbols: Box<dyn Symbols + 'a>,
}

type Found = Option<Value>;

impl Numbers for Reader<'_> {
    fn read(&self, text: &str) -> Result<(Number, usize), Misfit> {
        let (value, length) = self.value(text)?;
        let number = match (value, self.leading(text)) {
            (None, _) => Number::Open,
            (Some(v), Some(bits)) => Number::Part(v.number, bits),
            (Some(v), None) => Number::Known(v.number),
        };
        Ok((number, length))
    }
}

impl Reader<'_> {
    /// Bits of the part of an address that a text is.
    fn leading(&self, text: &str) -> Option<u32> {
        let mut parts = self.guest.parts.iter();
        parts
            .find(|part| text.trim_start().starts_with(part.name))?
            .signless
    }

    /// The value of the expression at the beginning of `text`, none if it is open, and its length.
    pub fn value(&self, text: &str) -> Result<(Found, usize), Misfit> {
        let mut at = Parser {
            reader: self,
            rest: text,
            depth: 0,
        };
        let value = at.sum()?;
        Ok((value, text.len() - at.rest.len()))
    }
}

struct Parser<'a, 'r> {
    reader: &'r Reader<'r>,
    rest: &'a str,
    depth: usize,
}

/// Operators of one level, longer ones first.
type Level = &'static [&'static str];
const PRODUCTS: Level = &["<<", ">>", "*", "/", "%"];
const BITS: Level = &["|", "&", "^"];
const SUMS: Level = &["+", "-"];

impl Parser<'_, '_> {
    fn sum(&mut self) -> Result<Found, Misfit> {
        self.level(SUMS, |s| s.level(BITS, |s| s.level(PRODUCTS, Self::unary)))
    }

    fn level(
        &mut self,
        operators: Level,
        operand: impl Fn(&mut Self) -> Result<Found, Misfit>,
    ) -> Result<Found, Misfit> {
        let mut left = operand(self)?;
        while let Some(operator) = self.operator(operators) {
            let start = self.rest;
            let trimmed = start.trim_start();
            self.rest = trimmed[operator.len()..].trim_start();
            let right = operand(self)?;
            left = match (left, right) {
                (Some(a), Some(b)) => Some(self.combined(operator, a, b, trimmed.len())?),
                _ => None,
            };
        }
        Ok(left)
    }

    /// The operator that follows, unless a register follows it: that is no part of an expression.
    fn operator(&self, operators: Level) -> Option<&'static str> {
        let rest = self.rest.trim_start();
        let found = operators.iter().find(|o| rest.starts_with(**o))?;
        let behind = rest[found.len()..].trim_start();
        let register = behind.starts_with('%') && self.part(behind).is_none();
        let remainder = *found != "%" || rest[1..].starts_with([' ', '(']);
        (!register && remainder).then_some(*found)
    }

    fn combined(&self, operator: &str, a: Value, b: Value, left: usize) -> Result<Value, Misfit> {
        let shift = |by: i64| u32::try_from(by).ok().filter(|by| *by < 64);
        let (x, y) = (a.number, b.number);
        let number = match operator {
            "+" => x.wrapping_add(y),
            "-" => x.wrapping_sub(y),
            "*" => x.wrapping_mul(y),
            "/" | "%" if y == 0 => {
                return Err(error(left, "a division by 0; divide by another number"));
            }
            "/" => x.wrapping_div(y),
            "%" => x.wrapping_rem(y),
            "<<" => shift(y).map_or(0, |by| x << by),
            ">>" => shift(y).map_or(0, |by| (x as u64 >> by) as i64),
            "|" => x | y,
            "&" => x & y,
            _ => x ^ y,
        };
        let address = match operator {
            // The distance of two labels.
            "-" if a.address && b.address => false,
            _ => a.address || b.address,
        };
        Ok(Value { number, address })
    }

    fn unary(&mut self) -> Result<Found, Misfit> {
        self.depth += 1;
        if self.depth > DEPTH {
            let text = format!(
                "more than {DEPTH} parentheses and signs inside each other; name a part with `.equ`"
            );
            return Err(error(self.rest.len(), &text));
        }
        let value = self.primary();
        self.depth -= 1;
        value
    }

    fn primary(&mut self) -> Result<Found, Misfit> {
        self.rest = self.rest.trim_start();
        if let Some(part) = self.part(self.rest) {
            return self.of_part(part);
        }
        let applied = |f: fn(i64) -> i64| {
            move |v: Found| {
                v.map(|v| Value {
                    number: f(v.number),
                    ..v
                })
            }
        };
        let bytes = self.rest.as_bytes();
        match bytes.first() {
            Some(b'-') => self.behind(1).unary().map(applied(i64::wrapping_neg)),
            Some(b'~') => self.behind(1).unary().map(applied(|v| !v)),
            Some(b'+') => self.behind(1).unary(),
            Some(b'(') => {
                self.behind(1);
                let value = self.sum()?;
                self.rest = self.rest.trim_start();
                match self.rest.strip_prefix(')') {
                    Some(rest) => self.rest = rest,
                    None => return Err(self.expected("`)`")),
                }
                Ok(value)
            }
            Some(b'\'') => self.character(),
            Some(b'0'..=b'9') => self.number(),
            Some(b) if is_name(*b) => self.symbol(),
            _ => Err(self.expected("a number or a symbol")),
        }
    }

    fn behind(&mut self, bytes: usize) -> &mut Self {
        self.rest = &self.rest[bytes..];
        self
    }

    fn expected(&self, what: &str) -> Misfit {
        Misfit {
            left: self.rest.len(),
            mnemonic: false,
            cause: Cause::Expected(what.to_owned()),
        }
    }

    /// The part of an address that is named here.
    fn part(&self, text: &str) -> Option<&'static Part> {
        let parts = self.reader.guest.parts.iter();
        parts.into_iter().find(|part| text.starts_with(part.name))
    }

    fn of_part(&mut self, part: &'static Part) -> Result<Found, Misfit> {
        self.behind(part.name.len());
        let value = if part.name.ends_with('(') {
            let value = self.nested()?;
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix(')') {
                Some(rest) => self.rest = rest,
                None => return Err(self.expected("`)`")),
            }
            value
        } else {
            self.nested()?
        };
        Ok(value.map(|v| Value {
            number: (part.of)(v.number as u32),
            ..v
        }))
    }

    fn nested(&mut self) -> Result<Found, Misfit> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(error(
                self.rest.len(),
                "too many parts of addresses inside each other; write one",
            ));
        }
        let value = self.sum();
        self.depth -= 1;
        value
    }

    /// `'a` or `'a'`.
    fn character(&mut self) -> Result<Found, Misfit> {
        let mut chars = self.rest.chars();
        chars.next();
        let value = match chars.next() {
            Some('\\') => match chars.next() {
                Some('n') => 10,
                Some('t') => 9,
                Some('r') => 13,
                Some('0') => 0,
                Some(c @ ('\\' | '\'' | '"')) => i64::from(u32::from(c)),
                _ => return Err(self.expected("a character, as 'a or '\\n")),
            },
            Some(c) if c.is_ascii() => i64::from(u32::from(c)),
            _ => return Err(self.expected("a character of ASCII, as 'a")),
        };
        let rest = chars.as_str();
        self.rest = rest.strip_prefix('\'').unwrap_or(rest);
        Ok(Some(Value::constant(value)))
    }

    /// A number, or a reference to a local label.
    fn number(&mut self) -> Result<Found, Misfit> {
        let length = self
            .rest
            .bytes()
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        let word = self.rest[..length].to_ascii_lowercase();
        let (digits, base) = match word.as_bytes() {
            [b'0', b'x', ..] => (&word[2..], 16),
            [b'0', b'b', _, ..] => (&word[2..], 2),
            [number @ .., direction @ (b'b' | b'f')] if number.iter().all(u8::is_ascii_digit) => {
                let forward = *direction == b'f';
                return self.local(&word[..number.len()], forward, length);
            }
            [b'0', _, ..] => (&word[1..], 8),
            _ => (&word[..], 10),
        };
        match u64::from_str_radix(digits, base) {
            Ok(number) => {
                self.behind(length);
                Ok(Some(Value::constant(number as i64)))
            }
            Err(_) => {
                let kind = match base {
                    16 => "hexadecimal ",
                    8 => "octal ",
                    2 => "binary ",
                    _ => "",
                };
                let text = format!(
                    "`{word}` is no {kind}number of 64 bits; write one, as 10, 0x1f, 0b101 or 017"
                );
                Err(error(self.rest.len(), &text))
            }
        }
    }

    fn local(&mut self, number: &str, forward: bool, length: usize) -> Result<Found, Misfit> {
        let symbols = &self.reader.symbols;
        let found = number.parse().ok().and_then(|n| symbols.local(n, forward));
        if found.is_none() && !(symbols.open() && forward) {
            let place = if forward { "below" } else { "above" };
            let text =
                format!("there is no local label `{number}:` {place} this line; write it there");
            return Err(error(self.rest.len(), &text));
        }
        self.behind(length);
        Ok(found)
    }

    fn symbol(&mut self) -> Result<Found, Misfit> {
        let length = self.rest.bytes().take_while(|&b| is_name(b)).count();
        let name = &self.rest[..length];
        let symbols = &self.reader.symbols;
        if (self.reader.guest.register)(name) {
            return Err(self.expected("a number or a symbol, no register,"));
        }
        let value = match name {
            "." => Some(Value {
                number: symbols.here(),
                address: true,
            }),
            _ => symbols.symbol(name),
        };
        if value.is_none() && !symbols.open() {
            let near = did_you_mean(name, symbols.names());
            let text =
                format!("there is no symbol `{name}`{near}; define it by a label or by `.equ`");
            return Err(error(self.rest.len(), &text));
        }
        self.behind(length);
        Ok(value)
    }
}

fn error(left: usize, text: &str) -> Misfit {
    Misfit {
        left,
        mnemonic: false,
        cause: Cause::Expression(text.to_owned()),
    }
}
