//! The files that a run reads and writes.

use super::Failure;
use crate::cli::Run;
use std::path::Path;
use trueboard::board::Options;
use trueboard::board::files::Files;
use trueboard::truth::Format;

/// What the command line names; what a host's script names comes later.
pub fn of_run(a: &Run, options: &Options) -> Files {
    let mut files = Files::default();
    let images = options
        .images
        .iter()
        .map(|(path, _)| ("image", path.as_path()));
    let named = [
        ("--host", a.firmware.host.as_deref()),
        ("--stdin", a.stdin.as_deref()),
        ("--restore", a.restore.as_deref()),
        ("--board", description(a.firmware.board.as_ref())),
        ("--workload", description(a.firmware.workload.as_ref())),
    ];
    let named = named
        .into_iter()
        .filter_map(|(what, path)| Some((what, path?)));
    images
        .chain(named)
        .for_each(|(what, path)| files.reads(what, path));
    if let Some(dir) = &a.out {
        for name in ["report.json", "console.txt"] {
            files.writes("--out", &dir.join(name));
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
    if let Some(path) = &a.save {
        files.writes("--save", path);
    }
    for (format, path) in &options.traces {
        match format {
            Format::Ctf => files.fills("--trace ctf", path),
            Format::Perfetto => files.writes("--trace perfetto", path),
            Format::Paraver => ["prv", "pcf", "row"]
                .map(|e| path.with_extension(e))
                .iter()
                .for_each(|p| files.writes("--trace paraver", p)),
        }
    }
    files
}

/// The path of a board or workload that is a file.
fn description(name: Option<&String>) -> Option<&Path> {
    name.filter(|n| n.ends_with(".ron")).map(Path::new)
}

/// Makes the folders for outputs; those that the user named must be there.
pub fn have_folders(a: &Run) -> Result<(), Failure> {
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
    for path in [report, a.save.as_deref()].into_iter().flatten() {
        if let Some(folder) = folder(path).filter(|f| !f.is_dir()) {
            return Err(Failure::input(format!(
                "{}: cannot be written: there is no folder {}",
                path.display(),
                folder.display()
            )));
        }
    }
    Ok(())
}

fn folder(path: &Path) -> Option<&Path> {
    path.parent().filter(|p| !p.as_os_str().is_empty())
}

fn make(dir: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(dir)
        .map_err(|e| Failure::input(format!("{}: cannot be made: {e}", dir.display())))
}
