//! `trueboard mutate`: which defects of a board's counters and clocks firmware's own tests notice.

mod argued;
mod output;
mod suite;

use super::{Failure, options, print, print_json};
use crate::cli::Mutate as Args;
use serde::Serialize;
use std::collections::BTreeSet;
use suite::Suite;
use trueboard::analysis::regions::matches;
use trueboard::board::{BoardModel, NotThere};
use trueboard_campaign::parallel;
use trueboard_mutation::{Board, Mutation, list};

/// Of what `--json` prints.
const SCHEMA: &str = "trueboard-mutate-1";
/// Fewer defects were noticed than `--at-least` asks for.
const TOO_FEW: u8 = 1;

/// What became of a defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Class {
    /// A program ended with a status other than 0.
    Tests,
    /// A core stopped in error mode, or the board was reset.
    Crashed,
    /// A program took four times as long as it does, or waited for good.
    Hung,
    /// A program printed something else.
    Console,
    /// A read of a counter or clock was wrong.
    Compare,
    /// Values were changed, and no program minded.
    Survived,
    /// A register was accessed, but no value was changed.
    NoEffect,
    /// No program accesses one of the registers.
    NotReached,
}

impl Class {
    fn noticed(self) -> bool {
        matches!(
            self,
            Class::Tests | Class::Crashed | Class::Hung | Class::Console | Class::Compare
        )
    }

    fn has_effect(self) -> bool {
        self.noticed() || self == Class::Survived
    }
}

/// A defect, and what became of it.
#[derive(Clone, Debug, Serialize)]
struct Verdict {
    mutation: String,
    /// The same for all instances of the register.
    kind: String,
    class: Class,
    /// The program that noticed.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// How it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// Of a survivor: what it changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed: Option<String>,
    /// Of a survivor: why no test can notice it, by `--argued`.
    #[serde(skip_serializing_if = "Option::is_none")]
    argued: Option<String>,
}

/// All of them.
#[derive(Debug, Serialize)]
struct Study {
    schema: &'static str,
    board: String,
    programs: Vec<String>,
    /// Different kinds of defects.
    kinds: usize,
    with_effect: usize,
    noticed: usize,
    /// Of the survivors, those with a reason.
    argued: usize,
    mutations: Vec<Verdict>,
}

pub fn run(a: &Args) -> Result<u8, Failure> {
    let mut files = super::files::of_runs(&a.firmware, None);
    if let Some(path) = &a.argued {
        files.reads("--argued", path);
    }
    super::check(&files)?;
    let least = options::percent("--at-least", &a.at_least)?.ppm as f64 / 10_000.0;
    if least > 100.0 {
        return Err(Failure::usage(format!(
            "--at-least {}: must be from 0 to 100 percent",
            a.at_least
        )));
    }
    let suite = Suite::open(a)?;
    let mutations = wanted(a, suite.board())?;
    let threads = a.jobs.unwrap_or(0);
    let programs = suite.without_defect(threads)?;
    let judged = parallel(&mutations, threads, |m| suite.verdict(&programs, m))?;
    let mut verdicts: Vec<Verdict> = judged.into_iter().collect::<Result<_, _>>()?;
    let argued = a.argued.as_deref().map(argued::Argued::open).transpose()?;
    if let Some(argued) = &argued {
        argued.judge(&mut verdicts)?;
    }
    let count = |of: fn(Class) -> bool| verdicts.iter().filter(|v| of(v.class)).count();
    let study = Study {
        schema: SCHEMA,
        board: suite.board().file.name.clone(),
        programs: programs.iter().map(|p| p.name.clone()).collect(),
        kinds: verdicts
            .iter()
            .map(|v| &v.kind)
            .collect::<BTreeSet<_>>()
            .len(),
        with_effect: count(Class::has_effect),
        noticed: count(Class::noticed),
        argued: verdicts.iter().filter(|v| v.argued.is_some()).count(),
        mutations: verdicts,
    };
    if a.json {
        print_json(&study)?;
    } else {
        print(&output::text(&study))?;
    }
    let reached = study.noticed as f64 * 100.0 >= least * study.with_effect as f64;
    Ok(if reached { 0 } else { TOO_FEW })
}

/// The defects to plant.
fn wanted(a: &Args, model: &BoardModel) -> Result<Vec<Mutation>, Failure> {
    let groups = model.file.cores.iter();
    let kinds = groups.flat_map(|g| vec![g.kind.clone(); usize::from(g.count)]);
    let devices = model.file.devices.iter();
    let board = Board {
        devices: devices
            .map(|d| (d.id.clone(), d.kind.clone(), d.at))
            .collect(),
        cores: kinds.collect(),
    };
    let mut all = list(&board);
    if all.is_empty() {
        return Err(Failure::usage(format!(
            "board {}: no defects are known of its devices and cores; gr740, tc275, parallella and leon3-mini have \
             counters or clocks with defects to plant",
            model.file.name
        )));
    }
    if let Some(pattern) = &a.only {
        let names = all.iter().map(|m| m.name.as_str());
        NotThere::unless_matched("--only", pattern, "defect", names)?;
        all.retain(|m| matches(pattern, &m.name));
    }
    Ok(all)
}
