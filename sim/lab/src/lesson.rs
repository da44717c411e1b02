//! Lessons: data that say what runs, what is to be done, and how to see that it was.

mod check;
mod measure;

pub use check::{Checked, Grade, TaskGrade, check};
pub use measure::Measure;

use crate::setup::{ImageOn, Setup};
use include_dir::{Dir, include_dir};
use ron::extensions::Extensions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use trueboard_board::assemble::is_source;
use trueboard_board::{NotThere, did_you_mean};

static LESSONS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/labs");

/// A lesson, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// What it is about, in a line.
    pub about: String,
    /// The board.
    pub board: String,
    /// Its images, by the paths of `firmware/prebuilt` or `labs/images`, and their cores. The first one that is a source
    /// of assembly (`.s`) is what a student writes.
    pub images: Vec<ImageOn>,
    /// Other images that a student may choose, by name.
    #[serde(default)]
    pub variants: BTreeMap<String, Vec<ImageOn>>,
    /// Cores that start at once besides the first.
    #[serde(default)]
    pub start: Vec<usize>,
    /// Values of the board file.
    #[serde(default)]
    pub sets: Vec<String>,
    /// When the run ends at the latest: cycles, or a time.
    pub until: String,
    /// Bits that flip while the lesson is graded, in the order of their times.
    #[serde(default)]
    pub faults: Vec<Flip>,
    /// The source of the program, by its path in the sources of firmware.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The explanation, in Markdown.
    pub text: String,
    /// What a student may change, in words: `--set PATH=…`, `--poke NAME=…`, variants.
    pub change: String,
    /// What is to be done.
    pub tasks: Vec<Task>,
}

/// A bit of memory that flips. A code that protects the memory decides what becomes of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flip {
    /// The byte: a symbol (`table+0x40`) or an address, as core 0 has it.
    pub place: String,
    /// The bit of the byte, 0 to 7.
    pub bit: u8,
    /// When: cycles, or a time.
    pub at: String,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Its title.
    pub title: String,
    /// What is to be done, in Markdown.
    pub text: String,
    /// How to see that it was: all of them hold then.
    pub checks: Vec<Check>,
}

/// A check, with a hint when it fails.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Check {
    /// A number of the run lies within bounds.
    Number {
        /// Which.
        of: Measure,
        /// It is at least this.
        #[serde(default)]
        at_least: Option<f64>,
        /// It is at most this.
        #[serde(default)]
        at_most: Option<f64>,
        /// What to look at.
        look_at: String,
    },
    /// The console holds a text.
    Console {
        /// The text.
        contains: String,
        /// What to look at.
        look_at: String,
    },
    /// The run ended so, in a word of `report.json`.
    Outcome {
        /// The word.
        kind: String,
        /// What to look at.
        look_at: String,
    },
    /// A question is answered by a number.
    Answer {
        /// The name of the answer.
        name: String,
        /// The question.
        ask: String,
        /// The right answer: a number of the run.
        is: Measure,
        /// How far an answer may be from it, in percent.
        #[serde(default)]
        within_percent: f64,
        /// What to look at.
        look_at: String,
    },
    /// A question is answered by a word.
    Word {
        /// The name of the answer.
        name: String,
        /// The question.
        ask: String,
        /// Right answers; case does not matter.
        is: Vec<String>,
        /// What to look at.
        look_at: String,
    },
}

/// What a student hands in.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct Attempt {
    /// Values of the board file, `path=value`.
    pub set: Vec<String>,
    /// Values of variables, `symbol=value`.
    pub poke: Vec<String>,
    /// The variant of the image.
    pub variant: Option<String>,
    /// A file of the student's own in place of the images: a program, or a source of assembly.
    pub image: Option<String>,
    /// Answers, by name.
    pub answers: BTreeMap<String, String>,
}

/// A lesson that cannot be used: place, cause, remedy.
pub type LessonError = String;

impl Lesson {
    /// Reads a lesson; `name` is what messages call it.
    ///
    /// # Errors
    /// Says where the text is no lesson.
    pub fn parse(name: &str, text: &str) -> Result<Lesson, LessonError> {
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let lesson: Lesson = options.from_str(text).map_err(|e| {
            format!("lesson {name}: {e}; docs/user/howto/lessons.md has the form of lessons")
        })?;
        lesson.problems(name).map_or(Ok(lesson), Err)
    }

    /// What is wrong with it.
    fn problems(&self, name: &str) -> Option<LessonError> {
        let wrong = |what: &str| Some(format!("lesson {name}: {what}"));
        if self.images.is_empty() {
            return wrong("it has no image; name one in `images`");
        }
        if self.tasks.is_empty() || self.tasks.iter().any(|t| t.checks.is_empty()) {
            return wrong("a task has no checks, or there is no task; write at least one of each");
        }
        if self.until.parse::<trueboard_board::Budget>().is_err() {
            return wrong(
                "`until` is no amount of simulated time; write cycles (1000000) or a time (10ms)",
            );
        }
        let wrong_flip = |f: &&Flip| f.bit > 7 || f.at.parse::<trueboard_board::Budget>().is_err();
        if let Some(flip) = self.faults.iter().find(wrong_flip) {
            return wrong(&format!(
                "the fault at {}: a byte has the bits 0 to 7, and `at` is cycles (1000000) or a time (10ms)",
                flip.place
            ));
        }
        None
    }

