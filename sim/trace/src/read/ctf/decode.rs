//! Bits to values, by type (section 4).

use super::bits;
use super::clock::extend;
use super::error::Fault;
use super::metadata::scope;
use super::types::{
    ArrayType, FloatType, IntType, Length, Reference, StructType, Type, VariantType,
};
use super::value::Value;

/// Values of fields to which other fields refer, by scope and slot. They stay until they are read again. References
/// lead to earlier fields only, so a value found belongs to this event.
#[derive(Clone, Debug, Default)]
struct Slots([Vec<i128>; scope::COUNT]);

impl Slots {
    fn set(&mut self, scope: usize, slot: usize, value: i128) {
        let Some(of) = self.0.get_mut(scope) else {
            return;
        };
        if of.len() <= slot {
            of.resize(slot + 1, 0);
        }
        if let Some(place) = of.get_mut(slot) {
            *place = value;
        }
    }

    fn get(&self, r: &Reference) -> i128 {
        let of = self.0.get(r.scope).map(Vec::as_slice);
        of.and_then(|of| of.get(r.slot)).copied().unwrap_or(0)
    }
}

/// State that lasts from value to value within a stream.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// Fields that others refer to.
    slots: Slots,
    /// The clock of the stream; event headers set it.
    pub clock: u64,
    /// How many values more the packet may have: arrays of nothing have no other end.
    left: u64,
}

impl State {
    /// A packet of so many bits begins. Numbers and elements of arrays are values, so that sound
    /// packets have no more than two for each bit.
    pub(super) fn packet(&mut self, bits: u64) {
        self.left = bits.saturating_mul(4).saturating_add(1 << 16);
    }
}

/// Reads values one behind the other.
pub(super) struct Decoder<'a> {
    /// From the begin of the packet.
    pub bytes: &'a [u8],
    /// Next bit.
    pub at: u64,
    /// Where bits end.
    pub end: u64,
    state: &'a mut State,
    /// What an event header said of the event's class.
    pub id: Option<u64>,
    scope: usize,
    /// How many values more the scope may have.
    left: u64,
}

const DAMAGED: &str = "the packet is damaged, or not of this metadata";

