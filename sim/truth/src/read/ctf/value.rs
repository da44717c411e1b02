//! Values of fields. They hold no names: those are in the types beside them.

/// The value of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An unsigned integer or enumeration.
    Unsigned(u64),
    /// A signed integer or enumeration.
    Signed(i64),
    /// A floating-point number.
    Float(f64),
    /// A string, or an array of characters up to the first zero.
    Text(Box<str>),
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
