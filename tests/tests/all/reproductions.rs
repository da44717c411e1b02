//! The tables of `docs/user/explanation/reproductions`: each row of a published work stands there once, with a status
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

const STATUSES: [&str; 5] = ["works", "in letter", "in part", "absent", "out of scope"];

/// The columns of a row.
const NUMBER: usize = 0;
const STATUS: usize = 3;
const COMMAND: usize = 4;
const HERE: usize = 6;
const MISSING: usize = 7;

/// Ends the column *Here* of a row some of whose figures no test holds.
const NOT_HELD: &str = " ‡";

fn page(name: &str) -> String {
    let path = root()
        .join("docs/user/explanation/reproductions")
        .join(name);
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
fn counts(text: &str, letter: char, expected: usize) -> Result<[usize; STATUSES.len()], String> {
    let mut seen = BTreeSet::new();
    let mut counts = [0; STATUSES.len()];
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
        if matches!(STATUSES[status], "works" | "in letter") && row[COMMAND] == "–" {
            return Err(format!("{name} has no command"));
        }
        if matches!(STATUSES[status], "in letter" | "in part") && row[MISSING] == "–" {
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
    let mut all = [0; STATUSES.len()];
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

/// The numbers of a text, without what groups their digits: `39 669` and `39_669` are 39669.
fn numbers(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let digit = |i: usize| letters.get(i).is_some_and(char::is_ascii_digit);
    let digits = |from: usize| (from..).take_while(|&i| digit(i)).count();
    let groups = |c: &char| matches!(c, ' ' | '_' | '\u{a0}' | '\u{202f}');
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        if !digit(at) {
            at += 1;
            continue;
        }
        let mut end = at + digits(at);
        let mut number: String = letters[at..end].iter().collect();
        if end - at <= 3 {
            while letters.get(end).is_some_and(groups) && digits(end + 1) == 3 {
                number.extend(&letters[end + 1..end + 4]);
                end += 4;
            }
        }
        if letters.get(end) == Some(&'.') && digit(end + 1) {
            let behind = digits(end + 1);
            number.extend(&letters[end..=end + behind]);
            end += 1 + behind;
        }
        found.push(number);
        at = end;
    }
    found
}

/// A number with so many digits that it does not stand somewhere by chance.
fn is_figure(number: &str) -> bool {
    number.replace('.', "").trim_start_matches('0').len() >= 3
}

/// `shown`, or what it is when rounded to the digits of `figure`.
fn is_shown_as(shown: &str, figure: &str) -> bool {
    let behind = |n: &str| n.split_once('.').map_or(0, |(_, digits)| digits.len());
    let (of_shown, of_figure) = (behind(shown), behind(figure));
    let value = |n: &str| n.parse::<f64>().unwrap_or(f64::NAN);
    let half = 0.5 * 10f64.powi(-i32::try_from(of_figure).unwrap_or(0)) + 1e-9;
    shown == figure || of_shown > of_figure && (value(shown) - value(figure)).abs() <= half
}

/// What a command runs: the names of its images, scripts and workloads.
fn subjects(command: &str) -> BTreeSet<String> {
    let words = command.split(|c: char| !(c.is_ascii_alphanumeric() || "/._*-".contains(c)));
    let files = words.filter(|w| w.ends_with(".elf") || w.ends_with(".ron"));
    let files = files.filter_map(|w| w.rsplit('/').next());
    let workloads = command.split("--workload ").skip(1);
    let workloads = workloads.filter_map(|rest| rest.split([' ', '`', '\n']).next());
    let names = files.chain(workloads).filter(|name| name.len() > 4);
    names.map(str::to_owned).collect()
}

/// Texts of all files below a folder of the tree whose name ends so, by path.
fn texts(folder: &str, ext: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(root().join(folder)).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            texts(&name, ext, found);
        } else if name.ends_with(ext) {
            found.push(std::fs::read_to_string(entry.path()).expect("text"));
        }
    }
}

/// Commands of `console` blocks, which `sim/tests/docs.rs` runs, with what they print.
fn console(pages: &[String]) -> Vec<(&str, &str)> {
    let blocks = pages
        .iter()
        .flat_map(|text| text.split("\n```console\n").skip(1));
    let blocks = blocks.filter_map(|rest| Some(rest.split_once("\n```")?.0));
    let commands = blocks.flat_map(|block| block.strip_prefix("$ ").unwrap_or(block).split("\n$ "));
    commands
        .map(|c| c.split_once('\n').unwrap_or((c, "")))
        .collect()
}

