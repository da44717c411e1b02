//! Devices that users describe: `--device`, and the beginning of a description by `--device-skeleton`.

use crate::common::{holds, image, refused, run, say};
use conformance::BOARD;
use conformance::tiny::{self, G1, G2, G3};
use std::fs;
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Enables a PLL at the CAN controller's place, and waits for its lock.
fn waits_for_a_lock() -> Vec<u32> {
    [
        &tiny::set(0xffa0_1000, G1)[..],
        &tiny::set(1, G2),
        &[
            tiny::st(G2, G1),
            tiny::add(G1, 4, G3),
            tiny::ld(G3, G2),
            tiny::addcc(G2, -1, G2),
            tiny::branch(tiny::NOT_EQUAL, -2),
            tiny::nop(),
        ],
        &tiny::exit(0),
    ]
    .concat()
}

const PLL: &str = r#"(
    id: "pll",
    at: 0xffa01000,
    size: 0x10,
    params: (registers: [
        (name: "CTRL", offset: 0),
        (name: "STAT", offset: 4, follows: [(bits: 1, register: "CTRL", after: "20us")]),
    ]),
)
"#;

#[test]
fn firmware_that_waits_goes_on() {
    let (dir, elf) = image(&waits_for_a_lock());
    let path = dir.path().join("pll.ron");
    fs::write(&path, PLL).expect("it can be written");
    let without = run(&elf, &["-q", "--until", "1ms"]);
    assert_eq!(without.code, Some(5), "{}", without.err);
    holds(&without.err, &["GRCAN"]);
    let report = dir.path().join("report.json");
    let go = || {
        let said = run(
            &elf,
            &[
                "-q",
                "--device",
                text(&path),
                "--until",
                "1ms",
                "--report",
                text(&report),
            ],
        );
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert!(!said.err.contains("warning"), "{}", said.err);
        fs::read_to_string(&report).expect("a report")
    };
    let once = go();
    assert!(once == go(), "two runs differ");
    // 20 us at 250 MHz are 5000 cycles; the loop is short.
    let value: serde_json::Value = serde_json::from_str(&once).expect("it is JSON");
    let cycles = value["cycles"]
        .as_u64()
        .or_else(|| value["cores"][0]["meters"]["cycles"].as_u64());
    let cycles = cycles.unwrap_or_else(|| panic!("{once}"));
    assert!((5_000..5_400).contains(&cycles), "{cycles}");
    // The rest of the controller's area is what it was.
    let said = run(
        &elf,
        &[
            "-q",
            "--device",
            text(&path),
            "--set",
            "devices.pll.params.registers.STAT.reset=1",
        ],
    );
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn a_snapshot_has_its_state() {
    let (dir, elf) = image(&waits_for_a_lock());
    let at = |name: &str| dir.path().join(name);
    fs::write(at("pll.ron"), PLL).expect("it can be written");
    let report = at("report");
    let go = |more: &[&str], code: i32| {
        let device = at("pll.ron");
        let all = [
            &["-q", "--device", text(&device), "--report", text(&report)],
            more,
        ]
        .concat();
        let said = run(&elf, &all);
        assert_eq!(said.code, Some(code), "{}", said.err);
        fs::read_to_string(&report).expect("a report")
    };
    let whole = go(&[], 0);
    let snap = at("snap");
    go(&["--until", "3000", "--save", text(&snap)], 5);
    assert!(
        go(&["--restore", text(&snap)], 0) == whole,
        "the reports differ"
    );
    // A snapshot is of the board with its devices.
    fs::write(at("pll.ron"), PLL.replace("20us", "21us")).expect("it can be written");
    let device = at("pll.ron");
    let other = run(
        &elf,
        &["-q", "--device", text(&device), "--restore", text(&snap)],
    );
    assert_eq!(other.code, Some(3), "{}", other.err);
}

/// What is described begins with what was accessed; with a value in it, the firmware goes on.
#[test]
fn a_skeleton_is_a_description() {
    let (dir, elf) = image(&waits_for_a_lock());
    let path = dir.path().join("skeleton.ron");
    let words = ["-q", "--until", "10us", "--device-skeleton", text(&path)];
    run(&elf, &words);
    let skeleton = fs::read_to_string(&path).expect("a skeleton");
    holds(
        &skeleton,
        &[
            "(id: \"grcan0-described\", at: 0xffa01000, size: 0x400, params: (registers: [",
            "offset: 0x000, reset: 0), // 0 reads, 1 writes, 0x1 the last",
            "offset: 0x004, reset: 0, writable: 0), // ",
        ],
    );
    let still = run(&elf, &["-q", "--device", text(&path), "--until", "10us"]);
    assert_eq!(still.code, Some(5), "{}", still.err);
    assert!(!still.err.contains("modelled"), "{}", still.err);
    let ready = skeleton.replace("offset: 0x004, reset: 0", "offset: 0x004, reset: 1");
    fs::write(&path, ready).expect("it can be written");
    let said = run(&elf, &["-q", "--device", text(&path)]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    // Nothing is left to be described.
    let none = dir.path().join("none.ron");
    let said = run(
        &elf,
        &["--device", text(&path), "--device-skeleton", text(&none)],
    );
    holds(&said.err, &["has a model; no file is written"]);
    assert!(!none.exists());
}

#[test]
fn what_cannot_be_is_refused_with_its_line() {
    let (dir, elf) = image(&tiny::exit(0));
    let path = dir.path().join("pll.ron");
    let place = text(&path).to_owned();
    for (from, to, said) in [
        (
            "offset: 4",
            "offset: 2",
            &[":7: params.registers[1].offset", "multiple of 4"][..],
        ),
        (
            "register: \"CTRL\"",
            "register: \"CRTL\"",
            &[":7: ", "follows[0].register", "there are: CTRL, STAT"],
        ),
        (
            "offset: 0)",
            "offset: 0, widht: 8)",
            &[":6: params.registers[0].widht", "`width`"],
        ),
        ("size: 0x10", "sise: 0x10", &["sise", "`size`"]),
        (
            "size: 0x10",
            "size: 4",
            &[":7: params.registers[1].offset", "enlarge `size`"],
        ),
        (
            "0xffa01000",
            "0xff900000",
            &[":3: at: ", "pll", "uart0", "overlaps", "move it by `at`"],
        ),
        (
            "0xffa01000",
            "0x00001000",
            &[":3: at: ", "pll", "overlaps", "move it by `at`"],
        ),
        ("0xffa01000", "0xffa01002", &[":3: at: ", "multiple of 4"]),
        (
            "id: \"pll\"",
            "id: \"uart0\"",
            &[":2: id: two parts have this id"],
        ),
        (
            "size: 0x10,",
            "size: 0x10, lines: {0: \"irqamp.77\"},",
            &[":4: lines: ", "irqamp"],
        ),
        ("id:", "id", &["pll.ron:2:"]),
    ] {
        fs::write(&path, PLL.replacen(from, to, 1)).expect("it can be written");
        let answer = run(&elf, &["-q", "--device", &place]);
        refused(&answer, 3, said);
        holds(&answer.err, &[&place]);
    }
    let none = run(&elf, &["--device", "nothing.ron"]);
    refused(&none, 3, &["nothing.ron", "cannot be read"]);
}

/// All commands that run firmware take it.
#[test]
fn sweeps_and_profiles_have_the_device() {
    let (dir, elf) = image(&waits_for_a_lock());
    let path = dir.path().join("pll.ron");
    fs::write(&path, PLL).expect("it can be written");
    let more = ["--board", BOARD, "--device", text(&path), "--until", "1ms"];
    for command in [
        &["sweep", text(&elf), "-f", "125MHz,250MHz"][..],
        &["profile", text(&elf)],
    ] {
        let said = say(&[command, &more].concat());
        assert_eq!(said.code, Some(0), "{command:?}: {}", said.err);
    }
}
