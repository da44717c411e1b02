//! `trueboard events BOARD --presets`: PAPI's presets on a board, and what bounds are worth in a run.

use crate::cli::Failure;
use crate::cli::boards::pmu_events;
use crate::cli::shared::answer::Answer;
use crate::text::{Table, grouped};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use trueboard::analysis::presets::{Preset, Presets, Support};
use trueboard::board::describe::describe;
use trueboard::board::report::CoreReport;
use trueboard::board::{BoardModel, built_in, names as built_in_names};
use trueboard::read_report;

/// The presets, and the bounds of a run.
#[derive(Serialize)]
struct Whole<'a> {
    presets: &'a [Preset],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bounds: Vec<Line>,
}

/// A bound by the events of one core, beside what is true.
#[derive(Serialize)]
struct Line {
    preset: String,
    of: String,
    events: String,
    bound: i128,
    #[serde(rename = "true")]
    truth: Option<i128>,
}

/// Meters by the names of events, for a core.
type Meters = BTreeMap<String, String>;

pub fn run(board: &BoardModel, of: Option<&Path>, answer: Answer) -> Result<(), Failure> {
    let name = &board.file.name;
    let Some(text) = built_in(&format!("presets/{name}.ron")) else {
        let known = built_in_names("presets").join(", ");
        return Err(Failure::input(format!(
            "--presets: there is no table of presets for {name}; there are: {known}"
        )));
    };
    let all = Presets::parse(text);
    let all = all.map_err(|e| Failure::input(format!("models/presets/{name}.ron: {e}")))?;
    let by_core = events(board)?;
    let wrong = |(preset, name): (&str, &str)| {
        Failure::input(format!(
            "models/presets/{}.ron: {preset}: no event or meter is called `{name}`",
            all.board
        ))
    };
    let cores = describe(board)?.cores;
    let event = |e: &str| by_core.values().any(|m| m.contains_key(e));
    let meter = |m: &str| cores.iter().any(|c| c.meters.contains(&m));
    if let Some(unknown) = all.unknown(event, meter).next() {
        return Err(wrong(unknown));
    }
    let bounds = match of {
        Some(path) => bounds(board, &all, &by_core, path)?,
        None => Vec::new(),
    };
    let whole = Whole {
        presets: &all.presets,
        bounds,
    };
    match of {
        Some(_) => answer.print(&whole, &["bounds"], || measured(&whole.bounds)),
        None => answer.print(&whole, &["presets"], || listed(whole.presets)),
    }
}

/// The events that each core's counters have, with their meters.
fn events(board: &BoardModel) -> Result<BTreeMap<String, Meters>, Failure> {
    let unit: Meters = pmu_events(board)
        .into_iter()
        .map(|e| {
            let meter = e.meter.unwrap_or_default();
            (format!("{:#04x}", e.id), meter.to_owned())
        })
        .collect();
    let of = |c: trueboard::board::describe::CoreLine| {
        let own = c.counters.into_iter().flat_map(|e| {
            let meter = e.meter;
            // CCNT and ICNT count one thing each.
            let register = e
                .code
                .is_none()
                .then(|| (e.counter.to_owned(), meter.clone()));
            [Some((e.name.to_owned(), meter)), register]
        });
        let mut all = unit.clone();
        all.extend(own.flatten());
        (c.name, all)
    };
    Ok(describe(board)?.cores.into_iter().map(of).collect())
}

/// Every bound on every core of a run that has done something.
fn bounds(
    board: &BoardModel,
    all: &Presets,
    by_core: &BTreeMap<String, Meters>,
    path: &Path,
) -> Result<Vec<Line>, Failure> {
    let r = read_report(path)?;
    if r.board != board.file.name {
        return Err(Failure::input(format!(
            "--presets {}: a run of {}, not of {}",
            path.display(),
            r.board,
            board.file.name
        )));
    }
    let bounds = all.presets.iter().filter(|p| p.support == Support::Bound);
    let cores = || r.cores.iter().filter(|c| c.instructions > 0);
    let line = |p: &Preset, c: &CoreReport| {
        let meters = by_core.get(&c.name)?;
        let meter = |m: &str| c.meters.get(m).copied();
        let events = p.events_on(&c.name);
        let bound = events.value(|e| meter(meters.get(e)?))?;
        (!events.is_empty()).then(|| Line {
            preset: p.name.clone(),
            of: c.name.clone(),
            events: events.to_string(),
            bound,
            truth: p.truth(meter),
        })
    };
    let lines = bounds.flat_map(|p| cores().filter_map(move |c| line(p, c)));
    Ok(lines.collect())
}

fn listed(presets: &[Preset]) -> String {
    let mut t = Table::with_texts(&["preset", "code", "support", "events", "ePAPI", "why"], 6);
    for p in presets {
        let mut events = vec![p.events.to_string()];
        events.extend(p.on.iter().map(|(core, sum)| match sum.is_empty() {
            true => format!("{core}: none"),
            false => format!("{core}: {sum}"),
        }));
        events.retain(|e| !e.is_empty());
        let or_none = |s: String| if s.is_empty() { "-".to_owned() } else { s };
        t.row(&[
            p.name.clone(),
            format!("{:#x}", 0x8000_0000_u32 | p.code),
            p.support.to_string(),
            or_none(events.join("; ")),
            if p.epapi { "yes" } else { "-" }.to_owned(),
            or_none(p.why.clone()),
        ]);
    }
    let count = |s| presets.iter().filter(|p| p.support == s).count();
    format!(
        "{t}\n{} presets: {} counted, {} derived, {} with an upper bound only, {} not at all\n",
        presets.len(),
        count(Support::Counted),
        count(Support::Derived),
        count(Support::Bound),
        count(Support::No)
    )
}

fn measured(lines: &[Line]) -> String {
    let mut t = Table::with_text_columns(
        &["preset", "of", "events", "bound", "true", "too much"],
        |c| c < 3,
    );
    let number = |n: i128| {
        let sign = if n < 0 { "-" } else { "" };
        let digits = u64::try_from(n.unsigned_abs()).map_or_else(|_| n.to_string(), grouped);
        format!("{sign}{digits}")
    };
    for l in lines {
        let known = |n: Option<i128>| n.map_or_else(|| "?".to_owned(), number);
        t.row(&[
            l.preset.clone(),
            l.of.clone(),
            l.events.clone(),
            number(l.bound),
            known(l.truth),
            known(l.truth.map(|n| l.bound - n)),
        ]);
    }
    t.to_string()
}
