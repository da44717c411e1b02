//! Any tree of CTF types with any values: written bit by bit here, by the letter of the
//! specification, and read back by the reader.

use crate::Target;
use arbitrary::{Result, Unstructured};
use conformance::random::Random;
use std::fmt::Write;
use std::fs;
use trueboard_trace::read::ctf::{Trace, Value};

pub const TARGET: Target = Target {
    name: "ctf_types",
    run,
    seeds,
    words: &[],
    longest: 2048,
    mutations: 600,
};

/// A type.
enum Shape {
    Int {
        size: u32,
        align: u64,
        signed: bool,
        /// In the other byte order; whole aligned bytes only.
        swapped: bool,
    },
    Float {
        wide: bool,
        align: u64,
    },
    Text,
    Characters(u64),
    Struct(Vec<Shape>, u64),
    Array(Box<Shape>, u64),
    /// With a length before it.
    Sequence(Box<Shape>),
    /// With a tag before it.
    Variant(Vec<Shape>),
}

const LENGTH: Shape = Shape::Int {
    size: 4,
    align: 1,
    signed: false,
    swapped: false,
};

impl Shape {
    fn any(u: &mut Unstructured<'_>, depth: u32, member: bool) -> Result<Shape> {
        let last = if depth == 0 { 4 } else { 8 };
        Ok(match u.int_in_range(0..=last)? {
            0..=2 => Shape::int(u)?,
            3 => Shape::Float {
                wide: u.arbitrary()?,
                align: *u.choose(&[1, 8, 32])?,
            },
            4 if u.arbitrary()? => Shape::Text,
            4 => Shape::Characters(u.int_in_range(0..=5)?),
            5 => Shape::structure(u, depth - 1)?,
            6 => Shape::Array(
                Box::new(Shape::any(u, depth - 1, false)?),
                u.int_in_range(0..=3)?,
            ),
            // Lengths and tags stand in a structure.
            _ if !member => Shape::int(u)?,
            7 => Shape::Sequence(Box::new(Shape::any(u, depth - 1, false)?)),
            _ => Shape::Variant(
                (0..u.int_in_range(1..=3)?)
                    .map(|_| Shape::any(u, depth - 1, false))
                    .collect::<Result<_>>()?,
            ),
        })
    }

    fn int(u: &mut Unstructured<'_>) -> Result<Shape> {
        let size: u32 = u.int_in_range(1..=64)?;
        let align = *u.choose(&[1, 1, 2, 8, 8, 16, 64])?;
        let whole = size.is_multiple_of(8) && align >= 8;
        Ok(Shape::Int {
            size,
            align,
            signed: u.arbitrary()?,
            swapped: whole && u.arbitrary()?,
        })
    }

    fn structure(u: &mut Unstructured<'_>, depth: u32) -> Result<Shape> {
        let n = u.int_in_range(0..=4)?;
        let fields = (0..n).map(|_| Shape::any(u, depth, true));
        Ok(Shape::Struct(
            fields.collect::<Result<_>>()?,
            *u.choose(&[1, 1, 8, 32])?,
        ))
    }

    fn align(&self) -> u64 {
        match self {
            Shape::Int { align, .. } | Shape::Float { align, .. } => *align,
            Shape::Text | Shape::Characters(_) => 8,
            Shape::Struct(fields, align) => fields.iter().map(Shape::align).fold(*align, u64::max),
            Shape::Array(of, _) | Shape::Sequence(of) => of.align(),
            Shape::Variant(_) => 1,
        }
    }

