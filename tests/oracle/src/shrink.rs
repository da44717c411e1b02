//! Makes a program that shows a difference as small as it can be while it still shows one.

use crate::campaign::both;
use crate::case::{Case, Oracle, PSR, TBR, WORDS, differences};
use crate::program::{Item, Program};

/// The first of `candidates` on which the two oracles differ.
fn first_different(
    a: &mut dyn Oracle,
    b: &mut dyn Oracle,
    candidates: &[Program],
) -> Result<Option<usize>, String> {
    // A slot each; the rest of the list waits for another round.
    let cases: Vec<Case> = candidates
        .iter()
        .enumerate()
        .flat_map(|(slot, p)| p.cases(slot))
        .collect();
    let pairs = both(a, b, &cases)?;
    Ok(pairs.iter().position(|p| {
        p.as_ref()
            .is_some_and(|(x, y)| !differences(x, y).is_empty())
    }))
}

/// Reduces `program`, which has one state, to a smaller one that still makes a difference.
///
/// # Errors
/// When an oracle fails.
pub fn shrink(
    a: &mut dyn Oracle,
    b: &mut dyn Oracle,
    mut program: Program,
) -> Result<Program, String> {
    loop {
        let (kept, n) = (program.kept, program.items.len());
        let mut smaller = Vec::new();
        let mut size = (n - kept).div_ceil(2);
        while size > 0 {
            smaller.extend(
                (kept..n)
                    .step_by(size)
                    .map(|i| without(&program, i, (i + size).min(n))),
            );
            size = if size == 1 {
                0
            } else {
                size.div_ceil(2).min(size - 1)
            };
        }
        match first_different(a, b, &smaller)? {
            Some(i) => program = smaller.swap_remove(i),
            None => break,
        }
    }
    let mut size = WORDS;
    while size > 0 {
        let simpler: Vec<Program> = (0..WORDS)
            .step_by(size)
            .filter_map(|i| simplified(&program, i, (i + size).min(WORDS)))
            .collect();
        match first_different(a, b, &simpler)? {
            Some(i) => program = simpler[i].clone(),
            None => size /= 2,
        }
    }
    Ok(program)
}

/// The program without the items from `from` to `to`.
fn without(program: &Program, from: usize, to: usize) -> Program {
    let moved = |target: &mut usize| {
        if *target >= to {
            *target -= to - from;
        } else if *target > from {
            *target = from;
        }
    };
    let mut p = program.clone();
    p.items.drain(from..to);
    for item in &mut p.items {
        match item {
            Item::Words(_) => {}
            Item::Branch { to, .. }
            | Item::Call { to, .. }
            | Item::Jump { to, .. }
            | Item::Return { to, .. } => moved(to),
            Item::Couple { to, .. } => to.iter_mut().for_each(moved),
        }
    }
    p
}

/// The program with a part of its state as it is by default; `None` if it is so already.
fn simplified(program: &Program, from: usize, to: usize) -> Option<Program> {
    let plain = crate::ours::Ours::plain_state();
    let mut p = program.clone();
    let state = p.states.first_mut()?;
    let keep = |i: &usize| !matches!(*i, PSR | TBR);
    let mut changed = false;
    for i in (from..to).filter(keep) {
        changed |= state[i] != plain[i];
        state[i] = plain[i];
    }
    changed.then_some(p)
}
