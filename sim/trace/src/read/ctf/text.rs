//! Events as lines of text, in the form of babeltrace2 2.0 (`sink.text.pretty`), for comparison with its output.

use super::event::{Event, FieldView, members};
use super::metadata::{EnvValue, Metadata};
use super::types::{Base, EnumType, IntType, Type};
use super::value::Value;
use std::fmt::Write;

/// How times are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// Seconds with nine decimals from the origin of the clock.
    Seconds,
    /// Value of the stream's clock.
    Cycles,
}

/// Fields of packet contexts that describe the packet and not its events.
const OF_PACKETS: [&str; 6] = [
    "timestamp_begin",
    "timestamp_end",
    "content_size",
    "packet_size",
    "events_discarded",
    "packet_seq_num",
];

/// Prints events.
#[derive(Clone, Debug)]
pub struct Printer {
    stamp: Stamp,
    /// Host and process, from the environment, with a blank behind them.
    origin: String,
}

impl Printer {
    /// For events of a trace.
    pub fn new(metadata: &Metadata, stamp: Stamp) -> Printer {
        let value = |name: &str| {
            let (_, v) = metadata.env.iter().find(|(n, _)| n == name)?;
            Some(match v {
                EnvValue::Text(t) => t.clone(),
                EnvValue::Number(n) => format!("({n})"),
            })
        };
        let known = ["hostname", "procname", "vpid"].map(value);
        let mut origin = known.into_iter().flatten().collect::<Vec<_>>().join(":");
        if !origin.is_empty() {
            origin.push(' ');
        }
        Printer { stamp, origin }
    }

    /// Adds an event to a text, without the end of the line.
    pub fn event(&self, out: &mut String, event: &Event) {
        if event.time.is_some() {
            match self.stamp {
                Stamp::Seconds => seconds(out, event.ns()),
                Stamp::Cycles => put(out, format_args!("[{:020}] ", event.cycles())),
            }
        }
        *out += &self.origin;
        *out += event.name();
        *out += ": ";
        let packet = &event.packet;
        let of_packet = members(
            packet.class.packet_context.as_ref(),
            packet.context.as_ref(),
        );
        let shown: Vec<_> = of_packet
            .filter(|f| !OF_PACKETS.contains(&f.name))
            .collect();
        let mut first = true;
        if !shown.is_empty() {
            braces(out, shown);
            first = false;
        }
        let [_, stream, own, payload] = event.scopes();
        for (ty, value) in [stream, own, payload] {
            if ty.is_some() {
                *out += if first { "" } else { ", " };
                first = false;
                braces(out, members(ty, value));
            }
        }
    }
}

/// Writing to a string cannot fail.
fn put(out: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = out.write_fmt(what);
}

fn seconds(out: &mut String, ns: i128) {
    let sign = if ns < 0 { "-" } else { "" };
    let ns = ns.unsigned_abs();
    let (s, rest) = (ns / 1_000_000_000, ns % 1_000_000_000);
    put(out, format_args!("[{sign}{s}.{rest:09}] "));
}

fn braces<'a>(out: &mut String, fields: impl IntoIterator<Item = FieldView<'a>>) {
    *out += "{";
    for (i, f) in fields.into_iter().enumerate() {
        *out += if i == 0 { " " } else { ", " };
        *out += f.name;
        *out += " = ";
        field(out, &f);
    }
    *out += " }";
}

/// Adds the value of a field.
fn field(out: &mut String, f: &FieldView<'_>) {
    match (f.ty, f.value) {
        (Type::Struct(_), _) => braces(out, f.inside()),
        (_, Value::Text(t)) => bytes(out, t),
        (Type::Array(_), _) => {
            *out += "[";
            for (i, element) in f.inside().iter().enumerate() {
                put(
                    out,
                    format_args!("{} [{i}] = ", if i == 0 { "" } else { "," }),
                );
                field(out, element);
            }
            *out += " ]";
        }
        (Type::Variant(_), _) => {
            *out += "{ ";
            for chosen in f.inside() {
                field(out, &chosen);
            }
            *out += " }";
        }
        (Type::Enum(e), value) => enumeration(out, e, value),
        (Type::Int(i), value) => integer(out, i, value),
        (_, Value::Float(v)) => put(out, format_args!("{v}")),
        (Type::Float(_) | Type::Text, _) => (),
    }
}

fn enumeration(out: &mut String, e: &EnumType, value: &Value) {
    *out += "( ";
    let mut names: Vec<&str> = Vec::new();
    for l in e.labels.iter() {
        let has = value
            .integer()
            .is_some_and(|v| (l.first..=l.last).contains(&v));
        if has && !names.contains(&l.name.as_str()) {
            names.push(&l.name);
        }
    }
    if names.is_empty() {
        *out += "<unknown>";
    }
    for (i, name) in names.iter().enumerate() {
        *out += if i == 0 { "" } else { ", " };
        quoted(out, name);
    }
    *out += " : container = ";
    integer(out, &e.int, value);
    *out += " )";
}

fn integer(out: &mut String, i: &IntType, value: &Value) {
    let bits = match *value {
        Value::Unsigned(v) => v,
        Value::Signed(v) if i.base == Base::Decimal => return put(out, format_args!("{v}")),
        Value::Signed(v) => {
            // All bits of the number; for octal so many that they make whole digits.
            let digits = if i.base == Base::Octal { 3 } else { 1 };
            let bits = i.size.next_multiple_of(digits).clamp(1, 64);
            v as u64 & (u64::MAX >> (64 - bits))
        }
        _ => return,
    };
    match i.base {
        Base::Decimal => put(out, format_args!("{bits}")),
        Base::Hexadecimal => put(out, format_args!("0x{bits:X}")),
        Base::Octal => put(out, format_args!("0{bits:o}")),
        Base::Binary => put(
            out,
            format_args!("0b{bits:0width$b}", width = i.size as usize),
        ),
    }
}

/// A string with bytes that need not be UTF-8; babeltrace2 passes other bytes on unchanged.
fn bytes(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for chunk in bytes.utf8_chunks() {
        escaped(out, chunk.valid());
        for byte in chunk.invalid() {
            put(out, format_args!("\\x{byte:02x}"));
        }
    }
    out.push('"');
}

fn quoted(out: &mut String, text: &str) {
    out.push('"');
    escaped(out, text);
    out.push('"');
}

fn escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\u{7}' => *out += "\\a",
            '\u{8}' => *out += "\\b",
            '\u{1b}' => *out += "\\e",
            '\u{c}' => *out += "\\f",
            '\n' => *out += "\\n",
            '\r' => *out += "\\r",
            '\t' => *out += "\\t",
            '\u{b}' => *out += "\\v",
            '"' => *out += "\\\"",
            '\\' => *out += "\\\\",
            c if c.is_ascii_control() => put(out, format_args!("\\x{:02x}", u32::from(c))),
            c => out.push(c),
        }
    }
}
