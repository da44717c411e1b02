//! What devices and cores of the GR740 do as GRLIB's public sources do it, seen by programs on the whole board:
//! the wires of the board are part of it.

use conformance::asm::assemble;
use conformance::tiny::{CODE, Tiny};
use conformance::{Run, board, on_boot_core, run};
use std::fmt::Write;
use trueboard_board::report::OutcomeKind;

/// IRQ(A)MP, GPTIMER 1, GRGPIO 0 and APBUART 1 of the GR740.
const IRQAMP: u32 = 0xff90_4000;
const GPTIMER: u32 = 0xff90_9000;
const GPIO: u32 = 0xff90_2000;
const UART: u32 = 0xff90_1000;

/// Ends the program with the status in %o0.
const END: &str = "set 1, %g1; set 0xf80, %g2; wr %g2, %psr; nop; nop; nop; ta 0\n";

#[derive(Default)]
struct Program {
    text: String,
    checks: u32,
}

impl Program {
    fn store(&mut self, at: u32, value: u32) {
        let _ = writeln!(self.text, "set {at}, %l0; set {value}, %g1; st %g1, [%l0]");
    }

    /// Some cycles: two for each turn, and more.
    fn wait(&mut self, turns: u32) {
        let n = self.checks;
        self.checks += 1;
        let _ = writeln!(
            self.text,
            "set {turns}, %g1; w{n}: subcc %g1, 1, %g1; bne w{n}; nop"
        );
    }

    /// Ends with the number of the check unless the bits in `mask` of a register are `value`.
    fn expect(&mut self, at: u32, mask: u32, value: u32) {
        let _ = writeln!(
            self.text,
            "set {at}, %l0; ld [%l0], %l1; set {mask}, %g1; and %l1, %g1, %l1"
        );
        self.holds("%l1", value);
    }

    /// Ends with the number of the check unless a register of the processor has a value.
    fn holds(&mut self, register: &str, value: u32) {
        self.checks += 1;
        let n = self.checks;
        let _ = writeln!(
            self.text,
            "set {value}, %g1; subcc {register}, %g1, %g0; be c{n}; nop; set {n}, %o0; {END}c{n}: nop"
        );
    }

    fn ends(self) -> Run {
        runs(&format!("{}clr %o0\n{END}", self.text))
    }
}

fn runs(text: &str) -> Run {
    let code = assemble(CODE, text);
    let image = Tiny::new(&code.words);
    let dir = tempfile::tempdir().expect("there is room");
    run(
        &board(&[]),
        on_boot_core(image.write(dir.path(), "devices")),
    )
}

fn success(run: &Run) {
    let outcome = &run.report.outcome;
    assert_eq!(outcome.kind, OutcomeKind::Success, "{}", outcome.detail);
}

/// `gptimer.vhd`, `irqamp.vhd`: the tick of a unit's last timer is a watchdog input, and asks for no IE. GRLIB's
/// system test takes it for wired so.
#[test]
fn a_timers_tick_is_a_watchdog_input() {
    let mut p = Program::default();
    p.store(IRQAMP + 0x01c, 6 << 16 | 1);
    p.store(GPTIMER + 0x04, 31);
    p.store(GPTIMER + 0x40, 5);
    p.store(GPTIMER + 0x48, 1);
    p.expect(IRQAMP + 0x004, 1 << 6, 0);
    p.wait(200);
    p.expect(IRQAMP + 0x004, 1 << 6, 1 << 6);
    p.expect(GPTIMER + 0x48, 0x1f, 0);
    // Each unit has its own input: the next unit's is not enabled.
    p.store(IRQAMP + 0x00c, 1 << 6);
    p.store(GPTIMER + 0x1004, 31);
    p.store(GPTIMER + 0x1040, 5);
    p.store(GPTIMER + 0x1048, 1);
    p.wait(200);
    p.expect(IRQAMP + 0x004, 1 << 6, 0);
    success(&p.ends());
}

