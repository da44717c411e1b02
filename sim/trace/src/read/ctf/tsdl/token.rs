//! Text to tokens.

use super::Fault;

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// An identifier or keyword.
    Word(String),
    /// An integer constant, without sign.
    Number(u64),
    /// A string constant, escapes resolved.
    Text(String),
    /// A mark: one of [`MARKS`].
    Mark(&'static str),
    /// The end of the text.
    End,
}

/// A token and where it begins.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub at: usize,
    pub kind: Kind,
}

/// Longer ones first.
const MARKS: [&str; 16] = [
    "...", ":=", "{", "}", "[", "]", "<", ">", "(", ")", ";", ":", "=", ",", ".", "*",
];
/// Signs are marks of their own.
const SIGNS: [&str; 2] = ["-", "+"];

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Fault> {
    let mut out = Vec::new();
    let mut rest = text;
    loop {
        rest = skip_blanks(text, rest)?;
        let at = text.len() - rest.len();
        let Some(first) = rest.chars().next() else {
            out.push(Token {
                at,
                kind: Kind::End,
            });
            return Ok(out);
        };
        let (kind, len) = if first.is_ascii_alphabetic() || first == '_' {
            let len = word_len(rest);
            let (word, _) = rest.split_at(len);
            (Kind::Word(word.to_owned()), len)
        } else if first.is_ascii_digit() {
            number(rest, at)?
        } else if first == '"' || first == '\'' {
            quoted(rest, at, first)?
        } else if let Some(m) = MARKS.iter().chain(&SIGNS).find(|m| rest.starts_with(**m)) {
            (Kind::Mark(m), m.len())
        } else {
            return Err(Fault::new(
                at,
                format!("`{}` has no meaning here", first.escape_default()),
                "the metadata is not TSDL, or damaged",
            ));
        };
        out.push(Token { at, kind });
        rest = rest.get(len..).unwrap_or_default();
    }
}

fn word_len(text: &str) -> usize {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.find(|c| !part(c)).unwrap_or(text.len())
}

/// Blanks, comments, and lines of the preprocessor.
fn skip_blanks<'a>(text: &str, mut rest: &'a str) -> Result<&'a str, Fault> {
    loop {
        rest = rest.trim_start();
        if let Some(comment) = rest.strip_prefix("/*") {
            rest = comment.split_once("*/").map(|(_, r)| r).ok_or_else(|| {
                let at = text.len() - rest.len();
                Fault::new(at, "this comment has no end", "close it with */")
            })?;
        } else if rest.starts_with("//") || rest.starts_with('#') {
            rest = rest.split_once('\n').map_or("", |(_, r)| r);
        } else {
            return Ok(rest);
        }
    }
}

fn number(rest: &str, at: usize) -> Result<(Kind, usize), Fault> {
    let len = word_len(rest);
    let (word, _) = rest.split_at(len);
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    let lower = digits.to_ascii_lowercase();
    let value = if let Some(hex) = lower.strip_prefix("0x") {
        u64::from_str_radix(hex, 16)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        u64::from_str_radix(binary, 2)
    } else if lower.len() > 1 && lower.starts_with('0') {
        u64::from_str_radix(&lower, 8)
    } else {
        lower.parse()
    };
    match value {
        Ok(v) => Ok((Kind::Number(v), len)),
        Err(_) => Err(Fault::new(
            at,
            format!("`{word}` is no number of 64 bits"),
            "numbers are decimal, 0x hexadecimal, 0 octal or 0b binary",
        )),
    }
}

/// A string, or a character constant, which is a number.
fn quoted(rest: &str, at: usize, quote: char) -> Result<(Kind, usize), Fault> {
    let unended = || Fault::new(at, "this string has no end", "close it with a quote");
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1);
    loop {
        let (i, c) = chars.next().ok_or_else(unended)?;
        match c {
            '\n' => return Err(unended()),
            c if c == quote => {
                let kind = match (quote, text.chars().next()) {
                    ('\'', Some(c)) => Kind::Number(u64::from(u32::from(c))),
                    _ => Kind::Text(text),
                };
                return Ok((kind, i + 1));
            }
            '\\' => {
                let (_, escaped) = chars.next().ok_or_else(unended)?;
                text.push(match escaped {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'a' => '\u{7}',
                    'b' => '\u{8}',
                    'f' => '\u{c}',
                    'v' => '\u{b}',
                    '0' => '\0',
                    other => other,
                });
            }
            c => text.push(c),
        }
    }
}
