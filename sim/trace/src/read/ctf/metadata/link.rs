//! References between fields: which earlier field gives the length of a sequence or the tag of a
//! variant (section 7.3.2). Fields that may be referred to get a slot in which the decoder keeps
//! their value.

use super::super::tsdl::Fault;
use super::super::types::{Field, Label, Length, Reference, StructType, Type, VariantType};
use super::build::plain;
use super::scope;
use std::sync::Arc;

/// A field that can be referred to.
#[derive(Clone)]
enum Seen {
    /// An integer: its scope, its slot, and the labels if it is an enumeration.
    Number(usize, usize, Option<Arc<[Label]>>),
    /// The fields of a structure.
    Inside(Vec<(String, Seen)>),
}

/// Goes through the scopes of an event in their order.
#[derive(Clone, Default)]
pub(super) struct Linker {
    /// Scopes that are done.
    roots: [Vec<(String, Seen)>; scope::COUNT],
    /// The structures around the current field, outermost first, with the fields before it.
    around: Vec<Vec<(String, Seen)>>,
    /// The scope in the making, and its next slot.
    scope: usize,
    slot: usize,
}

impl Linker {
    /// Links a scope. Its structure may refer to itself and to earlier scopes.
    pub(super) fn scope(
        &mut self,
        at: usize,
        scope: usize,
        ty: &mut Option<StructType>,
    ) -> Result<(), Fault> {
        self.scope = scope;
        self.slot = 0;
        self.around.clear();
        let fields = match ty {
            Some(s) => self.structure(s),
            None => Ok(Vec::new()),
        };
        // Which byte of the text is meant is not known any more: the block is.
        let fields = fields.map_err(|cause| {
            Fault::new(at, cause, "name an integer or enum that stands before it")
        })?;
        if let Some(root) = self.roots.get_mut(scope) {
            *root = fields;
        }
        Ok(())
    }

    fn structure(&mut self, s: &mut StructType) -> Result<Vec<(String, Seen)>, String> {
        self.around.push(Vec::with_capacity(s.fields.len()));
        for f in &mut s.fields {
            let seen = self.field(f)?;
            if let (Some(seen), Some(here)) = (seen, self.around.last_mut()) {
                here.push((f.name.clone(), seen));
            }
        }
        Ok(self.around.pop().unwrap_or_default())
    }

    fn field(&mut self, f: &mut Field) -> Result<Option<Seen>, String> {
        Ok(match &mut f.ty {
            Type::Int(i) => {
                i.slot = Some(self.slot);
                Some(Seen::Number(self.scope, self.take_slot(), None))
            }
            Type::Enum(e) => {
                e.int.slot = Some(self.slot);
                let labels = Some(Arc::clone(&e.labels));
                Some(Seen::Number(self.scope, self.take_slot(), labels))
            }
            Type::Struct(s) => Some(Seen::Inside(self.structure(s)?)),
            other => {
                self.inner(&f.name, other)?;
                None
            }
        })
    }

    fn take_slot(&mut self) -> usize {
        self.slot += 1;
        self.slot - 1
    }

    /// What cannot be referred to from outside.
    fn inner(&mut self, name: &str, ty: &mut Type) -> Result<(), String> {
        match ty {
            Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Text => Ok(()),
            Type::Struct(s) => self.structure(s).map(drop),
            Type::Array(a) => {
                if let Length::Field(r) = &mut a.len {
                    self.resolve(r)
                        .map_err(|e| format!("the length of `{name}`: {e}"))?;
                }
                self.inner(name, &mut a.of)
            }
            Type::Variant(v) => {
                let labels = self
                    .resolve(&mut v.tag)
                    .and_then(|l| l.ok_or_else(|| "it is no enum".to_owned()))
                    .map_err(|e| format!("the tag of the variant `{name}`: {e}"))?;
                choose(v, &labels);
                for f in &mut v.options {
                    self.field(f)?;
                }
                Ok(())
            }
        }
    }

    /// Finds a field; answers its labels.
    fn resolve(&self, r: &mut Reference) -> Result<Option<Arc<[Label]>>, String> {
        let path: Vec<&str> = r.path.iter().map(String::as_str).collect();
        let found = self.absolute(&path).or_else(|| self.relative(&path));
        match found {
            Some(Seen::Number(scope, slot, labels)) => {
                (r.scope, r.slot) = (*scope, *slot);
                Ok(labels.clone())
            }
            Some(Seen::Inside(_)) => Err(format!("`{}` is a struct", r.path.join("."))),
            None if path.is_empty() => Err("it is not said".to_owned()),
            None => Err(format!(
                "there is no field `{}` before it",
                r.path.join(".")
            )),
        }
    }

    fn absolute(&self, path: &[&str]) -> Option<&Seen> {
        scope::ROOTS.iter().enumerate().find_map(|(scope, root)| {
            let rest = path.strip_prefix(*root)?;
            let fields = if scope == self.scope {
                self.around.first()?
            } else {
                self.roots.get(scope).filter(|_| scope < self.scope)?
            };
            inside(fields, rest)
        })
    }

    /// The structures around it from the innermost, then the scopes before it from the latest.
    fn relative(&self, path: &[&str]) -> Option<&Seen> {
        let before = self.roots.get(..self.scope).unwrap_or_default();
        let near = self.around.iter().rev().chain(before.iter().rev());
        near.into_iter().find_map(|fields| inside(fields, path))
    }
}

fn inside<'a>(fields: &'a [(String, Seen)], path: &[&str]) -> Option<&'a Seen> {
    let (first, rest) = path.split_first()?;
    let (_, seen) = fields.iter().find(|(n, _)| n == first)?;
    match seen {
        seen if rest.is_empty() => Some(seen),
        Seen::Inside(fields) => inside(fields, rest),
        Seen::Number(..) => None,
    }
}

/// The option of every range of the tag: the one that is called as the label, or is so but for an
/// underscore.
fn choose(v: &mut VariantType, labels: &[Label]) {
    let option = |l: &Label| {
        let mut options = v.options.iter();
        let same = options.position(|o| o.name == l.name);
        let like = |o: &Field| plain(&o.name) == plain(&l.name);
        let at = same.or_else(|| v.options.iter().position(like))?;
        Some((l.first, l.last, at))
    };
    v.choices = labels.iter().filter_map(option).collect();
}
