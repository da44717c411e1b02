//! What `trueboard run` prints after the firmware's own output.

use super::checks;
use crate::cli::shared::readings;
use crate::cli::uncertainty;
use crate::paint::{Meaning, paint};
use crate::text::{Table, grouped};
use std::fmt::Write;
use trueboard::analysis::analysis;
use trueboard::analysis::regions::Region;
use trueboard::internals::board::CoreKind;
use trueboard::internals::board::Report;
use trueboard::internals::board::misses::{DATA_MISSES, INSTRUCTION_MISSES};
use trueboard::internals::core::meter::{CoreMeter, Dictionary, cpi_text};
use trueboard::report::{Outcome, OutcomeKind};

/// The outcome, the cores, and measured beside true for every event that the firmware read.
pub fn summary(r: &Report) -> String {
    let mut s = String::new();
    let _ = writeln!(
        s,
        "\n{} {}: {} after {:.6} s of simulated time",
        paint(Meaning::Heading, "---"),
        r.board,
        ended(&r.outcome),
        r.time.seconds
    );
    s += &untimed(r);
    s += &sampled(r);
    s += &cores(r);
    if !r.windows.events.is_empty() {
        let _ = write!(
            s,
            "\nwhat the firmware's counters showed, and what happened:\n{}",
            readings::table(r)
        );
    }
    if !r.windows.clocks.is_empty() {
        let _ = write!(
            s,
            "\nwhat its clocks showed from read to read, and what passed, in their ticks:\n{}",
            readings::clocks(r)
        );
    }
    for (name, sheet) in analysis::sheets(&r.analyses) {
        let _ = match sheet.rows() {
            [] => write!(s, "\n{name}: none\n"),
            _ => write!(s, "\n{}", Table::of(&sheet)),
        };
    }
    if !r.sensors.reads.is_empty() {
        let _ = writeln!(
            s,
            "\ntemperature sensor: {} reads, {} of them unexplained, largest error {:.3} K",
            r.sensors.reads.len() as u64 + r.sensors.left_out,
            r.sensors.wrong,
            r.sensors.max_difference_mc as f64 / 1000.0
        );
    }
    for g in &r.regions {
        let _ = writeln!(
            s,
            "region {} on core {}: {} calls, {} to {} cycles",
            g.name, g.core, g.calls, g.min_cycles, g.max_cycles
        );
        let core = r.cores.iter().find(|c| c.id == g.core);
        if let Some(kind) = core.and_then(|c| CoreKind::of(&c.kind)) {
            s += &cpi_stack(g, kind.meters);
        }
    }
    if let (Some(p), Some(t)) = (&r.power, &r.temperature) {
        let _ = writeln!(
            s,
            "\npower {:.2} mW on average, {:.1} uJ; die {:.1} degC",
            p.mean_mw, p.energy_uj, t.die_c
        );
    }
    s += &uncertainty::summary(r);
    s += &checks::summary(r);
    s
}

/// Which spans took no time of memories, and since when is counted.
fn untimed(r: &Report) -> String {
    let seconds = |ticks: u64| ticks as f64 / r.time.hz as f64;
    let mut s = String::new();
    for span in &r.untimed {
        let _ = write!(
            s,
            "{:.6} to {:.6} s is untimed: memories beyond first-level caches answered at once ({} instructions",
            seconds(span.from_ticks),
            seconds(span.to_ticks),
            grouped(span.instructions)
        );
        let _ = match span.warmed_instructions {
            0 => writeln!(s, ")"),
            n => writeln!(
                s,
                "; the last {} of them timed, to warm caches)",
                grouped(n)
            ),
        };
    }
    if let Some(last) = r.untimed.last() {
        let core = match last.core {
            Some(core) => format!(", where core {core} came to `{}`", last.until),
            None => String::new(),
        };
        let _ = writeln!(
            s,
            "counted from {:.6} s on{core}: {:.6} s",
            seconds(last.to_ticks),
            seconds(r.timed_ticks())
        );
    }
    s
}

