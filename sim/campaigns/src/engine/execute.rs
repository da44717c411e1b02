//! Who executes the runs of a campaign: this process, or workers that HyperQueue or Slurm start.

use super::distribute::{Batch, STOP, Workers, chunk_size, distribute};
use super::journal::Journal;
use super::parallel::{Progress, parallel, run};
use crate::control::{Control, Done};
use crate::error::Error;
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The file of results in the folder of a campaign.
pub const RUNS: &str = "runs.jsonl";
/// How many runs are executed here to learn how long one takes.
const TRIED: usize = 4;

/// Who executes the runs of a campaign.
#[derive(Clone, Debug, Default)]
pub enum Engine {
    /// This process.
    #[default]
    Here,
    /// Workers, each of which starts `command` again with a chunk of the runs. They need a folder of results.
    Workers {
        /// Who starts them.
        batch: Batch,
        /// The program and its arguments, up to those that say which chunk it is for: `--chunk A..B --chunk-journal
        /// FILE`. It has to make this campaign as an [`Engine::Chunk`] then.
        command: Vec<OsString>,
        /// Seconds of the host that a chunk is to take.
        chunk_seconds: f64,
    },
    /// This process is such a worker.
    Chunk {
        /// Its runs: `A..B`.
        runs: String,
        /// Where it keeps its results.
        journal: PathBuf,
    },
}

/// Where and how runs are executed.
pub struct Execution<'a> {
    /// Who executes them.
    pub engine: &'a Engine,
    /// The folder of the campaign's results.
    pub out: Option<&'a Path>,
    /// Runs at a time; 0: one for each processor.
    pub threads: usize,
    /// Who follows the campaign.
    pub control: &'a Control<'a>,
}

/// The results that there are in a folder, which is made if it is not there. A worker has a journal of its own.
///
/// # Errors
/// The folder or the file of results cannot be used.
pub fn journal_in(out: Option<&Path>, engine: &Engine) -> Result<Journal, Error> {
    match out {
        Some(dir) if !matches!(engine, Engine::Chunk { .. }) => {
            std::fs::create_dir_all(dir)
                .map_err(|e| Error::input(format!("{}: cannot be made: {e}", dir.display())))?;
            Ok(Journal::open(&dir.join(RUNS))?)
        }
        _ => Ok(Journal::memory()),
    }
}

/// Executes the runs whose keys are not in the journal yet; see [`run`].
///
/// # Errors
/// Runs that cannot be distributed, or results that cannot be kept.
pub fn execute<R: Serialize + Send>(
    execution: &Execution<'_>,
    journal: &mut Journal,
    keys: &[String],
    work: impl Fn(usize) -> Option<R> + Sync + Send,
) -> Result<Done<()>, Error> {
    let Execution {
        engine,
        out,
        threads,
        control,
    } = *execution;
    let tell = |progress| control.tell(progress);
    let (batch, command, seconds) = match engine {
        Engine::Here => {
            let done = run(journal, keys, threads, &control.stop, tell, work)?;
            return Ok(ended(done));
        }
        Engine::Chunk { runs, journal } => {
            return worker(runs, journal, keys, execution, work);
        }
        Engine::Workers {
            batch,
            command,
            chunk_seconds,
        } => (*batch, command, *chunk_seconds),
    };
    let Some(out) = out else {
        let text = "--engine: workers leave their results in files; say where: --out DIR";
        return Err(Error::usage(text));
    };
    let missing: Vec<usize> = (0..keys.len())
        .filter(|&i| !journal.has(&keys[i]))
        .collect();
    let first: Vec<String> = missing
        .iter()
        .take(TRIED)
        .map(|&i| keys[i].clone())
        .collect();
    let began = Instant::now();
    let here = |n: usize| work(*missing.get(n)?);
    if !run(journal, &first, 1, &control.stop, |_| (), here)? {
        return Ok(ended(false));
    }
    let each = began.elapsed().as_secs_f64() / first.len().max(1) as f64;
    if !(seconds > 0.0 && seconds < 1e6) {
        let text = format!("--chunk-seconds {seconds}: must be more than 0, as in 10");
        return Err(Error::usage(text));
    }
    let left = missing.len() - first.len();
    let absolute = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let workers = Workers {
        batch,
        command: command.clone(),
        folder: absolute.join("workers"),
        chunk: chunk_size(left, each, seconds),
    };
    let done = distribute(journal, keys, &workers, &control.stop, tell)?;
    Ok(ended(done))
}

/// Does `work` for each of `jobs`, which leave nothing behind; see [`parallel`]. None if it was stopped.
///
/// # Errors
/// The threads cannot be started.
pub fn each<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    control: &Control<'_>,
    work: impl Fn(&J) -> R + Sync + Send,
) -> Result<Option<Vec<R>>, Error> {
    let done = Mutex::new(0);
    let one = |job: &J| {
        let answer = (!control.stopped()).then(|| work(job))?;
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += 1;
        control.tell(Progress {
            done: *done,
            kept: 0,
            of: jobs.len(),
        });
        Some(answer)
    };
    let answers = parallel(jobs, threads, one)?;
    let all: Option<Vec<R>> = answers.into_iter().collect();
    Ok(all.filter(|_| !control.stopped()))
}

fn ended(all: bool) -> Done<()> {
    match all {
        true => Done::All(()),
        false => Done::Stopped { begun: true },
    }
}

/// Executes a chunk into its own journal. One that was begun before goes on.
fn worker<R: Serialize + Send>(
    chunk: &str,
    path: &Path,
    keys: &[String],
    execution: &Execution<'_>,
    work: impl Fn(usize) -> Option<R> + Sync + Send,
) -> Result<Done<()>, Error> {
    let wrong = || {
        Error::usage(format!(
            "--chunk {chunk}: must be A..B, within {} runs",
            keys.len()
        ))
    };
    let (from, to) = chunk.split_once("..").ok_or_else(wrong)?;
    let from: usize = from.parse().map_err(|_| wrong())?;
    let to: usize = to.parse().map_err(|_| wrong())?;
    let own = keys.get(from..to).ok_or_else(wrong)?;
    let asked = path.with_file_name(STOP);
    let mut journal = Journal::open(path)?;
    let never = AtomicBool::new(false);
    let one = |n: usize| {
        if asked.exists() || execution.control.stopped() {
            never.store(true, Ordering::Relaxed);
            return None;
        }
        work(from + n)
    };
    let done = run(&mut journal, own, execution.threads, &never, |_| (), one)?;
    Ok(match done {
        true => Done::Chunk,
        false => Done::Stopped { begun: true },
    })
}