/// `gptimer.vhd`: interrupts of the bus latch the timers (CONFIG.EL); those of GPIO 0 are 16 to 19.
#[test]
fn an_interrupt_latches_a_timer() {
    let mut p = Program::default();
    p.store(GPTIMER + 0x14, u32::MAX);
    p.store(GPTIMER + 0x18, 0b111);
    p.store(GPTIMER + 0x0c, 1 << 16);
    p.store(GPTIMER + 0x08, 1 << 11);
    // A rising edge on line 0, which drives itself.
    for (register, value) in [(0x10, 1), (0x14, 1), (0x08, 1), (0x0c, 1)] {
        p.store(GPIO + register, value);
    }
    p.wait(2_000);
    p.expect(GPTIMER + 0x08, 1 << 11, 1 << 11);
    p.expect(GPTIMER + 0x1c, u32::MAX, 0);
    p.store(GPIO + 0x04, 1);
    p.expect(GPTIMER + 0x08, 1 << 11, 0);
    // Some ticks had passed: neither the reload value nor nothing.
    let _ = writeln!(
        p.text,
        "set {}, %l0; ld [%l0], %l1; srl %l1, 8, %l2; xnor %l1, %g0, %l3",
        GPTIMER + 0x1c
    );
    p.holds("%l2", 0xff_ffff);
    let _ = writeln!(
        p.text,
        "subcc %l3, 0, %g0; bne some; nop; set 99, %o0; {END}some: nop"
    );
    success(&p.ends());
}

/// `apbuart.vhd`: what is written while TE is 0 waits, and the loop-back receives it.
#[test]
fn bytes_wait_for_the_transmitter() {
    let mut p = Program::default();
    p.store(UART + 0x08, 1);
    for byte in *b"abcd" {
        p.store(UART, byte.into());
    }
    p.expect(UART + 0x04, 0x03f0_0000, 4 << 20);
    p.store(UART + 0x08, 0x83);
    for byte in *b"abcd" {
        p.expect(UART, 0xff, byte.into());
    }
    success(&p.ends());
}

/// `iu3.vhd`: no ancillary state register traps when it is read, those that are not there read Y, and what is
/// written to them is lost.
#[test]
fn registers_that_are_not_there_do_not_trap() {
    let mut p = Program::default();
    p.text += "set 0x1234, %g1; wr %g1, %y; nop; nop; nop; set 77, %g2\n";
    for n in [1, 15, 18, 20] {
        let _ = writeln!(p.text, "wr %g2, %asr{n}; rd %asr{n}, %l1");
        p.holds("%l1", 0x1234);
    }
    for n in [19, 21] {
        let _ = writeln!(p.text, "rd %asr17, %l2; rd %asr{n}, %l1; sub %l1, %l2, %l1");
        p.holds("%l1", 0);
    }
    success(&p.ends());
}

/// `iu3.vhd`: RDASR asks for no privilege; WRASR does from 16 on, there or not, but for %asr18.
#[test]
fn writing_is_privileged_from_16_on() {
    // User mode, traps off: a trap ends the run, `ta 0` too.
    let user = |text: &str| {
        let all = format!("wr %g0, 0, %psr; nop; nop; nop; {text}; clr %o0; set 1, %g1; ta 0");
        runs(&all).report.outcome
    };
    let reads: Vec<String> = (1..32).map(|n| format!("rd %asr{n}, %g2")).collect();
    let writes: Vec<String> = (1..16)
        .chain([18])
        .map(|n| format!("wr %g0, %asr{n}"))
        .collect();
    for text in [reads.join("; "), writes.join("; ")] {
        let outcome = user(&text);
        assert_eq!(outcome.kind, OutcomeKind::Success, "{}", outcome.detail);
    }
    for n in [16, 17, 19, 20, 21, 22, 23, 24, 31] {
        let outcome = user(&format!("wr %g0, %asr{n}"));
        assert_eq!(outcome.kind, OutcomeKind::Crash, "%asr{n}");
        assert!(outcome.detail.contains("privileged"), "{}", outcome.detail);
    }
}

/// CCR.PS and TB: what is not modelled is told.
#[test]
fn cache_parity_is_told() {
    let run = runs(&format!(
        "lda [%g0] (2), %g1; set 0x01000000, %g2; or %g1, %g2, %g1; sta %g1, [%g0] (2); clr %o0\n{END}"
    ));
    success(&run);
    let told = &run.report.warnings;
    assert!(
        told.iter().any(|w| w.contains("parity is not modelled")),
        "{told:?}"
    );
}
