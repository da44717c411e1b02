//! Runs leave a core as execution step by step does: registers, memory, caches, pipes and meters.

use super::*;
use crate::act::act;
use crate::isa::operands::Disp;
use crate::isa::{Class, ROWS};
use crate::slot::{A0, Slot};
use trueboard_core::cpu::Stop;

/// Data that only caches bring near.
const FLASH: u32 = 0x8000_8000;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// The word and length of an instruction that runs are made of, and that keeps A4 to A12, where
    /// data are.
    fn instruction(&mut self) -> (u32, u32) {
        loop {
            let form = &ROWS[self.below(ROWS.len())].form;
            let word = self.next() as u32 & !form.fixed.mask | form.fixed.value;
            let Some(s) = Slot::decode(word).filter(|s| act(s).is_some() && !s.odd_pair) else {
                continue;
            };
            let near = match s.class {
                Class::LoadD | Class::LoadA | Class::Store => {
                    let bases = A0 + 4..A0 + if s.class == Class::Store { 7 } else { 8 };
                    s.o.unsigned_abs() < 0x40 && bases.contains(&s.b)
                        || (s.o as u32) >> 12 == DATA >> 12
                }
                _ => true,
            };
            // What an addressing mode writes may wander; A2, A3, A13 and A15 are for results.
            let base = if s.b < 32 { 1 << s.b } else { 0 };
            let kept = matches!(s.class, Class::LoadD | Class::LoadA | Class::Store);
            let written = if kept { s.writes & !base } else { s.writes };
            if near && written & 0x5ff3_0000 == 0 {
                return (word, s.len.into());
            }
        }
    }
}

/// A core before a random program at `at`: a loop with a few jumps in it.
fn bench(seed: u64, at: u32) -> Bench {
    let mut r = Random(seed);
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
    for n in [2, 3, 4, 5, 6, 13, 15] {
        b.set_a(n, DATA + 0x1000 + 4 * r.below(256) as u32);
    }
    b.set_a(7, FLASH + 4 * r.below(256) as u32);
    b.set_a(12, 20);
    for i in 0..512 {
        let (x, y) = (r.next() as u32, r.next() as u32);
        b.poke(DATA + 0xf00 + 4 * i, x);
        b.poke(FLASH - 0x100 + 4 * i, y);
    }
    b
}

/// Runs to the end in slices that end where `until` says after the cycle in which they begin.
/// Answers where that is, and all that has become of the core and its memories.
fn outcome(mut b: Bench, step: bool, until: &mut dyn FnMut() -> u64) -> (u64, Vec<u8>, Vec<u8>) {
    loop {
        // What was not decoded before goes step by step.
        if step {
            b.core.settle(&mut b.meters);
            b.core.code.clear();
        }
        let end = b.core.now().0 + until();
        match b.run_until(end) {
            Stop::Horizon | Stop::Yield | Stop::Sync => {}
            Stop::Error(e) => {
                let memory = trueboard_core::snapshot::to_bytes(&b.mem);
                let bank = b.bank();
                let meters = CoreMeter::ALL
                    .iter()
                    .flat_map(|&m| bank.get(m).to_le_bytes());
                let meters = meters.chain(memory).collect();
                return (e.pc, b.core.save(), meters);
            }
            other => panic!("{other:?} at {:#x}", b.core.st.pc),
        }
    }
}

#[test]
fn runs_are_the_same_as_step_by_step() {
    let mut whole = 0;
    for seed in 0..400 {
        let at = if seed % 2 == 0 {
            CODE
        } else {
            0x8000_0100 + 2 * (seed as u32 % 16)
        };
        let stepped = outcome(bench(seed, at), true, &mut || 1);
        let mut r = Random(!seed);
        let long = outcome(bench(seed, at), false, &mut || 100_000);
        let short = outcome(bench(seed, at), false, &mut || 1 + r.below(60) as u64);
        assert_eq!(stepped.0, long.0, "seed {seed}: the end");
        assert_eq!(stepped.0, short.0, "seed {seed}: the end, in slices");
        assert!(stepped.1 == long.1, "seed {seed}: the core");
        assert!(stepped.1 == short.1, "seed {seed}: the core, in slices");
        assert!(stepped.2 == long.2, "seed {seed}: meters or memory");
        assert!(
            stepped.2 == short.2,
            "seed {seed}: meters or memory, in slices"
        );
        whole += u32::from(!(VECTORS as u64..VECTORS as u64 + 256).contains(&stepped.0));
    }
    println!("{whole} of 400 programs came to their end without a trap");
    assert!(whole > 100, "{whole} of 400 programs came to their end");
}