#[test]
fn figures_that_no_test_holds_are_marked() {
    let (mut pages, mut tests) = (Vec::new(), Vec::new());
    texts("docs", ".md", &mut pages);
    pages.push(std::fs::read_to_string(root().join("README.md")).expect("the first page"));
    texts("tests/tests", ".rs", &mut tests);
    texts("sim/tests", ".rs", &mut tests);
    let console = console(&pages);
    let (mut wrong, mut held) = (Vec::new(), 0);
    for (name, letter, _) in WORKS {
        let text = page(&format!("{name}.md"));
        for row in rows(&text)
            .iter()
            .filter(|r| r.len() > MISSING && r[NUMBER].starts_with(letter))
        {
            let here = row[HERE].trim_end_matches(NOT_HELD);
            let figures: Vec<String> = numbers(here).into_iter().filter(|n| is_figure(n)).collect();
            let subjects = subjects(row[COMMAND]);
            let mut shown = BTreeSet::new();
            for (command, output) in &console {
                if subjects.iter().any(|s| command.contains(s.as_str())) {
                    shown.extend(numbers(output));
                }
            }
            for test in &tests {
                let names = |s: &String| {
                    let stem = s.rsplit_once('.').map_or(s.as_str(), |(stem, _)| stem);
                    test.contains(&format!("\"{stem}\"")) || test.contains(&format!("/{stem}"))
                };
                if subjects.iter().any(names) {
                    shown.extend(numbers(test));
                }
            }
            let is_held = |figure: &String| shown.iter().any(|s| is_shown_as(s, figure));
            // A test that computes the text of a row anew names it.
            let computed = format!("row_has(\"{}\"", row[NUMBER]);
            let folded = |t: &String| t.split_whitespace().collect::<String>().contains(&computed);
            let all = tests.iter().any(folded) || figures.iter().all(is_held);
            held += usize::from(all && !figures.is_empty());
            if all == row[HERE].ends_with(NOT_HELD) {
                let mark = if all {
                    "is marked, and held"
                } else {
                    "is not marked"
                };
                let loose: Vec<_> = figures.iter().filter(|f| !is_held(f)).collect();
                wrong.push(format!("{}: {mark}: {loose:?}", row[NUMBER]));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "`{NOT_HELD}` in the column Here:\n{}",
        wrong.join("\n")
    );
    assert!(held > 10, "{held}");
}

#[test]
fn numbers_are_read_as_they_are_written() {
    let read = numbers("39 669.5 and 10_270_844, 0.13 %, 64 1 2; 2007");
    assert_eq!(
        read,
        ["39669.5", "10270844", "0.13", "64", "1", "2", "2007"]
    );
    assert!(is_shown_as("39668.857", "39669") && !is_shown_as("39668.4", "39669"));
    assert!(is_shown_as("7", "7") && !is_shown_as("7", "7.0"));
}

#[test]
fn a_wrong_table_is_noticed() {
    let row = |number: u32, status: &str, missing: &str| {
        format!("| E{number} | 1 | what | {status} | `a` | – | – | {missing} |\n")
    };
    let good = row(1, "works", "–") + &row(2, "in part", "all");
    assert_eq!(counts(&good, 'E', 2), Ok([1, 0, 1, 0, 0]));
    let fitted = row(1, "in letter", "fitted");
    assert_eq!(counts(&fitted, 'E', 1), Ok([0, 1, 0, 0, 0]));
    let wrong = [
        (row(1, "works", "–"), "E2 is not there"),
        (good.clone() + &row(2, "absent", "–"), "E2 is there twice"),
        (good.clone() + &row(3, "absent", "–"), "rows beyond E2"),
        (row(1, "partly", "–"), "E1: `partly` is no status"),
        (row(1, "in part", "–"), "E1 does not say what is missing"),
        (row(1, "in letter", "–"), "E1 does not say what is missing"),
        (fitted.replace("`a`", "–"), "E1 has no command"),
        (
            row(1, "works", "–").replace("`a`", "–"),
            "E1 has no command",
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
