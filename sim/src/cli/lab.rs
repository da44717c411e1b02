//! `trueboard lab`: the terminal face of the lab, lessons, and their grades.

mod app;
mod desk;
mod grade;
mod http;
mod images;
mod panels;
mod prompt;
mod screen;
mod terminal;
mod web;

use self::grade::{LabCheck, LabList};
use super::Example;
use super::Failure;
use super::options;
use crate::cli::shared::debugged::GDB_DANGER;
use crate::cli::shared::firmware::Firmware;
use crate::gdb::Visits;
use crate::say;
use clap::{Args, Subcommand};
use desk::Desk;
use std::path::PathBuf;
use trueboard::Disk;
use trueboard::internals::board::describe::describe;
use trueboard_lab::lesson::{Attempt, Lesson};
use trueboard_lab::{ImageOn, Lab as Laboratory, Setup};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    (
        "Step through a program, and ask why",
        "trueboard lab firmware/prebuilt/gr740/lu.elf",
    ),
    ("A lesson", "trueboard lab strides"),
];

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(mut_arg("elf", |a| a.value_name("SUBJECT").help("Firmware images, or the name of a lesson")))]
#[command(mut_arg("on", |a| a.alias("cores")))]
pub struct Lab {
    #[command(subcommand)]
    pub command: Option<LabCommand>,
    #[command(flatten)]
    pub firmware: Firmware,
    /// A variant of a lesson's image
    #[arg(long)]
    pub variant: Option<String>,
    /// Let GDB drive the run that the lab shows, as often as one attaches here: HOST:PORT or unix:PATH
    #[arg(long, value_name = "ADDR", conflicts_with = "web")]
    pub gdb: Option<String>,
    /// The kind of cores that GDB sees; the default is that of the first core with an image
    #[arg(long, value_name = "KIND", requires = "gdb")]
    pub gdb_cores: Option<String>,
    /// Serve the lab as a page for a browser, in place of the terminal: at HOST:PORT, or :PORT of this machine
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = ":8275")]
    pub web: Option<String>,
    /// The folder of that page, which sim/web/build has made, in place of the one in the program
    #[arg(long, value_name = "DIR", requires = "web")]
    pub page: Option<PathBuf>,
}

#[derive(Subcommand)]
pub enum LabCommand {
    /// List the lessons
    List(LabList),
    /// Do a lesson without a terminal, and check it
    Check(LabCheck),
}

pub fn run(a: &Lab) -> Result<u8, Failure> {
    match &a.command {
        Some(LabCommand::List(list)) => grade::list(list),
        Some(LabCommand::Check(check)) => grade::check(check),
        None => match &a.web {
            Some(address) => web::run(address, a),
            None => face(a),
        },
    }
}

/// Opens the lab in the terminal.
fn face(a: &Lab) -> Result<u8, Failure> {
    let f = &a.firmware;
    let name = f.elf.first().map(|path| path.display().to_string());
    let (lab, lesson) = match name {
        None if f.image.is_empty() && f.host.is_none() && f.workload.is_none() => {
            return Err(Failure::usage(
                "nothing to look at: name an ELF file or a lesson; `trueboard lab list` has the lessons",
            ));
        }
        Some(subject) if f.elf.iter().all(|path| !path.is_file()) => {
            let (name, lesson) = trueboard_lab::lesson::built_in(&subject).map_err(|e| {
                Failure::input(format!("{subject}: there is no such file, and {e}"))
            })?;
            (of_lesson(a, name, &lesson)?, Some(lesson))
        }
        _ => (of_firmware(f)?, None),
    };
    terminal::usable()?;
    terminal::show(app::App::new(desk(a, lab)?, lesson))
}

/// The lab, with a door for GDB if `a` wants one.
fn desk(a: &Lab, lab: Laboratory) -> Result<Desk, Failure> {
    let Some(address) = &a.gdb else {
        return Ok(Desk::Alone(Box::new(lab)));
    };
    let areas = describe(lab.board())?.map;
    let visits = Visits::open(lab, address, a.gdb_cores.as_deref(), areas);
    let visits = visits.map_err(Failure::input)?;
    if let Some(at) = visits.open_to_others() {
        say::open_to_others("--gdb", at, GDB_DANGER);
    }
    Ok(Desk::Open(Box::new(visits)))
}

fn of_lesson(a: &Lab, name: &str, lesson: &Lesson) -> Result<Laboratory, Failure> {
    if let Some(option) = a.firmware.given(&["--set", "--poke", "--image"]) {
        return Err(Failure::usage(format!(
            "{option}: is for images; the lesson {name} says what runs"
        )));
    }
    let attempt = Attempt {
        set: a.firmware.set.clone(),
        poke: a.firmware.poke.clone(),
        variant: a.variant.clone(),
        image: match &a.firmware.image[..] {
            [] => None,
            [own] if !own.contains('=') => Some(own.clone()),
            _ => {
                return Err(Failure::usage(format!(
                    "--image: the lesson {name} says which cores run; write `--image FILE`, once"
                )));
            }
        },
        ..Attempt::default()
    };
    let setup = lesson.setup(&attempt).map_err(Failure::usage)?;
    let mut files = images::of(name, lesson, None)?;
    let own = images::own(&attempt, &mut files)?;
    let mut lab = Laboratory::open(setup, files)?;
    let shipped = images::sources(lesson).map(|(name, text)| (name.to_owned(), text.to_owned()));
    for (name, text) in shipped.chain(own) {
        lab.add_source(name, text);
    }
    Ok(lab)
}

fn of_firmware(f: &Firmware) -> Result<Laboratory, Failure> {
    let board = options::board(f, true)?;
    let (_, cores) = options::open(f, true)?;
    let options = options::firmware(f, cores)?;
    let named = |(path, cores): (PathBuf, Vec<usize>)| ImageOn {
        name: path.to_string_lossy().into_owned(),
        cores,
    };
    let setup = Setup {
        board,
        sets: f.set.clone(),
        pokes: f.poke.clone(),
        start: options.start,
        images: options.images.into_iter().map(named).collect(),
        host: f.host.as_ref().map(|path| path.display().to_string()),
        workload: f.workload.clone(),
        stdin: options.stdin,
        at: options.at,
        until: f.until.clone(),
        network: options.network,
    };
    Ok(Laboratory::open(setup, Disk)?)
}
