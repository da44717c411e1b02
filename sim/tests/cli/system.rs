//! `trueboard system`: what passes a link, when it arrives, and what is no system.

use crate::common::{Said, holds, json, refused, say};
use conformance::{prebuilt, root};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn system(spec: &Path, more: &[&str]) -> Said {
    let mut words = vec!["system", spec.to_str().expect("UTF-8")];
    words.extend(more);
    say(&words)
}

/// A folder with the image of both boards, and the shipped system with one text in place of another.
fn changed(text: &str, to: &str) -> (TempDir, std::path::PathBuf) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let spec = fs::read_to_string(root().join("firmware/gr740/peers.ron")).expect("the system");
    assert!(spec.contains(text), "{text}");
    let image = prebuilt("peers").display().to_string();
    let spec = spec
        .replace(text, to)
        .replace("../prebuilt/gr740/peers.elf", &image);
    let path = dir.path().join("system.ron");
    fs::write(&path, spec).expect("it can be written");
    (dir, path)
}

#[test]
fn bytes_and_levels_pass_between_boards() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().display().to_string();
    let said = system(&root().join("firmware/gr740/peers.ron"), &["--out", &out]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &[
            "answers: asked for 1\nasks: answer 1\n",
            "2 passed, 0 failed",
        ],
    );
    // Each number and its end, and the last word: by the meters of the UARTs.
    let bytes = |board: &str, meter: &str| -> u64 {
        let report = json(&dir.path().join(board).join("report.json"));
        let devices = report["devices"].as_array().expect("devices").clone();
        let uart = devices.iter().find(|d| d["name"] == "uart1");
        uart.expect("uart1")["meters"][meter]
            .as_u64()
            .expect("a number")
    };
    assert_eq!(bytes("asks", "bytes_sent"), 5 * 2 + 4);
    assert_eq!(bytes("answers", "bytes_received"), 5 * 2 + 4);
    assert_eq!(bytes("asks", "bytes_received"), 0);
}

/// A longer delay makes each round longer by the delay, there and back: nothing else depends on it.
#[test]
fn a_delay_is_that_of_the_link() {
    let nanoseconds = |delay: &str| -> f64 {
        let (dir, spec) = changed("delay: \"1us\"", &format!("delay: \"{delay}\""));
        let out = dir.path().join("out").display().to_string();
        let said = system(&spec, &["--out", &out]);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        let report = json(&dir.path().join("out/asks/report.json"));
        report["time"]["seconds"].as_f64().expect("a number") * 1e9
    };
    let (short, long) = (nanoseconds("1us"), nanoseconds("101us"));
    // Five rounds, two delays each. A loop that polls sees an arrival within some of its turns.
    let rounds = (long - short) / 1000.0 / (5.0 * 2.0 * 100.0);
    assert!((rounds - 1.0).abs() < 0.002, "{rounds}");
}

#[test]
fn a_second_run_gives_equal_bytes() {
    let spec = root().join("firmware/gr740/peers.ron");
    let (one, two) = (system(&spec, &["--json"]), system(&spec, &["--json"]));
    assert_eq!((one.code, &one.out), (Some(0), &two.out));
    assert_eq!(one.err, two.err);
}

#[test]
fn a_board_that_waits_for_ever_is_at_the_end_of_the_budget() {
    let (_dir, spec) = changed("to: \"asks.gpio0.4\"", "to: \"asks.gpio0.3\"");
    let said = system(&spec, &[]);
    assert_eq!(said.code, Some(1), "{}{}", said.out, said.err);
    holds(
        &said.out,
        &["FAILED  asks", "outcome budget", "0 passed, 2 failed"],
    );
}

#[test]
fn what_is_no_system_is_refused() {
    for (text, to, parts) in [
        ("asks.uart1", "ask.uart1", &["did you mean `asks`?"][..]),
        (
            "asks.uart1",
            "asks.uart9",
            &["board `asks`", "did you mean `uart"],
        ),
        (
            "asks.gpio0.4",
            "asks.gpio0.40",
            &["no input `gpio0.40`", "0 to 31"],
        ),
        (
            "asks.gpio0.4",
            "asks.uart1",
            &["links[1]", "two serial lines"],
        ),
        (
            "name: \"asks\"",
            "name: \"answers\"",
            &["two boards are called `answers`"],
        ),
        ("delay: \"1us\"", "delay: \"0s\"", &["links[0]", "above 0"]),
        ("until: \"10ms\"", "until: \"soon\"", &["until: `soon`"]),
        (
            "poke: [\"role=1\"]",
            "poke: [\"rule=1\"]",
            &["did you mean `role`?"],
        ),
    ] {
        let (_dir, spec) = changed(text, to);
        refused(&system(&spec, &[]), 3, parts);
    }
}
