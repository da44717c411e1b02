//! What made the cycles, as sentences ordered by share: pure functions on what a run recorded
//! ([`crate::why::observe`]).
//!
//! Every answer adds up: the cycles of its causes are the cycles that it explains, and what lies behind a cause
//! adds up to the cause.

mod against;
mod late;
pub mod observe;
mod recorded;
pub mod request;
mod rules;
mod sentence;

pub use against::{Change, Changes, Differing, Side, changes};
pub use late::{Late, late};
pub use recorded::rows as rows_of_instructions;
pub use rules::Rule;

use crate::why::observe::{CauseRow, Code, Level, Missed};
use sentence::Sentences;
use serde::Serialize;
use std::collections::BTreeMap;
use trueboard_core::meter::Dictionary;

/// What all rows have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The part of the CPI stack: a meter of the core, as `trueboard events` lists it.
    pub part: String,
    /// The kind of the core.
    pub kind: String,
    /// The rule by which its cycles pass.
    #[serde(skip)]
    pub rule: Rule,
    /// The function that the instructions are in; empty for what is summed over functions.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// Their line, as `file:line`, or the address of the instruction; empty for all of the function.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
}

/// What is one row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grain {
    /// All of a function.
    #[default]
    Function,
    /// A line of source code; an instruction, where there are none.
    Line,
    /// An instruction.
    Instruction,
}

/// A core that executes a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Who {
    /// The core.
    pub core: u8,
    /// The function; its line or address if it has no name.
    pub function: String,
}

/// What lies behind a stall.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Behind {
    /// The data that were waited for: an object of the image, `0x…` for 4 KiB of memory, or `device 0x…`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// Why they were not in the first cache: `first`, `replaced`, `written`, `invalidated` or `gone`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed: Option<&'static str>,
    /// Who took them away: brought another line in in their place, or wrote to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evictor: Option<Who>,
    /// Where they came from.
    #[serde(skip_serializing_if = "is_unknown")]
    pub level: Level,
    /// The posted store that was waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<Who>,
    /// Of a core that sleeps, who called the function with its last store to a device.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Who>,
    /// The instructions of what is summed over functions are in this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// Who owned the bus in the cycles of a stall.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Owned {
    /// The bus that was waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bus: Option<String>,
    /// The master that owned it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<u8>,
    /// That was the core itself, by an earlier transfer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
    /// What that master, if it is a core, did there: its last instruction that went to a bus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner_code: Option<Who>,
}

fn is_unknown(level: &Level) -> bool {
    *level == Level::Unknown
}

/// A share of what is explained.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part<T> {
    /// Cycles.
    pub cycles: u64,
    /// In percent of all that is explained.
    pub percent: f64,
    /// In words.
    pub sentence: String,
    /// What it is.
    #[serde(flatten)]
    pub what: T,
}

/// A cause of cycles.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cause {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The instruction with most of them, disassembled.
    pub instruction: String,
    /// Its line, as `file:line`, or its address.
    pub line: String,
    /// The rule of the model by which they pass.
    pub rule: Rule,
    /// What lies behind them, by share.
    pub behind: Vec<Part<Behind>>,
    /// Who owned a bus meanwhile, by share; nothing if no bus was waited for. The rest of the cycles passed with
    /// the transfer itself.
    pub owners: Vec<Part<Owned>>,
}

/// Cycles in a function.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InFunction {
    /// The function; empty for code without a name.
    pub function: String,
}

/// What made the cycles of something.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// Cycles, those asleep included.
    pub cycles: u64,
    /// By share.
    pub causes: Vec<Part<Cause>>,
    /// The functions whose instructions they are, by share.
    pub functions: Vec<Part<InFunction>>,
}

/// Cycles by place, and by what lies behind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Group {
    pub cycles: u64,
    pub behind: BTreeMap<Behind, u64>,
    pub owners: BTreeMap<Owned, u64>,
    /// By address, line and text of the instruction.
    pub instructions: BTreeMap<(u64, String, String), u64>,
}

impl Group {
    /// Line and text of the instruction with most cycles.
    pub fn instruction(&self) -> (&str, &str) {
        let most = self.instructions.iter().max_by_key(|(_, n)| **n);
        most.map_or(("", ""), |((_, line, text), _)| (line, text))
    }
}

pub(crate) type Groups = BTreeMap<Place, Group>;

/// A kind of core.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoreKind {
    /// Its name, as in the report.
    pub name: &'static str,
    /// Its meters, with the rules by which its cycles pass.
    pub meters: Option<&'static Dictionary>,
}

/// Says of a core, by its number, of which kind it is.
pub type Kinds<'a> = &'a dyn Fn(u8) -> CoreKind;

