//! Coverage: lines, functions and branches of images, held against counts by hand, the debug information as binutils
//! read it, the profile by calls, and a reader of tracefiles.

use crate::common::{refused, say};
use conformance::{prebuilt, root};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// A tracefile: records of one kind by file, each with what is behind its name.
fn records(info: &str, kind: &str) -> Vec<(String, String)> {
    let mut file = "";
    let mut found = Vec::new();
    for line in info.lines() {
        match line.split_once(':') {
            Some(("SF", path)) => file = path,
            Some((name, rest)) if name == kind => found.push((file.to_owned(), rest.to_owned())),
            _ => {}
        }
    }
    found
}

fn lcov(image: &Path, more: &[&str]) -> String {
    let image = image.display().to_string();
    let words = ["profile", &image, "--format", "lcov"];
    let said = say(&[&words[..], more].concat());
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out
}

/// Loops of `fill` in lu.c, which is called three times: eight rows of eight columns each.
#[test]
fn branches_and_lines_are_those_counted_by_hand() {
    let info = lcov(&prebuilt("lu"), &["--board", "gr740"]);
    let of_lu = |kind: &str| -> BTreeSet<String> {
        let all = records(&info, kind).into_iter();
        let lu = all.filter(|(file, _)| file.ends_with("apps/lu.c"));
        lu.map(|(_, record)| record).collect()
    };
    let branches = of_lu("BRDA");
    for expected in ["43,0,0,21", "43,0,1,3", "44,0,0,168", "44,0,1,24"] {
        assert!(branches.contains(expected), "{expected}: {branches:?}");
    }
    let functions = of_lu("FNDA");
    for expected in ["3,fill", "1,lu_serial", "1,lu_parallel", "1,main"] {
        assert!(functions.contains(expected), "{expected}: {functions:?}");
    }
    assert!(of_lu("DA").iter().all(|da| !da.starts_with("43,0")));
}

/// The profile follows calls by a shadow stack, coverage counts executions of first instructions.
#[test]
fn functions_are_executed_as_often_as_they_are_called() {
    let image = prebuilt("lu");
    let info = lcov(&image, &["--board", "gr740"]);
    let said = say(&[
        "profile",
        &image.display().to_string(),
        "--board",
        "gr740",
        "--json",
    ]);
    let rows: Vec<serde_json::Value> = serde_json::from_str(&said.out).expect("JSON");
    let mut calls: BTreeMap<&str, u64> = BTreeMap::new();
    for row in &rows {
        let name = row["function"].as_str().expect("a name");
        *calls.entry(name).or_default() += row["calls"].as_u64().unwrap_or(0);
    }
    let mut compared = 0;
    for (_, record) in records(&info, "FNDA") {
        let (count, name) = record.split_once(',').expect("a count");
        if name.starts_with("lu_") || name == "fill" {
            // GCC may call a clone without the symbol's first instruction; lu.c has none.
            let expected = calls.get(name).copied().unwrap_or(0);
            assert_eq!(count.parse(), Ok(expected), "{name}");
            compared += 1;
        }
    }
    assert_eq!(compared, 8);
}

/// Lines with code are those of `objdump --dwarf=decodedline` whose addresses are code of the image.
#[test]
fn lines_are_those_that_binutils_read() {
    let image = prebuilt("lu");
    let out = Command::new("sparc64-linux-gnu-objdump")
        .arg("--dwarf=decodedline")
        .arg(&image)
        .output();
    let Ok(out) = out else {
        skip::skipped("there is no sparc64-linux-gnu-objdump");
        return;
    };
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let mut expected = BTreeSet::new();
    let mut before: Option<(u32, u64)> = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [file, number, at, ..] = words.as_slice() else {
            continue;
        };
        let Some(at) = at
            .strip_prefix("0x")
            .and_then(|a| u64::from_str_radix(a, 16).ok())
        else {
            continue;
        };
        // A row with the address of the next one has no code.
        expected.extend(before.filter(|b| b.1 < at).map(|b| b.0));
        // The row at the end of a sequence has no line.
        before = match *file == "lu.c" {
            true => number.parse().ok().map(|number| (number, at)),
            false => None,
        };
    }
    assert!(expected.len() > 50, "{text}");
    let info = lcov(&image, &["--board", "gr740"]);
    let own = records(&info, "DA").into_iter();
    let own = own.filter(|(file, _)| file.ends_with("apps/lu.c"));
    let found: BTreeSet<u32> = own
        .filter_map(|(_, da)| da.split_once(',')?.0.parse().ok())
        .collect();
    assert_eq!(found, expected);
}

