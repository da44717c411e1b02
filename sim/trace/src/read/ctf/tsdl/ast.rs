//! Declarations as written.

/// A type as written, and where.
#[derive(Clone, Debug)]
pub(in super::super) struct TypeText {
    pub at: usize,
    pub body: TypeBody,
}

#[derive(Clone, Debug)]
pub(in super::super) enum TypeBody {
    Integer(Attributes),
    Float(Attributes),
    Text,
    Struct {
        name: Option<String>,
        /// None: a named one that was declared before.
        body: Option<Vec<Declaration>>,
        align: Option<u64>,
    },
    Variant {
        name: Option<String>,
        tag: Option<Vec<String>>,
        body: Option<Vec<Declaration>>,
    },
    Enum {
        name: Option<String>,
        base: Option<Box<TypeText>>,
        body: Option<Vec<Enumerator>>,
    },
    /// A name that a typealias or typedef gave.
    Named(String),
}

/// Values by name: `size = 8; map = clock.c.value;`.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Attributes(pub Vec<(usize, String, Setting)>);

impl Attributes {
    /// The last value of a name, and where it is said.
    pub fn get(&self, name: &str) -> Option<(usize, &Setting)> {
        let named = self.0.iter().rev().find(|(_, n, _)| n == name);
        named.map(|(at, _, v)| (*at, v))
    }
}

/// The value of an attribute.
#[derive(Clone, Debug)]
pub(in super::super) enum Setting {
    Number(i128),
    Text(String),
    /// `le`, or `clock.c.value`.
    Path(Vec<String>),
    /// `fields := struct …`
    Type(TypeText),
}

#[derive(Clone, Debug)]
pub(in super::super) struct Enumerator {
    pub name: String,
    /// None: one more than the one before.
    pub range: Option<(i128, i128)>,
}

/// The part of a declaration behind the type: a name, and dimensions of arrays.
#[derive(Clone, Debug)]
pub(in super::super) struct Declarator {
    pub at: usize,
    pub name: String,
    pub dimensions: Vec<Dimension>,
}

#[derive(Clone, Debug)]
pub(in super::super) enum Dimension {
    Number(u64),
    Path(Vec<String>),
}

/// An item in the body of a structure.
#[derive(Clone, Debug)]
pub(in super::super) enum Declaration {
    /// One or more fields of a type.
    Fields(TypeText, Vec<Declarator>),
    /// New names for a type.
    Alias(TypeText, Vec<Declarator>),
    /// A type that is declared for its name.
    Type(TypeText),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum BlockKind {
    Trace,
    Env,
    Clock,
    Stream,
    Event,
    /// Known, and of no meaning here.
    Callsite,
}

/// `stream { … }` and its like.
#[derive(Clone, Debug)]
pub(in super::super) struct Block {
    pub at: usize,
    pub kind: BlockKind,
    pub attributes: Attributes,
    /// Types declared inside, for inside.
    pub types: Vec<Declaration>,
}

/// An item at the outermost level.
#[derive(Clone, Debug)]
pub(in super::super) enum Item {
    Block(Block),
    Declaration(Declaration),
}
