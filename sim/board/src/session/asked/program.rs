//! What runs, on which board, with which input, and for how long.

use super::folder;
use super::placed::{Placed, image_cores};
use super::words::{budget, poke};
use crate::boardfile::built_in::board_names;
use crate::boardfile::source::{self, Disk};
use crate::error::InputError;
use crate::files::Files;
use crate::machine::added::Added;
use crate::machine::models::{BoardModel, Fits, board_of, open_board_with, unfit};
use crate::session::Options;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Firmware with its board, its input and its end, in the words of a command line:
/// `docs/user/reference/command-line.md` has what each may be.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Images for the boot core, or for the cores of `on`; it starts at the entry of the last one.
    pub elf: Vec<PathBuf>,
    /// A built-in board by its name, or the path of a `.ron` file; none where only one fits the image.
    pub board: Option<String>,
    /// Overrides of the board file: `path=value`.
    pub set: Vec<String>,
    /// Cores that have the images of `elf`: `0`, `1-3`, `0,2` or `all`.
    pub on: Option<String>,
    /// Devices that the board file does not have: `.ron` files of entries of `devices`.
    pub device: Vec<PathBuf>,
    /// Images for further cores: `1-3=app.elf`.
    pub image: Vec<String>,
    /// Cores that start at once besides the first that has an image.
    pub start: Option<String>,
    /// Address of those images that are raw binaries: `0x40000000`.
    pub at: Option<String>,
    /// Script of the board's host, in place of images.
    pub host: Option<PathBuf>,
    /// Workload of stub cores, in place of images: the path of a `.ron` file, or the name of one that is built in.
    pub workload: Option<String>,
    /// Values of variables: `symbol=value`.
    pub poke: Vec<String>,
    /// File with bytes for the console's receiver.
    pub stdin: Option<PathBuf>,
    /// Folder that a host on the network exports; the firmware's changes of it are dropped.
    pub nfs: Option<PathBuf>,
    /// Simulated time after which the run ends: `1000000` (cycles of the first core), `10ms`, `2s`.
    pub until: Option<String>,
}

/// The board of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Its name, or the path of its file.
    pub name: String,
    /// The image for which no other board is, where the program names no board.
    pub only_for: Option<String>,
}

impl Program {
    /// An image on the boot core of a board.
    #[must_use]
    pub fn new(board: impl Into<String>, image: impl Into<PathBuf>) -> Program {
        Program {
            elf: vec![image.into()],
            board: Some(board.into()),
            ..Program::default()
        }
    }

    /// This, with an end for firmware that runs away, if it has none of its own.
    #[must_use]
    pub fn ending(mut self, until: &str) -> Program {
        self.until.get_or_insert_with(|| until.to_owned());
        self
    }

    /// The file that names it in messages: the image, the host's script or the workload.
    #[must_use]
    pub fn named(&self) -> PathBuf {
        let first = self.elf.first().cloned();
        let image = self.image.first().and_then(|i| i.split_once('='));
        let first = first.or_else(|| image.map(|(_, path)| path.into()));
        let first = first.or_else(|| self.host.clone());
        first.unwrap_or_else(|| self.workload.clone().unwrap_or_default().into())
    }

    /// The board that was asked for, or the only one that the first image is for.
    ///
    /// # Errors
    /// Nothing runs, or the board is not known.
    pub fn chosen(&self) -> Result<Chosen, InputError> {
        let nothing = self.elf.is_empty() && self.image.is_empty();
        if nothing && self.host.is_none() && self.workload.is_none() {
            return Err(InputError::Usage(
                "say what runs: an image, --image CORES=ELF, --host SCRIPT.ron or --workload NAME"
                    .to_owned(),
            ));
        }
        if let Some(name) = &self.board {
            return Ok(Chosen {
                name: name.clone(),
                only_for: None,
            });
        }
        let image = self.elf.first().map(|p| p.display().to_string());
        let other = self.image.first();
        let other = other.and_then(|i| Some(i.split_once('=')?.1.to_owned()));
        match image.or(other) {
            Some(image) => board_for(image),
            None => Err(InputError::Usage(
                "say on which board: --board NAME".to_owned(),
            )),
        }
    }

