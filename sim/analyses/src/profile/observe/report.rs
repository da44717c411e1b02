//! A profile as data.

use super::contexts::{Group, Own, START};
use super::periods::Periods;
use crate::stack::FrameKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::meter::{CoreMeter, Dictionary};

/// Names what a profile is about.
pub trait Names {
    /// The function at `entry`, or the address itself.
    fn function(&self, core: u8, entry: u64) -> String;

    /// The file and line of the instruction at `entry`, as `file:line`.
    fn source(&self, core: u8, entry: u64) -> Option<String>;

    /// A type of trap.
    fn trap(&self, core: u8, tt: u16) -> String;
}

/// What kind of code a context is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ContextKind {
    /// The code before the first call.
    Start,
    /// A function.
    Function,
    /// The handler of a trap, as far as it is no function.
    Trap,
    /// The handler of an interrupt, as far as it is no function.
    Interrupt,
    /// All that was called when there were too many contexts to tell apart.
    Others,
}

/// A function or handler with all callers below it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Context {
    /// Its caller, or what it interrupted: a place in [`CoreProfile::contexts`], before its own.
    pub caller: Option<u32>,
    /// What kind of code.
    pub kind: ContextKind,
    /// The function, `trap NAME` or `interrupt LEVEL`.
    pub name: String,
    /// Its first instruction.
    pub entry: Option<u64>,
    /// Where that is in the source, as `file:line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Entries.
    pub calls: u64,
    /// Base ticks in which it was on top of the stack, busy and idle.
    pub ticks: u64,
    /// How much each meter of the core advanced while it was on top, by name; zeros left out.
    pub meters: BTreeMap<String, u64>,
    /// What its executions have in common with those in other contexts: a place in
    /// [`CoreProfile::executions`]. Functions have it.
    pub executions: Option<u32>,
}

/// All executions of one function that are called by one caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Executions {
    /// The function that calls. For functions that a handler calls, the one that was interrupted. Empty for
    /// the code before the first call.
    pub caller: String,
    /// The function.
    pub name: String,
    /// A handler of a trap or interrupt calls it, or something that the handler calls.
    pub in_handler: bool,
    /// Executions begun.
    pub calls: u64,
    /// Executions that have ended; what follows up to the longest is about these.
    pub completed: u64,
    /// Base ticks from beginning to end, callees and interrupts included, summed.
    pub ticks: u64,
    /// Base ticks of the shortest.
    pub min_ticks: u64,
    /// Base ticks of the longest.
    pub max_ticks: u64,
    /// Base ticks of the two in the middle, by length; of an odd number of executions both are the same one. Only
    /// there if lengths were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub middle_ticks: Option<(u64, u64)>,
    /// The intervals between their beginnings in one task; of those that handlers call, in whatever task they interrupt.
    pub periods: Periods,
}

/// What one core executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoreProfile {
    /// The core.
    pub core: u8,
    /// The meters that add up to the cycles, by name.
    pub stack: Vec<String>,
    /// Every function and handler by its callers; callers come first.
    pub contexts: Vec<Context>,
    /// The functions by caller.
    pub executions: Vec<Executions>,
}

/// The two executions in the middle of a group's, by length; none where lengths were not kept.
type Middle<'a> = dyn Fn(u32) -> Option<(u64, u64)> + 'a;

/// The contexts of a core as data; none if nothing was executed.
pub(super) fn report(
    core: u8,
    contexts: &[Own],
    (executions, middle): (&[Group], &Middle<'_>),
    dictionary: &Dictionary,
    names: &dyn Names,
) -> Option<CoreProfile> {
    let executed = |n: &Own| n.node.calls != 0 || metered(n, CoreMeter::INSTRUCTIONS) != 0;
    if !contexts.iter().any(executed) {
        return None;
    }
    let context = |(id, own): (u32, &Own)| {
        let n = &own.node;
        let (kind, name) = match n.frame {
            Some((FrameKind::Function, entry)) => {
                (ContextKind::Function, names.function(core, entry))
            }
            Some((FrameKind::Trap(tt), _)) => {
                (ContextKind::Trap, format!("trap {}", names.trap(core, tt)))
            }
            Some((FrameKind::Interrupt(level), _)) => {
                (ContextKind::Interrupt, format!("interrupt {level}"))
            }
            None if id == START => (ContextKind::Start, "(start)".to_owned()),
            None => (ContextKind::Others, "(others)".to_owned()),
        };
        let named = dictionary.defs.iter().zip(own.meters.iter());
        Context {
            caller: n.caller,
            kind,
            name,
            entry: n.frame.map(|(_, entry)| entry),
            source: n.frame.and_then(|(_, entry)| names.source(core, entry)),
            calls: n.calls,
            ticks: own.ticks,
            meters: named
                .filter(|(_, v)| **v != 0)
                .map(|(d, v)| (d.name.into(), *v))
                .collect(),
            executions: n.executions,
        }
    };
    let counted = |m: CoreMeter| contexts.iter().any(|n| metered(n, m) != 0);
    let stack = dictionary.stack.iter().filter(|&&m| counted(m));
    Some(CoreProfile {
        core,
        stack: stack.map(|&m| dictionary.name(m).to_owned()).collect(),
        contexts: (0..).zip(contexts).map(context).collect(),
        executions: (0..)
            .zip(executions)
            .map(|(group, g)| Executions {
                caller: g
                    .caller
                    .map_or_else(String::new, |entry| names.function(core, entry)),
                name: names.function(core, g.entry),
                in_handler: g.in_handler,
                calls: g.calls,
                completed: g.completed,
                ticks: g.ticks,
                min_ticks: if g.completed == 0 { 0 } else { g.min_ticks },
                max_ticks: g.max_ticks,
                middle_ticks: middle(group),
                periods: g.periods,
            })
            .collect(),
    })
}

fn metered(n: &Own, m: CoreMeter) -> u64 {
    n.meters.get(m.place()).copied().unwrap_or(0)
}
