//! Firmware that reads and writes its clocks at random: what the judge expects of every read, by a decoding of its
//! own, is what the models answered.

use conformance::asm::assemble;
use conformance::random::Random;
use conformance::tiny::{CODE, Tiny};
use conformance::{board, on_boot_core, run};
use std::fmt::Write;
use trueboard_board::report::OutcomeKind;
use trueboard_judge::{Cause, WindowReport};

/// The first GPTIMER of the GR740, and how many timers it has.
const GPTIMER: u32 = 0xff90_8000;
const TIMERS: u64 = 5;

/// A store of `value` at `offset` of the timer unit, whose address is in `%l0`.
fn store(text: &mut String, offset: u64, value: u64) {
    let _ = writeln!(text, "set {value}, %g1; st %g1, [%l0 + {offset}]");
}

/// A program of `steps` accesses, and loops of some length between them.
fn program(r: &mut Random, steps: u64) -> String {
    let mut text = format!("set {GPTIMER}, %l0\n");
    // Ticks come often, so that little time is much; or as the boot monitor has set them, each 250 cycles.
    if r.below(3) != 0 {
        store(&mut text, 4, 3 + r.below(9));
    }
    for i in 0..steps {
        // The watchdog would end the run.
        let timer = 0x10 * (1 + r.below(TIMERS - 1));
        match r.below(14) {
            0 => store(&mut text, timer, r.below(40)),
            1 => store(&mut text, timer + 4, r.below(40)),
            // EN, RS, LD and CH; no interrupt.
            2..=4 => store(&mut text, timer + 8, r.below(64) & 0x27),
            5 => store(&mut text, 0, r.below(9)),
            6 => store(&mut text, 4, 3 + r.below(9)),
            7 => {
                let _ = writeln!(text, "set {}, %g1; wr %g1, %asr23", r.word());
            }
            8 => {
                let stop = r.below(2) << 31;
                let _ = writeln!(text, "set {}, %g1; wr %g1, %asr22", stop | r.below(3));
            }
            9 => text += "rd %asr22, %g1; rd %asr23, %g2\n",
            10 => {
                let turns = r.below(60);
                let _ = writeln!(
                    text,
                    "set {turns}, %g1; t{i}: subcc %g1, 1, %g1; bg t{i}; nop"
                );
            }
            _ => {
                let _ = writeln!(text, "ld [%l0 + {timer}], %g1");
            }
        }
    }
    text + "clr %o0; set 1, %g1; set 0xf80, %g2; wr %g2, %psr; nop; nop; nop; ta 0\n"
}

fn windows(seed: u64) -> WindowReport {
    let text = program(&mut Random::new(seed), 400);
    let code = assemble(CODE, &text);
    let image = Tiny::new(&code.words);
    let dir = tempfile::tempdir().expect("there is room");
    let run = run(&board(&[]), on_boot_core(image.write(dir.path(), "clocks")));
    let outcome = &run.report.outcome;
    assert_eq!(outcome.kind, OutcomeKind::Success, "{}", outcome.detail);
    run.report.windows
}

#[test]
fn random_accesses_are_judged_right() {
    let (mut reads, mut exact) = (0, 0);
    let mut causes = Vec::new();
    for seed in 0..15 {
        let clocks = windows(seed).clocks;
        for c in &clocks {
            assert_eq!(c.wrong, 0, "seed {seed}: {c:?}");
            assert_eq!(c.not_judged, 0, "seed {seed}: {c:?}");
            reads += c.reads;
            exact += c.exact;
            causes.extend(&c.causes);
        }
        let names: Vec<&str> = clocks.iter().map(|c| c.register.as_str()).collect();
        let all = [
            "ASR22", "ASR23", "TCNTVAL1", "TCNTVAL2", "TCNTVAL3", "TCNTVAL4",
        ];
        assert_eq!(names, all);
    }
    assert!(
        reads > 2000 && exact > 200 && exact < reads,
        "{exact} of {reads}"
    );
    for cause in [Cause::Wrapped, Cause::Preset, Cause::Stopped] {
        assert!(causes.contains(&cause), "{cause:?}");
    }
}
