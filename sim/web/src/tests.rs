//! Messages of the page, without a page.

use crate::about::about;
use crate::opening::open;
use serde_json::{Value, json};

fn image(name: &str) -> Vec<u8> {
    let path = format!("{}/../../firmware/prebuilt/{name}", env!("CARGO_MANIFEST_DIR"));
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
    let (lab, _) = open(&message("gr740", "hello.elf", &bytes, &[("apps/hello.c", hello)]));
    let to = r#"{"command": {"do": "run_to", "place": "main", "cycles": 10000000}, "show": ["code"]}"#;
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
    assert!(names.contains(&"gr740") && names.contains(&"parallella"), "{names:?}");
    assert!(!names.contains(&"keystone2"), "{names:?}");
}
