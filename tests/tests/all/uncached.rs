//! Code that no cache keeps is read from memory once for each instruction, however often an instruction has to be
//! tried again because another core comes first.

use conformance::asm::assemble;
use conformance::tiny::{CODE, Tiny};
use conformance::{board, run};
use trueboard_board::report::OutcomeKind;
use trueboard_board::{Budget, Options, Report};

/// Two cores with their caches off, as after reset: each stores, in words of its own, and core 0 ends the run.
fn stores(sets: &[&str]) -> Report {
    let program = assemble(
        CODE,
        "sta %g0, [%g0] (2); rd %asr17, %g1; srl %g1, 28, %g1; sll %g1, 8, %g1; set 0x4000, %l0; add %l0, %g1, %l0
         set 300, %l1
         a: st %l1, [%l0]; st %l1, [%l0 + 8]; subcc %l1, 1, %l1; bne a; nop
         cmp %g1, 0; bne,a b; nop
         clr %o0; set 1, %g1; set 0xf80, %g2; wr %g2, %psr; nop; nop; nop; ta 0
         b: ba b; nop",
    );
    let dir = tempfile::tempdir().expect("there is room");
    let image = Tiny::new(&program.words).write(dir.path(), "stores");
    let options = Options {
        images: vec![(image, vec![0, 1])],
        start: vec![1],
        // It takes 63,000.
        until: Some(Budget::Cycles(1_000_000)),
        ..Options::default()
    };
    let report = run(&board(sets), options).report;
    assert_eq!(
        report.outcome.kind,
        OutcomeKind::Success,
        "{:?}",
        report.outcome
    );
    report
}

/// All that is read is code; each core may have one instruction more on its way than it has executed.
#[test]
fn an_instruction_is_fetched_once() {
    let counts = ["quantum_cycles=1", "quantum_cycles=50"].map(|quantum| {
        let r = stores(&[quantum]);
        let cores = r.cores.iter();
        let executed: u64 = cores.map(|c| c.instructions + c.meters["annulled"]).sum();
        let (reads, writes) = (r.buses[0].meters["reads"], r.buses[0].meters["writes"]);
        assert_eq!(writes, 1200, "{quantum}");
        assert!(
            (executed..executed + 4).contains(&reads),
            "{quantum}: {reads} of {executed}"
        );
        (reads, executed)
    });
    assert!(counts[0].1 > 3000 && counts[0] == counts[1], "{counts:?}");
}