/// The rows by place.
pub(crate) fn groups<'a>(
    rows: impl IntoIterator<Item = &'a CauseRow>,
    kinds: Kinds<'_>,
    grain: Grain,
) -> Groups {
    let mut groups = Groups::new();
    for row in rows {
        let kind = kinds(row.code.core);
        let rule = Rule::of(&row.part, kind.meters);
        let summed = rule.whole;
        let mut place = Place {
            part: row.part.clone(),
            kind: kind.name.to_owned(),
            rule,
            ..Place::default()
        };
        let mut behind = behind(row);
        if summed {
            behind.function = Some(row.code.function.clone());
        } else {
            place.function.clone_from(&row.code.function);
            place.source = match grain {
                Grain::Function => String::new(),
                Grain::Line => source(&row.code),
                Grain::Instruction => format!("{:#x}", row.code.pc),
            };
        }
        let group = groups.entry(place).or_default();
        group.cycles += row.cycles;
        *group.behind.entry(behind).or_default() += row.cycles;
        *group.owners.entry(owned(row)).or_default() += row.cycles;
        let text = row.code.text.clone();
        let instruction = (row.code.pc, source(&row.code), text);
        *group.instructions.entry(instruction).or_default() += row.cycles;
    }
    groups
}

fn source(code: &Code) -> String {
    code.source
        .clone()
        .unwrap_or_else(|| format!("{:#x}", code.pc))
}

fn who(code: &Code) -> Who {
    Who {
        core: code.core,
        function: match code.function.as_str() {
            "" => source(code),
            function => function.to_owned(),
        },
    }
}

fn behind(row: &CauseRow) -> Behind {
    let (missed, evictor) = match &row.missed {
        None => (None, None),
        Some(Missed::First) => (Some("first"), None),
        Some(Missed::Replaced(code)) => (Some("replaced"), Some(who(code))),
        Some(Missed::Written(code)) => (Some("written"), Some(who(code))),
        Some(Missed::Invalidated) => (Some("invalidated"), None),
        Some(Missed::Gone) => (Some("gone"), None),
    };
    Behind {
        data: row.data.clone(),
        missed,
        evictor,
        level: row.level,
        store: row.store.as_ref().map(who),
        caller: row.caller.as_ref().map(who),
        function: None,
    }
}

fn owned(row: &CauseRow) -> Owned {
    let Some(owner) = &row.owner else {
        return Owned::default();
    };
    let own = owner.master == row.code.core;
    let code = owner.code.as_ref().filter(|_| !own);
    Owned {
        bus: Some(owner.bus.clone()),
        owner: (!own).then_some(owner.master),
        own,
        owner_code: code.map(who),
    }
}

pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    part as f64 * 100.0 / whole as f64
}

/// What made the cycles of `rows`, on cores of these kinds.
#[must_use]
pub fn answer(rows: &[CauseRow], kinds: Kinds<'_>, grain: Grain) -> Answer {
    let groups = groups(rows, kinds, grain);
    let cycles = groups.values().map(|g| g.cycles).sum();
    let mut causes: Vec<Part<Cause>> = groups
        .iter()
        .map(|(place, group)| cause(place, group, cycles))
        .collect();
    causes.sort_by_key(|c| std::cmp::Reverse(c.cycles));
    let mut by_name: BTreeMap<&str, u64> = BTreeMap::new();
    for row in rows {
        *by_name.entry(&row.code.function).or_default() += row.cycles;
    }
    let named = |(function, part): (&&str, &u64)| Part {
        cycles: *part,
        percent: percent(*part, cycles),
        sentence: sentence::within(function),
        what: InFunction {
            function: (*function).to_owned(),
        },
    };
    let mut functions: Vec<Part<InFunction>> = by_name.iter().map(named).collect();
    functions.sort_by_key(|f| std::cmp::Reverse(f.cycles));
    Answer {
        cycles,
        causes,
        functions,
    }
}

fn cause(place: &Place, group: &Group, whole: u64) -> Part<Cause> {
    let say = Sentences { place };
    let behind = parts(&group.behind, whole, |b| say.behind(b));
    let owners = parts(&group.owners, whole, |o| say.owned(o));
    let (line, instruction) = group.instruction();
    Part {
        cycles: group.cycles,
        percent: percent(group.cycles, whole),
        sentence: say.cause((line, instruction), group.instructions.len()),
        what: Cause {
            place: place.clone(),
            instruction: instruction.to_owned(),
            line: line.to_owned(),
            rule: place.rule.clone(),
            behind,
            owners,
        },
    }
}

/// The shares of `whole`, by size; what is nothing in particular is left out.
fn parts<T: Clone + Default + PartialEq>(
    all: &BTreeMap<T, u64>,
    whole: u64,
    say: impl Fn(&T) -> String,
) -> Vec<Part<T>> {
    let some = all.iter().filter(|(what, _)| **what != T::default());
    let part = |(what, &cycles): (&T, &u64)| Part {
        cycles,
        percent: percent(cycles, whole),
        sentence: say(what),
        what: what.clone(),
    };
    let mut parts: Vec<Part<T>> = some.map(part).collect();
    parts.sort_by_key(|p| std::cmp::Reverse(p.cycles));
    parts
}
