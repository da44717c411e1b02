//! How runs end: every outcome with its exit code, signals, and what would never end by itself.

use crate::common::{
    Said, file, holds, image, json, listens, refused, run, say, spawn, until, wait,
};
use conformance::tiny::{self, Tiny};
use conformance::{BOARD, prebuilt, root, skipped};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use trueboard_cpu_sparcv8::isa::Cond;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A loop that counts, so that nobody can say that it goes nowhere.
fn spin() -> Vec<u32> {
    let count = tiny::add(tiny::G3, 1, tiny::G3);
    vec![count, tiny::branch(Cond::ALWAYS, -1), tiny::nop()]
}

/// The system watchdog, timer 5 of the first unit (value at 0x50, control at 0x58), is set to 9 ticks and not
/// served.
fn unserved() -> Vec<u32> {
    let store = |value: u32, at: u32| {
        let (value, at) = (tiny::set(value, tiny::G2), tiny::set(at, tiny::G1));
        [&value[..], &at, &[tiny::st(tiny::G2, tiny::G1)]].concat()
    };
    // EN and IE of its control register.
    let code = [store(9, 0xff90_8050), store(0b1001, 0xff90_8058), spin()];
    code.concat()
}

/// Each kind of outcome once (docs/user/reference/report.md, "Outcome"; docs/user/reference/command-line.md, "Exit
/// codes").
#[test]
fn every_outcome_has_its_exit_code() {
    let sleep = [vec![tiny::power_down()], spin()].concat();
    let refused = [
        tiny::set(0xe000_0000, tiny::G1).to_vec(),
        vec![tiny::ld(tiny::G1, tiny::G2)],
    ];
    let gr740 = |code: &[u32]| Tiny::new(code);
    let table: [(&str, i32, Tiny, &[&str]); 9] = [
        ("success", 0, gr740(&tiny::exit(0)), &[]),
        ("failure", 1, gr740(&tiny::exit(3)), &[]),
        (
            "crash",
            4,
            gr740(&[tiny::traps_off(), vec![0]].concat()),
            &[],
        ),
        ("strict", 4, gr740(&refused.concat()), &["--strict"]),
        ("watchdog_reset", 4, gr740(&unserved()), &[]),
        ("budget", 5, gr740(&spin()), &["--until", "10us"]),
        ("nothing_left", 5, gr740(&sleep), &[]),
        ("timeout", 5, gr740(&spin()), &["--timeout", "0.2"]),
        ("interrupted", 130, gr740(&spin()), &["INT"]),
    ];
    let mut seen = BTreeSet::new();
    for (kind, code, tiny, more) in table {
        let (dir, path) = file(&tiny.bytes());
        let to = dir.path().join("report.json");
        let words = ["run", text(&path), "--board", BOARD, "--report", text(&to)];
        let (got, err) = match more {
            ["INT"] => stopped(&words, "INT"),
            _ => {
                let said = say(&[&words[..], more].concat());
                (said.code, said.err)
            }
        };
        assert_eq!(got, Some(code), "{kind}: {err}");
        let report = json(&to);
        assert_eq!(report["outcome"]["kind"], kind, "{err}");
        let detail = report["outcome"]["detail"].as_str().expect("a sentence");
        // Said once, and on a line of its own.
        let said = err.lines().filter(|l| l.contains(detail)).count();
        assert_eq!(said, usize::from(code != 0), "{kind}: {err}");
        seen.insert(kind.to_owned());
    }
    let schema = fs::read_to_string(root().join("docs/user/reference/report.schema.json"))
        .expect("a schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let all = schema["$defs"]["OutcomeKind"]["oneOf"].as_array();
    let all: BTreeSet<String> = (all.expect("a list").iter())
        .filter_map(|kind| Some(kind["const"].as_str()?.to_owned()))
        .collect();
    assert_eq!(seen, all);
}

/// Exit code and messages of a run that a signal stops once it listens to it.
fn stopped(words: &[&str], signal: &str) -> (Option<i32>, String) {
    let child = spawn(words);
    until("the run listens", || listens(&child));
    kill(&child, signal);
    wait(child)
}

fn kill(child: &std::process::Child, signal: &str) {
    let line = format!("kill -{signal} {}", child.id());
    let sent = Command::new("sh").args(["-c", &line]).status();
    assert!(sent.is_ok_and(|s| s.success()));
}

/// Whoever started the tests ignores SIGHUP (`SigIgn` of proc(5): bit 0 is signal 1).
fn hangup_is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|l| l.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|m| u64::from_str_radix(m.trim(), 16).ok());
    mask.is_some_and(|m| m & 1 != 0)
}

/// SIGTERM and SIGHUP end a run as Ctrl-C does, with everything that it has kept.
#[test]
fn signals_end_a_run_in_good_order() {
    for (signal, code, detail) in [
        ("INT", 130, "stopped by the user"),
        ("TERM", 143, "stopped by SIGTERM"),
        ("HUP", 129, "stopped by SIGHUP"),
    ] {
        // Under `nohup` the tests, and what they start, ignore it.
        if signal == "HUP" && hangup_is_ignored() {
            skipped("SIGHUP is ignored here");
            continue;
        }
        let (dir, path) = image(&spin());
        let (to, snap) = (dir.path().join("out"), dir.path().join("snap"));
        let words = [
            "run",
            text(&path),
            "--board",
            BOARD,
            "--quiet",
            "--trace",
            "ctf",
        ];
        let out = ["--out", text(&to), "--save", text(&snap)];
        let (got, err) = stopped(&[&words[..], &out].concat(), signal);
        assert_eq!(got, Some(code), "{signal}: {err}");
        holds(&err, &[detail, "core 0 was at 0x0000100"]);
        assert!(to.join("console.txt").exists() && snap.exists());
        let report = json(&to.join("report.json"));
        assert_eq!(report["outcome"]["kind"], "interrupted");
        assert!(report["time"]["ticks"].as_u64() > Some(0));
        let check = say(&["trace", "check", text(&to.join("ctf"))]);
        assert_eq!(check.code, Some(0), "{}", check.err);
    }
}

