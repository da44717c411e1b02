//! Runs on other machines: the missing runs are cut into chunks, each of which a worker process executes into a journal
//! of its own; a batch system starts the workers, and what they have done is merged as it comes.
//!
//! HyperQueue and Slurm start a chunk again when the machine under it is gone. What is missing when all chunks are over is
//! cut anew. Time of the host decides how large chunks are, and nothing else.

use crate::engine::Progress;
use crate::error::CampaignError;
use crate::journal::Journal;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Who starts the workers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Batch {
    /// A HyperQueue server, by its Python client (`pip install hyperqueue`).
    HyperQueue,
    /// Slurm, by `sbatch`.
    Slurm,
}

/// What a worker is, and where its results go. All machines have to see the folder under the same path.
#[derive(Clone, Debug)]
pub struct Workers {
    /// Who starts them.
    pub batch: Batch,
    /// The program, and its arguments up to those that say which chunk it is for: `--chunk A..B --chunk-journal FILE`.
    pub command: Vec<OsString>,
    /// Where chunks, logs and results of workers go.
    pub folder: PathBuf,
    /// Runs of a chunk.
    pub chunk: usize,
}

/// The file in the folder that asks workers to stop.
pub const STOP: &str = "stop";
/// Times that what is missing is cut anew.
const ROUNDS: usize = 5;
/// Between two looks at the workers.
const LOOK: Duration = Duration::from_millis(200);
/// Chunks at once: Slurm's own limit of arrays is 1001 (slurm.conf, MaxArraySize).
const MOST: usize = 1000;
/// Reads tasks, a line of JSON each, and has a HyperQueue server execute them.
const CLIENT: &str = include_str!("client.py");

/// Runs of a chunk that take about `chunk_seconds`, when one takes `run_seconds`; at most so many that four workers have
/// some each.
#[must_use]
pub fn chunk_size(missing: usize, run_seconds: f64, chunk_seconds: f64) -> usize {
    let fits = (chunk_seconds / run_seconds.max(1e-6)).min(1e9) as usize;
    let least = missing.div_ceil(MOST);
    fits.min(missing.div_ceil(8)).max(least).max(1)
}

/// Ranges of at most `size` places that follow each other and are missing.
fn chunks(missing: &[usize], size: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for &place in missing {
        match found.last_mut() {
            Some((from, to)) if *to == place && place - *from < size => *to += 1,
            _ => found.push((place, place + 1)),
        }
    }
    found
}

/// Lets workers execute the runs whose keys are not in the journal yet. Answers whether all results are there; once `stop`
/// is set, workers are asked to stop.
///
/// # Errors
/// [`CampaignError`]: workers cannot be started, do nothing, or results cannot be kept.
pub fn distribute(
    journal: &mut Journal,
    keys: &[String],
    workers: &Workers,
    stop: &AtomicBool,
    progress: impl Fn(Progress),
) -> Result<bool, CampaignError> {
    let fail = |path: &Path, cause: String| CampaignError::File {
        path: path.to_owned(),
        cause,
    };
    let dir = &workers.folder;
    std::fs::create_dir_all(dir).map_err(|e| fail(dir, format!("cannot be made: {e}")))?;
    let asked = dir.join(STOP);
    let _ = std::fs::remove_file(&asked);
    let missing = |journal: &Journal| -> Vec<usize> {
        let places = keys.iter().enumerate().filter(|(_, k)| !journal.has(k));
        places.map(|(i, _)| i).collect()
    };
    // Workers of an earlier try may have left results.
    merge(journal, dir, keys)?;
    let kept = keys.len() - missing(journal).len();
    for _ in 0..ROUNDS {
        let todo = missing(journal);
        let say = |left: usize| {
            progress(Progress {
                done: keys.len() - left,
                kept,
                of: keys.len(),
            });
        };
        say(todo.len());
        if todo.is_empty() {
            return Ok(true);
        }
        let mut list = chunks(&todo, workers.chunk);
        list.truncate(MOST);
        let mut child = submit(workers, &list)?;
        loop {
            let over = child.try_wait().map_err(|e| fail(dir, e.to_string()))?;
            merge(journal, dir, keys)?;
            say(missing(journal).len());
            if over.is_some() {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                std::fs::write(&asked, "").map_err(|e| fail(&asked, e.to_string()))?;
            }
            std::thread::sleep(LOOK);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(missing(journal).is_empty());
        }
        if missing(journal).len() == todo.len() {
            return Err(CampaignError::Workers(idle(workers)));
        }
    }
    let left = missing(journal).len();
    match left {
        0 => Ok(true),
        _ => Err(CampaignError::Workers(format!(
            "{left} runs are missing after {ROUNDS} rounds; {}",
            idle(workers)
        ))),
    }
}

/// Why workers did nothing, as far as their logs say it.
fn idle(workers: &Workers) -> String {
    let dir = &workers.folder;
    let mut said = String::new();
    let files = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut logs: Vec<PathBuf> = files.map(|f| f.path()).collect();
    logs.retain(|p| p.extension().is_some_and(|e| e == "log"));
    logs.sort();
    for log in logs {
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        if let Some(line) = text.lines().rfind(|l| !l.trim().is_empty()) {
            said = format!("; the last line of {}: {line}", log.display());
            break;
        }
    }
    format!(
        "the workers have no results to show; their logs are in {}{said}",
        dir.display()
    )
}

