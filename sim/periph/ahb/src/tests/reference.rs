//! Random requests against a bus written a second time, cycle by cycle, on an array of owners.

use super::*;
use trueboard_core::random::Random;

/// The bus as an array: who owns each cycle.
#[derive(Default)]
struct Naive {
    owner: Vec<Option<u8>>,
    in_order_end: usize,
    waited_for: [[u64; 8]; 8],
}

impl Naive {
    fn at(&self, cycle: usize) -> Option<u8> {
        self.owner.get(cycle).copied().flatten()
    }

    fn fits(&self, m: u8, start: usize, len: usize) -> bool {
        let other = |c: usize| self.at(c).is_some_and(|o| o != m);
        (start..start + len).all(|c| self.at(c).is_none())
            && !(start > 0 && other(start - 1))
            && !other(start + len)
    }

    /// Takes `len` cycles at or after `from`; a locked transfer takes none before another's.
    fn take(&mut self, m: u8, asked: usize, from: usize, len: usize, last: bool) -> usize {
        let mut start = from;
        let taken = self.owner.len();
        while !self.fits(m, start, len) || (last && start < taken) {
            start += 1;
        }
        let blocker = (0..start).rev().find_map(|c| self.at(c)).unwrap_or(m);
        for c in asked..start {
            let who = self.at(c).unwrap_or(blocker);
            self.waited_for[usize::from(m)][usize::from(who)] += 1;
        }
        self.owner.resize(taken.max(start + len), None);
        self.owner[start..start + len].fill(Some(m));
        start
    }

    /// (granted, first).
    fn go(&mut self, m: u8, at: usize, op: Op, bytes: u16, pa: u64) -> (usize, usize) {
        let beats = usize::from(bytes.div_ceil(16));
        let latency = (pa & 0xff) as usize;
        let split = pa & 0x100 != 0 && op == Op::Read;
        let len = match op {
            Op::Write => (1 + 1).max(1 + beats),
            Op::Rmw => 1 + latency + 1 + 2,
            _ if split => 3.max(1 + beats),
            _ => 1 + latency + beats - 1,
        };
        let from = at.max(self.in_order_end);
        let granted = self.take(m, at, from, len, op == Op::Rmw);
        self.in_order_end = granted + len;
        if !split {
            let first = if op == Op::Write { 2 } else { 1 + latency };
            return (granted, granted + first);
        }
        let ready = (granted + 1 + latency).max(granted + len);
        let complete = granted + 1 + latency + 3 * (beats - 1) + 2;
        // The data phase gets shorter the later it starts, so its length is tried anew each cycle.
        let mut start = ready;
        let end = loop {
            let end = complete.max(start + 2 + beats - 1);
            if self.fits(m, start, end - start) {
                break end;
            }
            start += 1;
        };
        self.take(m, ready, start, end - start, false);
        (granted, start + 2)
    }
}

/// Runs `count` random requests of six masters, each with one outstanding.
fn run(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let mut rig = Rig::new();
    let mut naive = Naive::default();
    let mut next = [0u64; 6];
    for _ in 0..count {
        let m = (0..6).min_by_key(|&m| next[m]).unwrap();
        let at = next[m];
        let op = [Op::Read, Op::Read, Op::Read, Op::Write, Op::Rmw][random.below(5) as usize];
        let bytes = match op {
            Op::Read => [1, 4, 8, 16, 32, 32][random.below(6) as usize],
            _ => [1, 2, 4, 8][random.below(4) as usize],
        };
        let split = if op == Op::Read { random.below(2) } else { 0 } << 8;
        let pa = split | (1 + random.below(if split == 0 { 12 } else { 60 }));
        let (granted, first, done) = rig.go(m as u8, at, op, bytes, pa);
        let expected = naive.go(m as u8, at as usize, op, bytes, pa);
        assert_eq!((granted as usize, first as usize), expected, "seed {seed}");
        next[m] = done + random.below(20);
    }
    check(&mut rig, &naive, seed);
}

fn check(rig: &mut Rig, naive: &Naive, seed: u64) {
    let mut pulses = rig.ahb.take_pulses();
    pulses.sort_by_key(|p| p.start);
    for pair in pulses.windows(2) {
        let gap = if pair[0].master == pair[1].master {
            0
        } else {
            CYCLE
        };
        assert!(pair[0].end + gap <= pair[1].start, "seed {seed}: {pair:?}");
    }
    let bank = rig.settled(naive.owner.len() as u64 + 5);
    let sum = |a, b| bank.get(a) + bank.get(b);
    assert_eq!(
        sum(BusMeter::Used, BusMeter::Idle),
        bank.get(BusMeter::Cycles)
    );
    assert_eq!(
        sum(BusMeter::NonSeq, BusMeter::Seq),
        sum(BusMeter::Reads, BusMeter::Writes)
    );
    for m in 0..8u8 {
        let own = naive.owner.iter().filter(|o| **o == Some(m)).count() as u64;
        let i = usize::from(m);
        assert_eq!(bank.used[i], own, "seed {seed}");
        assert_eq!(bank.waited_for[i][..8], naive.waited_for[i], "seed {seed}");
        assert_eq!(bank.waited_for[i].iter().sum::<u64>(), bank.waited[i]);
    }
    assert_eq!(bank.get(BusMeter::Waits), bank.waited.iter().sum::<u64>());
}

#[test]
fn random_requests_agree_with_the_array() {
    for seed in 1..=40u64 {
        run(seed << 32 | 0x9E37_79B9, 400);
    }
}

#[test]
fn requests_out_of_order_do_no_harm() {
    // A relaxed schedule delivers requests a little late: no overlap, no underflow, exact sums.
    let mut random = Random::new(77);
    let mut rig = Rig::new();
    for i in 0..5000u64 {
        let at = (i * 6).saturating_sub(random.below(60));
        let pa = (random.below(2) << 8) | (1 + random.below(40));
        let (granted, first, done) = rig.go(random.below(4) as u8, at, Op::Read, 32, pa);
        assert!(at <= granted && granted < first && first <= done);
        if i % 7 == 0 {
            rig.settled(i * 6);
        }
    }
    let mut pulses = rig.ahb.take_pulses();
    pulses.sort_by_key(|p| p.start);
    assert!(pulses.windows(2).all(|p| p[0].end <= p[1].start));
    let end = pulses.last().unwrap().end.0 / CYCLE;
    let bank = rig.settled(end);
    assert_eq!(bank.get(BusMeter::Used) + bank.get(BusMeter::Idle), end);
    for m in 0..4 {
        assert_eq!(bank.waited_for[m].iter().sum::<u64>(), bank.waited[m]);
    }
}
