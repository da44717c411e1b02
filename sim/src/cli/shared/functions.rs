//! Which public function of the library each command calls: the table of `docs/user/howto/library.md`.

use crate::examples::command_line;
use std::path::PathBuf;

/// A row for each command with functions. The compiler holds that they are there, and public.
macro_rules! rows {
    ($($command:literal: $($function:path),+;)*) => {{
        $($(let _ = $function;)+)*
        [$(($command, vec![$(stringify!($function)),+])),*]
    }};
}

/// Commands that are about the program and its user's host, which no other program has.
const OWN: [&str; 4] = ["new", "doctor", "completions", "man"];

fn rows() -> Vec<(&'static str, Vec<&'static str>)> {
    rows! {
        "boards": trueboard::catalogue::boards, trueboard::catalogue::board;
        "models": trueboard::catalogue::models;
        "events": trueboard::catalogue::events, trueboard::catalogue::presets;
        "run": trueboard::Setup::start, trueboard::Simulation::run::<trueboard::Until>;
        "profile": trueboard::profile::profile, trueboard::campaigns::coverage::run;
        "test": trueboard::campaigns::test::run;
        "system": trueboard::campaigns::system::run;
        "sweep": trueboard::campaigns::sweep::run;
        "uncertainty": trueboard::campaigns::uncertainty::run;
        "mutate": trueboard::campaigns::mutate::run;
        "inject": trueboard::campaigns::inject::run;
        "lab": trueboard_lab::Lab::answer;
        "asm": trueboard::assemble::assemble;
        "disasm": trueboard::catalogue::code;
        "trace": trueboard::traces::check, trueboard::traces::convert;
        "compare": trueboard::compare::runs, trueboard::compare::functions, trueboard::compare::readers,
            trueboard::compare::probes, trueboard::compare::tracing, trueboard::compare::firmware_trace, trueboard::compare::expectations;
        "why": trueboard::why::answer;
        "power": trueboard::energy::of_run, trueboard::energy::of_board;
        "sync": trueboard::sync::synchronise;
    }
    .to_vec()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn every_command_is_in_the_table() {
    let line = command_line();
    let commands = line.get_subcommands().map(|c| c.get_name().to_owned());
    let mut commands: Vec<String> = commands.filter(|c| c != "help").collect();
    let rows = rows();
    let named = rows.iter().map(|r| r.0).chain(OWN);
    let mut named: Vec<&str> = named.collect();
    commands.sort();
    named.sort_unstable();
    assert_eq!(commands, named);
}

#[test]
fn the_page_has_the_table() {
    let mut table = String::from("| Command | Function |\n|---|---|\n");
    for (command, functions) in rows() {
        let functions: Vec<String> = functions
            .iter()
            .map(|f| f.split_whitespace().collect::<String>())
            // The type of an argument is for the compiler.
            .map(|f| format!("`{}`", f.split("::<").next().unwrap_or(&f)))
            .collect();
        table += &format!("| `{command}` | {} |\n", functions.join(", "));
    }
    for command in OWN {
        table += &format!("| `{command}` | none: it is about the program itself |\n");
    }
    let page = text("docs/user/howto/library.md");
    assert!(
        page.contains(&table),
        "docs/user/howto/library.md is to have:\n{table}"
    );
}

/// A campaign is carried out by the library: its command names the function that the table has.
#[test]
fn commands_call_what_the_table_says() {
    for (command, functions) in rows() {
        for function in functions.iter().filter(|f| f.contains("campaigns")) {
            let words: Vec<&str> = function.split("::").map(str::trim).collect();
            let [.., module, name] = words[..] else {
                panic!("{function}");
            };
            // A profile has the file of its format for coverage.
            let file = match module == command {
                true => command.to_owned(),
                false => format!("shared/{module}"),
            };
            let code = text(&format!("sim/src/cli/{file}.rs"));
            let (at, call) = (format!("{module}::"), format!("{name} as "));
            let called = code.contains(&format!("{at}{name}(")) || code.contains(&call);
            assert!(code.contains(&at) && called, "{command}: {function}");
        }
    }
}
