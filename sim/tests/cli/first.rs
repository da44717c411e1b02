//! The first ten minutes: projects, tools, completions, manual pages, and how things look on a terminal.

use crate::common::{holds, refused, say};
use conformance::prebuilt;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Runs the program on a terminal of 80 columns and this kind; answers what it showed.
fn on_terminal(words: &str, columns: u32, variables: &str) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_trueboard");
    let line = format!("stty rows 24 cols {columns}; {variables} {program} {words}");
    let out = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR")
        .env_remove("CLICOLOR_FORCE")
        // A terminal of continuous integration has colours whatever TERM says.
        .env_remove("CI")
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    let Ok(out) = out else {
        skip::skipped("script of util-linux is missing");
        return None;
    };
    Some(String::from_utf8_lossy(&out.stdout).replace('\r', ""))
}

/// `make TARGET` in a project, by this program.
fn make(dir: &Path, target: &str) -> Output {
    let program = format!("TRUEBOARD={}", env!("CARGO_BIN_EXE_trueboard"));
    let words = [dir.as_os_str(), program.as_ref(), target.as_ref()];
    let out = Command::new("make").arg("-C").args(words).output();
    out.expect("make starts")
}

#[test]
fn a_project_is_built_and_run() {
    if Command::new("sparc64-linux-gnu-gcc")
        .arg("--version")
        .output()
        .is_err()
    {
        skip::skipped("sparc64-linux-gnu-gcc is missing");
        return;
    }
    for (board, table) in [
        (
            "gr740",
            &[
                "l4stat CVAL0",
                "0x11 instructions",
                "0x08 data cache read misses",
            ][..],
        ),
        ("leon3-mini", &["gpt TCNTVAL1"][..]),
    ] {
        let at = tempfile::tempdir().expect("a folder");
        let dir = at.path().join("project");
        let said = say(&["new", board, path(&dir)]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        holds(&said.out, &["make -C", "run"]);
        let ran = make(&dir, "run");
        let out = String::from_utf8_lossy(&ran.stdout);
        assert!(
            ran.status.success(),
            "{}",
            String::from_utf8_lossy(&ran.stderr)
        );
        assert_eq!(String::from_utf8_lossy(&ran.stderr), "", "no warnings");
        holds(
            &out,
            &[
                "step 1: ",
                "step 8: ",
                "ended with status 0",
                "measured",
                "true",
            ],
        );
        holds(&out, table);
        if board == "gr740" {
            shown_on_the_first_page(&out);
        }
        let tested = make(&dir, "test");
        let out = String::from_utf8_lossy(&tested.stdout);
        assert!(tested.status.success(), "{out}");
        holds(&out, &["1 passed, 0 failed"]);
        // A sum of other numbers is a failure, and the tests notice.
        let main = dir.join("main.c");
        let text = fs::read_to_string(&main).expect("the program");
        fs::write(
            &main,
            text.replace("numbers[i] = i;", "numbers[i] = i + 1;"),
        )
        .expect("written");
        assert!(!make(&dir, "test").status.success());
    }
}

/// What docs/user/first-steps.md shows of a project's run is what it prints, with the compiler of Debian 12.
fn shown_on_the_first_page(out: &str) {
    const COMPILER: &str = "12.2.0";
    let version = Command::new("sparc64-linux-gnu-gcc")
        .arg("-dumpfullversion")
        .output();
    let version = version.expect("it is there").stdout;
    let version = String::from_utf8_lossy(&version).trim().to_owned();
    if version != COMPILER {
        skip::skipped(&format!(
            "docs/user/first-steps.md is of GCC {COMPILER}, not {version}"
        ));
        return;
    }
    let page = fs::read_to_string(conformance::root().join("docs/user/first-steps.md"));
    let page = page.expect("docs/user/first-steps.md is there");
    let mark = "```text held=sim/tests/cli/first.rs\n";
    let (_, block) = page.split_once(mark).expect("its block");
    let (block, _) = block.split_once("\n```").expect("the end of the block");
    let mut lines = out.lines();
    let wanted = block.lines().filter(|l| *l != "..." && !l.is_empty());
    for line in wanted {
        assert!(
            lines.any(|l| l.trim_end() == line),
            "`{line}` is not in this order in: {out}"
        );
    }
}

#[test]
fn projects_of_boards_without_a_compiler_in_debian_are_whole() {
    for (board, files) in [
        (
            "tc275",
            &["support/start.S", "support/link.ld", "support/printf.c"][..],
        ),
        ("parallella", &["main.c"][..]),
    ] {
        let at = tempfile::tempdir().expect("a folder");
        let said = say(&["new", board, path(at.path())]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        let common = ["main.c", "Makefile", "README.md", "tests.ron", ".gitignore"];
        let jobs = [".github/workflows/firmware.yml", ".gitlab-ci.yml"];
        for file in common.iter().chain(&jobs).chain(files) {
            assert!(at.path().join(file).is_file(), "{board}: {file}");
        }
    }
}

/// What a project for the TC275 includes is part of it, or comes with the compiler.
#[test]
fn a_tricore_project_has_all_headers() {
    let at = tempfile::tempdir().expect("a folder");
    say(&["new", "tc275", path(at.path())]);
    let support = at.path().join("support");
    let mut seen = 0;
    let sources = fs::read_dir(&support).expect("the folder");
    let mut sources: Vec<_> = sources.map(|e| e.expect("an entry").path()).collect();
    sources.push(at.path().join("main.c"));
    for source in sources {
        let text = fs::read_to_string(&source).expect("text");
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("#include \"") {
                let name = name.trim_end_matches('"');
                assert!(support.join(name).is_file(), "{}: {name}", source.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 20);
}

#[test]
fn nothing_is_written_over() {
    let at = tempfile::tempdir().expect("a folder");
    fs::write(at.path().join("mine.c"), "precious").expect("written");
    refused(
        &say(&["new", "gr740", path(at.path())]),
        3,
        &["is not empty", "new or empty"],
    );
    assert_eq!(fs::read_dir(at.path()).expect("it").count(), 1);
    let file = at.path().join("mine.c");
    refused(
        &say(&["new", "gr740", path(&file)]),
        3,
        &["mine.c", "new or empty"],
    );
}

#[test]
fn boards_without_projects_are_named() {
    refused(
        &say(&["new", "gr704", "nowhere"]),
        2,
        &["did you mean `gr740`?", "parallella"],
    );
    refused(
        &say(&["new", "keystone2", "nowhere"]),
        2,
        &["no machine code", "gr740"],
    );
}

#[test]
fn doctor_fails_only_if_asked() {
    let said = say(&["doctor"]);
    assert_eq!(said.code, Some(0));
    holds(
        &said.out,
        &[
            "sparc64-linux-gnu-gcc",
            "gdb-multiarch",
            "babeltrace2",
            "mdbook",
        ],
    );
    let empty = tempfile::tempdir().expect("a folder");
    let bare = |words: &[&str]| {
        let mut c = crate::common::trueboard();
        let out = c
            .env("PATH", empty.path())
            .arg("doctor")
            .args(words)
            .output();
        out.expect("it runs")
    };
    assert_eq!(bare(&[]).status.code(), Some(0));
    let needed = bare(&["gr740", "--need", "--json"]);
    assert_eq!(needed.status.code(), Some(1));
    let answer: serde_json::Value = serde_json::from_slice(&needed.stdout).expect("JSON");
    assert_eq!(answer["missing"], 2);
    assert_eq!(answer["tools"][0]["tool"], "sparc64-linux-gnu-gcc");
    assert_eq!(answer["tools"][0]["path"], serde_json::Value::Null);
    assert_eq!(
        answer["tools"][0]["get"],
        "apt install gcc-sparc64-linux-gnu, or trueboard doctor --get sparc"
    );
    refused(&say(&["doctor", "trace"]), 2, &["did you mean `traces`?"]);
}

/// The printed script is the file of the repository, which runs alone; each has steps, and is a script for `sh`.
#[test]
fn doctor_prints_scripts_of_compilers() {
    for guest in ["sparc", "tricore", "epiphany"] {
        let file = conformance::root().join(format!("firmware/toolchains/{guest}.sh"));
        let said = say(&["doctor", "--get", guest]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        assert_eq!(said.out, fs::read_to_string(&file).expect("a script"));
        let read = std::process::Command::new("sh")
            .arg("-n")
            .arg(&file)
            .status();
        assert!(read.expect("sh starts").success(), "{guest}");
        let said = say(&["doctor", "--get", guest, "--json"]);
        let answer: serde_json::Value = serde_json::from_str(&said.out).expect("JSON");
        let steps = answer["steps"].as_array().expect("steps");
        assert!(steps.len() >= 2, "{steps:?}");
        let last = steps.last().expect("a step");
        assert_eq!(last["title"], "A program is compiled and linked");
    }
}

/// Programs of the host that stand in for those of a script, in a folder for `PATH`.
fn host(programs: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (name, text) in programs {
        let path = dir.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        fs::set_permissions(&path, mode).expect("a program");
    }
    dir
}

fn doctor_does(guest: &str, prefix: &Path, host: &Path) -> crate::common::Said {
    let path = std::env::var("PATH").unwrap_or_default();
    let out = crate::common::trueboard()
        .env("PATH", format!("{}:{path}", host.display()))
        .args(["doctor", "--get", guest, "--do-it", "--prefix"])
        .arg(prefix)
        .output()
        .expect("it runs");
    crate::common::Said {
        code: out.status.code(),
        out: String::from_utf8_lossy(&out.stdout).into_owned(),
        err: String::from_utf8_lossy(&out.stderr).into_owned(),
    }
}

/// A download with another sum ends at its step, with the place of the output.
#[test]
fn doctor_stops_at_a_wrong_sum() {
    let host = host(&[(
        "curl",
        "while [ $# -gt 1 ]; do [ \"$1\" = -o ] && echo other >\"$2\"; shift; done",
    )]);
    let at = tempfile::tempdir().expect("a folder");
    let prefix = at.path().join("tricore");
    let said = doctor_does("tricore", &prefix, host.path());
    assert_eq!(said.code, Some(1), "{}", said.err);
    holds(&said.out, &["step 1 of 2: ", "    curl "]);
    assert!(!said.out.contains("step 2"), "{}", said.out);
    holds(
        &said.err,
        &["step 1 of 2 failed: sha256sum: WARNING: ", "log/1.txt"],
    );
    assert_eq!(said.err.lines().count(), 1, "{}", said.err);
    // What is there now is not written over.
    let said = doctor_does("tricore", &prefix, host.path());
    refused(&said, 3, &["it is not empty"]);
}

/// All steps of a script, with a host's programs that say yes: each is printed, the folder of the build goes.
#[test]
fn doctor_runs_all_steps() {
    let gcc = "mkdir -p $prefix/bin; for t in gcc size; do printf '#!/bin/sh\\n' >$prefix/bin/tricore-elf-$t; \
               chmod +x $prefix/bin/tricore-elf-$t; done";
    let tar = format!("prefix=$4; {gcc}");
    let host = host(&[("curl", ""), ("sha256sum", ""), ("tar", &tar)]);
    let at = tempfile::tempdir().expect("a folder");
    let prefix = at.path().join("tricore");
    let said = doctor_does("tricore", &prefix, host.path());
    assert_eq!(said.code, Some(0), "{}\n{}", said.out, said.err);
    holds(&said.out, &["step 2 of 2: ", "done: export PATH=/"]);
    assert!(prefix.join("log/2.txt").is_file());
    assert!(!prefix.join("build").exists());
}

#[test]
fn doctor_refuses_bad_folders_and_options() {
    let get = ["doctor", "--get", "sparc"];
    let with = |more: &[&str]| say(&[&get[..], more].concat());
    let at = tempfile::tempdir().expect("a folder");
    let spaced = at.path().join("a b");
    refused(
        &with(&["--do-it", "--prefix", path(&spaced)]),
        3,
        &["letters, digits"],
    );
    assert!(!spaced.exists());
    let file = at.path().join("file");
    fs::write(&file, "").expect("written");
    refused(
        &with(&["--do-it", "--prefix", path(&file)]),
        3,
        &["empty or not there"],
    );
    refused(&with(&["--do-it"]), 2, &["--prefix"]);
    refused(&with(&["--prefix", "there"]), 2, &["--do-it"]);
    refused(&with(&["gr740"]), 2, &["--get"]);
}

#[test]
fn completions_and_manual_pages_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let said = say(&["completions", shell]);
        assert_eq!(said.code, Some(0), "{}", said.err);
        holds(&said.out, &["profile-instructions", "gdb-lost"]);
    }
    let at = tempfile::tempdir().expect("a folder");
    let dir = at.path().join("man1");
    let said = say(&["man", path(&dir)]);
    assert_eq!(said.code, Some(0), "{}", said.err);
    let page = fs::read_to_string(dir.join("trueboard-run.1")).expect("a page");
    holds(&page, &[".TH", "Examples"]);
    assert!(dir.join("trueboard-doctor.1").is_file());
    let file = at.path().join("file");
    fs::write(&file, "").expect("written");
    refused(&say(&["man", path(&file)]), 3, &["cannot be written"]);
}

#[test]
fn commands_nearly_right_are_proposed() {
    let said = say(&["proflie"]);
    assert_eq!(said.code, Some(2));
    holds(&said.err, &["profile"]);
}

#[test]
fn nothing_wraps_on_a_terminal_of_eighty_columns() {
    let image = prebuilt("gr740/lu");
    let words = format!("run {} --board gr740 --region lu_update", path(&image));
    let Some(shown) = on_terminal(&words, 80, "NO_COLOR=1") else {
        return;
    };
    // The firmware's own lines are its own.
    let (_, ours) = shown.split_once("--- gr740").expect("a summary");
    holds(ours, &["counter", "difference", "l4stat CVAL0"]);
    for line in ours.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.contains('\x1b'), "{line}");
    }
    let wide = on_terminal(&words, 160, "NO_COLOR=1").expect("a terminal");
    let row = wide.lines().find(|l| l.starts_with("l4stat CVAL0"));
    holds(row.expect("a row"), &["0x11 instructions", "1_666_133"]);
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let image = prebuilt("gr740/hello");
    let words = format!("run {} --board gr740", path(&image));
    let coloured = |variables| on_terminal(&words, 80, variables).map(|s| s.contains('\x1b'));
    let Some(on) = coloured("") else { return };
    assert!(on);
    assert_eq!(coloured("NO_COLOR=1"), Some(false));
    assert_eq!(coloured("CLICOLOR=0"), Some(false));
    assert_eq!(coloured("TERM=dumb"), Some(false));
    let said = say(&["run", path(&image), "--board", "gr740"]);
    assert!(!said.out.contains('\x1b') && !said.out.contains('\u{fdd0}'));
}

#[test]
fn a_long_run_says_how_far_it_is() {
    // Single steps take some seconds for it.
    let image = prebuilt("gr740/lu");
    let words = format!(
        "run {} --board gr740 --profile-instructions --until 1s -q --console none",
        path(&image)
    );
    let Some(shown) = on_terminal(&words, 100, "NO_COLOR=1") else {
        return;
    };
    holds(&shown, &[" s simulated, ", " MIPS, ", " left; core 0 at "]);
}
