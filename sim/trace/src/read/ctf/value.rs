//! Values of fields, without names: the types beside them have the names.

use std::borrow::Cow;
use std::fmt::Write;

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An unsigned integer or enumeration.
    Unsigned(u64),
    /// A signed integer or enumeration.
    Signed(i64),
    /// A floating-point number.
    Float(f64),
    /// A string, or an array of characters up to the first zero: its bytes, which need not be UTF-8.
    Text(Box<[u8]>),
    /// The fields of a structure in order.
    Struct(Vec<Value>),
    /// The elements of an array or sequence.
    Array(Vec<Value>),
    /// Which option of a variant, and its value.
    Variant(usize, Box<Value>),
}

impl Value {
    /// An integer or enumeration.
    pub fn integer(&self) -> Option<i128> {
        match *self {
            Value::Unsigned(v) => Some(v.into()),
            Value::Signed(v) => Some(v.into()),
            _ => None,
        }
    }
}

/// Bytes as text: those that are no UTF-8 as `\\xNN`.
pub(crate) fn shown(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Cow::Borrowed(text);
    }
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_shown_one_by_one() {
        assert_eq!(shown("gr\u{fc}n".as_bytes()), "gr\u{fc}n");
        assert_eq!(shown(b"gr\xfcn \xe2\x82"), "gr\\xfcn \\xe2\\x82");
    }
}
