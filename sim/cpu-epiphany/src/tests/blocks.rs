//! Blocks change nothing: random programs end with the same state step by step and in blocks, however
//! their slices are cut. In slices of one cycle there are no blocks.

use super::*;
use crate::isa::special as sr;
use crate::isa::{Group, Op as Decoded, Opcode, decode, is_long};
use crate::state::config;
use trueboard_core::cpu::Translate;

/// Registers that hold addresses, and what they hold: each bank, one near its end; the core's own
/// memory as others see it, a neighbour's, and memory outside of the chip.
const BASES: std::ops::Range<u8> = 32..39;
const ADDRESSES: [u32; 7] = [
    0x1800,
    0x3fe0,
    0x4100,
    0x6800,
    OWN + 0x4200,
    NEXT + 0x1000,
    DRAM + 0x40,
];
/// Those of [`BASES`] in the core's own memory, by local addresses.
const NEAR: std::ops::Range<u8> = 32..36;
/// Counts turns down.
const TURNS: u8 = 40;
/// The address of an instruction, what it is now, and what makes another one of it.
const VICTIM: [u8; 3] = [41, 42, 43];
/// CONFIG, and what changes in it.
const MODE: [u8; 2] = [44, 45];
/// Counts turns of a hardware loop.
const LOOPS: u8 = 46;
/// What handlers count, and a counter's new value.
const HANDLED: u8 = 50;
const AGAIN: u8 = 51;
/// A subroutine, and the register that has its address.
const AT_ROUTINE: u8 = 52;
const ROUTINE: u32 = 0x80;
/// A descriptor for DMA, and what it moves.
const DESCRIPTOR: u32 = 0x7800;
const MOVED: u32 = 0x7880;

/// Small numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    /// True once in `n` times.
    fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
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
        let base = NEAR.contains(&op.rn) || BASES.contains(&op.rn) && self.once_in(2);
        // Often the same few: results from outside are still on their way when they are used.
        let data = op.rd < BASES.start - 1 && (op.rd < 6 || self.once_in(3));
        match op.group {
            Group::Ialu => {
                data && (op.rn < 8 || op.opcode == Opcode::MovI) && op.opcode != Opcode::Movt
            }
            Group::Fpu => data && op.rn < 16,
            Group::LoadStore => {
                let far = op.opcode == Opcode::Testset && self.once_in(8);
                let near = base && (-16..16).contains(&op.imm) && !indexed(op.opcode);
                let aligned = op.imm & 7 == 0 || self.once_in(16);
                data && (near && aligned || far)
            }
            Group::Control => op.opcode == Opcode::Nop,
        }
    }

    /// A load from outside, blocks that do not look at its result, and one that does.
    fn behind_a_run(&mut self) -> Vec<u32> {
        let (d, base) = (self.below(8) as u8, 36 + self.below(3) as u8);
        let t = Target::new(4);
        let mut words = vec![ldr(d, base, 0).encode()];
        for _ in 0..1 + self.below(3) {
            for _ in 0..2 + self.below(4) {
                let free = 8 + self.below(20) as u8;
                words.push(addi(free, free, self.below(3) as i32).encode());
            }
            let branch = [Insn::Bgt32 { t }, Insn::Beq32 { t }, Insn::B32 { t }];
            words.push(branch[self.below(3) as usize].encode());
        }
        words.extend([addi(28, d, 1).encode(), addi(d, d, 1).encode()]);
        words
    }

    /// What a loop has now and then besides.
    fn seldom(&mut self) -> Vec<u32> {
        let victim = VICTIM.map(r);
        let [config, change] = MODE.map(r);
        let all: Vec<Insn> = match self.below(9) {
            0 => vec![movfs(self.below(31) as u8, sr::CTIMER0)],
            1 => vec![movfs(self.below(31) as u8, sr::CTIMER1)],
            2 => vec![movfs(self.below(31) as u8, sr::STATUS)],
            3 => {
                let t = Target::new(4 * (1 + self.below(2) as i32));
                vec![Insn::Bgt32 { t }, nop(), nop(), nop(), nop()]
            }
            4 => vec![Insn::Jalr32 { n: r(AT_ROUTINE) }],
            5 => vec![Insn::Gid {}, addi(1, 1, 1), Insn::Gie {}],
            6 => {
                let (d, n, m) = (config, config, change);
                let change = Insn::Eor32 { d, n, m };
                vec![change, movts(sr::CONFIG, MODE[0])]
            }
            7 => {
                let [_, d, m] = victim;
                let change = Insn::Eor32 { d, n: d, m };
                vec![change, str(VICTIM[1], VICTIM[0], 0)]
            }
            _ => vec![str(VICTIM[1], VICTIM[0], 0)],
        };
        all.iter().map(Insn::encode).collect()
    }
}

