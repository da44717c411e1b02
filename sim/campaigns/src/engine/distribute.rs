//! Runs on other machines: the missing runs are cut into chunks, each of which a worker process executes into a journal
//! of its own; a batch system starts the workers, and what they have done is merged as it comes.
//!
//! HyperQueue and Slurm start a chunk again when the machine under it is gone. What is missing when all chunks are over is
//! cut anew. Time of the host decides how large chunks are, and nothing else.

use super::error::CampaignError;
use super::journal::Journal;
use super::parallel::Progress;
use std::ffi::{OsStr, OsString};
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
/// Bytes of a log that are looked through for its last line.
const LOG: u64 = 1 << 24;
/// Has a HyperQueue server execute the tasks of a script.
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
        let text = trueboard_files::read_up_to(&log, LOG).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
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
    let write = |name: &str, bytes: &[u8]| {
        let path = dir.join(name);
        let wrote = std::fs::write(&path, bytes);
        wrote.map_err(|e| fail(format!("{}: cannot be written: {e}", path.display())))?;
        Ok::<PathBuf, CampaignError>(path)
    };
    let tasks = write("tasks.sh", &tasks(workers, list))?;
    let log = dir.join("submit.log");
    let out = std::fs::File::create(&log);
    let out = out.map_err(|e| fail(format!("{}: cannot be written: {e}", log.display())))?;
    let err = out.try_clone().map_err(|e| fail(e.to_string()))?;
    let mut command = match workers.batch {
        Batch::HyperQueue => {
            if dir.to_str().is_none() {
                return Err(fail(format!(
                    "{}: HyperQueue takes paths in UTF-8 only; rename the folder, or take another engine",
                    dir.display()
                )));
            }
            let client = write("client.py", CLIENT.as_bytes())?;
            let python = std::env::var_os("TRUEBOARD_PYTHON").unwrap_or_else(|| "python3".into());
            let mut command = Command::new(python);
            command
                .arg(client)
                .arg(tasks)
                .arg(list.len().to_string())
                .arg(dir);
            command
        }
        Batch::Slurm => {
            let mut command = Command::new("sbatch");
            command.args([
                "--wait",
                "--requeue",
                "--open-mode=append",
                "--ntasks=1",
                "--job-name=trueboard",
            ]);
            command.arg(format!("--array=0-{}", list.len() - 1));
            command.arg(output(dir));
            command.arg(tasks);
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

/// Where Slurm puts what a task prints. A `%` in a path is none of its patterns (sbatch(1), filename pattern: `%%`).
fn output(dir: &Path) -> OsString {
    let mut option = b"--output=".to_vec();
    for &byte in dir.as_os_str().as_encoded_bytes() {
        option.extend(if byte == b'%' {
            &b"%%"[..]
        } else {
            std::slice::from_ref(&byte)
        });
    }
    option.extend(b"/task-%a.log");
    from_bytes(option)
}

#[cfg(unix)]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn from_bytes(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// A shell's script that executes the chunk whose number is its argument, or is that of Slurm's task. All words of the
/// command are in it as they are: no byte of them is taken for a command, the end of a line included.
fn tasks(workers: &Workers, list: &[(usize, usize)]) -> Vec<u8> {
    let mut script = b"#!/bin/sh\ncase ${1-$SLURM_ARRAY_TASK_ID} in\n".to_vec();
    for (n, (from, to)) in list.iter().enumerate() {
        script.extend(format!("{n}) from={from} to={to} ;;\n").bytes());
    }
    script.extend(b"*) echo 'no such task' >&2; exit 2 ;;\nesac\nexec");
    for word in &workers.command {
        script.push(b' ');
        script.extend(quoted(word));
    }
    script.extend(b" --chunk $from..$to --chunk-journal ");
    script.extend(quoted(workers.folder.as_os_str()));
    script.extend(b"/$from-$to.jsonl\n");
    script
}

/// A word as a shell takes it: all bytes between quotes are themselves but for the quote.
fn quoted(word: &OsStr) -> Vec<u8> {
    let mut text = vec![b'\''];
    for &byte in word.as_encoded_bytes() {
        match byte {
            b'\'' => text.extend(br"'\''"),
            other => text.push(other),
        }
    }
    text.push(b'\'');
    text
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

    /// A shell executes each task with the words of the command, whatever bytes they have, and nothing else.
    #[cfg(unix)]
    #[test]
    fn words_survive_a_shell() {
        use std::os::unix::ffi::{OsStrExt, OsStringExt};
        let around = tempfile::tempdir().unwrap();
        let proof = around.path().join("executed");
        let touch = format!("a\ntouch {}\n", proof.display());
        let mut folder = around.path().to_owned().into_os_string();
        folder.push("/it's\na 100% folder\n");
        std::fs::create_dir(&folder).unwrap();
        let odd = OsString::from_vec(vec![b'x', 0xff, 0xfe]);
        let mut command: Vec<OsString> = ["printf", "%s\\0"].map(OsString::from).into();
        let words = [
            "a b",
            "it's",
            "$HOME",
            "\\",
            "`id`",
            touch.as_str(),
            "",
            "*",
            "-n",
            "\n",
        ];
        command.extend(words.map(OsString::from));
        command.push(odd.clone());
        let workers = Workers {
            batch: Batch::Slurm,
            command,
            folder: folder.clone().into(),
            chunk: 1,
        };
        let path = around.path().join("tasks.sh");
        std::fs::write(&path, tasks(&workers, &[(0, 5), (7, 9)])).unwrap();
        for slurm in [false, true] {
            let mut sh = Command::new("sh");
            sh.arg(&path).current_dir(around.path());
            match slurm {
                true => sh.env("SLURM_ARRAY_TASK_ID", "1"),
                false => sh.arg("1"),
            };
            let ran = sh.output().unwrap();
            assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
            let got: Vec<&[u8]> = ran.stdout.split(|b| *b == 0).collect();
            let mut wanted: Vec<&[u8]> = words.iter().map(|w| w.as_bytes()).collect();
            let journal = [folder.as_bytes(), b"/7-9.jsonl"].concat();
            wanted.extend([
                odd.as_bytes(),
                b"--chunk",
                b"7..9",
                b"--chunk-journal",
                &journal,
                b"",
            ]);
            assert_eq!(got, wanted);
        }
        assert!(!proof.exists(), "a part of a name was executed");
        let none = Command::new("sh").arg(&path).arg("2").status().unwrap();
        assert_eq!(none.code(), Some(2));
        let option = output(Path::new(&folder));
        assert!(
            option
                .as_bytes()
                .ends_with(b"/it's\na 100%% folder\n/task-%a.log")
        );
    }
}
