//! Ten commands run firmware. What runs is said by one set of options, which each of them has, heeds and refuses alike.

use crate::common::say;
use conformance::prebuilt;
use std::collections::BTreeSet;

/// The commands that run firmware, each with what it needs besides.
const COMMANDS: &[&str] = &[
    "run",
    "compare",
    "profile",
    "why --function main",
    "power",
    "sweep",
    "uncertainty --only power.* --samples 1",
    "mutate --only l4stat.*",
    "inject --faults registers --count 1",
    "lab",
];

/// Commands whose help names `--board`, but that run nothing, or run what a file says.
const RUN_NOTHING: &[&str] = &["asm", "disasm", "events"];

fn words(command: &str, more: &[&str]) -> Vec<String> {
    let (name, rest) = command.split_once(' ').unwrap_or((command, ""));
    let own = rest.split_whitespace();
    let all = std::iter::once(name).chain(more.iter().copied()).chain(own);
    all.map(str::to_owned).collect()
}

/// The options below the heading, with what stands for their values.
fn what_runs(command: &str) -> BTreeSet<String> {
    let name = command.split(' ').next().unwrap_or(command);
    let help = say(&[name, "--help"]).out;
    let section = help.split("\nWhat runs:\n").nth(1).unwrap_or_default();
    let lines = section
        .lines()
        .take_while(|l| l.is_empty() || l.starts_with(' '));
    let options = lines.map(str::trim_start).filter(|l| l.starts_with("--"));
    options
        .map(|l| l.split_inclusive('>').next().unwrap_or(l).to_owned())
        .collect()
}

#[test]
fn each_command_that_runs_firmware_has_all_options_of_what_runs() {
    let expected = what_runs("run");
    assert_eq!(expected.len(), 13, "{expected:?}");
    for command in COMMANDS {
        assert_eq!(what_runs(command), expected, "{command}");
    }
    // No command is forgotten above.
    let help = say(&["--help"]).out;
    let listed = help
        .lines()
        .filter(|l| l.starts_with("  ") && !l.starts_with("   "));
    let names = listed.filter_map(|l| l.split_whitespace().next());
    for name in names.filter(|n| n.chars().all(|c| c.is_ascii_lowercase())) {
        let help = say(&[name, "--help"]).out;
        let runs = COMMANDS.iter().any(|c| c.split(' ').next() == Some(name));
        let board = help.contains("--board ") && !RUN_NOTHING.contains(&name);
        assert_eq!(board, runs, "{name}");
    }
}

#[test]
fn each_command_refuses_what_selects_nothing_alike() {
    let hello = prebuilt("hello").display().to_string();
    let nine = format!("9={hello}");
    let cores = "gr740 has no core 9; its cores are 0 to 3";
    let cases: [(&[&str], i32, &str); 13] = [
        (&["--board", "GR740"], 3, "did you mean `gr740`?"),
        (
            &["--board", "gr740", "--set", "cores.cpu.coumt=2"],
            3,
            "did you mean `count`?",
        ),
        (&["--board", "gr740", "--on", "9"], 3, cores),
        (
            &["--board", "gr740", "--on", "first"],
            2,
            "--on first: `first` names no cores",
        ),
        (&["--board", "gr740", "--image", &nine], 3, cores),
        (&["--board", "gr740", "--start", "9"], 3, cores),
        (
            &["--board", "gr740", "--at", "ram"],
            2,
            "--at ram: is no address",
        ),
        (
            &["--board", "gr740", "--poke", "mailboxs=1"],
            3,
            "did you mean `mailboxes`?",
        ),
        (&["--board", "gr740", "--stdin", "no.txt"], 3, "no.txt: "),
        (&["--board", "gr740", "--nfs", "no-folder"], 3, "no-folder"),
        (&["--board", "gr740", "--device", "no.ron"], 3, "no.ron: "),
        (&["--board", "gr740", "--until", "soon"], 2, "soon"),
        (
            &["--board", "gr740", "--workload", "sobel"],
            2,
            "--workload",
        ),
    ];
    let mut wrong = Vec::new();
    for command in COMMANDS {
        for (options, code, text) in &cases {
            let mut more = vec![hello.as_str()];
            more.extend(*options);
            let said = say(&words(command, &more));
            let lines = said.err.lines().filter(|l| l.starts_with("trueboard: "));
            if said.code != Some(*code) || !said.err.contains(text) || lines.count() != 1 {
                wrong.push(format!(
                    "{command} {options:?}\n  {:?} {}",
                    said.code, said.err
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Input reaches the firmware: a loop of `--poke`d length takes the time that it takes with `run`.
#[test]
fn each_command_that_reports_time_heeds_input() {
    let hello = prebuilt("hello").display().to_string();
    let short = ["--board", "gr740", "--until", "2000"];
    for command in [
        "run -q --console none --report -",
        "profile --json",
        "power --json",
    ] {
        let mut more = vec![hello.as_str()];
        more.extend(short);
        assert_eq!(say(&words(command, &more)).code, Some(5), "{command}");
    }
    // Time of a sweep's run, and of an uncertainty study's, is bounded as well.
    for command in ["sweep", "uncertainty --only power.* --samples 1"] {
        let mut more = vec![hello.as_str()];
        more.extend(short);
        let said = say(&words(command, &more));
        assert_eq!(said.code, Some(5), "{command}: {}", said.err);
    }
}

#[test]
fn old_names_of_options_still_work() {
    let hello = prebuilt("hello").display().to_string();
    let one = |words: &[&str]| {
        let said = say(words);
        assert!(
            !said.err.contains("unexpected argument"),
            "{words:?}: {}",
            said.err
        );
    };
    one(&["sweep", &hello, "--board", "gr740", "--cores", "1"]);
    one(&[
        "mutate",
        &hello,
        "--board",
        "gr740",
        "--cores",
        "0",
        "--against",
        "console",
        "--only",
        "no",
    ]);
    one(&[
        "inject",
        &hello,
        "--board",
        "gr740",
        "--check",
        "no",
        "--faults",
        "registers",
    ]);
    one(&[
        "profile",
        &hello,
        "--board",
        "gr740",
        "--output",
        "no/such/folder",
    ]);
    one(&[
        "trace",
        "cat",
        "no-such-trace",
        "--begin",
        "1",
        "--end",
        "2",
    ]);
}
