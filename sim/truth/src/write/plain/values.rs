//! Values in the plain form of their types.

use super::metadata::whole;
use crate::read::ctf::{ArrayType, Length, StructType, Type, Value, VariantType};

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
    out: &mut Vec<u8>,
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

/// Adds the lengths and the tag that a field has of its own. They come from a header, so they are the
/// same for all elements of an array.
fn put_own(out: &mut Vec<u8>, ty: &Type, value: &Value) {
    let (mut ty, mut value) = (ty, Some(value));
    while let Type::Array(a) = ty {
        let values = match value {
            Some(Value::Array(values)) => values.as_slice(),
            _ => &[],
        };
        if lost_length(a) {
            out.extend((values.len() as u32).to_le_bytes());
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
        out.extend((option as u16).to_le_bytes());
    }
}

/// Adds a value.
fn put(out: &mut Vec<u8>, ty: &Type, value: &Value) {
    match (ty, value) {
        (Type::Int(i), v) => number(out, i.size, v),
        (Type::Enum(e), v) => number(out, e.int.size, v),
        (Type::Float(f), Value::Float(v)) if f.size == 32 => out.extend((*v as f32).to_le_bytes()),
        (Type::Float(_), Value::Float(v)) => out.extend(v.to_le_bytes()),
        (_, Value::Text(t)) => {
            out.extend(t.bytes().filter(|&b| b != 0));
            out.push(0);
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

fn number(out: &mut Vec<u8>, size: u32, value: &Value) {
    let bits = match *value {
        Value::Unsigned(v) => v,
        Value::Signed(v) => v as u64,
        _ => 0,
    };
    let bytes = bits.to_le_bytes();
    out.extend(bytes.iter().take(whole(size) as usize / 8));
}
