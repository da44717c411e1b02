//! Runs change nothing: random loops end with the same state, however their slices are cut.

use super::*;
use crate::isa::{Group, Kind, Op as Decoded, decode, is_long};
use crate::state::config;

/// Registers that hold addresses, and what they hold: each bank, one near its end.
const BASES: std::ops::Range<u8> = 32..36;
const ADDRESSES: [u32; 4] = [0x1800, 0x3fe0, 0x4100, 0x6800];
/// Counts turns down.
const TURNS: u8 = 40;

/// Small numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    /// An instruction that keeps to what the loop may do, most of the time without going outside.
    fn instruction(&mut self) -> u32 {
        loop {
            let word = self.below(1 << 32) as u32;
            let word = if is_long(word as u16) {
                word
            } else {
                word & 0xffff
            };
            let op = decode(word);
            if self.suits(&op) {
                return word;
            }
        }
    }

    fn suits(&mut self, op: &Decoded) -> bool {
        let base = BASES.contains(&op.rn);
        let data = op.rd < BASES.start - 1;
        match op.group {
            Group::Ialu => data && (op.rn < 8 || op.kind == Kind::MovI) && op.kind != Kind::Movt,
            Group::Fpu => data && op.rn < 16,
            Group::LoadStore => {
                let far = op.kind == Kind::Testset && self.below(8) == 0;
                let near = base && (-16..16).contains(&op.imm) && !op.kind.indexed();
                let aligned = op.imm & 7 == 0 || self.below(16) == 0;
                data && (near && aligned || far)
            }
            Group::Control => op.kind == Kind::Nop,
        }
    }
}

/// A loop of `length` random instructions, with packets that come in between.
fn random_loop(seed: u64, quantum: u64) -> Bench {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut b = Bench::new();
    b.quantum = quantum;
    b.core.st.config = match random.below(4) {
        0 => config::RMODE,
        _ => 0,
    };
    for (n, address) in BASES.zip(ADDRESSES) {
        b.core.st.r[usize::from(n)] = address;
    }
    for n in 0..BASES.start {
        b.core.st.r[usize::from(n)] = match random.below(2) {
            0 => random.below(100) as u32,
            _ => (random.below(100) as f32).to_bits(),
        };
    }
    b.core.st.r[usize::from(TURNS)] = 40;
    let mut at = CODE + 2 * random.below(8) as u32;
    let first = at;
    for _ in 0..random.below(40) + 2 {
        let word = random.instruction();
        let len = if is_long(word as u16) { 4 } else { 2 };
        let pa = b.core.global(at);
        assert!(b.mem.poke(pa, &word.to_le_bytes()[..len]));
        at += len as u32;
    }
    let branch = Insn::Bne32 {
        t: Target::new(first as i32 - at as i32 - 4),
    };
    let end = b.put(at, &[addi(TURNS, TURNS, -1), branch, Insn::Bkpt {}]);
    if random.below(4) == 0 {
        // A hardware loop around some of it, without what the manual demands of one.
        (b.core.st.ls, b.core.st.le) = (first, at);
        b.core.st.lc = 30;
        b.core.review_loop();
    }
    for _ in 0..random.below(20) {
        let place = OWN + 8 * random.below(0xf00) as u32 + 0x400;
        let value = random.below(1 << 40);
        b.arrive(
            random.below(3000),
            Op::Write,
            place.max(OWN + end),
            8,
            value,
        );
    }
    b.start(first);
    b.run_until(200_000);
    b
}

#[test]
fn slices_do_not_show() {
    for seed in 1..=300 {
        let one_by_one = random_loop(seed, 1);
        assert!(one_by_one.core.halted(), "{seed}: it ends");
        for quantum in [7, 50, 1000] {
            let b = random_loop(seed, quantum);
            let (got, expected) = (b.core.save(), one_by_one.core.save());
            assert!(got == expected, "seed {seed}, slices of {quantum}");
            let memory = |b: &Bench| b.mem.peek(OWN.into(), 0x8000).map(<[u8]>::to_vec);
            assert!(memory(&b) == memory(&one_by_one), "seed {seed}: memory");
        }
    }
}

/// Code that is overwritten while it is a run: the new code is executed.
#[test]
fn runs_are_forgotten() {
    let [low, high] = set(1, addi(2, 2, 100).encode());
    let mut program = vec![mov(3, 10), mov(2, 0), low, high, mov(4, CODE as i32)];
    let turn = 4 * program.len() as i32;
    program.extend([addi(2, 2, 1), addi(3, 3, -1)]);
    program.push(Insn::Bne32 { t: Target::new(-8) });
    // Once more, with the other addition.
    program.extend([mov(3, 10), str(1, 4, turn), addi(5, 5, 1), addi(6, 5, -2)]);
    program.push(Insn::Bne32 {
        t: Target::new(turn - 4 * program.len() as i32),
    });
    let mut b = Bench::with(&program);
    b.run();
    assert_eq!(b.r(2), 10 + 10 * 100);
}
