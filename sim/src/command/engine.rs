//! Many runs of a command, by its option `--engine`: here, or by workers that HyperQueue or Slurm start.

use super::Failure;
use crate::cli::{Engine, EngineArgs};
use crate::stop::Stop;
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use trueboard_campaign::{Batch, Journal, Progress, STOP, Workers, chunk_size, distribute};

/// How many runs are executed here to learn how long one takes.
const TRIED: usize = 4;

/// How a campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// All results are there.
    All,
    /// It was stopped.
    Stopped,
    /// The process is a worker, and its chunk is in its journal.
    Chunk,
}

/// Where and how the runs of a command are executed.
pub struct Campaign<'a> {
    pub args: &'a EngineArgs,
    /// The folder of its results.
    pub out: Option<&'a Path>,
    /// Runs at a time; 0: one for each processor.
    pub threads: usize,
    pub stop: &'a Stop,
}

/// Executes the runs whose keys are not in the journal yet; see [`trueboard_campaign::run`].
pub fn run<R: Serialize + Send>(
    campaign: &Campaign<'_>,
    journal: &mut Journal,
    keys: &[String],
    status: impl Fn(Progress) + Sync + Send,
    work: impl Fn(usize) -> Option<R> + Sync + Send,
) -> Result<Done, Failure> {
    let Campaign {
        args: a,
        out,
        threads,
        stop,
    } = *campaign;
    let of = |all: bool| if all { Done::All } else { Done::Stopped };
    if let (Some(chunk), Some(path)) = (&a.chunk, &a.chunk_journal) {
        return worker(chunk, path, keys, threads, stop, work);
    }
    let batch = match a.engine {
        Engine::Local => {
            let done = trueboard_campaign::run(journal, keys, threads, &stop.asked, status, work)?;
            return Ok(of(done));
        }
        Engine::Hyperqueue => Batch::HyperQueue,
        Engine::Slurm => Batch::Slurm,
    };
    let Some(out) = out else {
        let text = "--engine: workers leave their results in files; say where: --out DIR";
        return Err(Failure::usage(text));
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
    if !trueboard_campaign::run(journal, &first, 1, &stop.asked, |_| (), here)? {
        return Ok(Done::Stopped);
    }
    let each = began.elapsed().as_secs_f64() / first.len().max(1) as f64;
    let seconds = a.chunk_seconds;
    if !(seconds > 0.0 && seconds < 1e6) {
        let text = format!("--chunk-seconds {seconds}: must be more than 0, as in 10");
        return Err(Failure::usage(text));
    }
    let left = missing.len() - first.len();
    let absolute = std::path::absolute(out).unwrap_or_else(|_| out.to_owned());
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("trueboard"));
    let mut command: Vec<OsString> = vec![program.into()];
    command.extend(std::env::args_os().skip(1));
    command.extend(["--jobs".into(), "1".into()]);
    let workers = Workers {
        batch,
        command,
        folder: absolute.join("workers"),
        chunk: chunk_size(left, each, seconds),
    };
    Ok(of(distribute(
        journal,
        keys,
        &workers,
        &stop.asked,
        status,
    )?))
}

/// Executes a chunk into its own journal. One that was begun before goes on.
fn worker<R: Serialize + Send>(
    chunk: &str,
    path: &Path,
    keys: &[String],
    threads: usize,
    stop: &Stop,
    work: impl Fn(usize) -> Option<R> + Sync + Send,
) -> Result<Done, Failure> {
    let wrong = || {
        Failure::usage(format!(
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
        if asked.exists() || stop.asked.load(Ordering::Relaxed) {
            never.store(true, Ordering::Relaxed);
            return None;
        }
        work(from + n)
    };
    let done = trueboard_campaign::run(&mut journal, own, threads, &never, |_| (), one)?;
    Ok(if done { Done::Chunk } else { Done::Stopped })
}
