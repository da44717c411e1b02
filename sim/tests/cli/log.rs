//! `run --log`: the files of logs, their filters and limits; the pipeline in the Kanata format by a reader of its own.

use crate::common::{Said, holds, json, say};
use conformance::root;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

fn logged(image: &str, dir: &Path, more: &[&str]) -> Said {
    let board = image.split('/').next().expect("a board");
    let image = root().join("firmware/prebuilt").join(image);
    let (image, out) = (image.display().to_string(), dir.display().to_string());
    let words = ["run", &image, "--board", board, "-q", "--out", &out];
    say(&[&words[..], more].concat())
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("it was written")
}

#[test]
fn a_log_has_what_its_filter_chooses() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("all.log");
    let to = |name: &str| format!("insns={}", dir.path().join(name).display());
    let all = to("all.log");
    let said = logged("gr740/hello.elf", dir.path(), &["--log", &all]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let whole = text(&file);
    let report = json(&dir.path().join("report.json"));
    let cycles: u64 = whole
        .lines()
        .map(|l| l.split_whitespace().nth(4).expect("cycles"))
        .map(|word| word.parse::<u64>().expect("a number"))
        .sum();
    assert_eq!(report["cores"][0]["meters"]["cycles"], cycles);
    let main = to("main.log");
    let more = ["--log", &main, "--log-functions", "main"];
    assert_eq!(logged("gr740/hello.elf", dir.path(), &more).code, Some(0));
    let of_main: Vec<&str> = whole
        .lines()
        .filter(|l| {
            let function = l.split_whitespace().nth(5).expect("a function");
            function == "main" || function.starts_with("main+")
        })
        .collect();
    let of_filter = text(&dir.path().join("main.log"));
    assert_eq!(of_filter.lines().collect::<Vec<_>>(), of_main);
    // A span: both ends belong to it.
    let (first, last) = (whole.lines().nth(100), whole.lines().nth(199));
    let time = |line: Option<&str>| {
        let word = line.and_then(|l| l.split_whitespace().next());
        format!("{}ns", word.expect("a time"))
    };
    let (span, begin, end) = (to("span.log"), time(first), time(last));
    let more = ["--log", &span, "--log-begin", &begin, "--log-end", &end];
    assert_eq!(logged("gr740/hello.elf", dir.path(), &more).code, Some(0));
    let part = text(&dir.path().join("span.log"));
    assert_eq!((part.lines().next(), part.lines().last()), (first, last));
    // Short lines, cut by a limit that is said.
    let cut = to("cut.log");
    let more = [
        "--log",
        &cut,
        "--log-without",
        "registers,access",
        "--trace-limit",
        "1k",
    ];
    let said = logged("gr740/hello.elf", dir.path(), &more);
    assert_eq!(said.code, Some(0));
    holds(&said.err, &["more are left out by --trace-limit"]);
    let cut = text(&dir.path().join("cut.log"));
    assert!(cut.len() <= 1000 && !cut.contains(" g1="), "{cut}");
}

#[test]
fn a_compressed_log_has_equal_text() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for name in ["plain", "packed.gz"] {
        let to = format!("insns={}", dir.path().join(name).display());
        assert_eq!(
            logged("gr740/hello.elf", dir.path(), &["--log", &to]).code,
            Some(0)
        );
    }
    let plain = fs::read(dir.path().join("plain")).expect("it was written");
    let packed = fs::File::open(dir.path().join("packed.gz")).expect("it was written");
    let mut unpacked = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(packed), &mut unpacked)
        .expect("gzip");
    assert!(unpacked == plain);
}

#[test]
fn a_full_device_is_one_error_and_the_run_ends() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let said = logged("gr740/hello.elf", dir.path(), &["--log", "insns=/dev/full"]);
    assert_eq!(said.code, Some(3), "{}", said.err);
    holds(&said.err, &["--log /dev/full", "the log is incomplete"]);
    assert!(dir.path().join("report.json").exists());
}