    /// Type and dimensions.
    fn text(&self, big: bool) -> (String, String) {
        match self {
            Shape::Int {
                size,
                align,
                signed,
                swapped,
            } => {
                let order = if big != *swapped { "be" } else { "le" };
                let text = format!(
                    "integer {{ size = {size}; align = {align}; signed = {signed}; byte_order = {order}; }}"
                );
                (text, String::new())
            }
            Shape::Float { wide, align } => {
                let (exp, mant) = if *wide { (11, 53) } else { (8, 24) };
                let text = format!(
                    "floating_point {{ exp_dig = {exp}; mant_dig = {mant}; align = {align}; }}"
                );
                (text, String::new())
            }
            Shape::Text => ("string".to_owned(), String::new()),
            Shape::Characters(n) => (
                "integer { size = 8; encoding = ASCII; }".to_owned(),
                format!("[{n}]"),
            ),
            Shape::Struct(fields, align) => {
                let mut s = String::from("struct {");
                for (i, f) in fields.iter().enumerate() {
                    s += &f.member(i, big);
                }
                (s + &format!(" }} align({align})"), String::new())
            }
            Shape::Array(of, n) => {
                let (text, dimensions) = of.text(big);
                (text, format!("[{n}]{dimensions}"))
            }
            Shape::Sequence(of) => of.text(big),
            Shape::Variant(options) => {
                let mut s = String::from("{");
                for (i, o) in options.iter().enumerate() {
                    let (text, dimensions) = o.text(big);
                    let _ = write!(s, " {text} o{i}{dimensions};");
                }
                (s + " }", String::new())
            }
        }
    }

    /// As a field of a structure, with what it needs before it.
    fn member(&self, i: usize, big: bool) -> String {
        let (text, dimensions) = self.text(big);
        let (length, _) = LENGTH.text(big);
        match self {
            Shape::Sequence(_) => format!(" {length} _l{i}; {text} _f{i}[_l{i}]{dimensions};"),
            Shape::Variant(options) => {
                let labels: Vec<String> = (0..options.len()).map(|o| format!("o{o}")).collect();
                format!(
                    " enum : {length} {{ {} }} _t{i}; variant <_t{i}> {text} _f{i};",
                    labels.join(", ")
                )
            }
            _ => format!(" {text} _f{i}{dimensions};"),
        }
    }

    fn encode(&self, out: &mut Bits, u: &mut Unstructured<'_>) -> Result<Value> {
        out.align(self.align());
        Ok(match self {
            Shape::Int {
                size,
                signed,
                swapped,
                ..
            } => {
                let raw = u.arbitrary::<u64>()? & (u64::MAX >> (64 - size));
                out.put(raw, *size, out.big != *swapped);
                if *signed && raw >> (size - 1) & 1 == 1 {
                    Value::Signed((raw as i128 - (1i128 << size)) as i64)
                } else if *signed {
                    Value::Signed(raw as i64)
                } else {
                    Value::Unsigned(raw)
                }
            }
            Shape::Float { wide, .. } => {
                let v = u.arbitrary::<i16>()?;
                if *wide {
                    out.put(f64::from(v).to_bits(), 64, out.big);
                } else {
                    out.put(f32::from(v).to_bits().into(), 32, out.big);
                }
                Value::Float(v.into())
            }
            Shape::Text => {
                let n = u.int_in_range(0..=4)?;
                let text: String = (0..n).map(|i| char::from(b'a' + i)).collect();
                text.bytes()
                    .chain([0])
                    .for_each(|b| out.put(b.into(), 8, out.big));
                Value::Text(text.into_bytes().into())
            }
            Shape::Characters(n) => {
                let used = u.int_in_range(0..=*n)?;
                for i in 0..*n {
                    out.put(if i < used { b'x'.into() } else { 0 }, 8, out.big);
                }
                Value::Text(vec![b'x'; used as usize].into())
            }
            Shape::Struct(fields, _) => {
                let mut values = Vec::new();
                for f in fields {
                    f.encode_member(out, u, &mut values)?;
                }
                Value::Struct(values)
            }
            Shape::Array(of, n) => {
                Value::Array((0..*n).map(|_| of.encode(out, u)).collect::<Result<_>>()?)
            }
            // Only as members.
            Shape::Sequence(_) | Shape::Variant(_) => Value::Array(Vec::new()),
        })
    }

