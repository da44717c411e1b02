//! Blocks that pass with kept timings leave the pipes as instructions that are sent through them.

use super::*;
use crate::handlers::handler;
use crate::isa::ROWS;
use trueboard_core::snapshot::to_bytes;
use trueboard_engine::blocks::{self, BlockId, Insn, NodeId, Timing};

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

    /// Instructions that blocks are made of, with few registers so that they wait for each other.
    fn slots(&mut self) -> Vec<DecodedInsn> {
        let wanted = 1 + self.below(9);
        let mut slots = Vec::new();
        while slots.len() < wanted {
            let form = &ROWS[self.below(ROWS.len())].form;
            let word = self.next() as u32 & 0x3333_3333 & !form.fixed.mask | form.fixed.value;
            slots.extend(DecodedInsn::decode(word).filter(|s| handler(s).is_some()));
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
fn issued_before(pipe: &Pipe, slots: &[DecodedInsn], pc: u32, mut group: u32, until: u64) -> usize {
    let (mut pipe, mut pc, mut tally) = (pipe.clone(), pc, Tally::default());
    for (n, s) in slots.iter().enumerate() {
        if n > 0 && pipe.now() >= until {
            return n;
        }
        pipe.send([s], pc, &mut group, &mut tally);
        pc += u32::from(s.len);
    }
    slots.len()
}

/// The instructions of a block as such.
#[derive(Clone)]
struct One(DecodedInsn);

impl Insn for One {
    fn bytes(&self) -> u32 {
        self.0.len.into()
    }
}

type Blocks = blocks::Blocks<One, BlockTiming>;

/// The node of block `id` for what the pipes are in.
fn node(b: &mut Blocks, id: BlockId, pipe: &mut Pipe, begun: bool, pc: u32) -> Option<NodeId> {
    let entry = pipe.entry_state(begun)?;
    let count = b.get(id)?.insns().len();
    let found = b.find(id, entry.hash(count), |t| t.is_for(&entry, count));
    found.or_else(|| {
        let slots = b.get(id)?.insns().iter().map(|one| &one.0);
        let timing = pipe.time_block(entry, slots, pc)?;
        b.keep(id, timing)
    })
}

/// How many of so many blocks have passed with a kept timing.
fn passed(superscalar: bool) -> usize {
    let mut r = Random::new(275);
    let mut blocks = Blocks::default();
    let mut known = Vec::new();
    for _ in 0..20 {
        let slots = r.slots();
        let id = blocks.add(slots.iter().copied().map(One).collect(), ());
        let pc = 8 * r.below(100) as u32 + 2 * r.below(4) as u32;
        known.push((id, slots, pc));
    }
    let mut pipe = Pipe::new(params(superscalar));
    let mut found = 0;
    for n in 0..10_000 {
        let (id, slots, pc) = &known[n % 20];
        let (id, pc) = (*id, *pc);
        // Something goes before, now and then with what holds what follows: a fetch, a jump, a load.
        let (mut group, mut tally) = (NO_GROUP, Tally::default());
        pipe.send(&r.slots(), pc.wrapping_sub(64), &mut group, &mut tally);
        match r.below(5) {
            0 => pipe.redirect(),
            1 => pipe.fetch(r.below(6) as u64),
            2 => pipe.hold(r.below(3) as u64, Meter::SyncCycles, &mut tally),
            3 => {
                let s = r.slots()[0];
                let plan = pipe.plan(&s);
                pipe.commit(&s, plan, r.below(6) as u64, 0, &mut tally);
            }
            _ => {}
        }
        pipe.flush(&mut tally);
        // Three blocks in a row, the second and third behind a branch now and then.
        let (mut sent, mut passed) = (pipe.clone(), pipe.clone());
        let (mut by_step, mut at_once) = (Tally::default(), Tally::default());
        let mut chain = passed.enter_blocks();
        let mut begun = r.below(2) == 0;
        let mut in_chain = 0;
        for block in 0..3 {
            let mut entered = sent.clone();
            let Some(node) = node(&mut blocks, id, &mut entered, begun, pc) else {
                break;
            };
            in_chain += 1;
            let t = &blocks.node(node).1.timing;
            let mut group = if begun { pc >> 3 } else { NO_GROUP };
            let until = sent.now() + r.below(20) as u64;
            assert_eq!(
                t.issued_before(chain.now(), until),
                issued_before(&sent, slots, pc, group, until),
                "block {n}.{block} until {until}: {slots:?}"
            );
            assert_eq!(t.instructions(), slots.len());
            let fetches = sent.send(slots, pc, &mut group, &mut by_step);
            sent.flush(&mut by_step);
            assert_eq!(fetches, u32::from(t.fetches), "block {n}.{block}");
            passed.end_hold(t, &mut at_once);
            chain.retire(node, t);
            t.meter(1, &mut at_once);
            let outcome = BranchOutcome {
                cycles: r.below(3) as u8,
                taken: r.below(2) == 0,
                missed: r.below(4) == 0,
            };
            if outcome.redirects() {
                sent.next += u64::from(outcome.cycles);
                sent.redirect();
                chain.branch(outcome);
            }
            begun = r.below(2) == 0;
        }
        found += usize::from(in_chain != 0);
        passed.leave_blocks(&chain, |place| &blocks.at(blocks.id_at(place)).timing);
        assert!(
            what_matters(sent) == what_matters(passed.clone()),
            "block {n}, {in_chain} times: {slots:?}"
        );
        assert!(
            to_bytes(&by_step) == to_bytes(&at_once),
            "block {n}, {in_chain} times: {slots:?}"
        );
        pipe = passed;
    }
    found
}

/// A link from a node promises that the same entry state follows each time.
#[test]
fn timing_and_outcome_decide_the_next_entry_state() {
    let mut r = Random::new(1);
    let mut blocks = Blocks::default();
    let slots = r.slots();
    let id = blocks.add(slots.iter().copied().map(One).collect(), ());
    let pc = 0x100;
    let mut pipe = Pipe::new(params(true));
    let mut next: Vec<(NodeId, BranchOutcome, Option<EntryState>)> = Vec::new();
    let mut again = 0;
    for _ in 0..5_000 {
        let (mut group, mut tally) = (NO_GROUP, Tally::default());
        for _ in 0..r.below(6) {
            pipe.send(&r.slots(), pc - 64, &mut group, &mut tally);
        }
        let taken = r.below(3) == 0;
        let outcome = BranchOutcome {
            cycles: u8::from(taken),
            taken,
            missed: false,
        };
        let Some(node) = node(&mut blocks, id, &mut pipe, false, pc) else {
            continue;
        };
        let t = &blocks.node(node).1.timing;
        let mut chain = pipe.enter_blocks();
        chain.retire(node, t);
        chain.branch(outcome);
        pipe.leave_blocks(&chain, |place| &blocks.at(blocks.id_at(place)).timing);
        let state = pipe.entry_state(false);
        if !t.decides_next(outcome) {
            continue;
        }
        match next.iter().find(|n| (n.0, n.1) == (node, outcome)) {
            Some(known) => {
                assert_eq!(known.2, state);
                again += 1;
            }
            None => next.push((node, outcome, state)),
        }
    }
    assert!(again > 500, "{again} of 5000 entry states were known");
}

#[test]
fn blocks_with_kept_timings_are_the_same_as_single_steps() {
    let (p, e) = (passed(true), passed(false));
    println!("{p} and {e} of 10000 blocks had a kept timing");
    assert!(
        p > 6000 && e > 7000,
        "{p} and {e} of 10000 had a kept timing"
    );
}