/// Words into local memory, one behind the other.
fn put_words(b: &mut Bench, mut at: u32, words: &[u32]) -> u32 {
    for word in words {
        let len = if is_long(*word as u16) { 4 } else { 2 };
        let pa = b.core.global(at);
        assert!(b.mem.poke(pa, &word.to_le_bytes()[..len]));
        at += len as u32;
    }
    at
}

/// Handlers for all interrupts, and the subroutine.
fn put_handlers(b: &mut Bench, random: &mut Random) {
    // SYNC ends what goes wrong. The others count, the counters begin again.
    for vector in (4..0x28).step_by(4) {
        let to = Target::new(0x30 - vector);
        let t = if [0xc, 0x10].contains(&vector) {
            Target::new(0x40 - vector)
        } else {
            to
        };
        b.put(vector as u32, &[Insn::B32 { t }]);
    }
    b.put(0x30, &[addi(HANDLED, HANDLED, 1), Insn::Rti {}]);
    b.put(
        0x40,
        &[
            movts(sr::CTIMER0, AGAIN),
            movts(sr::CTIMER1, AGAIN),
            Insn::Rti {},
        ],
    );
    let mut at = ROUTINE;
    for _ in 0..random.below(6) {
        let word = random.instruction();
        at = put_words(b, at, &[word]);
    }
    b.put(at, &[Insn::Jr32 { n: r(14) }]);
}

