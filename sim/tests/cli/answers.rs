//! What commands print: JSON and comma-separated values have equal elements, and verdicts are JUnit XML.

use crate::common::say;
use conformance::prebuilt;
use serde_json::Value;
use std::path::Path;

/// Rows of comma-separated values, with quotation marks (RFC 4180): a reader that shares nothing with the writer.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quoted) {
            ('"', true) if chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            ('"', _) => quoted = !quoted,
            (',', false) => row.push(std::mem::take(&mut cell)),
            ('\n', false) => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            (c, _) => cell.push(c),
        }
    }
    assert!(row.is_empty() && cell.is_empty(), "the last line ends");
    rows
}

/// Both forms of a command: the elements at `pointer` in JSON, and the rows behind the heading.
fn both(words: &[&str], pointer: &str) -> (Vec<Value>, Vec<Vec<String>>) {
    let json = say(&[words, &["--json"]].concat()).out;
    let json: Value = serde_json::from_str(&json).unwrap_or_else(|e| panic!("{words:?}: {e}"));
    let elements = match json.pointer(pointer) {
        Some(Value::Array(all)) => all.clone(),
        Some(Value::Object(all)) => all.values().cloned().collect(),
        other => panic!("{words:?}: {other:?}"),
    };
    let csv = say(&[words, &["--csv"]].concat()).out;
    assert_eq!(csv, say(&[words, &["--format", "csv"]].concat()).out);
    let rows = rows(&csv);
    let width = rows.first().map_or(0, Vec::len);
    assert!(width > 0 && rows.iter().all(|r| r.len() == width), "{csv}");
    (elements, rows)
}

/// Each scalar of an element stands in its row, below the name that it has in JSON.
fn agree(words: &[&str], pointer: &str) {
    let (elements, rows) = both(words, pointer);
    let (heading, rows) = rows.split_first().unwrap_or_else(|| panic!("no heading"));
    assert!(
        !elements.is_empty() && rows.len() >= elements.len(),
        "{words:?}"
    );
    let mut seen = 0;
    for (element, row) in elements.iter().zip(rows) {
        let Value::Object(fields) = element else {
            continue;
        };
        for (name, value) in fields {
            let cell = heading.iter().position(|h| h == name).map(|c| &row[c]);
            let text = match value {
                Value::String(s) => s.clone(),
                Value::Number(n) => n.to_string(),
                Value::Bool(b) => b.to_string(),
                _ => continue,
            };
            let number = |t: &str| t.parse::<f64>().ok();
            let equal = cell == Some(&text) || cell.map(|c| number(c)) == Some(number(&text));
            assert!(equal, "{words:?}: {name}: {text:?} beside {cell:?}");
            seen += 1;
        }
    }
    assert!(seen >= elements.len(), "{words:?}: {seen}");
}

#[test]
fn csv_has_what_json_has() {
    let hello = prebuilt("hello").display().to_string();
    let run = &["run", &hello, "--board", "gr740"];
    agree(run, "/cores");
    agree(&["boards"], "");
    agree(&["boards", "gr740"], "/map");
    agree(&["events", "gr740"], "/meters");
    agree(&["models"], "");
    agree(&["doctor"], "/tools");
    agree(&["lab", "list"], "");
    agree(&["profile", &hello, "--board", "gr740"], "");
    let why = &["why", &hello, "--board", "gr740", "--function", "main"];
    agree(why, "/answer/causes");
    let lu = prebuilt("lu").display().to_string();
    agree(&["compare", &lu, "--board", "gr740"], "/runs/0/events");
    agree(&["power", "gr740"], "/running");
}

#[test]
fn forms_exclude_each_other() {
    for words in [
        ["--json", "--csv"],
        ["--format=json", "--csv"],
        ["--format=csv", "--json"],
    ] {
        let said = say(&["boards", words[0], words[1]]);
        assert_eq!(said.code, Some(2), "{words:?}");
        assert!(said.err.contains("cannot be used with"), "{}", said.err);
    }
}

#[test]
fn a_form_that_there_is_not_is_refused() {
    for words in [
        &["boards"][..],
        &["run", "a.elf"],
        &["compare", "a.elf"],
        &["profile", "a.elf"],
        &["why", "a.elf"],
        &["test", "a.ron"],
        &["trace", "cat", "a"],
        &["trace", "check", "a"],
        &["lab", "list"],
    ] {
        let said = say(&[words, &["--format", "jsn"]].concat());
        assert_eq!(said.code, Some(2), "{words:?}");
        assert!(said.err.contains("did you mean `json`?"), "{}", said.err);
    }
}

#[test]
fn the_console_leaves_standard_output_to_the_answer() {
    let hello = prebuilt("hello").display().to_string();
    for form in ["json", "csv"] {
        let said = say(&["run", &hello, "--board", "gr740", "--format", form]);
        assert!(!said.out.contains("Hello"), "{}", said.out);
        assert!(said.err.to_lowercase().contains("hello"), "{}", said.err);
    }
}

fn junit(words: &[&str], file: &Path) -> (Option<i32>, String) {
    let path = file.display().to_string();
    let said = say(&[words, &["--junit", &path]].concat());
    let text =
        std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{words:?}: {e}: {}", said.err));
    (said.code, text)
}

#[test]
fn a_run_writes_its_verdict_and_those_of_its_checks() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = dir.path().join("junit.xml");
    let hello = prebuilt("hello").display().to_string();
    let good = &["run", &hello, "--board", "gr740", "--check"];
    let (code, text) = junit(good, &file);
    assert_eq!(code, Some(0));
    assert!(
        text.contains("name=\"ends with success\"") && !text.contains("<failure"),
        "{text}"
    );
    assert!(text.contains("name=\"check races\""), "{text}");
    let short = &["run", &hello, "--board", "gr740", "--until", "1us"];
    let (code, text) = junit(short, &file);
    assert_eq!(code, Some(5));
    assert!(text.contains("<failure"), "{text}");
    let races = prebuilt("faulty_races").display().to_string();
    let (_, text) = junit(&["run", &races, "--board", "gr740", "--check=races"], &file);
    assert!(
        text.contains("<failure") && text.contains("check races"),
        "{text}"
    );
}
