//! `trueboard sweep`.

use conformance::asm;
use conformance::tiny::{CODE, Tiny};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

fn firmware(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let root = root.canonicalize().expect("the source tree");
    root.join("firmware").join(name).display().to_string()
}

/// Runs a sweep of this text in a folder; answers exit code, standard output and standard error.
fn sweep(dir: &Path, text: &str, options: &[&str]) -> (i32, String, String) {
    let spec = dir.join("spec.ron");
    std::fs::write(&spec, text).expect("it can be written");
    let ran = command(&spec, options).output().expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        ran.status.code().unwrap_or(-1),
        text(&ran.stdout),
        text(&ran.stderr),
    )
}

fn command(spec: &Path, options: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_trueboard"));
    c.arg("sweep").arg(spec).args(options);
    c
}

/// Two images, cores and inputs, regions between marks.
fn two_axes() -> String {
    format!(
        r#"(
    board: "gr740",
    images: ["{}", "{}"],
    cores: [1, 2, 4],
    inputs: [
        (name: "i1", set: ["devices.bootstrap.params.bootstrap=1"]),
        (name: "i2", set: ["devices.bootstrap.params.bootstrap=2"]),
    ],
    skip: [{{"input": "i2", "cores": "4"}}],
    regions: marks,
    meters: ["cpu0.instructions"],
)"#,
        firmware("prebuilt/gr740/raytrace.elf"),
        firmware("prebuilt/gr740/loops.elf"),
    )
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(dir).expect("the folder");
    let entries = entries.map(|e| e.expect("an entry"));
    let file = |e: std::fs::DirEntry| {
        let bytes = std::fs::read(e.path()).expect("a file");
        (e.file_name().to_string_lossy().into_owned(), bytes)
    };
    entries.map(file).collect()
}

/// Loaders of PaScaL's files look in each run for what the file says that its runs have: values, and groups by region,
/// of which those of energy begin with `rapl`.
fn described(pascal: &serde_json::Value) {
    let descriptor = &pascal["config"]["data_descriptor"];
    let values = descriptor["values"].as_array().expect("names");
    let groups = descriptor["extras"].as_object().expect("groups");
    let energies = |name: &&String| name.starts_with("rapl");
    assert_eq!(groups.keys().filter(energies).count(), 1, "{groups:?}");
    let runs = pascal["data"].as_object().expect("runs");
    assert!(!runs.is_empty());
    for (key, run) in runs {
        for value in values {
            let name = value.as_str().expect("a name");
            assert!(run[name].is_f64(), "{key}: {name}");
        }
        let whole = run["rapl-board"].as_f64().expect("joules");
        let regions = run["regions"].as_object().expect("regions");
        for name in groups.keys() {
            let group = run[name].as_object().expect(name);
            assert!(group.keys().eq(regions.keys()), "{key}: {name}");
        }
        for energy in run["raplboard-0"].as_object().expect("regions").values() {
            let energy = energy.as_f64().expect("joules");
            assert!(energy > 0.0 && energy < whole, "{key}: {energy}");
        }
    }
}

