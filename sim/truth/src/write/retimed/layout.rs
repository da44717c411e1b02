//! Types and values in the layout of a written trace: little-endian, byte-aligned, and with the
//! lengths of sequences and the tags of variants right before them.

use crate::read::ctf::{
    ArrayType, Base, EnumType, Field, IntType, Length, StructType, Type, Value, VariantType,
};

/// The members of a structure in the language of metadata, except those named.
pub(super) fn members(ty: &StructType, without: &[&str]) -> String {
    let kept = |f: &&Field| !without.contains(&f.name.as_str());
    ty.fields.iter().filter(kept).map(member).collect()
}

/// A field. Its name gets an underscore, which readers strip, so that it is no keyword.
fn member(field: &Field) -> String {
    let name = &field.name;
    match &field.ty {
        Type::Array(a) if !is_text(a) => match a.len {
            Length::Fixed(n) => format!("{} _{name}[{n}]; ", element(&a.of)),
            Length::Field(_) => format!(
                "u32 _{name}_length; {} _{name}[_{name}_length]; ",
                element(&a.of)
            ),
        },
        Type::Variant(v) => format!(
            "enum : u16 {{ {} }} _{name}_tag; variant <_{name}_tag> {{ {}}} _{name}; ",
            labels(v).join(", "),
            v.options
                .iter()
                .zip(labels(v))
                .map(|(o, l)| format!("{} {l}; ", element(&o.ty)))
                .collect::<String>()
        ),
        ty => format!("{} _{name}; ", simple(ty)),
    }
}

/// Labels of the options of a variant.
fn labels(v: &VariantType) -> Vec<String> {
    v.options.iter().map(|o| format!("_{}", o.name)).collect()
}

/// A type without a name of its own; where something has to stand before it, in a structure.
fn element(ty: &Type) -> String {
    match ty {
        Type::Array(a) if !is_text(a) => wrapped(ty),
        Type::Variant(_) => wrapped(ty),
        ty => simple(ty),
    }
}

fn wrapped(ty: &Type) -> String {
    let field = Field {
        name: "value".to_owned(),
        ty: ty.clone(),
    };
    format!("struct {{ {}}}", member(&field))
}

fn simple(ty: &Type) -> String {
    match ty {
        Type::Int(i) => integer(i),
        Type::Float(f) => {
            let [exponent, mantissa] = if f.size == 32 { [8, 24] } else { [11, 53] };
            format!(
                "floating_point {{ exp_dig = {exponent}; mant_dig = {mantissa}; align = 8; byte_order = le; }}"
            )
        }
        Type::Enum(e) => enumeration(e),
        Type::Struct(s) => format!("struct {{ {}}}", members(s, &[])),
        Type::Text | Type::Array(_) | Type::Variant(_) => "string".to_owned(),
    }
}

fn integer(i: &IntType) -> String {
    let base = match i.base {
        Base::Binary => 2,
        Base::Octal => 8,
        Base::Decimal => 10,
        Base::Hexadecimal => 16,
    };
    format!(
        "integer {{ size = {}; align = 8; signed = {}; base = {base}; byte_order = le; }}",
        8 * width(i),
        i.signed
    )
}

fn enumeration(e: &EnumType) -> String {
    let label = |l: &crate::read::ctf::Label| {
        let name = super::escaped(&l.name);
        format!("\"{name}\" = {} ... {}", l.first, l.last)
    };
    let labels: Vec<String> = e.labels.iter().map(label).collect();
    format!("enum : {} {{ {} }}", integer(&e.int), labels.join(", "))
}

/// Bytes of an integer: the next size that every reader has.
fn width(i: &IntType) -> usize {
    i.size.div_ceil(8).next_power_of_two() as usize
}

/// Whether the values of an array are texts.
fn is_text(a: &ArrayType) -> bool {
    a.of.is_character()
}

/// Appends the fields of a structure, except those named.
pub(super) fn put(
    out: &mut Vec<u8>,
    ty: Option<&StructType>,
    value: Option<&Value>,
    without: &[&str],
) {
    let Some(ty) = ty else { return };
    let values = match value {
        Some(Value::Struct(values)) => values.as_slice(),
        _ => &[],
    };
    for (i, field) in ty.fields.iter().enumerate() {
        if !without.contains(&field.name.as_str()) {
            put_value(out, &field.ty, values.get(i));
        }
    }
}

/// Appends a value of a type; a missing one is 0, empty, or the first option.
fn put_value(out: &mut Vec<u8>, ty: &Type, value: Option<&Value>) {
    match ty {
        Type::Int(i) => put_integer(out, i, value),
        Type::Enum(e) => put_integer(out, &e.int, value),
        Type::Float(f) => {
            let v = match value {
                Some(Value::Float(v)) => *v,
                _ => 0.0,
            };
            match f.size {
                32 => out.extend_from_slice(&(v as f32).to_le_bytes()),
                _ => out.extend_from_slice(&v.to_le_bytes()),
            }
        }
        Type::Struct(s) => put(out, Some(s), value, &[]),
        Type::Array(a) if !is_text(a) => {
            let values = match value {
                Some(Value::Array(values)) => values.as_slice(),
                _ => &[],
            };
            let count = match a.len {
                Length::Fixed(n) => n as usize,
                Length::Field(_) => {
                    out.extend_from_slice(&(values.len() as u32).to_le_bytes());
                    values.len()
                }
            };
            (0..count).for_each(|i| put_value(out, &a.of, values.get(i)));
        }
        Type::Variant(v) => {
            let (option, inside) = match value {
                Some(Value::Variant(i, inside)) => (*i, Some(&**inside)),
                _ => (0, None),
            };
            out.extend_from_slice(&(option as u16).to_le_bytes());
            if let Some(field) = v.options.get(option) {
                put_value(out, &field.ty, inside);
            }
        }
        Type::Text | Type::Array(_) => {
            if let Some(Value::Text(t)) = value {
                out.extend(t.bytes().filter(|&b| b != 0));
            }
            out.push(0);
        }
    }
}

fn put_integer(out: &mut Vec<u8>, i: &IntType, value: Option<&Value>) {
    let bits = value.and_then(Value::integer).unwrap_or(0);
    out.extend_from_slice(&bits.to_le_bytes()[..width(i)]);
}
