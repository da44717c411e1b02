//! Lessons without a terminal: their list, and grades.

use super::super::Failure;
use super::images;
use crate::cli::shared::answer::{Answer, Verdicts};
use crate::cli::shared::junit::case;
use crate::text::Table;
use clap::Args;
use quick_junit::TestSuite;
use std::path::{Path, PathBuf};
use trueboard_lab::lesson::{Attempt, Grade, Lesson, Listed, built_in, check as graded, listed};

#[derive(Args)]
pub struct LabList {
    #[command(flatten)]
    pub answer: Answer,
}

#[derive(Args)]
pub struct LabCheck {
    /// The lesson: its name, or a file LESSON.ron
    pub name: String,
    /// What a student hands in: a JSON file with set, poke, variant, image and answers
    #[arg(long, value_name = "FILE")]
    pub answers: Option<PathBuf>,
    /// An answer
    #[arg(long = "answer", value_name = "NAME=VALUE")]
    pub given: Vec<String>,
    /// Set a value of the board file
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Write a value into a variable before the start
    #[arg(long, value_name = "SYMBOL=VALUE")]
    pub poke: Vec<String>,
    /// A variant of the lesson's image
    #[arg(long)]
    pub variant: Option<String>,
    /// Your own program in place of the lesson's: an ELF file, or a source of assembly (.s)
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    pub image: Option<PathBuf>,
    #[command(flatten)]
    pub answer: Answer,
    #[command(flatten)]
    pub verdicts: Verdicts,
}

/// Exit code of a lesson that is not passed.
const NOT_PASSED: u8 = 1;

pub fn list(a: &LabList) -> Result<u8, Failure> {
    let all = listed().map_err(Failure::input)?;
    a.answer.print(&all, &[""], || lessons(&all))?;
    Ok(0)
}

fn lessons(all: &[Listed]) -> String {
    let mut t = Table::with_texts(&["lesson", "board", "title"], 3);
    for l in all {
        t.row(&[l.name.clone(), l.board.clone(), l.title.clone()]);
    }
    t.to_string()
}

pub fn check(a: &LabCheck) -> Result<u8, Failure> {
    let path = Path::new(&a.name);
    let of_file = path.extension().is_some_and(|e| e == "ron");
    let (name, lesson) = if of_file {
        let text = trueboard_files::read_text(path)
            .map_err(|e| Failure::input(format!("{}: {e}", path.display())))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let lesson = Lesson::parse(&a.name, &text).map_err(Failure::input)?;
        (name.into_owned(), lesson)
    } else {
        let (name, lesson) = built_in(&a.name).map_err(Failure::input)?;
        (name.to_owned(), lesson)
    };
    let folder = of_file.then(|| path.parent()).flatten();
    let mut files = images::of(&name, &lesson, folder)?;
    let attempt = attempt(a)?;
    images::own(&attempt, &mut files)?;
    let grade = graded(&name, &lesson, &attempt, files).map_err(Failure::input)?;
    a.verdicts.write(|| vec![suite(&grade)])?;
    a.answer.print(&grade, &["tasks"], || text(&grade))?;
    Ok(if grade.passed { 0 } else { NOT_PASSED })
}

/// What is handed in, by file and by options.
fn attempt(a: &LabCheck) -> Result<Attempt, Failure> {
    let mut attempt = match &a.answers {
        None => Attempt::default(),
        Some(path) => {
            let place = path.display();
            let text = trueboard_files::read_text(path)
                .map_err(|e| Failure::input(format!("--answers {place}: {e}")))?;
            let mut attempt: Attempt = serde_json::from_str(&text).map_err(|e| {
                let form = r#"{"poke": ["NAME=1"], "answers": {"NAME": "42"}}"#;
                Failure::input(format!("--answers {place}: {e}; write {form}"))
            })?;
            let beside = |image| path.with_file_name(image).display().to_string();
            attempt.image = attempt.image.map(beside);
            attempt
        }
    };
    attempt.set.extend(a.set.iter().cloned());
    attempt.poke.extend(a.poke.iter().cloned());
    let image = a.image.as_ref().map(|path| path.display().to_string());
    // What is on the command line goes before what is in the file, also where these two exclude each other.
    match (&a.variant, image) {
        (Some(variant), _) => (attempt.variant, attempt.image) = (Some(variant.clone()), None),
        (None, Some(image)) => (attempt.variant, attempt.image) = (None, Some(image)),
        (None, None) => (),
    }
    for answer in &a.given {
        let (name, value) = answer.split_once('=').ok_or_else(|| {
            Failure::usage(format!(
                "--answer {answer}: write NAME=VALUE, as in misses=42"
            ))
        })?;
        let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
        attempt.answers.insert(name, value);
    }
    Ok(attempt)
}

/// The grade as text.
pub fn text(grade: &Grade) -> String {
    let mut text = String::new();
    for task in &grade.tasks {
        let word = if task.passed { "done" } else { "to do" };
        text += &format!("{}: {word}\n", task.title);
        for check in &task.checks {
            let word = if check.passed { "ok  " } else { "FAIL" };
            text += &format!("  {word} {}\n", check.found);
            if let Some(look_at) = &check.look_at {
                text += &format!("       look at: {look_at}\n");
            }
        }
    }
    let word = if grade.passed { "passed" } else { "not passed" };
    text + &format!(
        "{}: {word}, {} of {} checks\n",
        grade.lesson, grade.points, grade.of
    )
}

/// A case for each task.
fn suite(grade: &Grade) -> TestSuite {
    let mut suite = TestSuite::new(grade.lesson.as_str());
    for task in &grade.tasks {
        let open = task.checks.iter().filter(|c| !c.passed);
        let found: Vec<&str> = open.map(|c| c.found.as_str()).collect();
        let text = (!task.passed).then(|| found.join("; "));
        suite.add_test_case(case(&task.title, text));
    }
    suite
}
