//! Epiphany instructions: the disassembler, and what programs for eCores are made of.

use crate::Target;
use conformance::random::Random;
use trueboard_core::isa::Operand;
use trueboard_cpu_epiphany::isa::operands::{Hex, R};
use trueboard_cpu_epiphany::isa::table::{self, ROWS};
use trueboard_cpu_epiphany::isa::{self, Insn, Kind, disasm};

/// The disassembler: a text for every word, and encoding what was decoded is the same instruction.
pub const DISASM: Target = Target {
    name: "disasm_epiphany",
    run,
    seeds,
    words: &[],
    longest: 1024,
    mutations: 1000,
};

fn run(data: &[u8]) {
    for (i, w) in data.as_chunks::<4>().0.iter().enumerate() {
        let word = u32::from_le_bytes(*w);
        let text = disasm(word, 4 * i as u32);
        assert!(!text.trim().is_empty(), "{word:#010x}");
        let op = isa::decode(word);
        assert_eq!(op.len, if isa::is_long(word as u16) { 4 } else { 2 });
        match table::decode(word) {
            None => assert_eq!(op.kind, Kind::Unimpl, "{word:#010x} {text}"),
            Some(insn) => {
                let again = insn.encode();
                assert_eq!(table::decode(again), Some(insn), "{word:#010x} {text}");
                assert_eq!(isa::decode(again), op, "{word:#010x} {text}");
            }
        }
    }
}

/// An instruction of a random row with random operands, and its bytes.
pub fn word(r: &mut Random) -> (u32, usize) {
    let form = &r.pick(ROWS).form;
    let word = r.word() & !form.fixed.mask | form.fixed.value;
    (word, form.width as usize / 8)
}

/// `count` such instructions.
pub fn noise(r: &mut Random, count: usize) -> Vec<u8> {
    let words = (0..count).map(|_| word(r));
    words
        .flat_map(|(w, len)| w.to_le_bytes().into_iter().take(len))
        .collect()
}

fn seeds() -> Vec<Vec<u8>> {
    let rows = |seed: u64| noise(&mut Random::new(seed), 256);
    (0..8)
        .map(rows)
        .chain((8..16).map(|seed| Random::new(seed).bytes(256)))
        .collect()
}

/// Appends an instruction.
pub fn put(code: &mut Vec<u8>, insn: Insn) {
    let bytes = insn.encode().to_le_bytes();
    code.extend(&bytes[..insn.op().width() as usize / 8]);
}

/// Appends `mov` and `movt`: register `d` becomes `value`.
pub fn set(code: &mut Vec<u8>, d: u8, value: u32) {
    let d = R::new(d);
    let half = |v: u32| Hex::from_bits(v & 0xffff, 16);
    put(code, Insn::MovI32 { d, i: half(value) });
    let i = half(value >> 16);
    put(code, Insn::Movt32 { d, i });
}
