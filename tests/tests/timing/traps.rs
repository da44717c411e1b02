//! Traps, interrupts and power-down (UM 1.7 p. 52, 60, 68; V8 manual ch. 7).

use crate::bench::{Bench, body, facts_of};
use crate::book::Book;
use trueboard_core::fact::{Fact, FactKind};
use trueboard_cpu_sparcv8::meters::Meter;

/// The bench's trap handler for everything but interrupts: JMPL %l2, RETT %l2 + 4.
fn handler(b: &Book) -> u64 {
    2 * u64::from(b.core.jmpl_cycles)
}

#[test]
fn trap_entry() {
    // UM 1.7 p. 52: a trap takes 5 until its first instruction is executed; the instruction that
    // trapped has no cycle of its own besides (estimate). JMPL and RETT: 3 each (estimates).
    let b = Book::gr740();
    let trap = u64::from(b.core.trap_cycles) + handler(&b);
    for (what, init) in [
        ("ta 5", ""),
        (".word 0", ""),
        ("ld [%o0 + 1], %o1", "clr %o0\n"),
        ("udiv %o0, 0, %o1", "wr %g0, 0, %y\n"),
        ("taddcctv %o0, 1, %o1", "clr %o0\n"),
        ("save %sp, -96, %sp", "mov 128, %g1; wr %g1, 0, %wim\n"),
        ("restore", "mov 2, %g1; wr %g1, 0, %wim\n"),
        (
            "fadds %f0, %f0, %f0",
            "rd %psr, %g1; set 4096, %g2; andn %g1, %g2, %g1; wr %g1, 0, %psr\n",
        ),
    ] {
        let m = body(&format!("{what}; nop")).init(init).run();
        assert_eq!(m.cycles, trap + 1, "{what}");
        assert_eq!(m.core(Meter::Traps), 1, "{what}");
        assert_eq!(
            m.core(Meter::TrapCycles),
            u64::from(b.core.trap_cycles),
            "{what}"
        );
    }
}

#[test]
fn a_trap_waits_for_nothing_and_forgets_interlocks() {
    let b = Book::gr740();
    let trap = u64::from(b.core.trap_cycles) + handler(&b);
    // The condition codes are waited for by Ticc, not by TA (it needs none).
    let icc = u64::from(b.core.icc_cycles);
    assert_eq!(body("cmp %g0, 0; ta 5; nop").run().cycles, 1 + trap + 1);
    assert_eq!(
        body("cmp %g0, 0; te 5; nop").run().cycles,
        1 + icc + trap + 1
    );
    // The pair of a load and its user is drained by the entry.
    let m = body("ld [%o0], %o1; ta 5; add %o1, 1, %o2")
        .init("set data, %o0\n")
        .more(".align 32; data: .word 0")
        .run();
    assert_eq!(m.cycles, 1 + trap + 1);
}

#[test]
fn rett_and_its_slot() {
    // A handler of six instructions: entry, six, JMPL, RETT.
    let b = Book::gr740();
    let trap = u64::from(b.core.trap_cycles) + handler(&b);
    let m = body("ta 5; nop")
        .trap(0x85, "nop; nop; jmpl %l2, %g0; rett %l2 + 4")
        .run();
    assert_eq!(m.cycles, trap + 2 + 1);
    assert_eq!(
        m.core(Meter::ControlStalls),
        2 * (u64::from(b.core.jmpl_cycles) - 1)
    );
}

/// Interrupt 5 enabled for CPU 0; `%o0` at PIFORCE 0, `%o1` its bit.
const FORCE: &str = "set 0xff904040, %o0; mov 32, %o1; st %o1, [%o0]; set 0xff904080, %o0\n";

