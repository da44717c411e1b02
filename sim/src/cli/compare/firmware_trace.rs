//! `trueboard compare RUN --firmware-trace TRACE`: a trace that firmware wrote beside what happened.

use crate::cli::Failure;
use crate::cli::compare::Compare;
use crate::cli::shared::junit::{case, skipped};
use crate::text::{Table, grouped};
use quick_junit::TestSuite;
use std::fmt::Write;
use std::path::Path;
use trueboard::analysis::tracers::counts::Counts;
use trueboard::analysis::tracers::judged::{Dropped, Judged, ThreadAnswer, WrongPayload};
use trueboard::analysis::tracers::recorded::{Place, Recorded, Tally};
use trueboard::analysis::tracers::times::{Clock, Times};
use trueboard::compare::{FirmwareTrace, firmware_trace};

/// Places that are named one by one; JSON has all of them.
const NAMED: usize = 10;

pub fn run(a: &Compare, path: &Path) -> Result<u8, Failure> {
    let [run] = a.firmware.elf.as_slice() else {
        return Err(Failure::usage("--firmware-trace is of one run: give one"));
    };
    let answer = firmware_trace(run, path)?;
    a.verdicts.write(|| suites(&answer))?;
    a.answer.print(&answer, &["tallies/*"], || text(&answer))?;
    Ok(u8::from(!answer.verdict()?))
}

fn text(o: &FirmwareTrace) -> String {
    let j = &o.judged;
    let mut out = calls(&j.recorded);
    out += &stamps(j);
    out += &numbers(j);
    out += &differences(&j.recorded);
    for t in &j.threads {
        for line in t.times.iter().flat_map(|times| clock(t.core, times)) {
            let _ = writeln!(out, "{line}");
        }
        for c in t.counts.iter().filter(|c| c.wrong > 0) {
            let _ = writeln!(out, "core {}: {}", t.core, wrong_numbers(c));
        }
        if let Some(text) = t.dropped.and_then(dropped) {
            let _ = writeln!(out, "core {}: {text}", t.core);
        }
    }
    for w in j.wrong_payloads.iter().take(NAMED) {
        let _ = writeln!(out, "{}", wrong_payload(w));
    }
    more(&mut out, "wrong payload", j.wrong_payloads.len());
    for defect in j.defects.iter().take(NAMED) {
        let _ = writeln!(out, "damaged: {defect}");
    }
    more(&mut out, "damaged", j.defects.len());
    for what in &j.not_judged {
        let _ = writeln!(out, "not judged: {what}");
    }
    if !j.not_compared.is_empty() {
        let kinds = j.not_compared.iter().map(|(k, n)| format!("{k} ({n})"));
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let _ = writeln!(out, "not compared: {kinds}");
    }
    if !j.has_zero && j.threads.iter().any(|t| t.times.is_some()) {
        let _ = writeln!(
            out,
            "the trace does not say when its time is 0: most of its stamps do"
        );
    }
    out + &sums(o)
}

/// Calls, by function; ends only where they differ.
fn calls(r: &Recorded) -> String {
    let heading = [
        "call",
        "happened",
        "recorded",
        "missing",
        "extra",
        "out of order",
        "as another",
    ];
    let mut table = Table::new(&heading);
    let end = |name: &str| name.starts_with("end of ");
    let shown = |(name, t): &(&String, &Tally)| !end(name) || !t.complete();
    for (name, t) in r.tallies.iter().filter(shown) {
        let number = |n: usize| grouped(n as u64);
        let mut row = vec![name.clone()];
        let cells = [
            t.happened,
            t.recorded,
            t.missing,
            t.extra,
            t.out_of_order,
            t.wrong,
        ];
        row.extend(cells.map(number));
        table.row(&row);
    }
    table.to_string()
}