#[test]
fn any_number_of_threads_and_kills_give_the_same_files() {
    let dir = tempfile::tempdir().unwrap();
    let text = two_axes();
    let out = |name: &str| dir.path().join(name).display().to_string();
    let (code, shown, said) = sweep(dir.path(), &text, &["--out", &out("one"), "--jobs", "1"]);
    assert_eq!(code, 0, "{said}");
    let (code, again, _) = sweep(dir.path(), &text, &["--out", &out("two"), "--jobs", "2"]);
    assert_eq!((code, &again), (0, &shown));
    let one = files(&dir.path().join("one"));
    assert!(one == files(&dir.path().join("two")), "threads show");
    assert!(one.contains_key("loops-1-efficiency.svg"));
    described(&serde_json::from_slice(&one["pascal-loops.json"]).expect("JSON"));
    // Killed at several moments, and at last left in peace.
    let spec = dir.path().join("spec.ron");
    for milliseconds in [20, 60, 120, 200, 350] {
        let mut child = command(&spec, &["--out", &out("killed")]);
        let child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut child = child.expect("it starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
    }
    let (code, again, _) = sweep(dir.path(), &text, &["--out", &out("killed")]);
    assert_eq!((code, &again), (0, &shown));
    assert!(one == files(&dir.path().join("killed")), "kills show");
    // A torn line, as a kill in the middle of a write leaves it.
    let runs = dir.path().join("killed/runs.jsonl");
    let bytes = std::fs::read(&runs).unwrap();
    std::fs::write(&runs, &bytes[..bytes.len() / 2]).unwrap();
    sweep(dir.path(), &text, &["--out", &out("killed")]);
    assert!(
        one == files(&dir.path().join("killed")),
        "a torn line shows"
    );
}

/// Runs `trueboard sweep` with these words in a folder; answers exit code, standard output and standard error.
fn words(dir: &Path, words: &[&str]) -> (i32, String, String) {
    let mut c = Command::new(env!("CARGO_BIN_EXE_trueboard"));
    let ran = c.current_dir(dir).arg("sweep").args(words).output();
    let ran = ran.expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        ran.status.code().unwrap_or(-1),
        text(&ran.stdout),
        text(&ran.stderr),
    )
}

#[test]
fn options_say_what_a_specification_says() {
    let dir = tempfile::tempdir().unwrap();
    let image = firmware("prebuilt/gr740/loops.elf");
    let text = format!(
        r#"(
    board: "gr740", images: ["{image}"], cores: [1, 2], regions: marks,
    axes: [(name: "clock", values: [(name: "125MHz", set: ["clocks.cpu=125MHz"]), (name: "250MHz")])],
    inputs: [
        (name: "1/4", set: ["devices.bootstrap.params.bootstrap=1"], poke: ["omp_wait_policy=4"]),
        (name: "2/5", set: ["devices.bootstrap.params.bootstrap=2"], poke: ["omp_wait_policy=5"]),
    ],
    skip: [{{"input": "2/5", "cores": "1"}}],
    meters: ["cpu0.instructions"], until: "2s",
)"#
    );
    let out = dir.path().join("spec").display().to_string();
    let (code, shown, said) = sweep(dir.path(), &text, &["--out", &out]);
    assert_eq!(code, 0, "{said}");
    let options = [
        "-c",
        "1-2",
        "-t",
        "man",
        "-f",
        "125MHz,250MHz",
        "--ipts",
        "devices.bootstrap.params.bootstrap=1,2",
        "--inputs",
        "omp_wait_policy=4,5",
        "--skip",
        "input=2/5,cores=1",
        "--meter",
        "cpu0.instructions",
        "--until",
        "2s",
        "--board",
        "gr740",
    ];
    let all: Vec<&str> = [image.as_str()].into_iter().chain(options).collect();
    let (code, again, said) = words(dir.path(), &[&all[..], &["-o", "options"]].concat());
    assert_eq!((code, said.as_str()), (0, ""));
    assert_eq!(again, shown);
    // The clock that is as the board file has it is set all the same, which is another key and no other result.
    let kept = |name: &str| {
        let mut files = files(&dir.path().join(name));
        files.remove("runs.jsonl");
        files
    };
    assert!(kept("spec") == kept("options"), "files differ");
    assert_eq!(
        kept("options").get("sweep.csv").map(|csv| {
            String::from_utf8_lossy(csv)
                .lines()
                .filter(|l| l.contains("(run)"))
                .count()
        }),
        Some(6)
    );
    // One run stands for all repetitions.
    let few = [
        &image, "--board", "gr740", "-c", "2", "-t", "none", "-r", "3", "--json",
    ];
    let (code, shown, said) = words(dir.path(), &few);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("one of each combination stands for all"),
        "{said}"
    );
    let all: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(all["runs"].as_array().map(Vec::len), Some(1));
    assert_eq!(all["runs"][0]["result"]["regions"], serde_json::json!([]));
}

