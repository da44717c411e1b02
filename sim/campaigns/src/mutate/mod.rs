//! Mutations: which defects of a board's counters and clocks firmware's own tests notice.

mod answer;
mod argued;
pub mod defects;
mod request;
mod suite;

pub use answer::{Class, Study, Verdict};
pub use request::{Noticing, Request};

use crate::control::{Control, Done};
use crate::engine::each;
use crate::error::Error;
use defects::{Board, Mutation, list};
use std::collections::BTreeSet;
use suite::Suite;
use trueboard_analyses::regions::matches;
use trueboard_board::{BoardModel, NotThere};

/// Of the form of [`Study`].
const SCHEMA: &str = "trueboard-mutate-1";

/// Plants each defect, and runs the programs until one notices it.
///
/// # Errors
/// Programs that do not succeed without a defect, a pattern that no defect has, or reasons for what was noticed.
pub fn run(request: &Request, control: &Control<'_>) -> Result<Done<Study>, Error> {
    let mut files = request.firmware.files();
    if let Some(path) = &request.argued {
        files.reads("--argued", path);
    }
    files.check().map_err(Error::Usage)?;
    let suite = Suite::open(request, control)?;
    let mutations = wanted(request, suite.board())?;
    let threads = request.jobs;
    let Some(programs) = suite.without_defect(threads)? else {
        return Ok(Done::Stopped { begun: false });
    };
    let judged = each(&mutations, threads, control, |m| {
        suite.verdict(&programs, m)
    })?;
    let Some(judged) = judged else {
        return Ok(Done::Stopped { begun: true });
    };
    let mut verdicts: Vec<Verdict> = judged.into_iter().collect::<Result<_, _>>()?;
    let argued = request.argued.as_deref();
    let argued = argued.map(argued::Argued::open).transpose()?;
    if let Some(argued) = &argued {
        argued.judge(&mut verdicts)?;
    }
    let count = |of: fn(Class) -> bool| verdicts.iter().filter(|v| of(v.class)).count();
    Ok(Done::All(Study {
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
    }))
}

/// The defects to plant.
fn wanted(request: &Request, model: &BoardModel) -> Result<Vec<Mutation>, Error> {
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
        return Err(Error::usage(format!(
            "board {}: no defects are known of its devices and cores; gr740, tc275, parallella and leon3-mini have \
             counters or clocks with defects to plant",
            model.file.name
        )));
    }
    if let Some(pattern) = &request.only {
        let names = all.iter().map(|m| m.name.as_str());
        NotThere::unless_matched("--only", pattern, "defect", names)?;
        all.retain(|m| matches(pattern, &m.name));
    }
    Ok(all)
}