/// Clocks, by thread.
fn stamps(j: &Judged) -> String {
    let all: Vec<(u8, &Times)> = j
        .threads
        .iter()
        .filter_map(|t| Some((t.core, t.times.as_ref()?)))
        .collect();
    if all.is_empty() {
        return String::new();
    }
    let heading = [
        "time stamps of",
        "judged",
        "wrong",
        "late (us)",
        "fast (ppm)",
        "at most (us)",
        "jitter (us)",
        "read within (us)",
    ];
    let mut table = Table::new(&heading);
    for (core, t) in all {
        table.row(&[
            format!("core {core}"),
            grouped(t.judged as u64),
            grouped(t.wrong as u64),
            us(t.offset_ps),
            ppm(t.drift_ppb),
            us(t.largest_ps),
            us(t.jitter_ps.cast_signed()),
            us(t.span_ps.cast_signed()),
        ]);
    }
    table.to_string()
}

/// Numbers of events, by thread and event.
fn numbers(j: &Judged) -> String {
    let heading = [
        "numbers of",
        "event",
        "exact",
        "explained",
        "wrong",
        "not judged",
        "recorded",
        "true",
    ];
    let mut table = Table::with_texts(&heading, 2);
    for t in &j.threads {
        for c in &t.counts {
            let mut row = vec![format!("core {}", t.core), event(c)];
            let counts = [c.exact, c.explained, c.wrong, c.not_judged];
            row.extend(counts.map(|n| grouped(n as u64)));
            row.extend([c.recorded, c.truth].map(grouped));
            table.row(&row);
        }
    }
    match j.threads.iter().all(|t| t.counts.is_empty()) {
        true => String::new(),
        false => table.to_string(),
    }
}

fn event(c: &Counts) -> String {
    match c.name.as_str() {
        "" => format!("{:#04x}", c.event),
        name => name.to_owned(),
    }
}

fn differences(r: &Recorded) -> String {
    let mut out = String::new();
    let lists = [
        ("missing", "call", &r.missing),
        ("extra", "record", &r.extra),
        ("out of order", "record", &r.out_of_order),
    ];
    for (word, of, places) in lists {
        for Place { core, what, number } in places.iter().take(NAMED) {
            let _ = writeln!(out, "{word}: {what}, {of} {number} of core {core}");
        }
        more(&mut out, word, places.len());
    }
    for w in r.wrong.iter().take(NAMED) {
        let _ = writeln!(
            out,
            "wrong function: record {} of core {} says {}, and {} was called",
            w.number, w.core, w.recorded, w.happened
        );
    }
    more(&mut out, "wrong function", r.wrong.len());
    for l in r.lost.iter().take(NAMED) {
        let _ = writeln!(out, "{}", lost(l));
    }
    more(&mut out, "lost", r.lost.len());
    out
}

fn more(out: &mut String, word: &str, all: usize) {
    if all > NAMED {
        let _ = writeln!(out, "{word}: {} more (--json has all)", all - NAMED);
    }
}

fn lost(l: &trueboard::analysis::tracers::recorded::Lost) -> String {
    let place = match l.to_the_end {
        true => ": its trace ends before them",
        false => "",
    };
    format!(
        "lost: {} calls in a row, {} to {} of core {}{place}",
        l.last - l.first + 1,
        l.first,
        l.last,
        l.core
    )
}

fn wrong_payload(w: &WrongPayload) -> String {
    format!(
        "wrong payload: record {} of core {} ({}) says {}, and {} left the board",
        w.number, w.core, w.what, w.recorded, w.written
    )
}

/// What the tracer did not write.
fn dropped(d: Dropped) -> Option<String> {
    let says = match d.recorded {
        n if n == d.happened => String::new(),
        n if n < d.happened => {
            format!("; its packets count {n}, since none was closed behind the rest")
        }
        n => format!("; its packets count {n}"),
    };
    (d.happened + d.recorded > 0).then(|| format!("its tracer dropped {} events{says}", d.happened))
}

