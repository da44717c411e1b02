//! An instruction log: a line for each instruction, with time, core, code, function, cycles, stall causes, memory access
//! and changed registers. In the Kanata format the log is for a viewer of pipelines.

mod kanata;
mod line;
mod observe;

use crate::analysis::{Analysis, Subject};
use crate::regions::matches;
use kanata::Kanata;
use line::Line;
use observe::Follower;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};
use trueboard_core::duration::Budget;
use trueboard_core::observe::Observer;

/// Which instructions a log has.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of these cores; empty: of all.
    pub cores: Vec<u8>,
    /// Of functions with these names, patterns with `*` and `?`; empty: of all code. Callees are in the log by their own
    /// names.
    pub functions: Vec<String>,
    /// From this time on.
    pub begin: Option<Budget>,
    /// Up to this time.
    pub end: Option<Budget>,
}

/// The parts of a line that a log can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The accessed memory or device register, and its value behind the access.
    pub access: bool,
    /// The registers that changed, with their new values.
    pub registers: bool,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts {
            access: true,
            registers: true,
        }
    }
}

/// A request for a log.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its instructions.
    pub filter: Filter,
    /// Its lines.
    pub parts: Parts,
    /// Where it goes.
    pub log: Log,
}

/// A log: the request writes it while the run goes on, and whoever asked for it ends it.
#[derive(Clone)]
pub struct Log(Arc<Mutex<Inner>>);

/// The format of a log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Columns of text, a line for each instruction.
    #[default]
    Text,
    /// Kanata, version 4. Its time goes forwards, so the log is of one core.
    Kanata,
}

struct Inner {
    to: Box<dyn Write + Send>,
    kanata: Option<Kanata>,
    error: Option<io::Error>,
    written: Written,
    limit: Option<u64>,
}

/// What a log has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Instructions in it.
    pub instructions: u64,
    /// Bytes.
    pub bytes: u64,
    /// Instructions that the filter chose and that are missing behind the limit.
    pub left_out: u64,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").field(&self.written()).finish()
    }
}

impl Log {
    /// A log that goes to `to`, and ends in front of the first line that makes it longer than `limit` bytes.
    #[must_use]
    pub fn new(format: Format, to: Box<dyn Write + Send>, limit: Option<u64>) -> Log {
        Log(Arc::new(Mutex::new(Inner {
            to,
            kanata: (format == Format::Kanata).then(Kanata::default),
            error: None,
            written: Written::default(),
            limit,
        })))
    }

    /// What it has so far.
    #[must_use]
    pub fn written(&self) -> Written {
        self.lock().written
    }

    /// Ends it.
    ///
    /// # Errors
    /// The first error of a write. Lines behind it are missing.
    pub fn end(&self) -> io::Result<Written> {
        let mut inner = self.lock();
        if let Some(e) = inner.error.take() {
            return Err(e);
        }
        let rest = inner.kanata.as_mut().map(Kanata::end).unwrap_or_default();
        inner.to.write_all(rest.as_bytes())?;
        inner.to.flush()?;
        Ok(inner.written)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an instruction: its code as `bytes` and `text`, in `function`.
    fn line(&self, line: &Line, bytes: &[u8], text: &str, function: &str) {
        let mut inner = self.lock();
        if inner.error.is_some() {
            return;
        }
        if inner.written.left_out > 0 {
            inner.written.left_out += 1;
            return;
        }
        let text = match &mut inner.kanata {
            Some(kanata) => kanata.lines(line, &format!("{text}  <{function}>")),
            None => line.text(bytes, text, function),
        };
        let bytes = inner.written.bytes + text.len() as u64;
        if inner.limit.is_some_and(|most| bytes > most) {
            inner.written.left_out += 1;
            return;
        }
        match inner.to.write_all(text.as_bytes()) {
            Ok(()) => {
                inner.written.bytes = bytes;
                inner.written.instructions += 1;
            }
            Err(e) => inner.error = Some(e),
        }
    }
}

impl Analysis for Request {
    fn check(&self, run: &dyn Subject) -> Result<(), String> {
        let format = self.log.lock().kanata.is_some();
        if format && self.filter.cores.len() != 1 {
            return Err("--log kanata: is a log of one core; name it: --log-cores 0".to_owned());
        }
        if let Some(missing) = self.filter.cores.iter().find_map(|&c| run.missing_core(c)) {
            return Err(format!("--log-cores: {missing}"));
        }
        let functions = run.functions();
        for pattern in &self.filter.functions {
            if !functions.iter().any(|name| matches(pattern, name)) {
                return Err(format!(
                    "--log-functions {pattern}: no function of the images matches{}",
                    run.near(pattern)
                ));
            }
        }
        Ok(())
    }

    fn attach(
        &self,
        run: &dyn Subject,
        _: Option<&[u8]>,
    ) -> Result<Vec<Box<dyn Observer>>, String> {
        Ok(vec![Box::new(Follower::new(self, run))])
    }

    fn boxed(&self) -> Box<dyn Analysis> {
        Box::new(self.clone())
    }
}