    fn encode_member(
        &self,
        out: &mut Bits,
        u: &mut Unstructured<'_>,
        values: &mut Vec<Value>,
    ) -> Result<()> {
        match self {
            Shape::Sequence(of) => {
                let n = u.int_in_range(0..=3)?;
                out.put(n, 4, out.big);
                values.push(Value::Unsigned(n));
                out.align(of.align());
                let elements = (0..n).map(|_| of.encode(out, u));
                values.push(Value::Array(elements.collect::<Result<_>>()?));
            }
            Shape::Variant(options) => {
                let tag = u.choose_index(options.len())?;
                out.put(tag as u64, 4, out.big);
                values.push(Value::Unsigned(tag as u64));
                if let Some(option) = options.get(tag) {
                    let value = option.encode(out, u)?;
                    values.push(Value::Variant(tag, Box::new(value)));
                }
            }
            _ => values.push(self.encode(out, u)?),
        }
        Ok(())
    }
}

/// Bits one by one (section 4.1.5).
struct Bits {
    bytes: Vec<u8>,
    at: u64,
    big: bool,
}

impl Bits {
    fn align(&mut self, align: u64) {
        self.at = self.at.next_multiple_of(align);
        self.bytes.resize(self.at.div_ceil(8) as usize, 0);
    }

    fn put(&mut self, value: u64, size: u32, big: bool) {
        for i in 0..size {
            let (byte, bit) = ((self.at / 8) as usize, self.at % 8);
            if bit == 0 {
                self.bytes.push(0);
            }
            let (set, place) = if big {
                (value >> (size - 1 - i) & 1, 7 - bit)
            } else {
                // Whole numbers in the other byte order also go byte by byte.
                (value >> i & 1, bit)
            };
            self.bytes[byte] |= (set as u8) << place;
            self.at += 1;
        }
    }
}

fn run(data: &[u8]) {
    let _ = case(&mut Unstructured::new(data));
}

fn case(u: &mut Unstructured<'_>) -> Result<()> {
    let big = u.arbitrary()?;
    let events = u.int_in_range(1..=3)?;
    let shape = Shape::structure(u, 3)?;
    let (text, _) = shape.text(big);
    let order = if big { "be" } else { "le" };
    let metadata = format!(
        "/* CTF 1.8 */\ntrace {{ major = 1; minor = 8; byte_order = {order}; }};\nstream {{ \
         packet.context := struct {{ integer {{ size = 32; align = 8; }} content_size; }}; \
         event.header := struct {{ integer {{ size = 8; align = 8; }} id; }}; }};\n\
         event {{ name = e; id = 7; fields := {text}; }};\n"
    );
    let mut bits = Bits {
        bytes: vec![0; 4],
        at: 32,
        big,
    };
    let mut expected = Vec::new();
    for _ in 0..events {
        bits.align(8);
        bits.put(7, 8, big);
        expected.push(Some(shape.encode(&mut bits, u)?));
    }
    let content = u32::try_from(bits.at).expect("short");
    let size = if big {
        content.to_be_bytes()
    } else {
        content.to_le_bytes()
    };
    bits.bytes[..4].copy_from_slice(&size);
    let dir = tempfile::tempdir().expect("a temporary directory");
    fs::write(dir.path().join("metadata"), &metadata).expect("written");
    fs::write(dir.path().join("stream"), &bits.bytes).expect("written");
    let trace = Trace::open(dir.path()).unwrap_or_else(|e| panic!("{e}\n{metadata}"));
    let read: Vec<Option<Value>> = trace
        .events()
        .map(|e| e.unwrap_or_else(|e| panic!("{e}\n{metadata}")).fields)
        .collect();
    assert_eq!(read, expected, "{metadata}");
    Ok(())
}

fn seeds() -> Vec<Vec<u8>> {
    (0..60).map(|seed| Random::new(seed).bytes(1500)).collect()
}