    /// The board that it runs on, and how many of its cores run images.
    ///
    /// # Errors
    /// The board is not known, or its file cannot be used.
    pub fn open(&self) -> Result<(BoardModel, usize), InputError> {
        self.open_on(&self.chosen()?)
    }

    /// As [`Program::open`], on a board that [`Program::chosen`] has answered.
    ///
    /// # Errors
    /// The board's file cannot be used.
    pub fn open_on(&self, board: &Chosen) -> Result<(BoardModel, usize), InputError> {
        let added: Vec<Added> = self.device.iter().cloned().map(Added::File).collect();
        let mut model = open_board_with(Arc::new(Disk), &board.name, &added, &self.set)?;
        if let Some(workload) = &self.workload {
            model.describe(workload)?;
        }
        let cores = image_cores(&model);
        Ok((model, cores))
    }

    /// The options of its run on a board, of which `cores` cores run images.
    ///
    /// # Errors
    /// A word that means nothing, or a file that cannot be read.
    pub fn options(&self, cores: usize) -> Result<Options, InputError> {
        let placed = Placed {
            elf: &self.elf,
            on: self.on.as_deref(),
            image: &self.image,
            start: self.start.as_deref(),
            at: self.at.as_deref(),
        };
        let pokes = self.poke.iter().map(|p| poke(p));
        let until = self.until.as_deref().map(|t| budget("--until", t));
        Ok(Options {
            host: self.host.clone().map(Into::into),
            pokes: pokes.collect::<Result<_, _>>()?,
            stdin: bytes(self.stdin.as_deref())?,
            network: self.nfs.as_deref().map(folder::load).transpose()?,
            until: until.transpose()?,
            ..placed.options(cores).map_err(InputError::Usage)?
        })
    }

    /// The files that it reads. A folder among its images is a run that was recorded.
    #[must_use]
    pub fn files(&self) -> Files {
        let mut files = Files::default();
        for path in &self.elf {
            match path.is_dir() {
                true => files.reads("the report", &path.join("report.json")),
                false => files.reads("image or report", path),
            }
        }
        let others = self.image.iter().filter_map(|i| i.split_once('='));
        others.for_each(|(_, path)| files.reads("image", Path::new(path)));
        self.others(&mut files);
        files
    }

    /// Adds the files besides images that say what runs.
    pub fn others(&self, files: &mut Files) {
        let named = [
            ("--host", self.host.as_deref()),
            ("--stdin", self.stdin.as_deref()),
            ("--board", description(self.board.as_ref())),
            ("--workload", description(self.workload.as_ref())),
        ];
        for (what, path) in named {
            path.iter().for_each(|path| files.reads(what, path));
        }
        self.device
            .iter()
            .for_each(|path| files.reads("--device", path));
    }
}

/// The path of a board or workload that is a file.
fn description(name: Option<&String>) -> Option<&Path> {
    name.filter(|n| n.ends_with(".ron")).map(Path::new)
}

/// The bytes of a file that a program may name; none if it names none.
///
/// # Errors
/// The file cannot be read.
pub fn bytes(path: Option<&Path>) -> Result<Vec<u8>, InputError> {
    let read = |p: &Path| {
        let refused = |e| InputError::Request(format!("{}: {e}", p.display()));
        trueboard_files::read(p).map_err(refused)
    };
    path.map_or_else(|| Ok(Vec::new()), read)
}

/// The only board that an image is for.
fn board_for(image: String) -> Result<Chosen, InputError> {
    let file = source::bytes(&Disk, Path::new(&image))?;
    let fits = board_of(&file);
    if !matches!(fits, Fits::One(_))
        && let Some(why) = unfit(&file)
    {
        return Err(InputError::Request(format!("{image}: {why}")));
    }
    match fits {
        Fits::One(name) => Ok(Chosen {
            name,
            only_for: Some(image),
        }),
        Fits::Among(names) if !names.is_empty() => Err(InputError::Usage(format!(
            "{image} is for more than one board; say which: --board {}",
            names.join(" or ")
        ))),
        Fits::Among(_) | Fits::Unknown => Err(InputError::Usage(format!(
            "{image}: nothing in it says for which board it is (no ELF file begins with {:02x?}); say so: --board NAME, \
             one of {}",
            &file[..file.len().min(4)],
            board_names().join(", ")
        ))),
    }
}