#[test]
fn options_that_cannot_be_meant_are_said() {
    let dir = tempfile::tempdir().unwrap();
    let image = firmware("prebuilt/gr740/hello.elf");
    std::fs::write(
        dir.path().join("spec.ron"),
        format!("(board: \"gr740\", images: [\"{image}\"])"),
    )
    .unwrap();
    let said = |options: &[&str], code: i32, cause: &str| {
        let (ended, shown, said) = words(dir.path(), options);
        assert_eq!((ended, shown.as_str()), (code, ""), "{said}");
        assert!(said.contains(cause), "{said}");
    };
    said(
        &["spec.ron", "-c", "2"],
        2,
        "--core-counts: is for images; what spec.ron does not say is to be written there",
    );
    said(
        &["spec.ron", &image],
        2,
        "hello.elf: is beside a specification",
    );
    let on = |more: &[&'static str], code: i32, cause: &str| {
        let mut all = vec![image.as_str(), "--board", "gr740"];
        all.extend(more);
        said(&all, code, cause);
    };
    on(
        &["-c", "1,x"],
        2,
        "--core-counts 1,x: must be numbers from 1 to 64",
    );
    on(
        &["-c", "17"],
        3,
        "sweep: image=hello cores=17: --set cores.cpu.count=17: ",
    );
    on(
        &["-f", "sdam=1MHz,2MHz"],
        3,
        "sweep: image=hello sdam=1MHz: ",
    );
    on(
        &["--ipts", "nothing=1,2"],
        3,
        "--poke nothing=1: no image has such a variable",
    );
    on(&["--ipts", "stdin=a.txt"], 3, "a.txt: ");
    on(
        &["--ipts", "rows=1,2", "--ipts", "columns=1"],
        2,
        "has 1 values where another list",
    );
    on(&["-r", "0"], 2, "--repetitions 0: must be 1 or more");
    on(&["--skip", "core=1"], 3, "skip: there is no axis `core`");
    said(&["nowhere.elf"], 3, "nowhere.elf: cannot be read: ");
}

/// A program that waits as long as the first byte of the console says.
const WAITS: &str = " set 0xff900000, %g1\n mov 3, %g3\n st %g3, [ %g1 + 8 ]\n\
    ready: ld [ %g1 + 4 ], %g2\n andcc %g2, 1, %g0\n be ready\n nop\n ld [ %g1 ], %g2\n\
    again: subcc %g2, 1, %g2\n bne again\n nop";

#[test]
fn an_input_is_a_file_for_the_console() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [("short.txt", "\u{1}"), ("long.txt", "~")] {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let image = marks(dir.path(), WAITS);
    let (code, shown, said) = words(
        dir.path(),
        &[
            &image,
            "--board",
            "gr740",
            "--ipts",
            "stdin=short.txt,long.txt",
            "-t",
            "none",
            "--json",
        ],
    );
    assert_eq!((code, said.as_str()), (0, ""));
    let all: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let cycles = |run: usize| all["runs"][run]["result"]["cycles"].as_u64().unwrap();
    assert_eq!(all["runs"][1]["point"]["input"], "long");
    assert!(cycles(1) > cycles(0) + 300, "{shown}");
    // A specification says so too.
    let text =
        format!("(board: \"gr740\", images: [\"{image}\"], regions: none, stdin: \"long.txt\")");
    let (code, shown, said) = sweep(dir.path(), &text, &["--json"]);
    assert_eq!(code, 0, "{said}");
    let one: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(one["runs"][0]["result"]["cycles"].as_u64(), Some(cycles(1)));
}