/// Under `nohup` a run goes on when its terminal is gone.
#[test]
fn an_ignored_hangup_stays_ignored() {
    let (_dir, path) = image(&spin());
    let line = format!(
        "trap '' HUP; exec {} \"$@\"",
        env!("CARGO_BIN_EXE_trueboard")
    );
    let mut c = Command::new("sh");
    c.args(["-c", &line, "sh", "run"])
        .arg(&path)
        .args(["--board", BOARD, "-q"]);
    let child = c
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    until("the run listens", || listens(&child));
    kill(&child, "HUP");
    kill(&child, "TERM");
    assert_eq!(wait(child).0, Some(143));
}

#[test]
fn times_of_the_host() {
    for wrong in ["soon", "0", "-1", "1e400", "nan"] {
        let said = run(&prebuilt("hello"), &[&format!("--timeout={wrong}")]);
        refused(&said, 2, &["--timeout", wrong, "seconds"]);
    }
    let said = run(&prebuilt("hello"), &["-q", "--timeout", "3600"]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    // A debugger that never comes.
    let said = run(
        &prebuilt("hello"),
        &["-q", "--timeout", "0.2", "--gdb", "127.0.0.1:0"],
    );
    assert_eq!(said.code, Some(5), "{}", said.err);
    holds(&said.err, &["--timeout"]);
}

/// A loop of a host's script that nothing slows down.
#[test]
fn a_script_in_which_no_time_passes() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let script = dir.path().join("s.ron");
    let steps = "(title: \"x\", steps: [repeat(times: 4000000000, steps: [])])";
    fs::write(&script, steps).expect("a script");
    let said = say(&[
        "run",
        "--board",
        "parallella",
        "--host",
        text(&script),
        "-q",
    ]);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(
        &said.err,
        &["the host's script", "no time passes", "the last in step"],
    );
}

/// A description that would be written out four thousand million times.
#[test]
fn a_workload_that_unfolds_without_end() {
    let each = |name: &str, body: &str| {
        format!("Each(name: \"{name}\", from: 0, to: 255, body: [{body}])")
    };
    for inner in ["Compute(1)", ""] {
        let body = ["d", "c", "b", "a"]
            .iter()
            .fold(inner.to_owned(), |b, n| each(n, &b));
        let workload = format!(
            r#"Workload(name: "x", queues: {{}}, heaps: {{}}, functions: {{"main": [{body}]}},
               cores: {{"arm": (tasks: [(name: "main", priority: 2, runs: "main")])}})"#
        );
        let dir = tempfile::tempdir().expect("a temporary directory");
        let path = dir.path().join("w.ron");
        fs::write(&path, workload).expect("a workload");
        let said = say(&["run", "--board", "keystone2", "--workload", text(&path)]);
        assert_eq!(said.code, Some(3), "{}", said.err);
        holds(
            &said.err,
            &[
                "1 problem",
                "functions.main",
                "more than 100000 copies in all",
            ],
        );
    }
}

/// Free code that waits for a device, which needs time to be ready.
#[test]
fn free_code_that_waits_for_time() {
    let hello = root().join("firmware/prebuilt/tc275/hello.elf");
    let words = [
        "run",
        text(&hello),
        "--board",
        "tc275",
        "-q",
        "--free",
        "printf",
    ];
    let said = say(&words);
    assert_eq!(said.code, Some(4), "{}", said.err);
    holds(
        &said.err,
        &["free code waits at 0x", "only passing time can bring"],
    );
}

/// A debugger that is suddenly gone: the run goes on, or ends, as was asked for.
#[test]
fn a_debugger_that_is_lost() {
    let (_dir, path) = image(&spin());
    for (what, code, part) in [
        ("end", 130, "the run ends (--gdb-lost end)"),
        ("go-on", 5, "going on without"),
    ] {
        let words = ["run", text(&path), "--board", BOARD, "-q", "--until", "1ms"];
        let gdb = ["--gdb", "127.0.0.1:0", "--gdb-lost", what];
        let mut child = spawn(&[&words[..], &gdb].concat());
        let err = child.stderr.as_mut().expect("standard error");
        let mut line = String::new();
        std::io::BufRead::read_line(&mut std::io::BufReader::with_capacity(1, err), &mut line)
            .expect("a line");
        let address = line.split_whitespace().last().expect("an address");
        drop(std::net::TcpStream::connect(address).expect("a connection"));
        let (got, err) = wait(child);
        assert_eq!(got, Some(code), "{what}: {err}");
        holds(&err, &["gdb: the connection is lost", part]);
    }
}

/// What a command line or its files are wrong about never looks like an outcome.
#[test]
fn mistakes_have_codes_of_their_own() {
    if !Path::new("/dev/full").exists() {
        return skipped("there is no /dev/full");
    }
    let table: [(i32, Said); 4] = [
        (2, say(&["run", "--bored"])),
        (2, run(&prebuilt("hello"), &["--until", "soon"])),
        (3, run(Path::new("/no/such.elf"), &[])),
        (
            3,
            run(&prebuilt("hello"), &["-q", "--console", "/dev/full"]),
        ),
    ];
    for (code, said) in table {
        assert_eq!(said.code, Some(code), "{}", said.err);
    }
}
