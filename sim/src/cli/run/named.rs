//! The files that a run reads and writes.

use crate::cli::Failure;
use crate::cli::run::{Run, serial};
use crate::cli::shared::files::{folder, have_folder};
use crate::cli::shared::options;
use std::path::Path;
use trueboard::internals::board::Options;
use trueboard::internals::board::files::Files;

/// What the command line names; what a host's script names comes later.
pub fn of_run(a: &Run, options: &Options) -> Files {
    let mut files = Files::default();
    let images = options.images.iter().map(|(path, _)| path.as_path());
    images.for_each(|path| files.reads("image", path));
    a.firmware.asked().others(&mut files);
    for (what, path) in [("--restore", &a.restore), ("--uncertainty", &a.uncertainty)] {
        path.iter().for_each(|path| files.reads(what, path));
    }
    for path in &a.check_suppress {
        files.reads("--check-suppress", path);
    }
    if let Some(path) = &a.replay_input {
        files.reads("--replay-input", path);
    }
    for path in serial::files_of(a) {
        files.writes("--serial", Path::new(&path));
    }
    if let Some(path) = &a.check_accept {
        files.writes("--check-accept", path);
    }
    if let Some(dir) = &a.out {
        for name in ["report.json", "console.txt"] {
            files.writes("--out", &dir.join(name));
        }
        if a.interactive || !a.serial.is_empty() {
            files.writes("--out", &dir.join(serial::RECORD));
        }
        files.fills("--out", &dir.join("streams"));
    }
    let file = |text: &Option<String>| text.clone().filter(|t| t != "-" && t != "none");
    for (what, path) in [
        ("--report", file(&a.report)),
        ("--console", file(&a.console)),
    ] {
        if let Some(path) = path {
            files.writes(what, Path::new(&path));
        }
    }
    if let Some(path) = &a.firmware.nfs {
        files.fills("--nfs", path);
    }
    if let Some(path) = &a.save {
        files.writes("--save", path);
    }
    if let Some(path) = &a.html {
        files.writes("--html", path);
    }
    if let Some(path) = &a.device_skeleton {
        files.writes("--device-skeleton", path);
    }
    if let Some(path) = a.logged.file() {
        files.writes("--log", &path);
    }
    for (format, path) in &options.traces {
        options::trace_files(&mut files, &format!("--trace {format}"), *format, path);
    }
    files
}

/// Makes the folders for outputs; those that the user named must be there.
pub fn have_folders(a: &Run) -> Result<(), Failure> {
    have_folder(a.logged.file().as_deref())?;
    if let Some(dir) = &a.out {
        make(dir)?;
    }
    for text in &a.trace {
        let path = text.split_once('=').map(|(_, p)| Path::new(p));
        if let Some(parent) = path.and_then(folder) {
            make(parent)?;
        }
    }
    if a.out.is_some() {
        for text in a.trace.iter().filter(|t| !t.contains('=')) {
            a.out.iter().try_for_each(|dir| make(&dir.join(text)))?;
        }
    }
    // What is written at the end of a long run is looked for at its beginning.
    let report = a.report.as_deref().filter(|r| *r != "-").map(Path::new);
    have_folder(report)?;
    have_folder(a.html.as_deref())?;
    have_folder(a.save.as_deref())
}

fn make(dir: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))
}
