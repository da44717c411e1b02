//! Blocks leave a core as execution in single steps does: registers, memory, caches, interlocks, the
//! last control transfers and meters.

use super::*;
use crate::isa::{Class, Op, ROWS};
use crate::{decoded::DecodedInsn, handlers::handler};
use trueboard_core::cpu::Translate;
use trueboard_core::fact::FactKind;
use trueboard_core::observe::{Kinds, Observer, Running};
use trueboard_core::snapshot::to_bytes;

/// `ta 0`.
const END: u32 = 0x91d0_2000;
/// `nop`.
const NOP: u32 = 0x0100_0000;

/// Cycles after which a program that does not end is left.
const LONGEST_RUN: u64 = 20_000;

/// A part of the state, by name.
pub(super) type Part = (&'static str, Vec<u8>);

/// Bits of doubles at which an operation changes, signs apart: zero, subnormal, the least normal numbers, numbers
/// around 1, of many bits, near overflow, infinite, quiet and signalling NaN; doubles that singles and integers have
/// trouble with.
const CORNERS: [u64; 22] = [
    0,
    1,
    0x000f_ffff_ffff_ffff,
    0x0010_0000_0000_0000,
    0x0010_0000_0000_0001,
    0x0020_0000_0000_0000,
    0x1ff0_0000_0000_0000,
    0x2000_0000_0000_0001,
    0x3690_0000_0000_0000,
    0x3810_0000_0000_0000,
    0x380f_ffff_ffff_ffff,
    0x3ff0_0000_0000_0000,
    0x3ff0_0000_0000_0001,
    0x3fff_ffff_ffff_ffff,
    0x41df_ffff_ffc0_0000,
    0x41e0_0000_0000_0000,
    0x47ef_ffff_f000_0000,
    0x5fe0_0000_0000_0000,
    0x7fef_ffff_ffff_ffff,
    0x7ff0_0000_0000_0000,
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0001,
];

impl Random {
    /// Bits of a double, or of two singles. `wild`: of any kind; else mostly ordinary numbers.
    pub(super) fn number(&mut self, wild: bool) -> u64 {
        let sign = (self.next() & 1) << 63;
        let exponent = (0x3ff - 30 + self.below(60) as u64) << 52;
        match self.below(if wild { 8 } else { 5 }) {
            0 => sign | (self.below(2000) as f64 / 8.0).to_bits(),
            // Many bits, few bits, the lowest bit.
            1 => sign | exponent | self.next() >> 12,
            2 => sign | exponent | self.next() >> 12 & !0 << (20 + self.below(30)),
            3 => sign | exponent | (self.below(4) as u64),
            4 => {
                let single = |r: &mut Random| {
                    let exponent = (0x7f - 12 + r.below(24) as u64) << 23;
                    (r.next() & 1) << 31 | exponent | r.next() >> 41 & !0 << r.below(23)
                };
                single(self) << 32 | single(self)
            }
            5 => sign | CORNERS[self.below(CORNERS.len())],
            // A corner of singles.
            6 => {
                let corner = |r: &mut Random| {
                    let of = CORNERS[r.below(CORNERS.len())];
                    (r.next() & 1) << 31 | of >> 29 & 0x7fff_ffff | of & 1
                };
                corner(self) << 32 | corner(self)
            }
            _ => self.next(),
        }
    }

    /// FSR: any rounding, some traps, flags that were raised before.
    pub(super) fn fsr(&mut self) -> u32 {
        let rounding = (self.below(8) as u32).saturating_sub(4) << 30;
        let traps = match self.below(4) {
            0 => self.next() as u32 & 0x1f << 23,
            _ => 0,
        };
        rounding | traps | self.next() as u32 & (1 << 22 | 0xfff)
    }

    /// An instruction that blocks are made of. It keeps %g1 to %g3; memory is reached by %g1.
    fn instruction(&mut self) -> u32 {
        let access = self.below(3) == 0;
        let floating = self.below(4) == 0;
        loop {
            let form = &ROWS[self.below(ROWS.len())].form;
            let word = self.next() as u32 & !form.fixed.mask | form.fixed.value;
            let (d, _) = DecodedInsn::decode(word);
            if handler(&d).is_none() {
                continue;
            }
            let memory = word >> 30 == 3;
            if memory != access || floating && !memory && !d.op.class().is_fpop() {
                continue;
            }
            if memory {
                // [%g1 + offset], of a few lines, mostly aligned; pairs are even.
                let offset = self.next() as u32 & if self.below(400) == 0 { 0x7f } else { 0x78 };
                let rd = (4 + self.below(28) as u32) & !1;
                return word & 0xc1f8_0000 | rd << 25 | 1 << 14 | 1 << 13 | offset;
            }
            if d.op.class() == Class::FpUnimp && self.below(400) != 0 {
                continue;
            }
            let keeps = !matches!(d.op, Op::Save | Op::Restore) || self.below(4) == 0;
            if keeps && !(1..=3).contains(&d.rd) {
                return word;
            }
        }
    }

    /// A program: a loop of straight code with branches over one or two instructions, a store into its
    /// code, and a branch back.
    fn program(&mut self) -> Vec<u32> {
        let mut words = Vec::new();
        for _ in 0..4 + self.below(40) {
            match self.below(12) {
                0..=1 => {
                    // Bicc and, sometimes, FBfcc; with and without the annul bit.
                    let op2 = if self.below(5) == 0 { 6 } else { 2 };
                    let cond = self.below(16) as u32;
                    let annul = self.below(2) as u32;
                    let over = 2 + self.below(2) as u32;
                    words.push(annul << 29 | cond << 25 | op2 << 22 | over);
                    words.push(self.instruction());
                    words.push(self.instruction());
                }
                // call . + 12, with what is passed.
                2 => words.extend([0x4000_0003, self.instruction(), self.instruction()]),
                // call . + 8; jmp %o7 + 20, over what is passed.
                4 => words.extend([
                    0x4000_0002,
                    NOP,
                    0x81c3_e014,
                    self.instruction(),
                    self.instruction(),
                ]),
                // st %g3, [%g2 + …]: a nop into the code.
                3 if self.below(8) == 0 => {
                    words.push(0xc620_a000 | (4 * self.below(40) as u32));
                }
                _ => words.push(self.instruction()),
            }
        }
        // Counted in memory, for windows change; two instructions behind the count.
        let back = -(words.len() as i32 + 4);
        words.extend([
            0xc800_4000 | 1 << 13 | 0x100, // ld [%g1 + 0x100], %g4
            0x88a1_2001,                   // subcc %g4, 1, %g4
            0xc820_6100,                   // st %g4, [%g1 + 0x100]
            NOP,
            0x1280_0000 | back as u32 & 0x3f_ffff, // bne back
            self.instruction(),
            END,
        ]);
        words
    }
}

fn bench(seed: u64) -> Bench {
    let mut r = Random::new(seed);
    let mut b = Bench::new(r.below(8) as u64);
    let program = r.program();
    b.program(&program);
    for n in 4..32 {
        b.set(n, r.next() as u32 >> r.below(32));
    }
    // In some programs the operands are of any kind, which mostly ends them soon.
    let (wild, fsr) = (r.below(8) == 0, r.below(3) == 0);
    for n in 0..16 {
        let bits = r.number(wild);
        b.core.set_register(Reg::F(2 * n), (bits >> 32) as u32);
        b.core.set_register(Reg::F(2 * n + 1), bits as u32);
    }
    if fsr {
        b.core.set_register(Reg::Fsr, r.fsr());
    }
    for i in 0..64 {
        let bits = r.number(wild);
        b.poke(DATA + 8 * i, (bits >> 32) as u32);
        b.poke(DATA + 8 * i + 4, bits as u32);
    }
    b.poke(DATA + 0x100, 60);
    b.set(1, DATA);
    b.set(2, CODE);
    b.set(3, NOP);
    b.bus.occupied = true;
    b
}

fn parts(b: &mut Bench) -> Vec<Part> {
    let bank = b.bank();
    let meters: Vec<u64> = Meter::ALL.iter().map(|&m| bank.get(m)).collect();
    vec![
        ("time", to_bytes(&(b.core.cycle, b.core.state.pc))),
        ("registers", to_bytes(&(&b.core.state, &b.core.fpu))),
        ("meters", to_bytes(&meters)),
        ("interlocks", to_bytes(&b.core.pipeline)),
        ("caches", to_bytes(&(&b.core.memory, &b.core.in_flight))),
        ("transfers", to_bytes(&b.core.history)),
        ("the core", b.core.save()),
        ("memory", to_bytes(&b.mem)),
    ]
}

/// Runs to the end, or for [`LONGEST_RUN`] cycles, in slices of `length` cycles. Answers why it ended, and what has become of all.
fn outcome(b: Bench, length: &mut dyn FnMut() -> u64) -> (u8, Vec<Part>) {
    outcome_until(b, LONGEST_RUN, length)
}

/// [`outcome`] after so many cycles.
pub(super) fn outcome_until(
    mut b: Bench,
    longest: u64,
    length: &mut dyn FnMut() -> u64,
) -> (u8, Vec<Part>) {
    while b.core.cycle < longest {
        let end = (b.core.cycle + length()).min(longest);
        match b.run_until(end) {
            Stop::Horizon | Stop::Yield | Stop::Sync => {}
            Stop::Error(e) => return (e.trap as u8, parts(&mut b)),
            other => panic!("{other:?} at {:#x}", b.core.state.pc),
        }
    }
    (0, parts(&mut b))
}

/// The names of the parts that differ.
pub(super) fn differing(a: &[Part], b: &[Part]) -> Vec<&'static str> {
    let pairs = a.iter().zip(b);
    pairs.filter(|(x, y)| x != y).map(|(x, _)| x.0).collect()
}

