//! Wrong command lines (exit code 2) and requests that cannot be carried out (3).

use crate::common::{Said, holds, refused, run, say};
use conformance::prebuilt;
use conformance::tiny::{self, Tiny};

fn hello(more: &[&str]) -> Said {
    run(&prebuilt("hello"), more)
}

#[test]
fn words_that_clap_refuses() {
    let refused = [
        (
            &["fly"][..],
            "unrecognized subcommand 'fly'; `trueboard --help` has all options",
        ),
        (
            &["run", "a.elf", "--bored", "x"],
            "unexpected argument '--bored' found (did you mean `--board`?); `trueboard run --help` has all options",
        ),
        (
            &["run"],
            "say what runs: an image, --image CORES=ELF, --host SCRIPT.ron or --workload NAME",
        ),
        (
            &["trace", "cat"],
            "the following required arguments were not provided: <DIR>; `trueboard trace cat --help` has all options",
        ),
    ];
    for (words, text) in refused {
        let said = say(words);
        assert_eq!((said.code, said.out.as_str()), (Some(2), ""), "{words:?}");
        assert_eq!(said.err, format!("trueboard: {text}\n"));
    }
    for words in [&["--help"][..], &["--version"], &["run", "--help"]] {
        let said = say(words);
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[test]
fn budgets_and_periods() {
    for option in ["--until", "--sample"] {
        for value in [
            "soon",
            "1.5",
            "3 weeks",
            "-1",
            "",
            "1e3",
            "99999999999999999999s",
        ] {
            let said = hello(&[&format!("{option}={value}")]);
            refused(&said, 2, &[value, "is no amount of simulated time", "10ms"]);
        }
    }
    let said = hello(&["--until", "1us", "--quiet"]);
    assert_eq!(said.code, Some(5));
    holds(&said.err, &["the budget ran out", "core 0 was at 0x"]);
}

#[test]
fn traces() {
    refused(
        &hello(&["--trace", "ctf"]),
        2,
        &["--trace ctf", "say where", "--out DIR"],
    );
    refused(
        &hello(&["--trace", "vdc=x"]),
        2,
        &[
            "--trace vdc=x",
            "unknown trace format `vdc`",
            "ctf, paraver",
        ],
    );
    refused(
        &hello(&["--trace", "ctf=x", "--events", "all"]),
        2,
        &["--events all", "known are"],
    );
    let dir = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(dir.path().join("precious"), "data").expect("it can be written");
    let to = format!("ctf={}", dir.path().display());
    refused(
        &hello(&["--trace", &to]),
        3,
        &["is not empty", "precious", "another directory"],
    );
    let under = dir.path().join("precious/sub");
    let to = format!("perfetto={}/t.json", under.display());
    refused(
        &hello(&["--trace", &to]),
        3,
        &["precious/sub", "cannot be made"],
    );
}

#[test]
fn symbols_that_are_not_there() {
    refused(
        &hello(&["--dump", "nobody"]),
        3,
        &["--dump nobody", "no image has such a symbol"],
    );
    refused(
        &hello(&["--dump", "main:x"]),
        2,
        &["--dump main:x", "is no number of bytes"],
    );
    refused(
        &hello(&["--free", "nobody*"]),
        3,
        &["--free nobody*", "no function of", "matches"],
    );
    refused(
        &hello(&["--region", "nobody*"]),
        3,
        &["--region nobody*", "matches"],
    );
    refused(
        &hello(&["--region", "nobody..main"]),
        3,
        &["--region nobody..main", "nobody"],
    );
}

#[test]
fn a_dump_beyond_memory() {
    refused(
        &hello(&["--dump", "main:99999999999"]),
        3,
        &["--dump main:99999999999"],
    );
}

#[test]
fn cores_that_are_not_there() {
    let image = prebuilt("hello");
    let image = image.to_str().expect("UTF-8");
    let with = |cores: &str| {
        let arg = format!("{cores}={image}");
        say(&["run", "--board", "gr740", "--image", &arg])
    };
    refused(&with("4"), 3, &["has no core 4", "0 to 3"]);
    refused(&with("two"), 2, &["`two` names no cores", "1-3"]);
    refused(&with("3-1"), 2, &["names no cores"]);
    refused(&hello(&["--image", "hello.elf"]), 2, &["must be CORES=ELF"]);
}

#[test]
fn outputs_that_cannot_be_written() {
    refused(
        &hello(&[
            "--report",
            "/no/such/report.json",
            "--quiet",
            "--console",
            "none",
        ]),
        3,
        &["/no/such/report.json", "cannot be written"],
    );
    refused(
        &hello(&["--console", "/no/such/console"]),
        3,
        &["/no/such/console"],
    );
    refused(
        &hello(&["--out", "/dev/null/x"]),
        3,
        &["/dev/null/x", "cannot be made"],
    );
    refused(
        &hello(&["--stdin", "/no/such/input"]),
        3,
        &["/no/such/input"],
    );
}

#[test]
fn the_cpi_stack_of_a_region_adds_up() {
    let said = hello(&["--console", "none", "--region", "main"]);
    let mut lines = said.out.lines();
    let head = lines
        .find(|l| l.starts_with("region main on core 0: 1 calls, "))
        .unwrap_or_else(|| panic!("no region in: {}", said.out));
    let cycles = head.rsplit(' ').nth(1).expect("… to N cycles");
    let rows: Vec<(&str, u64)> = lines
        .skip_while(|l| !l.contains("issue_cycles"))
        .take_while(|l| !l.contains("instructions"))
        .map(|l| {
            let mut words = l.split_whitespace();
            let name = words.next().expect("a name");
            let number = words.next().expect("cycles").replace('_', "");
            (name, number.parse().expect("a number"))
        })
        .collect();
    let (sum, parts) = rows.split_last().expect("the last row is the sum");
    assert!(parts.len() > 3, "{}", said.out);
    assert_eq!(*sum, ("cycles", parts.iter().map(|p| p.1).sum()));
    assert_eq!(
        sum.1.to_string(),
        cycles,
        "the stack is the region's cycles"
    );
}

/// Of the cores with an image only the first starts, unless others are named.
#[test]
fn cores_that_start_at_once() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let sleep = Tiny::new(&[tiny::power_down(), tiny::nop()]);
    let mut end = Tiny::new(&tiny::exit(0));
    // Beside the other image, and without a table of its own.
    end.parts.remove(0);
    end.entry = 0x8000;
    end.parts[0].at = end.entry;
    let (sleep, end) = (
        sleep.write(dir.path(), "sleep"),
        end.write(dir.path(), "end"),
    );
    let image = format!("1-3={}", end.display());
    let go = |more: &[&str]| {
        let all = [&["--image", &image, "--until", "100000"], more].concat();
        run(&sleep, &all).code
    };
    assert_eq!(go(&[]), Some(5), "nobody starts core 1");
    assert_eq!(go(&["--start", "2"]), Some(0));
    assert_eq!(go(&["--start", "all"]), Some(0));
    assert_eq!(go(&["--start", "4"]), Some(3));
    assert_eq!(go(&["--start", "x"]), Some(2));
}

/// A variable in `.data` has a value from the image, be it 0; one in `.bss` has none.
#[test]
fn a_poked_variable_of_bss_has_a_warning() {
    let image = conformance::root().join("labs/images/gr740/lesson_interlock.elf");
    let warns = |poke: &str| run(&image, &["--poke", poke]).err.contains("(.bss)");
    assert!(!warns("use_later=1"));
    assert!(warns("console_lock=0"));
}