#[test]
fn regions_and_gaps_make_up_the_run() {
    let dir = tempfile::tempdir().unwrap();
    for regions in ["marks", "automatic"] {
        let text = two_axes().replace("regions: marks", &format!("regions: {regions}"));
        let (code, shown, said) = sweep(dir.path(), &text, &["--json"]);
        assert_eq!(code, 0, "{said}");
        let all: serde_json::Value = serde_json::from_str(&shown).unwrap();
        let runs = all["runs"].as_array().unwrap();
        assert_eq!(runs.len(), 10);
        for run in runs {
            let r = &run["result"];
            let of = |v: &serde_json::Value, what: &str| v[what].as_f64().unwrap();
            // Outermost regions: of marks those without a point, of forks all.
            let outer = r["regions"].as_array().unwrap().iter();
            let outer = outer
                .filter(|g| regions == "automatic" || !g["name"].as_str().unwrap().contains('.'));
            let outer: Vec<_> = outer.chain([&r["gaps"]]).collect();
            let sum = |what: &str| outer.iter().map(|g| of(g, what)).sum::<f64>();
            assert_eq!(sum("ticks"), of(r, "ticks"));
            assert_eq!(sum("cycles"), of(r, "cycles"));
            assert!(
                (sum("energy_uj") / of(r, "energy_uj") - 1.0).abs() < 1e-9,
                "{run}"
            );
        }
    }
}