    /// What runs, with what a student has changed.
    ///
    /// # Errors
    /// When the attempt names an unknown variant, a variant and an own image, or answers an unknown question.
    pub fn setup(&self, attempt: &Attempt) -> Result<Setup, String> {
        for name in attempt.answers.keys() {
            NotThere::unless_matched("answer", name, "question of this lesson", self.questions())
                .map_err(|e| e.to_string())?;
        }
        if let (Some(image), Some(variant)) = (&attempt.image, &attempt.variant) {
            return Err(format!(
                "image {image} and variant `{variant}`: one program runs; leave one of them out"
            ));
        }
        let images = match &attempt.variant {
            None => &self.images,
            Some(v) => self.variants.get(v).ok_or_else(|| {
                let names: Vec<&str> = self.variants.keys().map(String::as_str).collect();
                match names.is_empty() {
                    true => format!("variant `{v}`: this lesson has no variants; leave it out"),
                    false => {
                        let near = did_you_mean(v, names.iter().copied());
                        format!(
                            "variant `{v}`: there is none{near}; it has {}",
                            names.join(", ")
                        )
                    }
                }
            })?,
        };
        Ok(Setup {
            board: self.board.clone(),
            sets: self.sets.iter().chain(&attempt.set).cloned().collect(),
            images: match &attempt.image {
                None => images.clone(),
                Some(name) => self.with_image(name),
            },
            start: self.start.clone(),
            pokes: attempt.poke.clone(),
            ..Setup::default()
        })
    }

    /// The file `name` on the cores of all images.
    fn with_image(&self, name: &str) -> Vec<ImageOn> {
        let mut cores: Vec<usize> = Vec::new();
        for image in &self.images {
            cores.extend(&image.cores);
        }
        cores.sort_unstable();
        cores.dedup();
        vec![ImageOn {
            name: name.to_owned(),
            cores,
        }]
    }

    /// The name of the source that a student writes: that of the first image which is one.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        let mut names = self.images.iter().map(|i| i.name.as_str());
        names.find(|name| is_source(Path::new(name)))
    }

    /// The names of its questions.
    fn questions(&self) -> impl Iterator<Item = &str> {
        let checks = self.tasks.iter().flat_map(|t| &t.checks);
        checks.filter_map(|check| match check {
            Check::Answer { name, .. } | Check::Word { name, .. } => Some(name.as_str()),
            _ => None,
        })
    }

    /// The names of all files that its images need.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let variants = self.variants.values().flatten();
        self.images.iter().chain(variants).map(|i| i.name.as_str())
    }
}

/// The names of the lessons that are built in, in their order.
#[must_use]
pub fn names() -> Vec<&'static str> {
    let files = LESSONS.files().filter_map(|f| f.path().to_str());
    let mut names: Vec<&str> = files.filter_map(|f| f.strip_suffix(".ron")).collect();
    names.sort_unstable();
    names
}

/// A lesson in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The board.
    pub board: String,
    /// How many tasks it has.
    pub tasks: usize,
}

/// The lessons that are built in, in their order.
///
/// # Errors
/// A lesson that cannot be read.
pub fn listed() -> Result<Vec<Listed>, LessonError> {
    let line = |name| {
        let (name, lesson) = built_in(name)?;
        Ok(Listed {
            name: name.to_owned(),
            title: lesson.title,
            about: lesson.about,
            board: lesson.board,
            tasks: lesson.tasks.len(),
        })
    };
    names().into_iter().map(line).collect()
}

/// The lesson of this name that is built in: its whole name, or the part behind its number.
///
/// # Errors
/// When there is none.
pub fn built_in(name: &str) -> Result<(&'static str, Lesson), LessonError> {
    let called = |n: &&&str| **n == name || n.split_once('-').is_some_and(|(_, rest)| rest == name);
    let all = names();
    let found = all.iter().find(called).copied();
    let found = found.ok_or_else(|| {
        // Each is called by its whole name, or by the part behind its number.
        let short = all.iter().filter_map(|n| Some(n.split_once('-')?.1));
        let near = did_you_mean(name, short.chain(all.iter().copied()));
        format!("lesson {name}: there is none{near}; `trueboard lab list` has them all")
    })?;
    let file = LESSONS.get_file(format!("{found}.ron"));
    let text = file.and_then(|f| f.contents_utf8()).unwrap_or_default();
    Ok((found, Lesson::parse(found, text)?))
}

/// An image that is built in for lessons only.
#[must_use]
pub fn image(name: &str) -> Option<&'static [u8]> {
    let file = LESSONS.get_file(format!("images/{name}"))?;
    Some(file.contents())
}

#[cfg(test)]
mod grading;
#[cfg(test)]
mod tests;
