//! Trace formats, a row each: name, files, writer and conversion. A new format is a file here and a row in `FORMATS`.

mod vcd;

use crate::context::TraceContext;
use crate::convert::{self, ConvertError, Naming};
use crate::read::ctf::{Defect, Trace};
use crate::write::{self, TraceError, TraceWriter, checked};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A trace format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Common Trace Format 1.8, a directory.
    Ctf,
    /// Paraver: `.prv` with `.pcf` and `.row` beside it.
    Paraver,
    /// JSON that the Perfetto UI and `chrome://tracing` load.
    Perfetto,
    /// Value Change Dump, for GTKWave and Surfer.
    Vcd,
}

/// The files of a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A directory.
    Directory,
    /// A file of each of these extensions; the first one is the file that is named.
    Files(&'static [&'static str]),
}

/// Opens a writer at a path.
type Open = fn(&Path, &TraceContext) -> Result<Box<dyn TraceWriter>, TraceError>;
/// Converts a trace to files at a path, with names of functions; returns the number of events.
type Convert = fn(&Trace, &Path, Naming<'_>, &mut dyn FnMut(Defect)) -> Result<u64, ConvertError>;

/// A row of [`FORMATS`].
struct Row {
    format: Format,
    name: &'static str,
    place: Place,
    /// A conversion names functions; without it, addresses stay as they are.
    names_functions: bool,
    open: Open,
    convert: Convert,
}

/// All formats.
const FORMATS: &[Row] = &[
    Row {
        format: Format::Ctf,
        name: "ctf",
        place: Place::Directory,
        names_functions: false,
        open: |path, cx| Ok(checked(write::ctf::facts::Ctf::create(path, cx)?, cx)),
        convert: |trace, out, _, damaged| convert::ctf::convert(trace, out, damaged),
    },
    Row {
        format: Format::Paraver,
        name: "paraver",
        place: Place::Files(&["prv", "pcf", "row"]),
        names_functions: true,
        open: |path, cx| Ok(checked(write::paraver::Paraver::create(path, cx)?, cx)),
        convert: convert::paraver::convert,
    },
    Row {
        format: Format::Perfetto,
        name: "perfetto",
        place: Place::Files(&["json"]),
        names_functions: true,
        open: |path, cx| Ok(checked(write::perfetto::Perfetto::create(path, cx)?, cx)),
        convert: convert::perfetto::convert,
    },
    Row {
        format: Format::Vcd,
        name: "vcd",
        place: Place::Files(&["vcd"]),
        names_functions: true,
        open: |path, cx| Ok(checked(vcd::Vcd::create(path, cx)?, cx)),
        convert: vcd::convert,
    },
];

impl Format {
    /// All formats, in the order of help texts.
    pub fn all() -> impl Iterator<Item = Format> {
        FORMATS.iter().map(|row| row.format)
    }

    fn row(self) -> &'static Row {
        let row = FORMATS.iter().find(|row| row.format == self);
        row.unwrap_or_else(|| unreachable!("each format has a row"))
    }

    /// The name in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The names of all formats as a sentence lists them: `a, b or c`.
    #[must_use]
    pub fn list(word: &str) -> String {
        let names: Vec<&str> = Format::all().map(Format::name).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// The files of a trace of this format.
    #[must_use]
    pub fn place(self) -> Place {
        self.row().place
    }

    /// The files that a trace at `path` consists of; for a directory, the directory.
    #[must_use]
    pub fn files(self, path: &Path) -> Vec<PathBuf> {
        match self.place() {
            // A trace of one file keeps its name.
            Place::Directory | Place::Files([_]) => vec![path.to_owned()],
            Place::Files(extensions) => (extensions.iter())
                .map(|extension| path.with_extension(extension))
                .collect(),
        }
    }

    /// The path of a trace in the folder `dir`, if none is named.
    #[must_use]
    pub fn default_path(self, dir: &Path) -> PathBuf {
        match self.place() {
            Place::Directory => dir.to_owned(),
            Place::Files(extensions) => {
                let extension = extensions.first().unwrap_or(&"trace");
                dir.join(format!("trace.{extension}"))
            }
        }
    }

    /// A conversion to this format names functions by symbols; without it, addresses stay as they are.
    #[must_use]
    pub fn names_functions(self) -> bool {
        self.row().names_functions
    }
}

impl FromStr for Format {
    type Err = TraceError;

    fn from_str(s: &str) -> Result<Format, TraceError> {
        Format::all()
            .find(|format| format.name() == s)
            .ok_or_else(|| TraceError::Format(s.into(), Format::list("and")))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Opens a trace: `path` is a directory, made if need be, or the first of [`Format::files`].
///
/// # Errors
/// When a file cannot be created.
pub fn open(
    format: Format,
    path: &Path,
    cx: &TraceContext,
) -> Result<Box<dyn TraceWriter>, TraceError> {
    (format.row().open)(path, cx)
}

/// Converts a trace; returns how many events it took. `out` is what [`open`] takes. Addresses of functions are named by
/// `naming` where [`Format::names_functions`]. Damage is reported to `damaged`; all that can be read is converted.
///
/// # Errors
/// When a file cannot be read or written.
pub fn convert(
    trace: &Trace,
    format: Format,
    out: &Path,
    naming: Naming<'_>,
    damaged: &mut dyn FnMut(Defect),
) -> Result<u64, ConvertError> {
    (format.row().convert)(trace, out, naming, damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_format_has_one_row() {
        // A variant without a row does not compile past this list.
        for format in Format::all() {
            match format {
                Format::Ctf | Format::Paraver | Format::Perfetto | Format::Vcd => {}
            }
            assert_eq!(format.name().parse::<Format>().ok(), Some(format));
        }
        assert_eq!(Format::all().count(), Format::Vcd as usize + 1);
        assert_eq!(Format::list("or"), "ctf, paraver, perfetto or vcd");
    }
}
