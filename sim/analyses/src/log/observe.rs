//! Writes a line for each instruction while the run goes on.

use super::line::{Accessed, Line};
use super::{Log, Parts, Request};
use crate::analysis::Subject;
use crate::regions::matches;
use crate::symbols::Symbols;
use std::sync::Arc;
use trueboard_core::mem::Memory;
use trueboard_core::meter::{CoreMeter, Dictionary, Stage};
use trueboard_core::observe::{Executed, Kinds, Observer, Registers, Step, Touched};
use trueboard_core::time::Tick;

/// Picoseconds of a second.
const PICOSECONDS: u128 = 1_000_000_000_000;

/// The observer.
pub struct Follower {
    log: Log,
    parts: Parts,
    functions: Vec<String>,
    begin: u64,
    end: u64,
    ticks_per_second: u64,
    symbols: Arc<dyn Symbols>,
    cores: Vec<Core>,
}

/// What is known of one core.
struct Core {
    /// The log has it.
    logged: bool,
    dictionary: &'static Dictionary,
    issue: Option<CoreMeter>,
    /// Counts annulled delay slots.
    annulled: Option<CoreMeter>,
    /// Cycles of the core so far, those asleep included.
    cycles: u64,
    /// What the instruction accessed whose meters come next.
    access: Option<Touched>,
    /// The instruction whose state comes next.
    line: Option<Line>,
    /// Values of the registers behind the instruction before; empty at the beginning.
    values: Vec<u64>,
}

impl Follower {
    pub fn new(request: &Request, run: &dyn Subject) -> Follower {
        let filter = &request.filter;
        let core = |(number, dictionary): (usize, &'static Dictionary)| Core {
            logged: filter.cores.is_empty()
                || filter.cores.iter().any(|&c| usize::from(c) == number),
            dictionary,
            issue: dictionary.by_name("issue_cycles"),
            annulled: dictionary.by_name("annulled"),
            cycles: 0,
            access: None,
            line: None,
            values: Vec::new(),
        };
        Follower {
            log: request.log.clone(),
            parts: request.parts,
            functions: filter.functions.clone(),
            begin: filter.begin.map_or(0, |t| t.ticks(run)),
            end: filter.end.map_or(u64::MAX, |t| t.ticks(run)),
            ticks_per_second: run.ticks_per_second(),
            symbols: run.symbols(),
            cores: run
                .dictionaries()
                .into_iter()
                .enumerate()
                .map(core)
                .collect(),
        }
    }

    /// The function and offset of the code, if the log has it.
    fn function(&self, core: u8, pc: u64) -> Option<String> {
        let found = self.symbols.function(core, pc);
        let name = found.map_or("", |(name, _)| name);
        if !self.functions.is_empty() && !self.functions.iter().any(|p| matches(p, name)) {
            return None;
        }
        Some(match found {
            Some((name, 0)) => name.to_owned(),
            Some((name, offset)) => format!("{name}+{offset:#x}"),
            None => "-".to_owned(),
        })
    }
}

impl Observer for Follower {
    fn kinds(&self) -> Kinds {
        let access = match self.parts.access {
            true => Kinds::EXECUTED,
            false => Kinds::NONE,
        };
        Kinds::INSTRUCTION | Kinds::STATE | access
    }

    fn step(&mut self, core: u8, at: Tick, step: &Step<'_>) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let access = c.access.take().filter(|_| step.completed);
        let of = |meter| {
            let found = step.advanced.iter().find(|(m, _)| *m == meter);
            found.map_or(0, |&(_, n)| n)
        };
        let cycles = of(CoreMeter::CYCLES);
        c.cycles += cycles + of(CoreMeter::IDLE_CYCLES);
        if !c.logged || at.0 < self.begin || at.0 > self.end {
            c.line = None;
            return;
        }
        let passed = c.dictionary.in_order(step.advanced).into_iter();
        let stalls: Vec<_> = passed.filter(|(m, ..)| Some(*m) != c.issue).collect();
        c.line = Some(Line {
            picoseconds: u128::from(at.0) * PICOSECONDS / u128::from(self.ticks_per_second),
            core,
            pc: step.pc,
            completed: step.completed,
            annulled: c.annulled.is_some_and(|m| of(m) > 0),
            cycles,
            ends: c.cycles,
            before_issue: stalls.partition_point(|(_, stage, _)| *stage < Stage::Issue),
            stalls: stalls
                .iter()
                .map(|&(m, _, n)| (c.dictionary.name(m), n))
                .collect(),
            access: access.map(Accessed::from),
            changed: Vec::new(),
        });
    }

    fn executed(&mut self, core: u8, _: Tick, done: &Executed) {
        if let Some(c) = self.cores.get_mut(usize::from(core)) {
            c.access = done.access.filter(|a| a.load || a.store);
        }
    }

    fn state(&mut self, core: u8, registers: &dyn Registers, memory: &Memory) {
        let place = usize::from(core);
        let Some(c) = self.cores.get_mut(place) else {
            return;
        };
        let line = c.line.take();
        if !c.logged {
            return;
        }
        let mut changed = Vec::new();
        if self.parts.registers {
            let first = c.values.is_empty();
            registers.each(&mut |i, name, value| {
                if i == c.values.len() {
                    c.values.push(0);
                }
                let Some(before) = c.values.get_mut(i) else {
                    return;
                };
                let moved = std::mem::replace(before, value) != value;
                if moved && !first && !is_program_counter(name) {
                    changed.push((name, value));
                }
            });
        }
        let Some(mut line) = line else { return };
        let Some(function) = self.function(core, line.pc) else {
            return;
        };
        line.changed = changed;
        match registers.instruction(line.pc, memory) {
            Some((bytes, text)) => self.log.line(&line, bytes, &text, &function),
            None => self.log.line(&line, &[], "(no memory here)", &function),
        }
    }
}

impl From<Touched> for Accessed {
    fn from(a: Touched) -> Accessed {
        let bytes = usize::from(a.bytes).min(a.held.len());
        Accessed {
            address: a.address,
            bytes: a.bytes,
            load: a.load,
            store: a.store,
            value: match a.memory {
                true => a.held.iter().take(bytes).copied().collect(),
                false => {
                    let word = a.value.to_be_bytes();
                    word.iter()
                        .skip(word.len() - bytes.min(word.len()))
                        .copied()
                        .collect()
                }
            },
        }
    }
}

/// The register follows from the address of the next line.
fn is_program_counter(name: &str) -> bool {
    ["pc", "npc"].iter().any(|pc| name.eq_ignore_ascii_case(pc))
}
