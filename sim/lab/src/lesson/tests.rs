//! Each lesson fails at first, and passes with its solution; one that is written as the teacher's page says works.

use super::{Attempt, Check, Grade, Lesson, built_in, check, names};
use ron::extensions::Extensions;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use trueboard_board::Given;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files(lesson: &Lesson) -> Given {
    let mut files = Given::default();
    for name in lesson.files() {
        let shipped = std::fs::read(root().join("firmware/prebuilt").join(name));
        let own = || super::image(name).map(<[u8]>::to_vec);
        files.add(name, shipped.ok().or_else(own).expect("an image"));
    }
    files
}

/// Of the files beside the solutions.
fn solutions(name: &str) -> PathBuf {
    root().join("tests/lessons").join(name)
}

/// What passes a lesson.
fn solution(lesson: &str) -> Attempt {
    let text = std::fs::read_to_string(solutions(&format!("{lesson}.json"))).expect("a solution");
    serde_json::from_str(&text).expect("it is one")
}

/// The grade of an attempt; `edit` changes the source that it hands in.
fn graded(name: &str, attempt: &Attempt, edit: impl Fn(String) -> String) -> Grade {
    let (_, lesson) = built_in(name).expect("a lesson");
    let mut files = files(&lesson);
    if let Some(image) = &attempt.image {
        let mut bytes = std::fs::read(solutions(image)).expect("a program");
        if image.ends_with(".s") {
            bytes = edit(String::from_utf8(bytes).expect("a text")).into_bytes();
        }
        files.add(image, bytes);
    }
    check(name, &lesson, attempt, files).expect("it runs")
}

#[test]
fn there_are_twenty_one_lessons() {
    assert_eq!(names().len(), 21, "{:?}", names());
    assert!(built_in("strides").is_ok());
    let error = built_in("stride").expect_err("no such lesson");
    assert!(error.contains("lab list"), "{error}");
}

/// What passes a lesson is not in what students get.
#[test]
fn only_lessons_and_their_images_are_built_in() {
    let mut folders = vec![&super::LESSONS];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        folders.extend(folder.dirs());
        files.extend(folder.files().map(include_dir::File::path));
    }
    assert!(files.len() > names().len(), "{files:?}");
    for file in files {
        let is = |ending: &str| file.extension().is_some_and(|e| e == ending);
        let lesson = is("ron") && file.parent() == Some(Path::new(""));
        let image =
            file.starts_with("images") && (is("elf") || is("s") || file.ends_with("manifest.json"));
        assert!(lesson || image, "{} is built in", file.display());
    }
}

#[test]
fn each_lesson_fails_at_first_and_passes_when_it_is_done() {
    for name in names() {
        let (_, lesson) = built_in(name).expect("a lesson");
        let untouched = check(name, &lesson, &Attempt::default(), files(&lesson)).expect("it runs");
        assert!(!untouched.passed, "{name} is passed by doing nothing");
        let failed = untouched.tasks.iter().flat_map(|t| &t.checks);
        let advised =
            |c: &super::Checked| c.passed || c.look_at.as_ref().is_some_and(|l| !l.is_empty());
        assert!(failed.clone().all(advised), "{name}: {failed:?}");
        let done = graded(name, &solution(name), |source| source);
        assert!(done.passed, "{name}: {done:#?}");
    }
}

/// A wrong solution that looks plausible.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wrong {
    lesson: String,
    why: String,
    #[serde(default)]
    image: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    poke: Vec<String>,
    /// What each text of the right source becomes.
    #[serde(default)]
    edits: Vec<(String, String)>,
}

#[test]
fn solutions_that_look_plausible_fail_by_what_happened() {
    let text = std::fs::read_to_string(solutions("wrong.ron")).expect("wrong solutions");
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let all: Vec<Wrong> = options.from_str(&text).expect("they are such");
    for name in names().iter().filter(|n| **n >= "11") {
        assert!(all.iter().any(|w| w.lesson == *name), "{name} has none");
    }
    for wrong in &all {
        let right = solution(&wrong.lesson);
        let attempt = Attempt {
            image: wrong.image.clone().or(right.image),
            set: wrong.set.clone(),
            poke: wrong.poke.clone(),
            ..right
        };
        let edit = |mut source: String| {
            for (right, becomes) in &wrong.edits {
                assert!(source.contains(right), "{wrong:?}: no `{right}`");
                source = source.replace(right, becomes);
            }
            source
        };
        let grade = graded(&wrong.lesson, &attempt, edit);
        let failed = grade.tasks.iter().flat_map(|t| &t.checks);
        let failed: Vec<_> = failed.filter(|c| !c.passed).collect();
        assert!(!failed.is_empty(), "{} passes: {}", wrong.lesson, wrong.why);
        // Its answers are right; `elements` is the number of this run.
        let of_run = |c: &&&super::Checked| !c.found.starts_with("the answer to");
        assert!(failed.iter().any(|c| of_run(&c)), "{wrong:?}: {grade:#?}");
    }
}

