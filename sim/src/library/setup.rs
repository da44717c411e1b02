//! [`Setup`]: a board and the firmware that runs on it.

use crate::{Firmware, Simulation, Time};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};
use trueboard_board::schema::Factory;
use trueboard_board::{
    Added, Analysis, Disk, Given, HostScript, InputError, Mapped, Options, Peripheral, PokeValue,
    Source, Translate, open_board_with,
};
use trueboard_trace::Format;

/// A board with its firmware and options; [`Setup::start`] gives the [`Simulation`]. See the
/// [library's example](crate).
#[derive(Clone)]
#[must_use]
pub struct Setup {
    spec: String,
    sets: Vec<String>,
    added: Vec<Added>,
    workload: Option<String>,
    given: Given,
    others: Arc<dyn Source>,
    options: Options,
}

/// Given files first, then the files of a source.
struct Layered(Given, Arc<dyn Source>);

impl Source for Layered {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.0.read(path).or_else(|_| self.1.read(path))
    }

    fn names(&self, folder: &Path) -> Option<Vec<String>> {
        self.1.names(folder)
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup")
            .field("board", &self.spec)
            .field("set", &self.sets)
            .finish_non_exhaustive()
    }
}

impl Setup {
    /// A board: the name of one that is built in ([`crate::board_names`]), or the path of a `.ron` file.
    pub fn board(spec: impl Into<String>) -> Setup {
        Setup {
            spec: spec.into(),
            sets: Vec::new(),
            added: Vec::new(),
            workload: None,
            given: Given::default(),
            others: Arc::new(Disk),
            options: Options::default(),
        }
    }

    /// Sets a value of the board file: `path=value`, as `--set` of the command line does.
    pub fn set(mut self, assignment: impl Into<String>) -> Setup {
        self.sets.push(assignment.into());
        self
    }

    /// Adds a device that the board file does not have: a `.ron` file of an entry of `devices`, as `--device` of the
    /// command line does.
    pub fn device(mut self, path: impl Into<PathBuf>) -> Setup {
        self.added.push(Added::File(path.into()));
        self
    }

