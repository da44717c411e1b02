//! The disassembler of TriCore: a text for every word, and encoding a decoded instruction returns it.

use crate::Target;
use conformance::random::Random;
use trueboard_cpu_tricore::isa::table::ROWS;
use trueboard_cpu_tricore::isa::{Insn, decode, disasm};

pub const TARGET: Target = Target {
    name: "disasm_tricore",
    run,
    seeds,
    words: &[],
    longest: 1024,
    mutations: 3000,
};

fn run(data: &[u8]) {
    for (i, w) in data.as_chunks::<4>().0.iter().enumerate() {
        let word = u32::from_le_bytes(*w);
        let pc = 0x8000_0000 + 4 * i as u32;
        let text = disasm(word, pc);
        assert!(!text.trim().is_empty(), "{word:#010x}");
        if let Some(insn) = decode(word) {
            let again: Option<Insn> = decode(insn.encode());
            assert_eq!(again, Some(insn), "{word:#010x} {text}");
        }
    }
}

/// An instruction of a random row with random operands.
pub fn word(r: &mut Random) -> (u32, u32) {
    let form = &r.pick(ROWS).form;
    let word = r.word() & !form.fixed.mask | form.fixed.value;
    (word, form.width / 8)
}

fn seeds() -> Vec<Vec<u8>> {
    let rows = |seed: u64| {
        let mut r = Random::new(seed);
        (0..256)
            .flat_map(|_| word(&mut r).0.to_le_bytes())
            .collect()
    };
    (0..8)
        .map(rows)
        .chain((8..16).map(|seed| Random::new(seed).bytes(256)))
        .collect()
}
