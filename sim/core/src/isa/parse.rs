//! Reading instructions: a form reads what its syntax text writes.

use core::fmt;

use super::{Alias, Bits, Field, Form, Operand};

/// What expressions are worth, to whoever reads operands.
pub trait Numbers {
    /// Reads the expression at the beginning of `text`: its value and its length in bytes.
    ///
    /// # Errors
    /// Where there is no expression, or one without a value.
    fn read(&self, text: &str) -> Result<(Number, usize), Misfit>;
}

/// The value of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    /// This value.
    Known(i64),
    /// A part of an address: the low so many bits, with either sign.
    Part(i64, u32),
    /// A value that follows from addresses which are still open: any operand takes it.
    Open,
}

/// Why a text is no instruction of a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// Bytes of the text behind the place of the error.
    pub left: usize,
    /// The mnemonic is another one.
    pub mnemonic: bool,
    /// What is wrong there.
    pub cause: Cause,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Something else is written where this should be.
    Expected(String),
    /// An operand has no encoding. All of its values that have one lie from `low` to `high`.
    Range {
        /// The operand as written.
        operand: String,
        /// Lowest value, as a disassembler writes it.
        low: String,
        /// Highest value.
        high: String,
        /// The distance of neighbouring values.
        step: u32,
    },
    /// An expression has no value: cause and remedy.
    Expression(String),
}

/// A text that is being read, from the left.
#[derive(Clone)]
pub struct Cursor<'a> {
    whole: &'a str,
    rest: &'a str,
    pc: u32,
    numbers: &'a dyn Numbers,
    in_mnemonic: bool,
    open: bool,
    /// Bits of the part of an address that was read last.
    part: Option<u32>,
}

impl<'a> Cursor<'a> {
    /// The beginning of `text`, an instruction at address `pc`.
    #[must_use]
    pub fn new(text: &'a str, pc: u32, numbers: &'a dyn Numbers) -> Self {
        Self {
            whole: text,
            rest: text,
            pc,
            numbers,
            in_mnemonic: true,
            open: false,
            part: None,
        }
    }

