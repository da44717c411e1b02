//! Who executes the runs of a campaign, by the options of the command line; and how far it is.

use crate::say;
use crate::stop::Stop;
use clap::Args;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use trueboard::campaigns::Control;
use trueboard::campaigns::engine::{Batch, Engine, Progress};

/// Who executes the runs of a campaign.
#[derive(Args)]
pub struct EngineArgs {
    /// Who executes the runs: this process, or workers that HyperQueue or Slurm start
    #[arg(long, value_enum, default_value = "local", value_name = "ENGINE")]
    pub engine: Kind,
    /// Time of the host that a worker's chunk is to take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub chunk_seconds: f64,
    /// The runs of a worker
    #[arg(long, value_name = "A..B", hide = true, requires = "chunk_journal")]
    pub chunk: Option<String>,
    /// Where a worker keeps its results
    #[arg(long, value_name = "FILE", hide = true, requires = "chunk")]
    pub chunk_journal: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// This process
    Local,
    /// Workers of a HyperQueue server
    Hyperqueue,
    /// Jobs of Slurm
    Slurm,
}

/// The engine that the options name. Workers are this command once more, each with one thread.
pub fn of(a: &EngineArgs) -> Engine {
    if let (Some(runs), Some(journal)) = (&a.chunk, &a.chunk_journal) {
        return Engine::Chunk {
            runs: runs.clone(),
            journal: journal.clone(),
        };
    }
    let batch = match a.engine {
        Kind::Local => return Engine::Here,
        Kind::Hyperqueue => Batch::HyperQueue,
        Kind::Slurm => Batch::Slurm,
    };
    let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("trueboard"));
    let mut command: Vec<OsString> = vec![program.into()];
    command.extend(std::env::args_os().skip(1));
    command.extend(["--jobs".into(), "1".into()]);
    Engine::Workers {
        batch,
        command,
        chunk_seconds: a.chunk_seconds,
    }
}

/// Shows `status`, and ends where `stop` says so.
pub fn control<'a>(stop: &Stop, status: &'a (dyn Fn(Progress) + Sync)) -> Control<'a> {
    Control {
        stop: stop.asked.clone(),
        cause: stop.cause.clone(),
        progress: Some(status),
    }
}

/// A line on a terminal: how many of `what` there are.
pub fn status(what: &'static str) -> impl Fn(Progress) + Sync {
    move |p: Progress| {
        if std::io::stderr().is_terminal() {
            say::status(&format!("trueboard: {} of {} {what}", p.done, p.of));
        }
    }
}

/// Says that `what` was stopped, and how it goes on; answers the exit code.
pub fn stopped(what: &str, begun: bool, out: Option<&Path>, stop: &Stop) -> u8 {
    let kept = match out {
        Some(dir) => format!(
            "what was run is in {}; the same command goes on",
            dir.display()
        ),
        None => "nothing was kept; give --out DIR to go on later".to_owned(),
    };
    if begun {
        say::message(&format!("the {what} was stopped: {kept}"));
    }
    stop.exit_code().unwrap_or(crate::cli::INPUT)
}
