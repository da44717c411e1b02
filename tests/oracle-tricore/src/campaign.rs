//! Rounds of random cases on our core and on another implementation.

use crate::Machine;
use crate::batch::{Batch, CASES, Case, Outcome};
use crate::generate::{Generator, encodings, instructions};
use crate::known::{self, Known};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use trueboard_cpu_tricore::isa::{Op, disasm};

/// What was seen so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Cases that both ran to their end or to a trap that both show.
    pub cases: u64,
    /// Instructions in these cases.
    pub instructions: u64,
    /// Cases that took a trap.
    pub trapped: u64,
    /// Cases in which the other implementation stopped without an outcome.
    pub cut_short: u64,
    /// Cases with a difference.
    pub different: u64,
    /// How often each encoding was in a case.
    pub encodings: BTreeMap<Op, u64>,
}

/// A case with a difference.
pub struct Finding {
    /// The case.
    pub case: Case,
}

impl Tally {
    /// A batch of random cases; those that differ.
    ///
    /// # Errors
    /// When an implementation fails.
    pub fn round(
        &mut self,
        ours: &mut dyn Machine,
        other: &mut dyn Machine,
        generator: &mut Generator,
    ) -> Result<Vec<Finding>, String> {
        let cases: Vec<Case> = (0..CASES).map(|_| generator.case()).collect();
        self.compare(ours, other, &cases)
    }

    /// Cases that fit into a batch; those that differ.
    ///
    /// # Errors
    /// When an implementation fails.
    pub fn compare(
        &mut self,
        ours: &mut dyn Machine,
        other: &mut dyn Machine,
        cases: &[Case],
    ) -> Result<Vec<Finding>, String> {
        let batch = Batch::new(cases);
        let (a, b) = (ours.run(&batch)?, other.run(&batch)?);
        let mut found = Vec::new();
        for ((case, a), b) in batch.cases.iter().zip(a).zip(b) {
            let (Some(a), Some(b)) = (&a, &b) else {
                self.cut_short += 1;
                found.push(Finding { case: case.clone() });
                continue;
            };
            self.cases += 1;
            self.trapped += u64::from(a.trap().is_some());
            for op in encodings(case) {
                self.instructions += 1;
                *self.encodings.entry(op).or_default() += 1;
            }
            if !known::differences(other.id(), a, b).is_empty() {
                // Data that an earlier case left differently is no finding: look at it alone.
                if let Some(case) = differs(ours, other, case)? {
                    self.different += 1;
                    found.push(Finding { case });
                }
            }
        }
        Ok(found)
    }
}

/// Cases of each instruction of an entry, until one must have shown the difference.
const TRIES: usize = 1000;

/// Entries of [`known::ALL`] about `other` that no longer differ.
///
/// # Errors
/// When an implementation fails.
pub fn outdated(
    ours: &mut dyn Machine,
    other: &mut dyn Machine,
) -> Result<Vec<&'static Known>, String> {
    let mut all = Vec::new();
    let who = other.id();
    for entry in known::ALL.iter().filter(|k| k.who.contains(&who)) {
        // One that ends the process of the test cannot be tried.
        if entry.fatal {
            continue;
        }
        let mut generator = Generator::of(1, true, |op| entry.is_about(op));
        let mut still = false;
        for _ in 0..TRIES {
            let cases = generator.each(16);
            let batch = Batch::new(&cases);
            let (a, b) = (ours.run(&batch)?, other.run(&batch)?);
            // An instruction that it lacks has no outcome in one that shows no traps.
            still = a.iter().zip(&b).any(|pair| match pair {
                (Some(a), Some(b)) => !a.differences(b).is_empty(),
                (Some(a), None) => a.trap().is_none(),
                _ => false,
            });
            if still {
                break;
            }
        }
        if !still {
            all.push(entry);
        }
    }
    Ok(all)
}

/// The case if it differs by itself.
fn differs(
    ours: &mut dyn Machine,
    other: &mut dyn Machine,
    case: &Case,
) -> Result<Option<Case>, String> {
    let (a, b) = alone(ours, other, case)?;
    Ok(match (a, b) {
        (Some(a), Some(b)) if known::differences(other.id(), &a, &b).is_empty() => None,
        _ => Some(case.clone()),
    })
}

type Pair = (Option<Outcome>, Option<Outcome>);

fn alone(ours: &mut dyn Machine, other: &mut dyn Machine, case: &Case) -> Result<Pair, String> {
    let batch = Batch::new(std::slice::from_ref(case));
    let one = |m: &mut dyn Machine| Ok::<_, String>(m.run(&batch)?.pop().flatten());
    Ok((one(ours)?, one(other)?))
}

/// A finding, made small: its encodings, and as text.
///
/// # Errors
/// When an implementation fails.
pub fn explain(
    ours: &mut dyn Machine,
    other: &mut dyn Machine,
    finding: &Finding,
) -> Result<(Vec<Op>, String), String> {
    let mut case = finding.case.clone();
    let mut at = 0;
    while at < case.code.len() && case.code.len() > 1 {
        let mut shorter = case.clone();
        shorter.code.remove(at);
        if differs(ours, other, &shorter)?.is_some() {
            case = shorter;
        } else {
            at += 1;
        }
    }
    let (a, b) = alone(ours, other, &case)?;
    let mut text = String::new();
    for (i, pair) in case.registers.chunks(4).enumerate() {
        let bank = if i < 4 { 'd' } else { 'a' };
        let _ = write!(text, "  {bank}{:<2}", i % 4 * 4);
        for r in pair {
            let _ = write!(text, " {r:#010x}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "  psw {:#010x}", case.psw);
    for (_, word) in case.code.iter().flat_map(|piece| instructions(piece)) {
        let _ = writeln!(text, "    {}", disasm(word, 0));
    }
    match (a, b) {
        (Some(a), Some(b)) => {
            for d in known::differences(other.id(), &a, &b) {
                let _ = writeln!(text, "  {d}");
            }
        }
        _ => text.push_str("  one of them stopped\n"),
    }
    Ok((encodings(&case).collect(), text))
}