    /// What is still to be read.
    #[must_use]
    pub const fn rest(&self) -> &'a str {
        self.rest
    }

    /// What has been read.
    #[must_use]
    pub fn passed(&self) -> &'a str {
        let length = self.whole.len() - self.rest.len();
        self.whole.get(..length).unwrap_or_default()
    }

    /// An expression that was read has no value yet.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.open
    }

    /// Something else than `what` is at this place.
    #[must_use]
    pub fn expected(&self, what: impl Into<String>) -> Misfit {
        Misfit {
            left: self.rest.len(),
            mnemonic: self.in_mnemonic,
            cause: Cause::Expected(what.into()),
        }
    }

    /// Passes blanks; a mnemonic has none.
    pub fn blanks(&mut self) {
        if !self.in_mnemonic {
            self.rest = self.rest.trim_start();
        }
    }

    /// Passes `text` if it is here.
    pub fn take(&mut self, text: &str) -> bool {
        let found = self.rest.strip_prefix(text);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    /// Passes `text`.
    ///
    /// # Errors
    /// If something else is here.
    pub fn expect(&mut self, text: &str) -> Result<(), Misfit> {
        if self.take(text) {
            Ok(())
        } else {
            Err(self.expected(format!("`{text}`")))
        }
    }

    /// Passes a decimal number of at most three digits.
    pub fn digits(&mut self) -> Option<u16> {
        let all = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = self
            .rest
            .get(..all)
            .filter(|d| d.len() <= 3)?
            .parse()
            .ok()?;
        self.rest = &self.rest[all..];
        Some(number)
    }

    /// Passes the longest of the `names` that is here, and answers its value.
    pub fn longest<'n, T>(&mut self, names: impl IntoIterator<Item = (&'n str, T)>) -> Option<T> {
        let here = names
            .into_iter()
            .filter(|(name, _)| self.rest.starts_with(name));
        let (name, value) = here.max_by_key(|(name, _)| name.len())?;
        self.rest = &self.rest[name.len()..];
        Some(value)
    }

    /// Passes a word of letters, digits, `_` and `.`, whatever it is.
    pub fn word(&mut self) -> &'a str {
        let letter = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let length: usize = self
            .rest
            .chars()
            .take_while(letter)
            .map(char::len_utf8)
            .sum();
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }

    /// Passes an expression of at most 32 bits; one that is still open counts as 0.
    ///
    /// # Errors
    /// If there is none, or if it has no value of 32 bits.
    pub fn number(&mut self) -> Result<i32, Misfit> {
        let (number, length) = self.numbers.read(self.rest)?;
        let written = self.rest.get(..length).unwrap_or_default();
        let value = match number {
            Number::Known(value) => value,
            Number::Part(value, bits) => {
                self.part = Some(bits);
                value
            }
            Number::Open => {
                self.open = true;
                0
            }
        };
        if value < i32::MIN.into() || value > u32::MAX.into() {
            return Err(Misfit {
                left: self.rest.len(),
                mnemonic: false,
                cause: Cause::Range {
                    operand: written.trim().to_owned(),
                    low: "-0x80000000".to_owned(),
                    high: "0xffffffff".to_owned(),
                    step: 1,
                },
            });
        }
        self.rest = self.rest.get(length..).unwrap_or_default();
        Ok(value as i32)
    }

    /// Passes an expression with a sign: of a number above 2^31 - 1 the answer is 2^31 - 1, which does not fit shorter
    /// operands, where [`number`](Self::number) takes 0xffffffff for -1.
    ///
    /// # Errors
    /// As [`number`](Self::number).
    pub fn signed(&mut self) -> Result<i32, Misfit> {
        let above =
            matches!(self.numbers.read(self.rest)?.0, Number::Known(v) if v > i32::MAX.into());
        let value = self.number()?;
        Ok(if above { i32::MAX } else { value })
    }

    /// Passes an expression with a value from `low` to `high`.
    ///
    /// # Errors
    /// As [`number`](Self::number), and for a value outside.
    pub fn number_in(&mut self, low: i32, high: i32) -> Result<i32, Misfit> {
        let start = self.rest;
        let value = self.number()?;
        if self.open || (low..=high).contains(&value) {
            return Ok(value);
        }
        let written = start.strip_suffix(self.rest).unwrap_or(start);
        Err(Misfit {
            left: start.len(),
            mnemonic: false,
            cause: Cause::Range {
                operand: written.trim().to_owned(),
                low: low.to_string(),
                high: high.to_string(),
                step: 1,
            },
        })
    }

    /// Passes the target of a branch; answers its distance from the instruction.
    ///
    /// # Errors
    /// As [`number`](Self::number).
    pub fn distance(&mut self) -> Result<i32, Misfit> {
        let before = std::mem::take(&mut self.open);
        let target = self.number()?;
        let distance = if self.open {
            0
        } else {
            target.wrapping_sub(self.pc as i32)
        };
        self.open |= before;
        Ok(distance)
    }

    /// Reads an operand of type `T` with these bits, and answers them in their places.
    pub(super) fn operand<T: Operand>(&mut self, bits: Bits) -> Result<u32, Misfit> {
        let start = self.rest;
        let before = std::mem::take(&mut self.open);
        self.part = None;
        let operand = T::parse(self, bits.width())?;
        let word = bits.write(operand);
        let whole_part = self.part == Some(bits.width());
        if !self.open && !whole_part && bits.read::<T>(word) != operand {
            let written = start.strip_suffix(self.rest).unwrap_or(start);
            return Err(self.outside::<T>(written.trim(), start.len(), bits.width()));
        }
        self.open |= before;
        Ok(word)
    }

    fn outside<T: Operand>(&self, written: &str, left: usize, width: u32) -> Misfit {
        let top = 1_u32.checked_shl(width).unwrap_or(0).wrapping_sub(1);
        let all = [0, top >> 1, (top >> 1).wrapping_add(1) & top, top];
        let mut all = all.map(|bits| T::from_bits(bits, width));
        all.sort_by_key(|operand| operand.value());
        let shown = |operand: T| Shown(operand, self.pc).to_string();
        let next = T::from_bits(1 & top, width).value();
        let step = next.wrapping_sub(T::from_bits(0, width).value());
        Misfit {
            left,
            mnemonic: self.in_mnemonic,
            cause: Cause::Range {
                operand: written.to_owned(),
                low: shown(all[0]),
                high: shown(all[3]),
                step: step.unsigned_abs(),
            },
        }
    }
}

/// An operand of an instruction at an address.
struct Shown<T>(T, u32);

impl<T: Operand> fmt::Display for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(Some(self.1), f)
    }
}

/// A word as a form writes it.
struct Written<'a>(&'a Form, u32);

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.show(self.1, None, f)
    }
}

