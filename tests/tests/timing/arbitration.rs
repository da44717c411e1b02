//! Several cores on the processor bus: who gets it when, and who waits for whom (AMBA 2.0 ch. 3;
//! round robin and the hand-over of one cycle are estimates).
//!
//! All cores begin the same burst of transfers in the same cycle, or some cycles apart. Before and
//! after it nobody uses the bus, so that the meters around it hold this burst and nothing else.

use crate::bench::{DATA, load};
use crate::book::Book;
use conformance::asm::assemble;
use conformance::tiny::{CODE, Tiny};
use trueboard_board::Ended;
use trueboard_core::meter::{BusMeter, Meters};
use trueboard_core::time::Tick;
use trueboard_cpu_sparcv8::meters::Meter;

/// Transfers of each core in a burst.
const BURST: u64 = 48;
/// The cycles at which the three bursts begin, by %asr23: the first warms the caches, the second is
/// measured, the third is there so that what follows the second is warm too.
const FIRST: u64 = 50_000;
const APART: u64 = 50_000;
const SECOND: u64 = FIRST + APART;
const THIRD: u64 = SECOND + APART;

/// What the meters counted in the second burst.
struct Burst {
    before: Meters,
    after: Meters,
}

impl Burst {
    /// `cores` cores execute `insn` over and over, core n from `phases[n]` cycles on. `%o0` is a line
    /// of the core's own, `%o1` a register of the GPIO.
    fn run(insn: &str, cores: usize, phases: [u64; 4]) -> Burst {
        let [p0, p1, p2, p3] = phases;
        let text = format!(
            "       rd %asr17, %l0; srl %l0, 28, %l0
                    cmp %l0, 0; bne others; nop
                    set 0xff904010, %g1; mov 14, %g2; st %g2, [%g1]
            others: sll %l0, 12, %o0; set {DATA}, %g1; add %o0, %g1, %o0
                    set 0xff902004, %o1; clr %o2; clr %o3
                    set phases, %g1; sll %l0, 2, %g2; ld [%g1 + %g2], %l1
                    ld [%o0], %g1
                    cmp %l0, {cores}; bge rest; nop
                    set {FIRST}, %l2; set {APART}, %l4; mov 3, %l5
            next:   call burst; nop
                    add %l2, %l4, %l2; subcc %l5, 1, %l5; bne next; nop
                    cmp %l0, 0; bne rest; nop
                    wr %g0, 0xfc0, %psr; nop; nop; nop; mov 1, %g1; ta 0
            rest:   ba rest; nop
            ! Until shortly before %l2 + %l1, then so many NOPs that the last one is at that cycle.
            burst:  add %l2, %l1, %o2; sub %o2, 64, %l3
            wait:   rd %asr23, %g1; cmp %g1, %l3; bl wait; nop
                    rd %asr23, %g1; sub %o2, %g1, %g1; sll %g1, 2, %g1; set sled, %g2
                    sub %g2, %g1, %g2; jmpl %g2, %g0; nop
                    .rept 80; nop; .endr
            sled:   .rept {BURST}; {insn}; .endr
                    retl; nop
                    .align 32
            phases: .word {p0}, {p1}, {p2}, {p3}"
        );
        let program = assemble(CODE, &text);
        let mut m = load(&conformance::board(&[]), &Tiny::new(&program.words));
        let mut at = |cycle: u64| {
            assert_eq!(m.run(Tick(2 * cycle)), Ended::Paused);
            m.meters().clone()
        };
        // No core is busy with anything but reading its counter.
        let before = at(SECOND - 200);
        let after = at(THIRD - 200);
        let ended = m.run(Tick(u64::MAX / 4));
        assert!(matches!(ended, Ended::Exit { core: 0, .. }), "{ended:?}");
        m.finish();
        let bus = &m.meters().buses[0];
        let (used, idle) = (bus.get(BusMeter::Used), bus.get(BusMeter::Idle));
        assert_eq!(
            used + idle,
            bus.get(BusMeter::Cycles),
            "used + idle = cycles"
        );
        assert_eq!(bus.used.iter().sum::<u64>(), used);
        Burst { before, after }
    }

    fn waited(&self, master: usize) -> u64 {
        self.after.buses[0].waited[master] - self.before.buses[0].waited[master]
    }

    fn waited_for(&self, waiter: usize, owner: usize) -> u64 {
        let of = |m: &Meters| m.buses[0].waited_for[waiter][owner];
        of(&self.after) - of(&self.before)
    }

    fn bus(&self, m: BusMeter, master: usize) -> u64 {
        self.after.buses[0].parts(m)[master] - self.before.buses[0].parts(m)[master]
    }

    fn core(&self, m: Meter, core: usize) -> u64 {
        self.after.cores[core].get(m) - self.before.cores[core].get(m)
    }
}

/// A kind of transfer, alone: how long it holds the bus, and when its core asks again after the grant.
struct Kind {
    insn: &'static str,
    hold: u64,
    again: u64,
    /// Where the core's waiting is metered, and how much of it there is per transfer without
    /// contention (the first store waits for nothing).
    meter: Meter,
    alone: u64,
}

