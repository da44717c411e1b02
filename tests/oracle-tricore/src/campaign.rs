//! Rounds of random cases on our core and on another implementation.

use crate::Machine;
use crate::batch::{Batch, CASES, Case, Outcome};
use crate::generate::{Generator, instructions, meanings};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use trueboard_cpu_tricore::isa::{Sem, disasm};

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
    /// How often each meaning was in a case.
    pub meanings: BTreeMap<Sem, u64>,
}

/// A case with a difference.
pub struct Finding {
    /// The case.
    pub case: Case,
}

impl Tally {
    /// One batch; the cases that differ.
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
        let batch = Batch::new(&cases);
        let (a, b) = (ours.run(&batch)?, other.run(&batch)?);
        let mut found = Vec::new();
        for ((case, a), b) in cases.into_iter().zip(a).zip(b) {
            let (Some(a), Some(b)) = (&a, &b) else {
                self.cut_short += 1;
                continue;
            };
            let all = meanings(&case);
            self.cases += 1;
            self.instructions += all.len() as u64;
            self.trapped += u64::from(a.trap().is_some());
            for sem in all {
                *self.meanings.entry(sem).or_default() += 1;
            }
            if !a.differences(b).is_empty() {
                // Data that an earlier case left differently is no finding: look at it alone.
                if let Some(case) = differs(ours, other, &case)? {
                    self.different += 1;
                    found.push(Finding { case });
                }
            }
        }
        Ok(found)
    }
}

/// The case if it differs by itself.
fn differs(
    ours: &mut dyn Machine,
    other: &mut dyn Machine,
    case: &Case,
) -> Result<Option<Case>, String> {
    let (a, b) = alone(ours, other, case)?;
    Ok(match (a, b) {
        (Some(a), Some(b)) if a.differences(&b).is_empty() => None,
        (_, None) => None,
        _ => Some(case.clone()),
    })
}

type Pair = (Option<Outcome>, Option<Outcome>);

fn alone(ours: &mut dyn Machine, other: &mut dyn Machine, case: &Case) -> Result<Pair, String> {
    let batch = Batch::new(std::slice::from_ref(case));
    let one = |m: &mut dyn Machine| Ok::<_, String>(m.run(&batch)?.pop().flatten());
    Ok((one(ours)?, one(other)?))
}

/// A finding, made small, as text.
///
/// # Errors
/// When an implementation fails.
pub fn explain(
    ours: &mut dyn Machine,
    other: &mut dyn Machine,
    finding: &Finding,
) -> Result<String, String> {
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
            for d in a.differences(&b) {
                let _ = writeln!(text, "  {d}");
            }
        }
        _ => text.push_str("  one of them stopped\n"),
    }
    Ok(text)
}
