//! Loops of arithmetic, loads and stores in translated code, by what single steps make of the same operands: registers,
//! flags, memory, time, uses of banks.

use super::*;
use crate::isa::{Group, Opcode, decode, is_long};
use crate::state::config;
use trueboard_core::cpu::Translate;

/// Operands come from here on, results go there; another pointer comes from bank 0 into bank 1.
const DATA: u32 = 0x4000;
const RESULTS: u32 = 0x6000;
const ACROSS: u32 = 0x1f80;
/// Registers with these addresses, and the one that counts turns.
const POINTERS: [u8; 3] = [32, 33, 34];
const TURNS: u8 = 35;

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

    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A single; `wild`: often one of which the FPU says more than its sign, or makes such a result.
    fn single(&mut self, wild: bool) -> u32 {
        const CORNERS: [u32; 9] = [
            0,
            1,
            0x007f_ffff,
            0x0080_0000,
            0x0080_0001,
            0x7f7f_ffff,
            0x7f80_0000,
            0x7f80_0001,
            0x7fc0_1234,
        ];
        let bits = self.next() as u32;
        let sign = bits & 1 << 31;
        match self.below(8) {
            0 if wild => sign | CORNERS[self.below(CORNERS.len())],
            1 if wild => sign | (bits & 0x1f) << 23 | bits >> 9 & 0x7f_ffff,
            2 if wild => bits,
            // Few bits, so that ties and exact results occur.
            3 => sign | 0x3f00_0000 | bits & 0x00f0_0000,
            4 => sign,
            _ => sign | (0x70 + (bits & 0x1f)) << 23 | bits >> 9 & 0x7f_f00f,
        }
    }

    /// An operation on the registers of the loop.
    fn operation(&mut self) -> u32 {
        loop {
            let word = self.next() as u32;
            let word = if is_long(word as u16) {
                word
            } else {
                word & 0xffff
            };
            let op = decode(word);
            let few = op.rd < 12 && op.rn < 12 && op.rm < 12;
            let suits = match op.group {
                // Numbers of the FPU, now and then.
                Group::Ialu => op.rd > 5 || self.once_in(4),
                Group::Fpu => op.rd < 8 || self.once_in(4),
                _ => false,
            };
            if few && suits && op.opcode != Opcode::Movt {
                return word;
            }
        }
    }

    fn access(&mut self) -> Insn {
        let d = self.below(12) as u8;
        match self.below(6) {
            0 | 1 => ldr(d, POINTERS[0], 4 * self.below(4) as i32),
            2 => ldr(d, POINTERS[2], 4 * self.below(3) as i32),
            3 => ldrb(d, POINTERS[0], self.below(16) as i32),
            4 => strd(d & !1, POINTERS[1], 8 * self.below(2) as i32),
            _ => str(d, POINTERS[1], 4 * self.below(4) as i32),
        }
    }
}

/// A loop at an address that differs in its place in a line.
fn program(random: &mut Random) -> Vec<u32> {
    let mut words = [ldr(0, POINTERS[0], 0), ldr(1, POINTERS[0], 4)]
        .iter()
        .map(Insn::encode)
        .collect::<Vec<_>>();
    for _ in 0..2 + random.below(16) {
        match random.below(8) {
            0 | 1 => words.push(random.access().encode()),
            2 => {
                // To the next instruction, or over it.
                let t = Target::new(4 + 4 * random.below(2) as i32);
                let branch = [
                    Insn::Bgt32 { t },
                    Insn::Beq32 { t },
                    Insn::Bltu32 { t },
                    Insn::Blt32 { t },
                    Insn::Bbeq32 { t },
                    Insn::Bblt32 { t },
                    Insn::B32 { t },
                    Insn::Bl32 { t },
                ];
                words.push(branch[random.below(8)].encode());
                words.push(addi(20, 20, 1).encode());
            }
            _ => words.push(random.operation()),
        }
    }
    for (pointer, by) in POINTERS.into_iter().zip([16, 16, 4]) {
        words.push(addi(pointer, pointer, by).encode());
    }
    words.push(addi(TURNS, TURNS, -1).encode());
    words
}

