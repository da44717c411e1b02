//! The runs of a sweep: what each of them sets, and the key under which its result is kept.

use super::SweepError;
use super::spec::{Choice, Regions, Spec};
use crate::engine::{self, Axis, Skip, Space, key};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trueboard_analyses::regions::spans::Rule;
use trueboard_board::asked::{Placed, image_cores};
use trueboard_board::{
    Added, Analyses, BoardModel, BudgetError, Disk, Options, PokeValue, Report, SOURCES, Session,
    open_board, open_board_with,
};

/// Simulated time after which a run without a budget ends: firmware may run away.
const DEFAULT_BUDGET: &str = "10s";

/// A run of the sweep.
pub struct Job {
    /// Axis and value, for tables.
    pub point: Vec<(String, String)>,
    /// The image; none in a sweep of a host's script or a workload.
    pub image: Option<PathBuf>,
    /// Cores of the group whose number a sweep varies, as the board has them.
    pub cores: u32,
    set: Vec<String>,
    poke: Vec<(String, PokeValue)>,
    stdin: Arc<[u8]>,
}

#[cfg(test)]
impl Job {
    /// A run at a point, which cannot be executed.
    pub(super) fn of(point: &[(&str, &str)], cores: u32) -> Job {
        let named = |&(axis, value): &(&str, &str)| (axis.to_owned(), value.to_owned());
        Job {
            point: point.iter().map(named).collect(),
            image: None,
            cores,
            set: Vec::new(),
            poke: Vec::new(),
            stdin: Arc::default(),
        }
    }
}

/// All runs of a sweep.
pub struct Plan {
    /// In the order of the space.
    pub jobs: Vec<Job>,
    /// What their results are kept under.
    pub keys: Vec<String>,
    board: String,
    /// What is in all runs, with paths as the process sees them.
    all: Spec,
    until: String,
    rule: Option<Rule>,
    /// Meters to keep.
    pub meters: Vec<String>,
}

/// The text of `point` as messages have it.
pub fn named(point: &[(String, String)]) -> String {
    let parts: Vec<String> = point.iter().map(|(a, v)| format!("{a}={v}")).collect();
    parts.join(" ")
}

impl Plan {
    /// Makes the plan, and looks whether each run can begin.
    /// Paths are relative to `folder`; messages begin with `name`. `threads`: 0 is one for each processor.
    ///
    /// # Errors
    /// All that a run could not begin with, of the first such one.
    pub fn new(spec: &Spec, folder: &Path, name: &str, threads: usize) -> Result<Plan, SweepError> {
        let at = |e: SweepError| SweepError(format!("{name}: {e}"));
        let board = match spec.board.ends_with(".ron") {
            true => folder.join(&spec.board).display().to_string(),
            false => spec.board.clone(),
        };
        let axes = axes(spec, &board).map_err(at)?;
        let named_axes = axes.iter().map(|(name, values)| Axis {
            name: name.clone(),
            values: values.iter().map(|v| v.name.clone()).collect(),
        });
        let skip: Vec<Skip> = spec
            .skip
            .iter()
            .map(|s| s.clone().into_iter().collect())
            .collect();
        let space = Space::new(named_axes.collect(), &skip).map_err(|e| at(e.into()))?;
        let mut inputs = Inputs::default();
        let mut jobs = Vec::new();
        for point in space.points() {
            let chosen = axes
                .iter()
                .zip(point)
                .filter_map(|((_, values), &v)| values.get(v));
            let mut job = Job {
                point: (space.names(point).into_iter())
                    .map(|(a, v)| (a.to_owned(), v.to_owned()))
                    .collect(),
                image: (spec.images.get(point.first().copied().unwrap_or(0)))
                    .map(|image| folder.join(image)),
                cores: 0,
                set: spec.set.clone(),
                poke: Vec::new(),
                stdin: Arc::default(),
            };
            let mut pokes = spec.poke.clone();
            let mut stdin = spec.stdin.as_ref();
            for choice in chosen {
                job.set.extend(choice.set.iter().cloned());
                pokes.extend(choice.poke.iter().cloned());
                stdin = choice.stdin.as_ref().or(stdin);
            }
            if let Some(path) = stdin {
                job.stdin = inputs.bytes(&folder.join(path)).map_err(at)?;
            }
            let pokes = pokes.iter().map(|p| poke(p));
            job.poke = pokes.collect::<Result<_, _>>().map_err(at)?;
            jobs.push(job);
        }
        let mut plan = Plan {
            jobs,
            keys: Vec::new(),
            board,
            all: placed_in(spec, folder),
            until: spec
                .until
                .clone()
                .unwrap_or_else(|| DEFAULT_BUDGET.to_owned()),
            rule: match spec.regions {
                Regions::None => None,
                Regions::Automatic => Some(Rule::Forks),
                Regions::Marks => Some(Rule::Marks),
            },
            meters: spec.meters.clone(),
        };
        let group = spec.core_group.as_deref();
        let keys = engine::parallel(&plan.jobs, threads, |job| {
            plan.key(job, group).map_err(|e| {
                let point = named(&job.point);
                SweepError(format!(
                    "{point}: {e}; change the value, or leave the combination out by `skip`"
                ))
            })
        })?;
        let keys: Vec<(String, u32)> = keys.into_iter().collect::<Result<_, _>>().map_err(at)?;
        for (job, (key, cores)) in plan.jobs.iter_mut().zip(keys) {
            plan.keys.push(key);
            job.cores = cores;
        }
        Ok(plan)
    }