#[test]
fn an_own_image_takes_the_cores_of_the_lesson() {
    let (_, lesson) = built_in("order").expect("a lesson");
    let mut attempt = Attempt {
        image: Some("mine.s".to_owned()),
        ..Attempt::default()
    };
    let setup = lesson.setup(&attempt).expect("a setup");
    assert_eq!(setup.images.len(), 1);
    assert_eq!(setup.images[0].cores, (0..16).collect::<Vec<_>>());
    attempt.variant = Some("other".to_owned());
    let error = lesson.setup(&attempt).expect_err("two programs");
    assert!(
        error.contains("mine.s") && error.contains("other"),
        "{error}"
    );
}

#[test]
fn faults_have_a_bit_of_a_byte_and_a_time_and_a_place() {
    let (_, lesson) = built_in("flips").expect("a lesson");
    let with = |bit, at: &str, place: &str| {
        let mut lesson = lesson.clone();
        (lesson.faults[0].bit, lesson.faults[0].at) = (bit, at.to_owned());
        place.clone_into(&mut lesson.faults[0].place);
        lesson
    };
    assert!(with(7, "1000", "table").problems("x").is_none());
    let error = with(8, "1ms", "table").problems("x").expect("a problem");
    assert!(
        error.contains("lesson x") && error.contains("0 to 7"),
        "{error}"
    );
    assert!(with(0, "soon", "table").problems("x").is_some());
    let nowhere = with(0, "1ms", "tabel");
    let error = check("x", &nowhere, &Attempt::default(), files(&nowhere)).expect_err("no place");
    assert!(
        error.contains("lesson x: fault") && error.contains("tabel"),
        "{error}"
    );
}

#[test]
fn a_lesson_that_the_page_shows_works() {
    let page =
        std::fs::read_to_string(root().join("docs/user/howto/lessons.md")).expect("the page");
    let text = page
        .split("```ron\n")
        .nth(1)
        .and_then(|t| t.split("```").next());
    let lesson = Lesson::parse("page", text.expect("an example")).expect("a lesson");
    let first = check("page", &lesson, &Attempt::default(), files(&lesson)).expect("it runs");
    assert!(!first.passed);
    let mut attempt = Attempt {
        poke: vec!["by_columns=0".to_owned()],
        ..Attempt::default()
    };
    attempt.answers.insert("bytes".to_owned(), "32".to_owned());
    let done = check("page", &lesson, &attempt, files(&lesson)).expect("it runs");
    assert!(done.passed, "{done:#?}");
}

#[test]
fn what_is_no_lesson_is_said_with_its_place() {
    let error = Lesson::parse("x", "(title: 1)").expect_err("no lesson");
    assert!(
        error.contains("lesson x") && error.contains("1:"),
        "{error}"
    );
    let (_, mut lesson) = built_in("strides").expect("a lesson");
    lesson.tasks.clear();
    assert!(lesson.problems("x").is_some_and(|p| p.contains("checks")));
    let (_, lesson) = built_in("strides").expect("a lesson");
    let attempt = Attempt {
        variant: Some("none".to_owned()),
        ..Attempt::default()
    };
    assert!(lesson.setup(&attempt).is_err());
}

#[test]
fn every_question_has_a_name_of_its_own() {
    for name in names() {
        let (_, lesson) = built_in(name).expect("a lesson");
        let mut asked = std::collections::BTreeSet::new();
        for c in lesson.tasks.iter().flat_map(|t| &t.checks) {
            if let Check::Answer { name: n, .. } | Check::Word { name: n, .. } = c {
                assert!(asked.insert(n.clone()), "{name}: {n} twice");
            }
        }
    }
}
