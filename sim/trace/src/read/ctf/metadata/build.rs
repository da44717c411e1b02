//! Declared types to resolved types.

use super::super::clock::Clock;
use super::super::tsdl::{
    Attributes, Declaration, Declarator, Dimension, Enumerator, Fault, Setting, TypeBody, TypeText,
};
use super::super::types::{
    ArrayType, ByteOrder, EnumType, Field, FloatType, IntType, Label, Length, Reference,
    StructType, Type, VariantType,
};
use super::EnvValue;
use super::names::{Names, Space};
use std::collections::BTreeSet;

const MEND: &str = "mend the metadata, or what makes it";
/// How deep types may nest once names are resolved: what goes through them calls itself.
const DEPTH: usize = 96;

/// What types depend on.
pub(super) struct Builder {
    pub names: Names,
    pub order: ByteOrder,
    pub clocks: Vec<Clock>,
    pub env: Vec<(String, EnvValue)>,
}

impl Builder {
    /// Declares what a declaration outside of structures declares.
    pub(super) fn declare(&mut self, d: &Declaration) -> Result<(), Fault> {
        match d {
            Declaration::Alias(ty, names) => {
                let built = self.build(ty)?;
                for n in names {
                    let ty = self.dimensions(built.clone(), n)?;
                    self.names.declare(Space::Alias, &n.name, &ty);
                }
                Ok(())
            }
            Declaration::Type(ty) | Declaration::Fields(ty, _) => self.build(ty).map(drop),
        }
    }

    /// A structure; `what` it is for.
    pub(super) fn structure(&mut self, text: &TypeText, what: &str) -> Result<StructType, Fault> {
        match self.build(text)? {
            Type::Struct(s) => Ok(s),
            _ => Err(Fault::new(text.at, format!("{what} is no struct"), MEND)),
        }
    }

    pub(super) fn build(&mut self, text: &TypeText) -> Result<Type, Fault> {
        let at = text.at;
        match &text.body {
            TypeBody::Integer(a) => Ok(Type::Int(self.integer(at, a)?)),
            TypeBody::Float(a) => Ok(Type::Float(self.float(at, a)?)),
            TypeBody::Text => Ok(Type::Text),
            TypeBody::Named(name) => self.names.get(at, Space::Alias, name),
            TypeBody::Struct { name, body, align } => {
                let Some(body) = body else {
                    return self.named(at, Space::Struct, name);
                };
                let fields = self.fields(body, plain)?;
                let declared = align.map_or(Ok(1), |n| alignment(at, n))?;
                let align = fields.iter().map(|f| f.ty.align()).fold(declared, u32::max);
                let ty = Type::Struct(StructType { fields, align });
                self.declare_named(at, Space::Struct, name, ty)
            }
            TypeBody::Variant { name, tag, body } => self.variant(at, name, tag, body),
            TypeBody::Enum { name, base, body } => {
                let Some(body) = body else {
                    return self.named(at, Space::Enum, name);
                };
                let base = match base {
                    Some(base) => self.build(base)?,
                    None => self.names.get(at, Space::Alias, "int")?,
                };
                let Type::Int(int) = base else {
                    let cause = "the type of an enum is no integer";
                    return Err(Fault::new(at, cause, MEND));
                };
                let labels = labels(at, body)?.into();
                let ty = Type::Enum(EnumType { int, labels });
                self.declare_named(at, Space::Enum, name, ty)
            }
        }
    }

    fn named(&mut self, at: usize, space: Space, name: &Option<String>) -> Result<Type, Fault> {
        self.names
            .get(at, space, name.as_deref().unwrap_or_default())
    }

    fn declare_named(
        &mut self,
        at: usize,
        space: Space,
        name: &Option<String>,
        ty: Type,
    ) -> Result<Type, Fault> {
        if depth(&ty) > DEPTH {
            let cause = format!("types nest deeper than {DEPTH} levels");
            return Err(Fault::new(at, cause, "make the structure flatter"));
        }
        if let Some(name) = name {
            self.names.declare(space, name, &ty);
        }
        Ok(ty)
    }

    fn variant(
        &mut self,
        at: usize,
        name: &Option<String>,
        tag: &Option<Vec<String>>,
        body: &Option<Vec<Declaration>>,
    ) -> Result<Type, Fault> {
        let mut ty = match body {
            None => self.named(at, Space::Variant, name)?,
            Some(body) => {
                let ty = Type::Variant(VariantType {
                    tag: reference(&[]),
                    options: self.fields(body, |name| name)?,
                    choices: Vec::new(),
                });
                self.declare_named(at, Space::Variant, name, ty)?
            }
        };
        if let (Type::Variant(v), Some(tag)) = (&mut ty, tag) {
            v.tag = reference(tag);
        }
        Ok(ty)
    }

    /// The fields of a structure or variant, with a block of names of its own.
    fn fields(
        &mut self,
        body: &[Declaration],
        name_of: fn(&str) -> &str,
    ) -> Result<Vec<Field>, Fault> {
        self.names.open();
        let mut fields: Vec<Field> = Vec::new();
        let mut seen = BTreeSet::new();
        for d in body {
            let Declaration::Fields(ty, names) = d else {
                self.declare(d)?;
                continue;
            };
            let built = self.build(ty)?;
            for n in names {
                let ty = self.dimensions(built.clone(), n)?;
                let name = name_of(&n.name).to_owned();
                if !seen.insert(name.clone()) {
                    let cause = format!("two fields are called `{name}`");
                    return Err(Fault::new(n.at, cause, MEND));
                }
                fields.push(Field { name, ty });
            }
        }
        self.names.close();
        Ok(fields)
    }