/// What is wrong with the clock of a thread, and with single stamps.
fn clock(core: u8, t: &Times) -> Vec<String> {
    let mut out = Vec::new();
    let of = format!("{} of {} time stamps are wrong", t.wrong, t.judged);
    let way = |ps: i64| if ps < 0 { "early" } else { "late" };
    let by = |ps: i64| format!("{} us {}", us(abs(ps)), way(ps));
    match t.clock {
        Clock::Right => {}
        Clock::Offset => out.push(format!(
            "core {core}: its clock is {} throughout (known to {} us): {of}",
            by(t.offset_ps),
            us(t.unsure_ps.cast_signed())
        )),
        Clock::Drift => {
            let fast = if t.drift_ppb < 0 { "slow" } else { "fast" };
            out.push(format!(
                "core {core}: its clock is {} ppm {fast}, and {} at its first stamp: {of}, by up to {} us",
                ppm(abs(t.drift_ppb)),
                by(t.offset_ps),
                us(abs(t.largest_ps))
            ));
        }
        Clock::Irregular => out.push(format!(
            "core {core}: its time stamps are on no line of offset and drift: {of}, by up to {} us",
            us(abs(t.largest_ps))
        )),
    }
    if t.clock != Clock::Irregular {
        let beside = match t.clock {
            Clock::Right => "",
            _ => " beside its clock",
        };
        for off in t.off.iter().take(NAMED) {
            out.push(format!(
                "core {core}: the time of record {} ({}) is {}{beside}",
                off.number,
                off.what,
                by(off.late_ps)
            ));
        }
        if t.off.len() > NAMED {
            out.push(format!(
                "core {core}: {} more times (--json has all)",
                t.off.len() - NAMED
            ));
        }
    }
    out
}

fn wrong_numbers(c: &Counts) -> String {
    let all = c.exact + c.explained + c.wrong;
    let mut out = format!(
        "{}: {} of {all} numbers are wrong; together they are {}, and {} happened",
        event(c),
        c.wrong,
        grouped(c.recorded),
        grouped(c.truth)
    );
    if c.truth > 0 && c.recorded != c.truth {
        let _ = write!(out, " ({:.3} times)", c.recorded as f64 / c.truth as f64);
    }
    if let Some(w) = &c.first_wrong {
        let _ = write!(
            out,
            "; the first is that of record {}: {} in place of {}",
            w.number,
            grouped(w.recorded),
            grouped(w.truth)
        );
    }
    out
}

/// What is right, in a line each.
fn sums(o: &FirmwareTrace) -> String {
    let mut out = String::new();
    let j = &o.judged;
    if o.complete && !j.recorded.tallies.is_empty() {
        out += "all calls are in the trace, in their order, and nothing else is\n";
    }
    let times: Vec<&Times> = j.threads.iter().filter_map(|t| t.times.as_ref()).collect();
    if times.iter().any(|t| t.judged > 0) && times.iter().all(|t| t.wrong == 0) {
        out += "all time stamps are those at which the tracer read its clock\n";
    }
    if j.payloads > 0 && j.wrong_payloads.is_empty() {
        let _ = writeln!(
            out,
            "all {} payloads are those that left the board",
            j.payloads
        );
    }
    let counts: Vec<&Counts> = j.threads.iter().flat_map(|t| &t.counts).collect();
    if counts.iter().any(|c| c.exact > 0) && counts.iter().all(|c| c.wrong == 0) {
        out += "all numbers of events are true, or explained by what the counter showed\n";
    }
    out
}

fn abs(n: i64) -> i64 {
    n.saturating_abs()
}

/// Picoseconds in microseconds.
fn us(ps: i64) -> String {
    let ns = ps.unsigned_abs().saturating_add(500) / 1000;
    let sign = if ps < 0 && ns > 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", ns / 1000, ns % 1000)
}

/// Parts in 10^9 in parts in 10^6.
fn ppm(ppb: i64) -> String {
    let tenths = ppb.unsigned_abs().saturating_add(50) / 100;
    let sign = if ppb < 0 && tenths > 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths / 10, tenths % 10)
}

