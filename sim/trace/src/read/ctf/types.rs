//! Field types (section 4): the layout of fields in the bits of a stream.

use super::metadata::scope;
use std::sync::Arc;

/// In which order the bytes of a number stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Least significant byte and bit first.
    Little,
    /// Most significant byte and bit first.
    Big,
}

/// In which base a number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// 2
    Binary,
    /// 8
    Octal,
    /// 10
    Decimal,
    /// 16
    Hexadecimal,
}

/// An integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntType {
    /// Bits, 1 to 64.
    pub size: u32,
    /// Alignment in bits, a power of two.
    pub align: u32,
    /// Two's complement.
    pub signed: bool,
    /// How it is shown.
    pub base: Base,
    /// Its byte order.
    pub order: ByteOrder,
    /// Whether it is a character: arrays of it are text.
    pub text: bool,
    /// The clock of which it is the value, as an index into the clocks of the metadata.
    pub clock: Option<usize>,
    /// Where the decoder keeps its value for lengths and tags that refer to it.
    pub(super) slot: Option<usize>,
}

/// A floating-point number of IEEE 754.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloatType {
    /// 32 or 64 bits.
    pub size: u32,
    /// Alignment in bits.
    pub align: u32,
    /// Its byte order.
    pub order: ByteOrder,
}

/// A label of an enumeration, for a range of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The label.
    pub name: String,
    /// First value.
    pub first: i128,
    /// Last value, inclusive.
    pub last: i128,
}

/// An enumeration: an integer with names for values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumType {
    /// How it is stored.
    pub int: IntType,
    /// Its labels; ranges may overlap.
    pub labels: Arc<[Label]>,
}

impl EnumType {
    /// The first label of a value.
    pub fn label(&self, value: i128) -> Option<&str> {
        let has = |l: &&Label| (l.first..=l.last).contains(&value);
        self.labels.iter().find(has).map(|l| l.name.as_str())
    }
}

/// A field of a structure, or an option of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, without the leading underscore that the metadata may have; that of an option is
    /// as written, since labels choose it.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A structure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StructType {
    /// Its fields in order.
    pub fields: Vec<Field>,
    /// Alignment in bits: the largest of its fields, or what was declared if that is more.
    pub align: u32,
}

/// A field named by another one, for a length or a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// As written, without leading underscores.
    pub path: Vec<String>,
    /// Dynamic scope and place where the decoder finds the value.
    pub(super) scope: usize,
    pub(super) slot: usize,
}

impl Reference {
    /// Whether the field is in a header of packets or events.
    pub(crate) fn is_in_header(&self) -> bool {
        matches!(self.scope, scope::PACKET_HEADER | scope::EVENT_HEADER)
    }

    /// How many words of the path name the scope; 0 for a path that begins near by.
    pub(crate) fn absolute_root(&self) -> usize {
        let root = |words: &&[&str]| {
            self.path.len() > words.len() && self.path.iter().zip(*words).all(|(a, b)| a == b)
        };
        scope::ROOTS.iter().find(|w| root(w)).map_or(0, |w| w.len())
    }
}

/// How long an array is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Length {
    /// An array.
    Fixed(u64),
    /// A sequence: an earlier field says.
    Field(Reference),
}

/// An array or a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayType {
    /// Type of the elements.
    pub of: Box<Type>,
    /// How many.
    pub len: Length,
}

/// A variant: one of several types, chosen by the label of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantType {
    /// The enumeration.
    pub tag: Reference,
    /// The types to choose from.
    pub options: Vec<Field>,
    /// First and last value of the tag, and the option that they choose.
    pub(super) choices: Vec<(i128, i128, usize)>,
}

/// A type of fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// An integer.
    Int(IntType),
    /// A floating-point number.
    Float(FloatType),
    /// An enumeration.
    Enum(EnumType),
    /// Bytes up to a zero.
    Text,
    /// A structure.
    Struct(StructType),
    /// An array or sequence.
    Array(ArrayType),
    /// A variant.
    Variant(VariantType),
}

impl Type {
    /// Alignment in bits.
    pub fn align(&self) -> u32 {
        match self {
            Type::Int(i) => i.align,
            Type::Float(f) => f.align,
            Type::Enum(e) => e.int.align,
            Type::Text => 8,
            Type::Struct(s) => s.align,
            Type::Array(a) => a.of.align(),
            Type::Variant(_) => 1,
        }
    }

    /// Whether an array of it is text: bytes that are characters.
    pub(crate) fn is_character(&self) -> bool {
        matches!(self, Type::Int(i) if i.text && i.size == 8 && i.align.is_multiple_of(8))
    }
}