    /// `T a[2][n]` is an array of 2 sequences.
    fn dimensions(&mut self, ty: Type, d: &Declarator) -> Result<Type, Fault> {
        let mut ty = ty;
        for dimension in d.dimensions.iter().rev() {
            let len = match dimension {
                Dimension::Number(n) => Length::Fixed(*n),
                Dimension::Path(p) => self.length(d.at, p)?,
            };
            let of = Box::new(ty);
            ty = Type::Array(ArrayType { of, len });
            if depth(&ty) > DEPTH {
                let cause = format!("types nest deeper than {DEPTH} levels");
                return Err(Fault::new(d.at, cause, "make the array flatter"));
            }
        }
        Ok(ty)
    }

    /// A length by name: a field, or a number of the environment.
    fn length(&self, at: usize, path: &[String]) -> Result<Length, Fault> {
        let [env, name] = path else {
            return Ok(Length::Field(reference(path)));
        };
        if env != "env" {
            return Ok(Length::Field(reference(path)));
        }
        let value = self.env.iter().find(|(n, _)| n == name).map(|(_, v)| v);
        match value {
            Some(EnvValue::Number(n)) if u64::try_from(*n).is_ok() => {
                Ok(Length::Fixed(u64::try_from(*n).unwrap_or(0)))
            }
            _ => Err(Fault::new(
                at,
                format!("env.{name} is no length"),
                "give it a number in the env block",
            )),
        }
    }

    fn integer(&self, at: usize, a: &Attributes) -> Result<IntType, Fault> {
        let size = a.unsigned("size")?.unwrap_or(0);
        let size = match u32::try_from(size) {
            Ok(size @ 1..=64) => size,
            _ => {
                let cause = format!("an integer of {size} bits; readers take 1 to 64");
                return Err(Fault::new(at, cause, MEND));
            }
        };
        let align = match a.unsigned("align")? {
            Some(n) => alignment(at, n)?,
            None if size.is_multiple_of(8) => 8,
            None => 1,
        };
        let clock = match a.get("map") {
            None => None,
            Some((at, Setting::Path(p))) => Some(self.clock(at, p)?),
            Some((at, _)) => return Err(Fault::new(at, "`map` is not clock.NAME.value", MEND)),
        };
        let encoding = a.text("encoding")?.unwrap_or_default();
        Ok(IntType {
            size,
            align,
            signed: a.truth("signed")?.unwrap_or(false),
            base: a.base()?,
            order: a.order()?.unwrap_or(self.order),
            text: matches!(
                encoding.to_ascii_uppercase().as_str(),
                "UTF8" | "UTF-8" | "ASCII"
            ),
            clock,
            slot: None,
        })
    }

    fn clock(&self, at: usize, path: &[String]) -> Result<usize, Fault> {
        let name = match path {
            [clock, name, value] if clock == "clock" && value == "value" => name,
            _ => return Err(Fault::new(at, "`map` is not clock.NAME.value", MEND)),
        };
        let found = self.clocks.iter().position(|c| c.name == *name);
        found.ok_or_else(|| {
            Fault::new(
                at,
                format!("no clock is called `{name}`"),
                "declare it with `clock { name = …; };`",
            )
        })
    }

    fn float(&self, at: usize, a: &Attributes) -> Result<FloatType, Fault> {
        let of = (a.unsigned("exp_dig")?, a.unsigned("mant_dig")?);
        let size = match of {
            (Some(8), Some(24)) => 32,
            (Some(11), Some(53)) => 64,
            _ => {
                return Err(Fault::new(
                    at,
                    "a floating point number that has neither exp_dig 8 and mant_dig 24 nor 11 and 53",
                    "use 32 or 64 bits of IEEE 754",
                ));
            }
        };
        Ok(FloatType {
            size,
            align: a.unsigned("align")?.map_or(Ok(8), |n| alignment(at, n))?,
            order: a.order()?.unwrap_or(self.order),
        })
    }
}

/// A name without one leading underscore, which is there to tell it from keywords.
pub(super) fn plain(name: &str) -> &str {
    name.strip_prefix('_')
        .filter(|n| !n.is_empty())
        .unwrap_or(name)
}

fn reference(path: &[String]) -> Reference {
    Reference {
        path: path.iter().map(|p| plain(p).to_owned()).collect(),
        scope: 0,
        slot: 0,
    }
}

/// An alignment: a power of two. Beyond 64 KiB nothing useful is aligned.
fn alignment(at: usize, n: u64) -> Result<u32, Fault> {
    match u32::try_from(n) {
        Ok(n) if n.is_power_of_two() && n <= 1 << 19 => Ok(n),
        _ => {
            let cause = format!("an alignment of {n} bits");
            Err(Fault::new(at, cause, "an alignment is a power of two"))
        }
    }
}

fn labels(at: usize, body: &[Enumerator]) -> Result<Vec<Label>, Fault> {
    let mut next: i128 = 0;
    let mut labels = Vec::with_capacity(body.len());
    for e in body {
        let (first, last) = e.range.unwrap_or((next, next));
        next = last + 1;
        labels.push(Label {
            name: e.name.clone(),
            first,
            last,
        });
    }
    match body.first() {
        Some(_) => Ok(labels),
        None => Err(Fault::new(at, "an enum without labels", MEND)),
    }
}

fn depth(ty: &Type) -> usize {
    let of = |fields: &[Field]| fields.iter().map(|f| depth(&f.ty)).max().unwrap_or(0);
    1 + match ty {
        Type::Struct(s) => of(&s.fields),
        Type::Variant(v) => of(&v.options),
        Type::Array(a) => depth(&a.of),
        Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Text => 0,
    }
}
