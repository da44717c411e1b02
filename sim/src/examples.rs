//! The command line with examples in the help of each command.

use crate::cli::Cli;
use crate::command::COMMANDS;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

/// By command: what is asked, and the command that answers it.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "boards",
        &[
            ("Which boards there are", "trueboard boards"),
            (
                "One, with its memory map and all registers",
                "trueboard boards gr740",
            ),
            ("What --set can change", "trueboard boards gr740 --paths"),
        ],
    ),
    ("models", &[("What is built in", "trueboard models")]),
    (
        "events",
        &[(
            "What the GR740's counters count, and all meters",
            "trueboard events gr740",
        )],
    ),
    (
        "run",
        &[
            (
                "Run firmware on the board that it fits",
                "trueboard run hello.elf",
            ),
            (
                "Keep report, console and a trace",
                "trueboard run lu.elf --board gr740 --out out --trace ctf",
            ),
            (
                "What a function costs",
                "trueboard run lu.elf --board gr740 --region lu_update",
            ),
            (
                "Two cores at half the clock",
                "trueboard run lu.elf --board gr740 --set cores.cpu.count=2 --set clocks.cpu=125MHz",
            ),
            ("Wait for GDB", "trueboard run hello.elf --gdb :3333"),
        ],
    ),
    (
        "compare",
        &[
            (
                "Every counter that firmware read beside the truth",
                "trueboard compare lu.elf --board gr740",
            ),
            (
                "What differs from an earlier run, by more than 2 %",
                "trueboard compare new --against old --other-firmware --tolerance 2%",
            ),
        ],
    ),
    (
        "profile",
        &[
            (
                "What each function costs",
                "trueboard profile lu.elf --board gr740 --top 10",
            ),
            (
                "And each line",
                "trueboard profile lu.elf --board gr740 --by line",
            ),
            (
                "For KCachegrind",
                "trueboard profile lu.elf --board gr740 --format callgrind -o callgrind.out",
            ),
        ],
    ),
    (
        "why",
        &[
            (
                "What made the cycles of a function",
                "trueboard why lu.elf --board gr740 --function lu_update",
            ),
            (
                "What made the difference",
                "trueboard why new.elf --board gr740 --against old.elf",
            ),
        ],
    ),
    (
        "test",
        &[
            ("Run the tests of a file", "trueboard test tests.ron"),
            (
                "In continuous integration",
                "trueboard test tests.ron --junit results.xml --out runs",
            ),
        ],
    ),
    (
        "sweep",
        &[(
            "Run all combinations; a second call goes on",
            "trueboard sweep cores.ron --out sweep",
        )],
    ),
    (
        "uncertainty",
        &[(
            "How far results depend on estimates",
            "trueboard uncertainty lu.elf --board gr740 --out study",
        )],
    ),
    (
        "mutate",
        &[(
            "Which planted defects the tests notice",
            "trueboard mutate counters.elf --board gr740",
        )],
    ),
    (
        "inject",
        &[(
            "What a thousand bit flips in registers do to a program",
            "trueboard inject app.elf --board gr740 --faults registers --count 1000 --out flips",
        )],
    ),
    (
        "lab",
        &[
            (
                "Step through a program, and ask why",
                "trueboard lab firmware/prebuilt/gr740/lu.elf",
            ),
            ("A lesson", "trueboard lab strides"),
        ],
    ),
    (
        "disasm",
        &[("A function", "trueboard disasm lu.elf --function main")],
    ),
    (
        "power",
        &[
            (
                "What a run takes, by component and function",
                "trueboard power lu.elf --board gr740",
            ),
            ("The power model by itself", "trueboard power gr740"),
        ],
    ),
    (
        "trace",
        &[
            ("Is a trace sound?", "trueboard trace check out/ctf"),
            (
                "Its events in a millisecond",
                "trueboard trace cat out/ctf --from 1ms --to 2ms",
            ),
            (
                "For Perfetto",
                "trueboard trace convert out/ctf --to perfetto --out trace.json",
            ),
        ],
    ),
    (
        "sync",
        &[(
            "Two traces on one clock",
            "trueboard sync node0/ctf node1/ctf --out merged",
        )],
    ),
    (
        "new",
        &[(
            "A project for the GR740, built and run",
            "trueboard new gr740 hello && make -C hello run",
        )],
    ),
    (
        "doctor",
        &[
            ("What is here and what is missing", "trueboard doctor"),
            (
                "Fail if firmware for the GR740 cannot be built",
                "trueboard doctor gr740 --need",
            ),
        ],
    ),
    (
        "completions",
        &[
            (
                "For bash",
                "trueboard completions bash > ~/.local/share/bash-completion/completions/trueboard",
            ),
            (
                "For zsh, in a folder of $fpath",
                "trueboard completions zsh > ~/.zfunc/_trueboard",
            ),
        ],
    ),
];

