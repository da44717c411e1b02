//! Which instructions issue together.

use super::bench::{Kind, body, cycles};
use trueboard_cpu_tricore::meters::Meter;

/// One instruction of the integer pipe a cycle.
#[test]
fn integer_instructions_issue_one_by_one() {
    let four = "add %d0, %d1, %d2; add %d3, %d1, %d2; add %d4, %d1, %d2; add %d5, %d1, %d2";
    assert_eq!(cycles(four), (4, 4));
}

/// An integer instruction and the load/store instruction behind it leave a TC1.6P together; the other
/// way round they do not. A TC1.6E issues one a cycle.
#[test]
fn an_integer_instruction_pairs_with_a_load_or_store_behind_it() {
    assert_eq!(cycles("add %d0, %d1, %d2; st.w [%a4]4, %d3"), (1, 2));
    assert_eq!(cycles("add %d0, %d1, %d2; lea %a2, [%a4]8"), (1, 2));
    assert_eq!(cycles("st.w [%a4]4, %d3; add %d0, %d1, %d2"), (2, 2));
    assert_eq!(cycles("st.w [%a4]4, %d3; st.w [%a4]8, %d3"), (2, 2));
    let m = body("add %d0, %d1, %d2; st.w [%a4]4, %d3; add %d4, %d1, %d2; lea %a2, [%a4]8");
    assert_eq!(m.run(Kind::P).meter(Meter::MultiIssue), 2);
    assert_eq!(m.run(Kind::E).meter(Meter::MultiIssue), 0);
}

/// Two pairs and a single one: 2 + 1; five on a TC1.6E.
#[test]
fn pairs_follow_each_other() {
    let text = "add %d0, %d1, %d2; st.w [%a4]4, %d3; add %d4, %d1, %d2; st.w [%a4]8, %d3
                add %d5, %d1, %d2";
    assert_eq!(cycles(text), (3, 5));
}

/// The second one of a pair must not need what the first one makes. Data of a store is read a stage
/// later (OTAWA).
#[test]
fn a_pair_is_independent_but_for_data_that_is_stored() {
    assert_eq!(cycles("add %d0, %d1, %d2; mov.a %a2, %d0"), (2, 2));
    assert_eq!(cycles("add %d0, %d1, %d2; st.w [%a4]4, %d0"), (1, 2));
}

/// System instructions issue alone (estimate).
#[test]
fn system_instructions_issue_alone() {
    assert_eq!(cycles("add %d0, %d1, %d2; mfcr %d3, $core_id"), (2, 2));
    assert_eq!(cycles("mfcr %d3, $core_id; st.w [%a4]4, %d0"), (2, 2));
}

/// ISYNC and the refetch: 1 + 3 (estimate of the board file).
#[test]
fn isync_fetches_again() {
    assert_eq!(cycles("isync"), (4, 4));
}

/// Nothing is on its way: DSYNC takes its cycle.
#[test]
fn dsync_waits_for_stores_only() {
    assert_eq!(cycles("dsync"), (1, 1));
}
