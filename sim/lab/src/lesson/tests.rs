//! Each lesson fails at first, and passes with its solution; one that is written as the teacher's page says works.

use super::{Attempt, Check, Lesson, built_in, check, names};
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

#[test]
fn there_are_ten_lessons() {
    assert!(names().len() >= 10, "{:?}", names());
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
        let image = file.starts_with("images") && (is("elf") || file.ends_with("manifest.json"));
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
        let path = root().join(format!("tests/lessons/{name}.json"));
        let text = std::fs::read_to_string(&path).expect("a solution");
        let solution: Attempt = serde_json::from_str(&text).expect("it is one");
        let done = check(name, &lesson, &solution, files(&lesson)).expect("it runs");
        assert!(done.passed, "{name}: {done:#?}");
    }
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
