//! `--log FORMAT=FILE`: the instruction log of a run.

use super::Run;
use crate::cli::Failure;
use crate::cli::shared::options::{budget, size};
use crate::say;
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use trueboard::analysis::log::{Filter, Format, Log, Parts, Request};
use trueboard::internals::board::asked::core_numbers;

/// Heading of these options in help texts.
const LOG: &str = "Instruction log";

/// Options about the log.
#[derive(Args, Debug, Default)]
pub struct Logged {
    /// Write a line for each instruction (insns), or the pipeline of one core for the viewer Konata (kanata); a FILE that
    /// ends in .gz is compressed
    #[arg(long, help_heading = LOG, value_name = "insns|kanata=FILE", conflicts_with = "sample_windows")]
    pub log: Option<String>,
    /// Only instructions of these cores: 0, 1-3, 0,2; of kanata one core, by default 0
    #[arg(long, help_heading = LOG, value_name = "CORES", requires = "log")]
    pub log_cores: Option<String>,
    /// Only instructions of functions with these names (patterns with * and ?)
    #[arg(
        long,
        help_heading = LOG,
        value_name = "LIST",
        value_delimiter = ',',
        requires = "log"
    )]
    pub log_functions: Vec<String>,
    /// Only instructions that end at this time or later: 1ms, 20000 (cycles)
    #[arg(long, help_heading = LOG, value_name = "TIME", requires = "log")]
    pub log_begin: Option<String>,
    /// Only instructions that end at this time or before
    #[arg(long, help_heading = LOG, value_name = "TIME", requires = "log")]
    pub log_end: Option<String>,
    /// Lines without the accessed memory, or without changed registers
    #[arg(
        long,
        help_heading = LOG,
        value_name = "LIST",
        value_delimiter = ',',
        value_enum,
        requires = "log"
    )]
    pub log_without: Vec<Part>,
}

/// A part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// The accessed memory
    Access,
    /// The changed registers
    Registers,
}

impl Logged {
    /// Format and file of the log.
    fn named(&self) -> Option<(Format, PathBuf)> {
        let (name, file) = self.log.as_deref()?.split_once('=')?;
        let format = match name {
            "insns" => Format::Text,
            "kanata" => Format::Kanata,
            _ => return None,
        };
        (!file.is_empty()).then(|| (format, file.into()))
    }

    /// The file of the log.
    pub fn file(&self) -> Option<PathBuf> {
        self.named().map(|(_, file)| file)
    }

    /// The request, if there is one; `cores` is how many run images.
    pub fn asked(&self, limit: Option<&str>, cores: usize) -> Result<Option<Request>, Failure> {
        let Some(text) = self.log.as_deref() else {
            return Ok(None);
        };
        let Some((format, path)) = self.named() else {
            return Err(Failure::usage(format!(
                "--log {text}: must be insns=FILE or kanata=FILE, as in insns=run.log or kanata=run.log.gz"
            )));
        };
        let time = |option: &str, text: &Option<String>| {
            text.as_deref().map(|t| budget(option, t)).transpose()
        };
        let listed = self.log_cores.as_deref().map(|list| {
            let found = core_numbers("--log-cores", list, cores).map_err(Failure::usage)?;
            let number = |core: usize| {
                u8::try_from(core).map_err(|_| {
                    Failure::usage(format!("--log-cores {list}: the last core is 255 at most"))
                })
            };
            found
                .into_iter()
                .map(number)
                .collect::<Result<Vec<u8>, _>>()
        });
        let without = |part| self.log_without.contains(&part);
        let filter = Filter {
            cores: match (listed.transpose()?, format) {
                (Some(cores), _) => cores,
                (None, Format::Text) => Vec::new(),
                (None, Format::Kanata) => vec![0],
            },
            functions: self.log_functions.clone(),
            begin: time("--log-begin", &self.log_begin)?,
            end: time("--log-end", &self.log_end)?,
        };
        let limit = limit.map(size).transpose()?;
        Ok(Some(Request {
            filter,
            parts: Parts {
                access: !without(Part::Access),
                registers: !without(Part::Registers),
            },
            log: Log::new(format, Box::new(Target::Named(path)), limit),
        }))
    }
}

/// The file of a log. It is made by the first write, so a run that is refused leaves an older log as it is. A flush ends
/// it: a compressed stream that is cut is no file for readers.
enum Target {
    Named(PathBuf),
    Plain(BufWriter<File>),
    Compressed(GzEncoder<BufWriter<File>>),
    Ended,
}

impl Target {
    /// Makes the file, which is compressed where its name says so.
    fn open(&mut self) -> io::Result<()> {
        if let Target::Named(path) = self {
            let file = BufWriter::new(File::create(&path)?);
            *self = match path.extension().is_some_and(|e| e == "gz") {
                // Without a name and a date, so that equal runs give equal files.
                true => Target::Compressed(GzEncoder::new(file, Compression::default())),
                false => Target::Plain(file),
            };
        }
        Ok(())
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open()?;
        match self {
            Target::Plain(file) => file.write(bytes),
            Target::Compressed(encoder) => encoder.write(bytes),
            Target::Named(_) | Target::Ended => Err(io::Error::other("the log has ended")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.open()?;
        match std::mem::replace(self, Target::Ended) {
            Target::Plain(mut file) => file.flush(),
            Target::Compressed(encoder) => encoder.finish()?.flush(),
            Target::Named(_) | Target::Ended => Ok(()),
        }
    }
}

/// Ends the log of a run, and says what it has.
pub fn end(a: &Run, log: &Log) -> Result<(), Failure> {
    let path = a.logged.file().unwrap_or_default();
    let path = path.display();
    let written = log
        .end()
        .map_err(|e| Failure::input(format!("--log {path}: {e}; the log is incomplete")))?;
    match (written.instructions, written.left_out) {
        (0, 0) => say::warning(&format!(
            "--log {path}: no core executed an instruction that the filter chooses; the log is empty"
        )),
        (_, 0) => {}
        (n, left) => say::warning(&format!(
            "--log {path}: has {n} instructions; {left} more are left out by --trace-limit"
        )),
    }
    Ok(())
}