/// Takes over what workers have done.
fn merge(journal: &mut Journal, dir: &Path, keys: &[String]) -> Result<(), CampaignError> {
    let files = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = files.map(|f| f.path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "jsonl"));
    paths.sort();
    for path in paths {
        journal.merge(&path, keys)?;
    }
    Ok(())
}

/// Hands the chunks over; the process that is answered waits for all of them.
fn submit(workers: &Workers, list: &[(usize, usize)]) -> Result<Child, CampaignError> {
    let dir = &workers.folder;
    let fail = CampaignError::Workers;
    let write = |name: &str, text: &str| {
        let path = dir.join(name);
        let wrote = std::fs::write(&path, text);
        wrote.map_err(|e| fail(format!("{}: cannot be written: {e}", path.display())))?;
        Ok::<PathBuf, CampaignError>(path)
    };
    let words = |&(from, to): &(usize, usize)| -> Vec<String> {
        let own = workers
            .command
            .iter()
            .map(|a| a.to_string_lossy().into_owned());
        let journal = dir.join(format!("{from}-{to}.jsonl"));
        let chunk = format!("{from}..{to}");
        let more = ["--chunk".to_owned(), chunk, "--chunk-journal".to_owned()];
        own.chain(more)
            .chain([journal.display().to_string()])
            .collect()
    };
    let log = dir.join("submit.log");
    let out = std::fs::File::create(&log);
    let out = out.map_err(|e| fail(format!("{}: cannot be written: {e}", log.display())))?;
    let err = out.try_clone().map_err(|e| fail(e.to_string()))?;
    let mut command = match workers.batch {
        Batch::HyperQueue => {
            let client = write("client.py", CLIENT)?;
            let tasks: Vec<String> = list
                .iter()
                .map(|c| serde_json::to_string(&words(c)).unwrap_or_default())
                .collect();
            let tasks = write("tasks.json", &(tasks.join("\n") + "\n"))?;
            let python = std::env::var_os("TRUEBOARD_PYTHON").unwrap_or_else(|| "python3".into());
            let mut command = Command::new(python);
            command.arg(client).arg(tasks).arg(dir);
            command
        }
        Batch::Slurm => {
            let lines: Vec<String> = list
                .iter()
                .map(|c| {
                    words(c)
                        .iter()
                        .map(|w| quoted(w))
                        .collect::<Vec<_>>()
                        .join(" ")
                })
                .collect();
            let tasks = write("tasks.sh", &(lines.join("\n") + "\n"))?;
            let line = format!(
                "eval \"exec $(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" {})\"",
                quoted(&tasks.display().to_string())
            );
            let script = write("array.sh", &format!("#!/bin/sh\n{line}\n"))?;
            let mut command = Command::new("sbatch");
            let output = dir.join("task-%a.log");
            command.args([
                "--wait",
                "--requeue",
                "--open-mode=append",
                "--ntasks=1",
                "--job-name=trueboard",
            ]);
            command.arg(format!("--array=0-{}", list.len() - 1));
            command.arg(format!("--output={}", output.display()));
            command.arg(script);
            command
        }
    };
    command.stdin(Stdio::null()).stdout(out).stderr(err);
    let name = command.get_program().to_string_lossy().into_owned();
    command.spawn().map_err(|e| {
        let what = match workers.batch {
            Batch::HyperQueue => "give the Python that has hyperqueue (pip install hyperqueue): TRUEBOARD_PYTHON=…/bin/python3",
            Batch::Slurm => "install the client of Slurm (slurm-client)",
        };
        fail(format!("{name} cannot be started: {e}; {what}"))
    })
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_hold_what_is_missing_and_nothing_else() {
        assert_eq!(chunks(&[0, 1, 2, 5, 6], 2), [(0, 2), (2, 3), (5, 7)]);
        assert!(chunks(&[], 2).is_empty());
    }

    #[test]
    fn chunks_are_as_long_as_their_time_allows() {
        assert_eq!(chunk_size(10_000, 0.02, 10.0), 500);
        // Eight workers have some each.
        assert_eq!(chunk_size(80, 0.02, 10.0), 10);
        // Slow runs go one by one, but for the limit of an array.
        assert_eq!(chunk_size(80, 60.0, 10.0), 1);
        assert_eq!(chunk_size(5000, 60.0, 10.0), 5);
        assert_eq!(chunk_size(0, 0.0, 10.0), 1);
    }

    #[test]
    fn words_survive_a_shell() {
        let words = ["a b", "it's", "$HOME", "\\"];
        let line: Vec<String> = words.iter().map(|w| quoted(w)).collect();
        let out = Command::new("sh")
            .args(["-c", &format!("printf '%s\\n' {}", line.join(" "))])
            .output()
            .unwrap();
        assert_eq!(
            String::from_utf8(out.stdout).unwrap(),
            words.join("\n") + "\n"
        );
    }
}
