//! `trueboard run --check`: what is checked, what was found, and what of it is accepted from now on.

use crate::cli::run::Run;
use crate::cli::{Failure, options};
use crate::text::{Table, grouped};
use std::fmt::Write;
use std::path::Path;
use trueboard::internals::board::checked::CheckOptions;
use trueboard::internals::board::files::write_whole;
use trueboard::internals::board::findings::{ChecksReport, FindingReport};
use trueboard::internals::check::{Checks, Suppression};
use trueboard::report::Report;

/// What the command line asks for; none if that is nothing.
pub fn asked(a: &Run) -> Result<Option<CheckOptions>, Failure> {
    let Some(list) = &a.check else {
        let needs = [
            ("--check-suppress", !a.check_suppress.is_empty()),
            ("--check-irqs-off", a.check_irqs_off.is_some()),
            ("--check-accept", a.check_accept.is_some()),
        ];
        return match needs.iter().find(|n| n.1) {
            Some((option, _)) => Err(Failure::usage(format!(
                "{option} is about checks: ask for some with --check"
            ))),
            None => Ok(None),
        };
    };
    if a.restore.is_some() {
        return Err(Failure::usage(
            "--check with --restore: a snapshot does not hold what was written and ordered before it; \
             check the run from reset, to an --until behind the snapshot"
                .to_owned(),
        ));
    }
    // An unknown name is a wrong command line, a file that cannot be used is not.
    let failure = match list.parse::<Checks>() {
        Err(_) => Failure::usage,
        Ok(_) => Failure::input,
    };
    let asked = CheckOptions::asked("--check", list, &a.check_suppress).map_err(failure)?;
    let irqs_off = a.check_irqs_off.as_deref();
    let irqs_off = irqs_off.map(|t| options::budget("--check-irqs-off", t));
    Ok(Some(CheckOptions {
        irqs_off: irqs_off.transpose()?,
        ..asked
    }))
}

/// The findings as a table, and the stacks.
pub fn summary(report: &Report) -> String {
    let Some(checks) = &report.checks else {
        return String::new();
    };
    let mut s = String::new();
    let _ = writeln!(
        s,
        "\nchecks {}: {}",
        checks.checks.join(", "),
        counts(checks)
    );
    if !checks.findings.is_empty() {
        let text = |c: usize| c != 2;
        let mut t = Table::with_text_columns(&["check", "core", "times", "where", "what"], text);
        for f in &checks.findings {
            let core = report
                .cores
                .get(usize::from(f.core))
                .map_or("-", |c| c.name.as_str());
            t.row(&[
                f.check.clone(),
                core.to_owned(),
                grouped(f.count),
                f.place(),
                format!("{} [{}]", f.text, f.source),
            ]);
        }
        s += &t.to_string();
    }
    if !checks.stacks.is_empty() {
        let mut t = Table::with_texts(&["stack", "core", "used", "of"], 2);
        for stack in &checks.stacks {
            let core = report
                .cores
                .get(usize::from(stack.core))
                .map_or("-", |c| c.name.as_str());
            let of = stack.size_bytes.map_or("?".to_owned(), grouped);
            t.row(&[
                stack.name.clone(),
                core.to_owned(),
                grouped(stack.used_bytes),
                of,
            ]);
        }
        let _ = write!(s, "\n{t}");
    }
    s
}

fn counts(checks: &ChecksReport) -> String {
    let places = match checks.findings.len() {
        0 => "nothing was found".to_owned(),
        1 => "1 place".to_owned(),
        n => format!("{n} places"),
    };
    match checks.accepted.len() {
        0 => places,
        n => format!("{places}; {n} more are accepted"),
    }
}

/// Something was found that is not accepted.
pub fn failed(report: &Report) -> bool {
    report
        .checks
        .as_ref()
        .is_some_and(|c| !c.findings.is_empty())
}

/// Writes suppressions of all that was found, and of what was accepted before.
pub fn accept(path: &Path, report: &Report) -> Result<(), Failure> {
    let Some(checks) = &report.checks else {
        return Ok(());
    };
    let all = checks.accepted.iter().chain(&checks.findings);
    let mut suppressions: Vec<Suppression> = all.map(suppression).collect();
    suppressions.dedup();
    let wrong = |e: &dyn std::fmt::Display| {
        Failure::input(format!(
            "--check-accept {}: cannot be written: {e}",
            path.display()
        ))
    };
    let mut text = String::from("[\n");
    for s in &suppressions {
        let line = ron::to_string(s).map_err(|e| wrong(&e))?;
        let _ = writeln!(text, "    {line},");
    }
    text += "]\n";
    write_whole(path, text.as_bytes()).map_err(|e| wrong(&e))
}

fn suppression(f: &FindingReport) -> Suppression {
    let object = f.object.split('+').next().unwrap_or_default();
    let object = match f.object.contains('+') {
        true => format!("{object}+*"),
        false => object.to_owned(),
    };
    Suppression {
        image: None,
        check: f.check.clone(),
        what: Some(f.what.clone()),
        function: f.function.clone(),
        object: Some(object).filter(|o| !o.is_empty()),
        reason: f
            .reason
            .clone()
            .unwrap_or_else(|| format!("say why: {}", f.text)),
    }
}