    /// What identifies a run: the sources of this program's models, board, power model, image, and all settings. And
    /// how many cores its board has of `group`, or of the first one.
    fn key(&self, job: &Job, group: Option<&str>) -> Result<(String, u32), SweepError> {
        let (board, session) = self.session(job)?;
        let mut groups = board.file.cores.iter();
        let group = groups.find(|g| group.is_none_or(|name| g.id == name));
        let cores = group.map_or(0, |g| g.count.into());
        let report = session.images();
        let key = key(&(
            (
                SOURCES,
                board.file.fingerprint(),
                format!("{:?}", board.power),
            ),
            (report, &job.poke, &job.stdin[..], &self.until),
            self.others()?,
            (
                format!("{:?}", self.rule),
                &self.meters,
                super::result::VERSION,
            ),
        ));
        Ok((key, cores))
    }

    /// What identifies what is in all runs besides board and images.
    fn others(&self) -> Result<String, SweepError> {
        let all = &self.all;
        let read = |path: &PathBuf| {
            trueboard_files::read(path).map_err(|e| SweepError(format!("{}: {e}", path.display())))
        };
        let workload = all.workload.as_ref().map(PathBuf::from);
        let workload = workload.filter(|w| w.is_file());
        Ok(key(&(
            (&all.on, &all.image, &all.start, &all.at),
            all.host.as_ref().map(read).transpose()?,
            (&all.workload, workload.as_ref().map(read).transpose()?),
            &all.network,
        )))
    }

    /// A run, ready to begin.
    ///
    /// # Errors
    /// What it cannot begin with.
    pub fn session(&self, job: &Job) -> Result<(BoardModel, Session), SweepError> {
        let all = &self.all;
        let added: Vec<Added> = all.device.iter().cloned().map(Added::File).collect();
        let mut board = open_board_with(Arc::new(Disk), &self.board, &added, &job.set)?;
        if let Some(workload) = &all.workload {
            board.describe(workload)?;
        }
        let placed = Placed {
            elf: job.image.as_slice(),
            on: all.on.as_deref(),
            image: &all.image,
            start: all.start.as_deref(),
            at: all.at.as_deref(),
        };
        let options = Options {
            host: all.host.clone().map(Into::into),
            network: all.network.clone(),
            until: Some(
                self.until
                    .parse()
                    .map_err(|e: BudgetError| SweepError(e.to_string()))?,
            ),
            pokes: job.poke.clone(),
            stdin: job.stdin.to_vec(),
            analyses: Analyses::default().with_some(self.rule),
            ..placed.options(image_cores(&board)).map_err(SweepError)?
        };
        let session = Session::new(&board, options)?;
        Ok((board, session))
    }

