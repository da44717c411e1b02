//! What every instruction cost. An instruction is charged what the meters of its core count from the end of the
//! one before it to its own end.

use super::Names;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use trueboard_core::meter::{CoreBank, CoreMeter, Dictionary};
use trueboard_core::observe::{Kinds, Observer, Step};
use trueboard_core::time::Tick;

/// Names what instructions are and where they stand.
pub trait CodeNames: Names {
    /// The function that the instruction at `pc` is in; nothing if that is not known.
    fn within(&self, core: u8, pc: u64) -> String;

    /// The instruction at `pc`, disassembled.
    fn text(&self, core: u8, pc: u64) -> String;
}

/// An instruction with what it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Instruction {
    /// Its address; none for what belongs to no instruction: before the profile began, and behind the last one.
    pub pc: Option<u64>,
    /// The function that it is in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// Where it is in the source, as `file:line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Disassembled.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// How much each meter of the core advanced, by name; zeros left out.
    pub meters: BTreeMap<String, u64>,
}

/// What one core executed, instruction by instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoreInstructions {
    /// The core.
    pub core: u8,
    /// The meters that add up to the cycles, by name.
    pub stack: Vec<String>,
    /// By address. They add up to every meter of the core.
    pub instructions: Vec<Instruction>,
}

/// Follows all cores instruction by instruction.
pub struct Instructions {
    cores: Vec<Core>,
}

struct Core {
    dictionary: &'static Dictionary,
    /// Places of instructions in `pcs`.
    places: FxHashMap<u64, usize>,
    pcs: Vec<u64>,
    /// The place behind that of the last instruction: code that is executed in sequence is found there.
    next: usize,
    /// By place of the instruction, then by place of the meter.
    sums: Vec<u64>,
}

impl Instructions {
    /// Follows the cores that have the meters of these dictionaries.
    pub fn new(cores: &[&'static Dictionary]) -> Instructions {
        let core = |&dictionary: &&'static Dictionary| Core {
            dictionary,
            places: FxHashMap::default(),
            pcs: Vec::new(),
            next: 0,
            sums: Vec::new(),
        };
        Instructions {
            cores: cores.iter().map(core).collect(),
        }
    }

    /// How much the meter called `meter` advanced by each instruction that core `core` executed: address and sum, in no
    /// order; nothing if the core has no such meter.
    pub fn advanced(&self, core: u8, meter: &str) -> impl Iterator<Item = (u64, u64)> {
        let core = self.cores.get(usize::from(core));
        let place = core.and_then(|c| c.dictionary.defs.iter().position(|d| d.name == meter));
        let found = core.zip(place).map(|(c, place)| {
            let n = c.dictionary.defs.len();
            let sums = c.sums.chunks(n.max(1));
            c.pcs
                .iter()
                .copied()
                .zip(sums.map(move |s| s.get(place).copied().unwrap_or(0)))
        });
        found.into_iter().flatten()
    }

    /// The instructions of core `core`, which has these meters; none if it has never executed anything, or is no
    /// core of the board.
    pub fn report(
        &self,
        core: u8,
        meters: &CoreBank,
        names: &dyn CodeNames,
    ) -> Option<CoreInstructions> {
        let c = self.cores.get(usize::from(core))?;
        if c.pcs.is_empty() {
            return None;
        }
        let n = c.dictionary.defs.len();
        let named = |sums: &[u64]| -> BTreeMap<String, u64> {
            let all = c.dictionary.defs.iter().zip(sums);
            all.filter(|(_, v)| **v != 0)
                .map(|(d, v)| (d.name.to_owned(), *v))
                .collect()
        };
        let mut left = meters.in_both_modes();
        let mut instructions = Vec::with_capacity(c.pcs.len() + 1);
        for (&pc, sums) in c.pcs.iter().zip(c.sums.chunks(n.max(1))) {
            for (left, n) in left.iter_mut().zip(sums) {
                *left = left.wrapping_sub(*n);
            }
            instructions.push(Instruction {
                pc: Some(pc),
                function: names.within(core, pc),
                source: names.source(core, pc),
                text: names.text(core, pc),
                meters: named(sums),
            });
        }
        instructions.sort_by_key(|i| i.pc);
        let rest = named(&left);
        if !rest.is_empty() {
            instructions.push(Instruction {
                pc: None,
                function: String::new(),
                source: None,
                text: String::new(),
                meters: rest,
            });
        }
        let stack = c.dictionary.stack.iter();
        let counted = stack.filter(|&&m| meters.get(m) != 0);
        Some(CoreInstructions {
            core,
            stack: counted.map(|&m| c.dictionary.name(m).to_owned()).collect(),
            instructions,
        })
    }
}

impl Core {
    /// The place of the instruction at `pc`.
    fn find(&mut self, pc: u64) -> usize {
        let next = self.pcs.len();
        let place = *self.places.entry(pc).or_insert(next);
        if place == next {
            self.pcs.push(pc);
            let n = self.dictionary.defs.len();
            self.sums.resize(self.sums.len() + n, 0);
        }
        place
    }

    /// The sums of the instruction at `pc`.
    fn sums_of(&mut self, pc: u64) -> &mut [u64] {
        let n = self.dictionary.defs.len();
        let place = match self.pcs.get(self.next) {
            Some(&next) if next == pc => self.next,
            _ => self.find(pc),
        };
        self.next = place + 1;
        self.sums
            .get_mut(place * n..(place + 1) * n)
            .unwrap_or_default()
    }
}

impl Observer for Instructions {
    fn kinds(&self) -> Kinds {
        Kinds::INSTRUCTION | Kinds::CHARGED
    }

    fn step(&mut self, core: u8, _at: Tick, step: &Step<'_>) {
        self.charged_to(core, step.pc, step.advanced);
    }

    fn charged_to(&mut self, core: u8, pc: u64, advanced: &[(CoreMeter, u64)]) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let sums = c.sums_of(pc);
        for &(m, n) in advanced {
            if let Some(sum) = sums.get_mut(m.place()) {
                *sum = sum.wrapping_add(n);
            }
        }
    }
}