#[test]
fn an_interrupt_that_the_core_forces_itself() {
    // The write takes effect when it is issued (estimate: the way over the bridge is not modelled
    // for effects), and the interrupt is taken before the next instruction: ST 1, entry 5, handler.
    let b = Book::gr740();
    let trap = u64::from(b.core.trap_cycles) + handler(&b);
    let m = body("st %o1, [%o0]; nop").init(FORCE).run();
    assert_eq!((m.cycles, m.core(Meter::Interrupts)), (1 + trap + 1, 1));
    // Not with PIL at its level: it waits for the WRPSR, and is taken behind it. ST 1, WRPSR 1, then
    // the entry.
    let m = body("st %o1, [%o0]; wr %o3, 0, %psr; nop; wr %o2, 0, %psr")
        .init(FORCE)
        .init("rd %psr, %o3; or %o3, 0x500, %o2\n")
        .ready("wr %o2, 0, %psr")
        .run();
    assert_eq!(m.cycles, 4 + trap);
}

/// A timer of GPTIMER 0 that raises interrupt 1 once, 5 and a half microseconds after its start, while
/// `text` runs over and over for longer. Answers the cycles at which the line rose and the handler
/// was entered in the second pass, and the cycle of `begin`.
fn timer(text: &str) -> (u64, u64, u64) {
    let bench = Bench {
        body: text.to_owned(),
        ..Bench::default()
    }
    .init("set 0xff904040, %o0; mov 2, %o1; st %o1, [%o0]; set 0xff908000, %o0; st %g0, [%o0]\n")
    // The prescaler starts anew. Timer 1: reload 5 ticks of 1 us; LD, IE, EN.
    .ready("mov 5, %o1; st %o1, [%o0 + 20]; mov 13, %o1; st %o1, [%o0 + 24]");
    let (begin, facts) = facts_of(&bench);
    let raised = |f: &&Fact| {
        matches!(
            f.kind,
            FactKind::Line {
                pin: 0,
                level: true,
                ..
            }
        )
    };
    let taken = |f: &&Fact| matches!(f.kind, FactKind::Interrupt { level: 1, .. });
    let last = |which: &dyn Fn(&&Fact) -> bool| {
        let fact = facts.iter().rfind(|f| which(f)).expect("it happened");
        fact.at.0.div_ceil(2)
    };
    (last(&raised), last(&taken), begin)
}

#[test]
fn interrupt_latency() {
    // Estimate: the current instruction is completed, then the entry. Among NOPs every cycle is a
    // boundary.
    let b = Book::gr740();
    let entry = u64::from(b.core.trap_cycles);
    let (raised, taken, begin) = timer(&"nop;".repeat(2000));
    assert!(raised > begin);
    assert_eq!(taken, raised + entry);
    // Among divisions the boundaries are div_cycles apart.
    let div = u64::from(b.core.div_cycles);
    let (raised, taken, begin) = timer(&format!(
        "wr %g0, 0, %y; {}",
        "udiv %g1, 3, %o2;".repeat(100)
    ));
    assert!(raised > begin);
    let boundary = begin + 1 + (raised - begin - 1).div_ceil(div) * div;
    assert_eq!(taken, boundary + entry);
    assert_ne!(taken, raised + entry, "it came in the middle of a division");
}

#[test]
fn power_down_and_wake_up() {
    // UM 1.7 p. 68: the first instruction behind the write is executed before the interrupt is
    // taken. Waking up: wake_cycles (estimate). Raised, 5, NOP 1, entry 5.
    let b = Book::gr740();
    let (wake, entry) = (u64::from(b.core.wake_cycles), u64::from(b.core.trap_cycles));
    let (raised, taken, begin) = timer("wr %g0, 0, %asr19; nop");
    assert!(raised > begin);
    assert_eq!(taken, raised + wake + 1 + entry);
    // In all: from begin to the line the core sleeps or writes, then as above, the handler and
    // nothing else: the NOP went before. Power-down costs no cycles of the core's own but WR's.
    let m = body("wr %g0, 0, %asr19; nop; nop")
        .init(
            "set 0xff904040, %o0; mov 2, %o1; st %o1, [%o0]; set 0xff908000, %o0; st %g0, [%o0]\n",
        )
        .ready("mov 5, %o1; st %o1, [%o0 + 20]; mov 13, %o1; st %o1, [%o0 + 24]")
        .run();
    let awake = m.cycles - m.core(Meter::IdleCycles);
    assert_eq!(awake, 1 + wake + 1 + entry + handler(&b) + 1);
    assert_eq!(m.core(Meter::WakeCycles), wake);
}
