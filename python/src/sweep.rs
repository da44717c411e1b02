//! Sweeps: many runs at once, while Python's signals are looked at.

use crate::errors;
use crate::signals::watched;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use trueboard::sweep::view::{self, Group, Quantity, WHOLE};
use trueboard::sweep::{
    Axis, Choice, Plan, Region, Regions, RunResult, Spec, SweepError, named, results,
};

/// A value of an axis: its name, what it sets of the board file and of variables, and a file for the console.
type Values = (String, Vec<String>, Vec<String>, Option<PathBuf>);

/// What `trueboard.sweep` has checked and completed.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Asked {
    board: String,
    images: Vec<PathBuf>,
    sets: Vec<String>,
    pokes: Vec<String>,
    stdin: Option<PathBuf>,
    until: Option<String>,
    cores: Vec<u8>,
    core_group: Option<String>,
    inputs: Vec<Values>,
    axes: Vec<(String, Vec<Values>)>,
    regions: String,
    jobs: usize,
}

/// Runs a sweep: its rows as a text of JSON, and what is wrong with single runs.
#[pyfunction]
pub fn sweep(py: Python<'_>, asked: &Bound<'_, PyAny>) -> PyResult<(String, Vec<String>)> {
    let asked: Asked = asked.extract()?;
    let jobs = asked.jobs;
    let spec = spec(py, asked)?;
    let stop = AtomicBool::new(false);
    let done = watched(py, &stop, || -> Result<_, SweepError> {
        let plan = Plan::new(&spec, Path::new(""), "sweep", jobs)?;
        let all = results(&plan, jobs, &stop)?;
        Ok(all.map(|all| table(&plan, &all)))
    })?;
    match done {
        Ok(Some((rows, problems))) => Ok((Value::from(rows).to_string(), problems)),
        Ok(None) => Ok(("[]".to_owned(), Vec::new())),
        Err(e) => Err(errors::error(py, "InputError", e.to_string())),
    }
}

fn spec(py: Python<'_>, a: Asked) -> PyResult<Spec> {
    let choice = |(name, set, poke, stdin): Values| Choice {
        name,
        set,
        poke,
        stdin,
    };
    let choices = |all: Vec<Values>| all.into_iter().map(choice).collect();
    let regions = match a.regions.as_str() {
        "automatic" => Regions::Automatic,
        "marks" => Regions::Marks,
        "none" => Regions::None,
        other => {
            let text = format!("regions `{other}`: must be automatic, marks or none");
            return Err(errors::error(py, "RequestError", text));
        }
    };
    let axis = |(name, values): (String, Vec<Values>)| Axis {
        name,
        values: choices(values),
    };
    Ok(Spec {
        board: a.board,
        images: a.images,
        set: a.sets,
        poke: a.pokes,
        stdin: a.stdin,
        until: a.until,
        cores: a.cores,
        core_group: a.core_group,
        inputs: choices(a.inputs),
        axes: a.axes.into_iter().map(axis).collect(),
        regions,
        ..Spec::default()
    })
}

/// A row for each run, region and what lies between regions; and what is wrong.
fn table(plan: &Plan, results: &[RunResult]) -> (Vec<Value>, Vec<String>) {
    let pairs: Vec<_> = plan.jobs.iter().zip(results).collect();
    let mut rows = Vec::new();
    let mut problems = Vec::new();
    for group in &view::groups(&pairs) {
        for (input, cores, job, r) in &group.runs {
            let place = named(&job.point);
            let said = r.problems.iter().chain(&r.warnings);
            problems.extend(said.map(|p| format!("{place}: {p}")));
            if r.outcome.exit_code() != 0 {
                problems.push(format!("{place}: {}", r.detail));
            }
            let whole = Region {
                name: WHOLE.to_owned(),
                executions: 1,
                ticks: r.ticks,
                seconds: r.seconds,
                cycles: r.cycles,
                energy_uj: r.energy_uj,
                rows: vec![(0, 0, r.ticks)],
            };
            let regions = [&whole].into_iter().chain(&r.regions).chain(&r.gaps);
            rows.extend(regions.map(|region| {
                let mut row = line(group, (*input, *cores), region, r);
                for (axis, value) in job.point.iter().filter(|p| p.0 != "cores") {
                    row[axis] = value.as_str().into();
                }
                row
            }));
        }
    }
    (rows, problems)
}

/// The row of a region of a run.
fn line(group: &Group<'_>, (input, cores): (usize, u32), region: &Region, r: &RunResult) -> Value {
    let seconds = |ticks: Option<u64>| ticks.map(|t| t as f64 / r.hz.max(1) as f64);
    let of = |q| group.value(q, &region.name, input, cores);
    json!({
        "cores": cores,
        "region": region.name,
        "start": seconds(region.rows.iter().map(|row| row.1).min()),
        "stop": seconds(region.rows.iter().map(|row| row.2).max()),
        "seconds": region.seconds,
        "executions": region.executions,
        "cycles": region.cycles,
        "energy_uj": region.energy_uj,
        "base": group.base(&region.name, input),
        "speed_up": of(Quantity::SpeedUp),
        "efficiency": of(Quantity::Efficiency),
        "ok": r.outcome.exit_code() == 0,
    })
}
