//! `trueboard sweep`.

mod asked;
mod output;
mod predict;
mod svg;

use super::{Failure, engine, print, print_json};
use crate::cli::Sweep as Args;
use crate::paint::{Look, shown};
use crate::say;
use crate::stop::Stop;
use std::path::Path;
use trueboard::board::files::write_whole;
use trueboard::campaigns::Done;
use trueboard::sweep::{Study, run as sweep, view};

pub fn run(a: &Args) -> Result<u8, Failure> {
    let request = asked::request(a)?;
    let stop = Stop::default();
    stop.listen();
    let status = engine::status("runs");
    let done = sweep(&request, &engine::control(&stop, &status));
    say::no_status();
    let study = match done? {
        Done::All(study) => study,
        Done::Chunk => return Ok(0),
        Done::Stopped { begun } => {
            return Ok(engine::stopped("sweep", begun, a.out.as_deref(), &stop));
        }
    };
    study.problems().iter().for_each(|text| say::message(text));
    let groups = study.groups();
    if let Some(dir) = &a.out {
        keep(dir, &study, &groups)?;
    }
    if a.json {
        // As a value, whose names are in order of the alphabet.
        print_json(
            &serde_json::to_value(&study).map_err(|e| Failure::input(format!("JSON: {e}")))?,
        )?;
    } else {
        print(&output::tables(&groups))?;
        if let Some(seen) = a.predict {
            print(&predict::table(&groups, seen)?)?;
        }
    }
    Ok(study.exit_code())
}

/// Writes the tables and diagrams that the results make into the folder.
fn keep(dir: &Path, study: &Study, groups: &[view::Group<'_>]) -> Result<(), Failure> {
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        write_whole(&path, bytes)
            .map_err(|e| Failure::input(format!("{}: cannot be written: {e}", path.display())))
    };
    write(
        "sweep.csv",
        output::csv(groups, &study.plan.meters).as_bytes(),
    )?;
    write(
        "tables.txt",
        shown(&output::tables(groups), Look::FILE).as_bytes(),
    )?;
    for g in groups {
        let pascal = serde_json::to_string_pretty(&output::pascal(g, study.plan.by_marks()));
        let pascal = pascal.map_err(|e| Failure::input(format!("JSON: {e}")))? + "\n";
        write(&format!("pascal-{}.json", g.name), pascal.as_bytes())?;
        for (name, text) in svg::diagrams(g)? {
            write(&name, text.as_bytes())?;
        }
    }
    Ok(())
}