impl<'a> Decoder<'a> {
    pub(super) fn new(bytes: &'a [u8], at: u64, end: u64, state: &'a mut State) -> Decoder<'a> {
        let there = 8 * bytes.len() as u64;
        Decoder {
            bytes,
            at,
            end: end.min(there),
            state,
            id: None,
            scope: 0,
            left: 0,
        }
    }

    /// The structure of a scope, if there is one.
    pub(super) fn scope(
        &mut self,
        scope: usize,
        ty: &Option<StructType>,
    ) -> Result<Option<Value>, Fault> {
        self.scope = scope;
        let bits = self.end.saturating_sub(self.at);
        self.left = bits.saturating_mul(2).saturating_add(4096);
        ty.as_ref().map(|s| self.structure(s)).transpose()
    }

    fn structure(&mut self, s: &StructType) -> Result<Value, Fault> {
        self.align(s.align)?;
        let mut values = Vec::with_capacity(s.fields.len());
        for f in &s.fields {
            let value = self.value(&f.ty)?;
            if self.scope == scope::EVENT_HEADER && f.name == "id" {
                self.id = value
                    .integer()
                    .and_then(|v| u64::try_from(v).ok())
                    .or(self.id);
            }
            values.push(value);
        }
        Ok(Value::Struct(values))
    }

    fn value(&mut self, ty: &Type) -> Result<Value, Fault> {
        match ty {
            Type::Int(i) => self.integer(i),
            Type::Enum(e) => self.integer(&e.int),
            Type::Float(f) => self.float(f),
            Type::Text => self.text(),
            Type::Struct(s) => self.structure(s),
            Type::Array(a) => self.array(a),
            Type::Variant(v) => self.variant(v),
        }
    }

    /// Counts a value.
    fn spend(&mut self) -> Result<(), Fault> {
        let left = (self.left.checked_sub(1), self.state.left.checked_sub(1));
        let (Some(of_scope), Some(of_packet)) = left else {
            return Err(self.fault("there are far more values than bits"));
        };
        (self.left, self.state.left) = (of_scope, of_packet);
        Ok(())
    }

    fn integer(&mut self, i: &IntType) -> Result<Value, Fault> {
        let raw = self.bits(i.align, i.size, i.order)?;
        let value = if i.signed {
            Value::Signed(bits::sign_extend(raw, i.size))
        } else {
            Value::Unsigned(raw)
        };
        if let Some(slot) = i.slot {
            self.state
                .slots
                .set(self.scope, slot, value.integer().unwrap_or(0));
        }
        if i.clock.is_some() && self.scope == scope::EVENT_HEADER {
            self.state.clock = extend(self.state.clock, raw, i.size);
        }
        Ok(value)
    }

    fn float(&mut self, f: &FloatType) -> Result<Value, Fault> {
        let raw = self.bits(f.align, f.size, f.order)?;
        Ok(Value::Float(if f.size == 32 {
            f64::from(f32::from_bits(raw as u32))
        } else {
            f64::from_bits(raw)
        }))
    }

    fn text(&mut self) -> Result<Value, Fault> {
        self.align(8)?;
        let rest = self.rest();
        let Some(len) = rest.iter().position(|&b| b == 0) else {
            return Err(self.short("a string without its zero"));
        };
        let text = rest.get(..len).unwrap_or_default();
        let value = Value::Text(text.into());
        self.at += 8 * (len as u64 + 1);
        Ok(value)
    }

    fn array(&mut self, a: &ArrayType) -> Result<Value, Fault> {
        self.align(a.of.align())?;
        let len = match &a.len {
            Length::Fixed(n) => *n,
            Length::Field(r) => {
                let n = self.state.slots.get(r);
                u64::try_from(n).map_err(|_| self.fault(&format!("a length of {n}")))?
            }
        };
        let bits = self.end.saturating_sub(self.at);
        if a.of.is_character() {
            let fits = len.checked_mul(8).is_some_and(|n| n <= bits);
            let rest = self.rest();
            let text = usize::try_from(len).ok().and_then(|n| rest.get(..n));
            let Some(text) = text.filter(|_| fits) else {
                return Err(self.short(&format!("{len} characters")));
            };
            let shown = text.split(|&b| b == 0).next().unwrap_or_default();
            let value = Value::Text(shown.into());
            self.at += 8 * len;
            return Ok(value);
        }
        if len > self.left {
            return Err(self.short(&format!("{len} elements")));
        }
        // Not more room than the bits can fill, whatever the length says.
        let room = len.min(bits / 8).min(1 << 16) as usize;
        let mut values = Vec::with_capacity(room);
        for _ in 0..len {
            self.spend()?;
            values.push(self.value(&a.of)?);
        }
        Ok(Value::Array(values))
    }

    fn variant(&mut self, v: &VariantType) -> Result<Value, Fault> {
        let tag = self.state.slots.get(&v.tag);
        let chosen = v.choices.iter().find(|(a, b, _)| (*a..=*b).contains(&tag));
        let option = chosen.and_then(|&(_, _, i)| Some((i, v.options.get(i)?)));
        let Some((i, option)) = option else {
            let name = v.tag.path.join(".");
            return Err(self.fault(&format!("the tag `{name}` is {tag}, which chooses nothing")));
        };
        let value = self.value(&option.ty)?;
        // In the header of LTTng's events the number is in the chosen structure or here.
        if self.scope == scope::EVENT_HEADER && option.name == "id" {
            self.id = value
                .integer()
                .and_then(|v| u64::try_from(v).ok())
                .or(self.id);
        }
        Ok(Value::Variant(i, Box::new(value)))
    }

    fn bits(&mut self, align: u32, size: u32, order: super::ByteOrder) -> Result<u64, Fault> {
        self.spend()?;
        self.align(align)?;
        let after = self.at.saturating_add(size.into());
        let raw = bits::read(self.bytes, self.at, size, order).filter(|_| after <= self.end);
        let raw = raw.ok_or_else(|| self.short(&format!("a number of {size} bits")))?;
        self.at = after;
        Ok(raw)
    }

    fn align(&mut self, align: u32) -> Result<(), Fault> {
        let to = self.at.checked_next_multiple_of(align.into());
        match to {
            Some(to) => self.at = to,
            None => return Err(self.fault("no place for the alignment")),
        }
        Ok(())
    }

    /// Whole bytes from here; the place must be aligned.
    fn rest(&self) -> &'a [u8] {
        let (from, to) = ((self.at / 8) as usize, (self.end / 8) as usize);
        self.bytes.get(from..to).unwrap_or_default()
    }

    fn fault(&self, cause: &str) -> Fault {
        Fault {
            bit: self.at,
            cause: cause.to_owned(),
            remedy: DAMAGED,
            short: false,
        }
    }

    fn short(&self, what: &str) -> Fault {
        Fault {
            bit: self.at,
            cause: format!(
                "{what} at bit {}, but the content ends at bit {}",
                self.at, self.end
            ),
            remedy: DAMAGED,
            short: true,
        }
    }
}