    /// Adds a device that is a type of your own, at a place of the board where no device is, or none that is modelled.
    /// `make` makes one that nothing has touched, for the run and for each fork of it.
    pub fn device_of<P: Peripheral + 'static>(
        mut self,
        mapped: Mapped,
        make: impl Fn() -> P + Send + Sync + 'static,
    ) -> Setup {
        self.added.push(Added::Own(mapped, Factory::new(make)));
        self
    }

    /// Reads board, images and what they name from `source` in place of the host's disk.
    pub fn files(mut self, source: impl Source + 'static) -> Setup {
        self.others = Arc::new(source);
        self
    }

    /// Loads an image for the first core.
    pub fn image(self, path: impl Into<PathBuf>) -> Setup {
        self.image_on([0], path)
    }

    /// As [`Setup::image`], of bytes in memory; `name` is the name in reports and messages.
    pub fn image_bytes(mut self, name: impl Into<PathBuf>, bytes: Vec<u8>) -> Setup {
        let name = name.into();
        self.given.add(name.clone(), bytes);
        self.image(name)
    }

    /// Loads an image for these cores.
    pub fn image_on(
        mut self,
        cores: impl IntoIterator<Item = u8>,
        path: impl Into<PathBuf>,
    ) -> Setup {
        let cores = cores.into_iter().map(usize::from).collect();
        self.options.images.push((path.into(), cores));
        self
    }

    /// As [`Setup::image_on`], of bytes in memory.
    pub fn image_bytes_on(
        mut self,
        cores: impl IntoIterator<Item = u8>,
        name: impl Into<PathBuf>,
        bytes: Vec<u8>,
    ) -> Setup {
        let name = name.into();
        self.given.add(name.clone(), bytes);
        self.image_on(cores, name)
    }

    /// Starts these cores at once, besides the first that has an image.
    pub fn start_cores(mut self, cores: impl IntoIterator<Item = u8>) -> Setup {
        let cores = cores.into_iter().map(usize::from);
        self.options.start.extend(cores);
        self
    }

    /// The workload of stub cores: the name of one that is built in, or the path of a `.ron` file.
    pub fn workload(mut self, spec: impl Into<String>) -> Setup {
        self.workload = Some(spec.into());
        self
    }

    /// Sets the script of the board's host.
    pub fn host(mut self, script: impl Into<PathBuf>) -> Setup {
        self.options.host = Some(HostScript::File(script.into()));
        self
    }

    /// Gives the console's receiver these bytes.
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Setup {
        self.options.stdin = bytes.into();
        self
    }

    /// Ends the run at this time.
    pub fn until(mut self, end: Time) -> Setup {
        self.options.until = end.budget();
        self
    }

    /// Writes a trace in this format to a file or, where the format has more than one, a directory.
    pub fn trace(mut self, format: Format, path: impl Into<PathBuf>) -> Setup {
        self.options.traces.push((format, path.into()));
        self
    }

    /// Analyses the run: functions, instructions, regions, locks, or an analysis of one's own. The result is in the
    /// report. A second request of one type replaces the first.
    pub fn analyse(mut self, request: impl Analysis) -> Setup {
        self.options.analyses.ask(Box::new(request));
        self
    }

    /// Writes a number or a text into a variable before the firmware starts.
    pub fn poke(mut self, variable: impl Into<String>, value: impl Into<PokeValue>) -> Setup {
        self.options.pokes.push((variable.into(), value.into()));
        self
    }

    /// Keeps the bytes of a variable at the end of the run, in the report; `bytes` of them, or all.
    pub fn dump(mut self, variable: impl Into<String>, bytes: Option<u64>) -> Setup {
        self.options.dumps.push((variable.into(), bytes));
        self
    }

    /// Lets functions cost nothing and count for nothing: a pattern of their names that must match one.
    pub fn free(mut self, pattern: impl Into<String>) -> Setup {
        self.options.free.push(pattern.into());
        self
    }

    /// Sets the address of images that are raw binaries.
    pub fn raw_at(mut self, address: u64) -> Setup {
        self.options.at = Some(address);
        self
    }

    /// Ends the run at the first refused access or touched part that is not modelled.
    pub fn strict(mut self) -> Setup {
        self.options.strict = true;
        self
    }

    /// Sets when basic blocks are translated to code of the host. Results do not depend on it.
    pub fn translate(mut self, when: Translate) -> Setup {
        self.options.translate = when;
        self
    }

    /// Continues from a snapshot, instead of starting the images.
    pub fn restore(mut self, snapshot: impl Into<PathBuf>) -> Setup {
        self.options.restore = Some(snapshot.into());
        self
    }

    /// Options without a method of their own: checks, a network's files, untimed spans, a snapshot at the end.
    pub fn with(mut self, change: impl FnOnce(&mut Options)) -> Setup {
        change(&mut self.options);
        self
    }

    /// Builds the board, loads the images and boots.
    ///
    /// # Errors
    /// [`InputError`]: a board, an image or a value that cannot be used, with place, cause and remedy.
    pub fn start(self) -> Result<Simulation, InputError> {
        self.open()?.start()
    }

    /// Builds the board: firmware that questions are asked about.
    ///
    /// # Errors
    /// [`InputError`]: a board or a value of it that cannot be used.
    pub fn open(self) -> Result<Firmware, InputError> {
        let source = Arc::new(Layered(self.given, self.others));
        let mut board = open_board_with(source, &self.spec, &self.added, &self.sets)?;
        if let Some(workload) = &self.workload {
            board.describe(workload)?;
        }
        let image = self.options.images.first().map(|(path, _)| path.clone());
        let script = match &self.options.host {
            Some(HostScript::File(path)) => Some(path.clone()),
            _ => None,
        };
        let name = image.or(script);
        Ok(Firmware {
            name: name.unwrap_or_else(|| self.workload.unwrap_or_default().into()),
            board: Arc::new(board),
            options: self.options,
        })
    }
}