fn bench(seed: u64, translates: bool, quantum: u64) -> Bench {
    let random = &mut Random::new(seed);
    let mut b = Bench::new();
    b.facts = FactBuf::new(false);
    b.quantum = quantum;
    b.core.common.translate = match translates {
        true => Translate::AtOnce,
        false => Translate::Never,
    };
    b.core.st.config = match random.below(8) {
        0 => config::RMODE,
        1 => 4 << 17,
        _ => 0,
    };
    let wild = random.below(3);
    for n in 0..0x400 {
        // The loop is translated before operands are wild.
        let wild = wild == 2 || wild == 1 && n > 40;
        b.poke(DATA + 4 * n, random.single(wild));
    }
    for n in 0..0x80 {
        b.poke(ACROSS + 4 * n, random.next() as u32);
    }
    for n in 0..32 {
        b.core.st.r[n] = match random.below(3) {
            0 => random.below(40) as u32,
            _ => random.single(false),
        };
    }
    for (n, address) in POINTERS.into_iter().zip([DATA, RESULTS, ACROSS]) {
        b.core.st.r[usize::from(n)] = address;
    }
    b.core.st.r[usize::from(TURNS)] = 60;
    let first = CODE + 2 * random.below(4) as u32;
    let mut at = first;
    for word in program(random) {
        let bytes = if is_long(word as u16) { 4 } else { 2 };
        let pa = b.core.global(at);
        assert!(b.mem.poke(pa, &word.to_le_bytes()[..bytes]));
        at += bytes as u32;
    }
    let t = Target::new(first as i32 - at as i32);
    b.put(at, &[Insn::Bne32 { t }, Insn::Bkpt {}]);
    if random.once_in(2) {
        for _ in 0..random.below(8) {
            // In the banks of the loop, and not where it loads or stores.
            let place =
                [DATA, RESULTS, ACROSS][random.below(3)] + 0x800 + 8 * random.below(32) as u32;
            let (at, value) = (random.below(2000) as u64, random.next());
            b.arrive(at, Op::Write, OWN + place, 8, value);
        }
    }
    b.start(first);
    b.run_until(100_000);
    b
}