/// An eCore's meters do not tell how branches went: they are followed.
#[test]
fn branches_of_an_ecore_are_followed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let source = "\
        .file 1 \"loop.s\"\n\
        .global _start\n\
        .type _start, @function\n\
        _start:\n\
        .loc 1 1\n mov r0, #5\n\
        1:\n\
        .loc 1 2\n sub r0, r0, #1\n\
        .loc 1 3\n bne 1b\n\
        .loc 1 4\n beq 2f\n\
        .loc 1 5\n mov r1, #1\n\
        2:\n\
        .loc 1 6\n trap 3\n\
        .size _start, . - _start\n";
    std::fs::write(dir.path().join("loop.s"), source).expect("it can be written");
    let tool = |words: &[&str]| {
        let done = Command::new(words[0])
            .args(&words[1..])
            .current_dir(dir.path())
            .status();
        done.is_ok_and(|status| status.success())
    };
    let assembled = tool(&["epiphany-elf-as", "-o", "loop.o", "loop.s"]);
    if !assembled
        || !tool(&[
            "epiphany-elf-ld",
            "-Ttext=0x100",
            "-o",
            "loop.elf",
            "loop.o",
        ])
    {
        skip::skipped("there is no epiphany-elf-as");
        return;
    }
    let info = lcov(
        &dir.path().join("loop.elf"),
        &["--board", "parallella", "--on", "0-1", "--start", "0-1"],
    );
    // Five rounds on each of two cores. TRAP 3 ends a program before it completes.
    let lines: Vec<String> = records(&info, "DA").into_iter().map(|r| r.1).collect();
    assert_eq!(lines, ["1,2", "2,10", "3,10", "4,2", "5,0", "6,0"]);
    let branches: Vec<String> = records(&info, "BRDA").into_iter().map(|r| r.1).collect();
    assert_eq!(branches, ["3,0,0,8", "3,0,1,2", "4,0,0,2", "4,0,1,0"]);
}

/// genhtml reads the tracefile, and finds the sources; an XML parser reads Cobertura's form.
#[test]
fn readers_of_coverage_accept_it() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let spec = dir.path().join("tests.ron");
    let image = prebuilt("lu").display().to_string();
    let hello = prebuilt("hello").display().to_string();
    let text = format!(
        "(board: \"gr740\", tests: [(name: \"lu\", image: \"{image}\"), (name: \"hello\", image: \"{hello}\")])"
    );
    std::fs::write(&spec, text).expect("it can be written");
    let (spec, out) = (spec.display().to_string(), dir.path().join("coverage"));
    let words = ["test", &spec, "--coverage", out.to_str().expect("UTF-8")];
    let said = say(&words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    assert!(said.err.contains("coverage: lines "), "{}", said.err);
    let info = std::fs::read_to_string(out.join("lcov.info")).expect("the tracefile");
    // Both programs have the start code: its executions add up.
    let alone = |image: &str| {
        let text = lcov(Path::new(image), &["--board", "gr740"]);
        let all = records(&text, "FNDA").into_iter();
        let start = all.filter(|(_, r)| r.ends_with(",uart_putc") || r.ends_with(",putchar"));
        start
            .map(|(_, r)| {
                r.split_once(',')
                    .map_or(0, |r| r.0.parse::<u64>().unwrap_or(0))
            })
            .sum::<u64>()
    };
    let both = records(&info, "FNDA").into_iter();
    let both = both.filter(|(_, r)| r.ends_with(",uart_putc") || r.ends_with(",putchar"));
    let both: u64 = both
        .map(|(_, r)| {
            r.split_once(',')
                .map_or(0, |r| r.0.parse::<u64>().unwrap_or(0))
        })
        .sum();
    assert_eq!(both, alone(&image) + alone(&hello));
    // A threshold.
    let said = say(&[&words[..], &["--coverage-least", "100%"]].concat());
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert_eq!(
        say(&[&words[..], &["--coverage-least", "20%"]].concat()).code,
        Some(0)
    );
    let html = Command::new("genhtml")
        .args(["--quiet", "--branch-coverage", "--output-directory"])
        .arg(dir.path().join("html"))
        .arg(out.join("lcov.info"))
        .current_dir(root().join("firmware"))
        .output();
    match html {
        Err(_) => skip::skipped("there is no genhtml"),
        Ok(done) => assert!(
            done.status.success(),
            "{}",
            String::from_utf8_lossy(&done.stderr)
        ),
    }
    let check = "import sys, xml.etree.ElementTree as E\n\
                 c = E.parse(sys.argv[1]).getroot()\n\
                 lines = c.findall('.//class/lines/line')\n\
                 assert len(lines) == int(c.get('lines-valid')), len(lines)\n\
                 assert sum(int(l.get('hits')) > 0 for l in lines) == int(c.get('lines-covered'))\n";
    let done = Command::new("python3")
        .args(["-c", check])
        .arg(out.join("cobertura.xml"))
        .output();
    let done = done.expect("python3");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

#[test]
fn what_has_no_coverage_is_refused() {
    let hello = prebuilt("hello").display().to_string();
    let dir = tempfile::tempdir().expect("a temporary directory");
    let run = dir.path().join("run").display().to_string();
    let words = ["run", &hello, "--board", "gr740", "-q", "--out", &run];
    assert_eq!(say(&words).code, Some(0));
    refused(
        &say(&["profile", &run, "--format", "lcov"]),
        2,
        &["give the image"],
    );
    let stub = root().join("firmware/prebuilt/tc275/hello.elf");
    let words = ["profile", stub.to_str().expect("UTF-8"), "--board", "tc275"];
    refused(
        &say(&[&words[..], &["--format", "cobertura"]].concat()),
        3,
        &["compile with -g"],
    );
    let words = ["profile", &hello, "--format", "lcov", "--top", "3"];
    refused(&say(&words), 2, &["--top"]);
}
