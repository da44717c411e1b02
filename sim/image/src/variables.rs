//! Places within variables, by the types of the debug information (DWARF 5, chapters 4 and 5).

use crate::elf::{Bytes, Debug, Image};
use gimli::{AttributeValue, DwAt, Reader, UnitOffset, constants as dw};
use std::fmt;

type Unit = gimli::Unit<Bytes>;
type Die<'a> = gimli::DebuggingInformationEntry<'a, 'a, Bytes>;

/// Types that lead from one to another in a row, at most: a damaged file may have a circle of them.
const MOST_TYPES: usize = 100;

/// A step into a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A field of a structure or union.
    Field(String),
    /// An element of an array, from 0 on.
    Index(u64),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Field(name) => write!(f, ".{name}"),
            Step::Index(i) => write!(f, "[{i}]"),
        }
    }
}

/// A number within a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Bytes from the start of the variable.
    pub offset: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// It has a sign.
    pub signed: bool,
}

impl Image {
    /// Where the steps lead in the variable `name`, or why they lead nowhere; nothing if the debug information does not
    /// have the variable.
    #[must_use]
    pub fn part_of(&self, name: &str, steps: &[Step]) -> Option<Result<Part, String>> {
        let dwarf = self.debug()?;
        let (unit, of) = variable(dwarf, name).ok()??;
        let types = Types { dwarf, unit: &unit };
        Some(
            types
                .walk(of, steps)
                .unwrap_or_else(|e| Err(format!("the debug information cannot be read: {e}"))),
        )
    }
}

/// The unit and the type of a variable that has an address.
fn variable(dwarf: &Debug, name: &str) -> gimli::Result<Option<(Unit, UnitOffset)>> {
    let mut units = dwarf.units();
    while let Some(header) = units.next()? {
        let unit = dwarf.unit(header)?;
        let mut found = None;
        let mut entries = unit.entries();
        while let Some((_, die)) = entries.next_dfs()? {
            if die.tag() != dw::DW_TAG_variable || !has_address(die)? {
                continue;
            }
            // What a header declares has name and type there.
            let declared = reference(die, dw::DW_AT_specification)?;
            let declared = declared.map(|at| unit.entry(at)).transpose()?;
            let attribute = |at: DwAt| -> gimli::Result<_> {
                Ok(match die.attr_value(at)? {
                    None => declared
                        .as_ref()
                        .map(|d| d.attr_value(at))
                        .transpose()?
                        .flatten(),
                    own => own,
                })
            };
            let own = attribute(dw::DW_AT_name)?;
            let own = own.map(|n| dwarf.attr_string(&unit, n)).transpose()?;
            if own.is_some_and(|n| n.to_string_lossy().is_ok_and(|n| n == name))
                && let Some(AttributeValue::UnitRef(of)) = attribute(dw::DW_AT_type)?
            {
                found = Some(of);
                break;
            }
        }
        if let Some(of) = found {
            return Ok(Some((unit, of)));
        }
    }
    Ok(None)
}

/// Its place is an address: it is no variable of a stack.
fn has_address(die: &Die<'_>) -> gimli::Result<bool> {
    Ok(match die.attr_value(dw::DW_AT_location)? {
        Some(AttributeValue::Exprloc(e)) => {
            let mut bytes = e.0;
            !bytes.is_empty() && bytes.read_u8()? == dw::DW_OP_addr.0
        }
        _ => false,
    })
}

fn reference(die: &Die<'_>, at: DwAt) -> gimli::Result<Option<UnitOffset>> {
    Ok(match die.attr_value(at)? {
        Some(AttributeValue::UnitRef(to)) => Some(to),
        _ => None,
    })
}

fn number(die: &Die<'_>, at: DwAt) -> gimli::Result<Option<u64>> {
    Ok(die.attr_value(at)?.and_then(|v| v.udata_value()))
}

/// The types of a unit.
struct Types<'a> {
    dwarf: &'a Debug,
    unit: &'a Unit,
}

/// The position of a walk.
struct At {
    offset: u64,
    of: UnitOffset,
    /// Of an array: the sizes of the dimensions that no index was given for, if they are known.
    dimensions: Vec<Option<u64>>,
}

