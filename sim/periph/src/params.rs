//! Reading the `params` of a board file, and what every device does with writes to reserved bits.

use ron::Value;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use trueboard_core::device::Cx;
use trueboard_core::regs::RegDesc;

/// The parameters of a device of `kind`; none equals an empty list.
pub(crate) fn parse<T: DeserializeOwned>(kind: &str, params: Value) -> Result<T, String> {
    let params = match params {
        Value::Unit => Value::Map(ron::Map::new()),
        other => other,
    };
    typed(params).map_err(|e| format!("params of {kind}: {e}"))
}

/// A value of a board file as a type; the error begins with the path of the field that it is about.
///
/// # Errors
/// What was found, and what was expected.
pub fn typed<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    let mut inwards = Vec::new();
    let place = Placed {
        value,
        inwards: &mut inwards,
    };
    T::deserialize(place).map_err(|e| {
        inwards.reverse();
        let path = inwards.concat();
        match path.strip_prefix('.').unwrap_or(&path) {
            "" => e.to_string(),
            path => format!("{path}: {e}"),
        }
    })
}

/// A value that notes the path of a field that is wrong, from the inside outwards. One type for all values and fields:
/// a deserializer that wraps those of a library takes 0.9 MB of the page's module.
struct Placed<'p> {
    value: Value,
    inwards: &'p mut Vec<String>,
}

impl<'de> Deserializer<'de> for Placed<'_> {
    type Error = ron::Error;

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> ron::Result<V::Value> {
        let inwards = self.inwards;
        match self.value {
            Value::Bool(b) => visitor.visit_bool(b),
            Value::Char(c) => visitor.visit_char(c),
            Value::Number(n) => n.visit(visitor),
            Value::String(s) => visitor.visit_string(s),
            Value::Bytes(b) => visitor.visit_byte_buf(b),
            Value::Unit => visitor.visit_unit(),
            Value::Option(None) => visitor.visit_none(),
            Value::Option(Some(value)) => visitor.visit_some(Placed {
                value: *value,
                inwards,
            }),
            Value::Map(map) => visitor.visit_map(Entries {
                rest: map.into_iter(),
                value: Value::Unit,
                name: String::new(),
                inwards,
            }),
            Value::Seq(seq) => {
                let length = seq.len();
                let mut elements = Elements {
                    rest: seq.into_iter(),
                    next: 0,
                    inwards,
                };
                let all = visitor.visit_seq(&mut elements)?;
                match elements.rest.len() {
                    0 => Ok(all),
                    rest => Err(ron::Error::ExpectedDifferentLength {
                        expected: format!("a sequence of length {}", length - rest),
                        found: length,
                    }),
                }
            }
        }
    }
}

/// The entries of a map, from the next one on.
struct Entries<'p, I> {
    rest: I,
    /// Value and name of the entry that has been begun.
    value: Value,
    name: String,
    inwards: &'p mut Vec<String>,
}

impl<'de, I: Iterator<Item = (Value, Value)>> MapAccess<'de> for Entries<'_, I> {
    type Error = ron::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> ron::Result<Option<K::Value>> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = value;
        self.name = match &key {
            Value::String(name) => format!(".{name}"),
            Value::Number(n) => format!("[{}]", n.into_f64()),
            _ => ".?".to_owned(),
        };
        let read = seed.deserialize(Placed {
            value: key,
            inwards: self.inwards,
        });
        if read.is_err() {
            self.inwards.push(std::mem::take(&mut self.name));
        }
        read.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> ron::Result<V::Value> {
        let read = seed.deserialize(Placed {
            value: std::mem::replace(&mut self.value, Value::Unit),
            inwards: self.inwards,
        });
        if read.is_err() {
            self.inwards.push(std::mem::take(&mut self.name));
        }
        read
    }
}

/// The elements of a sequence, from the next one on.
struct Elements<'p> {
    rest: std::vec::IntoIter<Value>,
    next: usize,
    inwards: &'p mut Vec<String>,
}

impl<'de> SeqAccess<'de> for &mut Elements<'_> {
    type Error = ron::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> ron::Result<Option<T::Value>> {
        let Some(value) = self.rest.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(Placed {
            value,
            inwards: self.inwards,
        });
        if read.is_err() {
            self.inwards.push(format!("[{}]", self.next));
        }
        self.next += 1;
        read.map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.rest.len())
    }
}

/// An error unless `value` lies in `range`.
pub(crate) fn within(
    name: &str,
    value: u64,
    range: std::ops::RangeInclusive<u64>,
) -> Result<(), String> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(format!(
        "params: {name} is {value}, but must be {} to {}",
        range.start(),
        range.end()
    ))
}

/// Warns when `value` sets a bit that software cannot write. A bit that reads as 1 already is
/// no news: read-modify-write puts it back.
pub(crate) fn check_write(desc: &RegDesc, off: u32, value: u32, reads: u32, cx: &mut Cx<'_>) {
    let stray = value & !(desc.rw | desc.w1c | reads);
    if stray != 0 {
        let name = desc.name;
        cx.warn_of_bits(
            off,
            format!("{name}: reserved bits {{bits}} written"),
            stray,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct P {
        #[serde(default)]
        a: u32,
    }

    #[test]
    fn nothing_is_an_empty_list_and_typos_are_told() {
        assert_eq!(parse::<P>("k", ron::from_str("()").unwrap()).unwrap().a, 0);
        assert_eq!(
            parse::<P>("k", ron::from_str("(a: 0x10)").unwrap())
                .unwrap()
                .a,
            16
        );
        let e = parse::<P>("k", ron::from_str("(b: 1)").unwrap()).unwrap_err();
        assert!(e.contains("params of k") && e.contains('b'), "{e}");
        let e = parse::<P>("k", ron::from_str("(a: \"x\")").unwrap()).unwrap_err();
        assert!(e.contains("k: a: Expected u32"), "{e}");
        assert!(within("n", 9, 1..=7).unwrap_err().contains("1 to 7"));
    }
}
