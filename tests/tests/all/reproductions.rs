//! The tables of `docs/reproductions`: each row of a published work stands there once, with a status
//! of those that are explained; the counts of the first page are those of the tables, and what a
//! page names is there.

use conformance::root;
use std::collections::BTreeSet;

/// Pages, the letter of their rows, and how many there are.
const WORKS: [(&str, char, usize); 5] = [
    ("extrae", 'E', 50),
    ("barectf", 'K', 53),
    ("epapi", 'A', 37),
    ("pascal-analyzer", 'P', 36),
    ("real-time", 'R', 23),
];

const STATUSES: [&str; 4] = ["works", "in part", "absent", "never asked for"];

/// The columns of a row.
const NUMBER: usize = 0;
const STATUS: usize = 3;
const COMMAND: usize = 4;
const MISSING: usize = 7;

fn page(name: &str) -> String {
    let path = root().join("docs/reproductions").join(name);
    let text = std::fs::read_to_string(&path);
    text.unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The cells of each row of a table.
fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter_map(|l| l.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|l| l.split(" | ").map(str::trim).collect())
        .collect()
}

/// How many rows of a page have each status, if all rows are as they must be.
fn counts(text: &str, letter: char, expected: usize) -> Result<[usize; 4], String> {
    let mut seen = BTreeSet::new();
    let mut counts = [0; 4];
    for row in rows(text) {
        let number = row[NUMBER].strip_prefix(letter);
        let Some(number) = number.and_then(|n| n.parse::<usize>().ok()) else {
            continue;
        };
        let name = format!("{letter}{number}");
        if row.len() != MISSING + 1 || row.iter().any(|c| c.is_empty()) {
            return Err(format!("{name} has {} cells, or an empty one", row.len()));
        }
        let status = STATUSES.iter().position(|&s| s == row[STATUS]);
        let status = status.ok_or_else(|| format!("{name}: `{}` is no status", row[STATUS]))?;
        counts[status] += 1;
        if STATUSES[status] == "works" && row[COMMAND] == "–" {
            return Err(format!("{name} works without a command"));
        }
        if STATUSES[status] == "in part" && row[MISSING] == "–" {
            return Err(format!("{name} does not say what is missing"));
        }
        if !seen.insert(number) {
            return Err(format!("{name} is there twice"));
        }
    }
    match (1..=expected).find(|n| !seen.contains(n)) {
        Some(n) => Err(format!("{letter}{n} is not there")),
        None if seen.len() > expected => Err(format!("rows beyond {letter}{expected}")),
        None => Ok(counts),
    }
}

/// The row of the first page that counts the rows of a work.
fn counted(first: &str, of: &str) -> Vec<usize> {
    let rows = rows(first);
    let row = rows.iter().find(|r| r[0].contains(of));
    let row = row.unwrap_or_else(|| panic!("README.md has no counts of {of}"));
    let numbers = row[2..].iter().map(|c| c.parse().expect("a number"));
    numbers.collect()
}

#[test]
fn every_row_is_there_once_and_counted() {
    let first = page("README.md");
    let mut all = [0; 4];
    for (name, letter, expected) in WORKS {
        let text = page(&format!("{name}.md"));
        let counts = counts(&text, letter, expected).unwrap_or_else(|e| panic!("{name}.md: {e}"));
        let mut should = counts.to_vec();
        should.push(expected);
        assert_eq!(counted(&first, &format!("({name}.md)")), should, "{name}");
        for (sum, n) in all.iter_mut().zip(counts) {
            *sum += n;
        }
    }
    let mut should = all.to_vec();
    should.push(all.iter().sum());
    assert_eq!(counted(&first, "all"), should);
    for status in STATUSES {
        assert!(first.contains(&format!("\n| {status} | ")), "{status}");
    }
}

/// What looks like a path below `firmware` in a text.
fn paths(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("firmware/").map(|(at, _)| &text[at..]);
    let words = starts.map(|rest| {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "/._-".contains(c)));
        &rest[..end.unwrap_or(rest.len())]
    });
    words.map(|path| path.trim_end_matches('.'))
}

#[test]
fn what_the_pages_name_is_there() {
    for (name, ..) in WORKS {
        let text = page(&format!("{name}.md"));
        let mut found = 0;
        // A pattern (`apps/rt_*`) is cut off where it begins, and names no file.
        for path in paths(&text).filter(|p| p.ends_with(".elf") || p.ends_with(".ron")) {
            assert!(root().join(path).exists(), "{name}.md names {path}");
            found += 1;
        }
        assert!(found > 0, "{name}.md names no image");
        let workloads = text.split("--workload ").skip(1);
        for workload in workloads.filter_map(|rest| rest.split([' ', '`', '\n']).next()) {
            // A workload is named by the board's own name for it, or by its file.
            let path = match workload.ends_with(".ron") {
                true => root().join(workload),
                false => root().join(format!("models/workloads/keystone2/{workload}.ron")),
            };
            assert!(path.exists(), "{name}.md names {workload}");
        }
    }
}

#[test]
fn a_wrong_table_is_noticed() {
    let row = |number: u32, status: &str, missing: &str| {
        format!("| E{number} | 1 | what | {status} | `a` | – | – | {missing} |\n")
    };
    let good = row(1, "works", "–") + &row(2, "in part", "all");
    assert_eq!(counts(&good, 'E', 2), Ok([1, 1, 0, 0]));
    let wrong = [
        (row(1, "works", "–"), "E2 is not there"),
        (good.clone() + &row(2, "absent", "–"), "E2 is there twice"),
        (good.clone() + &row(3, "absent", "–"), "rows beyond E2"),
        (row(1, "partly", "–"), "E1: `partly` is no status"),
        (row(1, "in part", "–"), "E1 does not say what is missing"),
        (
            row(1, "works", "–").replace("`a`", "–"),
            "E1 works without a command",
        ),
        (
            row(1, "works", "–").replace("what", ""),
            "E1 has 8 cells, or an empty one",
        ),
    ];
    for (text, says) in wrong {
        assert_eq!(counts(&text, 'E', 2), Err(says.to_owned()), "{text}");
    }
}
