//! Nothing that the model has goes without a vector whose expectation comes from the manuals.

use oracle::case::{End, Irq, Oracle};
use oracle::ours::Ours;
use oracle::vector::Vector;
use std::collections::BTreeSet;
use trueboard_cpu_sparcv8::isa::{Insn, Op, decode};
use trueboard_cpu_sparcv8::trap;

fn vectors() -> Vec<Vector> {
    crate::common::by_hand()
        .into_iter()
        .flat_map(|(_, file)| file.vectors)
        .collect()
}

/// The instructions of a vector that are decoded.
fn instructions(v: &Vector) -> impl Iterator<Item = Insn> {
    v.case.code.iter().filter_map(|&word| decode(word))
}

#[test]
fn every_row_of_the_table_has_a_vector() {
    let seen: BTreeSet<&str> = vectors()
        .iter()
        .flat_map(instructions)
        .map(|i| i.op().name())
        .collect();
    let missing: Vec<&Op> = Op::ALL
        .iter()
        .filter(|op| !seen.contains(op.name()))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Every condition of every conditional instruction, with and without the annul bit.
#[test]
fn every_condition_has_a_vector() {
    let seen: BTreeSet<(&str, u32)> = vectors()
        .iter()
        .flat_map(|v| v.case.code.clone())
        .filter_map(|word| Some((decode(word)?.op().name(), word >> 25 & 0xf)))
        .collect();
    for op in [Op::Bicc, Op::Fbfcc, Op::Ticc] {
        for cond in 0..16 {
            assert!(seen.contains(&(op.name(), cond)), "{op:?} {cond}");
        }
    }
}

/// Trap types from 0x01; a reset is no trap that a program could see.
#[test]
fn every_trap_type_has_a_vector() {
    let mut seen = BTreeSet::new();
    for v in vectors() {
        seen.extend(v.outcome.traps.iter().map(|t| t.tt));
        if v.outcome.end == End::Done {
            seen.insert(trap::SOFTWARE + 127);
        }
    }
    let missing: Vec<String> = (1..=0xffu8)
        .filter(|&tt| trap::name(tt) != "undefined trap" && !seen.contains(&tt))
        .map(|tt| format!("{tt:#04x} {}", trap::name(tt)))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_cause_of_error_mode_has_a_vector() {
    let seen: BTreeSet<u8> = vectors()
        .iter()
        .filter_map(|v| match v.outcome.end {
            End::Error(tt) => Some(tt),
            _ => None,
        })
        .collect();
    for tt in [
        trap::ILLEGAL,
        trap::PRIVILEGED,
        trap::FP_DISABLED,
        trap::WINDOW_OVERFLOW,
        trap::WINDOW_UNDERFLOW,
        trap::NOT_ALIGNED,
        trap::TAG_OVERFLOW,
        trap::CP_DISABLED,
        trap::DIVISION_BY_ZERO,
        trap::SOFTWARE,
    ] {
        assert!(seen.contains(&tt), "{tt:#04x} {}", trap::name(tt));
    }
}

/// The address spaces of the GR740 (UM 1.7 p. 64), loaded from and stored to where that means
/// something, and what is beyond the list.
#[test]
fn every_address_space_has_a_vector() {
    const LOADS: &[u8] = &[
        0x01, 0x02, 0x03, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x19, 0x1c, 0x1e, 0x80,
    ];
    const STORES: &[u8] = &[
        0x01, 0x02, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x13, 0x18, 0x19,
        0x1c, 0x1e, 0x80, 0xff,
    ];
    let (mut loads, mut stores) = (BTreeSet::new(), BTreeSet::new());
    for v in vectors().iter().filter(|v| v.outcome.end == End::Done) {
        for i in instructions(v) {
            match i {
                Insn::Lda { asi, .. } | Insn::Ldda { asi, .. } => loads.insert(asi.index() as u8),
                Insn::Sta { asi, .. } | Insn::Stba { asi, .. } => stores.insert(asi.index() as u8),
                _ => continue,
            };
        }
    }
    for asi in LOADS {
        assert!(loads.contains(asi), "load from {asi:#04x}");
    }
    for asi in STORES {
        assert!(stores.contains(asi), "store to {asi:#04x}");
    }
}

/// Every level of an interrupt, and one at every step of the programs whose vectors are numbered by
/// their boundaries.
#[test]
fn interrupts_come_everywhere() {
    let all = vectors();
    for level in 1..=15 {
        let tt = trap::INTERRUPT + level as u8;
        let taken = |v: &Vector| v.outcome.traps.iter().any(|t| t.tt == tt);
        let asked = |v: &Vector| matches!(v.case.irq, Some(Irq { level: l, .. }) if l == level);
        assert!(all.iter().any(|v| asked(v) && taken(v)), "level {level}");
        assert!(
            level == 15 || all.iter().any(|v| asked(v) && !taken(v)),
            "level {level} masked"
        );
    }
    let mut ours = Ours::new();
    for v in &all {
        let Some(program) = v.name.strip_suffix("-undisturbed") else {
            continue;
        };
        let steps: BTreeSet<u64> = all
            .iter()
            .filter(|b| b.case.code == v.case.code)
            .filter_map(|b| b.case.irq.map(|irq| irq.step))
            .collect();
        let executed = ours.run(std::slice::from_ref(&v.case)).unwrap()[0].executed;
        for step in 0..executed.unwrap_or(0) {
            assert!(steps.contains(&step), "{program}: step {step}");
        }
    }
}
