//! The command line with examples in the help of each command.

use crate::cli::{Cli, Example, GROUPS};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, CommandFactory};

/// The commands in their groups, each with what it does.
fn groups(line: &Command) -> String {
    let mut text = String::new();
    for (heading, commands) in GROUPS {
        text += &format!("{heading}:\n");
        for (name, _) in *commands {
            let about = line.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text += &format!("  {name:<12} {about}\n");
        }
        text.push('\n');
    }
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
    let commands = GROUPS.iter().flat_map(|group| group.1);
    let line = commands.fold(Cli::command(), |line, &(name, examples)| {
        line.mut_subcommand(name, |c| c.after_help(text(examples)))
    });
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

fn text(examples: &[Example]) -> String {
    let example = |(what, line): &Example| format!("  {what}:\n      {line}");
    let all: Vec<String> = examples.iter().map(example).collect();
    format!("Examples:\n{}", all.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::command_line;
    use crate::cli::GROUPS;
    use clap::Command;

    #[test]
    fn every_command_has_examples_that_it_understands() {
        for (name, examples) in GROUPS.iter().flat_map(|group| group.1) {
            assert!(!examples.is_empty(), "{name} has no example");
            for (_, example) in *examples {
                let shell = |word: &&str| *word != ">" && *word != "&&";
                let words = example.split(' ').take_while(shell);
                let parsed = command_line().try_get_matches_from(words);
                let matches = parsed.unwrap_or_else(|e| panic!("{example}: {e}"));
                assert_eq!(matches.subcommand_name(), Some(*name), "{example}");
            }
        }
    }

    /// Commands that print no answer: they make files, or talk.
    const NO_ANSWER: [&str; 5] = ["new", "completions", "man", "lab", "convert"];

    /// Each command, and each command of a command.
    fn leaves(of: &Command, to: &mut Vec<Command>) {
        let below = of.get_subcommands().filter(|c| c.get_name() != "help");
        let below: Vec<&Command> = below.collect();
        if below.is_empty() || of.get_arguments().count() > 3 {
            to.push(of.clone());
        }
        below.into_iter().for_each(|c| leaves(c, to));
    }

    #[test]
    fn every_answer_has_the_same_forms_and_goes_to_the_same_option() {
        let mut line = command_line();
        line.build();
        let mut all = Vec::new();
        line.get_subcommands()
            .filter(|c| c.get_name() != "help")
            .for_each(|c| leaves(c, &mut all));
        assert!(all.len() > 20, "{}", all.len());
        for command in &all {
            let name = command.get_name();
            let option = |long: &str| {
                let mut all = command.get_arguments();
                all.find(|a| a.get_long() == Some(long)).cloned()
            };
            let answers = !NO_ANSWER.contains(&name);
            for form in ["format", "json", "csv"] {
                assert_eq!(option(form).is_some(), answers, "{name} --{form}");
            }
            if let Some(format) = option("format") {
                let values = format.get_possible_values();
                for form in ["table", "json", "csv"] {
                    let known = values.iter().any(|v| v.get_name() == form);
                    assert!(known, "{name} --format {form}");
                }
            }
            if let Some(out) = option("out") {
                assert_eq!(out.get_short(), Some('o'), "{name} --out");
            }
            assert!(option("output").is_none(), "{name} --output");
        }
    }

    #[test]
    fn what_can_fail_writes_verdicts() {
        let mut line = command_line();
        line.build();
        let verdicts = |path: &[&str]| {
            let command = path.iter().fold(&line, |c, name| {
                c.find_subcommand(name).unwrap_or_else(|| panic!("{name}"))
            });
            command
                .get_arguments()
                .any(|a| a.get_long() == Some("junit"))
        };
        for path in [
            &["run"][..],
            &["test"],
            &["compare"],
            &["mutate"],
            &["sweep"],
            &["sync"],
            &["trace", "check"],
            &["lab", "check"],
        ] {
            assert!(verdicts(path), "{path:?}");
        }
    }
}
