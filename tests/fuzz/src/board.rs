//! Board files: refused with every problem named, or built, and if built the board can be switched
//! on and run.

use crate::Target;
use crate::rig::PLACE;
use conformance::root;
use trueboard_board::{InputError, board, machine, schema};
use trueboard_core::time::Tick;

pub const TARGET: Target = Target {
    name: "board",
    run,
    seeds,
    words: &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "0",
        "-1",
        "18446744073709551615",
        "1e99",
        "None",
        "Some(",
        "ahb",
        "//",
        "\u{fffd}",
        "0x",
        "'",
        "r#\"",
        "params: (",
        "gate: ",
    ],
    longest: 1 << 16,
    mutations: 500,
};

fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let file = schema::parse(PLACE, &text).and_then(|v| board(PLACE, v));
    match file {
        Err(e) => proper(&e),
        Ok(mut file) => {
            // What a machine needs of the host is no subject here.
            file.memories.retain(|m| m.size <= 1 << 28);
            match machine(PLACE, &file, false) {
                Err(e) => proper(&e),
                Ok(mut m) => {
                    if let Err(e) = m.boot() {
                        assert!(e.contains("boot"), "a place: {e}");
                        return;
                    }
                    m.run(Tick(2000));
                    m.finish();
                }
            }
        }
    }
}

/// Place and cause are there.
pub fn proper(e: &InputError) {
    let text = e.to_string();
    assert!(text.starts_with(PLACE), "a place: {text}");
    match e {
        InputError::Syntax { line, column, .. } => assert!(*line > 0 && *column > 0, "{text}"),
        InputError::Board { problems, .. } => {
            assert!(!problems.is_empty());
            for p in problems {
                assert!(p.len() > 10 && !p.ends_with(": "), "a cause: {p}");
            }
        }
        other => panic!("another kind of error: {other}"),
    }
}

fn seeds() -> Vec<Vec<u8>> {
    ["gr740", "leon3-mini"]
        .iter()
        .map(|b| std::fs::read(root().join(format!("models/boards/{b}.ron"))).expect("a board"))
        .collect()
}
