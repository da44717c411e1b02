//! Layout: sections with their sizes and addresses, symbols with their values, and the state that a pass hands to the next one.

use crate::diagnostic::Fault;
use crate::expression::{Symbols, Value};
use crate::program::{Placement, Symbol, SymbolKind};
use crate::source::Statement;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of all sections; a page holds them.
pub const BYTES: u64 = 16 << 20;

/// What a pass hands to the next one.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Past {
    /// Bits of each instruction.
    pub widths: Vec<u32>,
    /// Addresses of the statements.
    pub places: Vec<i64>,
    pub symbols: BTreeMap<String, Defined>,
    /// Places of local labels: statement and address.
    pub locals: BTreeMap<u32, Vec<(usize, i64)>>,
    /// Addresses of the sections, by name.
    pub bases: BTreeMap<String, u32>,
}

/// A symbol with its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Defined {
    pub value: Value,
    /// The section and the statement of a label.
    pub label: Option<(usize, usize)>,
}

/// A section that grows.
#[derive(Clone)]
pub struct Growing {
    pub name: String,
    pub bytes: Vec<u8>,
    /// Bytes, also those of a section without contents.
    pub size: u64,
    pub align: u32,
    pub executable: bool,
    pub writable: bool,
    pub reserved: bool,
    /// The address that `.address` demands.
    pub fixed: Option<u32>,
    pub base: u32,
    /// The statement that made it.
    pub made_by: usize,
}

/// What directives say of symbols and the program.
#[derive(Clone, Default)]
pub struct Marks {
    pub globals: BTreeSet<String>,
    pub kinds: BTreeMap<String, SymbolKind>,
    pub sizes: BTreeMap<String, u32>,
    pub entry: Option<String>,
}

/// What a statement sees of symbols: those above it, and those of the pass before.
pub struct View<'a> {
    pub before: &'a Past,
    pub now: &'a Past,
    pub index: usize,
    pub here: i64,
    pub first: bool,
    pub section: usize,
    /// What labels in front move by.
    pub stretch: i64,
}

impl Symbols for View<'_> {
    fn symbol(&self, name: &str) -> Option<Value> {
        let found = self.now.symbols.get(name);
        if let Some(found) = found {
            return Some(found.value);
        }
        let found = self.before.symbols.get(name)?;
        let moves = found
            .label
            .is_some_and(|(section, _)| section == self.section);
        let stretch = if moves { self.stretch } else { 0 };
        Some(Value {
            number: found.value.number + stretch,
            ..found.value
        })
    }

    fn local(&self, number: u32, forward: bool) -> Option<Value> {
        let found = if forward {
            let places = self.before.locals.get(&number)?;
            let next = places.iter().find(|(index, _)| *index > self.index);
            next.map(|(_, at)| at + self.stretch)
        } else {
            self.now.locals.get(&number)?.last().map(|(_, at)| *at)
        };
        found.map(|number| Value {
            number,
            address: true,
        })
    }

    fn here(&self) -> i64 {
        self.here
    }

    fn open(&self) -> bool {
        self.first
    }

    fn names(&self) -> Vec<&str> {
        self.before.symbols.keys().map(String::as_str).collect()
    }
}

/// Gives each section its address; answers them by name.
pub fn placed(sections: &mut [Growing], placement: Placement) -> BTreeMap<String, u32> {
    let mut order: Vec<usize> = (0..sections.len()).collect();
    order.sort_by_key(|&i| rank(&sections[i]));
    let mut at = u64::from(placement.code);
    let mut data = placement.data.map(u64::from);
    let mut bases = BTreeMap::new();
    for index in order {
        let section = &mut sections[index];
        if section.size > 0 && (section.writable || section.reserved) {
            at = data.take().unwrap_or(at);
        }
        if let Some(fixed) = section.fixed {
            bases.insert(section.name.clone(), fixed);
            continue;
        }
        at = at.next_multiple_of(section.align.into());
        bases.insert(section.name.clone(), at.min(u32::MAX.into()) as u32);
        at += section.size;
    }
    bases
}

/// Code, constants, data, reserved bytes.
pub fn rank(section: &Growing) -> (bool, bool, bool) {
    (section.reserved, section.writable, !section.executable)
}

/// Sections whose addresses overlap.
pub fn overlaps(sections: &[Growing], statements: &[Statement]) -> Vec<(Statement, Fault)> {
    let mut all: Vec<&Growing> = sections.iter().filter(|s| s.size > 0).collect();
    all.sort_by_key(|s| s.base);
    let pairs = all
        .windows(2)
        .filter(|p| u64::from(p[0].base) + p[0].size > u64::from(p[1].base));
    let fault = |pair: &[&Growing]| {
        let (low, high) = (pair[0], pair[1]);
        let later = low.made_by.max(high.made_by);
        let statement = statements.get(later)?.clone();
        let cause = format!(
            "{} at {:#x} ends at {:#x}, behind the beginning of {} at {:#x}",
            low.name,
            low.base,
            u64::from(low.base) + low.size,
            high.name,
            high.base
        );
        let left = statement.text.len();
        Some((
            statement,
            Fault::new(left, cause, "give one of them another `.address`"),
        ))
    };
    pairs.filter_map(fault).collect()
}

/// The address that the program begins at.
pub fn entry(past: &Past, sections: &[Growing], marks: &Marks) -> u32 {
    let name = marks.entry.as_deref().unwrap_or("_start");
    let found = past.symbols.get(name).map(|d| d.value.number as u32);
    let code = sections.iter().find(|s| s.executable && s.size > 0);
    found.or_else(|| Some(code?.base)).unwrap_or(0)
}

/// Symbols with kinds and sizes. Without `.type`, a global label of code is a function, and a label of data an object.
/// Without `.size`, each reaches up to the next one of its kind, or to the end of its section.
pub fn symbols(past: &Past, sections: &[Growing], marks: &Marks, entry: u32) -> Vec<Symbol> {
    let kind = |name: &String, d: &Defined| {
        let first = d.value.number as u32 == entry && name == "_start";
        let usual = match d.label {
            Some((section, _)) if !sections[section].executable => SymbolKind::Object,
            Some(_) if marks.globals.contains(name) || first => SymbolKind::Function,
            _ => SymbolKind::Plain,
        };
        marks.kinds.get(name).copied().unwrap_or(usual)
    };
    let begin: Vec<(SymbolKind, usize, u32)> = past
        .symbols
        .iter()
        .filter_map(|(name, d)| Some((kind(name, d), d.label?.0, d.value.number as u32)))
        .collect();
    let reach = |kind: SymbolKind, section: usize, at: u32| {
        let next = begin
            .iter()
            .filter(|(k, s, a)| (*k, *s) == (kind, section) && *a > at);
        let s = &sections[section];
        let end = s.base.wrapping_add(s.size as u32);
        next.map(|(_, _, a)| *a)
            .min()
            .unwrap_or(end)
            .wrapping_sub(at)
    };
    let symbol = |(name, d): (&String, &Defined)| {
        let (kind, at) = (kind(name, d), d.value.number as u32);
        let usual = match d.label {
            Some((section, _)) if kind != SymbolKind::Plain => reach(kind, section, at),
            _ => 0,
        };
        Symbol {
            name: name.clone(),
            value: at,
            size: marks.sizes.get(name).copied().unwrap_or(usual),
            kind,
            section: d.label.map(|(section, _)| section),
            global: marks.globals.contains(name),
        }
    };
    past.symbols.iter().map(symbol).collect()
}
