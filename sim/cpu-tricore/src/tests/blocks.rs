//! Blocks leave a core as execution in single steps does: registers, memory, caches, pipes and meters.

use super::*;
use crate::decoded::{A0, DecodedInsn, NONE};
use crate::handlers::handler;
use crate::isa::operands::{Base, Disp, Mode, Off, Post};
use crate::isa::{Class, ROWS};
use std::ops::RangeInclusive;
use trueboard_core::cpu::Translate;
use trueboard_core::snapshot::to_bytes;
use trueboard_engine::pages::DecodedCode;

/// Data that only the cache brings near.
const FLASH: u32 = 0x8000_8000;

/// A part of the state, by name.
type Part = (&'static str, Vec<u8>);

/// Random instructions and operands.
struct Random(trueboard_core::random::Random);

impl Random {
    fn new(seed: u64) -> Random {
        Random(trueboard_core::random::Random::new(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.long()
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.index(n)
    }

    /// The word and length of an instruction that blocks are made of, and that keeps A4 to A12, where
    /// data are.
    fn instruction(&mut self) -> (u32, u32) {
        let access = self.below(3) == 0;
        loop {
            let form = &ROWS[self.below(ROWS.len())].form;
            let word = self.next() as u32 & !form.fixed.mask | form.fixed.value;
            let Some(s) = DecodedInsn::decode(word).filter(|s| handler(s).is_some() && !s.odd_pair)
            else {
                continue;
            };
            // What an addressing mode writes may wander; A2, A3, A13 and A15 are for results.
            let (near, written) = match s.class {
                // A base that is loaded leads anywhere: to traps, too.
                Class::LoadD | Class::LoadA => (near(&s, 4..=7), s.writes & !base(&s)),
                Class::Store => (near(&s, 5..=6), 0),
                _ => (true, s.writes),
            };
            let wanted = access == matches!(s.class, Class::LoadD | Class::LoadA | Class::Store);
            if wanted && near && written & 0x5ff3_0000 == 0 {
                return (word, s.len.into());
            }
        }
    }
}

/// The base register of an access, as a bit.
fn base(s: &DecodedInsn) -> u32 {
    if s.b < NONE { 1 << s.b } else { 0 }
}

/// Whether an access is close to what one of these address registers holds, or to the data.
fn near(s: &DecodedInsn, bases: RangeInclusive<u8>) -> bool {
    let based = bases.contains(&s.b.wrapping_sub(A0)) && s.o.unsigned_abs() < 0x40;
    based || s.mode == Mode::Abs && (s.o as u32) >> 12 == DATA >> 12
}

/// A core before a random program at `at`: a loop with a few jumps in it.
fn bench(seed: u64, at: u32) -> Bench {
    let mut r = Random::new(seed);
    let mut b = Bench::new();
    b.bus.delay = r.below(8) as u64;
    // DCON0 and PCON0: data through the cache, code now and then around it.
    for (off, value) in [(0x9040, 0), (0x920c, if r.below(4) == 0 { 2 } else { 0 })] {
        b.core.mem.set_csfr(off, value);
    }
    b.core.begin_at(at);
    let (mut pc, mut skipped) = (at, None);
    for _ in 0..4 + r.below(40) {
        let (word, len) = r.instruction();
        if let Some(jump) = skipped.take() {
            let t = Disp::new(4 + len as i32);
            let (a, b0) = (d(r.below(16) as u8), d(r.below(16) as u8));
            let insn = match r.below(3) {
                0 => Insn::JneBrr { a, b: b0, t },
                1 => Insn::JgeBrr { a, b: b0, t },
                _ => Insn::JltUBrr { a, b: b0, t },
            };
            b.poke(jump, insn.encode());
        }
        if len == 4 {
            b.poke(pc, word);
        } else {
            b.poke_half(pc, word as u16);
        }
        pc += len;
        if r.below(6) == 0 {
            skipped = Some(pc);
            pc += 4;
        }
    }
    if let Some(jump) = skipped {
        b.poke(jump, Insn::NopSys {}.encode());
    }
    b.poke(
        pc,
        Insn::LoopBrr {
            a: a(12),
            t: Disp::new(at.wrapping_sub(pc) as i32),
        }
        .encode(),
    );
    b.put(pc + 4, &[]);
    for n in 0..16 {
        b.set_d(n, r.next() as u32 >> r.below(32));
    }
    for n in [2, 3, 5, 6, 13, 15] {
        b.set_a(n, DATA + 0x1000 + 4 * r.below(256) as u32);
    }
    for n in [4, 7] {
        b.set_a(n, FLASH + 4 * r.below(32) as u32);
    }
    b.set_a(12, 20);
    for i in 0..512 {
        let (x, y) = (r.next() as u32, r.next() as u32);
        b.poke(DATA + 0xf00 + 4 * i, x);
        b.poke(FLASH - 0x100 + 4 * i, y);
    }
    b
}

/// Runs to the end in slices that end where `until` says after the cycle in which they begin.
/// Answers where that is, and what has become of the core, its parts first, and its memories.
fn outcome(mut b: Bench, step: bool, until: &mut dyn FnMut() -> u64) -> (u64, Vec<Part>) {
    loop {
        // What was not decoded before goes step by step.
        if step {
            b.core.settle(&mut b.meters);
            b.core.code.clear();
            b.core.clear_blocks();
        }
        let end = b.core.now().0 + until();
        match b.run_until(end) {
            Stop::Horizon | Stop::Yield | Stop::Sync => {}
            Stop::Error(e) => {
                // What is saved does not show whether blocks are metered.
                let pending = b.core.save();
                b.core.meter_blocks();
                assert!(b.core.save() == pending);
                let bank = b.bank();
                let meters = Meter::ALL.iter().map(|&m| bank.get(m));
                let meters: Vec<u64> = meters.collect();
                let mut pipe = b.core.pipe.clone();
                pipe.forget_past();
                let parts = vec![
                    ("registers", to_bytes(&b.core.st)),
                    ("meters", to_bytes(&meters)),
                    ("pipes", to_bytes(&pipe)),
                    ("caches", to_bytes(&b.core.mem)),
                    ("the core", b.core.save()),
                    ("memory", to_bytes(&b.mem)),
                ];
                return (e.pc, parts);
            }
            other => panic!("{other:?} at {:#x}", b.core.st.pc),
        }
    }
}

/// The names of the parts that differ.
fn differing(a: &[Part], b: &[Part]) -> Vec<&'static str> {
    let pairs = a.iter().zip(b);
    pairs.filter(|(x, y)| x != y).map(|(x, _)| x.0).collect()
}

/// A core whose blocks are translated when they were executed once, or never.
fn translating(b: Bench, translates: bool) -> Bench {
    let mut b = b;
    b.core.common.translate = match translates {
        true => Translate::AtOnce,
        false => Translate::Never,
    };
    b
}

fn compare_with_single_steps(seeds: std::ops::Range<u64>) {
    let (all, mut whole, mut wrong) = (seeds.end - seeds.start, 0, Vec::new());
    for seed in seeds {
        let at = match seed % 2 {
            0 => CODE,
            _ => 0x8000_0100 + 2 * (seed as u32 % 16),
        };
        let (end, stepped) = outcome(bench(seed, at), true, &mut || 1);
        for translates in [false, true] {
            let mut r = Random::new(!seed);
            let long = translating(bench(seed, at), translates);
            let long = outcome(long, false, &mut || 100_000);
            let short = translating(bench(seed, at), translates);
            let short = outcome(short, false, &mut || 1 + r.below(60) as u64);
            for (slices, (at, parts)) in [("long", long), ("short", short)] {
                let parts = differing(&stepped, &parts);
                if end != at || !parts.is_empty() {
                    wrong.push((seed, slices, translates, parts));
                }
            }
        }
        whole += u64::from(!(VECTORS.into()..u64::from(VECTORS) + 256).contains(&end));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(
        whole > all / 4,
        "{whole} of {all} programs came to their end"
    );
}

#[test]
fn blocks_are_the_same_as_single_steps() {
    compare_with_single_steps(0..400);
}

#[test]
#[ignore = "minutes: many programs"]
fn many_blocks_are_the_same_as_single_steps() {
    compare_with_single_steps(400..20_000);
}

/// Each time around a line is missed, and its last double word is loaded at once, from within a block.
#[test]
fn a_line_on_its_way_holds_loads_of_blocks() {
    let start = || {
        let mut b = Bench::new();
        b.core.mem.set_csfr(0x9040, 0);
        b.code(&[
            Insn::LdWBoPost {
                d: d(1),
                b: a(7),
                o: Off::new(32),
                m: Post,
            },
            Insn::LdWBoBase {
                d: d(2),
                b: a(7),
                o: Off::new(-8),
                m: Base,
            },
            Insn::LoopBrr {
                a: a(12),
                t: Disp::new(-8),
            },
        ]);
        b.set_a(7, FLASH);
        b.set_a(12, 20);
        b
    };
    let (end, stepped) = outcome(start(), true, &mut || 1);
    for translates in [false, true] {
        let long = translating(start(), translates);
        let (at, long) = outcome(long, false, &mut || 100_000);
        assert_eq!(end, at);
        assert_eq!(differing(&stepped, &long), [""; 0]);
    }
}

/// A load whose base lies in the segment before the one of the data scratchpad traps, also where it was made before.
#[test]
fn a_load_across_segments_traps() {
    let start = || {
        let mut b = Bench::new();
        b.code(&[
            Insn::LdWBoBase {
                d: d(1),
                b: a(7),
                o: Off::new(8),
                m: Base,
            },
            Insn::LeaBo {
                d: a(7),
                b: a(7),
                o: Off::new(-4),
                m: Base,
            },
            Insn::LoopBrr {
                a: a(12),
                t: Disp::new(-8),
            },
        ]);
        b.set_a(7, 0xd000_0020);
        b.set_a(12, 20);
        b
    };
    let (end, stepped) = outcome(start(), true, &mut || 1);
    for translates in [false, true] {
        let long = translating(start(), translates);
        let (at, long) = outcome(long, false, &mut || 100_000);
        assert_eq!(end, at);
        assert_eq!(differing(&stepped, &long), [""; 0]);
    }
    assert!((VECTORS.into()..u64::from(VECTORS) + 256).contains(&end));
}

/// Code of a block whose lines have left the program cache is not entered before they are fetched again.
#[test]
fn lines_are_fetched_anew_for_translated_blocks() {
    let run = |translates, seed| {
        let mut b = translating(bench(seed, 0x8000_0100), translates);
        b.core.mem.set_csfr(0x920c, 0);
        for _ in 0..40 {
            let end = b.core.now().0 + 37;
            if matches!(b.run_until(end), Stop::Error(_)) {
                break;
            }
            // PCON1.PCINV.
            b.core.mem.set_csfr(0x9204, 1);
        }
        b.core.meter_blocks();
        let mut pipe = b.core.pipe.clone();
        pipe.forget_past();
        (b.core.save(), to_bytes(&pipe))
    };
    for seed in 0..40 {
        assert!(run(false, seed) == run(true, seed), "seed {seed}");
    }
}
