//! Messages of the page, without a page.

use crate::about::about;
use crate::assembler::{faults, words};
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

fn told(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

fn looked_at(board: &str, text: &str) -> Value {
    let source = json!({"board": board, "name": "program.s", "text": text});
    told(&faults(source.to_string().as_bytes()))
}

#[test]
fn each_board_has_a_program_to_begin_with_that_runs() {
    let about = told(&about());
    for board in about["boards"].as_array().expect("boards") {
        let board = board["name"].as_str().expect("a name");
        let words = told(&words(board.as_bytes()));
        let text = words["beginning"].as_str().expect("a program");
        assert!(
            words["mnemonics"].as_array().is_some_and(|m| m.len() > 60),
            "{board}"
        );
        let found = looked_at(board, text);
        assert_eq!(found["faults"], json!([]), "{board}");
        assert!(found["bytes"].as_u64().is_some_and(|n| n > 40), "{board}");
        let (lab, opened) = open(&message(
            board,
            "program.s",
            text.as_bytes(),
            &[("program.s", text)],
        ));
        let mut lab = lab.expect(&opened);
        let run = r#"{"command": {"do": "run", "cycles": 1000000}, "show": ["console"]}"#;
        let answer = told(&lab.answer_json(run));
        assert_eq!(
            answer["view"]["outcome"]["kind"], "success",
            "{board}: {answer}"
        );
        assert_eq!(
            answer["view"]["console"], "Hello from my program\n",
            "{board}"
        );
    }
}

#[test]
fn a_program_that_is_written_has_its_source_beside_it() {
    let text = "_start: nop\n\tnop\n\tta 0\n";
    let (lab, _) = open(&message(
        "gr740",
        "program.s",
        text.as_bytes(),
        &[("program.s", text)],
    ));
    let mut lab = lab.expect("a lab");
    let answer = told(&lab.answer_json(r#"{"command": {"do": "step"}, "show": ["code"]}"#));
    let source = &answer["view"]["code"][0]["source"];
    assert_eq!(source["line"], 2, "{answer}");
    let lines = source["lines"].as_array().expect("lines");
    assert!(lines.iter().any(|l| l["text"] == "\tta 0"), "{source}");
}

#[test]
fn all_errors_of_a_source_have_their_places() {
    let found = looked_at("gr740", "_start: ad %g1, 5, %g2\n\tadd %g1, 5000, %g2\n");
    let faults = found["faults"].as_array().expect("faults");
    let places: Vec<_> = faults
        .iter()
        .map(|f| (f["line"].as_u64(), f["column"].as_u64()))
        .collect();
    assert_eq!(places, [(Some(1), Some(9)), (Some(2), Some(11))], "{found}");
    assert!(
        faults[0]["cause"]
            .as_str()
            .is_some_and(|c| c.contains("did you mean `add`?")),
        "{found}"
    );
    assert!(
        faults
            .iter()
            .all(|f| f["remedy"].as_str().is_some_and(|r| !r.is_empty()))
    );
    for input in [&b"{}"[..], b"no JSON"] {
        assert!(told(&crate::assembler::faults(input))["error"].is_string());
    }
    assert!(
        told(&words(b"gr741"))["error"]
            .as_str()
            .is_some_and(|e| e.contains("gr740"))
    );
    assert!(told(&words(b"keystone2"))["error"].is_string());
}

/// Texts of random bytes and pieces of programs: an answer each, and no panic.
#[test]
fn no_text_stops_the_assembler() {
    let pieces = [
        "add",
        " %g1",
        ", ",
        "\n",
        ":",
        "1f",
        ".word",
        "(",
        "\"",
        "'",
        "/*",
        "\t",
        "5000000000",
        "[",
        "-",
        "é",
        "\0",
        ";",
        "#",
        ".equ",
        "=",
    ];
    let mut state = 36_u32;
    let mut next = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below
    };
    for board in ["gr740", "tc275", "parallella"] {
        for _ in 0..150 {
            let text: String = (0..next(40)).map(|_| pieces[next(pieces.len())]).collect();
            let found = looked_at(board, &text);
            assert!(found["faults"].is_array(), "{text:?}: {found}");
        }
    }
}

#[test]
fn a_lesson_takes_the_program_that_is_handed_in() {
    let all = told(&lessons());
    let all = all.as_array().expect("lessons");
    let lesson = all
        .iter()
        .find(|l| l["name"] == "21-write-a-sum")
        .expect("one with a program");
    let text = lesson["program"]["text"].as_str().expect("its text");
    assert!(text.contains("_start"), "{text}");
    let graded = |program: &str| {
        let lesson = json!({"name": lesson["name"], "attempt": {"image": "mine.s"}});
        let file = json!({"name": "mine.s", "len": program.len()});
        let header = json!({"lesson": lesson, "files": [file]});
        told(&grade(format!("{header}\n{program}").as_bytes()))
    };
    assert_eq!(graded(text)["passed"], false);
    assert!(
        graded("\tad\n")["error"]
            .as_str()
            .is_some_and(|e| e.contains(":1:2"))
    );
    let path = format!(
        "{}/../../tests/lessons/write_sum.s",
        env!("CARGO_MANIFEST_DIR")
    );
    let right = graded(&std::fs::read_to_string(path).expect("a solution"));
    assert_eq!(right["passed"], true, "{right}");
}
