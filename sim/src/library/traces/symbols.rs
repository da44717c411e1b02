//! Names for the addresses of functions in traces that firmware wrote.

use crate::Error;
use std::path::Path;
use trueboard_analyses::regions::matches;
use trueboard_board::files::Files;
use trueboard_board::{
    Disk, Image, NotThere, board_names, boards_for, did_you_mean, machine_of, names, open_board,
    read_image,
};

/// Images, each with the streams whose addresses it names.
pub struct Symbols(Vec<(String, Image)>);

impl Symbols {
    /// Reads `[STREAM=]IMAGE`: an ELF file, a description (`.ron`), or the name of one that is built in.
    ///
    /// # Errors
    /// There is no such image, or it cannot be used.
    pub fn open(options: &[String]) -> Result<Symbols, Error> {
        let one = |option: &String| {
            let (stream, image) = parts(option);
            Ok((stream.to_owned(), image_of(image)?))
        };
        options
            .iter()
            .map(one)
            .collect::<Result<_, _>>()
            .map(Symbols)
    }

    /// Tells which files are read.
    pub fn reads(options: &[String], files: &mut Files) {
        let paths = options.iter().map(|o| Path::new(parts(o).1));
        paths
            .filter(|p| p.is_file())
            .for_each(|p| files.reads("--symbols", p));
    }

    /// Refuses streams that the trace does not have.
    ///
    /// # Errors
    /// A pattern matches none of them.
    pub fn fit<'a>(&self, streams: impl Iterator<Item = &'a str> + Clone) -> Result<(), Error> {
        for (pattern, _) in &self.0 {
            NotThere::unless_matched(
                "--symbols",
                pattern,
                "stream of this trace",
                streams.clone(),
            )?;
        }
        Ok(())
    }

    /// The function at an address of a stream; of several images that name it the first one counts.
    #[must_use]
    pub fn name(&self, stream: &str, at: u64) -> Option<String> {
        let named = self.0.iter().filter(|(p, _)| matches(p, stream));
        let mut found = named.filter_map(|(_, image)| image.symbol_at(at));
        found.next().map(|(symbol, offset)| match offset {
            0 => symbol.name.clone(),
            _ => format!("{}+{offset:#x}", symbol.name),
        })
    }
}

/// The pattern of streams and the image; without a pattern it is for all.
fn parts(option: &str) -> (&str, &str) {
    match option.split_once('=') {
        Some((stream, image)) if !Path::new(option).is_file() => (stream, image),
        _ => ("*", option),
    }
}

fn image_of(spec: &str) -> Result<Image, Error> {
    let path = Path::new(spec);
    if spec.ends_with(".ron") || !path.is_file() {
        return described(spec);
    }
    let bytes = trueboard_files::read(path).map_err(|e| Error::Unusable(format!("{spec}: {e}")))?;
    let boards = machine_of(&bytes).map(boards_for).unwrap_or_default();
    let refused = || {
        Error::Unusable(format!(
            "{spec}: is no image of a processor that is simulated"
        ))
    };
    let board = open_board(boards.first().ok_or_else(refused)?, &[])?;
    let group = board.file.cores.first().and_then(|g| g.kind()?.images());
    Ok(read_image(&Disk, path, group.ok_or_else(refused)?, None)?)
}

/// The functions of a described workload, of the board that has it.
fn described(spec: &str) -> Result<Image, Error> {
    let all = board_names();
    let with = all
        .iter()
        .filter(|b| !names(&format!("workloads/{b}")).is_empty());
    let mut known = Vec::new();
    for name in with {
        let workloads = names(&format!("workloads/{name}"));
        if spec.ends_with(".ron") || workloads.iter().any(|w| w == spec) {
            let mut board = open_board(name, &[])?;
            board.describe(spec)?;
            if let Some(image) = board.workload_image() {
                return Ok(image);
            }
        }
        known.extend(workloads);
    }
    let near = did_you_mean(spec, known.iter().map(String::as_str));
    Err(Error::Unusable(format!(
        "--symbols {spec}: there is no such file, and no description of this name{near}; there are: {}",
        known.join(", ")
    )))
}
