//! Values in the plain form of their types.

use super::metadata::whole;
use crate::read::ctf::{ArrayType, Length, StructType, Type, Value, VariantType};
use trueboard_ctf::Packet;

/// Whether an array's length was in a header.
pub(super) fn lost_length(a: &ArrayType) -> bool {
    matches!(&a.len, Length::Field(r) if r.is_in_header()) && !a.of.is_character()
}

/// Whether a variant's tag was in a header.
pub(super) fn lost_tag(v: &VariantType) -> bool {
    v.tag.is_in_header()
}

/// Adds the fields of a structure, except those named.
pub(super) fn put_fields(
    out: &mut Packet,
    ty: Option<&StructType>,
    value: Option<&Value>,
    without: &[&str],
) {
    if let (Some(ty), Some(Value::Struct(values))) = (ty, value) {
        for (f, v) in ty.fields.iter().zip(values) {
            if !without.contains(&f.name.as_str()) {
                put_own(out, &f.ty, v);
                put(out, &f.ty, v);
            }
        }
    }
}

/// Adds the lengths and the tag that a field has of its own. They come from a header, so they are equal for all
/// elements of an array.
fn put_own(out: &mut Packet, ty: &Type, value: &Value) {
    let (mut ty, mut value) = (ty, Some(value));
    while let Type::Array(a) = ty {
        let values = match value {
            Some(Value::Array(values)) => values.as_slice(),
            _ => &[],
        };
        if lost_length(a) {
            out.u32(values.len() as u32);
        }
        (ty, value) = (&a.of, values.first());
    }
    if let Type::Variant(v) = ty
        && lost_tag(v)
    {
        let option = match value {
            Some(Value::Variant(i, _)) => *i,
            _ => 0,
        };
        out.u16(option as u16);
    }
}

/// Adds a value.
fn put(out: &mut Packet, ty: &Type, value: &Value) {
    match (ty, value) {
        (Type::Int(i), v) => number(out, i.size, v),
        (Type::Enum(e), v) => number(out, e.int.size, v),
        (Type::Float(f), Value::Float(v)) if f.size == 32 => {
            out.put(&(*v as f32).to_le_bytes());
        }
        (Type::Float(_), Value::Float(v)) => {
            out.put(&v.to_le_bytes());
        }
        (_, Value::Text(t)) => {
            out.string(t);
        }
        (Type::Struct(s), v) => put_fields(out, Some(s), Some(v), &[]),
        (Type::Array(a), Value::Array(values)) => values.iter().for_each(|v| put(out, &a.of, v)),
        (Type::Variant(v), Value::Variant(i, value)) => {
            if let Some(option) = v.options.get(*i) {
                put(out, &option.ty, value);
            }
        }
        // A decoded value fits its type.
        _ => (),
    }
}

fn number(out: &mut Packet, size: u32, value: &Value) {
    let bits = match *value {
        Value::Unsigned(v) => v,
        Value::Signed(v) => v as u64,
        _ => 0,
    };
    out.integer(bits, whole(size) as usize / 8);
}
