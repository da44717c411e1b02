//! A round of random programs on our core and on another oracle, and the sums over many rounds.

use crate::case::{Case, End, Oracle, Outcome, differences};
use crate::ours::Ours;
use crate::program::Program;
use crate::shrink::shrink;
use crate::vector::Vector;

/// What was seen so far.
#[derive(Clone, Debug)]
pub struct Tally {
    /// Programs, each from one or more states.
    pub programs: u64,
    /// Cases that both oracles ran to the end.
    pub cases: u64,
    /// Instructions of these cases, without those of trap handlers.
    pub executed: u64,
    /// Traps taken by their type.
    pub traps: [u64; 256],
    /// Cases that ended in error mode here, which the other did not see.
    pub stopped: u64,
    /// Cases in which both trapped and the other oracle can only tell so.
    pub cut_short: u64,
    /// Cases with a difference.
    pub different: u64,
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            programs: 0,
            cases: 0,
            executed: 0,
            traps: [0; 256],
            stopped: 0,
            cut_short: 0,
            different: 0,
        }
    }
}

impl Tally {
    /// Runs the programs on both; answers those that make a difference, each with the first state
    /// that does.
    ///
    /// # Errors
    /// When an oracle fails.
    pub fn round(
        &mut self,
        ours: &mut Ours,
        other: &mut dyn Oracle,
        programs: &[Program],
    ) -> Result<Vec<Program>, String> {
        let placed = |(slot, p): (usize, &Program)| p.cases(slot);
        let cases: Vec<Case> = programs.iter().enumerate().flat_map(placed).collect();
        let mut pairs = both(ours, other, &cases)?.into_iter();
        let mut found = Vec::new();
        for program in programs {
            let mut first = None;
            for (state, pair) in program.states.iter().zip(&mut pairs) {
                let Some((x, y)) = pair else {
                    self.stopped += 1;
                    continue;
                };
                if self.add(&x, &y) && first.is_none() {
                    first = Some(state.clone());
                }
            }
            found.extend(first.map(|state| Program {
                items: program.items.clone(),
                kept: program.kept,
                states: vec![state],
            }));
        }
        self.programs += programs.len() as u64;
        Ok(found)
    }

    /// Adds a case; answers whether it differs.
    fn add(&mut self, ours: &Outcome, other: &Outcome) -> bool {
        if agree_to_stop(ours, other) {
            self.cut_short += 1;
            return false;
        }
        self.cases += 1;
        self.executed += ours.executed.unwrap_or(0);
        for t in &ours.traps {
            self.traps[usize::from(t.tt)] += 1;
        }
        let different = !differences(ours, other).is_empty();
        self.different += u64::from(different);
        different
    }
}

/// The outcomes of both. A case that ends in error mode is none for the other oracle: QEMU dies of
/// it.
///
/// # Errors
/// When an oracle fails.
pub fn both(
    ours: &mut dyn Oracle,
    other: &mut dyn Oracle,
    cases: &[Case],
) -> Result<Vec<Option<(Outcome, Outcome)>>, String> {
    let a = ours.run(cases)?;
    let stopped = |o: &Outcome| matches!(o.end, End::Error(_));
    let rest: Vec<Case> = cases
        .iter()
        .zip(&a)
        .filter(|(_, o)| !stopped(o))
        .map(|(c, _)| c.clone())
        .collect();
    let mut b = other.run(&rest)?.into_iter();
    let pair = |o: Outcome| match stopped(&o) {
        true => None,
        false => b.next().map(|other| (o, other)),
    };
    Ok(a.into_iter().map(pair).collect())
}

/// The other oracle saw the trap that we took, and no more.
fn agree_to_stop(ours: &Outcome, other: &Outcome) -> bool {
    let first = |o: &Outcome| o.traps.first().map(|t| t.tt);
    other.end == End::Lost
        && ours.end == End::Done
        && first(ours).is_some()
        && first(ours) == first(other)
}

impl core::fmt::Display for Tally {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(
            f,
            "{} programs, {} cases, {} instructions, {} traps, {} cases in error mode, {} cut short, {} differ",
            self.programs,
            self.cases,
            self.executed,
            self.traps.iter().sum::<u64>(),
            self.stopped,
            self.cut_short,
            self.different
        )?;
        write!(f, "\n traps:")?;
        for (tt, n) in self.traps.iter().enumerate().filter(|t| *t.1 != 0) {
            if tt < 0x80 {
                write!(f, " {tt:02x}:{n}")?;
            }
        }
        write!(f, " 80-ff:{}", self.traps[0x80..].iter().sum::<u64>())
    }
}

/// A program that makes a difference, made small, with the difference, as text.
///
/// # Errors
/// When an oracle fails.
pub fn explain(
    ours: &mut Ours,
    other: &mut dyn Oracle,
    program: Program,
    name: &str,
) -> Result<String, String> {
    let small = shrink(ours, other, program)?;
    let case = small.cases(0).swap_remove(0);
    let one = std::slice::from_ref(&case);
    let (a, b) = (
        ours.run(one)?.swap_remove(0),
        other.run(one)?.swap_remove(0),
    );
    let mut text = format!("{name}: {} / {}\n", ours.name(), other.name());
    for d in differences(&a, &b) {
        text += &format!("  {d}\n");
    }
    let vector = Vector {
        name: name.to_owned(),
        notes: Vec::new(),
        case,
        outcome: a,
        qemu: None,
    };
    Ok(text + &vector.text())
}
