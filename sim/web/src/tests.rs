//! Messages of the page, without a page.

use crate::about::about;
use crate::lessons::lessons;
use crate::opening::{grade, open};
use serde_json::{Value, json};

fn image(name: &str) -> Vec<u8> {
    let path = format!(
        "{}/../../firmware/prebuilt/{name}",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read(path).expect("a prebuilt image")
}

fn message(board: &str, name: &str, bytes: &[u8], sources: &[(&str, &str)]) -> Vec<u8> {
    let header = json!({
        "setup": {"board": board, "images": [{"name": name}]},
        "files": [{"name": name, "len": bytes.len()}],
        "sources": sources.iter().map(|s| json!({"name": s.0, "len": s.1.len()})).collect::<Vec<_>>(),
    });
    let mut message = header.to_string().into_bytes();
    message.push(b'\n');
    message.extend(bytes);
    for (_, text) in sources {
        message.extend(text.as_bytes());
    }
    message
}

fn error(message: &[u8]) -> String {
    let (lab, opened) = open(message);
    assert!(lab.is_none(), "{opened}");
    let opened: Value = serde_json::from_str(&opened).expect("JSON");
    opened["error"].as_str().expect("an error").to_owned()
}

#[test]
fn an_image_chooses_its_board_and_is_run_in_pieces() {
    let (lab, opened) = open(&message("", "hello.elf", &image("gr740/hello.elf"), &[]));
    assert_eq!(opened, r#"{"board":"gr740"}"#);
    let mut lab = lab.expect("a lab");
    let piece = r#"{"command": {"do": "run", "cycles": 1000}, "show": ["console"]}"#;
    for pieces in 0.. {
        assert!(pieces < 1000, "it never ends");
        let answer: Value = serde_json::from_str(&lab.answer_json(piece)).expect("JSON");
        if answer["view"]["stop"]["kind"] == "ended" {
            assert!(pieces > 1, "it came in one piece");
            assert_eq!(answer["view"]["outcome"]["kind"], "success");
            break;
        }
    }
}

#[test]
fn sources_are_shown() {
    let hello = include_str!("../../../firmware/gr740/apps/hello.c");
    let bytes = image("gr740/hello.elf");
    let (lab, _) = open(&message(
        "gr740",
        "hello.elf",
        &bytes,
        &[("apps/hello.c", hello)],
    ));
    let to =
        r#"{"command": {"do": "run_to", "place": "main", "cycles": 10000000}, "show": ["code"]}"#;
    let answer: Value = serde_json::from_str(&lab.expect("a lab").answer_json(to)).expect("JSON");
    let source = &answer["view"]["code"][0]["source"];
    let lines = source["lines"].as_array().expect("lines");
    assert!(lines.iter().any(|l| l["current"] == true), "{source}");
}

#[test]
fn what_cannot_be_opened_is_said() {
    assert!(error(b"").contains("the line before the files"));
    assert!(error(b"{}\n").contains("board"));
    assert!(error(b"{\"sets\":1}\n").contains("unknown field"));
    let mut cut = message("", "hello.elf", &image("gr740/hello.elf"), &[]);
    cut.pop();
    assert!(error(&cut).contains("fewer came"));
    assert!(error(&message("", "a.txt", b"text", &[])).contains("no ELF file"));
    assert!(error(&message("gr740", "a.elf", b"text", &[])).contains("a.elf"));
}

#[test]
fn boards_that_run_code_are_offered() {
    let about: Value = serde_json::from_str(&about()).expect("JSON");
    let boards = about["boards"].as_array().expect("boards");
    let names: Vec<&str> = boards.iter().filter_map(|b| b["name"].as_str()).collect();
    assert!(
        names.contains(&"gr740") && names.contains(&"parallella"),
        "{names:?}"
    );
    assert!(!names.contains(&"keystone2"), "{names:?}");
}

#[test]
fn lessons_are_shown_without_their_answers_and_graded() {
    let all: Value = serde_json::from_str(&lessons()).expect("JSON");
    let first = &all[0];
    assert!(
        first["tasks"].as_array().is_some_and(|t| !t.is_empty()),
        "{first}"
    );
    assert!(first["tasks"][0].get("checks").is_none(), "{first}");
    let names: Vec<&str> = first["files"]
        .as_array()
        .expect("files")
        .iter()
        .filter_map(|f| f.as_str())
        .collect();
    let bytes: Vec<Vec<u8>> = names.iter().map(|n| image(n)).collect();
    let files = names.iter().zip(&bytes);
    let header = json!({
        "lesson": {"name": first["name"], "attempt": {}},
        "files": files.map(|(n, b)| json!({"name": n, "len": b.len()})).collect::<Vec<_>>(),
    });
    let mut message = format!("{header}\n").into_bytes();
    message.extend(bytes.concat());
    let grade: Value = serde_json::from_str(&grade(&message)).expect("JSON");
    assert!(grade["of"].as_u64().is_some_and(|n| n > 0), "{grade}");
    let (lab, opened) = open(&message);
    assert!(lab.is_some(), "{opened}");
}

#[test]
fn a_lesson_that_there_is_not_is_no_lesson() {
    assert!(grade(b"{\"lesson\": {\"name\": \"no-such\"}}\n").contains("no-such"));
    assert!(grade(b"{}\n").contains("no lesson is named"));
}
