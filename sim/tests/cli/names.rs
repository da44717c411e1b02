//! Names and numbers that select something: each option of each command is given one that nothing has. It is refused with
//! the documented exit code (docs/user/reference/command-line.md, "Names"), one line, and what may have been meant.

use crate::common::{holds, say};
use conformance::prebuilt;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tempfile::TempDir;

/// Exit code of a name that is on a list of the program's own.
const LIST: i32 = 2;
/// Exit code of a name that a board, an image, a run, a trace or a file would have to have.
const INPUT: i32 = 3;

/// A command line whose last word selects nothing, by the option before it; the exit code; what is proposed.
/// `{hello}` is an image, `{run}` the folder of a run of it, `{ctf}` its trace, `{spec}` a specification of tests,
/// `{expect}` a list of expectations, `{words}` one of a sweep.
type Case = (&'static str, i32, &'static str);

/// Of the board that has no other name for it.
const BOARD: &str = "did you mean `gr740`?";
/// Of an image: a function.
const MAIN: &str = "did you mean `main`?";
const CORES: &str = "gr740 has no core 9; its cores are 0 to 3";
const COUNT: &str = "did you mean `count`?";
const CYCLES: &str = "did you mean `cpu0.cycles`?";
const SYMBOL: &str = "did you mean `mailboxes`?";