impl Form {
    /// Reads an instruction of this form, up to the end of the text; answers its word.
    ///
    /// # Errors
    /// Where the text differs from the syntax, or an operand has no encoding.
    pub fn parse(&self, text: &mut Cursor<'_>) -> Result<u32, Misfit> {
        self.parse_as(self.syntax, text, None)
    }

    /// Reads an instruction of this form that is written in the way of `other`, with all operands: a form that writes one
    /// register for two operands takes both, if they are equal.
    ///
    /// # Errors
    /// As [`parse`](Self::parse); also where `other` has operands that this form lacks.
    pub fn parse_in_full(&self, other: &Form, text: &mut Cursor<'_>) -> Result<u32, Misfit> {
        self.parse_as(other.syntax, text, None)
    }

    /// This form can be written in the way of `other`, which writes more operands: all of them are its own.
    #[must_use]
    pub fn is_short_for(&self, other: &Form) -> bool {
        let has = |field: &Field, form: &Form| form.syntax.contains(&format!("{{{}}}", field.name));
        let own = |field: &&Field| self.operands.iter().any(|f| f.name == field.name);
        let hidden = self.operands.iter().any(|f| has(f, other) && !has(f, self));
        let mnemonic = |form: &Form| form.syntax.split(' ').next().unwrap_or_default();
        let mut written = other.operands.iter().filter(|f| has(f, other));
        hidden && mnemonic(self) == mnemonic(other) && written.all(|f| own(&f))
    }

    fn parse_as(
        &self,
        syntax: &'static str,
        text: &mut Cursor<'_>,
        same: Option<(Bits, Bits)>,
    ) -> Result<u32, Misfit> {
        let mut word = self.fixed.value;
        let mut written = 0;
        let mut rest = syntax;
        while let Some((literal, tail)) = rest.split_once('{') {
            pass(literal, text)?;
            text.blanks();
            let (name, tail) = tail.split_once('}').unwrap_or((tail, ""));
            if let Some(field) = self.operands.iter().find(|field| field.name == name) {
                let different = text.expected("the register of another operand");
                let value = (field.read)(field.bits, text)?;
                let bits = field.bits.scatter(u32::MAX);
                if (word ^ value) & bits & written != 0 {
                    return Err(different);
                }
                word |= value;
                written |= bits;
            }
            rest = tail;
        }
        pass(rest, text)?;
        text.in_mnemonic &= !text.rest.starts_with([' ', '\t']);
        text.blanks();
        if !text.rest.is_empty() {
            return Err(text.expected("the end of the instruction"));
        }
        if let Some((a, b)) = same {
            let value = a.gather(word) | b.gather(word);
            word |= a.scatter(value) | b.scatter(value);
        }
        Ok(word)
    }

    /// The mnemonics of this form: several, if the mnemonic has operands.
    #[must_use]
    pub fn mnemonics(&self) -> Vec<String> {
        let syntax = self.syntax.split(' ').next().unwrap_or_default();
        let mut words = vec![self.fixed.value];
        for field in self.operands {
            if syntax.contains(&format!("{{{}}}", field.name)) {
                let values = 0..1 << field.bits.width().min(4);
                let with = |word: &u32| {
                    values
                        .clone()
                        .map(|v| word | field.bits.scatter(v))
                        .collect::<Vec<_>>()
                };
                words = words.iter().flat_map(with).collect();
            }
        }
        let text = |word: &u32| Written(self, *word).to_string();
        let first = |text: String| text.split(' ').next().unwrap_or_default().to_owned();
        words.iter().map(text).map(first).collect()
    }
}

/// Passes the characters of a syntax text between two operands. Its blanks are any number of blanks; the first one ends
/// the mnemonic.
fn pass(literal: &str, text: &mut Cursor<'_>) -> Result<(), Misfit> {
    for c in literal.chars() {
        if c == ' ' {
            if text.in_mnemonic && text.rest.starts_with(|c: char| !c.is_whitespace()) {
                return Err(text.expected("a blank"));
            }
            text.in_mnemonic = false;
            text.blanks();
        } else {
            text.blanks();
            text.expect(c.encode_utf8(&mut [0; 4]))?;
        }
    }
    Ok(())
}

impl Alias {
    /// Reads an instruction that is written in this way; answers its word.
    ///
    /// # Errors
    /// As [`Form::parse`].
    pub fn parse(&self, text: &mut Cursor<'_>) -> Result<u32, Misfit> {
        self.form.parse_as(self.form.syntax, text, self.same)
    }
}
