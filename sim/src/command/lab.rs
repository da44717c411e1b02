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

use super::Failure;
use super::debugged::GDB_DANGER;
use crate::cli::{Lab as Arguments, LabCommand};
use crate::gdb::Visits;
use crate::say;
use desk::Desk;
use std::path::Path;
use trueboard::board::Given;
use trueboard::board::describe::describe;
use trueboard_lab::lesson::{Attempt, Lesson};
use trueboard_lab::{ImageOn, Lab, Setup};

pub fn run(a: &Arguments) -> Result<u8, Failure> {
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
fn face(a: &Arguments) -> Result<u8, Failure> {
    let Some(subject) = &a.subject else {
        return Err(Failure::usage(
            "nothing to look at: name an ELF file or a lesson; `trueboard lab list` has the lessons",
        ));
    };
    terminal::usable()?;
    let path = Path::new(subject);
    let (lab, lesson) = match path.is_file() {
        true => (of_image(a, path)?, None),
        false => {
            let (name, lesson) = trueboard_lab::lesson::built_in(subject).map_err(|e| {
                Failure::input(format!("{subject}: there is no such file, and {e}"))
            })?;
            (of_lesson(a, name, &lesson)?, Some(lesson))
        }
    };
    terminal::show(app::App::new(desk(a, lab)?, lesson))
}

/// The lab, with a door for GDB if `a` wants one.
fn desk(a: &Arguments, lab: Lab) -> Result<Desk, Failure> {
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

fn of_lesson(a: &Arguments, name: &str, lesson: &Lesson) -> Result<Lab, Failure> {
    let attempt = Attempt {
        set: a.sets.clone(),
        poke: a.pokes.clone(),
        variant: a.variant.clone(),
        ..Attempt::default()
    };
    let setup = lesson.setup(&attempt).map_err(Failure::usage)?;
    let files = images::of(name, lesson, None)?;
    let mut lab = Lab::open(setup, files)?;
    for (name, text) in images::sources(lesson) {
        lab.add_source(name, text);
    }
    Ok(lab)
}

fn of_image(a: &Arguments, path: &Path) -> Result<Lab, Failure> {
    let place = path.display();
    let bytes = trueboard_files::read(path).map_err(|e| Failure::input(format!("{place}: {e}")))?;
    let name = path.to_string_lossy().into_owned();
    let board = match &a.board {
        Some(board) => board.clone(),
        None => match trueboard::board::machine_of(&bytes).map(trueboard::board::boards_for) {
            Some(boards) if !boards.is_empty() => boards[0].to_string(),
            _ => {
                return Err(Failure::usage(format!(
                    "{place}: the board is not known: name it with --board"
                )));
            }
        },
    };
    let cores = match &a.cores {
        Some(text) => range(text)?,
        None => vec![0],
    };
    let mut files = Given::from([(path.to_owned(), bytes)]);
    if let Ok(text) = trueboard_files::read(Path::new(&board)) {
        files.add(&board, text);
    }
    let setup = Setup {
        board,
        sets: a.sets.clone(),
        pokes: a.pokes.clone(),
        start: if a.cores.is_some() {
            cores.clone()
        } else {
            Vec::new()
        },
        images: vec![ImageOn { name, cores }],
        ..Setup::default()
    };
    Ok(Lab::open(setup, files)?)
}

/// `0-15`, or one number.
fn range(text: &str) -> Result<Vec<usize>, Failure> {
    let parsed = match text.split_once('-') {
        Some((first, last)) => first.parse::<u8>().ok().zip(last.parse::<u8>().ok()),
        None => text.parse().ok().map(|n| (n, n)),
    };
    let wrong = || Failure::usage(format!("--cores {text}: no cores; write 0-15, or 0"));
    let (first, last) = parsed.filter(|(a, b)| a <= b).ok_or_else(wrong)?;
    Ok((first..=last).map(usize::from).collect())
}
