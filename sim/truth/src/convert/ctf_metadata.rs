//! Metadata of a converted trace: every type aligned to bytes, integers of 8, 16, 32 or 64 bits,
//! little-endian. Names have the underscore that readers take off (section 7.3.2).

use super::ConvertError;
use crate::read::ctf::{
    ArrayType, Base, Clock, EnumType, EnvValue, EventClass, Field, IntType, Length, Metadata,
    Reference, StreamClass, StructType, Type,
};
use std::fmt::Write;

/// Fields of packet contexts that the writer makes itself.
pub(super) const OWN: [&str; 6] = [
    "timestamp_begin",
    "timestamp_end",
    "content_size",
    "packet_size",
    "events_discarded",
    "packet_seq_num",
];

/// Bits of an integer in the output.
pub(super) fn whole(size: u32) -> u32 {
    size.next_power_of_two().clamp(8, 64)
}

/// The metadata file.
pub(super) fn text(metadata: &Metadata) -> Result<String, ConvertError> {
    let mut s = String::from("/* CTF 1.8 */\n");
    for size in [8, 16, 32, 64] {
        for (name, signed) in [("u", false), ("i", true)] {
            line(
                &mut s,
                format_args!(
                    "typealias integer {{ size = {size}; align = 8; signed = {signed}; }} := {name}{size};"
                ),
            );
        }
    }
    let mut uuid = String::new();
    if let Some(id) = metadata.uuid {
        let hex: Vec<String> = id.iter().map(|b| format!("{b:02x}")).collect();
        let parts = [0..4, 4..6, 6..8, 8..10, 10..16];
        let text = parts
            .map(|r| hex.get(r).unwrap_or_default().concat())
            .join("-");
        uuid = format!(" uuid = \"{text}\";");
    }
    let uuid_field = if uuid.is_empty() { "" } else { " u8 uuid[16];" };
    line(
        &mut s,
        format_args!(
            "trace {{ major = 1; minor = 8;{uuid} byte_order = le;\n  \
         packet.header := struct {{ u32 magic;{uuid_field} u64 stream_id; }}; }};"
        ),
    );
    env(&mut s, metadata);
    for c in &metadata.clocks {
        clock(&mut s, c);
    }
    for class in &metadata.streams {
        stream(&mut s, class, metadata.clock(class))?;
        for e in class.events.values() {
            event(&mut s, class.id, e)?;
        }
    }
    Ok(s)
}

/// Writing to a string cannot fail.
fn line(s: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = s.write_fmt(what);
    s.push('\n');
}

fn env(s: &mut String, metadata: &Metadata) {
    if metadata.env.is_empty() {
        return;
    }
    *s += "env {";
    for (name, value) in &metadata.env {
        let value = match value {
            EnvValue::Number(n) => n.to_string(),
            EnvValue::Text(t) => quoted(t),
        };
        let _ = write!(s, " {name} = {value};");
    }
    *s += " };\n";
}

fn clock(s: &mut String, c: &Clock) {
    let uuid = c.uuid.as_ref().map(|u| format!(" uuid = {};", quoted(u)));
    line(
        s,
        format_args!(
            "clock {{ name = {}; description = {};{} freq = {}; precision = {}; offset_s = {}; \
         offset = {}; absolute = {}; }};\n\
         typealias integer {{ size = 64; align = 8; signed = false; map = clock.{}.value; }} := {}_t;",
            c.name,
            quoted(&c.description),
            uuid.unwrap_or_default(),
            c.freq,
            c.precision,
            c.offset_s,
            c.offset,
            c.absolute,
            c.name,
            c.name,
        ),
    );
}

fn stream(s: &mut String, class: &StreamClass, clock: Option<&Clock>) -> Result<(), ConvertError> {
    let _ = write!(
        s,
        "stream {{ id = {};\n  packet.context := struct {{",
        class.id
    );
    if let Some(c) = clock {
        let _ = write!(s, " {0}_t timestamp_begin; {0}_t timestamp_end;", c.name);
    }
    *s += " u64 content_size; u64 packet_size; u64 events_discarded; u64 packet_seq_num;";
    if let Some(context) = &class.packet_context {
        let fields = context.fields.iter();
        fields
            .filter(|f| !OWN.contains(&f.name.as_str()))
            .try_for_each(|f| field(s, f))?;
    }
    *s += " };\n  event.header := struct { u32 id;";
    if let Some(c) = clock {
        let _ = write!(s, " {}_t timestamp;", c.name);
    }
    *s += " } align(8);\n";
    scope(s, "event.context", class.event_context.as_ref())?;
    *s += "};\n";
    Ok(())
}

