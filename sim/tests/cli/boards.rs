//! Boards that cannot be built, and what `boards` and `events` print.

use crate::common::{Said, holds, refused, run, say};
use conformance::{BOARD, prebuilt, root};

/// Runs hello on the GR740's file after these replacements.
fn on(changes: &[(&str, &str)]) -> Said {
    let path = root().join(format!("models/boards/{BOARD}.ron"));
    let mut text = std::fs::read_to_string(path).expect("there is a board");
    for (from, to) in changes {
        assert!(
            text.contains(from),
            "the board file no longer holds `{from}`"
        );
        text = text.replacen(from, to, 1);
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("mine.ron");
    std::fs::write(&file, text).expect("it can be written");
    let hello = prebuilt("hello");
    let words = [
        "run",
        hello.to_str().expect("UTF-8"),
        "--board",
        file.to_str().expect("UTF-8"),
    ];
    say(&words)
}

#[test]
fn a_copy_of_the_board_runs() {
    let said = on(&[]);
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn unknown_boards() {
    let hello = prebuilt("hello");
    let hello = hello.to_str().expect("UTF-8");
    refused(
        &say(&["run", hello, "--board", "gr741"]),
        3,
        &["no board is called `gr741`", "there are: ", BOARD, ".ron"],
    );
    refused(
        &say(&["run", hello, "--board", "no/such.ron"]),
        3,
        &["no/such.ron: cannot be read"],
    );
    refused(&say(&["boards", "gr741"]), 3, &["no board is called"]);
    refused(&say(&["events", "gr741"]), 3, &["no board is called"]);
    refused(&say(&["power", "gr741"]), 3, &["no board is called"]);
}

#[test]
fn syntax_errors_have_line_and_column() {
    for (good, bad) in [
        ("big_endian: true", "big_endian true"),
        ("(id: \"gpt1\",", "(id: \"gpt1\" x"),
        ("power_grid_us: 1000", "power_grid_us: ?"),
    ] {
        let path = root().join(format!("models/boards/{BOARD}.ron"));
        let text = std::fs::read_to_string(path).expect("there is a board");
        let line = text
            .lines()
            .position(|l| l.contains(good))
            .map_or(0, |i| i + 1);
        let place = format!("mine.ron:{line}:");
        refused(
            &on(&[(good, bad)]),
            3,
            &[&place, "docs/user/reference/board-files.md"],
        );
    }
}

/// Every mistake of a file is reported at once, each in a line with its place.
#[test]
fn mistakes_in_types_and_names_are_told_together() {
    let said = on(&[
        ("quantum_cycles: 50", "quantum_cykles: 50"),
        ("big_endian: true", "big_endian: 3"),
        ("(id: \"gpt1\", kind", "(id: \"gpt1\", colour: 3, kind"),
        (
            "(name: \"sdram\", at: 0x0",
            "(name: \"sdram\", at: \"here\"",
        ),
    ]);
    assert_eq!((said.code, said.out.as_str()), (Some(3), ""));
    holds(
        &said.err,
        &[
            "4 problems in this board file",
            "quantum_cykles",
            "big_endian",
            "devices.gpt1",
            "colour",
            "memories.sdram",
        ],
    );
    assert_eq!(said.err.lines().count(), 5, "{}", said.err);
}

#[test]
fn mistakes_in_parts_are_told_together() {
    let said = on(&[
        (
            "(id: \"gpt1\", kind: \"gptimer\"",
            "(id: \"gpt1\", kind: \"gptimr\"",
        ),
        ("{0: \"irqamp.29\"}", "{0: \"irqmap.29\"}"),
        (
            "at: 0xFF90A000, size: 0x100, clock: \"cpu\"",
            "at: 0xFF904000, size: 0x100, clock: \"cpu\"",
        ),
        (
            "at: 0xFFA0D000, size: 0x200, clock: \"cpu\"",
            "at: 0xFFA0D000, size: 0x200, clock: \"apb\"",
        ),
        (
            "route: [\"ahb\", \"l2\", \"sdctrl\"]",
            "route: [\"ahb\", \"l3\"]",
        ),
    ]);
    assert_eq!((said.code, said.out.as_str()), (Some(3), ""));
    holds(
        &said.err,
        &[
            "mine.ron: ",
            "devices.gpt1: ",
            "gptimr",
            "devices.uart0: line 0: `irqmap.29` is not DEVICE.PIN",
            "overlaps",
            "irqamp",
            "devices.l4stat: no clock `apb`; there are: cpu, sdram",
            "memories.sdram: no stage is called `l3`",
        ],
    );
}

#[test]
fn other_boards_that_cannot_be() {
    for (from, to, part) in [
        ("\"cpu\": 250_000_000", "\"cpu\": 0", "clock"),
        (
            "kind: \"leon\"",
            "kind: \"lion\"",
            "unknown kind of core `lion`",
        ),
        (
            "count: 4",
            "count: 0",
            "cores.cpu: a board has 1 to 65 cores",
        ),
        ("windows: 8", "windows: 1", "windows: 1 is not in 2..=32"),
        ("size: 0x10000000", "size: 0x10000001", "multiples of 4096"),
        (
            "quantum_cycles: 50",
            "quantum_cycles: 0",
            "quantum_cycles: must be at least 1",
        ),
        (
            "memory: \"sdram\"",
            "memory: \"ram\"",
            "boot.stacks: no memory is called `ram`",
        ),
        ("\"psr\": 0xF30010E0", "\"prs\": 0", "no register `prs`"),
        (
            "(\"gpt0\", 0x04, 249)",
            "(\"gtp0\", 0x04, 249)",
            "no device is called `gtp0`",
        ),
        (
            "power: Some(\"gr740\")",
            "power: Some(\"coal\")",
            "there is no models/power/coal.ron",
        ),
        ("cache: \"l2\"", "cache: \"l4\"", "l4"),
        ("bus: \"cpu-ahb\"", "bus: \"cpu\"", "cpu"),
        ("tag_cycles: 4", "tag_cycles: -4", "stages.l2: "),
        ("at: 0xFF90A000", "at: 0xFFFFFFFFFFFFFF00", "gpt2"),
    ] {
        let said = on(&[(from, to)]);
        assert_eq!(said.code, Some(3), "{to}: {}", said.err);
        holds(&said.err, &[part]);
    }
}

#[test]
fn wrong_overrides() {
    let hello = prebuilt("hello");
    for (set, parts) in [
        (
            "cores.gpu.count=2",
            &["cores has no `gpu`", "it has: cpu"][..],
        ),
        ("speed=2", &["speed"]),
        ("clocks.cpu", &["must be PATH=VALUE"]),
        ("clocks.cpu=1.5Hz", &["no frequency in whole Hz"]),
        ("clocks.cpu=fast", &["clocks"]),
        ("cores.cpu.count=many", &["cores.cpu"]),
        ("cores.cpu.count=[", &["is no value"]),
        ("quantum_cycles=-1", &["quantum_cycles"]),
        ("devices.uart0.params.fifoo=3", &["fifoo"]),
    ] {
        let said = run(&hello, &["--set", set]);
        assert_eq!((said.code, said.out.as_str()), (Some(3), ""), "{set}");
        holds(&said.err, parts);
    }
    refused(
        &run(&hello, &["--set", "cores.gpu.count=2"]),
        3,
        &["--set cores.gpu.count=2: "],
    );
}

fn json(words: &[&str]) -> serde_json::Value {
    let said = say(words);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{words:?}");
    serde_json::from_str(&said.out).expect("it is JSON")
}

#[test]
fn boards_and_events_as_json() {
    let list = json(&["boards", "--json"]);
    let names: Vec<&str> = list
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|b| b["name"].as_str())
        .collect();
    assert!(names.contains(&BOARD), "{names:?}");
    for name in names {
        let board = json(&["boards", name, "--json"]);
        assert_eq!(board["name"], name);
        assert!(!board["map"].as_array().expect("a map").is_empty());
        let said = say(&["boards", name]);
        assert!(said.code == Some(0) && said.out.contains("memory map"));
    }
    let events = json(&["events", BOARD, "--json"]);
    let all = |key: &str| events[key].as_array().expect("a list").clone();
    assert!(all("meters").len() > 50 && all("pmu_events").len() > 50);
    for m in all("meters") {
        assert!(m["doc"].as_str().is_some_and(|d| d.ends_with('.')), "{m}");
    }
    let known: Vec<_> = all("meters").iter().map(|m| m["name"].clone()).collect();
    for e in all("pmu_events") {
        assert!(e["meter"].is_null() || known.contains(&e["meter"]), "{e}");
    }
    assert!(json(&["power", BOARD, "--json"])["running"].is_array());
}

/// An unknown field at the top does not hide what else is wrong, and a wrong type is reported with the
/// name of its field.
#[test]
fn all_mistakes_of_a_board_file_at_once() {
    let hello = prebuilt("hello");
    let sets = [
        "--set",
        "surprise=1",
        "--set",
        "devices.uart0.params.fifo=\"x\"",
        "--set",
        "stages.l2.params.ways=\"many\"",
        "--set",
        "cores.cpu.params.timing.div_cycles=\"slow\"",
    ];
    let said = run(&hello, &sets);
    assert_eq!(
        (said.code, said.out.as_str()),
        (Some(3), ""),
        "{}",
        said.err
    );
    holds(
        &said.err,
        &[
            "surprise: there is no such field",
            "devices.uart0: params of apbuart: fifo: ",
            "stages.l2: params of l2cache: ways: ",
            "cores.cpu.params: timing.div_cycles: ",
            "Expected u8 but found the string",
        ],
    );
    let said = run(&hello, &["--set", "devices.uart0.size=\"x\""]);
    holds(&said.err, &["devices.uart0: size: "]);
}
