//! The metadata: every type aligned to bytes, integers of 8, 16, 32 or 64 bits, little-endian. Names
//! have the underscore that readers take off (section 7.3.2).

use super::values::{lost_length, lost_tag};
use super::{Class, Description, MADE, Tsdl, quoted, wide};
use crate::read::ctf::{
    Base, Clock, EnumType, EventClass, Field, IntType, Length, Reference, StructType, Type,
    VariantType,
};
use std::fmt::Write;

/// Bits of an integer in the output.
pub(super) fn whole(size: u32) -> u32 {
    size.next_power_of_two().clamp(8, 64)
}

/// The metadata file.
pub(super) fn text(trace: &Description<'_>) -> String {
    let mut t = Tsdl::new();
    for bits in [8, 16, 32, 64] {
        for (letter, signed) in [("u", false), ("i", true)] {
            t.alias(&format!("{letter}{bits}"), bits, signed, "");
        }
    }
    t.trace(trace.uuid.as_ref(), "u64");
    t.env(&trace.env);
    trace.clocks.iter().for_each(|c| clock(&mut t, c));
    for class in &trace.streams {
        stream(&mut t, class);
        for e in class.class.events.values() {
            event(&mut t, class.id, e);
        }
    }
    t.text()
}

fn clock(t: &mut Tsdl, c: &Clock) {
    let uuid = c.uuid.as_ref().map(|u| format!(" uuid = {};", quoted(u)));
    t.put(format_args!(
        "clock {{ name = {}; description = {};{} freq = {}; precision = {}; offset_s = {}; \
         offset = {}; absolute = {}; }};\n",
        c.name,
        quoted(&c.description),
        uuid.unwrap_or_default(),
        c.freq,
        c.precision,
        c.offset_s,
        c.offset,
        c.absolute,
    ));
    t.time(&time_of(&c.name), &c.name);
}

/// The type of times of a clock.
fn time_of(clock: &str) -> String {
    format!("{clock}_t")
}

fn stream(t: &mut Tsdl, stream: &Class<'_>) {
    let time = stream.clock.as_deref().map(time_of);
    t.stream(stream.id, time.as_deref());
    if let Some(context) = &stream.class.packet_context {
        let mut s = String::new();
        let fields = context.fields.iter();
        fields
            .filter(|f| !MADE.contains(&f.name.as_str()))
            .for_each(|f| field(&mut s, f));
        t.put(format_args!("{s}"));
    }
    let id = if wide(stream.class) { "u64" } else { "u32" };
    t.event_header(id, time.as_deref());
    t.put(format_args!("\n"));
    scope(t, "event.context", stream.class.event_context.as_ref());
    t.put(format_args!("}};\n"));
}

fn event(t: &mut Tsdl, stream: u64, e: &EventClass) {
    t.event(stream, e.id, &e.name);
    if let Some(level) = e.loglevel {
        t.put(format_args!(" loglevel = {level};"));
    }
    t.put(format_args!("\n"));
    scope(t, "context", e.context.as_ref());
    scope(t, "fields", e.fields.as_ref());
    t.put(format_args!("}};\n"));
}

fn scope(t: &mut Tsdl, name: &str, ty: Option<&StructType>) {
    if let Some(ty) = ty {
        let mut s = String::new();
        structure(&mut s, ty);
        t.put(format_args!("  {name} := {s};\n"));
    }
}

fn structure(s: &mut String, ty: &StructType) {
    *s += "struct {";
    ty.fields.iter().for_each(|f| field(s, f));
    *s += " }";
}

/// A field, behind the lengths and tags that it has of its own because theirs are lost.
fn field(s: &mut String, f: &Field) {
    let mut ty = &f.ty;
    let mut depth = 0;
    while let Type::Array(a) = ty {
        if lost_length(a) {
            let _ = write!(s, " u32 {};", own_length(&f.name, depth));
        }
        (ty, depth) = (&a.of, depth + 1);
    }
    if let Type::Variant(v) = ty
        && lost_tag(v)
    {
        *s += " enum : u16 {";
        for (i, option) in v.options.iter().enumerate() {
            let _ = write!(
                s,
                "{} {} = {i}",
                if i == 0 { "" } else { "," },
                quoted(&option.name)
            );
        }
        let _ = write!(s, " }} {};", own_tag(&f.name));
    }
    declaration(s, f, &format!("_{}", f.name));
}

/// The name of the length of an array, of the array that is its element, and so on.
fn own_length(name: &str, depth: usize) -> String {
    match depth {
        0 => format!("_{name}_length"),
        _ => format!("_{name}_length_{depth}"),
    }
}

fn own_tag(name: &str) -> String {
    format!("_{name}_tag")
}

/// ` TYPE NAME[…];`
fn declaration(s: &mut String, f: &Field, name: &str) {
    let mut ty = &f.ty;
    let mut dimensions = String::new();
    let mut depth = 0;
    while let Type::Array(a) = ty {
        if a.of.is_character() {
            break;
        }
        let _ = match &a.len {
            Length::Fixed(n) => write!(dimensions, "[{n}]"),
            Length::Field(_) if lost_length(a) => {
                write!(dimensions, "[{}]", own_length(&f.name, depth))
            }
            Length::Field(r) => write!(dimensions, "[{}]", reference(r)),
        };
        (ty, depth) = (&a.of, depth + 1);
    }
    s.push(' ');
    specifier(s, ty, &f.name);
    let _ = write!(s, " {name}{dimensions};");
}

/// A type; `name` is that of the field.
fn specifier(s: &mut String, ty: &Type, name: &str) {
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
        Type::Struct(ty) => structure(s, ty),
        Type::Variant(v) => variant(s, v, name),
    }
}

fn variant(s: &mut String, v: &VariantType, name: &str) {
    let tag = match lost_tag(v) {
        true => own_tag(name),
        false => reference(&v.tag),
    };
    let _ = write!(s, "variant <{tag}> {{");
    for option in &v.options {
        declaration(s, option, &option.name);
    }
    *s += " }";
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

/// The name of another field.
fn reference(r: &Reference) -> String {
    let absolute = r.absolute_root();
    let name = |(i, part): (usize, &String)| {
        if i < absolute {
            part.clone()
        } else {
            format!("_{part}")
        }
    };
    let parts: Vec<String> = r.path.iter().enumerate().map(name).collect();
    parts.join(".")
}