impl Types<'_> {
    fn walk(&self, of: UnitOffset, steps: &[Step]) -> gimli::Result<Result<Part, String>> {
        let mut at = self.at(0, of)?;
        for step in steps {
            let next = match step {
                Step::Index(i) => self.element(&at, *i)?,
                Step::Field(name) => self.field(&at, name)?,
            };
            at = match next {
                Ok(next) => next,
                Err(why) => return Ok(Err(why)),
            };
        }
        if let Some(of) = at.dimensions.first() {
            let most = of.map_or(String::new(), |n| format!(" of {n}"));
            return Ok(Err(format!("it is an array{most}; name an element, [0]")));
        }
        let die = self.unit.entry(at.of)?;
        if let Some(fields) = self.fields(&die)? {
            let names: Vec<String> = fields.into_iter().map(|f| f.0).collect();
            return Ok(Err(format!(
                "it is a structure; name a field: {}",
                names.join(", ")
            )));
        }
        let encoding = match die.attr_value(dw::DW_AT_encoding)? {
            Some(AttributeValue::Encoding(e)) => Some(e),
            _ => None,
        };
        if encoding == Some(dw::DW_ATE_float) {
            return Ok(Err("it is a floating-point number".to_owned()));
        }
        Ok(Ok(Part {
            offset: at.offset,
            bytes: self.size(at.of)?,
            signed: matches!(encoding, Some(dw::DW_ATE_signed | dw::DW_ATE_signed_char)),
        }))
    }

    /// A place of this type, behind names and qualifiers of types.
    fn at(&self, offset: u64, of: UnitOffset) -> gimli::Result<At> {
        let of = self.bare(of)?;
        let die = self.unit.entry(of)?;
        Ok(At {
            offset,
            of,
            dimensions: self.dimensions(&die)?,
        })
    }

    fn bare(&self, mut of: UnitOffset) -> gimli::Result<UnitOffset> {
        for _ in 0..MOST_TYPES {
            let die = self.unit.entry(of)?;
            let named = matches!(
                die.tag(),
                dw::DW_TAG_typedef
                    | dw::DW_TAG_const_type
                    | dw::DW_TAG_volatile_type
                    | dw::DW_TAG_restrict_type
                    | dw::DW_TAG_atomic_type
            );
            match reference(&die, dw::DW_AT_type)? {
                Some(next) if named => of = next,
                _ => break,
            }
        }
        Ok(of)
    }

    /// Those of an array; none of another type.
    fn dimensions(&self, die: &Die<'_>) -> gimli::Result<Vec<Option<u64>>> {
        let mut all = Vec::new();
        if die.tag() != dw::DW_TAG_array_type {
            return Ok(all);
        }
        let mut tree = self.unit.entries_tree(Some(die.offset()))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let child = child.entry();
            if child.tag() == dw::DW_TAG_subrange_type {
                let upper = number(child, dw::DW_AT_upper_bound)?;
                let count = number(child, dw::DW_AT_count)?;
                all.push(count.or(upper.map(|n| n.saturating_add(1))));
            }
        }
        Ok(all)
    }

    /// The fields of a structure or union: name, place and type; nothing of another type.
    fn fields(&self, die: &Die<'_>) -> gimli::Result<Option<Vec<(String, u64, UnitOffset)>>> {
        let composed = matches!(
            die.tag(),
            dw::DW_TAG_structure_type | dw::DW_TAG_union_type | dw::DW_TAG_class_type
        );
        if !composed {
            return Ok(None);
        }
        let mut all = Vec::new();
        let mut tree = self.unit.entries_tree(Some(die.offset()))?;
        let mut children = tree.root()?.children();
        while let Some(child) = children.next()? {
            let child = child.entry();
            // A field of bits has no place in bytes.
            let bits = child.attr_value(dw::DW_AT_bit_size)?.is_some();
            let name = child.attr_value(dw::DW_AT_name)?;
            let of = reference(child, dw::DW_AT_type)?;
            if let (dw::DW_TAG_member, false, Some(name), Some(of)) = (child.tag(), bits, name, of)
            {
                let name = self.dwarf.attr_string(self.unit, name)?;
                let place = number(child, dw::DW_AT_data_member_location)?.unwrap_or(0);
                all.push((name.to_string_lossy()?.into_owned(), place, of));
            }
        }
        Ok(Some(all))
    }

    fn element(&self, at: &At, i: u64) -> gimli::Result<Result<At, String>> {
        let Some((dimension, rest)) = at.dimensions.split_first() else {
            return Ok(Err(format!("there is no [{i}]: it is no array")));
        };
        if let Some(n) = dimension.filter(|n| i >= *n) {
            let last = n.saturating_sub(1);
            return Ok(Err(format!(
                "there is no [{i}]: the array has {n} elements, [0] to [{last}]"
            )));
        }
        let die = self.unit.entry(at.of)?;
        let Some(of) = reference(&die, dw::DW_AT_type)? else {
            return Ok(Err("the elements of the array have no type".to_owned()));
        };
        let mut stride = self.size(of)?;
        for n in rest {
            stride = stride.saturating_mul(n.unwrap_or(0));
        }
        let offset = at.offset.saturating_add(stride.saturating_mul(i));
        if rest.is_empty() {
            return Ok(Ok(self.at(offset, of)?));
        }
        Ok(Ok(At {
            offset,
            of: at.of,
            dimensions: rest.to_vec(),
        }))
    }

    fn field(&self, at: &At, name: &str) -> gimli::Result<Result<At, String>> {
        let die = self.unit.entry(at.of)?;
        let fields = match at.dimensions.as_slice() {
            [] => self.fields(&die)?,
            _ => None,
        };
        let Some(fields) = fields else {
            return Ok(Err(format!("there is no .{name}: it is no structure")));
        };
        match fields.iter().find(|f| f.0 == name) {
            Some((_, place, of)) => Ok(Ok(self.at(at.offset.saturating_add(*place), *of)?)),
            None => {
                let names: Vec<&str> = fields.iter().map(|f| f.0.as_str()).collect();
                Ok(Err(format!(
                    "there is no .{name}; its fields are {}",
                    names.join(", ")
                )))
            }
        }
    }

    /// The size of a type in bytes; 0 where it is not known.
    fn size(&self, of: UnitOffset) -> gimli::Result<u64> {
        let die = self.unit.entry(self.bare(of)?)?;
        if let Some(n) = number(&die, dw::DW_AT_byte_size)? {
            return Ok(n);
        }
        if die.tag() == dw::DW_TAG_pointer_type {
            return Ok(self.unit.encoding().address_size.into());
        }
        let mut size = match (die.tag(), reference(&die, dw::DW_AT_type)?) {
            (dw::DW_TAG_array_type, Some(element)) if element != die.offset() => {
                let element = self.unit.entry(self.bare(element)?)?;
                number(&element, dw::DW_AT_byte_size)?.unwrap_or(0)
            }
            _ => 0,
        };
        for n in self.dimensions(&die)? {
            size = size.saturating_mul(n.unwrap_or(0));
        }
        Ok(size)
    }
}