fn kinds(b: &Book) -> Vec<Kind> {
    let miss = u64::from(b.core.miss_cycles);
    let locked = b.l2_hit() + b.store_done();
    vec![
        // A load that misses L1 always (ASI 1) and hits L2: the line holds the bus to its second beat.
        Kind {
            insn: "lda [%o0] (1), %g1",
            hold: b.l2_hit() + b.l2.beat_cycles,
            again: 1 + miss + b.l2_hit(),
            meter: Meter::DCacheHold,
            alone: miss + b.l2_hit(),
        },
        // A store holds it for address and acceptance; the next one waits for the buffer.
        Kind {
            insn: "st %g0, [%o0]",
            hold: b.ahb.address_cycles + b.l2.write_accept_cycles,
            again: b.store_done(),
            meter: Meter::WriteBufferHold,
            alone: b.store_done() - 1,
        },
        // A locked read and write.
        Kind {
            insn: "swap [%o0], %o2; nop",
            hold: locked,
            again: locked + u64::from(b.core.atomic_cycles) + 1,
            meter: Meter::DCacheHold,
            alone: locked,
        },
        // A register behind the bridge: held until the answer is back.
        Kind {
            insn: "ld [%o1], %o3",
            hold: b.apb_read(),
            again: 1 + b.apb_read(),
            meter: Meter::DCacheHold,
            alone: b.apb_read(),
        },
    ]
}

#[test]
fn alone_nobody_waits() {
    for k in kinds(&Book::gr740()) {
        let run = Burst::run(k.insn, 1, [0; 4]);
        assert_eq!(run.waited(0), 0, "{}", k.insn);
        let stores = u64::from(k.meter == Meter::WriteBufferHold);
        let expected = k.alone * (BURST - stores);
        assert_eq!(run.core(k.meter, 0), expected, "{}", k.insn);
    }
}

#[test]
fn saturated_masters_take_turns() {
    // n cores ask in the same cycle. Grants follow each other by hold + hand-over: the core with
    // index i first waits for the i before it; then each turn comes n * (hold + hand-over) after its
    // last, and it had asked again long before that. All cycles of a wait belong to who has the bus;
    // hand-overs to the one that the waiter follows in the end.
    let b = Book::gr740();
    let gap = b.ahb.handover_cycles;
    for k in kinds(&b) {
        for n in 2..=4u64 {
            let slot = k.hold + gap;
            let turn = n * slot;
            assert!(k.again <= turn, "{}: {n} cores saturate the bus", k.insn);
            let run = Burst::run(k.insn, n as usize, [0; 4]);
            // Cycles of slot j (1 to n - 1 behind the own one) that lie behind the own next request.
            let overlap = |j: u64| (j * slot + k.hold).saturating_sub(k.again.max(j * slot));
            let rest = turn - k.again - (1..n).map(overlap).sum::<u64>();
            for i in 0..n {
                let first = i * slot;
                let waits = first + (BURST - 1) * (turn - k.again);
                let (i_, name) = (i as usize, format!("{}, core {i} of {n}", k.insn));
                assert_eq!(run.waited(i_), waits, "{name}");
                for j in 1..n {
                    let owner = (i + j) % n;
                    let last = u64::from(j == n - 1);
                    let steady = (BURST - 1) * (overlap(j) + last * rest);
                    let at_first = match owner < i {
                        true => k.hold + u64::from(owner == i - 1) * i * gap,
                        false => 0,
                    };
                    let seen = run.waited_for(i_, owner as usize);
                    assert_eq!(seen, steady + at_first, "{name} for {owner}");
                }
                assert_eq!(run.waited_for(i_, i_), 0, "{name}: not for itself");
                // What the bus metered as wait, the core metered as time.
                let stores = u64::from(k.meter == Meter::WriteBufferHold);
                // The last store's wait goes by in the buffer, behind the core's back.
                let unseen = stores * (turn - k.again);
                let held = run.core(k.meter, i_);
                assert_eq!(held, k.alone * (BURST - stores) + waits - unseen, "{name}");
            }
        }
    }
}

#[test]
fn any_start_gives_equal_shares() {
    // Whatever the start, each core has its transfers, and rows of the matrix add up to the waits.
    let b = Book::gr740();
    let k = &kinds(&b)[0];
    for phases in [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
        [0, 5, 9, 14],
        [7, 0, 3, 11],
        [0, 100, 200, 300],
    ] {
        let run = Burst::run(k.insn, 4, phases);
        for i in 0..4 {
            assert_eq!(run.bus(BusMeter::NonSeq, i), BURST, "{phases:?}");
            let row: u64 = (0..4).map(|j| run.waited_for(i, j)).sum();
            assert_eq!(row, run.waited(i), "{phases:?}");
            let held = run.core(k.meter, i);
            assert_eq!(held, k.alone * BURST + run.waited(i), "{phases:?}");
        }
    }
}