const CASES: &[Case] = &[
    ("boards GR740", INPUT, BOARD),
    ("events gr470", INPUT, BOARD),
    ("power gr470", INPUT, BOARD),
    ("new gr470 {new}", LIST, BOARD),
    ("doctor gr470", LIST, BOARD),
    (
        "doctor --get tircore",
        LIST,
        "possible values: sparc, tricore, epiphany",
    ),
    (
        "completions zhs",
        LIST,
        "possible values: bash, elvish, fish, powershell, zsh",
    ),
    (
        "asm {hello} --isa sprac",
        LIST,
        "possible values: sparc, tricore, epiphany",
    ),
    ("proflie", LIST, "did you mean `profile`?"),
    ("run {hello} --board gr740.run", INPUT, "no board is called"),
    (
        "run --board keystone2 --workload sobell",
        INPUT,
        "did you mean `sobel`?",
    ),
    (
        "run {hello} --board gr740 --trace ctv={new}",
        LIST,
        "did you mean `ctf`?",
    ),
    (
        "run {hello} --board gr740 --trace ctf={new} --events cals",
        LIST,
        "did you mean `calls`?",
    ),
    ("run {hello} --board gr740 --free mian", INPUT, MAIN),
    ("run {hello} --board gr740 --fast-until mian", INPUT, MAIN),
    ("run {hello} --board gr740 --region mian*", INPUT, MAIN),
    (
        "run {hello} --board gr740 --region main..exti",
        INPUT,
        "did you mean `exit`?",
    ),
    (
        "run {hello} --board gr740 --check=rases",
        LIST,
        "did you mean `races`?",
    ),
    ("run {hello} --board gr740 --dump mailboxs", INPUT, SYMBOL),
    (
        "run {hello} --board gr740 --serial uart9={new}",
        INPUT,
        "did you mean `uart0`?",
    ),
    (
        "run {hello} --board gr740 --log insns={new} --log-functions mian",
        INPUT,
        MAIN,
    ),
    (
        "run {hello} --board gr740 --log insns={new} --log-cores 9",
        INPUT,
        CORES,
    ),
    (
        "run {hello} --board gr740 --log insns={new} --log-without registres",
        LIST,
        "registers",
    ),
    (
        "run {hello} --board gr740 --log insn={new}",
        LIST,
        "must be insns=FILE",
    ),
    (
        "run {hello} --board gr740 --gdb unix:{new} --gdb-cores loen",
        INPUT,
        "did you mean `leon`?",
    ),
    (
        "run {hello} --board gr740 --gdb-lost edn",
        LIST,
        "possible values: go-on, end",
    ),
    (
        "run {hello} --board gr740 --translate hto",
        LIST,
        "possible values: never, hot, once",
    ),
    (
        "compare {hello} --board gr740 --against epapi-tesis",
        INPUT,
        "did you mean `epapi-thesis`?",
    ),
    (
        "compare {run} --against {run} --bound cpu0.cycels=1%",
        INPUT,
        CYCLES,
    ),
    (
        "compare {hello} --board gr740 --expect {expect}",
        INPUT,
        "did you mean `mailboxes`?",
    ),
    ("compare {run} --by-reader mian", INPUT, MAIN),
    ("compare {hello} --board gr740 --probe mian", INPUT, MAIN),
    (
        "compare {hello} --board gr740 --probe main --probe exti",
        INPUT,
        "did you mean `exit`?",
    ),
    (
        "compare {hello} --board gr740 --probe main --free exti",
        INPUT,
        "did you mean `exit`?",
    ),
    (
        "compare {hello} --board gr740 --probe main --replay --hand-out exti",
        INPUT,
        "did you mean `exit`?",
    ),
    ("profile {hello} --board gr740 --function mian", INPUT, MAIN),
    ("profile {run} --function mian", INPUT, MAIN),
    (
        "profile {hello} --board gr740 --real-time --function mian",
        INPUT,
        MAIN,
    ),
    (
        "profile {hello} --board gr740 --by line --function mian",
        INPUT,
        MAIN,
    ),
    ("profile {hello} --board gr740 --core 9", INPUT, CORES),
    ("profile {run} --core 9", INPUT, CORES),
    (
        "profile {hello} --board gr740 --sort call",
        LIST,
        "did you mean `calls`?",
    ),
    (
        "profile {hello} --board gr740 --columns functon",
        LIST,
        "did you mean `function`?",
    ),
    (
        "profile {hello} --board gr740 --format folded --meter cycels",
        INPUT,
        "did you mean `cycles`?",
    ),
    (
        "profile {hello} --board gr740 --format foldet",
        LIST,
        "did you mean `folded`?",
    ),
    (
        "profile {hello} --board gr740 --by lien",
        LIST,
        "did you mean `line`?",
    ),
    ("why {hello} --board gr740 --function mian", INPUT, MAIN),
    ("why {run} --function mian", INPUT, MAIN),
    (
        "why {hello} --board gr740 --late mian",
        INPUT,
        "--late mian: the image has no function of this name (did you mean `main`?)",
    ),
    ("why {hello} --board gr740 --core 9", INPUT, CORES),
    ("why {run} --core 9", INPUT, CORES),
    (
        "why {hello} --board gr740 --function main --by lien",
        LIST,
        "did you mean `line`?",
    ),
    (
        "why {hello} --board gr740 --function main --against {hello} --against-set cores.cpu.coumt=2",
        INPUT,
        COUNT,
    ),
    ("test {spec} --only helo", INPUT, "did you mean `hello`?"),
    (
        "sweep {hello} --board gr740 -c 1 --core-group cpuu",
        INPUT,
        "did you mean `cpu`?",
    ),
    (
        "sweep {hello} --board gr740 -c 1 --clock cqu=100MHz",
        INPUT,
        "did you mean `cpu`?",
    ),
    (
        "sweep {hello} --board gr740 -c 1 --inputs mailboxs=1,2",
        INPUT,
        SYMBOL,
    ),
    (
        "sweep {hello} --board gr740 -c 1 --regions mraks",
        LIST,
        "did you mean `marks`?",
    ),
    (
        "sweep {hello} --board gr740 -c 1 --meter cpu0.cycels",
        INPUT,
        CYCLES,
    ),
    (
        "sweep {hello} --board gr740 -c 1 --skip core=1",
        INPUT,
        "there are: image, cores",
    ),
    (
        "sweep {hello} --board gr740 -c 1 --skip cores=2",
        INPUT,
        "it has: 1",
    ),
    (
        "sweep {hello} --board gr740 -c 1 --engine slum",
        LIST,
        "did you mean `slurm`?",
    ),
    (
        "uncertainty {hello} --board gr740 --meter cpu0.cycels",
        INPUT,
        CYCLES,
    ),
    (
        "uncertainty {hello} --board gr740 --only power.leakag",
        INPUT,
        "no estimated constant is called so",
    ),
    (
        "uncertainty {hello} --board gr740 --estimates gr470",
        INPUT,
        BOARD,
    ),
    (
        "uncertainty {hello} --board gr740 --screening moris",
        LIST,
        "did you mean `morris`?",
    ),
    (
        "mutate {hello} --board gr740 --only l4stat.cval0:reads-0",
        INPUT,
        "no defect is called so",
    ),
    (
        "uncertainty {hello} --board gr740 --only power.* --fast-until mian",
        INPUT,
        MAIN,
    ),
    (
        "mutate {hello} --board gr740 --noticed-by tets",
        LIST,
        "did you mean `tests`?",
    ),
    (
        "inject {hello} --board gr740 --faults registres",
        LIST,
        "did you mean `registers`?",
    ),
    (
        "inject {hello} --board gr740 --faults memory:mailboxs",
        LIST,
        SYMBOL,
    ),
    (
        "inject {hello} --board gr740 --faults registers --expect-memory mailboxs",
        INPUT,
        SYMBOL,
    ),
    (
        "inject {hello} --board gr740 --faults registers --fast-until mian",
        INPUT,
        MAIN,
    ),
    (
        "inject {hello} --board gr740 --faults registers --engine slum",
        LIST,
        "did you mean `slurm`?",
    ),
    ("lab check stridse", INPUT, "did you mean `strides`?"),
    (
        "lab check strides --variant slow",
        INPUT,
        "this lesson has no variants",
    ),
    ("lab check strides --set cores.cpu.coumt=2", INPUT, COUNT),
    (
        "lab check strides --poke by_colums=1",
        INPUT,
        "did you mean `by_columns`?",
    ),
    (
        "lab check first-run --answer cycels=1",
        INPUT,
        "no question of this lesson is called so",
    ),
    ("disasm {hello} --board gr470", INPUT, BOARD),
    ("disasm {hello} --function mian", INPUT, MAIN),
    (
        "disasm {hello} --section .txt",
        INPUT,
        "did you mean `.text`?",
    ),
    ("power {hello} --board gr740 --region mian", INPUT, MAIN),
    (
        "power {hello} --board gr740 --region main --waits exti",
        INPUT,
        "did you mean `exit`?",
    ),
    ("trace cat {ctf} --event cal", INPUT, "did you mean `call`?"),
    (
        "run {hello} --board gr740 --analyse loks",
        LIST,
        "did you mean `locks`?",
    ),
    (
        "trace convert {ctf} --to perfeto --out {new}",
        LIST,
        "did you mean `perfetto`?",
    ),
    (
        "trace convert {ctf} --to perfetto --out {new} --symbols sobell",
        INPUT,
        "did you mean `sobel`?",
    ),
    (
        "trace convert {ctf} --to perfetto --out {new} --symbols stream_bord={hello}",
        INPUT,
        "did you mean `stream_board`?",
    ),
    (
        "sync {ctf} {ctf2} --reference ctv",
        INPUT,
        "did you mean `ctf`?",
    ),
    ("sync {ctf} --clocks trase", LIST, "did you mean `trace`?"),
    ("sync {ctf} --method huls", LIST, "did you mean `hull`?"),
];