/// Lines of docs/user/howto/instruction-log.md.
const LINES: &str = "    13916.000  0 00001548 9de3bfa0   42 main                     save %sp, -96, %sp               ; icache_hold_cycles=41 sp=cf40 o7=0 fp=cfa0 i7=10e8 psr=f3401fe7
    13920.000  0 0000154c 1100000c    1 main+0x4                 sethi %hi(0x3000), %o0           ; o0=3000
";

#[test]
fn the_page_shows_lines_of_a_log() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let to = format!("insns={}", dir.path().join("hello.log").display());
    let more = ["--log", &to, "--log-functions", "main"];
    assert_eq!(logged("gr740/hello.elf", dir.path(), &more).code, Some(0));
    let log = text(&dir.path().join("hello.log"));
    assert!(log.starts_with(LINES), "{log}");
}

/// The format as its author describes it: commands behind tabs, time that goes forwards, each instruction begun once and
/// ended once, and stages between.
struct Pipeline {
    retired: u64,
    flushed: u64,
    end: u64,
    stages: BTreeMap<String, u64>,
}

fn read_kanata(text: &str) -> Pipeline {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("Kanata\t0004"));
    let number =
        |word: Option<&str>| -> u64 { word.and_then(|w| w.parse().ok()).expect("a number") };
    let mut now = None;
    let mut open: BTreeMap<u64, Option<(String, u64)>> = BTreeMap::new();
    let mut begun = 0;
    let mut read = Pipeline {
        retired: 0,
        flushed: 0,
        end: 0,
        stages: BTreeMap::new(),
    };
    for line in lines {
        let mut words = line.split('\t');
        let command = words.next().expect("a command");
        if command == "C=" {
            assert!(now.is_none());
            now = Some(number(words.next()));
            continue;
        }
        let at = now.expect("C= comes first");
        match command {
            "C" => {
                let cycles = number(words.next());
                assert!(cycles > 0);
                now = Some(at + cycles);
            }
            "I" => {
                let id = number(words.next());
                assert_eq!(id, begun, "numbers come in order");
                begun += 1;
                open.insert(id, None);
            }
            "L" => assert!(open.contains_key(&number(words.next())), "{line}"),
            "S" | "R" => {
                let id = number(words.next());
                let stage = open.get_mut(&id).expect("it has begun");
                if let Some((name, since)) = stage.take() {
                    *read.stages.entry(name).or_default() += at - since;
                }
                if command == "S" {
                    assert_eq!(words.next(), Some("0"));
                    *stage = Some((words.next().expect("a stage").to_owned(), at));
                    continue;
                }
                open.remove(&id);
                assert_eq!(number(words.next()), read.retired);
                match words.next() {
                    Some("0") => read.retired += 1,
                    Some("1") => read.flushed += 1,
                    other => panic!("{other:?}"),
                }
            }
            _ => panic!("{line}"),
        }
    }
    assert!(open.is_empty(), "all have retired");
    read.end = now.expect("a time");
    read
}

#[test]
fn a_pipeline_has_all_instructions_and_all_cycles() {
    for image in ["gr740/traps.elf", "tc275/hello.elf", "parallella/hello.elf"] {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let file = dir.path().join("run.kanata");
        let to = format!("kanata={}", file.display());
        let said = logged(image, dir.path(), &["--log", &to, "--until", "2ms"]);
        assert!(file.exists(), "{}", said.err);
        let read = read_kanata(&text(&file));
        let meters = json(&dir.path().join("report.json"))["cores"][0]["meters"].clone();
        let meter = |name: &str| meters[name].as_u64().unwrap_or(0);
        assert_eq!(read.retired, meter("instructions"), "{image}");
        // What comes behind the last instruction is in no log: a core that sleeps, or waits.
        assert!(
            read.end <= meter("cycles") + meter("idle_cycles"),
            "{image}"
        );
        // Stall causes by the meters of the stack.
        for (stage, cycles) in &read.stages {
            let name = format!("{stage}_cycles");
            if stage != "X" {
                assert!(*cycles <= meter(&name), "{image}: {stage} {cycles}");
            }
        }
        assert!(read.stages.len() > 2, "{image}: {:?}", read.stages);
    }
}