/// A loop of random instructions, with packets that come in between, with interrupts, and with code
/// that changes. Its blocks are translated when they were executed once, if `translates`, or never.
fn random_loop(seed: u64, quantum: u64, translates: bool) -> Bench {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut b = Bench::new();
    b.quantum = quantum;
    // Where calls are reported blocks are metered at once.
    b.facts = FactBuf::new(seed.is_multiple_of(2) && !translates);
    b.core.common.translate = match translates {
        true => Translate::AtOnce,
        false => Translate::Never,
    };
    b.core.st.config = match random.below(4) {
        0 => config::RMODE,
        _ => 0,
    };
    for (n, address) in BASES.zip(ADDRESSES) {
        b.core.st.r[usize::from(n)] = address;
    }
    for n in 0..NEAR.start {
        b.core.st.r[usize::from(n)] = match random.below(2) {
            0 => random.below(100) as u32,
            _ => (random.below(100) as f32).to_bits(),
        };
    }
    b.core.st.r[usize::from(TURNS)] = 40;
    b.core.st.r[usize::from(AT_ROUTINE)] = ROUTINE;
    put_handlers(&mut b, &mut random);
    // Often across the end of a bank.
    let mut at = match random.below(3) {
        0 => 0x1f80 + 8 * random.below(16) as u32,
        _ => CODE,
    } + 2 * random.below(8) as u32;
    let first = at;
    at = b.put(at, &[movts(sr::LC, LOOPS)]);
    let (mut places, lively) = (Vec::new(), random.below(2) * 8);
    for _ in 0..random.below(40) + 2 {
        let word = random.instruction();
        places.push((at, word));
        at = put_words(&mut b, at, &[word]);
        if random.once_in(6) {
            let words = random.behind_a_run();
            at = put_words(&mut b, at, &words);
        }
        if lively != 0 && random.once_in(lively) {
            let words = random.seldom();
            at = put_words(&mut b, at, &words);
        }
    }
    let branch = Insn::Bne32 {
        t: Target::new(first as i32 - at as i32 - 4),
    };
    let end = b.put(at, &[addi(TURNS, TURNS, -1), branch, Insn::Bkpt {}]);
    if random.once_in(4) {
        // A hardware loop around some of it, in every turn, without what the manual demands of one.
        let from = random.below(places.len() as u64) as usize;
        let to = from + random.below((places.len() - from) as u64) as usize;
        (b.core.st.ls, b.core.st.le) = (places[from].0, places[to].0);
        b.core.st.r[usize::from(LOOPS)] = 1 + random.below(6) as u32;
    }
    surprise(&mut b, &mut random, &places, lively != 0);
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

/// What changes code and what interrupts it: an instruction that the loop may overwrite, packets onto
/// `places` of the code, DMA onto it, requests, counters.
fn surprise(b: &mut Bench, random: &mut Random, places: &[(u32, u32)], lively: bool) {
    let long = |&&(at, word): &&(u32, u32)| at & 3 == 0 && is_long(word as u16);
    let victims: Vec<(u32, u32)> = places.iter().filter(long).copied().collect();
    let other = |random: &mut Random| loop {
        let word = random.instruction();
        if is_long(word as u16) {
            return word;
        }
    };
    let Some(&(at, word)) = victims.get(random.below(places.len() as u64) as usize / 2) else {
        b.core.st.r[usize::from(VICTIM[0])] = 0x1700;
        return;
    };
    let changed = other(random);
    for (register, value) in VICTIM.into_iter().zip([at, word, word ^ changed]) {
        b.core.st.r[usize::from(register)] = value;
    }
    if !lively {
        return;
    }
    let events = random.below(256) as u32 & 0x77;
    b.core.st.config |= events << config::CTIMER_SHIFT;
    b.core.st.r[usize::from(AGAIN)] = 20 + random.below(300) as u32;
    let changes = [
        config::RMODE,
        4 << 17,
        config::INVALID,
        config::SINGLE_ISSUE,
    ];
    b.core.st.r[usize::from(MODE[0])] = b.core.st.config;
    b.core.st.r[usize::from(MODE[1])] = changes[random.below(4) as usize];
    for _ in 0..random.below(6) {
        let at = random.below(4000);
        b.arrive(
            at,
            Op::Write,
            OWN + sr::ILATST,
            4,
            1 << (3 + random.below(7)),
        );
    }
    for _ in 0..random.below(12) {
        let (place, _) = victims[random.below(victims.len() as u64) as usize];
        let word = other(random);
        b.arrive(random.below(6000), Op::Write, OWN + place, 4, word.into());
    }
    if random.once_in(3) {
        // Words onto one instruction, slowly from far away, or quickly.
        let from = if random.once_in(2) { DRAM } else { MOVED };
        let words = [(2 << 5) | 0x13, 4, 0x0001_0008, 0, from, at];
        for (i, w) in (0..).zip(words) {
            b.poke(DESCRIPTOR + 4 * i, w);
        }
        for i in 0..8 {
            let word = other(random).to_le_bytes();
            let pa = b.core.global(from + 4 * i);
            assert!(b.mem.poke(pa, &word));
        }
        let start = u64::from(DESCRIPTOR << 16 | 8);
        b.arrive(
            random.below(2000),
            Op::Write,
            OWN + sr::DMA0CONFIG,
            4,
            start,
        );
    }
}

/// Executions of blocks since they were last metered.
fn executed(b: &Bench) -> u64 {
    let mut executed = 0;
    if let Some(blocks) = b.core.code.unmetered() {
        blocks.pending(|_, _, times| executed += times);
    }
    executed
}

/// Executions of blocks in translated code since they were last metered.
pub(super) fn executed_in_code(b: &Bench) -> u64 {
    let mut executed = 0;
    if let (Some(code), Some(blocks)) =
        (b.core.translation.as_deref(), b.core.code.blocks.as_deref())
    {
        code.pending(blocks, |_, _, times| executed += times);
    }
    executed
}

fn compare_with_slices_of_a_cycle(seeds: std::ops::Range<u64>) {
    let (mut passed, mut in_code, mut issued) = (0, 0, 0);
    for seed in seeds {
        let one_by_one = random_loop(seed, 1, false);
        assert!(one_by_one.core.st.halted(), "{seed}: it ends");
        assert!(one_by_one.core.code.blocks.is_none(), "{seed}: no blocks");
        let all = [2, 7, 50, 1000].map(|quantum| (quantum, false));
        let translated = [7, 50, 1000].map(|quantum| (quantum, true));
        for (quantum, translates) in all.into_iter().chain(translated) {
            let mut b = random_loop(seed, quantum, translates);
            // That does depend on how long slices are.
            b.core.safe_until = one_by_one.core.safe_until;
            let (got, expected) = (b.core.save(), one_by_one.core.save());
            let case = format!("seed {seed}, slices of {quantum}, translated: {translates}");
            assert!(got == expected, "{case}");
            let memory = |b: &Bench| b.mem.peek(OWN.into(), 0x8000).map(<[u8]>::to_vec);
            assert!(memory(&b) == memory(&one_by_one), "{case}: memory");
            if quantum == 1000 {
                in_code += executed_in_code(&b);
                passed += executed(&b);
                issued += b.core.live.now;
            }
        }
    }
    assert!(passed > issued / 100, "{passed} blocks in {issued} cycles");
    assert!(
        in_code > issued / 1000,
        "{in_code} in code, {issued} cycles"
    );
}

#[test]
fn slices_do_not_show() {
    compare_with_slices_of_a_cycle(1..401);
}

#[test]
#[ignore = "minutes: many programs"]
fn slices_of_many_programs_do_not_show() {
    compare_with_slices_of_a_cycle(401..8_000);
}

/// Code that is overwritten while it is a block: the new code is executed.
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

/// Accesses whose offset is Rm.
fn indexed(kind: Opcode) -> bool {
    let mut rows = crate::isa::ROWS.iter().filter(|row| row.class == kind);
    rows.any(|row| row.form.operands.iter().any(|f| f.name == "m"))
}