/// Options with a value that selects no thing by its name or number: files, times, sizes, amounts, and patterns that may
/// match nothing. `--host`, `--restore` and their like name files, of which the message has the path.
const SELECT_NOTHING: &[&str] = &[
    // Files and folders.
    "--answers",
    "--argued",
    "--check-accept",
    "--check-suppress",
    "--console",
    "--coverage",
    "--firmware-trace",
    "--host",
    "--html",
    "--device-skeleton",
    "--junit",
    "--log-begin",
    "--log-end",
    "--nfs",
    "--out",
    "--page",
    "--prefix",
    "--presets",
    "--replay-input",
    "--report",
    "--restore",
    "--save",
    "--stdin",
    "--summary",
    "--svg",
    "--symbols",
    "--truth",
    "--uncertainty",
    // Times, sizes, amounts, addresses.
    "--against-tolerance",
    "--at",
    "--at-least",
    "--coverage-least",
    "--check-irqs-off",
    "--chunk-seconds",
    "--core-counts",
    "--clock",
    "--count",
    "--every",
    "--fast-warm",
    "--flips",
    "--from",
    "--gdb",
    "--gdb-history",
    "--jobs",
    "--matter",
    "--most-lost",
    "--patience",
    "--period",
    "--predict",
    "--range",
    "--repetitions",
    "--sample",
    "--sample-windows",
    "--samples",
    "--seed",
    "--timeout",
    "--to",
    "--tolerance",
    "--top",
    "--trace-limit",
    "--trajectories",
    "--until",
    "--use",
    "--web",
    "--window-length",
    // Lines of a console may be missing; what is optional as well.
    "--free-optional",
    "--ignore",
    // Events of traces of others: of which there are none, `sync` says what it found instead.
    "--pairs",
];

