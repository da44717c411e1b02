//! A run that passes as remembered leaves the pipes as one that is sent through them.

use super::*;
use crate::act::act;
use crate::isa::ROWS;
use trueboard_core::snapshot::to_bytes;

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

    /// Instructions that runs are made of, with few registers so that they wait for each other.
    fn slots(&mut self) -> Vec<Slot> {
        let wanted = 1 + self.below(9);
        let mut slots = Vec::new();
        while slots.len() < wanted {
            let form = &ROWS[self.below(ROWS.len())].form;
            let word = self.next() as u32 & 0x3333_3333 & !form.fixed.mask | form.fixed.value;
            slots.extend(Slot::decode(word).filter(|s| act(s).is_some()));
        }
        slots
    }
}

fn params(superscalar: bool) -> Params {
    let text = "(superscalar: true, queue: 6, branch_entries: 128, taken_cycles: 1,
        mispredicted_cycles: 2, fallthrough_cycles: 1, isync_cycles: 3,
        latency: (alu2: 2, mul: 2, mac: 3, div: (11, 9), dvstep: (6, 4), fp: 2, fp_mac: 3,
            fp_div: (8, 6), scaled_address: 2, load_data: 2, load_address: 3, ldmst: (2, 2),
            swap: (3, 2), load_context: (9, 9), store_context: 8))";
    Params {
        superscalar,
        ..ron::from_str(text).expect("parameters")
    }
}

fn what_matters(mut pipe: Pipe) -> Vec<u8> {
    pipe.forget_past();
    to_bytes(&pipe)
}

/// How many of `slots` are issued when none is from `until` on.
fn issued_before(pipe: &Pipe, slots: &[Slot], pc: u32, mut group: u32, until: u64) -> usize {
    let (mut pipe, mut pc, mut tally) = (pipe.clone(), pc, Tally::default());
    for (n, s) in slots.iter().enumerate() {
        if n > 0 && pipe.now() >= until {
            return n;
        }
        pipe.send(std::slice::from_ref(s), pc, &mut group, &mut tally);
        pc += u32::from(s.len);
    }
    slots.len()
}

/// A run, and what was remembered of it.
struct Known {
    slots: Vec<Slot>,
    pc: u32,
    passages: Vec<Passage>,
}

/// How many of so many runs were remembered.
fn remembered(superscalar: bool) -> usize {
    let mut r = Random(275);
    let mut runs: Vec<Known> = Vec::new();
    for _ in 0..20 {
        runs.push(Known {
            slots: r.slots(),
            pc: 8 * r.below(100) as u32 + 2 * r.below(4) as u32,
            passages: Vec::new(),
        });
    }
    let mut pipe = Pipe::new(params(superscalar));
    let mut found = 0;
    for n in 0..10_000 {
        let Known {
            slots,
            pc,
            passages,
        } = &mut runs[n % 20];
        let (slots, pc) = (&*slots, *pc);
        // Something goes before, now and then with what holds what follows: a fetch, a jump, a load.
        let (mut group, mut tally) = (NO_GROUP, Tally::default());
        pipe.send(&r.slots(), pc.wrapping_sub(64), &mut group, &mut tally);
        match r.below(5) {
            0 => pipe.redirect(),
            1 => pipe.fetch(r.below(6) as u64),
            2 => pipe.hold(r.below(3) as u64, CoreMeter::SyncCycles, &mut tally),
            3 => {
                let s = r.slots()[0];
                let plan = pipe.plan(&s);
                pipe.commit(&s, plan, r.below(6) as u64, 0, &mut tally);
            }
            _ => {}
        }
        pipe.settle(&mut tally);
        let begun = r.below(2) == 0;
        let mut group = if begun { pc >> 3 } else { NO_GROUP };
        let Some(begin) = pipe.begin(begun) else {
            continue;
        };
        if !passages.iter().any(|p| p.is_for(&begin)) {
            passages.extend(pipe.passage(begin, slots, pc));
        }
        let Some(passage) = passages.iter().find(|p| p.is_for(&begin)) else {
            continue;
        };
        found += 1;
        let until = pipe.now() + r.below(20) as u64;
        assert_eq!(
            passage.fitting(pipe.now(), until),
            issued_before(&pipe, slots, pc, group, until),
            "run {n} until {until}: {slots:?}"
        );
        let (mut sent, mut passed) = (pipe.clone(), pipe);
        let (mut by_step, mut at_once) = (Tally::default(), Tally::default());
        let fetches = sent.send(slots, pc, &mut group, &mut by_step);
        sent.settle(&mut by_step);
        passed.pass(passage, &mut at_once);
        passage.meter(1, &mut at_once);
        assert_eq!(fetches, u32::from(passage.fetches), "run {n}");
        assert!(
            what_matters(sent) == what_matters(passed.clone()),
            "run {n}: {slots:?}"
        );
        assert!(
            to_bytes(&by_step) == to_bytes(&at_once),
            "run {n}: {slots:?}"
        );
        pipe = passed;
    }
    found
}

#[test]
fn a_remembered_passage_is_the_same_as_step_by_step() {
    let (p, e) = (remembered(true), remembered(false));
    println!("{p} and {e} of 10000 runs were remembered");
    assert!(
        p > 8000 && e > 8000,
        "{p} and {e} of 10000 runs were remembered"
    );
}
