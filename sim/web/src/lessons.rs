//! Lessons for the page: what it shows of them, and grades.

use serde::{Deserialize, Serialize};
use trueboard_board::Given;
use trueboard_lab::Setup;
use trueboard_lab::lesson::{self, Attempt, Check, Grade, Lesson, built_in, image, names};

/// A lesson as the page shows it. The right answers are not in it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(rename = "Lesson"))]
pub(crate) struct Shown {
    name: &'static str,
    title: String,
    about: String,
    board: String,
    text: String,
    change: String,
    variants: Vec<String>,
    /// Files that the page has to hand over: those that are not in the module.
    files: Vec<String>,
    tasks: Vec<Task>,
    /// The source that a student writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    program: Option<Program>,
}

/// A source that a lesson begins with.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Program {
    name: String,
    text: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Task {
    title: String,
    text: String,
    questions: Vec<Question>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Question {
    name: String,
    ask: String,
}

/// All lessons, as JSON.
pub fn lessons() -> String {
    let all: Vec<Shown> = names()
        .into_iter()
        .filter_map(|n| built_in(n).ok())
        .map(shown)
        .collect();
    serde_json::to_string(&all).unwrap_or_default()
}

fn shown((name, lesson): (&'static str, Lesson)) -> Shown {
    let files = needed(&lesson);
    let questions = |checks: &[Check]| {
        let all = checks.iter().filter_map(|c| match c {
            Check::Answer { name, ask, .. } | Check::Word { name, ask, .. } => Some(Question {
                name: name.clone(),
                ask: ask.clone(),
            }),
            _ => None,
        });
        all.collect()
    };
    let task = |t: &lesson::Task| Task {
        title: t.title.clone(),
        text: t.text.clone(),
        questions: questions(&t.checks),
    };
    let program = lesson.program().and_then(|name| {
        let text = std::str::from_utf8(image(name)?).ok()?.to_owned();
        let name = name.to_owned();
        Some(Program { name, text })
    });
    Shown {
        name,
        files,
        program,
        tasks: lesson.tasks.iter().map(task).collect(),
        title: lesson.title,
        about: lesson.about,
        board: lesson.board,
        text: lesson.text,
        change: lesson.change,
        variants: lesson.variants.into_keys().collect(),
    }
}

/// What is asked of a lesson.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Asked {
    /// Its name.
    pub name: String,
    /// What the student has changed and answered.
    pub attempt: Attempt,
}

impl Asked {
    /// What runs in it. Its images that are in the module are added to `files`.
    ///
    /// # Errors
    /// When there is no such lesson, or no such variant.
    pub fn setup(&self, files: &mut Given) -> Result<Setup, String> {
        let (_, lesson) = built_in(&self.name)?;
        for name in lesson.files() {
            if let Some(bytes) = image(name) {
                files.add(name, bytes.to_vec());
            }
        }
        lesson.setup(&self.attempt)
    }

    /// Runs the lesson as the student has left it, and grades it.
    ///
    /// # Errors
    /// When there is no such lesson, or it cannot be run so.
    pub fn grade(&self, mut files: Given) -> Result<Grade, String> {
        self.setup(&mut files)?;
        let (name, lesson) = built_in(&self.name)?;
        lesson::check(name, &lesson, &self.attempt, files)
    }
}

/// The files of a lesson that are not in the module, each once.
fn needed(lesson: &Lesson) -> Vec<String> {
    let mut all: Vec<String> = lesson
        .files()
        .filter(|n| image(n).is_none())
        .map(str::to_owned)
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}