/// Fork and join of POSIX threads are found without marks, by the names of the threads' functions, whether another core
/// runs them or the one that waits.
#[test]
fn threads_make_regions() {
    let dir = tempfile::tempdir().unwrap();
    let image = firmware("prebuilt/gr740/pthreads.elf");
    let text =
        format!("(board: \"gr740\", images: [\"{image}\"], cores: [1, 4], regions: automatic)");
    let (code, shown, said) = sweep(dir.path(), &text, &["--json"]);
    assert_eq!(code, 0, "{said}");
    let all: serde_json::Value = serde_json::from_str(&shown).unwrap();
    let runs = all["runs"].as_array().unwrap();
    let mut ticks = Vec::new();
    for (run, executions) in runs.iter().zip([1, 4]) {
        let regions = run["result"]["regions"].as_array().unwrap();
        let names: Vec<_> = regions
            .iter()
            .map(|r| r["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["find_longest", "sum_up"], "{run}");
        assert!(
            regions.iter().all(|r| r["executions"] == executions),
            "{run}"
        );
        ticks.push(regions[0]["ticks"].as_f64().unwrap());
    }
    let efficiency = ticks[0] / ticks[1] / 4.0;
    assert!((0.9..1.01).contains(&efficiency), "{efficiency}");
}

#[test]
fn what_cannot_be_run_is_said_before_anything_runs() {
    let dir = tempfile::tempdir().unwrap();
    let image = firmware("prebuilt/gr740/hello.elf");
    let said = |rest: &str| {
        let text = format!("(board: \"gr740\", images: [\"{image}\"], {rest})");
        let (code, shown, said) = sweep(dir.path(), &text, &[]);
        assert_eq!(
            (code, shown.as_str(), said.lines().count()),
            (3, "", 1),
            "{said}"
        );
        said
    };
    let has = |rest: &str, cause: &str| {
        let said = said(rest);
        assert!(said.contains(cause), "{said}");
    };
    has(
        "cores: [1, 17]",
        "image=hello cores=17: --set cores.cpu.count=17: ",
    );
    has(
        "cores: [1, 17]",
        "; change the value, or leave the combination out by `skip`",
    );
    has(
        "poke: [\"nothing=1\"]",
        "--poke nothing=1: no image has such a variable",
    );
    has("poke: [\"main=1\"]", "`main` is a function");
    has("poke: [\"nothing\"]", "must be SYMBOL=VALUE");
    has(
        "set: [\"cores.gpu.count=1\"]",
        "cores has no `gpu` (did you mean `cpu`?)",
    );
    has("coers: [1]", "Unexpected field named `coers`");
    has(
        "cores: [1], skip: [{\"core\": \"1\"}]",
        "skip: there is no axis `core`",
    );
    has("cores: [1, 1]", "axis `cores` has the value `1` twice");
    has("regions: marks", "no function analyzer_start");
    // What meters there are is known once a run has ended.
    let text = format!("(board: \"gr740\", images: [\"{image}\"], meters: [\"cpu0.cycels\"])");
    let (code, _, said) = sweep(dir.path(), &text, &[]);
    assert_eq!(code, 3);
    assert!(
        said.contains("meter `cpu0.cycels`: the run has none of this name"),
        "{said}"
    );
    let (code, _, said) = sweep(dir.path(), "(board: \"gr740\", images: [])", &[]);
    assert_eq!(code, 3);
    assert!(said.contains("`images` is empty"), "{said}");
}

/// An image whose main calls `body`, with functions for marks that do nothing.
fn marks(dir: &Path, body: &str) -> String {
    let text = format!(
        "start: nop\n{body}\n set 0xe8000000, %g1\n st %g0, [ %g1 ]\n here: ba here\n nop\n\
         begin: retl\n nop\n finish: retl\n nop\n end: nop"
    );
    let program = asm::assemble(CODE, &text);
    let mut image = Tiny::new(&program.words);
    image.functions.retain(|f| f.0 != "start");
    let at = |name: &str| program.label(name);
    let size = |from: &str, to: &str| at(to) - at(from);
    image.functions.extend([
        ("main".to_owned(), at("start"), size("start", "begin")),
        (
            "analyzer_start".to_owned(),
            at("begin"),
            size("begin", "finish"),
        ),
        (
            "analyzer_stop".to_owned(),
            at("finish"),
            size("finish", "end"),
        ),
    ]);
    image.write(dir, "marks").display().to_string()
}

#[test]
fn marks_that_do_not_match_are_said_and_results_kept() {
    let dir = tempfile::tempdir().unwrap();
    let run = |body: &str| {
        let image = marks(dir.path(), body);
        let text = format!("(board: \"gr740\", images: [\"{image}\"], regions: marks)");
        sweep(dir.path(), &text, &["--json"])
    };
    let start = |n: u32| format!(" call begin\n mov {n}, %o0\n");
    let stop = |n: u32| format!(" call finish\n mov {n}, %o0\n");
    let names = |shown: &str| {
        let all: serde_json::Value = serde_json::from_str(shown).unwrap();
        let regions = all["runs"][0]["result"]["regions"]
            .as_array()
            .unwrap()
            .clone();
        let name =
            |r: &serde_json::Value| format!("{} {}", r["name"].as_str().unwrap(), r["executions"]);
        regions.iter().map(name).collect::<Vec<_>>()
    };
    let (code, shown, said) = run(&[start(3), start(4), stop(4), stop(3)].concat());
    assert_eq!((code, said.as_str()), (0, ""));
    assert_eq!(names(&shown), ["3 1", "3.4 1"]);
    // Recursion counts once, by its outermost level.
    let (code, shown, said) = run(&[start(3), start(3), stop(3), stop(3)].concat());
    assert_eq!((code, said.as_str()), (0, ""));
    assert_eq!(names(&shown), ["3 1"]);
    let (code, shown, said) = run(&[start(3), start(4), stop(4)].concat());
    assert_eq!(code, 1);
    assert!(
        said.contains("image=marks: region 3 of core 0 never closes"),
        "{said}"
    );
    assert_eq!(names(&shown), ["3 1", "3.4 1"]);
    let (code, _, said) = run(&stop(5));
    assert_eq!(code, 1);
    assert!(
        said.contains("stops region 5") && said.contains("without having started it"),
        "{said}"
    );
    let (code, _, said) = run(&[start(3), start(4), stop(3)].concat());
    assert_eq!(code, 1);
    assert!(
        said.contains("stops region 3 while region 4 within it is open"),
        "{said}"
    );
}

#[test]
fn a_value_reaches_the_program() {
    let dir = tempfile::tempdir().unwrap();
    let report = dir.path().join("report.json");
    let loops = |poke: &str| {
        let mut c = Command::new(env!("CARGO_BIN_EXE_trueboard"));
        c.args([
            "run",
            &firmware("prebuilt/gr740/loops.elf"),
            "--board",
            "gr740",
            "-q",
        ]);
        c.args([
            "--until",
            "1",
            "--dump",
            "omp_wait_policy",
            "--dump",
            "failed",
        ]);
        let ran = c
            .args(["--poke", poke, "--report"])
            .arg(&report)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        let text = std::fs::read_to_string(&report).unwrap_or_default();
        std::fs::remove_file(&report).ok();
        (said, text)
    };
    assert!(
        loops("omp_wait_policy=0x12345678")
            .1
            .contains("\"omp_wait_policy\": \"12345678\"")
    );
    assert!(
        loops("omp_wait_policy=-2")
            .1
            .contains("\"omp_wait_policy\": \"fffffffe\"")
    );
    let said = loops("omp_wait_policy=0x100000000").0;
    assert!(
        said.contains("has 32 bits: -2147483648 to 4294967295"),
        "{said}"
    );
    let said = loops("failed=1").0;
    assert!(
        said.contains("the image brings no value for `failed` (.bss)"),
        "{said}"
    );
    let said = loops("analyzer_records=1").0;
    assert!(said.contains("is no number (1536 bytes)"), "{said}");
}

/// The same program on the same cores: what is known of it does not depend on which other runs are there.
#[test]
fn no_run_is_taken_for_perfect() {
    let loops = firmware("prebuilt/gr740/loops.elf");
    let rows = |cores: &str| {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let asked = [
            loops.as_str(),
            "--board",
            "gr740",
            "-c",
            cores,
            "-t",
            "none",
        ];
        let (code, out, err) = words(dir.path(), &asked);
        assert_eq!(code, 0, "{err}");
        out
    };
    // The row of the run in the table of this title.
    let row = |text: &str, title: &str| -> Vec<f64> {
        let table = text
            .split(title)
            .nth(1)
            .unwrap_or_else(|| panic!("{title}: {text}"));
        let row = table
            .lines()
            .find(|l| l.starts_with("(run)"))
            .expect("a row");
        let numbers = row.split_whitespace().skip(1);
        numbers.map(|n| n.parse().expect("a number")).collect()
    };
    let close = |found: &[f64], right: &[f64]| {
        let near = found.iter().zip(right).all(|(a, b)| (a - b).abs() < 2e-3);
        assert!(near && found.len() == right.len(), "{found:?} {right:?}");
    };
    let with = rows("1,2,4");
    let [one, two, four] = row(&with, "time in ms by")[..] else {
        panic!("{with}");
    };
    close(
        &row(&with, "speed-up by"),
        &[1.0, 1.0, one / two, one / four],
    );
    close(
        &row(&with, "efficiency by"),
        &[1.0, 1.0, one / two / 2.0, one / four / 4.0],
    );
    let without = rows("2,4");
    assert!(!without.contains("efficiency by"), "{without}");
    close(&row(&without, "speed-up by"), &[2.0, 1.0, two / four]);
    for part in ["no efficiency", "add 1 to the numbers of cores"] {
        assert!(without.contains(part), "{part}: {without}");
    }
}

/// Cores that a program does not use make its efficiency; the table says so, as `run` does.
#[test]
fn warnings_of_runs_reach_the_tables() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let hello = firmware("prebuilt/gr740/hello.elf");
    let out = dir.path().join("out");
    let asked = [
        hello.as_str(),
        "--board",
        "gr740",
        "-c",
        "1,3",
        "-t",
        "none",
    ];
    let asked = [&asked[..], &["--out", out.to_str().expect("UTF-8")]].concat();
    let (code, text, err) = words(dir.path(), &asked);
    assert_eq!(code, 0, "{err}");
    let warned = "hello: warning: cores 3: the run used 1 of 3 cores; never started: cpu1, cpu2";
    assert!(text.contains(warned), "{text}");
    assert!(!text.contains("warning: cores 1:"), "{text}");
    let kept = |name: &str| std::fs::read_to_string(out.join(name)).expect("a file");
    assert!(kept("tables.txt").contains(warned));
    assert!(kept("hello-run-speedup.svg").contains("over 1 core (warnings: cores 3)"));
    let (_, json, _) = words(dir.path(), &[&asked[..], &["--json"]].concat());
    assert!(json.contains("the run used 1 of 3 cores"), "{json}");
}