fn places() -> (TempDir, BTreeMap<&'static str, String>) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let at = |name: &str| dir.path().join(name).display().to_string();
    let hello = prebuilt("hello").display().to_string();
    let (run, spec) = (at("run"), at("spec.ron"));
    let mut words = vec![
        "run", &hello, "--board", "gr740", "-q", "--out", &run, "--trace", "ctf",
    ];
    words.extend(["--profile", "--profile-instructions"]);
    assert_eq!(say(&words).code, Some(0));
    let text = format!("(board: \"gr740\", tests: [(name: \"hello\", image: \"{hello}\")])");
    std::fs::write(&spec, text).expect("it can be written");
    let expect = at("expect.ron");
    let text = r#"[(value: "mailboxs", is: "cycles", of: "main")]"#;
    std::fs::write(&expect, text).expect("it can be written");
    let ctf2 = at("ctf2");
    copy(&Path::new(&run).join("ctf"), Path::new(&ctf2));
    let ctf = format!("{run}/ctf");
    let new = at("new");
    let all = [
        ("hello", hello),
        ("run", run),
        ("ctf", ctf),
        ("ctf2", ctf2),
        ("expect", expect),
        ("spec", spec),
        ("new", new),
    ];
    (dir, all.into())
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the trace") {
        let entry = entry.expect("a file");
        std::fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
    }
}

#[test]
fn what_selects_nothing_is_refused_with_what_may_be_meant() {
    let (_dir, places) = places();
    let mut wrong = Vec::new();
    for (line, code, proposed) in CASES {
        let word = |word: &str| {
            let mut word = word.to_owned();
            for (name, place) in &places {
                word = word.replace(&format!("{{{name}}}"), place);
            }
            word
        };
        let words: Vec<String> = line.split_whitespace().map(word).collect();
        let said = say(&words);
        let one = said
            .err
            .lines()
            .filter(|l| l.starts_with("trueboard: "))
            .count()
            == 1;
        if said.code != Some(*code) || !said.err.contains(proposed) || !said.out.is_empty() || !one
        {
            wrong.push(format!(
                "{line}\n  {:?} {}{}",
                said.code, said.out, said.err
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        CASES.len(),
        wrong.join("\n")
    );
}

/// No option is forgotten: each one with a value is in the table, or known to select nothing.
#[test]
fn every_option_that_selects_is_in_the_table() {
    let mut tried: BTreeSet<(String, &str)> = BTreeSet::new();
    for (line, ..) in CASES {
        let words: Vec<&str> = line.split_whitespace().collect();
        let depth = words
            .iter()
            .take_while(|w| !w.starts_with(['-', '{']))
            .count();
        let command = match words[0] {
            "lab" | "trace" => words[..depth.min(2)].join(" "),
            one => one.to_owned(),
        };
        for option in words.iter().filter(|w| w.starts_with("--")) {
            let option = option.split('=').next().unwrap_or(option);
            tried.insert((command.clone(), option));
        }
    }
    // Options that say what runs are tried with each command in `shared.rs`, those of answers in `answers.rs`.
    let shared = [
        "--board",
        "--image",
        "--on",
        "--workload",
        "--start",
        "--set",
        "--poke",
        "--format",
        "--device",
    ];
    let mut forgotten = Vec::new();
    let commands = [
        "boards",
        "events",
        "run",
        "compare",
        "profile",
        "why",
        "test",
        "sweep",
        "uncertainty",
        "mutate",
        "inject",
        "lab check",
        "disasm",
        "power",
        "trace cat",
        "trace check",
        "trace convert",
        "sync",
        "new",
        "doctor",
    ];
    for command in commands {
        let mut words: Vec<&str> = command.split(' ').collect();
        words.push("--help");
        let help = say(&words).out;
        holds(&help, &["Usage: "]);
        for line in help
            .lines()
            .map(str::trim_start)
            .filter(|l| l.starts_with('-'))
        {
            let Some(at) = line.find("--") else { continue };
            let mut parts = line[at..].split_whitespace();
            let option = parts.next().unwrap_or_default();
            let option = option.split(['[', '=']).next().unwrap_or_default();
            let has_value = line.contains('<');
            let known = tried.contains(&(command.to_owned(), option))
                || SELECT_NOTHING.contains(&option)
                || shared.contains(&option);
            if has_value && !known {
                forgotten.push(format!("{command} {option}"));
            }
        }
    }
    assert!(forgotten.is_empty(), "{forgotten:?}");
}
