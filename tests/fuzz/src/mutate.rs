//! Mutations for runs without coverage: small, many, and equal for equal seeds.

use crate::Target;
use conformance::random::Random;

/// Bytes at which sizes, signs and counts turn over.
const EDGES: &[u8] = &[0, 1, 0x7f, 0x80, 0xff];

/// A mutation of one of `corpus`, at most `target.longest` bytes long.
pub fn mutate(target: &Target, corpus: &[Vec<u8>], r: &mut Random) -> Vec<u8> {
    let mut bytes = match corpus {
        [] => Vec::new(),
        some => r.pick(some).clone(),
    };
    for _ in 0..=r.below(4) {
        one(&mut bytes, target, corpus, r);
    }
    bytes.truncate(target.longest);
    bytes
}

fn one(bytes: &mut Vec<u8>, target: &Target, corpus: &[Vec<u8>], r: &mut Random) {
    // Half of all changes go to the beginning, where headers are.
    let zone = match r.below(2) {
        0 => bytes.len().min(128),
        _ => bytes.len(),
    };
    let at = r.below(zone as u64) as usize;
    let end = (at + r.below(9) as usize).min(bytes.len());
    match r.below(7) {
        0 => {
            let (bit, edge) = (1 << r.below(8), *r.pick(EDGES));
            let turned = r.below(2) == 0;
            if let Some(b) = bytes.get_mut(at) {
                *b = if turned { *b ^ bit } else { edge };
            }
        }
        1 => drop(bytes.splice(at..end, r.bytes((end - at).max(1)))),
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let copy = bytes[at..end].to_vec();
            let to = r.below(bytes.len() as u64 + 1) as usize;
            bytes.splice(to..to, copy);
        }
        5 if !target.words.is_empty() => {
            drop(bytes.splice(at..end, r.pick(target.words).bytes()));
        }
        _ => {
            // A piece of another input.
            let Some(other) = (!corpus.is_empty()).then(|| r.pick(corpus)) else {
                return;
            };
            let from = r.below(other.len() as u64) as usize;
            let to = (from + r.below(256) as usize).min(other.len());
            bytes.splice(at..end, other[from..to].iter().copied());
        }
    }
}