fn compare(seeds: std::ops::Range<u64>) {
    let (mut wrong, mut in_code, all) = (Vec::new(), 0, seeds.end - seeds.start);
    for seed in seeds {
        let stepped = bench(seed, false, 1);
        assert!(stepped.core.st.halted(), "{seed}: it ends");
        for (translates, quantum) in [(false, 1000), (true, 1000), (true, 60), (true, 25)] {
            let mut b = bench(seed, translates, quantum);
            if quantum == 1000 {
                in_code += super::blocks::executed_in_code(&b);
            }
            // What depends on how long slices are.
            b.core.safe_until = stepped.core.safe_until;
            let memory = |b: &Bench| b.mem.peek(OWN.into(), 0x8000).map(<[u8]>::to_vec);
            if b.core.save() != stepped.core.save() || memory(&b) != memory(&stepped) {
                wrong.push((seed, translates, quantum));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(in_code > 20 * all, "{in_code} executions in code");
}

#[test]
fn loops_in_code_are_those_of_single_steps() {
    compare(0..1_000);
}

/// What the core is left with by what `start` makes, in blocks and in code, is what it is left with by single steps.
fn is_stepped(start: impl Fn(&mut Bench)) -> Bench {
    let run = |translates, quantum| {
        let mut b = Bench::new();
        b.facts = FactBuf::new(false);
        b.core.common.translate = match translates {
            true => Translate::AtOnce,
            false => Translate::Never,
        };
        b.quantum = quantum;
        start(&mut b);
        b.start(CODE);
        b.run_until(100_000);
        assert!(b.core.st.halted());
        b
    };
    let stepped = run(false, 1);
    for translates in [false, true] {
        let mut b = run(translates, 1000);
        b.core.safe_until = stepped.core.safe_until;
        assert_eq!(b.core.st.r, stepped.core.st.r, "{translates}");
        assert!(b.core.save() == stepped.core.save(), "{translates}");
    }
    stepped
}

/// A branch to the next instruction, taken or not: it is fetched anew, or is at hand.
#[test]
fn a_branch_to_the_next_instruction_may_be_taken() {
    let b = is_stepped(|b| {
        let eor = Insn::Eor32 {
            d: r(1),
            n: r(1),
            m: r(2),
        };
        // In every other turn, to an instruction that reaches into the next line.
        let beq = Insn::Beq32 { t: Target::new(4) };
        let turn = [eor, nop(), nop(), nop(), beq];
        let end = b.put(CODE, &turn);
        assert_eq!(end % 8, 6);
        let end = b.put(end, &[addi(3, 3, 1), addi(4, 4, 1), addi(TURNS, TURNS, -1)]);
        let t = Target::new(CODE as i32 - end as i32);
        b.put(end, &[Insn::Bne32 { t }, Insn::Bkpt {}]);
        (b.core.st.r[2], b.core.st.r[usize::from(TURNS)]) = (1, 40);
    });
    assert_eq!(b.r(3), 40);
    assert_eq!(b.count(Counted::BranchesTaken), 20 + 39);
}

/// A block is overwritten from outside that another one leads to, which lies elsewhere.
#[test]
fn code_does_not_lead_to_a_block_that_was_overwritten() {
    const ELSEWHERE: u32 = CODE + 0x80;
    for at in 500..520 {
        let b = is_stepped(|b| {
            let there = super::b((ELSEWHERE - CODE - 8) as i32);
            b.put(CODE, &[addi(1, 1, 1), addi(2, 2, 1), there]);
            let t = Target::new(CODE as i32 - ELSEWHERE as i32 - 8);
            let turn = [addi(3, 3, 1), addi(TURNS, TURNS, -1), Insn::Bne32 { t }];
            b.put(ELSEWHERE, &turn);
            b.put(ELSEWHERE + 12, &[Insn::Bkpt {}]);
            b.core.st.r[usize::from(TURNS)] = 200;
            let changed = addi(3, 3, 100).encode().into();
            b.arrive(at, Op::Write, OWN + ELSEWHERE, 4, changed);
        });
        assert!(b.r(3) > 1_000, "{}", b.r(3));
    }
}

/// A block that uses a result from outside, behind one that takes long enough for it in every other turn.
#[test]
fn code_waits_for_a_load_from_outside() {
    let b = is_stepped(|b| {
        let (outside, value, next) = (36, 5, 10);
        let turn = [
            Insn::Mov32 {
                d: r(9),
                n: r(next),
            },
            Insn::Eor32 {
                d: r(next),
                n: r(next),
                m: r(11),
            },
            ldr(value, outside, 0),
        ];
        let waits = b.put(CODE, &turn);
        let work = [1, 2, 3, 4, 12, 13, 14].map(|n| addi(n + 40, n + 40, 1));
        let at = b.put(waits, &work);
        let at = b.put(at, &[addi(9, 9, -1)]);
        let t = Target::new(waits as i32 - at as i32);
        let at = b.put(at, &[Insn::Bne32 { t }]);
        let at = b.put(
            at,
            &[add(6, 6, value), addi(7, 7, 1), addi(TURNS, TURNS, -1)],
        );
        let t = Target::new(CODE as i32 - at as i32);
        b.put(at, &[Insn::Bne32 { t }, Insn::Bkpt {}]);
        b.core.st.r[usize::from(outside)] = DRAM + 0x40;
        (b.core.st.r[10], b.core.st.r[11]) = (40, 40 ^ 2);
        b.core.st.r[usize::from(TURNS)] = 40;
    });
    assert_eq!(b.r(7), 40);
}

#[test]
#[ignore = "minutes: many programs"]
fn many_loops_in_code_are_those_of_single_steps() {
    compare(1_000..40_000);
}