/// The commands in their groups, each with what it does.
fn groups(line: &Command) -> String {
    let mut text = String::new();
    let mut heading = "";
    for row in COMMANDS {
        if row.group != heading {
            heading = row.group;
            let space = if text.is_empty() { "" } else { "\n" };
            text += &format!("{space}{heading}:\n");
        }
        let about = line.find_subcommand(row.name).and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        text += &format!("  {:<12} {about}\n", row.name);
    }
    text.push('\n');
    text
}

/// A refusal of the command line in the form of all other ones: one line with the cause and, where there is one, the
/// remedy. None for what is no refusal, such as help.
pub fn refusal(e: &clap::Error) -> Option<String> {
    if matches!(
        e.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    ) {
        return None;
    }
    let text = e.render().to_string();
    let mut cause = String::new();
    for line in text.lines().map(str::trim).take_while(|l| !l.is_empty()) {
        if !cause.is_empty() {
            cause.push(' ');
        }
        cause += line.strip_prefix("error: ").unwrap_or(line);
    }
    let meant = |kind| match e.get(kind)? {
        ContextValue::String(one) => Some(one.clone()),
        ContextValue::Strings(some) if !some.is_empty() => Some(some.join("` or `")),
        _ => None,
    };
    let suggested = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    if let Some(name) = suggested.into_iter().find_map(meant) {
        cause += &format!(" (did you mean `{name}`?)");
    }
    let usage = text.lines().find_map(|l| l.strip_prefix("Usage: "));
    let words = usage.unwrap_or("trueboard").split(' ');
    let command: Vec<&str> = words
        .take_while(|w| !w.starts_with(['[', '<', '-']))
        .collect();
    Some(format!(
        "{cause}; `{} --help` has all options",
        command.join(" ")
    ))
}

/// The command line, complete.
pub fn command_line() -> Command {
    let add = |line: Command, &(name, examples): &(&'static str, &[(&str, &str)])| {
        line.mut_subcommand(name, |c| c.after_help(text(examples)))
    };
    let own = COMMANDS.iter().filter(|row| !row.examples.is_empty());
    let own: Vec<_> = own.map(|row| (row.name, row.examples)).collect();
    let line = EXAMPLES.iter().chain(&own).fold(Cli::command(), add);
    let groups = groups(&line);
    line.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}\n"
    ))
    .after_help(text(&[
        (
            "Run an image",
            "trueboard run firmware/prebuilt/gr740/lu.elf --board gr740",
        ),
        ("Begin a project", "trueboard new gr740 hello"),
        ("What is missing for it", "trueboard doctor"),
        ("Examples of a command", "trueboard run --help"),
    ]))
}

fn text(examples: &[(&str, &str)]) -> String {
    let example = |(what, line): &(&str, &str)| format!("  {what}:\n      {line}");
    let all: Vec<String> = examples.iter().map(example).collect();
    format!("Examples:\n{}", all.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, EXAMPLES, command_line};

    #[test]
    fn groups_are_whole() {
        let mut groups: Vec<&str> = COMMANDS.iter().map(|row| row.group).collect();
        groups.dedup();
        let parts = groups.len();
        groups.sort_unstable();
        groups.dedup();
        assert_eq!(groups.len(), parts, "a heading stands twice");
    }

    #[test]
    fn every_command_has_examples_that_it_understands() {
        let line = command_line();
        for command in line.get_subcommands() {
            let name = command.get_name();
            let row = COMMANDS.iter().find(|row| row.name == name);
            let own = row.map_or(&[][..], |row| row.examples);
            let all = EXAMPLES.iter().find(|e| e.0 == name).map_or(own, |e| e.1);
            assert!(!all.is_empty(), "{name} has no example");
            for (_, example) in all {
                let shell = |word: &&str| *word != ">" && *word != "&&";
                let words = example.split(' ').take_while(shell);
                let parsed = command_line().try_get_matches_from(words);
                let matches = parsed.unwrap_or_else(|e| panic!("{example}: {e}"));
                assert_eq!(matches.subcommand_name(), Some(name), "{example}");
            }
        }
    }
}
