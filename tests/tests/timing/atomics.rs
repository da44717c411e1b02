//! SWAP, LDSTUB, CASA: a read and a write with the bus locked in between (UM 1.7 p. 66; AMBA 2.0
//! ch. 3). In the pipeline atomic_cycles in all (estimate), besides the bus.

use crate::bench::{Bench, DATA, body};
use crate::book::{Book, Chip};
use trueboard_core::meter::BusMeter;
use trueboard_cpu_sparcv8::meters::Meter;

fn warm(text: &str) -> Bench {
    body(text)
        .init(&format!("set {DATA}, %o0; clr %o1; clr %o2\n"))
        .ready("ld [%o0], %g1; st %g0, [%o0]")
}

#[test]
fn atomics_that_hit_l2() {
    // Read: address 1, tags 4, register 1 = 6. Write behind it: address 1 and the L2's time 2 = 3,
    // for a byte 3 more (it is merged). The bus is locked for all of it: 9, 12. Then 5 - 1 in the
    // pipeline, and the issue: 14, 17. It never uses a line of L1.
    let b = Book::gr740();
    let word = b.l2_hit() + b.store_done();
    for (op, bus) in [
        ("swap [%o0], %o1", word),
        ("ldstub [%o0], %o1", word + b.l2.sub_word_cycles),
        ("casa [%o0] (11), %o1, %o2", word), // equal: swaps
        ("casa [%o0] (11), %o0, %o2", word), // not equal: writes back what was there (estimate)
    ] {
        let m = warm(op).run();
        let pipeline = u64::from(b.core.atomic_cycles);
        assert_eq!(m.cycles, pipeline + bus, "{op}");
        assert_eq!(m.core(Meter::DCacheHold), bus, "{op}");
        assert_eq!(m.core(Meter::AtomicCycles), pipeline - 1, "{op}");
        assert_eq!(m.bus(BusMeter::Locked), bus, "{op}");
        assert_eq!(
            (m.bus(BusMeter::Reads), m.bus(BusMeter::Writes)),
            (1, 1),
            "{op}"
        );
        assert_eq!(
            (m.core(Meter::Loads), m.core(Meter::Stores)),
            (1, 1),
            "{op}"
        );
    }
}

#[test]
fn around_an_atomic() {
    let b = Book::gr740();
    let swap = u64::from(b.core.atomic_cycles) + b.l2_hit() + b.store_done();
    // Its result is a load's; the buffer is empty afterwards; before it the buffer has to be.
    let wait = u64::from(b.core.load_use_cycles);
    assert_eq!(
        warm("swap [%o0], %o1; add %o1, 1, %o2").run().cycles,
        swap + 1 + wait
    );
    assert_eq!(
        warm("swap [%o0], %o1; st %g0, [%o0]").run().cycles,
        swap + 1
    );
    let m = warm("st %g0, [%o0]; swap [%o0], %o1").run();
    let drain = b.store_done() - 1;
    assert_eq!(
        (m.cycles, m.core(Meter::WriteBufferHold)),
        (1 + drain + swap, drain)
    );
    assert_eq!(
        warm("swap [%o0], %o1; swap [%o0], %o2").run().cycles,
        2 * swap
    );
    // SWAP reads the register that it writes.
    assert_eq!(
        warm("swap [%o0], %o1; swap [%o0], %o1").run().cycles,
        2 * swap + wait
    );
}

#[test]
fn an_atomic_that_misses_l2_keeps_the_bus() {
    // No SPLIT inside a lock: the bus is held until the line is complete, which the locked read waits
    // for (estimate), then its beat; then the write as above.
    let b = Book::gr740();
    for phase in 0..5 {
        let m = warm("swap [%o0], %o1")
            .ready(&format!(
                "set 0xf0000008, %g2; set {}, %g1; st %g1, [%g2]",
                DATA | 3
            ))
            .ready(".rept 40; nop; .endr")
            .sdram_phase(phase)
            .run();
        let (_, line) = b.l2_fill(&Chip::PC100, m.begin);
        let bus = line + b.l2.register_cycles + b.store_done() - m.begin;
        assert_eq!(
            m.cycles,
            u64::from(b.core.atomic_cycles) + bus,
            "phase {phase}"
        );
        assert_eq!((m.bus(BusMeter::Locked), m.bus(BusMeter::Split)), (bus, 0));
    }
}

#[test]
fn an_atomic_on_a_register() {
    // A read over the bridge, then a posted write (estimate: the lock is not modelled there).
    let b = Book::gr740();
    let m = body("swap [%o0], %o1")
        .init("set 0xff902004, %o0; clr %o1\n")
        .run();
    assert_eq!(m.cycles, u64::from(b.core.atomic_cycles) + b.apb_read());
}
