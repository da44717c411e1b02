//! The disassembler: a text for every word, and encoding what was decoded changes nothing that
//! matters.

use crate::Target;
use conformance::random::Random;
use trueboard_cpu_sparcv8::isa::{decode, decode_op, disasm};

pub const TARGET: Target = Target {
    name: "disasm",
    run,
    seeds,
    words: &[],
    longest: 1024,
    mutations: 3000,
};

fn run(data: &[u8]) {
    let (words, _) = data.as_chunks::<4>();
    for (i, w) in words.iter().enumerate() {
        let word = u32::from_be_bytes(*w);
        let pc = words.first().map_or(0, |f| u32::from_be_bytes(*f)) & !3;
        let text = disasm(word, pc.wrapping_add(4 * i as u32));
        assert!(!text.trim().is_empty(), "{word:#010x}");
        match decode(word) {
            None => assert!(text.starts_with(".word"), "{word:#010x}: {text}"),
            Some(insn) => {
                let again = insn.encode();
                assert_eq!(decode(again), Some(insn), "{word:#010x} {text}");
                assert_eq!(decode_op(again), decode_op(word), "{word:#010x} {text}");
                assert!(!insn.to_string().is_empty());
            }
        }
    }
}

fn seeds() -> Vec<Vec<u8>> {
    (0..16).map(|seed| Random::new(seed).bytes(256)).collect()
}