/// A case for each function that a tracer records the calls of, and for each thread and subject.
fn suites(o: &FirmwareTrace) -> Vec<TestSuite> {
    let j = &o.judged;
    let mut functions = TestSuite::new("calls in the firmware's trace");
    for (name, t) in &j.recorded.tallies {
        let text = format!(
            "{} happened, {} recorded: {} missing, {} extra, {} out of order, {} as another function",
            t.happened, t.recorded, t.missing, t.extra, t.out_of_order, t.wrong
        );
        functions.add_test_case(case(name, (!t.complete()).then_some(text)));
    }
    let mut threads = TestSuite::new("threads of the firmware's trace");
    let mut cores: Vec<u8> = j.recorded.pairs.keys().copied().collect();
    cores.extend(j.threads.iter().map(|t| t.core));
    cores.sort_unstable();
    cores.dedup();
    for core in cores {
        of_calls(&mut threads, core, &j.recorded);
        if let Some(t) = j.threads.iter().find(|t| t.core == core) {
            of_thread(&mut threads, t);
        }
        if j.payloads > 0 {
            let mine = j.wrong_payloads.iter().filter(|w| w.core == core);
            let mine: Vec<String> = mine.map(wrong_payload).collect();
            let text = (!mine.is_empty()).then(|| mine.join("; "));
            threads.add_test_case(case(&format!("core {core}: payloads"), text));
        }
    }
    let damaged = (!j.defects.is_empty()).then(|| j.defects.join("; "));
    threads.add_test_case(case("the trace is not damaged", damaged));
    let left = &j.not_judged;
    let failure = (!left.is_empty()).then(|| format!("not judged: {}", left.join("; ")));
    threads.add_test_case(case("all of it was judged", failure));
    vec![functions, threads]
}

fn of_calls(suite: &mut TestSuite, core: u8, r: &Recorded) {
    let lists = [
        ("calls recorded", "missing", &r.missing),
        ("no other records", "extra", &r.extra),
        ("order", "out of order", &r.out_of_order),
    ];
    for (subject, word, places) in lists {
        let mine: Vec<&Place> = places.iter().filter(|p| p.core == core).collect();
        let text = mine.first().map(|p| {
            format!(
                "{} {word}; the first: {}, number {}",
                mine.len(),
                p.what,
                p.number
            )
        });
        suite.add_test_case(case(&format!("core {core}: {subject}"), text));
    }
    let wrong: Vec<String> = r
        .wrong
        .iter()
        .filter(|w| w.core == core)
        .map(|w| {
            format!(
                "record {} says {}, and {} was called",
                w.number, w.recorded, w.happened
            )
        })
        .collect();
    let text = (!wrong.is_empty()).then(|| wrong.join("; "));
    suite.add_test_case(case(&format!("core {core}: functions"), text));
    let stretches: Vec<String> = r.lost.iter().filter(|l| l.core == core).map(lost).collect();
    let text = (!stretches.is_empty()).then(|| stretches.join("; "));
    suite.add_test_case(case(&format!("core {core}: lost records"), text));
}

fn of_thread(suite: &mut TestSuite, t: &ThreadAnswer) {
    let name = format!("core {}: time stamps", t.core);
    if let Some(times) = &t.times {
        let lines = clock(t.core, times);
        suite.add_test_case(match times.judged {
            0 => skipped(&name, "it is unknown when the tracer read its clock"),
            _ => case(&name, (!lines.is_empty()).then(|| lines.join("; "))),
        });
    }
    if let Some(d) = t.dropped {
        suite.add_test_case(case(
            &format!("core {}: dropped events", t.core),
            dropped(d),
        ));
    }
    for c in &t.counts {
        let name = format!("core {}: {}", t.core, event(c));
        let wrong = (c.wrong > 0).then(|| wrong_numbers(c));
        suite.add_test_case(case(&name, wrong));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_rates_have_their_sign_and_digits() {
        assert_eq!(
            [us(100_000_000), us(-1_500), us(-400), us(0)],
            ["100.000", "-0.002", "0.000", "0.000"]
        );
        assert_eq!(
            [ppm(200_000), ppm(-49), ppm(-150)],
            ["200.0", "0.0", "-0.2"]
        );
    }
}
