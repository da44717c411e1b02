//! Events as JSON: one object each, fields in the order of the metadata.

use super::event::{Event, FieldView, members};
use super::types::{StructType, Type};
use super::value::{Value, shown};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

impl Serialize for Event {
    /// `ns`, `cycles` (null without a clock), `stream`, `packet`, `byte`, `name`, `id`; then those
    /// of `packet_context`, `stream_context`, `context` and `fields` that there are.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        map.serialize_entry("ns", &self.time.map(|t| t.ns))?;
        map.serialize_entry("cycles", &self.time.map(|t| t.cycles))?;
        map.serialize_entry("stream", &self.stream())?;
        map.serialize_entry("packet", &self.packet.number)?;
        map.serialize_entry("byte", &self.byte())?;
        map.serialize_entry("name", self.name())?;
        map.serialize_entry("id", &self.id())?;
        let packet = &self.packet;
        let of_packet = (
            packet.class.packet_context.as_ref(),
            packet.context.as_ref(),
        );
        let [_, stream, own, payload] = self.scopes();
        for (name, (ty, value)) in [
            ("packet_context", of_packet),
            ("stream_context", stream),
            ("context", own),
            ("fields", payload),
        ] {
            if ty.is_some() {
                map.serialize_entry(name, &Scope(ty, value))?;
            }
        }
        map.end()
    }
}

struct Scope<'a>(Option<&'a StructType>, Option<&'a Value>);

impl Serialize for Scope<'_> {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        let mut map = s.serialize_map(None)?;
        for f in members(self.0, self.1) {
            map.serialize_entry(f.name, &f)?;
        }
        map.end()
    }
}

impl Serialize for FieldView<'_> {
    /// Numbers, texts, lists and objects; an enumeration is its label, or its number where it has
    /// none; a variant is an object with the chosen option.
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match (self.ty, self.value) {
            (Type::Enum(_), _) if self.text().is_some() => self.text().serialize(s),
            (Type::Struct(ty), value) => Scope(Some(ty), Some(value)).serialize(s),
            (_, Value::Text(t)) => s.serialize_str(&shown(t)),
            (Type::Array(_), _) => {
                let elements = self.inside();
                let mut list = s.serialize_seq(Some(elements.len()))?;
                for e in &elements {
                    list.serialize_element(e)?;
                }
                list.end()
            }
            (Type::Variant(_), _) => {
                let mut map = s.serialize_map(None)?;
                for f in self.inside() {
                    map.serialize_entry(f.name, &f)?;
                }
                map.end()
            }
            (_, Value::Unsigned(v)) => s.serialize_u64(*v),
            (_, Value::Signed(v)) => s.serialize_i64(*v),
            (_, Value::Float(v)) => s.serialize_f64(*v),
            (_, Value::Struct(_) | Value::Array(_) | Value::Variant(..)) => s.serialize_unit(),
        }
    }
}