/// A core whose blocks are translated when they were executed once, or never.
fn translating(seed: u64, translates: bool) -> Bench {
    translating_program(bench(seed), translates)
}

/// [`translating`] of any program. Stores may go by a lane, as those of single steps do not.
pub(super) fn translating_program(mut b: Bench, translates: bool) -> Bench {
    b.bus.lane = Some(Box::new(Lane::new(Clock::new(1))));
    b.core.common.translate = match translates {
        true => Translate::AtOnce,
        false => Translate::Never,
    };
    b
}

/// A slice of one cycle goes by single steps.
fn compare_with_single_steps(seeds: std::ops::Range<u64>) {
    let (all, mut whole, mut wrong) = (seeds.end - seeds.start, 0, Vec::new());
    for seed in seeds {
        let (end, stepped) = outcome(bench(seed), &mut || 1);
        for translates in [false, true] {
            let mut r = Random::new(!seed);
            let long = outcome(translating(seed, translates), &mut || 5_000);
            let short = translating(seed, translates);
            let short = outcome(short, &mut || 5 + r.below(60) as u64);
            for (slices, (why, parts)) in [("long", long), ("short", short)] {
                let parts = differing(&stepped, &parts);
                if end != why || !parts.is_empty() {
                    wrong.push((seed, slices, translates, parts));
                }
            }
        }
        whole += u64::from(end == 0x80);
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

/// Takes the meters at each call and return.
#[derive(Default)]
struct Calls(Vec<(FactKind, Tick, Vec<u64>)>, Option<FactKind>);

impl Observer for Calls {
    fn kinds(&self) -> Kinds {
        Kinds::CONTROL
    }

    fn happened(&mut self, _: u8, kind: &FactKind) -> bool {
        self.1 = Some(*kind);
        true
    }

    fn measured(&mut self, _: u8, at: Tick, meters: &Running<'_>) {
        let kind = self.1.take().expect("something has happened");
        self.0.push((kind, at, meters.meters()));
    }
}

/// What happens at calls and returns is seen in blocks as it is in single steps, and changes nothing.
#[test]
fn calls_are_observed_in_blocks_as_in_single_steps() {
    let mut calls = 0;
    for seed in 0..200 {
        let seen = |length: u64| {
            let mut b = translating(seed, seed % 2 != 0);
            b.facts.observe(Box::new(Calls::default()), &b.meters);
            while b.core.cycle < LONGEST_RUN {
                let end = (b.core.cycle + length).min(LONGEST_RUN);
                if let Stop::Error(_) = b.run_until(end) {
                    break;
                }
            }
            let seen = b.facts.observer::<Calls>().expect("it observes").0.clone();
            (seen, parts(&mut b))
        };
        let ((stepped, at_end), (whole, in_blocks)) = (seen(1), seen(5_000));
        assert_eq!(stepped.len(), whole.len(), "seed {seed}");
        for (i, (a, b)) in stepped.iter().zip(&whole).enumerate() {
            assert_eq!(a, b, "seed {seed}, call {i}");
        }
        assert_eq!(differing(&at_end, &in_blocks), [""; 0], "seed {seed}");
        let unobserved = outcome(bench(seed), &mut || 5_000).1;
        assert_eq!(differing(&unobserved, &in_blocks), [""; 0], "seed {seed}");
        calls += whole.len();
    }
    assert!(calls > 2_000, "{calls} calls and returns");
}

/// Chooses an account at each call and return, of more than there are places for, and now and then none.
struct Choosing;

/// The account behind an event.
fn chosen(event: &FactKind) -> Option<u32> {
    let (FactKind::Call { from, to } | FactKind::Return { from, to }) = *event else {
        return None;
    };
    let n = (from / 4) as u32 * 31 + (to / 4) as u32;
    (!n.is_multiple_of(5)).then_some(n % 150)
}

impl Observer for Choosing {
    fn kinds(&self) -> Kinds {
        Kinds::ACCOUNTS
    }

    fn account(&mut self, _: u8, _: Tick, event: &FactKind) -> Option<u32> {
        chosen(event)
    }
}

/// Accounts get what the meters advance by while they are current: in blocks, in single steps, and by the meters of each
/// event; beside an observer who wants these, too.
#[test]
fn accounts_get_what_is_metered_while_they_are_current() {
    for seed in 0..100 {
        let run = |length: u64, choosing: bool, measuring: bool| {
            let mut b = translating(seed, seed % 2 != 0);
            if measuring {
                b.facts.observe(Box::new(Calls::default()), &b.meters);
            }
            if choosing {
                b.facts.observe(Box::new(Choosing), &b.meters);
            }
            while b.core.cycle < LONGEST_RUN {
                let end = (b.core.cycle + length).min(LONGEST_RUN);
                if let Stop::Error(_) = b.run_until(end) {
                    break;
                }
            }
            // What is saved does not show whether blocks are metered.
            let pending = b.core.save();
            b.core.meter_blocks();
            assert!(b.core.save() == pending, "seed {seed}");
            b
        };
        let sums = |b: &mut Bench| -> Vec<Vec<u64>> {
            let bank = b.bank();
            let accounts = b.core.accounts().expect("accounts are chosen");
            let all = (0..150).map(|account| accounts.sums(account, &bank));
            all.map(|mut sums| {
                sums.resize(Meter::COUNT, 0);
                sums
            })
            .collect()
        };
        // By the meters of each event.
        let mut measured = run(5_000, false, true);
        let end = [(None, measured.bank().in_both_modes())];
        let events = &measured.facts.observer::<Calls>().expect("it observes").0;
        let mut expected = vec![vec![0; Meter::COUNT]; 150];
        let (mut current, mut before) = (0, vec![0; Meter::COUNT]);
        let events = events
            .iter()
            .map(|(e, _, meters)| (chosen(e), meters.clone()));
        for (account, meters) in events.chain(end) {
            for (sum, (now, before)) in expected[current].iter_mut().zip(meters.iter().zip(&before))
            {
                *sum += now - before;
            }
            before = meters;
            current = account.map_or(current, |a| a as usize);
        }
        for (length, measuring) in [(1, false), (7, false), (5_000, false), (5_000, true)] {
            let mut b = run(length, true, measuring);
            assert_eq!(sums(&mut b), expected, "seed {seed}, slices of {length}");
            let mut alone = run(length, false, false);
            assert_eq!(
                differing(&parts(&mut b), &parts(&mut alone)),
                [""; 0],
                "seed {seed}"
            );
        }
    }
}

/// Loads and their use, a product, a branch that annuls its delay slot now and then, a call and a store,
/// over several lines of code.
fn mixture() -> Bench {
    let mut b = Bench::new(5);
    b.program(&[
        0xc800_6000, // ld [%g1], %g4
        0x8801_2003, // add %g4, 3, %g4
        0x8a59_0004, // smul %g4, %g4, %g5
        0x8c01_4004, // add %g5, %g4, %g6
        0x8e89_a004, // andcc %g6, 4, %g7
        0x3280_0003, // bne,a . + 12
        0xca00_6004, // ld [%g1 + 4], %g5
        0x8e01_4005, // add %g5, %g5, %g7
        0x4000_0003, // call . + 12
        0xc800_6008, // ld [%g1 + 8], %g4
        NOP,
        0x8801_0004, // add %g4, %g4, %g4
        0x88a1_2001, // subcc %g4, 1, %g4
        0xcc20_6000, // st %g6, [%g1]
        0x8e10_2007, // mov 7, %g7
        0x84a0_a001, // subcc %g2, 1, %g2
        0x12bf_fff0, // bne to the beginning
        0xc600_6008, // ld [%g1 + 8], %g3
        END,
    ]);
    b.set(1, DATA);
    b.set(2, 1000);
    b
}

#[test]
fn a_slice_can_end_at_each_cycle_of_a_block() {
    let mut stepped = mixture();
    for until in 1..2_000 {
        stepped.run_until(until);
    }
    for until in 2_000..3_000 {
        stepped.run_until(until);
        let mut b = mixture();
        b.run_until(1_990);
        b.run_until(until);
        let (a, b) = (parts(&mut stepped), parts(&mut b));
        assert_eq!(differing(&a, &b), [""; 0], "until {until}");
    }
    let bank = stepped.bank();
    for m in [
        Meter::Annulled,
        Meter::LoadUseStalls,
        Meter::MulDivStalls,
        Meter::BranchMisses,
    ] {
        assert_ne!(bank.get(m), 0, "{m:?}");
    }
}

/// Now and then the program overwrites an instruction of its own block, ahead of itself, in turn with one
/// and another.
#[test]
fn a_block_can_overwrite_itself() {
    const INC: u32 = 0x8e01_e001;
    const TURNS: u32 = 400;
    let overwrites = |turn: u32| turn % 41 == 40;
    let program = || {
        let mut b = Bench::new(2);
        b.program(&[
            0xc600_6000, // ld [%g1], %g3
            0x8200_6004, // add %g1, 4, %g1
            0x901a_0009, // xor %o0, %o1, %o0
            0xd020_e000, // st %o0, [%g3]
            NOP,
            0x8c01_a001, // inc %g6
            NOP,         // or inc %g7
            0x8aa1_6001, // subcc %g5, 1, %g5
            0x12bf_fff8, // bne to the beginning
            NOP,
            END,
        ]);
        for turn in 0..TURNS {
            let place = if overwrites(turn) {
                CODE + 0x18
            } else {
                DATA + 0x800
            };
            b.poke(DATA + 4 * turn, place);
        }
        b.set(1, DATA);
        b.set(5, TURNS);
        b.set(6, 0);
        b.set(7, 0);
        b.set(8, NOP);
        b.set(9, NOP ^ INC);
        b
    };
    let (why, stepped) = outcome(program(), &mut || 1);
    let (_, long) = outcome(program(), &mut || 20_000);
    assert_eq!(why, 0x80);
    assert_eq!(differing(&stepped, &long), [""; 0]);
    let mut b = program();
    b.run_until(20_000);
    let (mut inc, mut expected) = (false, 0);
    for turn in 0..TURNS {
        if overwrites(turn) {
            inc = turn % 2 == 0;
        }
        expected += u32::from(inc);
    }
    assert_eq!(b.core.register(Reg::R(7)), expected);
}

/// What is executed most is in blocks, and these lead to each other.
#[test]
fn loops_are_executed_in_blocks() {
    let mut b = mixture();
    b.run_until(5_000);
    let blocks = b.core.blocks.as_mut().expect("there are blocks");
    let mut times = Vec::new();
    blocks.drain(|insns, _, n| times.push(insns.len() as u64 * n));
    assert!(times.iter().sum::<u64>() > 1_000, "{times:?}");
}
