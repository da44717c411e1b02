//! `trueboard sweep`.

mod asked;
mod output;
mod predict;
mod spec;
mod svg;

use super::numbers::complete;
use super::{Failure, engine, print, print_json};
use crate::cli::Sweep as Args;
use crate::paint::{Look, shown};
use crate::say;
use crate::stop::Stop;
use asked::Asked;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Mutex;
use trueboard::board::files::{Files, write_whole};
use trueboard::sweep::{Job, Plan, RunResult, SweepError, execute, named, view};
use trueboard_campaign::{Journal, Progress};

/// The file of results in the folder.
const RUNS: &str = "runs.jsonl";
/// Of what `--json` prints.
const SCHEMA: &str = "trueboard-sweep-1";
/// What ends a sweep whose regions cannot be trusted.
const DOUBTFUL: u8 = 1;

impl From<SweepError> for Failure {
    fn from(e: SweepError) -> Failure {
        Failure::input(e.to_string())
    }
}

pub fn run(a: &Args) -> Result<u8, Failure> {
    let asked = Asked::new(a)?;
    let threads = a.jobs.unwrap_or(0);
    let plan = Plan::new(&asked.spec, &asked.folder, &asked.name, threads)?;
    let mut files = Files::default();
    if let Some(spec) = asked::specification(&a.firmware.elf) {
        files.reads("the specification", spec);
    }
    let images = plan.jobs.iter().filter_map(|j| j.image.as_ref());
    images.for_each(|image| files.reads("image", image));
    if let Some(dir) = &a.out {
        files.writes("--out", &dir.join(RUNS));
    }
    super::check(&files)?;
    let mut journal = match &a.out {
        None => Journal::memory(),
        // A worker has a journal of its own.
        Some(_) if a.engine.chunk.is_some() => Journal::memory(),
        Some(dir) => {
            std::fs::create_dir_all(dir)
                .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))?;
            Journal::open(&dir.join(RUNS))?
        }
    };
    let stop = Stop::default();
    stop.listen();
    let failed = Mutex::new(None);
    let work = |place: usize| {
        let job = plan.jobs.get(place)?;
        match execute(&plan, job, &stop.asked, complete) {
            Ok(result) => result,
            Err(e) => {
                let text = format!("{}: {e}", named(&job.point));
                let mut first = failed.lock().unwrap_or_else(|e| e.into_inner());
                first.get_or_insert(Failure::input(text));
                None
            }
        }
    };
    let campaign = engine::Campaign {
        args: &a.engine,
        out: a.out.as_deref(),
        threads,
        stop: &stop,
    };
    let done = engine::run(&campaign, &mut journal, &plan.keys, status, work)?;
    say::no_status();
    if let Some(e) = failed.into_inner().unwrap_or_else(|e| e.into_inner()) {
        return Err(e);
    }
    if done == engine::Done::Chunk {
        return Ok(0);
    }
    if done == engine::Done::Stopped {
        let where_ = match &a.out {
            Some(dir) => format!(
                "what was run is in {}; the same command goes on",
                dir.display()
            ),
            None => "nothing was kept; give --out DIR to go on later".to_owned(),
        };
        say::message(&format!("the sweep was stopped: {where_}"));
        return Ok(stop.exit_code().unwrap_or(super::INPUT));
    }
    report(a, &plan, &mut journal)
}

/// A line on a terminal.
fn status(p: Progress) {
    if std::io::stderr().is_terminal() {
        say::status(&format!("trueboard: {} of {} runs", p.done, p.of));
    }
}

fn report(a: &Args, plan: &Plan, journal: &mut Journal) -> Result<u8, Failure> {
    let mut runs: Vec<RunResult> = Vec::new();
    let mut code = 0;
    for (job, key) in plan.jobs.iter().zip(&plan.keys) {
        let Some(r) = journal.get::<RunResult>(key)? else {
            continue;
        };
        for problem in &r.problems {
            say::message(&format!("{}: {problem}", named(&job.point)));
            code = code.max(DOUBTFUL);
        }
        let own = r.outcome.exit_code();
        if own != 0 {
            say::message(&format!("{}: {}", named(&job.point), r.detail));
            code = code.max(own);
        }
        runs.push(r);
    }
    let pairs: Vec<_> = plan.jobs.iter().zip(&runs).collect();
    let groups = view::groups(&pairs);
    if let Some(dir) = &a.out {
        keep(dir, plan, &groups, journal)?;
    }
    if a.json {
        let point = |j: &Job| j.point.iter().cloned().collect::<BTreeMap<_, _>>();
        let all = pairs
            .iter()
            .map(|(j, r)| json!({"point": point(j), "result": r}));
        let all: Vec<_> = all.collect();
        print_json(&json!({"schema": SCHEMA, "runs": all}))?;
    } else {
        print(&output::tables(&groups))?;
        if let Some(seen) = a.predict {
            print(&predict::table(&groups, seen)?)?;
        }
    }
    Ok(code)
}

/// Writes everything that the results make into the folder.
fn keep(
    dir: &Path,
    plan: &Plan,
    groups: &[view::Group<'_>],
    journal: &mut Journal,
) -> Result<(), Failure> {
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        write_whole(&path, bytes)
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
    };
    write("sweep.csv", output::csv(groups, &plan.meters).as_bytes())?;
    write(
        "tables.txt",
        shown(&output::tables(groups), Look::FILE).as_bytes(),
    )?;
    for g in groups {
        let pascal = serde_json::to_string_pretty(&output::pascal(g, plan.by_marks()));
        let pascal = pascal.map_err(|e| Failure::input(format!("JSON: {e}")))? + "\n";
        write(&format!("pascal-{}.json", g.name), pascal.as_bytes())?;
        for (name, text) in svg::diagrams(g)? {
            write(&name, text.as_bytes())?;
        }
    }
    // In the order of the runs, whatever the order in which they came.
    let mut records = Vec::new();
    journal.copy(&plan.keys, &mut records)?;
    write(RUNS, &records)
}