    /// True when a number of cores was asked for.
    pub(super) fn asks_for_cores(&self, job: &Job) -> bool {
        job.set.iter().any(|s| Report::counts_cores(s))
    }

    /// True when regions lie between marks.
    pub fn by_marks(&self) -> bool {
        self.rule == Some(Rule::Marks)
    }
}

/// The specification with the paths of what is in all runs relative to `folder`.
fn placed_in(spec: &Spec, folder: &Path) -> Spec {
    let image = |text: &String| match text.split_once('=') {
        Some((cores, path)) => format!("{cores}={}", folder.join(path).display()),
        None => text.clone(),
    };
    let workload = |name: &String| match name.ends_with(".ron") {
        true => folder.join(name).display().to_string(),
        false => name.clone(),
    };
    Spec {
        image: spec.image.iter().map(image).collect(),
        host: spec.host.as_ref().map(|path| folder.join(path)),
        workload: spec.workload.as_ref().map(workload),
        device: spec.device.iter().map(|path| folder.join(path)).collect(),
        ..spec.clone()
    }
}

/// A variable and its value, as `--poke` has them.
fn poke(text: &str) -> Result<(String, PokeValue), SweepError> {
    PokeValue::assignment(text).ok_or_else(|| SweepError(PokeValue::wrong_assignment(text)))
}

/// Files for the console, each read once.
#[derive(Default)]
struct Inputs(BTreeMap<PathBuf, Arc<[u8]>>);

impl Inputs {
    fn bytes(&mut self, path: &Path) -> Result<Arc<[u8]>, SweepError> {
        if let Some(bytes) = self.0.get(path) {
            return Ok(bytes.clone());
        }
        let bytes: Arc<[u8]> = trueboard_files::read(path)
            .map_err(|e| SweepError(format!("{}: {e}", path.display())))?
            .into();
        self.0.insert(path.to_owned(), bytes.clone());
        Ok(bytes)
    }
}

/// The axes: image, the specification's own, input, cores; each with its values.
fn axes(spec: &Spec, board: &str) -> Result<Vec<(String, Vec<Choice>)>, SweepError> {
    let plain = |name: String, set: Vec<String>| Choice {
        name,
        set,
        ..Choice::default()
    };
    let stem = |p: &PathBuf| {
        p.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let images = spec.images.iter().map(|p| plain(stem(p), Vec::new()));
    let mut images: Vec<Choice> = images.collect();
    if images.is_empty() {
        // What runs in place of images is one value.
        let other = spec.image.first().and_then(|i| i.split_once('='));
        let other = other.map(|(_, path)| PathBuf::from(path));
        let other = other.or_else(|| spec.host.clone());
        let other = other.or_else(|| spec.workload.clone().map(PathBuf::from));
        let other = other.ok_or_else(|| {
            SweepError("names nothing that runs; write images: [\"app.elf\"]".to_owned())
        })?;
        images.push(plain(stem(&other), Vec::new()));
    }
    let mut axes = vec![("image".to_owned(), images)];
    axes.extend(spec.axes.iter().map(|a| (a.name.clone(), a.values.clone())));
    if !spec.inputs.is_empty() {
        axes.push(("input".to_owned(), spec.inputs.clone()));
    }
    if !spec.cores.is_empty() {
        let group = match &spec.core_group {
            Some(group) => group.clone(),
            None => {
                let file = open_board(board, &[])?.file;
                file.cores
                    .first()
                    .map_or_else(String::new, |g| g.id.clone())
            }
        };
        let cores = spec.cores.iter();
        let cores = cores.map(|n| plain(n.to_string(), vec![format!("cores.{group}.count={n}")]));
        axes.push(("cores".to_owned(), cores.collect()));
    }
    Ok(axes)
}
