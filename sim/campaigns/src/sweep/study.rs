//! A whole sweep: from what is asked to the results of all runs.

use super::plan::{Job, Plan, named};
use super::result::{RunResult, execute};
use super::spec::Spec;
use super::view::{Group, groups};
use crate::control::{Control, Done};
use crate::engine::{self, Engine, Execution, RUNS, journal_in};
use crate::error::Error;
use crate::specification;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use trueboard_board::files::write_whole;
use trueboard_board::numbers::complete;

/// Of the form of [`Study`].
const SCHEMA: &str = "trueboard-sweep-1";
/// The exit code of a sweep whose regions cannot be trusted.
const DOUBTFUL: u8 = 1;

/// A sweep that is asked for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What runs over what.
    pub spec: Spec,
    /// The file that says so, if there is one: paths are relative to its folder, and messages begin with it.
    pub specification: Option<PathBuf>,
    /// The folder of results, where a sweep that was interrupted goes on; none keeps nothing.
    pub out: Option<PathBuf>,
    /// Runs at a time; 0: one for each processor of the host.
    pub jobs: usize,
    /// Who executes the runs.
    pub engine: Engine,
}

impl Request {
    /// What a specification says.
    ///
    /// # Errors
    /// A file that cannot be read, or is no specification.
    pub fn read(path: &Path) -> Result<Request, Error> {
        let spec: Spec = specification::read(path, "docs/user/howto/sweep.md")?;
        if spec.images.is_empty() {
            let place = path.display();
            let text = format!("{place}: `images` is empty: name at least one");
            return Err(Error::Input(text));
        }
        Ok(Request {
            spec,
            specification: Some(path.to_owned()),
            ..Request::default()
        })
    }

    fn plan(&self) -> Result<Plan, Error> {
        let name = self.specification.as_ref();
        let name = name.map_or_else(|| "sweep".to_owned(), |path| path.display().to_string());
        let folder = self.specification.as_ref().and_then(|path| path.parent());
        let folder = folder.unwrap_or(Path::new(""));
        Ok(Plan::new(&self.spec, folder, &name, self.jobs)?)
    }
}

/// A run of a sweep, and its result.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// Axis and value.
    pub point: BTreeMap<String, String>,
    /// What it did.
    pub result: RunResult,
}

/// The results of a sweep.
#[derive(Serialize)]
pub struct Study {
    /// Of the form in which this is.
    pub schema: &'static str,
    /// In the order of the plan.
    pub runs: Vec<Run>,
    /// The runs as they were planned, in the same order.
    #[serde(skip)]
    pub plan: Plan,
}

impl Study {
    /// The runs with their jobs.
    pub fn jobs(&self) -> impl Iterator<Item = (&Job, &RunResult)> {
        let results = self.runs.iter().map(|r| &r.result);
        self.plan.jobs.iter().zip(results)
    }

    /// The results as tables have them.
    #[must_use]
    pub fn groups(&self) -> Vec<Group<'_>> {
        groups(&self.jobs().collect::<Vec<_>>())
    }

    /// What is wrong with single runs, in lines: regions that cannot be trusted, and ends that are no success.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let of = |(job, r): (&Job, &RunResult)| {
            let at = named(&job.point);
            let failed = (r.outcome.exit_code() != 0).then(|| r.detail.clone());
            let all = r.problems.iter().cloned().chain(failed);
            all.map(|text| format!("{at}: {text}")).collect::<Vec<_>>()
        };
        self.jobs().flat_map(of).collect()
    }

    /// The greatest exit code that a run has; 1 if regions cannot be trusted.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let of = |r: &Run| {
            let doubtful = if r.result.problems.is_empty() {
                0
            } else {
                DOUBTFUL
            };
            doubtful.max(r.result.outcome.exit_code())
        };
        self.runs.iter().map(of).max().unwrap_or(0)
    }
}

/// Carries out a sweep.
///
/// # Errors
/// A run that cannot begin, a meter that no run has, or a folder of results that cannot be used.
pub fn run(request: &Request, control: &Control<'_>) -> Result<Done<Study>, Error> {
    let plan = request.plan()?;
    let out = request.out.as_deref();
    let mut files = trueboard_board::files::Files::default();
    if let Some(path) = &request.specification {
        files.reads("the specification", path);
    }
    let images = plan.jobs.iter().filter_map(|j| j.image.as_ref());
    images.for_each(|image| files.reads("image", image));
    if let Some(dir) = out {
        files.writes("--out", &dir.join(RUNS));
    }
    files.check().map_err(Error::Usage)?;
    let mut journal = journal_in(out, &request.engine)?;
    let failed = Mutex::new(None);
    let work = |place: usize| {
        let job = plan.jobs.get(place)?;
        match execute(&plan, job, &control.stop, complete) {
            Ok(result) => result,
            Err(e) => {
                let text = format!("{}: {e}", named(&job.point));
                let mut first = failed.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(Error::input(text));
                None
            }
        }
    };
    let execution = Execution {
        engine: &request.engine,
        out,
        threads: request.jobs,
        control,
    };
    let done = engine::execute(&execution, &mut journal, &plan.keys, work)?;
    if let Some(e) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(e);
    }
    done.then(|()| {
        let mut runs = Vec::new();
        for (job, key) in plan.jobs.iter().zip(&plan.keys) {
            let point = job.point.iter().cloned().collect();
            let result = journal.get(key)?;
            runs.extend(result.map(|result| Run { point, result }));
        }
        if let Some(dir) = out {
            // In the order of the runs, whatever the order in which they came.
            let mut records = Vec::new();
            journal.copy(&plan.keys, &mut records)?;
            let path = dir.join(RUNS);
            write_whole(&path, &records)
                .map_err(|e| Error::input(format!("{}: cannot be written: {e}", path.display())))?;
        }
        Ok(Study {
            schema: SCHEMA,
            runs,
            plan,
        })
    })
}