fn event(s: &mut String, stream: u64, e: &EventClass) -> Result<(), ConvertError> {
    let _ = write!(
        s,
        "event {{ name = {}; id = {}; stream_id = {stream};",
        quoted(&e.name),
        e.id
    );
    if let Some(level) = e.loglevel {
        let _ = write!(s, " loglevel = {level};");
    }
    s.push('\n');
    scope(s, "context", e.context.as_ref())?;
    scope(s, "fields", e.fields.as_ref())?;
    *s += "};\n";
    Ok(())
}

fn scope(s: &mut String, name: &str, ty: Option<&StructType>) -> Result<(), ConvertError> {
    if let Some(ty) = ty {
        let _ = write!(s, "  {name} := ");
        structure(s, ty)?;
        *s += ";\n";
    }
    Ok(())
}

fn structure(s: &mut String, ty: &StructType) -> Result<(), ConvertError> {
    *s += "struct {";
    ty.fields.iter().try_for_each(|f| field(s, f))?;
    *s += " }";
    Ok(())
}

fn field(s: &mut String, f: &Field) -> Result<(), ConvertError> {
    declaration(s, f, &format!("_{}", f.name))
}

/// ` TYPE NAME[…];`
fn declaration(s: &mut String, f: &Field, name: &str) -> Result<(), ConvertError> {
    let mut ty = &f.ty;
    let mut dimensions = String::new();
    while let Type::Array(a) = ty {
        if a.of.is_character() {
            break;
        }
        dimensions += &dimension(a)?;
        ty = &a.of;
    }
    s.push(' ');
    specifier(s, ty)?;
    let _ = write!(s, " {name}{dimensions};");
    Ok(())
}

fn dimension(a: &ArrayType) -> Result<String, ConvertError> {
    Ok(match &a.len {
        Length::Fixed(n) => format!("[{n}]"),
        Length::Field(r) => format!("[{}]", reference(r)?),
    })
}

fn specifier(s: &mut String, ty: &Type) -> Result<(), ConvertError> {
    match ty {
        Type::Int(i) => integer(s, i),
        Type::Enum(e) => enumeration(s, e),
        Type::Float(f) => {
            let (exp, mant) = if f.size == 32 { (8, 24) } else { (11, 53) };
            let _ = write!(
                s,
                "floating_point {{ exp_dig = {exp}; mant_dig = {mant}; align = 8; }}"
            );
        }
        // Arrays of characters end with their first zero: they are strings.
        Type::Text | Type::Array(_) => *s += "string",
        Type::Struct(ty) => structure(s, ty)?,
        Type::Variant(v) => {
            let _ = write!(s, "variant <{}> {{", reference(&v.tag)?);
            let mut options = v.options.iter();
            options.try_for_each(|f| declaration(s, f, &f.name))?;
            *s += " }";
        }
    }
    Ok(())
}

fn integer(s: &mut String, i: &IntType) {
    let base = match i.base {
        Base::Decimal => {
            let letter = if i.signed { 'i' } else { 'u' };
            let _ = write!(s, "{letter}{}", whole(i.size));
            return;
        }
        Base::Hexadecimal => "hex",
        Base::Octal => "oct",
        // babeltrace2 2.0 does not know `bin`.
        Base::Binary => "b",
    };
    let _ = write!(
        s,
        "integer {{ size = {}; align = 8; signed = {}; base = {base}; }}",
        whole(i.size),
        i.signed
    );
}

fn enumeration(s: &mut String, e: &EnumType) {
    *s += "enum : ";
    integer(s, &e.int);
    *s += " {";
    for (i, l) in e.labels.iter().enumerate() {
        *s += if i == 0 { " " } else { ", " };
        let name = quoted(&l.name);
        let _ = write!(s, "{name} = {} ... {}", l.first, l.last);
    }
    *s += " }";
}

/// The name of another field. Packet and event headers are made anew, so what refers to them
/// would be lost.
fn reference(r: &Reference) -> Result<String, ConvertError> {
    if r.is_in_header() {
        return Err(ConvertError::Unsupported {
            what: format!(
                "a length or tag that is the header field `{}`",
                r.path.join(".")
            ),
            why: "headers are made anew".to_owned(),
        });
    }
    let absolute = r.absolute_root();
    let name = |(i, part): (usize, &String)| {
        if i < absolute {
            part.clone()
        } else {
            format!("_{part}")
        }
    };
    let parts: Vec<String> = r.path.iter().enumerate().map(name).collect();
    Ok(parts.join("."))
}

fn quoted(text: &str) -> String {
    let mut s = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => s += "\\\"",
            '\\' => s += "\\\\",
            '\n' => s += "\\n",
            c if c.is_control() => s.push('_'),
            c => s.push(c),
        }
    }
    s.push('"');
    s
}
