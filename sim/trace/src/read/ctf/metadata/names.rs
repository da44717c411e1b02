//! Types with names, each known in the block where it is declared (section 7.3.1).

use super::super::tsdl::Fault;
use super::super::types::{Length, Type};
use std::collections::BTreeMap;

/// How many types and fields all declarations together may have: types that hold others twice,
/// again and again, would fill any memory.
const LIMIT: usize = 1 << 20;

/// What kind of name: `struct s`, `variant v`, `enum e` and aliases do not meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    Alias,
    Struct,
    Variant,
    Enum,
}

/// The names that are known, innermost block last.
#[derive(Default)]
pub(super) struct Names {
    blocks: Vec<BTreeMap<(Space, String), (Type, usize)>>,
    /// Types and fields made so far.
    made: usize,
}

impl Names {
    pub(super) fn open(&mut self) {
        self.blocks.push(BTreeMap::new());
    }

    pub(super) fn close(&mut self) {
        self.blocks.pop();
    }

    pub(super) fn declare(&mut self, space: Space, name: &str, ty: &Type) {
        if let Some(block) = self.blocks.last_mut() {
            let size = size(ty);
            self.made = self.made.saturating_add(size);
            block.insert((space, name.to_owned()), (ty.clone(), size));
        }
    }

    /// A copy of a named type.
    pub(super) fn get(&mut self, at: usize, space: Space, name: &str) -> Result<Type, Fault> {
        let key = (space, name.to_owned());
        let found = self.blocks.iter().rev().find_map(|b| b.get(&key));
        let Some((ty, size)) = found else {
            let kind = match space {
                Space::Alias => "type",
                Space::Struct => "struct",
                Space::Variant => "variant",
                Space::Enum => "enum",
            };
            return Err(Fault::new(
                at,
                format!("no {kind} is called `{name}` here"),
                "declare it before it is used",
            ));
        };
        self.made = self.made.saturating_add(*size);
        if self.made > LIMIT {
            return Err(Fault::new(
                at,
                format!("the types have more than {LIMIT} fields in all"),
                "the metadata is damaged or made to harm",
            ));
        }
        Ok(ty.clone())
    }
}

/// Types and fields in a type.
fn size(ty: &Type) -> usize {
    1 + match ty {
        Type::Struct(s) => s.fields.iter().map(|f| size(&f.ty)).sum(),
        Type::Variant(v) => v.options.iter().map(|f| size(&f.ty)).sum(),
        Type::Array(a) => size(&a.of) + usize::from(matches!(a.len, Length::Field(_))),
        Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Text => 0,
    }
}
