//! The SRMMU by its definition (SPARC V8 manual, appendix H; UM 1.7 p. 84-86): what a page table allows,
//! what the fault status says, what holds across contexts. Expectations are literals of that definition.

use crate::bench::{Bench, DATA, body};
use trueboard_cpu_sparcv8::meters::Meter;

/// The context table; behind it a level-1 table for each of two contexts, and a level-2 table.
const CONTEXTS: u32 = 0x18_0000;
const FIRST: u32 = CONTEXTS + 0x400;
const SECOND: u32 = CONTEXTS + 0x800;
const LEVEL_2: u32 = CONTEXTS + 0xc00;

/// Address 0 of the memory once more, under a page of 16 MiB of the tests' own.
const PAGE: u32 = 0x1000_0000;

/// A pointer to a table (ET = 1).
fn table(at: u32) -> u32 {
    at >> 4 | 1
}

/// A cacheable page at address 0 with ACC and neither R nor M (ET = 2).
fn page(acc: u32) -> u32 {
    0x80 | acc << 2 | 2
}

/// Contexts 0 and 1 with the first 16 MiB as supervisor pages (ACC 7) at their place and further `entries`,
/// in context 0, with the MMU's control register; `%o0` at [`DATA`] under [`PAGE`], `%o2` names the fault status,
/// `%o5` the context.
fn mapped(control: u32, entries: &[(u32, u32)], text: &str) -> Bench {
    let fixed = [
        (CONTEXTS, table(FIRST)),
        (CONTEXTS + 4, table(SECOND)),
        (FIRST, page(7)),
        (SECOND, page(7)),
    ];
    let words = fixed.iter().chain(entries);
    let words: String = words
        .map(|(at, value)| format!("set {at}, %g1; set {value}, %g2; st %g2, [%g1]\n"))
        .collect();
    body(text).init(&format!(
        "{words} set {}, %g1; set 0x100, %g2; sta %g1, [%g2] (25)
         set 0x200, %o5; sta %g0, [%o5] (25)
         set {}, %o0; set 0x300, %o2; mov 1, %o3
         mov {control}, %g1; sta %g1, [%g0] (25)\n",
        CONTEXTS >> 4,
        PAGE + DATA
    ))
}

/// The entry of [`PAGE`] in a level-1 table.
fn entry(level_1: u32) -> u32 {
    level_1 + 4 * (PAGE >> 24)
}

/// E, and E with NF.
const ON: u32 = 1;
const NO_FAULT: u32 = 3;

/// Table walks for a load in context 1 of what was loaded in context 0 before.
fn walks_in_the_other_context(acc: u32) -> u64 {
    let entries = [(entry(FIRST), page(acc)), (entry(SECOND), page(acc))];
    mapped(
        ON,
        &entries,
        "sta %o3, [%o5] (25); ld [%o0], %g1; sta %g0, [%o5] (25)",
    )
    .ready("sta %g0, [%g0] (24); ld [%o0], %g1")
    .run()
    .core(Meter::DtlbMisses)
}

/// H.5: the context is not compared for pages of the supervisor alone.
#[test]
fn supervisor_pages_are_those_of_all_contexts() {
    for (acc, walks) in [(3, 1), (5, 1), (6, 0), (7, 0)] {
        assert_eq!(walks_in_the_other_context(acc), walks, "ACC {acc}");
    }
}

/// H.6, control register: with NF = 1 a fault sets the fault status and does not trap, except one of
/// ASI 9, to which instruction fetches of the supervisor go. FSR: L 9:8, AT 7:5, FT 4:2, FAV 1, OW 0.
#[test]
fn a_fetch_of_the_supervisor_faults_whatever_nf_says() {
    let back = |mark: u32| format!("mov {mark}, %i4; jmpl %i7 + 8, %g0; rett %i7 + 12");
    for control in [ON, NO_FAULT] {
        let m = mapped(
            control,
            &[],
            "clr %o4; jmpl %o0, %o7; nop; nop; lda [%o2] (25), %o3",
        )
        .trap(0x01, &back(1))
        .trap(0x02, &back(2))
        .run();
        assert_eq!(m.outs[4], 1, "instruction_access_exception");
        // Level 1, supervisor instruction, invalid address.
        assert_eq!(m.outs[3], 1 << 8 | 3 << 5 | 1 << 2 | 2);
        // The fetch is not made: the bus would refuse it, which is a trap of this type, too.
        assert!(m.warnings.is_empty(), "{:?}", m.warnings);
    }
}

/// The fault status after `access` with NF = 1.
fn status(entries: &[(u32, u32)], access: &str) -> u64 {
    let text = format!("{access}; lda [%o2] (25), %o3");
    mapped(NO_FAULT, entries, &text).run().outs[3]
}

/// H.6: L is the level of the entry, AT the kind of access, FT the reason; OW is
/// set by a fault before the status of the one before it was read.
#[test]
fn the_fault_status_says_where_how_and_why() {
    let nothing = [];
    assert_eq!(
        status(&nothing, "ld [%o0], %g1"),
        1 << 8 | 1 << 5 | 1 << 2 | 2
    );
    assert_eq!(
        status(&nothing, "st %g0, [%o0]"),
        1 << 8 | 5 << 5 | 1 << 2 | 2
    );
    let deeper = [(entry(FIRST), table(LEVEL_2))];
    assert_eq!(
        status(&deeper, "ld [%o0], %g1"),
        2 << 8 | 1 << 5 | 1 << 2 | 2
    );
    let twice = "ld [%o0], %g1; ld [%o0], %g1";
    assert_eq!(status(&nothing, twice), 1 << 8 | 1 << 5 | 1 << 2 | 3);
}

/// Table H-3, by the alternate spaces 0xA (user data) and 0xB (supervisor data). FT 2 is a protection error,
/// FT 3 a privilege violation.
#[test]
fn users_have_the_rights_of_the_table() {
    const FINE: u64 = 0;
    let refused = |at: u64, ft: u64| 1 << 8 | at << 5 | ft << 2 | 2;
    for (acc, load, store) in [
        (0, FINE, refused(4, 2)),
        (1, FINE, FINE),
        (2, FINE, refused(4, 2)),
        (3, FINE, FINE),
        (4, refused(0, 2), refused(4, 2)),
        (5, FINE, refused(4, 2)),
        (6, refused(0, 3), refused(4, 3)),
        (7, refused(0, 3), refused(4, 3)),
    ] {
        let entries = [(entry(FIRST), page(acc))];
        assert_eq!(
            status(&entries, "lda [%o0] (10), %g1"),
            load,
            "load, ACC {acc}"
        );
        assert_eq!(
            status(&entries, "sta %g0, [%o0] (10)"),
            store,
            "store, ACC {acc}"
        );
    }
    for (acc, store) in [(5, FINE), (6, refused(5, 2)), (7, FINE)] {
        let entries = [(entry(FIRST), page(acc))];
        assert_eq!(
            status(&entries, "sta %g0, [%o0] (11)"),
            store,
            "supervisor, ACC {acc}"
        );
    }
}

/// H.4: a load sets R (bit 5) of the entry in memory, a store R and M (bit 6).
#[test]
fn accesses_mark_their_page() {
    for (access, marks) in [("ld [%o0], %g1", 0x20), ("st %g0, [%o0]", 0x60)] {
        let text = format!("{access}; ld [%o1], %o3");
        let m = mapped(ON, &[(entry(FIRST), page(3))], &text)
            .init(&format!("set {}, %o1\n", entry(FIRST)))
            .run();
        assert_eq!(m.outs[3], u64::from(page(3) | marks), "{access}");
    }
}
