//! The executed code of the images: [`Session::coverage`].

use super::Session;
use crate::machine::Machine;
use std::collections::BTreeMap;
use trueboard_analyses::coverage::request::METERED;
use trueboard_analyses::coverage::{Branches, Covered, Outcomes};
use trueboard_analyses::profile::observe::Instructions;
use trueboard_image::Image;

/// The meter of executions that were completed.
const COMPLETED: &str = "instructions";
/// The meters of traps, and of those that interrupts in front of an instruction are.
const TRAPS: [&str; 2] = ["traps", "interrupts"];

/// Executions of an instruction.
#[derive(Clone, Copy, Default)]
struct Count {
    completed: u64,
    /// Traps that it caused itself.
    trapped: u64,
    branch: Outcomes,
}

impl Session {
    /// Every instruction with a source line in the debug information, and how often all cores executed it, by address.
    /// Empty without a request for coverage in [`Options::analyses`](super::Options::analyses).
    #[must_use]
    pub fn coverage(&self) -> Vec<Covered> {
        let m = &self.machine;
        let images = m.firmware.images.iter();
        images.flat_map(|image| covered(m, image)).collect()
    }
}

fn covered(m: &Machine, image: &Image) -> Vec<Covered> {
    let runs = |core: &u8| {
        m.image_of(*core)
            .is_some_and(|own| std::ptr::eq(own, image))
    };
    let cores: Vec<u8> = (0..m.core_count() as u8).filter(runs).collect();
    let Some(decoder) = cores.first().and_then(|c| m.cores.get(usize::from(*c))) else {
        return Vec::new();
    };
    let counts = counts(m, image, &cores);
    let mut found: BTreeMap<u64, Covered> = BTreeMap::new();
    for (from, size, file, line) in image.lines_of_code() {
        let mut at = from;
        while at < from.saturating_add(size) {
            // The last instruction may be a short one.
            let bytes = image.bytes_at(at, 4).or_else(|| image.bytes_at(at, 2));
            let Some(bytes) = bytes else { break };
            let (_, len) = decoder.disasm(at, bytes);
            let count = counts.get(&at).copied().unwrap_or_default();
            let function = image.symbol_at(at);
            found.entry(at).or_insert_with(|| Covered {
                at,
                file: file.clone(),
                line,
                function: function.map_or_else(String::new, |(f, _)| f.name.clone()),
                entry: function.is_some_and(|(_, offset)| offset == 0),
                // What never completes ends in its trap, as `ta 0` does.
                count: match count.completed {
                    0 => count.trapped,
                    n => n,
                },
                branch: decoder.is_conditional(bytes).then_some(count.branch),
            });
            at += len.max(1) as u64;
        }
    }
    found.into_values().collect()
}

/// Executions by the address of the image.
fn counts(m: &Machine, image: &Image, cores: &[u8]) -> BTreeMap<u64, Count> {
    let mut counts: BTreeMap<u64, Count> = BTreeMap::new();
    let Some(followed) = m.observer::<Instructions>() else {
        return counts;
    };
    let branches = m.observer::<Branches>();
    for &core in cores {
        let mut count = |pc: u64, add: &dyn Fn(&mut Count)| {
            add(counts.entry(m.linked(core, image, pc)).or_default());
        };
        for (pc, n) in followed.advanced(core, COMPLETED) {
            count(pc, &|c| c.completed += n);
        }
        let [all, interrupts] = TRAPS.map(|name| followed.advanced(core, name));
        for ((pc, all), (_, interrupts)) in all.zip(interrupts) {
            count(pc, &|c| c.trapped += all.saturating_sub(interrupts));
        }
        match branches.and_then(|b| b.of(core)) {
            Some(branches) => {
                for (&pc, way) in branches {
                    count(pc, &|c| {
                        c.branch.taken += way.taken;
                        c.branch.not_taken += way.not_taken;
                    });
                }
            }
            None => {
                let [all, taken] = METERED.map(|name| followed.advanced(core, name));
                for ((pc, all), (_, taken)) in all.zip(taken) {
                    count(pc, &|c| {
                        c.branch.taken += taken;
                        c.branch.not_taken += all.saturating_sub(taken);
                    });
                }
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use crate::{machine, open_board};

    /// The second witness: the mnemonics of the manuals. Bicc of SPARC V8 but BA (`b`) and BN; conditional jumps and LOOP of
    /// TriCore, Bcond of Epiphany. BL is "branch if less" on a SPARC, and "branch and link" on an Epiphany.
    fn is_conditional_by_name(board: &str, text: &str) -> bool {
        const OTHER: [&str; 9] = [
            "bset", "bclr", "btst", "btog", "bitr", "bmerge", "bsplit", "bisr", "bkpt",
        ];
        const JUMPS: [&str; 8] = ["j", "ji", "jl", "jli", "jmpl", "jmp", "jr", "jalr"];
        let mnemonic = text.split_whitespace().next().unwrap_or_default();
        let mnemonic = mnemonic.split([',', '.']).next().unwrap_or_default();
        let always: &[&str] = match board {
            "gr740" => &["b", "ba", "bn"],
            _ => &["b", "bl"],
        };
        let jump = mnemonic.strip_suffix('a').unwrap_or(mnemonic);
        match mnemonic.as_bytes().first() {
            Some(b'b') => !always.contains(&mnemonic) && !OTHER.contains(&mnemonic),
            Some(b'j') => !JUMPS.contains(&jump),
            _ => mnemonic == "loop",
        }
    }

    #[test]
    fn conditional_branches_are_those_with_such_mnemonics() {
        for (name, least) in [("gr740", 2_000), ("tc275", 2_000), ("parallella", 2_000)] {
            let board = open_board(name, &[]).expect("it is compiled in");
            let m = machine(&board.place, &board.file, false).expect("the board is sound");
            let decoder = m.cores.first().expect("a core");
            let (mut state, mut found) = (1_u64, 0);
            for _ in 0..100_000 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let bytes = ((state >> 32) as u32).to_le_bytes();
                let (text, _) = decoder.disasm(0, &bytes);
                let conditional = decoder.is_conditional(&bytes);
                assert_eq!(
                    conditional,
                    is_conditional_by_name(name, &text),
                    "{name}: {text}, {bytes:x?}"
                );
                found += u32::from(conditional);
            }
            assert!(found > least, "{name}: {found} of 100,000 words");
        }
    }
}