/// What sample windows say of the time of the run, and each of them.
fn sampled(r: &Report) -> String {
    let Some(p) = &r.sampling else {
        return String::new();
    };
    let half = p.half_interval_cycles_per_instruction;
    let mut s = format!(
        "its time is untimed but for {} sample windows of {} instructions, each behind {} that warm caches\n",
        p.windows.len(),
        grouped(p.length_instructions),
        grouped(p.warm_instructions)
    );
    let _ = writeln!(
        s,
        "estimated time {:.6} s, {:.6} to {:.6} s at 95 % ({} to {} cycles; {} instructions)",
        p.estimated_seconds,
        p.least_seconds,
        p.most_seconds,
        grouped(p.least_cycles),
        grouped(p.most_cycles),
        grouped(p.instructions)
    );
    let _ = writeln!(
        s,
        "cycles per instruction of all cores: mean {:.4}, standard deviation {:.4}, 95 % interval ±{half:.4} ({:.2} %)",
        p.mean_cycles_per_instruction,
        p.deviation_cycles_per_instruction,
        100.0 * half / p.mean_cycles_per_instruction.max(f64::MIN_POSITIVE)
    );
    let mut t = Table::new(&[
        "window",
        "after instructions",
        "instructions",
        "per instruction",
    ]);
    for (n, w) in p.windows.iter().enumerate() {
        t.row(&[
            n.to_string(),
            grouped(w.after_instructions),
            grouped(w.instructions),
            format!("{:.4}", w.cycles_per_instruction),
        ]);
    }
    s += &t.to_string();
    s += "counted in the windows:\n";
    s
}

/// How it ended; what is said on standard error is not said again.
fn ended(o: &Outcome) -> String {
    let (meaning, text) = match o.kind {
        OutcomeKind::Success => (Meaning::Good, o.detail.as_str()),
        OutcomeKind::Budget | OutcomeKind::Interrupted | OutcomeKind::Timeout => {
            (Meaning::Doubtful, how(o))
        }
        _ => (Meaning::Bad, how(o)),
    };
    paint(meaning, text)
}

fn how(o: &Outcome) -> &str {
    match o.kind {
        OutcomeKind::Success => &o.detail,
        OutcomeKind::Failure => "the firmware ended with a failure",
        OutcomeKind::Crash => "the firmware crashed",
        OutcomeKind::Strict => "ended by --strict",
        OutcomeKind::WatchdogReset => "the board was reset",
        OutcomeKind::Budget => "the budget ran out",
        OutcomeKind::NothingLeft => "nothing was left to happen",
        OutcomeKind::Interrupted => "stopped from outside",
        OutcomeKind::Timeout => "stopped by --timeout",
        OutcomeKind::Paused => "the run can go on",
    }
}

/// A line per core, with the columns that the board has.
fn cores(r: &Report) -> String {
    let misses = [("I-miss", INSTRUCTION_MISSES), ("D-miss", DATA_MISSES)];
    let there = |names: &&[&str]| {
        let has = |&n: &&str| r.cores.iter().any(|c| c.meters.contains_key(n));
        names.iter().any(has)
    };
    let misses: Vec<_> = misses.into_iter().filter(|(_, n)| there(n)).collect();
    let mut heading = vec!["core", "instructions", "cycles", "CPI", "idle"];
    heading.extend(misses.iter().map(|m| m.0));
    let mut t = Table::new(&heading);
    for c in &r.cores {
        let mut row = vec![
            c.name.clone(),
            grouped(c.instructions),
            grouped(c.cycles),
            cpi_text(c.cycles, c.instructions),
            grouped(c.idle_cycles),
        ];
        for (_, names) in &misses {
            let sum = names.iter().filter_map(|&n| c.meters.get(n)).sum();
            row.push(grouped(sum));
        }
        t.row(&row);
    }
    t.to_string()
}

/// Where the cycles of a region went: the parts add up to its cycles, and so the cycles for each
/// instruction to its CPI.
fn cpi_stack(g: &Region, dictionary: &Dictionary) -> String {
    let meter = |m: CoreMeter| g.meters.get(dictionary.name(m)).copied().unwrap_or(0);
    let instructions = meter(CoreMeter::INSTRUCTIONS);
    let cycles = meter(CoreMeter::CYCLES);
    if instructions == 0 {
        return String::new();
    }
    let mut t = Table::new(&["  where", "cycles", "per instruction", "%"]);
    let mut row = |name: &str, n: u64| {
        t.row(&[
            format!("  {name}"),
            grouped(n),
            format!("{:.4}", n as f64 / instructions as f64),
            format!("{:.1}", 100.0 * n as f64 / cycles as f64),
        ]);
    };
    for &m in dictionary.stack.iter().filter(|&&m| meter(m) != 0) {
        row(dictionary.name(m), meter(m));
    }
    row("cycles", dictionary.stack.iter().map(|&m| meter(m)).sum());
    format!("{t}  in {} instructions\n", grouped(instructions))
}
