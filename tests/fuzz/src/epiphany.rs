//! Epiphany instructions: the disassembler, and what programs for eCores are made of.

use crate::Target as Fuzzed;
use conformance::random::Random;
use trueboard_core::isa::Operand;
use trueboard_cpu_epiphany::isa::operands::{Dec, Hex, R, Target};
use trueboard_cpu_epiphany::isa::table::{self, ROWS};
use trueboard_cpu_epiphany::isa::{self, Group, Insn, Opcode, disasm};

/// The disassembler: a text for every word, and encoding a decoded instruction returns it.
pub const DISASM: Fuzzed = Fuzzed {
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
            None => assert_eq!(op.opcode, Opcode::Unimpl, "{word:#010x} {text}"),
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

/// Code of `size` bytes: loops of 20 turns around such instructions, again and again. They leave R1 to
/// R20 alone, which may be pointers, and use them as bases, so that loads and stores go somewhere.
pub fn loops(r: &mut Random, size: usize) -> Vec<u8> {
    const TURNS: R = R::new(61);
    let mut code = Vec::new();
    while code.len() + 0x80 < size {
        let i = Hex::new(20);
        put(&mut code, Insn::MovI32 { d: TURNS, i });
        let first = code.len();
        for _ in 0..3 + r.below(24) {
            let (word, len) = loop {
                let (word, len) = word(r);
                let (op, roles) = isa::decode_with_roles(word);
                let data = (21..60).contains(&op.rd);
                let fits = match op.group {
                    Group::Ialu | Group::Fpu => data,
                    Group::LoadStore => (1..=20).contains(&op.rn) && data && roles.m.is_none(),
                    Group::Control => {
                        r.below(16) == 0 && matches!(op.opcode, Opcode::Nop | Opcode::Movfs)
                    }
                };
                if fits && (op.group != Group::LoadStore || (-8..=8).contains(&(op.imm >> 3))) {
                    break (word, len);
                }
            };
            code.extend(&word.to_le_bytes()[..len]);
        }
        let (d, n, i) = (TURNS, TURNS, Dec::new(1));
        put(&mut code, Insn::SubI32 { d, n, i });
        let t = Target::new(first as i32 - code.len() as i32);
        put(&mut code, Insn::Bne32 { t });
    }
    let t = Target::new(-(code.len() as i32));
    put(&mut code, Insn::B32 { t });
    code.resize(size, 0);
    code
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
