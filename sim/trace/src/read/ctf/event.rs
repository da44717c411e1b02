//! Events, and fields with their names.

use super::clock::Time;
use super::metadata::EventClass;
use super::packet::Packet;
use super::types::{Field, StructType, Type};
use super::value::{Value, shown};
use std::borrow::Cow;
use std::sync::Arc;

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its number in its packet, from 0.
    pub number: u64,
    /// First bit from the begin of its packet, alignment included.
    pub first_bit: u64,
    /// The bit behind it.
    pub end_bit: u64,
    /// Its class.
    pub class: Arc<EventClass>,
    /// Its time; `None` where the stream has no clock.
    pub time: Option<Time>,
    /// Its packet.
    pub packet: Arc<Packet>,
    /// Its header.
    pub header: Option<Value>,
    /// The context that all events of the stream have.
    pub stream_context: Option<Value>,
    /// The context of its own class.
    pub context: Option<Value>,
    /// Its payload.
    pub fields: Option<Value>,
}

impl Event {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.class.name
    }

    /// The number of its class.
    pub fn id(&self) -> u64 {
        self.class.id
    }

    /// Which stream of the trace it is from.
    pub fn stream(&self) -> usize {
        self.packet.stream
    }

    /// Value of its stream's clock; 0 without a clock.
    pub fn cycles(&self) -> u64 {
        self.time.map_or(0, |t| t.cycles)
    }

    /// Nanoseconds from the origin of its stream's clock; 0 without a clock.
    pub fn ns(&self) -> i128 {
        self.time.map_or(0, |t| t.ns)
    }

    /// Where it begins in its file.
    pub fn byte(&self) -> u64 {
        self.packet.byte + self.first_bit / 8
    }

    /// A field of the payload, or else of its context or of that of the stream's events.
    pub fn field(&self, name: &str) -> Option<FieldView<'_>> {
        let scopes = self.scopes();
        let [_, stream, own, fields] = scopes;
        [fields, own, stream]
            .into_iter()
            .find_map(|(ty, value)| FieldView::in_scope(ty, value, name))
    }

    /// Header, stream's context, own context and payload: types and values.
    pub fn scopes(&self) -> [(Option<&StructType>, Option<&Value>); 4] {
        let stream = &self.packet.class;
        [
            (stream.event_header.as_ref(), self.header.as_ref()),
            (stream.event_context.as_ref(), self.stream_context.as_ref()),
            (self.class.context.as_ref(), self.context.as_ref()),
            (self.class.fields.as_ref(), self.fields.as_ref()),
        ]
    }

    /// The fields of the payload in order.
    pub fn payload(&self) -> impl Iterator<Item = FieldView<'_>> {
        members(self.class.fields.as_ref(), self.fields.as_ref())
    }
}

/// A field: name, type and value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FieldView<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its type.
    pub ty: &'a Type,
    /// Its value.
    pub value: &'a Value,
}

impl<'a> FieldView<'a> {
    /// A field of a scope by name.
    pub(crate) fn in_scope(
        ty: Option<&'a StructType>,
        value: Option<&'a Value>,
        name: &str,
    ) -> Option<FieldView<'a>> {
        let (ty, Value::Struct(values)) = (ty?, value?) else {
            return None;
        };
        let at = ty.fields.iter().position(|f| f.name == name)?;
        view(ty.fields.get(at)?, values.get(at)?)
    }

    /// An unsigned integer or enumeration, or a signed one that is not negative.
    pub fn unsigned(&self) -> Option<u64> {
        self.value.integer().and_then(|v| u64::try_from(v).ok())
    }

    /// An integer or enumeration.
    pub fn integer(&self) -> Option<i128> {
        self.value.integer()
    }

    /// A number of any kind.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Float(v) => Some(*v),
            other => other.integer().map(|v| v as f64),
        }
    }

    /// A text, or the label of an enumeration. Bytes that are no UTF-8 are `\xNN`.
    pub fn text(&self) -> Option<Cow<'a, str>> {
        match (self.ty, self.value) {
            (_, Value::Text(t)) => Some(shown(t)),
            (Type::Enum(e), value) => e.label(value.integer()?).map(Cow::Borrowed),
            _ => None,
        }
    }

    /// The fields of a structure, the elements of an array, or the chosen option of a variant.
    pub fn inside(&self) -> Vec<FieldView<'a>> {
        match (self.ty, self.value) {
            (Type::Struct(s), value) => members(Some(s), Some(value)).collect(),
            (Type::Array(a), Value::Array(values)) => {
                let element = |value| FieldView {
                    name: "",
                    ty: &a.of,
                    value,
                };
                values.iter().map(element).collect()
            }
            (Type::Variant(v), Value::Variant(i, value)) => {
                let option = v.options.get(*i);
                option.and_then(|o| view(o, value)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// A field of a structure.
    pub fn get(&self, name: &str) -> Option<FieldView<'a>> {
        match self.ty {
            Type::Struct(s) => FieldView::in_scope(Some(s), Some(self.value), name),
            _ => None,
        }
    }
}

fn view<'a>(field: &'a Field, value: &'a Value) -> Option<FieldView<'a>> {
    Some(FieldView {
        name: &field.name,
        ty: &field.ty,
        value,
    })
}

/// The fields of a structure with their values.
pub(super) fn members<'a>(
    ty: Option<&'a StructType>,
    value: Option<&'a Value>,
) -> impl Iterator<Item = FieldView<'a>> {
    let values = match value {
        Some(Value::Struct(values)) => values.as_slice(),
        _ => &[],
    };
    let fields = ty.map_or(&[][..], |s| &s.fields);
    fields.iter().zip(values).filter_map(|(f, v)| view(f, v))
}
